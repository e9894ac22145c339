"""Wells named by quadrant, block and number: the North Sea and its neighbours."""

from __future__ import annotations

import re
from collections.abc import Iterator

from relatab.domain.wells.names import BEFORE, WellName, compose

_QUADRANT = re.compile(
    r"(?<![\w/.,+])(?P<quadrant>[0-9]{1,4})\s?/\s?(?P<block>[0-9]{1,2})(?P<part>[A-Za-z])?"
    r"\s?-\s?(?:(?P<platform>[A-Z]{1,2})-?\s?)?(?P<number>[0-9]{1,2})"
    r"(?![0-9/.,]*[0-9/])"
    r"(?:(?P<gap>[ -]?)(?P<suffix>S[RT][0-9]{0,2}|[A-Z][0-9]{0,2}|st[0-9]{1,2}|[a-z]))?(?![^\W_])"
)
_DASHED = re.compile(
    rf"(?P<word>{BEFORE})?(?<![^\W_])(?<![/.+-])(?P<quadrant>[1-9][0-9]{{0,3}})-(?P<block>[0-9]{{1,2}})"
    r"-(?:(?P<platform>[A-Z]{1,2})-?)?(?P<number>[0-9]{1,2})(?![0-9-]*[0-9])"
    r"(?:[ ]?(?P<suffix>[ABCSXZ]))?(?![^\W_])"
)
_UNDERSCORED = re.compile(
    r"(?<![^\W_])(?P<quadrant>[1-9][0-9]{0,3})_(?P<block>[0-9]{1,2})(?P<part>[A-Za-z])?[-_]"
    r"(?:(?P<platform>[A-Z]{1,2})[-_])?(?P<number>[0-9]{1,2})(?![0-9]|[-_][0-9])"
    r"(?:[-_ ]?(?P<suffix>[A-Z][0-9]?|ST[0-9]))?(?![^\W_])"
)
_LETTER_QUADRANT = re.compile(
    rf"(?P<word>{BEFORE})?(?<![^\W_])(?P<quadrant>[A-S])(?P<block>[0-9]{{1,2}})"
    r"-(?P<platform>[A-Z]{1,2}[0-9]?)-(?P<number>[0-9]{1,2})"
    r"(?:[-_ ]?(?P<suffix>(?:ST|S|st)[0-9]{1,2}))?(?![^\W_])"
)
_ELIDED = re.compile(
    r"\s*(?:,|;|&|\+|\b(?:and|og|en|et|und|y)\b)\s*-(?P<number>[0-9]{1,2})"
    r"(?P<suffix>[A-Z])?(?![\w/-])"
)
_ENDS_IN_NUMBER = re.compile(r"[0-9]\s?[ -]$")
_INCH_FRACTION = frozenset({2, 4, 8, 16})
_INCHES_AFTER = re.compile(r"\s?(?:[0-9]/[0-9]|\"|''|inch|in\b)", re.IGNORECASE)

# Exploration wells of one block never reached such numbers; two-digit years did.
_FIRST_YEAR = 60
# Denmark has the most, fewer than these.
_MOST_BLOCKS = 36
# Quadrant numbers skip the range in which a four-digit number is a year.
_YEARS = range(1900, 2100)


def with_slash(text: str) -> Iterator[WellName]:
    """7/11-1X, 22/30b-11Z, 34/8-A-3 H, 211/18-A12; after a name also "-2, -3 and -7"."""
    for match in _QUADRANT.finditer(text):
        if _is_fraction(match, text) or _is_date(match) or int(match["block"]) > _MOST_BLOCKS:
            continue
        suffix = match["suffix"]
        end = match.end()
        if suffix and match["gap"] and not _is_spaced_suffix(suffix):
            suffix, end = None, match.start("gap")
        yield _named(match, text, suffix, end)
        yield from _elided(match, text, end)


def with_dashes(text: str) -> Iterator[WellName]:
    """7-11-1X, and 7-11-1 where the word "well" stands before it."""
    for match in _DASHED.finditer(text):
        # "56-34-12 S" is a latitude
        told = match["word"] or match["platform"] or match["suffix"] not in (None, "S")
        if told and not _is_date(match):
            yield _named(match, text, match["suffix"], match.end())


def with_underscores(text: str) -> Iterator[WellName]:
    """7_11_1, 34_8-A-3H: names of files, which cannot hold a slash."""
    for match in _UNDERSCORED.finditer(text):
        if not _is_date(match):
            yield _named(match, text, match["suffix"], match.end())


def with_letter(text: str) -> Iterator[WellName]:
    """K12-B-03: Dutch offshore blocks. With one digit (F3-B-03) only after a word for a well."""
    for match in _LETTER_QUADRANT.finditer(text):
        if match["word"] or len(match["block"]) > 1:
            block = f"{match['quadrant']}{int(match['block'])}"
            value = compose(block, match["platform"], match["number"], match["suffix"])
            start = match.start("quadrant")
            yield WellName(value, text[start : match.end()], start, match.end())


def _is_spaced_suffix(suffix: str) -> bool:
    """Whether letters after a blank belong to the name: "A", "T2", "st1", not a lone "a"."""
    return suffix.isupper() or len(suffix) > 1


def _named(match: re.Match[str], text: str, suffix: str | None, end: int) -> WellName:
    groups = match.groupdict()
    value = compose(_block(match), groups.get("platform"), match["number"], suffix)
    start = match.start("quadrant")
    return WellName(value, text[start:end], start, end)


def _block(match: re.Match[str]) -> str:
    part = match.groupdict().get("part") or ""
    return f"{int(match['quadrant'])}/{int(match['block'])}{part.upper()}"


def _elided(match: re.Match[str], text: str, end: int) -> Iterator[WellName]:
    """The further wells of "7/11-1, -2 and -7"."""
    while following := _ELIDED.match(text, end):
        value = compose(_block(match), match["platform"], following["number"], following["suffix"])
        start, end = following.start("number") - 1, following.end()
        yield WellName(value, text[start:end], start, end)


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
