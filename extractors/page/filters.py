"""Which grids are no tables: prose, and what `wording` and `drawings` know."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean

from extractors.geometry import Box, has_figures, is_figure
from extractors.page.drawings import is_axis, labels_a_drawing
from extractors.page.grid import Grid, GridCell
from extractors.page.wording import MOSTLY_FIGURES, is_contents, kind_of_text

PAIRED_ROWS = 0.5  # share of rows that must have two filled cells
WORDS_PER_CELL = 9.0  # mean, in tables without rules; ruled cells may hold paragraphs
WORDS_IN_SHORT = 5.0  # the same where three rows or fewer tell little
WORDS_UNDER_HEADER = 20.0  # the same under a header that a rule shows
SPARSE = 0.35  # share of the grid that cells with text must fill; labels of a chart fill less
DATA_ROWS = 3  # two rows of figures may be the marks of an axis
FILLED = 0.15  # share of a ruled grid's cells with text; drawings and maps have fewer


def reason_to_reject(grid: Grid, drawings: Sequence[Box] = ()) -> str | None:
    """Why the grid is no table, or None when it may be one.

    drawings: boxes of the page's oblique and curved strokes.
    """
    filled = grid.filled()
    if grid.n_rows < 2 or grid.n_columns < 2 or len(filled) < 3:
        return "fewer than two rows or columns"
    if len({cell.column for cell in filled}) < 2:
        return "one column"
    if is_contents(grid, filled):
        return "contents page"
    if is_axis(grid, filled):
        return "axis of a chart"
    paired = sum(count >= 2 for count in _reach(grid, filled))
    if grid.ruling == "grid":
        scattered = paired == 0 or len(filled) < FILLED * len(grid.cells)
        return "mostly empty boxes" if scattered else None
    if paired < max(1.0, PAIRED_ROWS * grid.n_rows):
        return "rows of one cell"
    if labels_a_drawing(filled, drawings):
        return "drawing"
    return _reason_against_text(grid, filled)


def holds_data(grid: Grid) -> bool:
    """Whether figures fill enough of a grid to tell it from labels and scattered text."""
    filled = grid.filled()
    figures = sum(has_figures(cell.text) for cell in filled)
    return grid.n_rows >= DATA_ROWS and figures >= MOSTLY_FIGURES * len(filled)


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
    return kind_of_text(grid, filled)


def _reach(grid: Grid, filled: list[GridCell]) -> list[int]:
    counts = [0] * grid.n_rows
    for cell in filled:
        for row in range(cell.row, cell.row_end):
            counts[row] += 1
    return counts
