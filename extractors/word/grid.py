"""The grid of a Word table, from w:tr and w:tc in one pass over its rows.

Spans come from gridSpan, vMerge, the older hMerge and tracked cellMerge; rows may begin
late (gridBefore) or end early. Deleted rows and cells are out, inserted ones in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate, chain

from extractors import limits
from extractors.word.package import Element, W, number, on

MAX_SPAN = 256
"""Word allows 63 columns; a larger span is damage, not a table."""

TWIPS = 20
"""In a point; Word's unit of length."""

_ROW_WRAPPERS = frozenset(f"{W}{name}" for name in ("sdt", "sdtContent", "customXml", "ins"))


@dataclass(slots=True)
class GridCell:
    """A cell's element and half-open place; `covered` are cells merged into it."""

    element: Element
    row: int
    row_end: int
    column: int
    column_end: int
    covered: list[Element] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells of a table by row and column.

    header_rows: leading rows Word repeats; edges: where each column begins, in points from
    the table's left edge, () where the file does not say; rows_left_out: beyond the limits of
    cells and positions; cells_left_out: of the other rows, beyond the limit of columns.
    """

    cells: tuple[GridCell, ...]
    n_rows: int
    n_columns: int
    header_rows: int
    edges: tuple[float, ...]
    rows_left_out: int = 0
    cells_left_out: int = 0


def read_grid(table: Element) -> Grid:
    """Resolve the grid of one w:tbl; nested tables are no part of it."""
    cells: list[GridCell] = []
    headers: list[bool] = []
    open_merges: dict[int, GridCell] = {}
    n_columns = cells_left_out = 0
    rows = _visible_rows(table)
    for row, element in enumerate(rows):
        placed, beyond = _read_row(element, row, open_merges)
        widest = max([n_columns, *(cell.column_end for cell in placed)])
        if (row + 1) * widest > limits.MAX_POSITIONS:
            rows = chain((element,), rows)
            break
        properties = element.find(f"{W}trPr")
        headers.append(properties is not None and on(properties.find(f"{W}tblHeader")))
        cells.extend(cell for cell in placed if cell.row == row)
        open_merges = {cell.column: cell for cell in placed if _merges_down(cell.element)}
        n_columns, cells_left_out = widest, cells_left_out + beyond
        if len(cells) >= limits.MAX_CELLS:
            break
    for cell in open_merges.values():  # one may have grown into a row that is left out
        cell.row_end = min(cell.row_end, len(headers))
    return Grid(
        tuple(cells),
        n_rows=len(headers),
        n_columns=n_columns,
        header_rows=_leading(headers),
        edges=_edges(table, n_columns),
        rows_left_out=sum(1 for _ in rows),
        cells_left_out=cells_left_out,
    )


def _edges(table: Element, n_columns: int) -> tuple[float, ...]:
    """Where the columns begin by the grid's widths; () where it does not give them all."""
    widths = [number(column, 0, "w") for column in table.iterfind(f"{W}tblGrid/{W}gridCol")]
    if len(widths) != n_columns or min(widths, default=0) <= 0:
        return ()
    return tuple(edge / TWIPS for edge in accumulate(widths[:-1], initial=0))


def _leading(headers: list[bool]) -> int:
    """Word repeats only an unbroken run of rows from the top; all of them means none."""
    count = next((row for row, header in enumerate(headers) if not header), len(headers))
    return 0 if count == len(headers) else count


def _read_row(
    row: Element, index: int, open_merges: dict[int, GridCell]
) -> tuple[list[GridCell], int]:
    """The cells of a row in place, and how many are left out at its end; a cell that goes on
    from above is that cell, grown.
    """
    placed: list[GridCell] = []
    column = min(number(row.find(f"{W}trPr/{W}gridBefore"), 0), MAX_SPAN)
    elements = _visible_cells(row)
    for element in elements:
        if column >= limits.MAX_COLUMNS:
            return placed, 1 + sum(1 for _ in elements)
        properties = element.find(f"{W}tcPr")
        span = 1 if properties is None else number(properties.find(f"{W}gridSpan"), 1)
        end = column + min(max(span, 1), MAX_SPAN)
        above = open_merges.get(column)
        if placed and _continues(properties, "hMerge"):
            placed[-1].column_end = end
            placed[-1].covered.append(element)
        elif above is not None and above.column_end == end and _continues_down(properties):
            above.row_end = index + 1
            above.covered.append(element)
            placed.append(above)
        else:
            placed.append(GridCell(element, index, index + 1, column, end))
        column = end
    return placed, 0


def _visible_rows(parent: Element) -> Iterator[Element]:
    for child in parent:
        if child.tag == f"{W}tr":
            if (
                child.find(f"{W}trPr/{W}del") is None
                and next(_visible_cells(child), None) is not None
            ):
                yield child
        elif child.tag in _ROW_WRAPPERS:
            yield from _visible_rows(child)


def _visible_cells(parent: Element) -> Iterator[Element]:
    for child in parent:
        if child.tag == f"{W}tc":
            if child.find(f"{W}tcPr/{W}cellDel") is None:
                yield child
        elif child.tag in _ROW_WRAPPERS:
            yield from _visible_cells(child)


def _merges_down(cell: Element) -> bool:
    """Whether the cell below may join this one."""
    properties = cell.find(f"{W}tcPr")
    return properties is not None and (
        properties.find(f"{W}vMerge") is not None or properties.find(f"{W}cellMerge") is not None
    )


def _continues_down(properties: Element | None) -> bool:
    if properties is None:
        return False
    tracked = properties.find(f"{W}cellMerge")
    if tracked is not None:
        return bool(tracked.get(f"{W}vMerge") == "cont")
    return _continues(properties, "vMerge")


def _continues(properties: Element | None, name: str) -> bool:
    """Whether a merge mark says "goes on" (the default) and not "begins here"."""
    mark = None if properties is None else properties.find(f"{W}{name}")
    return mark is not None and mark.get(f"{W}val", "continue") != "restart"
