"""Tables without a full grid: the columns from aligned text, the rows from lines and rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from extractors.geometry import (
    Box,
    Line,
    Rule,
    Segment,
    Word,
    bounding_box,
    has_figures,
    overlap,
    segment_of,
    text_height,
    text_lines,
)
from extractors.page.columns import (
    Column,
    columns_under,
    find_columns,
    part_over_columns,
    part_tight_columns,
    split_at_columns,
    spread_header,
)
from extractors.page.grid import Grid, GridCell
from extractors.page.rows import (
    TextRow,
    full_rules,
    header_end,
    is_units_row,
    join_header,
    join_wrapped,
    over_groups,
    repeats,
    ruled_between,
    with_whole_labels,
)
from extractors.page.wrapped import aligned_rows

NUMBERED_HEADER = 3  # lines of a header that begins with figures at most
BLANK = 0.75  # em; a blank of fixed pitch is narrower
FLUSH = 0.1  # em by which the lines of a left- or right-aligned column may miss its edge


def aligned_grid(words: Iterable[Word], rules: Sequence[Rule], box: Box) -> Grid | None:
    """The grid of the words in `box`; None where they have no common columns.

    rules: horizontal ones part rows and show what a header spans.
    """
    inside = [word for word in words if box.holds(word)]
    if not inside:
        return None
    em = text_height(inside)
    lines = text_lines(inside)
    columns = find_columns(_telling(lines), em)
    columns = part_tight_columns(columns, lines, em)
    if len(columns) < 2:
        return None
    rows = [_text_row(line, columns, em) for line in lines]
    flat = [rule for rule in rules if rule.horizontal and box.grown(em).holds(rule)]
    breaks = full_rules(flat, (columns[0].x0, columns[-1].x1), (columns[0].x0, columns[0].x1))
    head, shown = header_end(rows, breaks)
    if not shown:
        head = _without_label(rows, _without_wrapped(rows, head, em))
        head = next((k for k in range(1, head) if repeats(rows[k - 1], rows[k])), head + 1) - 1
    if all(word.confidence is not None for word in inside):
        names = head or _names_below_figures(rows)
        rows[:names] = _typed_header(rows[:names], columns, em)
    header = over_groups(
        [_header_row(row, _beside(row, rows[:head]), columns, flat, em) for row in rows[:head]]
    )
    levels = join_header(header, flat)
    body = with_whole_labels(_body_rows(rows[head:], breaks, em), len(columns))
    units = {index for index, level in enumerate(levels) if is_units_row(level[0])}
    cells = stretched_header(_cells(levels, 0), len(levels), flat, units)
    cells += _cells(body, len(levels))
    return Grid(
        tuple(cells),
        len(levels) + len(body),
        len(columns),
        box,
        "rules" if breaks else "space",
        len(levels) if shown else None,
    )


def _body_rows(rows: Sequence[TextRow], breaks: Sequence[float], em: float) -> list[list[TextRow]]:
    """Body lines as rows: by the rules between them, else by how wrapped cells are aligned."""
    ruled = rows and any(rows[0].bottom < position < rows[-1].top for position in breaks)
    return (not ruled and aligned_rows(rows, em)) or join_wrapped(rows, breaks, em)


def _without_wrapped(rows: Sequence[TextRow], head: int, em: float) -> int:
    """The end of a header without the first lines of wrapped cells that stand above their values."""
    end = head
    while end > 1 and len(rows[end - 1].columns) == 1:
        end -= 1
    return end if end < head and aligned_rows(rows[end:], em) else head


def _without_label(rows: Sequence[TextRow], head: int) -> int:
    """The end of a header without a label over the first rows, which stands in the first column
    alone: the lines of that column's own name follow each other.
    """
    if head < 3 or rows[head - 1].columns != {0} or 0 in rows[head - 2].columns:
        return head
    return head - 1 if any(0 in row.columns for row in rows[: head - 2]) else head


def _names_below_figures(rows: Sequence[TextRow]) -> int:
    """The end of a header whose first lines are figures, such as the numbers of wells; 0 for none."""
    for index, row in enumerate(rows[:NUMBERED_HEADER]):
        if len(row.segments) > 1 and not any(has_figures(s.text) for s in row.segments):
            return index + 1
    return 0


def _typed_header(rows: Sequence[TextRow], columns: Sequence[Column], em: float) -> list[TextRow]:
    """Header lines of recognised words, whose blanks tell less of what belongs together than the
    columns below do: all are as wide as the type, whether between words or between names.
    """
    if not rows:
        return []
    *upper, last = rows
    names = [*upper, _with_own_names(last, columns, em)]
    return [
        _with_whole_groups(row, names[index + 1 :], columns, em) if index < len(upper) else row
        for index, row in enumerate(names)
    ]


def _with_own_names(row: TextRow, columns: Sequence[Column], em: float) -> TextRow:
    """A header's last line with a name for each column that it can be parted over."""
    segments = [part for s in row.segments for part in part_over_columns(s, columns, em)]
    if len(segments) == len(row.segments):
        return row
    ranges = tuple(columns_under(segment, columns, em) for segment in segments)
    return replace(row, segments=tuple(segments), ranges=ranges)


