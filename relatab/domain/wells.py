r"""Well names in running text, table cells, and file and folder names.

Recognised, with the normalised form (upper case, no leading zeros, one space before a
sidetrack suffix):

    7/11-1, 7/11-01, 7/11 - 1         7/11-1        quadrant/block-number
    7/11-1X, 7-11-1 X                 7/11-1        the older suffix X, see below
    34/8-A-3 H, 34_8-A-3H             34/8-A-3 H    platform or template letter
    15/9-F-12 A, 15/9-F-12A           15/9-F-12 A   sidetrack
    22/30b-11Z                        22/30B-11 Z   block with a part letter
    7_11_1 (file names)               7/11-1
    ABC-GT-02-S1, ABC-GT-02st1        ABC-GT-2 ST1  geothermal wells, Dutch usage
    K12-B-03                          K12-B-3       Dutch offshore blocks
    42-123-12345-00-00, API 4212312345   42-123-12345   API numbers; trailing 00 fall off
    Name-2, well Name 2               NAME-2
    LEASE 3-36-25H                    LEASE 3-36-25H

After a quadrant name, "-2, -3 and -7" stand for wells of the same block.

The suffix X was printed in the 1960s and 1970s for an exploration well and later
dropped, so `7/11-1X` and `7/11-1` are one well: X is no part of the normalised form.
Sidetrack suffixes name other wellbores and stay; `parents` leads from them to the well.

Not wells: dates (07/05/1968, 26/2-68), fractions (9-5/8, 9 5/8-12 1/4), plain ranges
(10-20), groups of thousands, numbered things of a report ("Table-2", "Core-1"). A name
with dashes only (7-11-1) counts after a word such as "well" or with a letter for the
platform (34-8-A-3) or the suffix.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from relatab.domain.text import plain_marks, words

_WELL_WORD = r"(?:well|wells|wellbore|borehole|br[oø]nn|boring|put|putnaam|puits|pozo)"
_BEFORE = rf"(?i:\b{_WELL_WORD}(?:\s+(?:no|nr|name|id))?[\s.:#]*)"

_QUADRANT = re.compile(
    r"(?<![\w/.,])(?P<quadrant>[0-9]{1,4})\s?/\s?(?P<block>[0-9]{1,2})(?P<part>[A-Za-z])?"
    r"\s?-\s?(?:(?P<platform>[A-Z]{1,2})-?\s?)?(?P<number>[0-9]{1,2})"
    r"(?![0-9/.,]*[0-9/])"
    r"(?:(?P<gap>[ -]?)(?P<suffix>S[RT][0-9]{0,2}|[A-Z][0-9]{0,2}|st[0-9]{1,2}|[a-z]))?(?![^\W_])"
)
_DASHED = re.compile(
    rf"(?P<word>{_BEFORE})?(?<![^\W_])(?<![/.-])(?P<quadrant>[1-9][0-9]{{0,3}})-(?P<block>[0-9]{{1,2}})"
    r"-(?:(?P<platform>[A-Z]{1,2})-?)?(?P<number>[0-9]{1,2})(?![0-9-]*[0-9])"
    r"(?:[ ]?(?P<suffix>[ABCSXZ]))?(?![^\W_])"
)
_UNDERSCORED = re.compile(
    r"(?<![^\W_])(?P<quadrant>[1-9][0-9]{0,3})_(?P<block>[0-9]{1,2})(?P<part>[A-Za-z])?[-_]"
    r"(?:(?P<platform>[A-Z]{1,2})[-_])?(?P<number>[0-9]{1,2})(?![0-9]|[-_][0-9])"
    r"(?:[-_ ]?(?P<suffix>[A-Z][0-9]?|ST[0-9]))?(?![^\W_])"
)
_GEOTHERMAL = re.compile(
    r"(?<![^\W_])(?:(?P<place>[A-Z]{2,}|[A-Z][a-z]{3,}(?:\s[A-Z][a-z]{2,})?)[-_ ])?GT[-_ ]?"
    r"(?P<number>[0-9]{1,2})(?:[-_ ]?(?P<suffix>(?:ST|S|st)[0-9]{1,2}))?(?![^\W_])"
)
_DUTCH_BLOCK = re.compile(
    r"(?<![^\W_])(?P<block>[A-S][0-9]{2})-(?P<platform>[A-Z]{1,2}[0-9]?)-(?P<number>[0-9]{1,2})"
    r"(?:[-_ ]?(?P<suffix>(?:ST|S|st)[0-9]{1,2}))?(?![^\W_])"
)
_API = re.compile(
    r"(?<![\w-])(?:(?P<state>[0-9]{2})-(?P<county>[0-9]{3})-(?P<unique>[0-9]{5})"
    r"(?P<bores>(?:-[0-9]{2}){0,2})"
    r"|(?i:API)(?i:\s*(?:no|number|nr))?[\s.:#]*(?P<digits>[0-9]{10}(?:[0-9]{2}){0,2}))(?![\w-])"
)
_NAMED = re.compile(
    rf"(?P<word>{_BEFORE})?(?<![\w/-])(?P<name>[A-Z][a-z]{{2,}}(?:\s[A-Z][a-z]{{2,}})?"
    r"|[A-Z]{3,}(?:\s[A-Z]{3,})?)"
    r"(?P<joint>[ -])(?P<number>[0-9]{1,2})(?:[ -]?(?P<suffix>[A-Z]|ST[0-9]{1,2}))?"
    rf"(?![^\W_]|[/.,-][0-9])(?P<after>\s{_WELL_WORD}\b)?"
)
_LEASE = re.compile(
    r"(?<![\w/-])(?P<name>[A-Z][A-Z&']{2,}(?:\s[A-Z][A-Z&']+)?)\s"
    r"(?P<number>[0-9]{1,2}(?:-[0-9]{1,2}){1,2}[A-Z]{0,2}H)(?![\w-])"
)
_LEADING_WELL_WORD = re.compile(rf"^{_BEFORE}")
_HINT = re.compile(rf"\b{_WELL_WORD}\b|\bAPI\b", re.IGNORECASE)
_IS_SUFFIX = re.compile(r"[A-Z]{1,2}[0-9]{0,2}")
_PLACED = re.compile(r"[^0-9]+-(?P<short>GT-[0-9]+(?: [A-Z0-9]+)?)")
_ELIDED = re.compile(
    r"\s*(?:,|;|&|\+|\b(?:and|og|en|et|und|y)\b)\s*-(?P<number>[0-9]{1,2})"
    r"(?P<suffix>[A-Z])?(?![\w/-])"
)
_ENDS_IN_NUMBER = re.compile(r"[0-9]\s?[ -]$")
_INCH_FRACTION = frozenset({2, 4, 8, 16})
_INCHES_AFTER = re.compile(r"\s?(?:[0-9]/[0-9]|\"|''|inch|in\b)", re.IGNORECASE)

# Exploration wells of one block never reached such numbers; two-digit years did.
_FIRST_YEAR = 60
# Quadrant numbers skip the range in which a four-digit number is a year.
_YEARS = range(1900, 2100)

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
    box no nr number the and for with from well wells report log index model size code interval
    """
    )
)


