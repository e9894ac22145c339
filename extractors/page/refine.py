"""Ruled grids whose rules do not part every row: tall cells cut along their lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from extractors.geometry import (
    Line,
    Word,
    has_figures,
    is_figure,
    segment_of,
    text_height,
    text_lines,
)
from extractors.page.grid import WHOLE_LINE, Grid, GridCell
from extractors.page.rows import TextRow, join_wrapped

STACKED = 2  # figures under each other in one cell are as many rows
CLEAR_CASE = 0.97  # agreement of the rules from which nothing else is tried
WALLED = 0.8  # share of drawn walls from which columns are taken from the rules alone
CROWDED = 0.2  # share of the lines with figures that may have several parts (dates, ranges)
AGREES = 0.02  # by which another candidate must agree better than the rules do


def agreement(grid: Grid, lines: Sequence[Line]) -> float:
    """Share of the text segments that have a cell of their own, in [0, 1].

    A segment shares its cell wrongly with another on the same line, or with a figure on
    another line while itself a figure; one cut in two counts as wrong too.
    """
    cell_of = {id(word): number for number, cell in enumerate(grid.cells) for word in cell.words}
    total = good = 0
    figures: dict[int, int] = {}
    for line in lines:
        homes = [{cell_of.get(id(word)) for word in segment.words} for segment in line.segments]
        for segment, home in zip(line.segments, homes, strict=True):
            total += 1
            if len(home) > 1 or None in home:
                continue
            alone = sum(home == other for other in homes) == 1
            number = next(iter(home))
            if number is not None and is_figure(segment.text):
                figures[number] = figures.get(number, 0) + 1
            good += alone
    good -= sum(count for count in figures.values() if count > 1)
    return max(0.0, good / total) if total else 0.0


def lacks_columns(grid: Grid) -> bool:
    """Whether figures share lines of cells with others: rules that part all columns prevent that.

    Words side by side say little; justified text in a narrow cell has wide gaps.
    """
    lines = crowded = 0
    for cell in grid.filled():
        for line in text_lines(cell.words):
            if any(has_figures(segment.text) for segment in line.segments):
                lines += 1
                crowded += len(line.segments) > 1
    return crowded > CROWDED * lines


def with_rows_of_text(grid: Grid) -> Grid:
    """The grid with each row cut along its lines of text where figures are stacked in it."""
    em = text_height(word for cell in grid.cells for word in cell.words)
    parts = [_lines_of_row(grid, row, em) for row in range(grid.n_rows)]
    starts = [0, *accumulate(len(part) or 1 for part in parts)]
    cells: list[GridCell] = []
    for cell in grid.cells:
        if cell.row_end - cell.row > 1 or len(parts[cell.row]) < 2:
            cells.append(_moved(cell, starts[cell.row], starts[cell.row_end], cell.words))
            continue
        for offset, part in enumerate(parts[cell.row]):
            owned = {id(word) for word in cell.words}
            words = tuple(
                word
                for line in part
                for s in line.segments
                for word in s.words
                if id(word) in owned
            )
            start = starts[cell.row] + offset
            cells.append(_moved(cell, start, start + 1, words))
    return Grid(tuple(cells), starts[-1], grid.n_columns, grid.box, grid.ruling)


def _moved(cell: GridCell, row: int, row_end: int, words: tuple[Word, ...]) -> GridCell:
    return GridCell(row, row_end, cell.column, cell.column_end, words)


def _lines_of_row(grid: Grid, row: int, em: float) -> list[list[TextRow]]:
    """The text rows within one row of the grid; fewer than two where it is one row."""
    inside = [cell for cell in grid.cells if cell.row == row and cell.row_end == row + 1]
    stacked = max((_stacked_figures(cell) for cell in inside), default=0)
    if stacked < STACKED:
        return []
    home = {id(word): cell for cell in inside for word in cell.words}
    text_rows = []
    for line in text_lines((word for cell in inside for word in cell.words), WHOLE_LINE):
        cells = sorted({home[id(w)].column: home[id(w)] for w in line.words}.items())
        segments = tuple(
            segment_of([word for word in line.words if home[id(word)] is cell]) for _, cell in cells
        )
        ranges = tuple((cell.column, cell.column_end) for _, cell in cells)
        text_rows.append(TextRow(segments, ranges, line.top, line.bottom))
    return join_wrapped(text_rows, [], em)


def _stacked_figures(cell: GridCell) -> int:
    lines = text_lines(cell.words, WHOLE_LINE)
    return sum(is_figure(line.segments[0].text) for line in lines)
