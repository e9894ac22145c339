"""A table's grid: cells with their boxes, and the words that stand in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from extractors.base import RawCell
from extractors.footnotes import is_exponent
from extractors.geometry import Box, Word, bounding_box, is_figure, join_words, text_lines

WHOLE_LINE = 1e9  # em; words of one cell are never parted
STACKED, STACKED_CAPITALS = 3, 4  # letters under each other that spell a name, not a list
STACK_BLANK = 1.5  # of the step from letter to letter, from which a new word begins


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell of a grid: half-open ranges of rows and columns, and its words."""

    row: int
    row_end: int
    column: int
    column_end: int
    words: tuple[Word, ...] = ()

    @property
    def text(self) -> str:
        """The words in reading order; footnote marks are kept out of figures."""
        return cell_text(self.words)[0]


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells within `n_rows` x `n_columns`; blank cells may be missing.

    box: the area on the page; ruling: how it was found ("grid", "rules", "space");
    header_rows: where a rule shows it.
    """

    cells: tuple[GridCell, ...]
    n_rows: int
    n_columns: int
    box: Box
    ruling: str
    header_rows: int | None = None

    def filled(self) -> list[GridCell]:
        """Cells with words."""
        return [cell for cell in self.cells if cell.words]


def cell_text(words: Iterable[Word]) -> tuple[str, list[str]]:
    """Text of a cell's words in reading order, and the footnote marks left out of figures."""
    words = list(words)
    if len(words) == 1:
        return words[0].text, []
    turned = [word for word in words if word.turn]
    lines = [
        list(line.words)
        for line in text_lines((word for word in words if not word.turn), WHOLE_LINE)
    ]
    lines = _unstacked(lines) + _turned_lines(turned)
    text = ""
    marks: list[str] = []
    for line in lines:
        kept, dropped = _without_marks(line)
        marks += dropped
        piece = join_words(kept)
        hyphenated = text.endswith("-") and len(text) > 1 and text[-2].isalpha()
        text += piece if not text or (hyphenated and piece[:1].islower()) else " " + piece
    return text, marks


def _unstacked(lines: Sequence[list[Word]]) -> list[list[Word]]:
    """Lines with words that are set letter under letter, as names of narrow columns are, made
    whole.
    """
    out: list[list[Word]] = []
    for single, group in groupby(lines, lambda line: len(line) == 1 and len(line[0].text) == 1):
        stack = list(group)
        if single and _is_stacked_name([line[0] for line in stack]):
            out += _stacked_words([line[0] for line in stack])
        else:
            out += stack
    return out


def _is_stacked_name(letters: Sequence[Word]) -> bool:
    """Letters in one column that spell a name, not the list A, B, C."""
    text = "".join(letter.text for letter in letters)
    middle = (letters[0].x0 + letters[0].x1) / 2
    listed = all(ord(b) - ord(a) == 1 for a, b in pairwise(text))
    return (
        text.isalpha()
        and (len(text) >= STACKED_CAPITALS or (len(text) >= STACKED and text[1:].islower()))
        and not listed
        and all(abs((one.x0 + one.x1) / 2 - middle) < 0.5 * one.size for one in letters)
    )


def _stacked_words(letters: Sequence[Word]) -> list[list[Word]]:
    """One line per word; a step well beyond the least one parts them."""
    steps = [after.top - before.top for before, after in pairwise(letters)]
    parts = [[letters[0]]]
    for step, letter in zip(steps, letters[1:], strict=True):
        if step > STACK_BLANK * min(steps):
            parts.append([letter])
        else:
            parts[-1].append(letter)
    return [[replace(part[0], text="".join(one.text for one in part))] for part in parts]


def _turned_lines(words: Sequence[Word]) -> list[list[Word]]:
    """Lines of text that runs upwards (270) or downwards (90), in their reading order."""
    lines: list[list[Word]] = []
    for turn, sign in ((270, 1.0), (90, -1.0), (180, 1.0)):
        alike = [word for word in words if word.turn == turn]
        columns: list[list[Word]] = []
        for word in sorted(alike, key=lambda word: sign * (word.x0 + word.x1)):
            centre = (word.x0 + word.x1) / 2
            if columns and columns[-1][0].x0 <= centre <= columns[-1][0].x1:
                columns[-1].append(word)
            else:
                columns.append([word])
        lines += [sorted(column, key=lambda word: -sign * word.top) for column in columns]
    return lines


