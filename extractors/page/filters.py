"""Which grids are no tables: prose, contents pages, lists, drawings, running headers."""

from __future__ import annotations

import re
from itertools import pairwise
from statistics import mean

from extractors.captions import looks_like_note
from extractors.geometry import is_figure
from extractors.page.grid import Grid, GridCell

LEADERS = re.compile(r"(?:\.\s?){4,}|…{2,}|_{4,}")
BULLET = re.compile(
    r"[•●▪■◦‣·\-–—*†‡o□☐✓➢a-z]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]|\[\d+\]|\(\W\)"
    r"|\d{1,2}(?:\.\d{1,2}){0,3}\.?"
)
AXIS_MARK = re.compile(r"-?\d{1,3}(?:,\d{3})+(?![\d.,])|-?\d+(?:\.\d+)?(?![\d.,])")
AXIS_MARKS = 4  # evenly spaced marks from which a column is an axis
PAIRED_ROWS = 0.5  # share of rows that must have two filled cells
WORDS_PER_CELL = 9.0  # mean, in tables without rules; ruled cells may hold paragraphs
WORDS_IN_SHORT = 5.0  # the same where three rows or fewer tell little
WORDS_UNDER_HEADER = 20.0  # the same under a header that a rule shows
SPARSE = 0.35  # share of the grid that cells with text must fill; labels of a chart fill less
FILLED = 0.15  # share of a ruled grid's cells with text; drawings and maps have fewer
CONTENTS_ROWS = 0.5  # share of rows with leaders to a page number that make a contents page


def reason_to_reject(grid: Grid) -> str | None:
    """Why the grid is no table, or None when it may be one."""
    filled = grid.filled()
    if grid.n_rows < 2 or grid.n_columns < 2 or len(filled) < 3:
        return "fewer than two rows or columns"
    if len({cell.column for cell in filled}) < 2:
        return "one column"
    if _is_contents(grid, filled):
        return "contents page"
    if _is_axis(grid, filled):
        return "axis of a chart"
    paired = sum(count >= 2 for count in _reach(grid, filled))
    if grid.ruling == "grid":
        scattered = paired == 0 or len(filled) < FILLED * len(grid.cells)
        return "mostly empty boxes" if scattered else None
    if paired < max(1.0, PAIRED_ROWS * grid.n_rows):
        return "rows of one cell"
    return _reason_against_text(grid, filled)


def _reason_against_text(grid: Grid, filled: list[GridCell]) -> str | None:
    """Why text without a full grid of rules is no table."""
    if len(filled) < SPARSE * grid.n_rows * grid.n_columns:
        return "scattered labels"
    limit = WORDS_PER_CELL if grid.ruling == "rules" or grid.n_rows > 3 else WORDS_IN_SHORT
    if grid.header_rows and grid.n_rows > 3:
        limit = WORDS_UNDER_HEADER
    if mean(len(cell.words) for cell in filled) > limit:
        return "running text"
    if grid.n_rows == 2 and grid.ruling == "space":
        last = [cell for cell in filled if cell.row == 1]
        if 2 * sum(is_figure(cell.text) for cell in last) < len(last):
            return "two lines of text"
    return "list" if _is_list(grid, filled) else None


def _reach(grid: Grid, filled: list[GridCell]) -> list[int]:
    counts = [0] * grid.n_rows
    for cell in filled:
        for row in range(cell.row, cell.row_end):
            counts[row] += 1
    return counts


def _is_contents(grid: Grid, filled: list[GridCell]) -> bool:
    """Titles with leaders to ascending page numbers."""
    led = {cell.row for cell in filled if LEADERS.search(cell.text)}
    if len(led) < CONTENTS_ROWS * grid.n_rows or len(led) < 3:
        return False
    last = [cell for cell in filled if cell.column_end == grid.n_columns and cell.row in led]
    pages = [int(tail[1]) for cell in last if (tail := re.search(r"(\d{1,4})$", cell.text))]
    return len(pages) >= 0.6 * len(led) and pages == sorted(pages)


def _is_axis(grid: Grid, filled: list[GridCell]) -> bool:
    """Whether all columns of figures count down in even steps, as the marks of an axis do."""
    axes = 0
    for column in range(grid.n_columns):
        cells = sorted((c for c in filled if c.column == column), key=lambda c: c.row)
        marks = [float(m[0].replace(",", "")) for c in cells if (m := AXIS_MARK.match(c.text))]
        if len(marks) < AXIS_MARKS:
            if len(marks) > 1:
                return False
            continue
        steps = [after - before for before, after in pairwise(marks)]
        if max(steps) >= 0 or max(steps) - min(steps) > 0.02 * abs(min(steps)):
            return False
        axes += 1
    return axes > 0


def _is_list(grid: Grid, filled: list[GridCell]) -> bool:
    """Two columns of which the first holds only bullets, item or section numbers, the other
    text; a longer one without dots may be a table of numbered things.
    """
    if grid.n_columns != 2 or grid.header_rows:
        return False
    first = [cell.text for cell in filled if cell.column == 0]
    others = [cell.text for cell in filled if cell.column == 1]
    if len(first) == len(others) and all(
        BULLET.fullmatch(mark) or looks_like_note(f"{mark} {text}")
        for mark, text in zip(first, others, strict=True)
    ):
        return 2 * sum(map(is_figure, others)) <= len(others)
    return False
