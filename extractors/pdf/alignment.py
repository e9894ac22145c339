"""Tables without a full grid: the columns from aligned text, the rows from lines and rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from extractors.geometry import Box, Line, Rule, Word, text_height, text_lines
from extractors.pdf.columns import (
    Column,
    columns_under,
    find_columns,
    split_at_columns,
    spread_header,
)
from extractors.pdf.grid import Grid, GridCell
from extractors.pdf.rows import TextRow, full_rules, header_end, join_header, join_wrapped


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
    if len(columns) < 2:
        return None
    rows = [_text_row(line, columns, em) for line in lines]
    flat = [rule for rule in rules if rule.horizontal and box.grown(em).holds(rule)]
    breaks = full_rules(flat, columns[0].x0, columns[-1].x1)
    head, shown = header_end(rows, breaks)
    header = [_header_row(row, columns, flat, em) for row in rows[:head]]
    levels = join_header(header, [rule.position for rule in flat])
    body = join_wrapped(rows[head:], breaks, em)
    return Grid(
        tuple(_cells([*levels, *body])),
        len(levels) + len(body),
        len(columns),
        box,
        "rules" if breaks else "space",
        len(levels) if shown else None,
    )


def _telling(lines: Sequence[Line]) -> list[Line]:
    """Lines that tell columns apart: those of one segment only widen what others show."""
    several = [line for line in lines if len(line.segments) > 1]
    return several or list(lines)


def _text_row(line: Line, columns: Sequence[Column], em: float) -> TextRow:
    segments = split_at_columns(line, columns, em)
    ranges = [columns_under(segment, columns, em) for segment in segments]
    return TextRow(tuple(segments), tuple(ranges), line.top, line.bottom)


def _header_row(
    row: TextRow, columns: Sequence[Column], rules: Sequence[Rule], em: float
) -> TextRow:
    """A header line with its spans: as wide as the rule under it, else as it is centred."""
    ranges = spread_header(row.segments, columns, em)
    for index, segment in enumerate(row.segments):
        rule = next(
            (
                rule
                for rule in sorted(rules, key=lambda rule: rule.position)
                if 0 <= rule.position - segment.bottom + 0.3 * em <= 1.5 * em
                and rule.x0 - em <= segment.x0
                and segment.x1 <= rule.x1 + em
            ),
            None,
        )
        if rule is None:
            continue
        over = [
            place
            for place, column in enumerate(columns)
            if rule.x0 - em <= (column.x0 + column.x1) / 2 <= rule.x1 + em
        ]
        if over and len(over) < len(columns):
            ranges[index] = (over[0], over[-1] + 1)
    return TextRow(row.segments, tuple(ranges), row.top, row.bottom)


def _cells(rows: Sequence[Sequence[TextRow]]) -> list[GridCell]:
    """One cell per row and first column; segments that meet in a column share its cell."""
    cells: list[GridCell] = []
    for number, row in enumerate(rows):
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
