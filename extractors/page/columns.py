"""Columns of text that no vertical rule parts: where the segments of its lines stand.

Lines of figures know the columns best, then narrow segments, so they are placed first; a
wider one that bridges two columns joins them only if more lines bridge them than show them
apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from extractors.geometry import Line, Segment, Word, has_figures, is_figure, overlap, segment_of

CLEAR = 0.1  # em by which neighbours in one column must at least overlap
CUT_GAP = 0.15  # em; the narrowest space of tightly set text
WIDE_GAP = 0.4  # em; wider than a plain space
TIGHT_LINES = 3  # lines with a common gap between words from which it parts columns
TIGHT_SHARE = 0.5  # of the lines in a column that must have several words
TIGHT_AGREEMENT = 0.85  # of those that must leave the same gap free, between figures
TIGHT_GAP = 0.1  # em by which gaps between words must coincide
FEWEST_BODY = 3  # lines of figures from which they alone decide how many columns there are
OWN_EDGE = 0.3  # em by which a name may begin or end beside its column's edge
CENTRED = 1.0  # em by which a header's centre may miss that of the columns it spans


@dataclass(frozen=True, slots=True)
class Column:
    """The interval of x in which a column's text stands."""

    x0: float
    x1: float


@dataclass(slots=True)
class _Draft:
    x0: float
    x1: float
    lines: set[int]


def find_columns(lines: Sequence[Line], em: float) -> list[Column]:
    """Columns of the lines, left to right; at most one for lines without a common gap."""
    placed = [(segment, index) for index, line in enumerate(lines) for segment in line.segments]
    body = {index for index, line in enumerate(lines) if is_body(line)}
    placed.sort(key=lambda pair: (pair[1] not in body, pair[0].x1 - pair[0].x0, pair[0].x0))
    drafts: list[_Draft] = []
    bridges: dict[tuple[int, int], set[int]] = {}
    for segment, index in placed:
        touched = [
            draft
            for draft in drafts
            if overlap(draft.x0, draft.x1, segment.x0, segment.x1) > CLEAR * em
        ]
        if not touched:
            drafts.append(_Draft(segment.x0, segment.x1, {index}))
            drafts.sort(key=lambda draft: draft.x0)
        elif len(touched) == 1:
            _extend(touched[0], segment, index, drafts, em)
        else:
            _bridge(touched, index, drafts, bridges)
    if len(body) >= FEWEST_BODY and 2 * len(body) >= len(lines):
        drafts = [draft for draft in drafts if draft.lines & body]  # the rest heads groups
    return [Column(draft.x0, draft.x1) for draft in drafts]


def is_body(line: Line) -> bool:
    """Whether most parts of a line after its label are figures."""
    others = line.segments[1:]
    return bool(others) and 2 * sum(is_figure(s.text) for s in others) >= len(others)


def _extend(
    draft: _Draft, segment: Segment, index: int, drafts: Sequence[_Draft], em: float
) -> None:
    """The column widened by a segment, but never into a neighbour."""
    place = drafts.index(draft)
    left = drafts[place - 1].x1 if place else float("-inf")
    right = drafts[place + 1].x0 if place + 1 < len(drafts) else float("inf")
    draft.x0 = min(draft.x0, max(segment.x0, left + CLEAR * em))
    draft.x1 = max(draft.x1, min(segment.x1, right - CLEAR * em))
    draft.lines.add(index)


def _bridge(
    touched: Sequence[_Draft],
    index: int,
    drafts: list[_Draft],
    bridges: dict[tuple[int, int], set[int]],
) -> None:
    """Columns under one segment become one where bridging lines outnumber parting ones."""
    groups = [[touched[0]]]
    for before, after in pairwise(touched):
        key = (id(before), id(after))
        bridges.setdefault(key, set()).add(index)
        apart = len(before.lines & after.lines)
        if apart < len(bridges[key]):
            groups[-1].append(after)
        else:
            groups.append([after])
    for group in groups:
        if len(group) < 2:
            continue
        merged = _Draft(group[0].x0, group[-1].x1, set().union(*(d.lines for d in group)))
        merged.lines.add(index)
        for draft in group:
            drafts.remove(draft)
        drafts.append(merged)
        drafts.sort(key=lambda draft: draft.x0)


