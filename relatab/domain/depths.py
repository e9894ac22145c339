r"""Depths and depth intervals, in metres, from cells, column names and running text.

Recognised: `10300 - 13036 feet`, `0 - 4000 feet (0 - 1219 meters)`, `3124-3162`,
`10' - 20'`, `from 3900 to 3950 m`, `4220- 260` (the end shortened to its last digits),
`10,248 ft`, `3492,8 m`, `14974 5"` (feet and inches), `14983' 9"`, `(9427)`, `?10651`.
A subsea depth printed with a minus keeps no sign: reports print it either way.

A unit stands in the text itself, else the caller gives the column's. Without any unit
there is no depth. Not recognised: depths in kilometres or fathoms, and spelt-out numbers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from relatab.domain.text import NUMBER, fold, plain_marks, plain_number

METRES_PER_FOOT = 0.3048
INCHES_PER_FOOT = 12.0
# Deeper than the deepest well (12.3 km): a number beyond is no depth.
DEEPEST_M = 13000.0
_DEPTH_DIGITS = 5

_FEET = r"(?:feet|foot|ft|pieds?)\b\.?|'(?!')"
_METRES = r"(?:met(?:er|re)s?|m(?:trs?)?)\b(?![/.]?[a-z0-9])|m(?=\s?(?:md|tvd|rkb|rt|kb|bgl|ah))"
_UNIT = rf"(?:(?P<{{0}}ft>{_FEET})|(?P<{{0}}m>{_METRES}))"
_FIRST, _LAST, _ONLY = _UNIT.format("first_"), _UNIT.format("last_"), _UNIT.format("only_")

_INTERVAL = re.compile(
    rf"(?<![\w/.,])(?P<between>between\s)?(?P<top>{NUMBER})\s?(?:{_FIRST})?\s*"
    rf"(?(between)(?:and|-|to)|(?:-|to|til|tot|à|a))\s*"
    rf"(?P<bottom>{NUMBER})(?![0-9/-])\s?(?:{_LAST})?",
    re.IGNORECASE,
)
_DEPTH = re.compile(
    rf"(?<![\w/.,])(?P<depth>{NUMBER})(?![0-9/])\s?(?:{_ONLY})",
    re.IGNORECASE,
)
# Numbers of three digits at least: "samples 4, 12 and 18 m apart" lists no depths.
_LISTED = re.compile(r"(?<![\w/.,-])(?:[0-9]{3,5}(?:,\s|\s(?:and|og|en|et|y|&)\s))+$")
# "0190": a digit was lost before it, on paper or by the OCR.
_CUT_OFF = re.compile(r"0[0-9]")
_LISTED_DEPTH = re.compile(r"[0-9]{3,5}")
_LONGEST_LIST = 80  # characters
_FEET_AND_INCHES = re.compile(
    r"[ (?~-]*(?P<feet>[0-9]{1,5})\s*(?:'|ft\.?)?\s+(?P<inches>[0-9]{1,2})\s*(?:\"|''|in\.?)[ )]*"
    r"|[ (?~-]*(?P<feet_marked>[0-9]{1,5})'\s*(?P<inches_marked>[0-9]{1,2})\"[ )]*"
)
_BARE = re.compile(rf"[ (?~+-]*(?P<depth>{NUMBER})[ )+?*]*")

_COLUMN_FEET = re.compile(r"(?<![^\W_])(?:feet|ft|foot|pieds?)(?![^\W_]|/)")
_COLUMN_METRES = re.compile(r"(?<![^\W_])(?:met(?:er|re)s?|m|mtrs?|mdrkb|mrkb)(?![^\W_]|/)")
_DEPTH_COLUMN = re.compile(
    r"\b(?:depths?|intervals?|md|mdrkb|mdrt|tvd|tvdss|tvdrkb|rkb|rt|kb|ahd?|ahrt|shoe|set at|toc"
    r"|perforations?|perforated|perfs|diepte|dybde|profondeur|profundidad|cote|from|to|van|tot|fra"
    r"|til|tops?|bottom|base|thickness below)\b|深|глубина|интервал"
)
_OTHER_LENGTH = re.compile(r"\b(?:thick(?:ness)?|thk|water depth|elevation|length|net|pay)\b")
_OTHER_QUANTITY = re.compile(
    r"\b(?:temp(?:erature)?|date|time|perm\w*|poros\w*|carbon|press\w*|weight|density|gradient)\b|%"
)
_TOP_COLUMN = re.compile(r"\b(?:from|top|start|van|fra|de|desde|upper)\b")
_BOTTOM_COLUMN = re.compile(r"\b(?:to|bottom|base|end|tot|til|a|hasta|lower)\b")


@dataclass(frozen=True, slots=True)
class Interval:
    """A depth interval in metres, 0 <= top <= bottom; a single depth has top == bottom."""

    top: float
    bottom: float
    printed: str

    def overlaps(self, other: Interval) -> bool:
        """Whether the two share a depth, be it one end."""
        return self.top <= other.bottom and other.top <= self.bottom


def column_unit(name: str, unit: str | None = None) -> str | None:
    """The length unit of a column, "m" or "ft", from its name and its unit as printed.

    None where neither or both are named: "ft (m)" leaves the unit to the cells.
    """
    text = fold(f"{name} {unit or ''}")
    feet = _COLUMN_FEET.search(text) is not None
    metres = _COLUMN_METRES.search(text) is not None
    if feet == metres:
        return None
    return "ft" if feet else "m"


def is_depth_column(name: str) -> bool:
    """Whether a column of this name holds depths along the well, no thickness or pressure."""
    folded = fold(name)
    other = is_other_length(name) or _OTHER_QUANTITY.search(folded) is not None
    return _DEPTH_COLUMN.search(folded) is not None and not other


def is_other_length(name: str) -> bool:
    """Whether lengths under this name are no depths: a thickness, the water depth."""
    return _OTHER_LENGTH.search(fold(name)) is not None


def is_top_column(name: str) -> bool:
    """Whether the column gives the upper ends of intervals ("From", "Top")."""
    return _TOP_COLUMN.search(fold(name)) is not None


def is_bottom_column(name: str) -> bool:
    """Whether the column gives the lower ends of intervals ("To", "Bottom")."""
    return _BOTTOM_COLUMN.search(fold(name)) is not None


def find_intervals(text: str) -> tuple[Interval, ...]:
    """Intervals and single depths of running text that carry a unit of their own."""
    text = plain_marks(text)
    found: list[tuple[int, Interval]] = []
    taken: list[tuple[int, int]] = []
    for match in _INTERVAL.finditer(text):
        unit = _unit(match, "last_") or _unit(match, "first_")
        interval = unit and _interval(match["top"], match["bottom"], unit, match.group())
        if interval:
            found.append((match.start(), interval))
            taken.append(match.span())
    for match in _DEPTH.finditer(text):
        if any(start <= match.start() < end for start, end in taken):
            continue
        unit, place = _unit(match, "only_"), match.start()
        for printed in (*_listed_before(text, place), match["depth"]):
            metres = _metres(printed, unit)
            if metres is not None:
                found.append((place, Interval(metres, metres, f"{printed} {unit}")))
    return tuple(interval for _, interval in sorted(found, key=lambda item: item[0]))


def cell_intervals(text: str, unit: str | None) -> tuple[Interval, ...]:
    """Intervals and depths of a cell in a depth column.

    unit: "m", "ft" or None, the column's; a unit printed in the cell overrules it.
    """
    text = plain_marks(text)
    if found := find_intervals(text):
        return found
    if unit is None:
        return ()
    if match := _FEET_AND_INCHES.fullmatch(text):
        return _feet_and_inches(match, text) if unit == "ft" else ()
    if match := _BARE.fullmatch(text):
        metres = _metres(match["depth"], unit)
        return () if metres is None else (Interval(metres, metres, text.strip()),)
    if match := _INTERVAL.fullmatch(text.strip(" ()?*+")):
        interval = _interval(match["top"], match["bottom"], unit, match.group())
        return (interval,) if interval else ()
    return ()


def _feet_and_inches(match: re.Match[str], text: str) -> tuple[Interval, ...]:
    feet = float(match["feet"] or match["feet_marked"])
    inches = float(match["inches"] or match["inches_marked"])
    metres = round((feet + inches / INCHES_PER_FOOT) * METRES_PER_FOOT, 2)
    return (Interval(metres, metres, text.strip()),) if metres <= DEEPEST_M else ()


def _listed_before(text: str, place: int) -> list[str]:
    """The depths of a list that share the unit of its last: "9944, 9975 and" 10020 ft."""
    listed = _LISTED.search(text, max(0, place - _LONGEST_LIST), place)
    return _LISTED_DEPTH.findall(listed.group()) if listed else []


def _unit(match: re.Match[str], place: str) -> str | None:
    if match[f"{place}ft"]:
        return "ft"
    return "m" if match[f"{place}m"] else None


def _interval(top: str, bottom: str, unit: str, printed: str) -> Interval | None:
    bottom = _whole_end(top, bottom)
    upper, lower = _metres(top, unit), _metres(bottom, unit)
    if upper is None or lower is None or lower < upper:
        return None
    return Interval(upper, lower, printed.strip())


def _whole_end(top: str, bottom: str) -> str:
    """The end of a range printed with its last digits only: 4220-260 -> 4260, 9975-05 -> 10005."""
    shortened = len(bottom) < len(top) <= _DEPTH_DIGITS and (top + bottom).isdigit()
    if not shortened or int(bottom) >= int(top):
        return bottom
    step = 10 ** len(bottom)
    end = int(top) // step * step + int(bottom)
    return str(end if end >= int(top) else end + step)


def _metres(printed: str, unit: str | None) -> float | None:
    if _CUT_OFF.match(printed):
        return None
    value = float(plain_number(printed))
    metres = value * METRES_PER_FOOT if unit == "ft" else value
    return round(metres, 2) if metres <= DEEPEST_M else None