@dataclass(frozen=True, slots=True)
class WellName:
    """A well name found at `start:end` of a text; `value` is its normalised form."""

    value: str
    printed: str
    start: int
    end: int


def find_wells(text: str) -> tuple[WellName, ...]:
    """All well names of a text, in reading order, without overlaps.

    The most specific naming system wins where two would match; see the module's table.
    Positions refer to `plain_marks(text)`.
    """
    text = plain_marks(text)
    if not _may_hold_a_well(text):
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
    name = _LEADING_WELL_WORD.sub("", plain_marks(text).strip(" .,:;()[]"))
    for prefix in ("", "well "):
        for found in find_wells(prefix + name):
            if found.start == len(prefix) and found.end == len(prefix + name):
                return found.value
    return None


def parents(value: str) -> tuple[str, ...]:
    """Shorter names that a document may print for the same well, nearest first.

    `value` is normalised. The sidetrack suffix falls off, then the place before "GT":
    "ABC-GT-2 ST1" -> ("ABC-GT-2", "GT-2").
    """
    well, _, suffix = value.rpartition(" ")
    whole = well if well and _IS_SUFFIX.fullmatch(suffix) else None
    return tuple(name for name in (whole, short_name(whole or value)) if name)


def short_name(value: str) -> str | None:
    """The name without its place, as one report of a site prints it: "ABC-GT-2" -> "GT-2"."""
    match = _PLACED.fullmatch(value)
    return match["short"] if match else None


def _may_hold_a_well(text: str) -> bool:
    """A cheap look that spares most texts the patterns."""
    return any(mark in text for mark in "/-_") or "GT" in text or _HINT.search(text) is not None


def _quadrant(text: str) -> Iterator[WellName]:
    for match in _QUADRANT.finditer(text):
        if _is_fraction(match, text) or _is_date(match):
            continue
        suffix = match["suffix"]
        end = match.end()
        if suffix and match["gap"] and not _is_spaced_suffix(suffix):
            suffix, end = None, match.start("gap")
        yield _quadrant_name(match, text, suffix, end)
        yield from _elided(match, text, end)


def _is_spaced_suffix(suffix: str) -> bool:
    """Whether letters after a blank belong to the name: "A", "T2", "st1", not a lone "a"."""
    return suffix.isupper() or len(suffix) > 1