def part_tight_columns(columns: Sequence[Column], lines: Sequence[Line], em: float) -> list[Column]:
    """Columns parted again where every line has a gap between words before a figure.

    In tight tables the gap between two columns is no wider than a space.
    """
    out: list[Column] = []
    for column in columns:
        inside = [
            segment
            for line in lines
            for segment in line.segments
            if column.x0 - CLEAR * em <= segment.x0 and segment.x1 <= column.x1 + CLEAR * em
        ]
        out += _parted(column, inside, em)
    return out


def _parted(column: Column, segments: Sequence[Segment], em: float) -> list[Column]:
    several = [segment for segment in segments if len(segment.words) > 1]
    if len(several) < max(TIGHT_LINES, TIGHT_SHARE * len(segments)):
        return [column]
    for left, right in pairwise(several[0].words):
        place = _common_gap((left.x1, right.x0), several, em)
        if place is None:
            continue
        low, high = place
        crossing = [s for s in segments if any(w.x0 < low and high < w.x1 for w in s.words)]
        if len(crossing) > (1.0 - TIGHT_AGREEMENT) * len(segments):
            continue
        rest = [s for s in segments if s.x0 >= low]
        tail = _parted(Column(high, column.x1), _tails(several, high) + rest, em)
        return [Column(column.x0, low), *tail]
    return [column]


def _tails(segments: Sequence[Segment], x0: float) -> list[Segment]:
    tails = ([word for word in segment.words if word.x0 >= x0 - 1e-6] for segment in segments)
    return [segment_of(tail) for tail in tails if tail]


def _common_gap(
    gap: tuple[float, float], segments: Sequence[Segment], em: float
) -> tuple[float, float] | None:
    """The part of a gap that nearly all segments leave free, with figures to its right."""
    low, high = gap
    figures = agreeing = 0
    for segment in segments:
        fitting = next(
            (
                (before, word)
                for before, word in pairwise(segment.words)
                if overlap(before.x1, word.x0, low, high) >= TIGHT_GAP * em
            ),
            None,
        )
        if fitting is None:
            continue
        before, word = fitting
        agreeing += 1
        figures += has_figures(word.text) and has_figures(before.text)
        low, high = max(low, before.x1), min(high, word.x0)
    enough = TIGHT_AGREEMENT * len(segments)
    return (low, high) if agreeing >= enough and figures >= enough else None


def split_at_columns(line: Line, columns: Sequence[Column], em: float) -> list[Segment]:
    """The line's segments, cut where a gap between words falls on a gap between columns.

    A plain space counts only if there is one at every column gap that the segment crosses:
    a title over several columns rarely has that.
    """
    strips = [(left.x1, right.x0) for left, right in pairwise(columns) if left.x1 <= right.x0]
    out: list[Segment] = []
    for segment in line.segments:
        crossed = [strip for strip in strips if segment.x0 < strip[0] and strip[1] < segment.x1]
        cuts = {
            index
            for index, (before, word) in enumerate(pairwise(segment.words), start=1)
            if not word.raised and _meets(before.x1, word.x0, crossed, CUT_GAP * em)
        }
        wide = {
            index
            for index in cuts
            if segment.words[index].x0 - segment.words[index - 1].x1 >= WIDE_GAP * em
        }
        everywhere = len(crossed) > 1 and len(cuts) >= len(crossed)
        edges = [0, *sorted(cuts if everywhere else wide), len(segment.words)]
        out += [segment_of(segment.words[low:high]) for low, high in pairwise(edges)]
    return out