def _with_whole_groups(
    row: TextRow, lower: Sequence[TextRow], columns: Sequence[Column], em: float
) -> TextRow:
    """A header line without the cuts at blanks over columns that have names of their own below
    it: it names their group.
    """
    named = set().union(*(other.columns for other in lower))
    segments = [row.segments[0]]
    for (start, _), segment in zip(row.ranges[1:], row.segments[1:], strict=True):
        before = columns_under(segments[-1], columns, em)[1] - 1
        if segment.x0 - segments[-1].x1 < BLANK * em and {before, start} <= named:
            segments[-1] = segment_of((*segments[-1].words, *segment.words))
        else:
            segments.append(segment)
    if len(segments) == len(row.segments):
        return row
    ranges = tuple(columns_under(segment, columns, em) for segment in segments)
    return replace(row, segments=tuple(segments), ranges=ranges)


def _telling(lines: Sequence[Line]) -> list[Line]:
    """Lines that tell columns apart: those of one segment only widen what others show."""
    several = [line for line in lines if len(line.segments) > 1]
    return several or list(lines)


def _text_row(line: Line, columns: Sequence[Column], em: float) -> TextRow:
    segments = split_at_columns(line, columns, em)
    ranges = [columns_under(segment, columns, em) for segment in segments]
    if len(segments) == 1 and ranges[0][0] > 0:
        if not _stands_flush(segments[0], columns[ranges[0][0]], em):
            ranges = spread_header(segments, columns, em)  # a section's label over its columns
    elif len(segments) == 1 and ranges[0][1] > 1:  # one that runs over its first column
        ranges = [(0, len(columns))]
    return TextRow(tuple(segments), tuple(ranges), line.top, line.bottom)


def _stands_flush(segment: Segment, column: Column, em: float) -> bool:
    """Whether a text begins or ends where its column does, as a line of a wrapped cell."""
    edges = abs(segment.x0 - column.x0), abs(segment.x1 - column.x1)
    return min(edges) <= FLUSH * em


def _beside(row: TextRow, header: Sequence[TextRow]) -> list[Segment]:
    """Texts of header lines half a line up or down: one-line names beside names of two lines."""
    return [
        segment
        for other in header
        if other is not row and overlap(row.top, row.bottom, other.top, other.bottom) > 0
        for segment in other.segments
    ]


