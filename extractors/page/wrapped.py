"""Rows whose cells run over several lines: which lines of text go with which row of values.

Values stand at the top, half way down or at the bottom of a wrapped text beside them. Which
of these a table does is seen from the blank between lines: more of it parts rows than the
lines within them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import mean

from extractors.page.rows import TextRow

MISSED = 0.35  # em by which values may miss the middle of the text beside them
HELD = 0.9  # share of the rows that a way to align values must explain
PARTS = 0.05  # em by which blanks between rows must exceed those within them


def aligned_rows(rows: Sequence[TextRow], em: float) -> list[list[TextRow]] | None:
    """Body lines as rows with their values half way down or at the bottom; None where they
    stand at the top, or where nothing is wrapped.
    """
    wrapped = _wrapped_columns(rows)
    anchors = [index for index, row in enumerate(rows) if not _only_in(row, wrapped)]
    if not wrapped or not anchors or len(anchors) == len(rows):
        return None
    at_top = [0, *anchors[1:]]
    options = [_starts_around(rows, anchors, em), [0, *(index + 1 for index in anchors[:-1])]]
    best, least = None, PARTS * em + max(0.0, _contrast(rows, at_top, wrapped))
    for starts in options:
        if starts and (contrast := _contrast(rows, starts, wrapped)) > least:
            best, least = starts, contrast
    if best is None:
        return None
    return [list(rows[low:high]) for low, high in pairwise([*best, len(rows)])]


def _wrapped_columns(rows: Sequence[TextRow]) -> set[int]:
    """Columns, the first apart, in which some line of text stands alone."""
    alone = [row for row in rows if len(row.ranges) == 1 and _is_text_in_columns(row)]
    return set().union(*(row.columns for row in alone)) - {0}


def _only_in(row: TextRow, columns: set[int]) -> bool:
    return row.columns <= columns and _is_text_in_columns(row)


def _is_text_in_columns(row: TextRow) -> bool:
    """Whether a line holds no figures, and no label that spans columns."""
    return not row.figures and all(end - start == 1 for start, end in row.ranges)


def _starts_around(rows: Sequence[TextRow], anchors: Sequence[int], em: float) -> list[int] | None:
    """Where rows start if values stand half way down them; None where most do not.

    The first line of a row and its values give the place of its last line.
    """
    starts = [0]
    missed = 0
    for anchor, following in zip(anchors, [*anchors[1:], len(rows)], strict=True):
        first = starts[-1]
        if first > anchor:
            return None
        ends = range(anchor, following)
        middle = rows[anchor].top + rows[anchor].bottom
        offsets = [abs(rows[first].top + rows[end].bottom - middle) / 2 for end in ends]
        nearest = min(range(len(offsets)), key=lambda index: offsets[index])
        missed += offsets[nearest] > MISSED * em
        starts.append(anchor + nearest + 1)
    if missed > (1.0 - HELD) * len(anchors) or starts[-1] != len(rows):
        return None
    return starts[:-1]


def _contrast(rows: Sequence[TextRow], starts: Sequence[int], wrapped: set[int]) -> float:
    """By how much the mean pitch of wrapped text from row to row exceeds that within rows."""
    within: list[float] = []
    between: list[float] = []
    opens = set(starts)
    last: dict[int, tuple[float, int]] = {}
    row_number = -1
    for index, row in enumerate(rows):
        row_number += index in opens
        for (column, _), segment in zip(row.ranges, row.segments, strict=True):
            if column not in wrapped:
                continue
            if column in last:
                top, number = last[column]
                (within if number == row_number else between).append(segment.top - top)
            last[column] = (segment.top, row_number)
    if not within:
        return float("-inf")
    return mean(between) - mean(within) if between else 0.0
