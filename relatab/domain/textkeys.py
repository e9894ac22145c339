"""Link keys of running text, the part that documents and questions share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from relatab.domain.dates import find_dates
from relatab.domain.depths import Interval, find_intervals
from relatab.domain.fields import find_fields
from relatab.domain.identifiers import find_identifiers
from relatab.domain.sizes import find_sizes, is_casing, is_hole, size_text
from relatab.domain.stratigraphy import find_units
from relatab.domain.text import fold, plain_marks
from relatab.domain.wells import WellName, find_wells


@dataclass(frozen=True, slots=True)
class LinkKey:
    """A key: kind and normalised value, the column it stands in (None: around the table),
    and the text as printed.
    """

    kind: str
    value: str
    column: int | None
    printed: str


_HOLE_WORD = re.compile(r"\b(?:holes?|bits?|section|borehole|hull|gat)\b")
_CASING_WORD = re.compile(
    r"\b(?:casings?|csg|cgs|liners?|lnr|conductor|tubing|tbg|pipe|string|shoe|foringsror|cuvelage)\b"
)
_OTHER_WORD = re.compile(r"\b(?:chokes?|bean|orifice|guns?|nozzles?|jets?|plugs?|cake|cores?)\b")
SHALLOWEST_M = 10.0
"""A shorter length in running text is hardly a depth: 3', 2 m of core, minutes."""

_REACH = 24
"""Characters behind and before a size among which a word says what it is the size of."""


def text_keys(
    text: str, column: int | None = None, *, decimal_comma: bool = False
) -> Iterator[LinkKey]:
    """The keys of a text, in no particular order, repeated as often as they are printed.

    decimal_comma: whether the text's numbers have one.
    """
    text = plain_marks(text)
    wells = find_wells(text)
    for well in wells:
        yield LinkKey("well", well.value, column, well.printed)
    for size in find_sizes(text):
        around = fold(text[size.end : size.end + _REACH]), fold(text[: size.start][-_REACH:])
        yield LinkKey(size_kind(size.inches, *around), size_text(size.inches), column, size.printed)
    for interval in find_intervals(text, decimal_comma=decimal_comma):
        if interval.bottom >= SHALLOWEST_M:
            yield LinkKey("depth_m", depth_value(interval), column, interval.printed)
    for identifier in find_identifiers(text):
        yield LinkKey(identifier.kind, identifier.value, column, identifier.printed)
    for field in find_fields(text):
        yield LinkKey("field", field.value, column, field.printed)
    for day in find_dates(_without(text, wells)):
        yield LinkKey("date", day.iso, column, day.printed)
    for unit in find_units(text):
        for name in (unit.value, *unit.within):
            yield LinkKey("formation", name, column, unit.printed)


def _without(text: str, wells: Iterable[WellName]) -> str:
    """A text whose wells are blanked out, since 30/9-14 also looks like a day."""
    for well in wells:
        text = text[: well.start] + " " * (well.end - well.start) + text[well.end :]
    return text


def depth_value(interval: Interval) -> str:
    """The value of a depth key: whole metres, as reports round what they convert, and the
    reference where it is told: "3139:3974", "3045:3045 TVDSS".
    """
    return f"{interval.top:.0f}:{interval.bottom:.0f} {interval.reference}".rstrip()


def size_kind(inches: float, *descriptions: str) -> str:
    """What a size is the size of: "casing_size", "hole_size" or "size".

    descriptions: folded texts that may say so, the most telling first (what follows a
    size, a column's name, the caption). Where none does, a size that only casings or only
    holes have decides.
    """
    for description in descriptions:
        named = [
            (match.start(), kind)
            for kind, pattern in (
                ("casing_size", _CASING_WORD),
                ("hole_size", _HOLE_WORD),
                ("size", _OTHER_WORD),
            )
            if (match := pattern.search(description))
        ]
        if named:
            return min(named)[1]
    if is_casing(inches) == is_hole(inches):
        return "size"
    return "casing_size" if is_casing(inches) else "hole_size"
