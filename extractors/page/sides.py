"""Tables side by side or one above the other without rules: an area cut where its columns end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from extractors.geometry import Box, Line, Rule, bounding_box, has_figures, overlap
from extractors.page.columns import CLEAR, Column, find_columns, is_body

GUTTER = 2.5  # em of blank between tables side by side at least
WIDER = 2.0  # times the usual gap between the area's columns
STACKED_GAP = 0.7  # em of blank between tables one above the other at least
SIDE_RULES = 2  # rules that end at a gutter, on each side
RULE_GAP = 1.0  # em between them at least
BODY_LINES = 3  # last lines of a table among which one is of figures
APART = 0.2  # share of lines that must stand on one side only, on each


def tables_within(box: Box, lines: Sequence[Line], rules: Sequence[Rule], em: float) -> list[Box]:
    """The areas of the tables one above the other, and of those side by side, within `box`.

    lines: those inside the box. Blank space parts two tables where the columns below it are
    others and begin with a line of names.
    """
    for index in range(2, len(lines) - 1):
        if _begins_table(lines[:index], lines[index:], em):
            upper, lower = list(lines[:index]), list(lines[index:])
            rest = tables_within(_box_of(lower), lower, rules, em)
            return [*sides(_box_of(upper), upper, rules, em), *rest]
    return sides(box, lines, rules, em)


def _begins_table(above: Sequence[Line], below: Sequence[Line], em: float) -> bool:
    """Whether another table begins at the first line `below`, after the last one `above`."""
    blanks = sorted(after.top - before.bottom for before, after in pairwise(above))
    blank = below[0].top - above[-1].bottom
    if blank < STACKED_GAP * em or blank < WIDER * blanks[len(blanks) // 2]:
        return False
    if len(below[0].segments) < 2 or any(has_figures(s.text) for s in below[0].segments):
        return False
    if not any(is_body(line) for line in above[-BODY_LINES:]):
        return False
    upper, lower = (
        find_columns([line for line in part if len(line.segments) > 1], em)
        for part in (above, below)
    )
    return min(len(upper), len(lower)) > 1 and (
        _bridge(upper, lower, em) or _bridge(lower, upper, em)
    )


def _bridge(wide: Sequence[Column], narrow: Sequence[Column], em: float) -> bool:
    """Whether a column of `wide` lies over two of `narrow`."""
    return any(
        sum(overlap(column.x0, column.x1, other.x0, other.x1) > CLEAR * em for other in narrow) > 1
        for column in wide
    )


def sides(box: Box, lines: Sequence[Line], rules: Sequence[Rule], em: float) -> list[Box]:
    """The areas of the tables side by side within `box`; the box itself where there is one.

    lines: those inside the box. A gutter parts two tables when the header is repeated
    beyond it or when lines of the two sides do not go together.
    """
    columns = find_columns([line for line in lines if len(line.segments) > 1], em)
    flat = [rule for rule in rules if rule.horizontal and box.grown(em).holds(rule)]
    for index in range(2, len(columns) - 1):
        left, right = columns[index - 1], columns[index]
        middle = (left.x1 + right.x0) / 2
        wide = right.x0 - left.x1 >= GUTTER * em and _is_wide(columns, index)
        if _ruled_apart(flat, left.x1, right.x0, em) or (
            wide and (_repeated(lines, middle) or _apart(lines, middle))
        ):
            halves = [_half(lines, middle, left=left_half) for left_half in (True, False)]
            return [part for half in halves for part in sides(_box_of(half), half, rules, em)]
    return [box]


def _ruled_apart(flat: Sequence[Rule], x0: float, x1: float, em: float) -> bool:
    """Whether rules end on either side of the gap [x0, x1] between columns, and none crosses it."""
    if any(rule.x0 < x0 - em and x1 + em < rule.x1 for rule in flat):
        return False
    ends = [rule.x1 for rule in flat if x0 - em <= rule.x1 <= x1]
    begins = [rule.x0 for rule in flat if x0 <= rule.x0 <= x1 + em]
    if min(len(ends), len(begins)) < SIDE_RULES:
        return False
    return min(begins) - max(ends) >= RULE_GAP * em and 2 * (len(ends) + len(begins)) > len(flat)


def _is_wide(columns: Sequence[Column], index: int) -> bool:
    """Whether the gap before a column is wider than the usual one."""
    gaps = [right.x0 - left.x1 for left, right in pairwise(columns)]
    return gaps[index - 1] >= WIDER * median(gaps)


def _repeated(lines: Sequence[Line], middle: float) -> bool:
    """Whether the first line with text on both sides says the same on both."""
    for line in lines:
        left = [segment.text for segment in line.segments if segment.x1 < middle]
        right = [segment.text for segment in line.segments if segment.x0 > middle]
        if len(left) > 1 and len(right) > 1:
            return left == right
    return False


def _apart(lines: Sequence[Line], middle: float) -> bool:
    left = sum(line.x1 < middle for line in lines)
    right = sum(line.x0 > middle for line in lines)
    return min(left, right) >= APART * len(lines)


def _half(lines: Sequence[Line], middle: float, *, left: bool) -> list[Line]:
    out = []
    for line in lines:
        parts = tuple(s for s in line.segments if ((s.x0 + s.x1) / 2 < middle) is left)
        if parts:
            out.append(Line(parts, line.top, line.bottom))
    return out


def _box_of(lines: Sequence[Line]) -> Box:
    return bounding_box([segment for line in lines for segment in line.segments])
