r"""Depths and depth intervals, in metres, from cells, column names and running text.

A depth is a length in metres or feet as `quantities` reads it: `10300 - 13036 feet`,
`3124-3162`, `10' - 20'`, `4220- 260` (the end shortened to its last digits), `3492,8 m TVDSS`,
`14974 5"` (feet and inches), `(9427)`, `?10651`. A subsea depth printed with a minus keeps no
sign: reports print it either way.

A unit stands in the text itself, else the caller gives the column's. Without any unit
there is no depth. Not recognised: depths in kilometres or fathoms, and spelt-out numbers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from relatab.domain.abbreviations import meanings
from relatab.domain.columns import (
    foreign_concepts,
    holds_depths,
    holds_other_lengths,
    holds_other_quantities,
)
from relatab.domain.quantities import Quantity, find_quantities, parse_quantity
from relatab.domain.references import same_reference
from relatab.domain.sizes import find_sizes
from relatab.domain.text import fold

# Deeper than the deepest well (12.3 km): a number beyond is no depth.
DEEPEST_M = 13000.0
_DEPTH_UNITS = frozenset({"m", "ft"})

_COLUMN_FEET = re.compile(r"(?<![^\W_])(?:feet|ft|foot|pieds?|pies?|voet|фут\w*)(?![^\W_]|/)|英尺")
_COLUMN_METRES = re.compile(
    r"(?<![^\W_])(?:met(?:er|re|ro)s?|m|mtrs?|mdrkb|mrkb|m(?:ah|md|tv)\w*|м|метр\w*)(?![^\W_]|/)"
    r"|(?<![^\W_])米"
)
_DEPTH_COLUMN = re.compile(
    r"\b(?:depths?|intervals?|mdrkb|mdrt|tvd|tvdss|tvdrkb|rkb|rt|kb|ahd?|ahrt|shoe|set at"
    r"|owc|gwc|goc|fwl|perforations?|perforated|perfs|diepte|dybde|profondeur|profundidad|cote"
    r"|tops?|bottom|base|thickness below)\b|深|глубина|интервал"
    # "Tested to, bar" and "Sent from" are none.
    r"|(?:^|/ ?)(?:from|to|van|tot|fra|til|von|bis|desde|hasta|от|до)\b"
    # "De (m)", "A (m)": the unit must vouch for words that are so short.
    r"|(?:^|/ ?)(?:de|a)\b(?=\W+(?:m|metros?|metres?|pies|pieds|ft)\b)"
)
_OTHER_LENGTH = re.compile(
    r"\b(?:thick(?:ness)?|thk|water depth|elevation|length|net|pay|recover(?:y|ed)|cut)\b"
)
_OTHER_QUANTITY = re.compile(
    r"\b(?:temp(?:erature)?|date|time|perm\w*|poros\w*|carbon|press\w*|weight|density|gradient)\b|%"
)
_AMBIGUOUS = re.compile(r"\b(?:md|toc|woc)\b(?! ?/)")
_DEPTH_SENSES = frozenset({"measured depth", "top of cement", "oil water contact"})
_SIZE_MARK = re.compile(r"[^0-9.,]")
_TOP_COLUMN = re.compile(r"\b(?:from|top|start|van|fra|von|de|desde|upper|от)\b")
_BOTTOM_COLUMN = re.compile(r"\b(?:to|bottom|base|end|tot|til|bis|a|hasta|lower|до)\b")


@dataclass(frozen=True, slots=True)
class Interval:
    """A depth interval in metres, 0 <= top <= bottom; a single depth has top == bottom.

    reference: "MD", "TVD" or "TVDSS" where it is told, else "".
    """

    top: float
    bottom: float
    printed: str
    reference: str = ""

    def overlaps(self, other: Interval) -> bool:
        """Whether the two share a depth, be it one end, and told references do not differ."""
        apart = self.top > other.bottom or other.top > self.bottom
        return not apart and same_reference(self.reference, other.reference)


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


def is_depth_column(name: str, about: str = "") -> bool:
    """Whether a column of this name holds depths in the well, no thickness or pressure.

    about: the caption and the other columns' names. A name with a second meaning ("TOC", "WOC",
    "MD") is decided by its own other words, then by these; if neither does, it holds no depths.
    """
    folded = fold(name)
    if is_other_length(name) or _OTHER_QUANTITY.search(folded) or holds_other_quantities(name):
        return False
    if _DEPTH_COLUMN.search(folded) or holds_depths(name):
        return True
    return any(_means_a_depth(word, name, about) for word in _AMBIGUOUS.findall(folded))


def _means_a_depth(word: str, name: str, about: str) -> bool:
    own = meanings(word, name)
    return (own if len(own) == 1 else meanings(word, f"{name} {about}")) <= _DEPTH_SENSES


def is_other_length(name: str) -> bool:
    """Whether lengths under this name are no depths: a thickness, the water depth."""
    return _OTHER_LENGTH.search(fold(name)) is not None or holds_other_lengths(name)


def is_top_column(name: str) -> bool:
    """Whether the column gives the upper ends of intervals ("From", "Top")."""
    return _TOP_COLUMN.search(fold(name)) is not None or "top" in foreign_concepts(name)


def is_bottom_column(name: str) -> bool:
    """Whether the column gives the lower ends of intervals ("To", "Bottom")."""
    return _BOTTOM_COLUMN.search(fold(name)) is not None or "base" in foreign_concepts(name)


def find_intervals(text: str, *, decimal_comma: bool = False) -> tuple[Interval, ...]:
    """Intervals and single depths of running text that carry a unit of their own.

    decimal_comma: whether the text's numbers have one.
    """
    found = find_quantities(text, decimal_comma=decimal_comma)
    return tuple(filter(None, map(_interval, found)))


def cell_intervals(
    text: str, unit: str | None, *, reference: str = "", decimal_comma: bool = False
) -> tuple[Interval, ...]:
    """Intervals and depths of a cell in a depth column.

    unit: "m", "ft" or None, and reference: the column's; those in the cell overrule them.
    decimal_comma: whether the column's numbers have one.
    """
    found = find_intervals(text, decimal_comma=decimal_comma)
    if unit and not (found or _prints_a_size(text)):
        bare = parse_quantity(text, unit, decimal_comma=decimal_comma)
        found = tuple(filter(None, [_interval(bare)])) if bare else ()
    if not reference:
        return found
    return tuple(each if each.reference else replace(each, reference=reference) for each in found)


def _prints_a_size(text: str) -> bool:
    """Whether a cell names the shoe of a casing, "9 5/8"; 11.875 may be a depth."""
    return any(_SIZE_MARK.search(size.printed) for size in find_sizes(text))


def _interval(quantity: Quantity) -> Interval | None:
    if quantity.unit.name not in _DEPTH_UNITS:
        return None
    top, bottom = sorted(round(abs(end), 2) for end in quantity.canonical)
    if bottom > DEEPEST_M:
        return None
    return Interval(top, bottom, quantity.printed, quantity.reference)