def _quadrant_name(match: re.Match[str], text: str, suffix: str | None, end: int) -> WellName:
    groups = match.groupdict()
    value = _compose(
        f"{int(match['quadrant'])}/{int(match['block'])}{(groups.get('part') or '').upper()}",
        groups.get("platform"),
        match["number"],
        suffix,
    )
    start = match.start("quadrant")
    return WellName(value, text[start:end], start, end)


def _elided(match: re.Match[str], text: str, end: int) -> Iterator[WellName]:
    """The further wells of "7/11-1, -2 and -7"."""
    block = f"{int(match['quadrant'])}/{int(match['block'])}{(match['part'] or '').upper()}"
    while following := _ELIDED.match(text, end):
        value = _compose(block, match["platform"], following["number"], following["suffix"])
        start, end = following.start("number") - 1, following.end()
        yield WellName(value, text[start:end], start, end)


def _compose(block: str, platform: str | None, number: str, suffix: str | None) -> str:
    well = f"{block}-{platform.upper()}-{int(number)}" if platform else f"{block}-{int(number)}"
    suffix = (suffix or "").upper()
    if suffix == "X" and not platform:  # see the module's docstring
        suffix = ""
    suffix = re.sub(r"^S(?=[0-9])", "ST", suffix)
    return f"{well} {suffix}" if suffix else well


def _is_fraction(match: re.Match[str], text: str) -> bool:
    """Whether "5/8-12" ends or starts a size in inches rather than naming a well."""
    numerator, denominator = int(match["quadrant"]), int(match["block"])
    if match["part"] or match["platform"] or match["suffix"]:
        return False
    if denominator not in _INCH_FRACTION or numerator >= denominator or numerator % 2 == 0:
        return False
    before = _ENDS_IN_NUMBER.search(text, max(0, match.start() - 4), match.start())
    return before is not None or _INCHES_AFTER.match(text, match.end("number")) is not None


def _is_date(match: re.Match[str]) -> bool:
    """Whether three numbers are rather a day: 26/2-68, 2010_11_02."""
    groups = match.groupdict()
    if int(match["quadrant"]) in _YEARS:
        return True
    if groups.get("part") or groups.get("platform"):
        return False
    return int(match["quadrant"]) <= 31 and int(match["number"]) >= _FIRST_YEAR


def _dashed(text: str) -> Iterator[WellName]:
    for match in _DASHED.finditer(text):
        told = match["word"] or match["platform"] or match["suffix"]
        if told and not _is_date(match):
            yield _quadrant_name(match, text, match["suffix"], match.end())


def _underscored(text: str) -> Iterator[WellName]:
    for match in _UNDERSCORED.finditer(text):
        if not _is_date(match):
            yield _quadrant_name(match, text, match["suffix"], match.end())


def _geothermal(text: str) -> Iterator[WellName]:
    for match in _GEOTHERMAL.finditer(text):
        place = (match["place"] or "").upper()
        block = f"{place}-GT" if place else "GT"
        value = _compose(block, None, match["number"], match["suffix"])
        yield WellName(value, match.group(), match.start(), match.end())


def _dutch_block(text: str) -> Iterator[WellName]:
    for match in _DUTCH_BLOCK.finditer(text):
        block = f"{match['block'][0]}{int(match['block'][1:])}"
        value = _compose(block, match["platform"], match["number"], match["suffix"])
        yield WellName(value, match.group(), match.start(), match.end())


def _api(text: str) -> Iterator[WellName]:
    for match in _API.finditer(text):
        digits = match["digits"] or re.sub("[^0-9]", "", match.group())
        parts = [digits[:2], digits[2:5], digits[5:10], digits[10:12], digits[12:14]]
        while len(parts) > 3 and parts[-1] in ("", "00"):
            parts.pop()
        yield WellName("-".join(parts), match.group(), match.start(), match.end())


def _named(text: str) -> Iterator[WellName]:
    for match in _NAMED.finditer(text):
        names = words(match["name"])
        if any(name in _NUMBERED_THINGS or name.endswith("ed") for name in names):
            continue
        if not (match["word"] or match["after"]) and match["joint"] == " ":
            continue
        if match["name"].isupper() and not (match["word"] or match["after"]):
            continue  # CMT-07: the code of a sample or a slurry rather than a well
        value = _compose(match["name"].upper(), None, match["number"], match["suffix"])
        end = match.end("suffix") if match["suffix"] else match.end("number")
        start = match.start("name")
        yield WellName(value, text[start:end], start, end)


def _lease(text: str) -> Iterator[WellName]:
    for match in _LEASE.finditer(text):
        if words(match["name"])[0] in _NUMBERED_THINGS:
            continue
        yield WellName(match.group().upper(), match.group(), match.start(), match.end())


_SYSTEMS = (
    _api,
    _quadrant,
    _underscored,
    _lease,
    _dashed,
    _geothermal,
    _dutch_block,
    _named,
)