def _header_row(
    row: TextRow,
    beside: Sequence[Segment],
    columns: Sequence[Column],
    rules: Sequence[Rule],
    em: float,
) -> TextRow:
    """A header line with its spans: as wide as the rule under it, else as it is centred.

    It spans no column that a text `beside` it names.
    """
    ranges = spread_header(row.segments, columns, em, beside)
    for index, segment in enumerate(row.segments):
        rule = next(
            (
                rule
                for rule in sorted(rules, key=lambda rule: rule.position)
                if 0 <= rule.position - segment.bottom + 0.3 * em <= 1.5 * em
                and _stands_over(rule, segment, em)
            ),
            None,
        )
        if rule is None or sum(_stands_over(rule, other, em) for other in row.segments) > 1:
            continue  # a rule under several texts heads no group
        over = [
            place
            for place, column in enumerate(columns)
            if rule.x0 - em <= (column.x0 + column.x1) / 2 <= rule.x1 + em
        ]
        if over and len(over) < len(columns):
            ranges[index] = (over[0], over[-1] + 1)
    return TextRow(row.segments, tuple(ranges), row.top, row.bottom)


def _stands_over(rule: Rule, segment: Segment, em: float) -> bool:
    return rule.x0 - em <= segment.x0 and segment.x1 <= rule.x1 + em


def stretched_header(
    cells: Sequence[GridCell], n_levels: int, flat: Sequence[Rule], units: Collection[int]
) -> list[GridCell]:
    """Header cells of one column, grown over the blank levels above and below them.

    Texts under each other in a column without a rule between them are one cell. Levels
    `units` hold units only: there texts are cells of their own, and blanks stay blank.
    """
    spanning = [cell for cell in cells if cell.column_end - cell.column > 1]
    blocked = {(cell.row, column) for cell in spanning for column in _columns_of(cell)}
    out = list(spanning)
    for column in sorted({cell.column for cell in cells}):
        stack: list[GridCell] = []
        for cell in cells:
            if cell.column != column or cell.column_end - column > 1:
                continue
            joins = bool(stack) and cell.row not in units
            if joins and _is_one_cell(stack[-1], cell, blocked, flat):
                before = stack.pop()
                words = before.words + cell.words
                stack.append(GridCell(before.row, cell.row_end, column, column + 1, words))
            else:
                stack.append(cell)
        out += _grown(stack, column, n_levels, blocked | {(row, column) for row in units})
    return out


def _columns_of(cell: GridCell) -> range:
    return range(cell.column, cell.column_end)


def _is_one_cell(
    upper: GridCell, lower: GridCell, blocked: set[tuple[int, int]], flat: Sequence[Rule]
) -> bool:
    between = range(upper.row_end, lower.row)
    return not any((row, lower.column) in blocked for row in between) and not ruled_between(
        bounding_box(upper.words), bounding_box(lower.words), flat
    )


def _grown(
    stack: Sequence[GridCell], column: int, n_levels: int, blocked: set[tuple[int, int]]
) -> list[GridCell]:
    out: list[GridCell] = []
    for place, cell in enumerate(stack):
        row, row_end = cell.row, cell.row_end
        floor = out[-1].row_end if out else 0
        ceiling = stack[place + 1].row if place + 1 < len(stack) else n_levels
        while row > floor and (row - 1, column) not in blocked:
            row -= 1
        while row_end < ceiling and (row_end, column) not in blocked:
            row_end += 1
        out.append(GridCell(row, row_end, column, column + 1, cell.words))
    return out


def _cells(rows: Sequence[Sequence[TextRow]], first: int) -> list[GridCell]:
    """One cell per row (numbered from `first`) and column; segments that meet in a column
    share its cell.
    """
    cells: list[GridCell] = []
    for number, row in enumerate(rows, start=first):
        pieces = [
            (span, segment)
            for line in row
            for span, segment in zip(line.ranges, line.segments, strict=True)
        ]
        merged: list[tuple[int, int, tuple[Word, ...]]] = []
        for (start, end), segment in sorted(pieces, key=lambda piece: piece[0]):
            if merged and start < merged[-1][1]:
                first, last, words = merged[-1]
                merged[-1] = (first, max(last, end), (*words, *segment.words))
            else:
                merged.append((start, end, segment.words))
        cells += [GridCell(number, number + 1, start, end, words) for start, end, words in merged]
    return cells