def _without_marks(line: Sequence[Word]) -> tuple[list[Word], list[str]]:
    kept: list[Word] = []
    marks: list[str] = []
    for word in line:
        figure = word.raised and kept and is_figure(kept[-1].text)
        if figure and not is_exponent(" ".join(before.text for before in kept)):
            marks += filter(None, re.split(r"[,;()\s]+", word.text))
        else:
            kept.append(word)
    return kept, marks


def raw_cells(grid: Grid) -> tuple[RawCell, ...]:
    """The grid's cells for `RawTable`, sorted by row and column."""
    cells = sorted(grid.cells, key=lambda cell: (cell.row, cell.column))
    return tuple(_raw_cell(cell) for cell in cells)


def _raw_cell(cell: GridCell) -> RawCell:
    known = [word.confidence for word in cell.words if word.confidence is not None]
    text, marks = cell_text(cell.words)
    return RawCell(
        text,
        cell.row,
        cell.row_end,
        cell.column,
        cell.column_end,
        bold=bool(cell.words) and all(word.bold for word in cell.words),
        confidence=min(known) if known else None,
        marks=tuple(marks),
    )


def compact(grid: Grid) -> Grid:
    """The grid without rows and columns in which no cell with words starts."""
    rows = {cell.row for cell in grid.filled()}
    columns = {cell.column for cell in grid.filled()}
    row_of = _renumber(rows, grid.n_rows)
    column_of = _renumber(columns, grid.n_columns)
    cells = []
    for cell in grid.cells:
        row, row_end = row_of[cell.row], row_of[cell.row_end]
        column, column_end = column_of[cell.column], column_of[cell.column_end]
        if row < row_end and column < column_end:
            cells.append(GridCell(row, row_end, column, column_end, cell.words))
    header = None if grid.header_rows is None else row_of[grid.header_rows]
    return Grid(
        tuple(_without_overlap(cells)), len(rows), len(columns), grid.box, grid.ruling, header
    )


def rows_between(grid: Grid, first: int, last: int) -> Grid:
    """The rows `first:last` of a grid as a grid around their words."""
    cells = tuple(
        GridCell(
            cell.row - first,
            min(cell.row_end, last) - first,
            cell.column,
            cell.column_end,
            cell.words,
        )
        for cell in grid.cells
        if first <= cell.row < last
    )
    words = [word for cell in cells for word in cell.words]
    header = grid.header_rows - first if grid.header_rows else None
    box = bounding_box(words) if words else grid.box
    return Grid(cells, last - first, grid.n_columns, box, grid.ruling, header or None)


def _renumber(kept: set[int], size: int) -> list[int]:
    """For every old boundary 0..size the number of kept rows (columns) before it."""
    out = [0]
    for index in range(size):
        out.append(out[-1] + (index in kept))
    return out


def _without_overlap(cells: Sequence[GridCell]) -> list[GridCell]:
    """Cells with words win over blank ones that would overlap them."""
    taken: set[tuple[int, int]] = set()
    out = []
    for cell in sorted(cells, key=lambda cell: (not cell.words, cell.row, cell.column)):
        places = {
            (row, column)
            for row in range(cell.row, cell.row_end)
            for column in range(cell.column, cell.column_end)
        }
        if not places & taken:
            taken |= places
            out.append(cell)
    return out


def column_extents(grid: Grid) -> tuple[tuple[float, float], ...]:
    """The interval of x in which each column's text stands; the whole box where it has none."""
    extents = [(grid.box.x0, grid.box.x1)] * grid.n_columns
    for column in range(grid.n_columns):
        words = [
            word
            for cell in grid.cells
            if cell.column == column and cell.column_end == column + 1
            for word in cell.words
        ]
        if words:
            extents[column] = (min(w.x0 for w in words), max(w.x1 for w in words))
    return tuple(extents)


def words_box(grid: Grid) -> Box:
    """The box around the grid's words; its own box when it has none."""
    words = [word for cell in grid.cells for word in cell.words]
    return bounding_box(words) if words else grid.box
