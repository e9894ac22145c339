"""Which lines of text make one row: wrapped cells joined, header levels kept apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from extractors.geometry import Boxed, Rule, Segment, has_figures, is_figure, overlap
from extractors.numbers import is_unit

TIGHT = 0.75  # em of blank between the lines of one cell at most
LINE_HEIGHT = 0.95  # em; base lines closer than this belong to one row
FULL_RULE = 0.6  # of the table's width that a rule must cover to end a row everywhere
BIMODAL = 1.35  # ratio of the pitch between rows to that within them that tells them apart
WITHIN = (0.15, 0.7)  # share of the pitches that may be within rows; else they part sections
SET_OFF = 1.04  # of the leading within cells; a wider pitch parts rows
HEADER_LINES = 12  # a header deeper than this is none
RULED_ROWS = 3  # strips between rules from which rules are taken to part rows
YEAR = re.compile(r"(?:19|20)\d\d(?:\s?[-–/]\s?\d{2,4})?\*?")  # heads a column as often as not
UNFINISHED = (
    ",",
    "-",
    "–",
    "/",
    "(",
    "&",
    " and",
    " of",
    " or",
    " the",
    " in",
    " for",
    " to",
    " by",
    " with",
    " per",
)


@dataclass(frozen=True, slots=True)
class TextRow:
    """The segments of one line with the columns they stand in."""

    segments: tuple[Segment, ...]
    ranges: tuple[tuple[int, int], ...]
    top: float
    bottom: float

    @property
    def columns(self) -> set[int]:
        """Columns in which a segment starts."""
        return {start for start, _ in self.ranges}

    @property
    def figures(self) -> set[int]:
        """Columns, the first one apart, that hold a figure."""
        return {
            start
            for (start, _), segment in zip(self.ranges, self.segments, strict=True)
            if start > 0 and is_figure(segment.text)
        }


def full_rules(
    rules: Sequence[Rule], whole: tuple[float, float], first: tuple[float, float]
) -> list[float]:
    """Positions of horizontal rules over most of the table's width, from the top.

    whole, first: the intervals of the table and of its first column, which a rule under a
    header's groups leaves out.
    """
    return sorted(
        rule.position
        for rule in rules
        if rule.horizontal
        and overlap(*rule.span, *whole) >= FULL_RULE * (whole[1] - whole[0])
        and overlap(*rule.span, *first) >= 0.5 * (first[1] - first[0])
    )


def header_end(rows: Sequence[TextRow], breaks: Sequence[float]) -> tuple[int, bool]:
    """Number of leading lines that form the header, and whether a rule shows it.

    It ends at the last rule before the first line of figures, at the first rule where the
    body has none, else before the first line of figures.
    """
    body = next((index for index, row in enumerate(rows) if _is_body(row)), None)
    ends = [sum(_middle(row) < position for row in rows) for position in breaks]
    ends = [end for end in ends if 0 < end < min(len(rows), HEADER_LINES)]
    if body is None or body == 0:
        first = next(iter(ends), 0)
        if first and (body is None or first <= 2):
            return first, True
        return (_bold_lines(rows) if body is None else 0), False
    shown = [end for end in ends if end <= body]
    if shown:
        return shown[-1] if _has_parts(rows[shown[0] : shown[-1]]) else shown[0], True
    return (_header_by_look(rows, body), False) if body < HEADER_LINES else (0, False)


def _header_by_look(rows: Sequence[TextRow], body: int) -> int:
    """Where a header above `body`, the first line of figures, ends by its look: rows of text may
    come before. Bold type ends with it; else it ends with a line that names the columns and is
    set off from the next row as no lines of one cell are.
    """
    if bold := _bold_lines(rows[: body + 1]):
        return min(bold, body)
    leading = min((after.top - before.top for before, after in pairwise(rows)), default=0.0)
    most = max(len(row.columns) for row in rows)
    for end in range(1, body):
        before, row = rows[end - 1], rows[end]
        names = 0 in before.columns and 0 in row.columns and len(before.columns) >= most - 1
        if names and row.top - before.top > SET_OFF * leading and not is_units_row(row):
            return end
    return body


def _bold_lines(rows: Sequence[TextRow]) -> int:
    """Number of leading lines in bold type above one without; 0 where all or none are bold."""
    for count, row in enumerate(rows):
        if not all(word.bold for segment in row.segments for word in segment.words):
            return 0 if any(s.words[0].bold for s in row.segments) else count
    return 0


def _is_body(row: TextRow) -> bool:
    others = row.columns - {0}
    if all(YEAR.fullmatch(s.text) for s in row.segments if has_figures(s.text)):
        return False
    return bool(others) and 2 * len(row.figures) >= len(others)


def _has_parts(rows: Sequence[TextRow]) -> bool:
    """Whether each line names several columns, as a header's lower levels do."""
    return any(len(row.columns) > 1 for row in rows)


