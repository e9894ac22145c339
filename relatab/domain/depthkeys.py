"""Link keys of the depth columns of a table, and of what their rows span together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from relatab.domain.depths import (
    Interval,
    cell_intervals,
    column_unit,
    is_bottom_column,
    is_depth_column,
    is_top_column,
)
from relatab.domain.references import depth_reference, same_reference
from relatab.domain.text import lone_numbers
from relatab.domain.textkeys import LinkKey, depth_value

_SHORTEST_PROFILE = 5  # rows
_DECIMAL_COMMA = re.compile(r"\(?-?[0-9.]+,[0-9]{1,2}\)?")
_THOUSANDS_OF_A_DEPTH = re.compile(r"(?:[1-9]|1[0-2])\.[0-9]{3}")


class Part(NamedTuple):
    """A grid column below its header, or one label of a form with its values."""

    column: int
    name: str
    unit: str | None
    cells: list[str]


DepthReader = Callable[[str], tuple[Interval, ...]]
"""Reads the depths of a cell."""


def depth_readers(
    parts: Sequence[Part], caption: str, *, decimal_comma: bool
) -> list[DepthReader | None]:
    """How the cells of each part give depths; None for parts that hold none.

    decimal_comma: whether the table's numbers have one; otherwise each column's own may show it.
    A depth column without a unit takes that of the other depth columns or of the caption;
    depths printed with a decimal comma are metres, as feet belong to reports with decimal
    points. Without any of these its numbers give no depths.
    """
    about = " ".join((caption, *(f"{part.name} {part.unit or ''}" for part in parts)))
    depths = [is_depth_column(part.name, about) for part in parts]
    common = _common_unit(
        [part for part, found in zip(parts, depths, strict=True) if found], caption
    )
    return [
        _reader(part, _unit_of(part, common), decimal_comma=decimal_comma) if found else None
        for part, found in zip(parts, depths, strict=True)
    ]


def paired_depths(
    parts: Sequence[Part], readers: Sequence[DepthReader | None]
) -> Iterator[LinkKey]:
    """Intervals whose ends stand in two neighbouring columns, such as "From" and "To"."""
    for (upper, read_upper), (lower, read_lower) in pairwise(zip(parts, readers, strict=True)):
        read_top, read_bottom = read_upper or read_lower, read_lower or read_upper
        ends = is_top_column(upper.name) and is_bottom_column(lower.name)
        if not (ends and read_top and read_bottom):
            continue
        for top, bottom in zip(upper.cells, lower.cells, strict=False):
            if interval := _spanned(read_top(top), read_bottom(bottom), f"{top} - {bottom}"):
                yield LinkKey("depth_m", depth_value(interval), upper.column, interval.printed)


def depth_profiles(
    parts: Sequence[Part], readers: Sequence[DepthReader | None]
) -> Iterator[LinkKey]:
    """The whole range of a column of descending depths, such as a survey, tops or plugs.

    What stands between two of its rows still belongs to it. The shoes of a casing table
    are no such profile, and neither are a few depths in a row.
    """
    for part, read in zip(parts, readers, strict=True):
        points = [each for cell in part.cells for each in read(cell)] if read else []
        if len(points) < _SHORTEST_PROFILE or any(each.top != each.bottom for each in points):
            continue
        if all(upper.top <= lower.top for upper, lower in pairwise(points)):
            printed = f"{points[0].printed} - {points[-1].printed}"
            if whole := _spanned(points[:1], points[-1:], printed):
                yield LinkKey("depth_m", depth_value(whole), part.column, printed)


def _spanned(
    tops: Sequence[Interval], bottoms: Sequence[Interval], printed: str
) -> Interval | None:
    """The interval from the first of some depths to the last of others, where there is one."""
    if not (tops and bottoms):
        return None
    first, last = tops[0], bottoms[-1]
    if first.top > last.bottom or not same_reference(first.reference, last.reference):
        return None
    return Interval(first.top, last.bottom, printed, first.reference or last.reference)


def _reader(part: Part, unit: str | None, *, decimal_comma: bool) -> DepthReader:
    return partial(
        cell_intervals,
        unit=unit,
        reference=depth_reference(f"{part.name} {part.unit or ''}"),
        decimal_comma=decimal_comma
        or any(map(_DECIMAL_COMMA.fullmatch, part.cells))
        or _groups_thousands(part.cells),
    )


def _groups_thousands(depths: Sequence[str]) -> bool:
    """Whether the points of several depths group thousands: 502, 1.998, 3.870.

    As decimals they would print the first metres of the hole to the millimetre.
    """
    pointed = [number for number in lone_numbers(depths) if "." in number]
    return len(pointed) > 1 and all(map(_THOUSANDS_OF_A_DEPTH.fullmatch, pointed))


def _common_unit(depths: Sequence[Part], caption: str) -> str | None:
    """The unit of depth columns that print none, or None where nothing tells."""
    printed = {column_unit(part.name, part.unit) for part in depths} - {None}
    if printed:
        return printed.pop() if len(printed) == 1 else None
    if unit := column_unit(caption):
        return unit
    commas = any(_DECIMAL_COMMA.fullmatch(cell) for part in depths for cell in part.cells)
    return "m" if commas else None


def _unit_of(part: Part, common: str | None) -> str | None:
    """The length unit of a depth column; another printed unit ("%") leaves it without."""
    return column_unit(part.name, part.unit) or (None if part.unit else common)