def part_over_columns(segment: Segment, columns: Sequence[Column], em: float) -> list[Segment]:
    """A header's text as one for each column under it, where each part stands over its column.

    The blank between names set close is no wider than one between words; the columns tell.
    """
    start, end = columns_under(segment, columns, em)
    under = list(columns[start:end])
    parts: list[list[Word]] = [[] for _ in under]
    place = 0
    for word in segment.words:
        middle = (word.x0 + word.x1) / 2
        nearest = min(
            range(len(under)), key=lambda k: abs((under[k].x0 + under[k].x1) / 2 - middle)
        )
        if nearest < place:
            return [segment]
        place = nearest
        parts[place].append(word)
    if len(under) < 2 or not all(parts):
        return [segment]
    names = [segment_of(part) for part in parts]
    between = min(right.x0 - left.x1 for left, right in pairwise(names))
    within = [right.x0 - left.x1 for part in parts for left, right in pairwise(part)]
    if 0 <= between < max(within, default=0.0) - CLEAR * em:
        return [segment]  # boxes that meet say nothing: the reader saw no blank
    placed = all(_over(name, column, em) for name, column in zip(names, under, strict=True))
    return names if placed else [segment]


def _over(name: Segment, column: Column, em: float) -> bool:
    """Whether a name is centred over its column, or begins or ends where it does."""
    middles = (name.x0 + name.x1 - column.x0 - column.x1) / 2
    edges = (name.x0 - column.x0, name.x1 - column.x1)
    return abs(middles) <= CENTRED * em or min(map(abs, edges)) <= OWN_EDGE * em


def _meets(x0: float, x1: float, strips: Sequence[tuple[float, float]], narrowest: float) -> bool:
    """Whether the gap [x0, x1] between words lies on one of the gaps between columns."""
    return x1 - x0 >= narrowest and any(
        overlap(x0, x1, low, high) > 0.5 * min(x1 - x0, high - low) for low, high in strips
    )


def columns_under(segment: Segment, columns: Sequence[Column], em: float) -> tuple[int, int]:
    """Half-open range of the columns that a segment stands over (the nearest one at least)."""
    shared = [overlap(segment.x0, segment.x1, column.x0, column.x1) for column in columns]
    under = [
        index
        for index, (share, column) in enumerate(zip(shared, columns, strict=True))
        if share > min(0.5 * em, 0.5 * (column.x1 - column.x0))
    ]
    if not under:
        best = max(range(len(columns)), key=lambda index: shared[index])
        return best, best + 1
    return min(under), max(under) + 1


def spread_header(
    segments: Sequence[Segment],
    columns: Sequence[Column],
    em: float,
    beside: Sequence[Segment] = (),
) -> list[tuple[int, int]]:
    """Column ranges of a header line's segments; a centred one spans what it is centred over.

    A range grows over columns that no other segment of the line or `beside` it claims, as
    long as its centre stays within `CENTRED` em of the text's.
    """
    ranges = [columns_under(segment, columns, em) for segment in segments]
    taken = [columns_under(segment, columns, em) for segment in beside]
    out = []
    for index, (segment, (start, end)) in enumerate(zip(segments, ranges, strict=True)):
        before = [*ranges[:index], *(claim for claim in taken if claim[1] <= start)]
        after = [*ranges[index + 1 :], *(claim for claim in taken if claim[0] >= end)]
        low = max((stop for _, stop in before), default=0)
        high = min((begin for begin, _ in after), default=len(columns))
        middle = (segment.x0 + segment.x1) / 2
        fits = [
            (first, last)
            for first in range(low, start + 1)
            for last in range(end, high + 1)
            if abs((columns[first].x0 + columns[last - 1].x1) / 2 - middle) <= CENTRED * em
        ]
        out.append(max(fits, key=lambda pair: pair[1] - pair[0], default=(start, end)))
    return out