def join_header(rows: Sequence[TextRow], flat: Sequence[Rule]) -> list[list[TextRow]]:
    """Header lines grouped into levels.

    A level ends where a rule parts a text from the one above it, or where cells that span
    columns have their parts below them.
    """
    levels: list[list[TextRow]] = []
    for row in rows:
        if levels and not _new_level(levels[-1], row, flat):
            levels[-1].append(row)
        else:
            levels.append([row])
    return levels


def is_units_row(row: TextRow) -> bool:
    """Whether a line holds nothing but units, one stray text apart: a header level of its own."""
    units = sum(is_unit(segment.text) for segment in row.segments)
    return units > 1 and units >= len(row.segments) - 1


def _new_level(level: Sequence[TextRow], row: TextRow, flat: Sequence[Rule]) -> bool:
    if is_units_row(row):
        return True
    for above in level:
        for upper, (start, end) in zip(above.segments, above.ranges, strict=True):
            if end - start > 1 and sum(start <= r[0] and r[1] <= end for r in row.ranges) > 1:
                return True
            if any(ruled_between(upper, lower, flat) for lower in row.segments):
                return True
    return False


def over_groups(rows: Sequence[TextRow]) -> list[TextRow]:
    """Header lines, those that name groups of columns spread over their groups.

    Where the labels of a line repeat (m, ft, m, ft) and the line above has fewer and other
    ones, each of those stands over the columns up to the next.
    """
    out = list(rows)
    for index, (upper, lower) in enumerate(pairwise(rows)):
        if not _names_groups(upper, lower):
            continue
        starts = [start for start, _ in upper.ranges]
        ends = [*starts[1:], max(end for _, end in lower.ranges)]
        below = lower.columns
        ranges = tuple(
            (start, max(end, following) if start in below else end)
            for (start, end), following in zip(upper.ranges, ends, strict=True)
        )
        out[index] = replace(upper, ranges=ranges)
    return out


def _names_groups(upper: TextRow, lower: TextRow) -> bool:
    above = [segment.text for segment in upper.segments]
    below = [segment.text for segment in lower.segments]
    if upper.columns & lower.columns != upper.columns - {0} or len(set(above)) < len(above):
        return False
    return 1 < len(upper.columns - {0}) < len(below) and len(set(below)) < len(below)


def ruled_between(upper: Boxed, lower: Boxed, flat: Sequence[Rule]) -> bool:
    """Whether a horizontal rule runs between two texts, over or under both."""
    high, low = (upper.top + upper.bottom) / 2, (lower.top + lower.bottom) / 2
    return any(
        high < rule.position < low
        and overlap(*rule.span, upper.x0, upper.x1) > 0
        and overlap(*rule.span, lower.x0, lower.x1) > 0
        for rule in flat
    )


def join_wrapped(
    rows: Sequence[TextRow], breaks: Sequence[float], em: float
) -> list[list[TextRow]]:
    """Body lines grouped into rows; a rule over the whole width always ends a row."""
    strips: list[list[TextRow]] = []
    for row in rows:
        middle = (row.top + row.bottom) / 2
        if strips and not any(_middle(strips[-1][-1]) < rule < middle for rule in breaks):
            strips[-1].append(row)
        else:
            strips.append([row])
    within = _pitch_within_rows(rows)
    groups: list[list[TextRow]] = []
    for strip in strips:
        if len(strips) >= RULED_ROWS and _is_one_row(strip):
            groups.append(strip)
        else:
            groups += _joined_lines(strip, within, em)
    return groups


def _middle(row: TextRow) -> float:
    return (row.top + row.bottom) / 2


