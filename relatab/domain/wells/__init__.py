r"""Well names in running text, table cells, and file and folder names.

Recognised, with the normalised form (upper case, no leading zeros, one space before a
sidetrack suffix):

    7/11-1, 7/11-01, 7/11 - 1         7/11-1        quadrant/block-number
    7/11-1X, 7-11-1 X                 7/11-1        the older suffix X, which was dropped
    34/8-A-3 H, 34_8-A-3H             34/8-A-3 H    platform or template letter
    15/9-F-12 A, 15/9-F-12A           15/9-F-12 A   sidetrack
    22/30b-11Z, 211/18-A12            22/30B-11 Z   block with a part letter; 211/18-A-12
    7_11_1 (file names)               7/11-1
    ABC-GT-02-S1, ABC-GT-02st1        ABC-GT-2 ST1  geothermal wells, Dutch usage
    K12-B-03                          K12-B-3       Dutch offshore blocks
    42-123-12345-00-00, API 4212312345   42-123-12345   API numbers
    100/06-32-048-09W5/00             100/06-32-048-09W5   Canadian unique well identifiers
    1-RJS-123, 7-MLL-54HP-RJS         as printed    Brazil
    Name-2, well Name 2               NAME-2
    Name Z10                          NAME Z10      Germany
    LEASE 3-36-25H, Smith Ranch #3    SMITH RANCH #3
    苏6-10-3, 大庆-12, 塔中4井           苏6-10-3, 大庆12, 塔中4
    скв. № 12-Р, скважина 1234        СКВ-12Р, СКВ-1234

After a quadrant name, "-2, -3 and -7" stand for wells of the same block. Sidetrack suffixes
name other wellbores and stay; `parents` leads from them to the well.

Not wells: dates (07/05/1968, 26/2-68), fractions (9-5/8, 9 5/8-12 1/4), plain ranges
(10-20), groups of thousands, coordinates, telephone and part numbers, IADC codes, compounds
(Butene-1), numbered things of a report ("Table-2", "Core-1"). A name with dashes only
(7-11-1) counts after a word such as "well" or with a letter for the platform (34-8-A-3) or
the suffix; `readings` hands on the others, to be compared with the wells of a corpus.
"""

from __future__ import annotations

import re
from functools import lru_cache

from relatab.domain.text import plain_marks
from relatab.domain.wells import proper, quadrants, registered, scripts
from relatab.domain.wells.names import BEFORE, WELL_WORD, WellName
from relatab.domain.wells.scripts import in_latin

__all__ = [
    "WellName",
    "find_wells",
    "in_latin",
    "mother_well",
    "normalise_well",
    "parents",
    "short_name",
]

# The most specific first: where two match, the earlier one is right.
_SYSTEMS = (
    registered.canadian,
    registered.american,
    quadrants.with_slash,
    quadrants.with_underscores,
    registered.brazilian,
    proper.lease,
    quadrants.with_dashes,
    proper.geothermal,
    quadrants.with_letter,
    scripts.chinese,
    scripts.russian,
    proper.german,
    proper.named,
)
_LEADING_WELL_WORD = re.compile(rf"^{BEFORE}")
_HINT = re.compile(
    rf"[/_#-]|GT|\b{WELL_WORD}|\b(?:API|No\.)|[A-ZÀ-ÿa-z] Z[1-9]|W[1-6]|井", re.IGNORECASE
)
"""A cheap look that spares most texts the patterns."""
_VOUCHED = ("", "well ", "API ", "井号 ")

_SIDETRACK = re.compile(r"(?P<well>.+) [A-Z]{1,2}[0-9]{0,2}")
_API_BORE = re.compile(r"(?P<well>[0-9]{2}-[0-9]{3}-[0-9]{5})(?:-[0-9]{2}){1,2}")
_UWI_EVENT = re.compile(r"(?P<well>[12][0-9A-Z]{2}/.+)/[0-9]{2}")
_GERMAN_BORE = re.compile(r"(?P<well>.+ Z[0-9]+)[A-Z]")
_PLACED = re.compile(r"[^0-9]+-(?P<short>GT-[0-9]+(?: [A-Z0-9]+)?)")
_LOCATED = re.compile(r"1[0-9A-Z]{2}/(?P<short>[0-9-]+W[1-6])(?:/[0-9]{2})?")


def find_wells(text: str) -> tuple[WellName, ...]:
    """All well names of a text, in reading order, without overlaps.

    The most specific naming system wins where two would match; see the module's table.
    Positions refer to `plain_marks(text)`.
    """
    text = plain_marks(text)
    if not _HINT.search(text):
        return ()
    found: list[WellName] = []
    for system in _SYSTEMS:
        for name in system(text):
            if not any(name.start < other.end and other.start < name.end for other in found):
                found.append(name)
    return tuple(sorted(found, key=lambda name: name.start))


def normalise_well(text: str) -> str | None:
    """The normalised form of a text that as a whole is said to be one well name, else None.

    The word "well" may stand before it. As the caller vouches for a well, names that
    running text would need that word for are taken too: "Poseidon 2", "7-11-1".
    """
    name = plain_marks(text).strip(" .,:;()[]")
    bare = _LEADING_WELL_WORD.sub("", name)
    for vouched in (name, *(prefix + bare for prefix in _VOUCHED)):
        for found in find_wells(vouched):
            if found.end == len(vouched) and vouched[: found.start] in (*_VOUCHED, ""):
                return found.value
    return None


def parents(value: str) -> tuple[str, ...]:
    """Shorter names that a document may print for the same well, nearest first.

    `value` is normalised. The sidetrack suffix falls off, then the place before "GT":
    "ABC-GT-2 ST1" -> ("ABC-GT-2", "GT-2").
    """
    whole = _without_bore(value)
    return tuple(name for name in (whole, short_name(whole or value)) if name)


@lru_cache(maxsize=100_000)  # a search asks for those of all wells of an index
def mother_well(value: str) -> str:
    """The well that a normalised sidetrack or further completion belongs to, else itself."""
    while well := _without_bore(value):
        value = well
    return value


def _without_bore(value: str) -> str | None:
    for pattern in (_SIDETRACK, _API_BORE, _UWI_EVENT, _GERMAN_BORE):
        if match := pattern.fullmatch(value):
            return match["well"]
    return None


def short_name(value: str) -> str | None:
    """The name without its place, as one report of a site prints it: "ABC-GT-2" -> "GT-2"."""
    match = _PLACED.fullmatch(value) or _LOCATED.fullmatch(value)
    return match["short"] if match else None
