"""Which grids are the labels of a drawing: axes of charts, trees, flow charts, figures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import mean

from extractors.geometry import Box, bounding_box, has_figures, overlap
from extractors.page.grid import Grid, GridCell

AXIS_MARK = re.compile(r"[-−–]?\d{1,3}(?:,\d{3})+(?![\d.,])|[-−–]?\d+(?:\.\d+)?(?![\d.,])")
AXIS_MARKS = 4  # evenly spaced marks from which a column or row is an axis
EVEN = 0.02  # of a step by which the steps of an axis may differ, in value
EVEN_PLACES = 0.15  # the same in place: marks are centred, of different lengths
OBLIQUE_STROKES = 2  # strokes across the rows of a grid; one may be a mark on the page


def labels_a_drawing(filled: Sequence[GridCell], drawings: Sequence[Box]) -> bool:
    """Whether oblique or curved strokes (their boxes) run between the cells' texts.

    A symbol within a row, or one that surrounds the whole grid, says nothing.
    """
    words = [word for cell in filled for word in cell.words]
    text = bounding_box(words)
    row = 1.5 * mean(word.bottom - word.top for word in words)
    across = [
        box
        for box in drawings
        if box.bottom - box.top > row
        and overlap(box.x0, box.x1, text.x0, text.x1) > 0
        and overlap(box.top, box.bottom, text.top, text.bottom) > 0
        and not box.contains(text)
    ]
    return len(across) >= OBLIQUE_STROKES


def is_axis(grid: Grid, filled: Sequence[GridCell]) -> bool:
    """Whether the figures are only the marks of axes."""
    return _is_upright_axis(grid, filled) or _is_level_axis(grid, filled)


def _is_upright_axis(grid: Grid, filled: Sequence[GridCell]) -> bool:
    """Whether all columns of figures count down in even steps, as the marks of an axis do."""
    axes = 0
    for column in range(grid.n_columns):
        cells = sorted((c for c in filled if c.column == column), key=lambda c: c.row)
        marks = _marks(cells)
        if len(marks) < AXIS_MARKS:
            if len(marks) > 1:
                return False
            continue
        steps = [after - before for before, after in pairwise(marks)]
        if max(steps) >= 0 or not _even(steps, EVEN):
            return False
        axes += 1
    return axes > 0


def _is_level_axis(grid: Grid, filled: Sequence[GridCell]) -> bool:
    """Whether the last line holds marks that count up in even steps at even distances, and no
    other line has figures in two places.
    """
    rows = [
        sorted((c for c in filled if c.row == row), key=lambda c: c.column)
        for row in range(grid.n_rows)
    ]
    if any(sum(has_figures(cell.text) for cell in row) > 1 for row in rows[:-1]):
        return False
    cells = [cell for cell in rows[-1] if has_figures(cell.text)]
    marks = _marks(cells)
    if len(marks) < AXIS_MARKS or len(marks) < len(cells):
        return False
    boxes = [bounding_box(cell.words) for cell in cells]
    places = [(box.x0 + box.x1) / 2 for box in boxes]
    values = [after - before for before, after in pairwise(marks)]
    distances = [after - before for before, after in pairwise(places)]
    return min(values) > 0 and _even(values, EVEN) and _even(distances, EVEN_PLACES)


def _marks(cells: Sequence[GridCell]) -> list[float]:
    """The numbers that the cells begin with."""
    found = (AXIS_MARK.match(cell.text) for cell in cells)
    return [float(re.sub("[−–]", "-", mark[0]).replace(",", "")) for mark in found if mark]


def _even(steps: Sequence[float], tolerance: float) -> bool:
    return max(steps) - min(steps) <= tolerance * min(map(abs, steps))