def _is_one_row(strip: Sequence[TextRow]) -> bool:
    """Whether the lines between two rules are one row: the first column, which names rows,
    has one text with fewer lines than another column, and no column has two figures.
    """
    counts: dict[int, int] = {}
    figures: set[int] = set()
    for row in strip:
        if row.figures & figures:
            return False
        figures |= row.figures
        for column in row.columns:
            counts[column] = counts.get(column, 0) + 1
    named = [index for index, row in enumerate(strip) if 0 in row.columns]
    together = not named or named[-1] - named[0] + 1 == len(named)
    return together and len(named) < max(counts.values())


def _joined_lines(rows: Sequence[TextRow], within: float | None, em: float) -> list[list[TextRow]]:
    groups = [[rows[0]]]
    for index, (before, row) in enumerate(pairwise(rows), start=1):
        following = rows[index + 1] if index + 1 < len(rows) else None
        if (
            _is_centred(before, row, following, em)
            or (index > 1 and _is_centred(rows[index - 2], before, row, em))
            or _continues(groups[-1], before, row, within, em)
        ):
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


def _is_centred(above: TextRow, row: TextRow, below: TextRow | None, em: float) -> bool:
    """Whether a line of values stands half way down a label of two lines around it."""
    if below is None or 0 in row.columns or not row.figures:
        return False
    return above.columns == below.columns == {0} and (
        max(row.top - above.top, below.top - row.top) < LINE_HEIGHT * em
    )


def _pitch_within_rows(rows: Sequence[TextRow]) -> float | None:
    """The line pitch inside rows where it is clearly smaller than between them."""
    pitches = sorted(after.top - before.top for before, after in pairwise(rows))
    if len(pitches) < 4:
        return None
    jumps = [(high / low, low) for low, high in pairwise(pitches) if low > 0]
    ratio, low = max(jumps, default=(1.0, 0.0))
    small = sum(pitch <= low for pitch in pitches)
    if ratio < BIMODAL or not WITHIN[0] * len(pitches) <= small <= WITHIN[1] * len(pitches):
        return None
    return low


def _continues(
    group: Sequence[TextRow], before: TextRow, row: TextRow, within: float | None, em: float
) -> bool:
    """Whether `row` goes on in cells that `group` began."""
    figures = set().union(*(line.figures for line in group))
    if row.figures & figures or row.top - before.bottom > TIGHT * em:
        return False
    if row.columns == {0} or (before.columns == {0} and len(group) == 1):
        return _label_wraps(group, row, within)
    if row.figures and figures:
        return False
    filled = set().union(*(line.columns for line in group))
    if repeats(before, row):
        return False
    if 0 in row.columns:
        close = within is not None and row.top - before.top <= 1.02 * within
        return close and not row.figures and row.columns <= filled
    return not row.figures and row.columns <= filled


def repeats(before: TextRow, row: TextRow) -> bool:
    """Whether a column says the same in two lines, as rows do and lines of one cell do not."""
    said = {
        (span, segment.text) for span, segment in zip(before.ranges, before.segments, strict=True)
    }
    return any(
        (span, segment.text) in said for span, segment in zip(row.ranges, row.segments, strict=True)
    )


def _label_wraps(group: Sequence[TextRow], row: TextRow, within: float | None) -> bool:
    """Whether the text of the first column runs on from the group's last line into `row`."""
    before = group[-1]
    ended = before.segments[0].text if 0 in before.columns else ""
    begun = row.segments[0].text if 0 in row.columns else ""
    if not ended or not begun:
        return False
    if begun[:1].islower() or ended.endswith(UNFINISHED):
        return True
    return within is not None and row.top - before.top <= 1.02 * within and not begun[:1].isdigit()


def with_whole_labels(rows: Sequence[Sequence[TextRow]], n_columns: int) -> list[list[TextRow]]:
    """Rows whose labels over sections span all columns, where a longer one is seen to.

    "UPPER CRETACEOUS" runs on over the figures' columns, so "EOCENE", alone in its row too,
    is no row without figures either.
    """
    whole = ((0, n_columns),)
    if not any(line.ranges == whole for row in rows for line in row):
        return [list(row) for row in rows]
    return [
        [replace(line, ranges=whole * len(line.segments)) for line in row]
        if all(line.columns == {0} for line in row)
        else list(row)
        for row in rows
    ]
