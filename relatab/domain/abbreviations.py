"""The trade's other words for the same, in both directions and several languages.

A question that says "top of cement" should meet a column headed "TOC", and the other way
round, and so should one in another language ("topp sement"). A spelling with more than one
meaning ("TOC": top of cement, total organic carbon) is decided by the words around it;
where none of them helps, every meaning is added at a lower weight. The words are those of
`vocabulary`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from relatab.domain.languages import STOPWORDS
from relatab.domain.lexicon import HAN, Lexicon, Mention, lexicon, packaged_lexicon, spoken_for
from relatab.domain.text import words
from relatab.domain.vocabulary import Spelling

# Another spelling of the same thing is nearly as good as the word itself ...
SYNONYM_WEIGHT = 0.6
# ... one of several possible meanings much less so.
AMBIGUOUS_WEIGHT = 0.25
# A foreign word is rare in a collection of one language, and rarity already speaks for it.
TRANSLATION_WEIGHT = 0.3
# What is true of the Danian need not be so of the Paleocene, and the other way round.
PART_WEIGHT = 0.2
_LEVELS = 2  # of what a concept lies within

_LONGEST_UNIT = 2  # letters: kg, ft, md
_WORD = re.compile(rf"{HAN.pattern}|(?:(?!{HAN.pattern})[^\W_])+")


@dataclass(frozen=True, slots=True)
class Expansion:
    """`text` may be printed for words of a question; weight in (0, 1]."""

    text: str
    weight: float


def expand(terms: Sequence[str]) -> tuple[Expansion, ...]:
    """Other spellings of what a question says, longest spelling first at each place.

    terms: the question's words as `text.words` gives them, in order. Words that were
    part of a longer spelling do not expand on their own: "kick off point" gives "kop",
    not the partners of "kick". In the order of the question, then of the vocabulary.
    """
    known = lexicon()
    terms = [part for term in terms for part in known.parted(term)]
    return tuple(
        each
        for mention in known.mentions(terms)
        for each in (*_expansions(mention, terms), *_parts_and_wholes(known, mention, terms))
    )


def in_english(text: str, known: Lexicon | None = None) -> str:
    """A text with the trade's words of other languages in English, as far as known.

    For an encoder that reads English. A text without such words comes back as it is, and so does
    one that shows to be English, or shows no language and is for the most part of unknown words:
    "debit card number" speaks of no débit. known: the words, those for questions if None.
    """
    known = known or lexicon()
    places = [
        (match.start(), match.end(), part)
        for match in _WORD.finditer(text)
        for word in words(match.group())
        for part in known.parted(word)
    ]
    terms = [term for _, _, term in places]
    english = known.is_english(terms)
    mentions = [] if english else list(known.mentions(terms))
    if english is None and not _mostly_of_the_trade(mentions, terms):
        return text
    pieces: list[str] = []
    done = 0
    for mention in mentions:
        meant = mention.meant(terms, english=False)
        if len(meant) != 1 or any(sense.english for sense in mention.senses):
            continue
        start, end = places[mention.start][0], places[mention.end - 1][1]
        pieces += [text[done:start], meant[0].name]
        done = max(done, end)
    return " ".join(" ".join([*pieces, text[done:]]).split()) if pieces else text


def _mostly_of_the_trade(mentions: Sequence[Mention], terms: Sequence[str]) -> bool:
    """Whether at least half of the words, small ones and names of units apart, are known."""
    known = {place for mention in mentions for place in range(mention.start, mention.end)}
    telling = {
        place
        for place, term in enumerate(terms)
        if term.isalpha() and len(term) > _LONGEST_UNIT and term not in STOPWORDS
    }
    return 2 * len(known & telling) >= len(telling)


def meanings(spelling: str, around: str) -> frozenset[str]:
    """What a spelling means beside other words, each meaning by its first spelling.

    All of its meanings where none of the words around speaks for one; none if it is unknown.
    """
    known = [sense.entry for sense in packaged_lexicon().senses(words(spelling))]
    return frozenset(entry.name for entry in spoken_for(known, set(words(around))))


def _expansions(mention: Mention, terms: Sequence[str]) -> Iterator[Expansion]:
    english = mention.meant(terms, english=True)
    weight = SYNONYM_WEIGHT if len(english) == 1 else AMBIGUOUS_WEIGHT
    for entry in english:
        yield from _at(weight, entry.english, mention)
        yield from _at(min(weight, TRANSLATION_WEIGHT), entry.foreign, mention)
    foreign = mention.meant(terms, english=False)
    is_plain = len(foreign) == 1 and not english and not mention.partly
    weight = SYNONYM_WEIGHT if is_plain else AMBIGUOUS_WEIGHT
    for entry in foreign:
        usual, *others = entry.english
        yield from _at(weight, [usual], mention)
        yield from _at(min(weight, TRANSLATION_WEIGHT), (*others, *entry.foreign), mention)


def _parts_and_wholes(
    known: Lexicon, mention: Mention, terms: Sequence[str]
) -> Iterator[Expansion]:
    """What lies within the one concept that is meant, and what it lies within itself."""
    meant = {*mention.meant(terms, english=True), *mention.meant(terms, english=False)}
    for entry in meant if len(meant) == 1 else ():
        for other in (*known.parts(entry), *islice(known.around(entry), _LEVELS)):
            yield from _at(PART_WEIGHT, (*other.english, *other.foreign), mention)


def _at(weight: float, spellings: Iterable[Spelling], mention: Mention) -> Iterator[Expansion]:
    """Spellings at a weight, without the one that was asked for."""
    return (Expansion(each.text, weight) for each in spellings if each.words != mention.words)
