"""Printed numbers, each with the unit and the reference behind it.

A number may have a decimal comma or point, thousands in groups, a fraction, feet and inches;
`quantities` tells ranges, lists and values without a unit from what stands between them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from relatab.domain.abbreviations import meanings
from relatab.domain.references import REFERENCE_PATTERN, depth_reference
from relatab.domain.text import NUMBER, fold, opens_quotation, plain_number
from relatab.domain.units import UNITS, Unit, spelling_pattern, unit_of

INCHES_PER_FOOT = 12

# Spellings with a second meaning, and what they are where the words around say so.
_TEMPERATURE = re.compile(r"\b(?:temp\w*|bh[sc]?t|static|circulating|heat\w*|cool\w*|cloud|pour)\b")
_MONEY = re.compile(r"[$€£]|\b(?:usd?|nok|costs?|budget)\b")
_DECIDED: dict[str, tuple[str, Callable[[str], bool]]] = {
    "C": ("° c", lambda around: _TEMPERATURE.search(around) is not None),
    "F": ("° f", lambda around: _TEMPERATURE.search(around) is not None),
    "MD": ("mD", lambda around: meanings("md", around) == {"millidarcy"}),
    "md": ("mD", lambda around: meanings("md", around) == {"millidarcy"}),
    # "5 M" is five metres in a telex and five million in a budget.
    "M": ("m", lambda around: _MONEY.search(around) is None),
}
_REACH = 60
"""Characters before and behind a number among which a word decides what it means."""

_FRACTION = r"[0-9]{1,2}/(?:64|32|16|8|4|2)"
_FEET_AND_INCHES = (
    rf"(?P<feet>[0-9]{{1,5}})(?:'|\s?ft\.?)\s?(?P<inches>[0-9]{{1,2}}(?:[ -]{_FRACTION})?)"
    r"\s?(?:\"|''|in\b\.?)"
)
_BARE_FEET_AND_INCHES = re.compile(
    rf"-?\s?(?P<feet>[0-9]{{1,5}})\s*'?\s+(?P<inches>[0-9]{{1,2}}(?:[ -]{_FRACTION})?)\s*(?:\"|'')"
)
_MIXED = rf"(?:(?P<whole>[0-9]{{1,5}})[ -])?(?P<fraction>{_FRACTION})(?![0-9/])"
_BLANK_GROUPED = r"(?<![0-9]\s)[1-9][0-9]{0,2}\s[0-9]{3}(?:[.,][0-9]+)?(?!\s?[0-9])"
# A capital M is decided by the words around.
_SPELT = spelling_pattern(
    spelling for unit in UNITS for spelling in unit.spellings if spelling != "m"
)
_CASED = spelling_pattern(spelling for unit in UNITS for spelling in unit.cased)
_WORD_ENDS = r"(?![^\W_])"
_REFERENCE = rf"(?i:{REFERENCE_PATTERN}){_WORD_ENDS}"
# Not the numerator of a unit that is not known: m/s, lb/1000 gal, feet per minute.
_IS_WHOLE = (
    rf"{_WORD_ENDS}(?![²³^]|\.[a-zA-Z]|[- ]lbf?\b|\s?per\b|\s?°?\s?API\b)"
    r"(?!\s?/\s?(?:[^\W\d_]|[0-9]{1,2}\b|10+\b))"
)
_UNIT = (
    rf"(?=[^\W\d_]|[°#'\"])(?:(?:(?i:{_SPELT})|{_CASED}|{'|'.join(_DECIDED)}|m)"
    rf"(?:{_IS_WHOLE}|(?={_REFERENCE}))"
    r"|'(?!'|s\b|[^\W\d_]{2})|\"(?!\"|[^\W\d_]{2})|'')"
)
# "3124 m/10249 ft" prints two depths, "lb/100 ft2" one unit.
_START = r"(?:(?<![\w/.,])|(?<=[a-z]/)(?=[0-9]{3})(?!10+\b))"
# A dash behind a word or a bracket is no minus.
_SIGN = r"(?:(?<![\w)]\s)(?<![\w)])(?P<sign>-))?"
_NUMERAL = (
    rf"{_START}(?P<bound>[<>≤≥~±]\s?)?{_SIGN}"
    rf"(?P<number>{_FEET_AND_INCHES}|{_MIXED}|{_BLANK_GROUPED}|{NUMBER}|\.[0-9]+)"
    r"(?![0-9]|[.,/][0-9])(?P<over>\+)?"
    rf"(?:\s?-?(?P<unit>{_UNIT})(?:\s?-?\(?(?P<reference>{_REFERENCE}))?|{_WORD_ENDS})"
)
_PRIMES = {"'": "ft", '"': "inch", "''": "inch"}
# 56° 23' 12" is an angle, and the 5" of 14974 5" is a part of what may be feet.
_NO_PRIME_AFTER = re.compile(r"[0-9](?:\s?°(?:\s?[0-9]{1,2}\s?')?\s?|\s)$")
# "core 12 345 ft": the first number counts, it groups no thousands.
_COUNTED = re.compile(
    r"\b(?:no|nr|cores?|tests?|dst|samples?|plugs?|runs?|bits?|tables?|fig|figure|page|zone|wells?"
    r"|jobs?|stage|row|item|and)\b[\s.#:]*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Numeral:
    """A printed number at `start:end`, its digits from `place` on, and the unit behind it.

    unit: None where none is printed, or one that could mean several things; reference: that of
    a depth, bound: "<", ">" or "~", each "" where none is printed; assumed: whether the unit is
    not printed but known by trade.
    """

    value: float
    digits: str
    start: int
    place: int
    end: int
    unit: Unit | None
    reference: str
    bound: str
    assumed: bool = False


def numerals(
    text: str, default: Unit | None = None, *, about: str = "", decimal_comma: bool = False
) -> Iterator[Numeral]:
    """The numbers of a text, in order; parts of angles and of feet and inches are left out.

    text: with `plain_marks`; decimal_comma: whether its numbers have one, which settles "1,686"
    and "1.686"; default: a unit whose kind decides what an ambiguous spelling of that kind means,
    about: words from elsewhere, such as a column's name, that may decide it.
    """
    for match in _numeral().finditer(text):
        digits, place = match["number"], match.start("number")
        if _is_grouped(digits) and _COUNTED.search(text, max(0, place - _REACH), place):
            first, _, digits = digits.partition(" ")
            place += len(first) + 1
        value = _feet(match) if match["feet"] else _value(match, digits, decimal_comma)
        if value is None or _is_part(match, text):
            continue
        unit = _unit(match, text, default, about)
        length = unit is not None and unit.kind == "length"
        bound = (match["bound"] or "").strip()
        yield Numeral(
            value=-value if match["sign"] else value,
            digits=digits,
            start=match.start() if place == match.start("number") else place,
            place=place,
            end=match.end(),
            unit=unit,
            reference=depth_reference(match["reference"] or "") if length else "",
            bound=">" if match["over"] else {"≤": "<", "≥": ">", "±": "~"}.get(bound, bound),
        )


def bare_feet(text: str) -> float | None:
    """The feet of a cell of feet that as a whole prints feet and inches: 14974 5"."""
    match = _BARE_FEET_AND_INCHES.fullmatch(text)
    return _feet(match) if match else None


