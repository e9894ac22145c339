"""What all naming systems of wells share: the name as found, and the words that announce one."""

from __future__ import annotations

import re
from dataclasses import dataclass

from relatab.domain.text import words

WELL_WORD = (
    r"(?:wells?|wellbore|borehole|br[oø]nn(?:bane)?|br[oø]nd|boring|boorgat|put|putnaam|bohrung"
    r"|bohrloch|puits|forage|pozo|po[cç]o|pozzo|скв(?:ажин[аыеу])?|井[号名])"
)
BEFORE = rf"(?i:\b{WELL_WORD}(?:\s+(?:no|nr|name|id))?[\s.:：#№]*)"
"""A word for a well and what may stand between it and the name: "Well no. "."""

# Words that are printed before a number without naming a well. Longer lists of such words
# exist in every report; a name joined by a blank therefore needs the word "well" beside it.
_NUMBERED_THINGS = frozenset(
    words(
        """
    table tabel tabell figure fig plate chart annex appendix enclosure section chapter part page
    sheet item note step phase stage zone unit sand layer class type grade series set group core
    plug sample test dst mdt rft run bit job slurry batch tank pump gun recorder gauge valve line
    reel rig vessel version rev revision issue draft volume day week hour year month quarter
    jan feb mar apr may jun jul aug sep oct nov dec january february march april june july august
    september october november december top base total depth spec api iso din astm nace cas ppg
    level case option plan order form lot flow period choke ring arm gamma alpha beta carbon
    oxygen nitrogen methane uranium vitamin circle square block quadrant licence license pl file
    summary letter memo photo scan copy document doc drawing attachment program programme result
    analysis data final study general information record history diagram map profile survey
    box no nr number project the and for with from well wells report log index model size code interval
    schedule hydrogen helium argon krypton xenon radon boron iodine chlorine sulphur sulfur silicon
    freon nylon tween span covid windows monday tuesday wednesday thursday friday saturday sunday
    tabelle tabla tableau tabela abbildung figura bild kapitel seite pagina side vedlegg bijlage
    anlage anexo annexe echantillon muestra probe prove monster kern kjerne carotte nucleo
    """
    )
)
# Compounds whose number says where a group sits: butene-1, propanol-2, caesium-137.
_COMPOUND_ENDINGS = ("ene", "ane", "anol", "yl", "ium", "ide", "ate", "ite")


@dataclass(frozen=True, slots=True)
class WellName:
    """A well name found at `start:end` of a text; `value` is its normalised form."""

    value: str
    printed: str
    start: int
    end: int


def compose(block: str, platform: str | None, number: str, suffix: str | None) -> str:
    """The normalised form: "7/11" and "03" -> "7/11-3", with platform and suffix if any.

    The suffix X was printed in the 1960s and 1970s for an exploration well and later
    dropped, so it falls off, but not that of a platform's well.
    """
    well = f"{block}-{platform.upper()}-{int(number)}" if platform else f"{block}-{int(number)}"
    suffix = (suffix or "").upper()
    if suffix == "X" and not platform:
        suffix = ""
    suffix = re.sub(r"^S(?=[0-9])", "ST", suffix)
    return f"{well} {suffix}" if suffix else well


def is_numbered_thing(name: str) -> bool:
    """Whether a capitalised name is rather that of a thing or a month."""
    return any(word in _NUMBERED_THINGS or word.endswith("ed") for word in words(name))


def is_compound(name: str) -> bool:
    """Whether a name ends as those of chemical compounds and elements do."""
    return name.lower().endswith(_COMPOUND_ENDINGS)
