"""Words that questions are asked with, and which language they show."""

from __future__ import annotations

from collections.abc import Iterable

from relatab.domain.text import words

# None of them is a term of the trade.
_ENGLISH = frozenset(
    words(
        """
        a about above across all along also an and any are around as at be been before being below
        between both but by came can carried come compare compared could did do does during each
        far find for from gave get give given go had has have how i if in inside into is it its
        lie list many match me much my near not of on only or other our out over per please put
        read ran run said same see shall should show so some tell than that the their them then
        there these they this those through to too under up upon use used using was we went were
        what when where whether which while who whose why will with within would written you
        """
    )
)
# Norwegian, Dutch, French, Spanish and German; no words that English has in another meaning.
_FOREIGN = frozenset(
    words(
        """
        af alle at av da de den der det dette disse en er et etter for fra har hva hvem hvilke
        hvilken hvilket hvor hvordan i ifølge ikke med mellom men og om på ble blir som til under
        var ved vi
        aan als bij dat de deze die dit door een en er had hebben heeft het hij hoe hoeveel in is
        kan met naar niet of om onder op over te tot uit van voor waar wat wel welk welke werd wie
        worden wordt zijn
        au aux avec ce ces cette d dans de des du elle en est et il la le les leur mais ne ou par
        pas pour que quel quelle quelles quels qui sa ses son sont sur un une à
        al como con cual cuales cuanto de del donde el en es esta este fue ha la las lo los para
        pero por que qué se sin sobre su un una y
        auf aus bei beim bis das dem des durch ein eine einem einen einer eines für gegen hinter im
        ist mit nach nicht oder sind über um und unter vom von vor welche welchem welchen welcher
        welches wie wieviel wird wo wurde wurden zu zum zur zwischen
        """
    )
)
STOPWORDS = _ENGLISH | _FOREIGN
"""Question words, articles and the like, folded and stemmed."""

_ONLY_ENGLISH, _ONLY_FOREIGN = _ENGLISH - _FOREIGN, _FOREIGN - _ENGLISH
_LAST_LATIN = "\u024f"


def is_english(terms: Iterable[str]) -> bool | None:
    """Whether the words of a question (`text.words`) show that it is English; None if nothing does.

    Its articles and the like tell, and letters of another script.
    """
    told = [term for term in terms if term in _ONLY_ENGLISH]
    foreign = [term for term in terms if term in _ONLY_FOREIGN or max(term) > _LAST_LATIN]
    if len(told) == len(foreign):
        return None
    return len(told) > len(foreign)
