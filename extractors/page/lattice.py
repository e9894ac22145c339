"""Ruled tables: rules -> connected groups -> grid lines -> cells -> words.

The steps follow the usual decomposition (rules that touch form one table, the walls
between elementary cells decide what is merged); only the walls are consulted, so a
border drawn piecewise or twice makes no difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from extractors.geometry import (
    Box,
    Line,
    Rule,
    Word,
    bounding_box,
    clusters,
    join_spans,
    overlap,
    text_lines,
)
from extractors.page.grid import Grid, GridCell

WALL_SHARE = 0.6  # of a cell's side that a rule must cover to part two cells
TOUCH = 0.3  # em; drawn corners miss each other by up to two line widths
SLIVER_WIDTH = 1.2  # em; a column narrower than this has room for no text
SLIVER_HEIGHT = 0.8  # em
FEWEST_LABELS = 3  # rows from which labels beside a grid count as its column
LABELLED_ROWS = 0.7  # share of the rows that must have a line of text of their own
BAND_SHARE = 0.5  # of the wider of two shaded bands that lies over the other one
BAND_WALLS = 0.8  # share of drawn walls from which a frame is a grid of its own
BAND_GAP = 3.0  # of the height of the higher of two bands that the row between them has at most
LABEL_REACH = 20.0  # em; labels beside a grid are no longer than this
LABEL_GAP = 4.0  # em between the longest label and the grid at most
OPEN_EDGE = 1.0  # em by which rules must stick out to make an unruled outer column


Spans = tuple[tuple[float, float], ...]
"""Intervals along a grid line, ascending and apart."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """Grid lines of one group of touching rules: sorted positions and their walls.

    verticals[j], horizontals[i]: the intervals that rules cover on line j (i).
    """

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    verticals: tuple[Spans, ...]
    horizontals: tuple[Spans, ...]

    @property
    def box(self) -> Box:
        """The outer frame."""
        return Box(self.xs[0], self.ys[0], self.xs[-1], self.ys[-1])


def touching_groups(rules: Sequence[Rule], tolerance: float) -> list[list[Rule]]:
    """Rules grouped so that crossing or touching ones are together."""
    flat = [rule for rule in rules if rule.horizontal]
    tall = [rule for rule in rules if not rule.horizontal]
    if not flat or not tall:
        return [[rule] for rule in rules]
    h = np.array([(r.x0, r.x1, r.position) for r in flat])
    v = np.array([(r.top, r.bottom, r.position) for r in tall])
    touch = (
        (h[:, None, 0] - tolerance <= v[None, :, 2])
        & (v[None, :, 2] <= h[:, None, 1] + tolerance)
        & (v[None, :, 0] - tolerance <= h[:, None, 2])
        & (h[:, None, 2] <= v[None, :, 1] + tolerance)
    )
    parent = list(range(len(flat) + len(tall)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    for i, j in np.argwhere(touch):
        parent[root(int(i))] = root(len(flat) + int(j))
    groups: dict[int, list[Rule]] = {}
    for index, rule in enumerate([*flat, *tall]):
        groups.setdefault(root(index), []).append(rule)
    return list(groups.values())


def lattice_of(group: Sequence[Rule], em: float) -> Lattice | None:
    """Grid lines of touching rules; None unless they have two lines each way."""
    xs, verticals = _grid_lines([rule for rule in group if not rule.horizontal], em)
    ys, horizontals = _grid_lines([rule for rule in group if rule.horizontal], em)
    if not xs or not ys:
        return None
    frame = bounding_box(group)
    xs, verticals = _with_open_edges(xs, verticals, (frame.x0, frame.x1), em)
    ys, horizontals = _with_open_edges(ys, horizontals, (frame.top, frame.bottom), em)
    if len(xs) < 2 or len(ys) < 2:
        return None
    return Lattice(tuple(xs), tuple(ys), tuple(verticals), tuple(horizontals))


def _grid_lines(rules: Sequence[Rule], em: float) -> tuple[list[float], list[Spans]]:
    positions: list[float] = []
    spans: list[Spans] = []
    for group in clusters(rules, lambda rule: rule.position, TOUCH * em):
        positions.append(sum(rule.position for rule in group) / len(group))
        spans.append(tuple(join_spans((rule.span for rule in group), TOUCH * em)))
    return positions, spans


def _with_open_edges(
    positions: list[float], spans: list[Spans], frame: tuple[float, float], em: float
) -> tuple[list[float], list[Spans]]:
    """Grid lines where rules of the other direction stick out beyond the last line."""
    if frame[0] < positions[0] - OPEN_EDGE * em:
        positions, spans = [frame[0], *positions], [(), *spans]
    if frame[1] > positions[-1] + OPEN_EDGE * em:
        positions, spans = [*positions, frame[1]], [*spans, ()]
    return positions, spans


def without_slivers(lattice: Lattice, words: Sequence[Word], em: float) -> Lattice:
    """The lattice with lines united that stand too close for text and have none between.

    A header and its body are often drawn with borders that miss each other by some points.
    """
    sides = [(word.x0, word.x1) for word in words]
    heights = [(word.top, word.bottom) for word in words]
    xs, verticals = _united(lattice.xs, lattice.verticals, sides, SLIVER_WIDTH * em)
    ys, horizontals = _united(lattice.ys, lattice.horizontals, heights, SLIVER_HEIGHT * em)
    return Lattice(tuple(xs), tuple(ys), tuple(verticals), tuple(horizontals))


def _united(
    positions: Sequence[float],
    lines: Sequence[Spans],
    extents: Sequence[tuple[float, float]],
    narrow: float,
) -> tuple[list[float], list[Spans]]:
    out, spans = [positions[0]], [lines[0]]
    for place, (position, line) in enumerate(zip(positions[1:], lines[1:], strict=True), start=1):
        low = out[-1]
        slack = 0.2 * narrow
        sliver = position - low < narrow and not any(
            low - slack <= start and end <= position + slack for start, end in extents
        )
        if not sliver or (len(out) == 1 and place == len(positions) - 1):
            out.append(position)
            spans.append(line)
            continue
        if sum(b - a for a, b in line) > sum(b - a for a, b in spans[-1]):
            out[-1] = position
        spans[-1] = tuple(join_spans((*spans[-1], *line)))
    return out, spans


def with_joined_bands(lattices: Sequence[Lattice], lines: Sequence[Line]) -> list[Lattice]:
    """The lattices, shaded bands with rows between them as one frame around all of their rows.

    Shading every other row draws a frame around it, which is no table of its own.
    """
    stacks: list[list[Lattice]] = []
    for lattice in sorted(lattices, key=lambda lattice: lattice.ys[0]):
        stack = next((stack for stack in stacks if _are_bands(stack[-1], lattice, lines)), None)
        if stack:
            stack.append(lattice)
        else:
            stacks.append([lattice])
    return [stack[0] if len(stack) == 1 else _frame_around(stack, lines) for stack in stacks]


def _are_bands(upper: Lattice, lower: Lattice, lines: Sequence[Line]) -> bool:
    """Whether nothing but a row stands between two frames, and all three have texts side by side
    that no wall parts.
    """
    low = max(upper.xs[0], lower.xs[0])
    high = min(upper.xs[-1], lower.xs[-1])
    if high - low < BAND_SHARE * max(upper.xs[-1] - upper.xs[0], lower.xs[-1] - lower.xs[0]):
        return False
    parts: list[list[int]] = [[], [], []]
    for line in lines:
        if upper.ys[0] < line.middle < lower.ys[-1]:
            count = sum(overlap(s.x0, s.x1, low, high) > 0 for s in line.segments)
            place = (line.middle > upper.ys[-1]) + (line.middle > lower.ys[0])
            parts[place] += [count] if count else []
    above, between, below = (max(counts, default=0) for counts in parts)
    return (
        max(wall_share(upper), wall_share(lower)) < BAND_WALLS
        and between > 1
        and above >= len(upper.xs)
        and below >= len(lower.xs)
        and lower.ys[0] - upper.ys[-1] <= BAND_GAP * max(_height(upper), _height(lower))
    )


def _height(lattice: Lattice) -> float:
    return lattice.ys[-1] - lattice.ys[0]


def _frame_around(bands: Sequence[Lattice], lines: Sequence[Line]) -> Lattice:
    """A frame around shaded bands and the row below the last of them, as high as one of theirs."""
    x0 = min(band.xs[0] for band in bands)
    x1 = max(band.xs[-1] for band in bands)
    bottom = bands[-1].ys[-1]
    gap = max(lower.ys[0] - upper.ys[-1] for upper, lower in pairwise(bands))
    for line in lines:
        inside = [
            segment for segment in line.segments if overlap(segment.x0, segment.x1, x0, x1) > 0
        ]
        if (
            bands[-1].ys[-1] < line.middle
            and line.bottom <= bands[-1].ys[-1] + gap
            and len(inside) > 1
        ):
            bottom = max(bottom, line.bottom)
    top = bands[0].ys[0]
    return Lattice((x0, x1), (top, bottom), (((top, bottom),),) * 2, (((x0, x1),),) * 2)


def wall_share(lattice: Lattice) -> float:
    """Share of the possible walls between neighbours in a row that are drawn; 0 for one column."""
    walls = _walls(lattice.verticals[1:-1], lattice.ys)
    drawn = [wall for line in walls for wall in line]
    return sum(drawn) / len(drawn) if drawn else 0.0


def lattice_grid(lattice: Lattice, words: Sequence[Word]) -> Grid:
    """The grid of a lattice with `words` put into its cells; words outside are left out."""
    n_rows, n_columns = len(lattice.ys) - 1, len(lattice.xs) - 1
    areas = [
        part
        for area in _cell_areas(lattice, n_rows, n_columns)
        for part in _unruled_rows(area, lattice, words)
    ]
    owner = {
        (row, column): index
        for index, (r0, r1, c0, c1) in enumerate(areas)
        for row in range(r0, r1)
        for column in range(c0, c1)
    }
    contents: list[list[Word]] = [[] for _ in areas]
    for word in words:
        row = _band(lattice.ys, (word.top + word.bottom) / 2)
        column = _band(lattice.xs, (word.x0 + word.x1) / 2)
        if row is not None and column is not None:
            contents[owner[row, column]].append(word)
    cells = tuple(
        GridCell(r0, r1, c0, c1, tuple(content))
        for (r0, r1, c0, c1), content in zip(areas, contents, strict=True)
    )
    return Grid(cells, n_rows, n_columns, lattice.box, "grid")


def _band(positions: Sequence[float], value: float) -> int | None:
    index = int(np.searchsorted(positions, value)) - 1
    return index if 0 <= index < len(positions) - 1 else None


def _cell_areas(lattice: Lattice, n_rows: int, n_columns: int) -> list[tuple[int, int, int, int]]:
    """Elementary cells merged where no wall stands: (row, row_end, column, column_end).

    An area without walls that is no rectangle is cut into its rows.
    """
    right = _walls(lattice.verticals[1:-1], lattice.ys)
    below = _walls(lattice.horizontals[1:-1], lattice.xs)
    label = -np.ones((n_rows, n_columns), dtype=int)
    areas: list[tuple[int, int, int, int]] = []
    for row in range(n_rows):
        for column in range(n_columns):
            if label[row, column] >= 0:
                continue
            region = _open_region((row, column), right, below, label)
            rows = [r for r, _ in region]
            columns = [c for _, c in region]
            r0, r1, c0, c1 = min(rows), max(rows) + 1, min(columns), max(columns) + 1
            if len(region) == (r1 - r0) * (c1 - c0):
                areas.append((r0, r1, c0, c1))
            else:
                areas += _row_runs(region)
    return areas


def _unruled_rows(
    area: tuple[int, int, int, int], lattice: Lattice, words: Sequence[Word]
) -> list[tuple[int, int, int, int]]:
    """A tall cell cut into its rows where nearly every row has a line of text of its own.

    Labels beside a grid stand in a column that its rules do not reach.
    """
    row, row_end, column, column_end = area
    if row_end - row < FEWEST_LABELS:
        return [area]
    box = Box(lattice.xs[column], lattice.ys[row], lattice.xs[column_end], lattice.ys[row_end])
    lines = text_lines((word for word in words if box.holds(word)), gap=1e9)
    bands = {_band(lattice.ys, line.middle) for line in lines}
    if len(bands) < len(lines) or len(lines) < LABELLED_ROWS * (row_end - row):
        return [area]
    return [(place, place + 1, column, column_end) for place in range(row, row_end)]


def with_outer_labels(lattice: Lattice, lines: Sequence[Line], em: float) -> Lattice:
    """The lattice with a column more on its left where most rows have a label out there."""
    left = lattice.xs[0]
    labels = [
        segment
        for line in lines
        for segment in line.segments
        if lattice.ys[0] < line.middle < lattice.ys[-1]
        and left - LABEL_REACH * em <= segment.x0
        and segment.x1 <= left + 0.1 * em
    ]
    if not labels or max(label.x1 for label in labels) < left - LABEL_GAP * em:
        return lattice
    bands = {_band(lattice.ys, (label.top + label.bottom) / 2) for label in labels}
    rows = len(lattice.ys) - 1
    if len(bands) < max(FEWEST_LABELS, LABELLED_ROWS * rows / 2) or len(labels) > rows:
        return lattice
    edge = min(label.x0 for label in labels) - 0.1 * em
    full = (((lattice.ys[0], lattice.ys[-1]),),)
    outer = tuple(tuple(join_spans((*line, (edge, left)))) for line in lattice.horizontals)
    return Lattice((edge, *lattice.xs), lattice.ys, full + lattice.verticals, outer)


def _walls(lines: Sequence[Spans], across: Sequence[float]) -> list[list[bool]]:
    """walls[k][b]: inner line k (0 = after the first band) is drawn along band b of `across`."""
    return [
        [
            sum(max(0.0, overlap(low, high, start, end)) for start, end in spans)
            >= WALL_SHARE * (high - low)
            for low, high in pairwise(across)
        ]
        for spans in lines
    ]


def _open_region(
    start: tuple[int, int],
    right: Sequence[Sequence[bool]],
    below: Sequence[Sequence[bool]],
    label: np.ndarray,
) -> list[tuple[int, int]]:
    n_rows, n_columns = label.shape
    mark = int(label.max()) + 1
    label[start] = mark
    region, pending = [], [start]
    while pending:
        row, column = pending.pop()
        region.append((row, column))
        steps = (
            (row, column + 1, column + 1 < n_columns and not right[column][row]),
            (row, column - 1, column > 0 and not right[column - 1][row]),
            (row + 1, column, row + 1 < n_rows and not below[row][column]),
            (row - 1, column, row > 0 and not below[row - 1][column]),
        )
        for r, c, open_side in steps:
            if open_side and label[r, c] < 0:
                label[r, c] = mark
                pending.append((r, c))
    return region


def _row_runs(region: Sequence[tuple[int, int]]) -> list[tuple[int, int, int, int]]:
    runs: list[tuple[int, int, int, int]] = []
    for row, column in sorted(region):
        if runs and runs[-1][0] == row and runs[-1][3] == column:
            runs[-1] = (row, row + 1, runs[-1][2], column + 1)
        else:
            runs.append((row, row + 1, column, column + 1))
    return runs