def _is_part(match: re.Match[str], text: str) -> bool:
    """Whether a number with a prime is part of an angle, of feet and inches without a mark, or
    of a quotation that the prime ends.
    """
    if not (match["feet"] or match["unit"] in _PRIMES):
        return False
    before = text[max(0, match.start() - _REACH) : match.start()]
    quoted = match["unit"] is not None and opens_quotation(before, match["unit"][0])
    return quoted or _NO_PRIME_AFTER.search(before) is not None


def _is_grouped(digits: str) -> bool:
    return re.fullmatch(_BLANK_GROUPED, digits) is not None


def _value(match: re.Match[str], digits: str, decimal_comma: bool) -> float | None:
    if match["fraction"]:
        top, bottom = map(int, match["fraction"].split("/"))
        return int(match["whole"] or 0) + top / bottom if top < bottom else None
    return float(plain_number(re.sub(r"\s", "", digits), decimal_comma=decimal_comma))


def _feet(match: re.Match[str]) -> float:
    whole, _, fraction = re.sub("-", " ", match["inches"]).partition(" ")
    top, _, bottom = fraction.partition("/")
    inches = int(whole) + (int(top) / int(bottom) if fraction else 0)
    return int(match["feet"]) + inches / INCHES_PER_FOOT


def _unit(match: re.Match[str], text: str, default: Unit | None, about: str) -> Unit | None:
    spelling = "ft" if match["feet"] else match["unit"]
    if spelling is None:
        return None
    if spelling not in _DECIDED:
        return unit_of(_PRIMES.get(spelling, spelling))
    meant, is_meant = _DECIDED[spelling]
    unit = unit_of(meant)
    expected = default is not None and unit is not None and default.kind == unit.kind
    around = text[max(0, match.start() - _REACH) : match.end() + _REACH]
    return unit if expected or is_meant(fold(f"{about} {around}")) else None


@cache
def _numeral() -> re.Pattern[str]:
    """Compiled when a text first has a unit: that takes longer than a search's other patterns."""
    return re.compile(_NUMERAL)
