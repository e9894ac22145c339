"""Link keys: what ties one table to another, or a question to a table, without saying so.

A shoe depth in metres ties a casing table to a mud programme in feet; a recorder's serial
number ties a test summary to its pressure readings. `link_keys` reads the keys of a table
from its caption, context, column names and cells, `query_keys` those of a question; the
module `matching` says which keys meet.

| kind | value | pairs with |
| --- | --- | --- |
| well | 7/11-1 | the same well |
| casing_size, hole_size, size | inches: 9.625 | the same size; a casing with its holes |
| depth_m | whole metres: 3139:3974, 3045:3045 TVDSS | an interval that shares a depth |
| date | 1968-02-26 | the same day |
| field | capitals: HERON | the same field |
| formation | folded name: ekofisk | the same unit |
| test, core, sample, slurry, job, bit, run, serial, ... (see `identifiers`) | code | the same |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from relatab.domain.columns import (
    holds_sizes,
    holds_units_of_rock,
    in_millimetres,
    numbered_thing,
)
from relatab.domain.depthkeys import (
    DepthReader,
    Part,
    depth_profiles,
    depth_readers,
    paired_depths,
)
from relatab.domain.depths import is_other_length
from relatab.domain.identifiers import cell_code, identifier_kind
from relatab.domain.sizes import inches, size_text
from relatab.domain.stratigraphy import find_units
from relatab.domain.text import fold, prints_decimal_commas
from relatab.domain.textkeys import LinkKey, depth_value, size_kind, text_keys
from relatab.domain.wells import normalise_well
from relatab.model import Column, Table

__all__ = ["LinkKey", "link_keys", "query_keys"]

# The cells of a column are searched as one text; no pattern reaches across this mark.
_CELL_MARK = " | "

# The mark of a column that is called 17 1/2" is that of the section whose values it holds.
_SIZE_COLUMN = re.compile(
    r"\b(?:sizes?|dia|diam|diameters?|inch|inches|od)\b|(?<![0-9] )(?<![0-9])\""
)
_NO_SIZE_COLUMN = re.compile(r"\b(?:weight|wt|grade|depth|id|thickness|volume|drift|grain)\b")
_WELL_COLUMN = re.compile(r"^(?:well|wellbore|bronn|boring|put|putnaam|pozo|puits)s?\b(?! stream)")
_UNIT_COLUMN = re.compile(r"\b(?:formation|fm|member|stratigraph\w+|horizon|geological unit)s?\b")
# Lithologies, sums and remarks between the units of a stratigraphic column.
_GENERAL_UNIT = re.compile(
    r"\b(?:total|shale|sand|sandstone|limestone|marl|unconformity|fault|td|seabed|undifferentiated)\b"
)
_UNIT_NAME = re.compile(r"[^\W\d_][^\d|]{2,40}")


_Reader = Callable[[str], Iterator[tuple[str, str]]]
"""Reads the (kind, value) pairs of a cell."""

_DEPTH_KINDS = frozenset({"depth_m"})
SIZE_KINDS = frozenset({"casing_size", "hole_size", "size"})
"""Kinds of link keys whose values are inches."""


def link_keys(table: Table) -> tuple[LinkKey, ...]:
    """The keys of a table, each kind and value once; those in cells come first.

    What a column's name says it holds decides how its cells are read; the cells of the
    others give what running text gives.
    """
    found: list[LinkKey] = []
    caption = table.caption.text if table.caption else ""
    parts = _parts(table)
    commas = prints_decimal_commas(cell for part in parts for cell in part.cells)
    readers = depth_readers(parts, caption, decimal_comma=commas)
    for part, depths in zip(parts, readers, strict=True):
        found += _part_keys(part, caption, depths, decimal_comma=commas)
    found += paired_depths(parts, readers)
    if not any(key.kind == "casing_size" for key in found):
        found += depth_profiles(parts, readers)
    for text in _surroundings(table, caption):
        found += text_keys(text)
    found += (
        LinkKey(identity.kind, identity.value, None, identity.printed)
        for identity in table.context.identities
        if identity.kind == "well"
    )
    return _unique(found)


def query_keys(query: str) -> tuple[LinkKey, ...]:
    """The keys that a question names, each once, with column None."""
    return _unique(text_keys(query))


def _parts(table: Table) -> list[Part]:
    if table.kind == "key_value":
        return [
            Part(each.column, each.label, None, [each.value])
            for each in table.fields(resolved=True)
        ]
    rows = table.body_texts(resolved=True)
    columns = table.columns or (Column(""),) * table.n_columns
    return [
        Part(place, column.name, column.unit, [row[place] for row in rows])
        for place, column in enumerate(columns)
    ]


def _part_keys(
    part: Part, caption: str, depths: DepthReader | None, *, decimal_comma: bool
) -> Iterator[LinkKey]:
    """The keys of one column; its name decides what bare numbers and codes in it are."""
    read, decided = _cell_reader(part, caption, depths)
    cells = list(dict.fromkeys(filter(None, part.cells)))  # most columns repeat themselves
    text = _CELL_MARK.join((part.name, *cells))
    for key in text_keys(text, part.column, decimal_comma=decimal_comma):
        if key.kind not in decided:
            yield key
    for cell in cells:
        for kind, value in read(cell):
            yield LinkKey(kind, value, part.column, cell)


def _cell_reader(
    part: Part, caption: str, depths: DepthReader | None
) -> tuple[_Reader, frozenset[str]]:
    """How the cells of a column are read, and the kinds that this alone decides."""
    name = fold(part.name)
    if _WELL_COLUMN.search(name) or numbered_thing(part.name) == "well":
        return _read_well, frozenset()
    if kind := identifier_kind(part.name, caption):
        return partial(_read_code, kind), frozenset({kind})
    if depths:
        return partial(_read_depths, depths), _DEPTH_KINDS
    if is_other_length(part.name):
        return _read_nothing, _DEPTH_KINDS
    if _is_size_column(part):
        millimetres = in_millimetres(f"{part.name} {part.unit or ''}")
        return partial(_read_size, (name, fold(caption)), millimetres), SIZE_KINDS
    if _UNIT_COLUMN.search(name) or holds_units_of_rock(part.name):
        return _read_unit, frozenset()
    return _read_nothing, frozenset()


def _is_size_column(part: Part) -> bool:
    name, unit = fold(part.name), fold(part.unit or "")
    if holds_sizes(part.name, unit):
        return True
    return bool(_SIZE_COLUMN.search(f"{name} {unit}")) and not _NO_SIZE_COLUMN.search(name)


def _read_nothing(_cell: str) -> Iterator[tuple[str, str]]:
    return iter(())


def _read_well(cell: str) -> Iterator[tuple[str, str]]:
    if well := normalise_well(cell):
        yield "well", well


def _read_code(kind: str, cell: str) -> Iterator[tuple[str, str]]:
    if code := cell_code(cell):
        yield kind, code


def _read_depths(read: DepthReader, cell: str) -> Iterator[tuple[str, str]]:
    for interval in read(cell):
        yield "depth_m", depth_value(interval)


def _read_size(
    descriptions: tuple[str, ...], millimetres: bool, cell: str
) -> Iterator[tuple[str, str]]:
    if size := inches(cell, millimetres=millimetres):
        yield size_kind(size, *descriptions), size_text(size)


def _read_unit(cell: str) -> Iterator[tuple[str, str]]:
    name = fold(cell).strip(" ?().:")
    if _UNIT_NAME.fullmatch(name) and not _GENERAL_UNIT.search(name) and not find_units(cell):
        yield "formation", name


def _surroundings(table: Table, caption: str) -> Iterator[str]:
    yield caption
    yield from table.notes
    yield from (group.label for group in table.row_groups)
    yield from table.context.page_facts
    yield from table.context.headings
    if table.context.title:
        yield table.context.title


def _unique(keys: Iterable[LinkKey]) -> tuple[LinkKey, ...]:
    first: dict[tuple[str, str], LinkKey] = {}
    for key in keys:
        first.setdefault((key.kind, key.value), key)
    return tuple(first.values())
