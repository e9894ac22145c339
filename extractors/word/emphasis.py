"""What sets cells off beside bold type: the table's style, or a shade of their own.

A shade is an emphasis only where it tells header rows or columns of labels from the rest;
bands, single coloured cells and a table shaded all over tell nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from extractors.base import RawCell
from extractors.word.grid import Grid
from extractors.word.package import Element, W
from extractors.word.styles import StyleSheet, shade_of

Places = frozenset[tuple[int, int]]
"""Cells by the row and column they begin in."""

FIRST_ROW_LOOK, FIRST_COLUMN_LOOK = 0x0020, 0x0080
"""Bits of w:tblLook that ask for the style's formats of the first row and column."""

MAX_LIKE_HEADER = 0.25
"""Of the body's rows may have the header's shade, as section rows do; bands have it in half."""

FORM_COLUMNS = (2, 4, 6)
"""Numbers of columns that labels and their values take side by side."""


def emphasised(cells: Sequence[RawCell], table: Element, grid: Grid, sheet: StyleSheet) -> Places:
    """The cells of a table that are set off, by bold type, its style or a shade.

    Bold type all over the table is its type and sets nothing off where something else does.
    """
    bold = {(cell.row, cell.column) for cell in cells if cell.bold}
    other = _by_style(table, grid, sheet) | _by_shade(grid)
    if other and all(cell.bold for cell in cells if cell.text):
        return other
    return other | bold


def with_emphasis(cells: Iterable[RawCell], places: Places) -> tuple[RawCell, ...]:
    """The cells with those at these places bold and no others."""
    return tuple(
        cell
        if cell.bold == (set_off := (cell.row, cell.column) in places)
        else replace(cell, bold=set_off)
        for cell in cells
    )


def _by_style(table: Element, grid: Grid, sheet: StyleSheet) -> Places:
    properties = table.find(f"{W}tblPr")
    reference = None if properties is None else properties.find(f"{W}tblStyle")
    if reference is None:
        return frozenset()
    style = sheet.get(reference.get(f"{W}val"))
    look = properties.find(f"{W}tblLook")
    if style.bold_first_row and _asks(look, "firstRow", FIRST_ROW_LOOK):
        return frozenset((cell.row, cell.column) for cell in grid.cells if cell.row == 0)
    if style.bold_first_column and _asks(look, "firstColumn", FIRST_COLUMN_LOOK):
        return frozenset((cell.row, cell.column) for cell in grid.cells if cell.column == 0)
    return frozenset()


def _asks(look: Element | None, name: str, bit: int) -> bool:
    """Whether a table wants this part of its style: by name since Word 2010, by bit before."""
    if look is None:
        return False
    if (said := look.get(f"{W}{name}")) is not None:
        return said in ("1", "true", "on")
    try:
        return bool(int(look.get(f"{W}val", "0"), 16) & bit)
    except ValueError:
        return False


def _by_shade(grid: Grid) -> Places:
    shades = {(cell.row, cell.column): shade_of(cell.element) for cell in grid.cells}
    if not any(shades.values()):
        return frozenset()
    header_rows = _shaded_header_rows(grid, shades)
    columns = _label_columns(grid, shades, header_rows)
    return frozenset(
        place
        for place in shades
        if place[0] < header_rows or (shades[place] and place[1] in columns)
    )


def _shaded_header_rows(grid: Grid, shades: dict[tuple[int, int], str]) -> int:
    """Leading rows in shades that hardly any row below has all over."""
    rows: list[set[str]] = [set() for _ in range(grid.n_rows)]
    for (row, _), shade in shades.items():
        rows[row].add(shade)
    first = rows[0]
    if "" in first:
        return 0
    like_first = [bool(found) and found <= first for found in rows]
    count = next((row for row, like in enumerate(like_first) if not like), grid.n_rows)
    body = like_first[count:]
    return count if body and sum(body) <= MAX_LIKE_HEADER * len(body) else 0


def _label_columns(grid: Grid, shades: dict[tuple[int, int], str], start: int) -> set[int]:
    """The label columns of a form, all in one shade that its other columns have not."""
    if grid.n_columns not in FORM_COLUMNS:
        return set()
    of_columns: dict[int, set[str]] = {}
    for cell in grid.cells:
        if cell.row >= start and cell.column_end < grid.n_columns + cell.column % 2:
            of_columns.setdefault(cell.column, set()).add(shades[cell.row, cell.column])
    labels = set().union(
        *(of_columns.get(column, set()) for column in of_columns if not column % 2)
    )
    values = set().union(*(of_columns[column] for column in of_columns if column % 2))
    if len(labels) != 1 or "" in labels or labels & values or not values:
        return set()
    return {column for column in of_columns if column % 2 == 0}
