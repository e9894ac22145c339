"""Where on a page a table without a full grid may stand: runs of lines with several parts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from extractors.captions import looks_like_note, match_caption
from extractors.geometry import (
    Box,
    Line,
    Rule,
    Segment,
    bounding_box,
    has_figures,
    is_figure,
    overlap,
    text_height,
)
from extractors.page.rows import ruled_between

PROSE_LINES = 3  # fewer lines show no habit
PROSE_WORDS = 4.0  # mean words a line of running text has at least, in the narrowest column
PROSE_FORCED = 0.7  # share of its lines that end because the next word would not fit
LABEL_SHARE = 0.5  # of a chain's lines that go on with a figure make it a column of labels
LABELLED_CELLS = 0.8  # share of a column's paragraphs that must begin or face one row of values
HEADER_DEPTH = 4.0  # em; a header of three lines at most
TIGHT_HEADER = 0.9  # em between a header of one part and the line under it at most
EDGE = 0.1  # em by which the edges of texts in one column may differ
BLANK = 3.0  # em of blank space that ends a table
RULED = 0.6  # of the width of lines that a rule above or below them must run along
PARAGRAPH = 1.0  # em of it that may; tried where an area with wider blanks is no table
LONE_LINES = 2  # lines of one part in a row (section label and a wrapped line)
RECENT_ROWS = 3  # rows looked at, beside the first, for the columns of a run
FLUSH = 0.1  # em by which lines of one cell may begin or end apart
SAME_PLACE = 0.3  # em by which the second lines of labels may stand apart
WRAP_GAP = 0.9  # em of blank between the lines of a wrapped cell at most
ITEM_MARK = re.compile(r"\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]|\[\d{1,3}\]|[-–—o>+]")
HEADING_MARK = re.compile(r"(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){0,3}\.?")
HEADING_SIZE = 1.08  # em; headings are set larger, rows of a table are not
LINE_NUMBER = re.compile(r"\d{1,4}")
LINE_NUMBER_SIZE = 0.8  # of the size of the line that a small number in the margin counts
LINE_NUMBERS = 3  # fewer are no numbering


def without_prose(lines: Sequence[Line], em: float, rules: Sequence[Rule] = ()) -> list[Line]:
    """The lines without the segments that belong to running text.

    Text under a ruled header stays: cells hold running text too.
    """
    frames = _ruled_frames(lines, rules, em)
    labels = _labels_of_figures(lines)
    labelled = {id(segment) for line in lines for segment in line.segments[1:]}
    flat = [rule for rule in rules if rule.horizontal]
    prose = {
        id(segment)
        for chain in _chains(lines, em)
        if _is_prose(chain)
        and sum(id(s) in labels for s in chain) < LABEL_SHARE * len(chain)
        and not _are_cells(chain, labelled, flat)
        for segment in chain
        if not any(frame.holds(segment) for frame in frames)
    }
    kept = []
    for line in lines:
        segments = tuple(segment for segment in line.segments if id(segment) not in prose)
        if segments:
            kept.append(Line(segments, line.top, line.bottom))
    return kept


def without_line_numbers(lines: Sequence[Line]) -> list[Line]:
    """The lines without the small ascending numbers in a margin that count them."""
    counted: set[int] = set()
    for place in (0, -1):
        numbers = [line.segments[place] for line in lines if _is_line_number(line, place)]
        counts = [int(number.text) for number in numbers]
        if len(counts) >= LINE_NUMBERS and counts == sorted(set(counts)):
            counted.update(map(id, numbers))
    kept = [tuple(s for s in line.segments if id(s) not in counted) for line in lines]
    return [
        Line(segments, line.top, line.bottom)
        for line, segments in zip(lines, kept, strict=True)
        if segments
    ]


def _is_line_number(line: Line, place: int) -> bool:
    number = line.segments[place]
    others = [word for segment in line.segments if segment is not number for word in segment.words]
    return (
        bool(others)
        and LINE_NUMBER.fullmatch(number.text) is not None
        and text_height(number.words) <= LINE_NUMBER_SIZE * text_height(others)
    )


def _ruled_frames(lines: Sequence[Line], rules: Sequence[Rule], em: float) -> list[Box]:
    """Areas between rules of one length: a shallow header with several parts, and a body."""
    flat = sorted((rule for rule in rules if rule.horizontal), key=lambda rule: rule.position)
    frames = []
    for index, top in enumerate(flat):
        alike = [
            rule
            for rule in flat[index + 1 :]
            if abs(rule.x0 - top.x0) <= em and abs(rule.x1 - top.x1) <= em
        ]
        if len(alike) < 2 or alike[0].position - top.position > HEADER_DEPTH * em:
            continue
        header = [line for line in lines if top.position < line.middle < alike[0].position]
        if header and all(len(line.segments) > 1 for line in header):
            frames.append(Box(top.x0, top.position, top.x1, alike[1].position))
    return frames


def _labels_of_figures(lines: Sequence[Line]) -> set[int]:
    """Ids of the segments right before a figure on their line: labels of a table's rows."""
    return {
        id(before)
        for line in lines
        for before, after in pairwise(line.segments)
        if is_figure(after.text)
    }


def _chains(lines: Sequence[Line], em: float) -> list[list[Segment]]:
    """Segments that stand under each other with a common left edge and the leading of text."""
    open_chains: list[list[Segment]] = []
    closed: list[list[Segment]] = []
    for line in lines:
        still_open = []
        waiting = list(line.segments)
        for chain in open_chains:
            last = chain[-1]
            if line.top - last.bottom > 0.9 * em:
                closed.append(chain)
                continue
            following = next((s for s in waiting if _follows(chain, s, em)), None)
            if following is not None:
                waiting.remove(following)
                chain.append(following)
            still_open.append(chain)
        open_chains = still_open + [[segment] for segment in waiting]
    return closed + open_chains


def _follows(chain: Sequence[Segment], segment: Segment, em: float) -> bool:
    last = chain[-1]
    indent = 4.0 * em if len(chain) == 1 else 0.6 * em  # a first line may be set in or out
    return (
        segment.top > last.top
        and abs(segment.x0 - last.x0) <= indent
        and overlap(segment.x0, segment.x1, last.x0, last.x1) > 0
    )


def _is_prose(chain: Sequence[Segment]) -> bool:
    """Running text breaks where the next word would not fit; table columns break at will."""
    if len(chain) < PROSE_LINES:
        return False
    if sum(len(segment.words) for segment in chain) < PROSE_WORDS * len(chain):
        return False
    right = max(segment.x1 for segment in chain)
    forced = sum(not _has_room(before, after, right) for before, after in pairwise(chain))
    return forced >= PROSE_FORCED * (len(chain) - 1)


def _has_room(segment: Segment, following: Segment, right: float) -> bool:
    """Whether the first word of the next line would have fitted on a line that ends at `right`."""
    first = following.words[0]
    space = 0.3 * (first.size or first.bottom - first.top)
    return segment.x1 + space + (first.x1 - first.x0) <= right


def _are_cells(chain: Sequence[Segment], labelled: set[int], flat: Sequence[Rule]) -> bool:
    """Whether a column of text is wrapped cells: each of its paragraphs has one line with
    something before it, as a row has values; lines of running text have none, or text beside all.
    """
    right = max(segment.x1 for segment in chain)
    paragraphs = [[chain[0]]]
    for before, segment in pairwise(chain):
        if _has_room(before, segment, right) or ruled_between(before, segment, flat):
            paragraphs.append([segment])
        else:
            paragraphs[-1].append(segment)
    rows = sum(sum(id(s) in labelled for s in lines) == 1 for lines in paragraphs)
    return len(chain) > len(paragraphs) > 1 and rows >= LABELLED_CELLS * len(paragraphs)


def table_runs(
    lines: Sequence[Line], rules: Sequence[Rule], em: float, blank: float = BLANK
) -> list[Box]:
    """Areas in which consecutive lines have several parts, from the top.

    Lines of one part belong to a run between such lines, or next to them within a rule.
    A numbered caption, a note or `blank` em without text end a run.
    """
    flat = sorted((rule for rule in rules if rule.horizontal), key=lambda rule: rule.position)
    runs: list[list[Line]] = [[]]
    for line in lines:
        run = runs[-1]
        if run and (_blank(run, line, flat) > blank * em or _too_many_lone(run, line, em)):
            runs.append([])
        if _ends_table(line, em):
            runs.append([])
            continue
        runs[-1].append(line)
    areas = []
    for run in runs:
        kept = _trimmed(run, flat, em)
        if kept:
            areas.append(bounding_box([segment for line in kept for segment in line.segments]))
    return areas


def _blank(run: Sequence[Line], line: Line, flat: Sequence[Rule]) -> float:
    """The blank above a line, in points; a rule under the run's lines parts it into two.

    Typists leave a wide blank on either side of the rule under a header.
    """
    box = bounding_box(run[-1].segments)
    edges = [
        rule.position
        for rule in flat
        if run[-1].bottom < rule.position < line.top
        and overlap(rule.x0, rule.x1, box.x0, box.x1) > RULED * (box.x1 - box.x0)
    ]
    places = [run[-1].bottom, *edges, line.top]
    return max(below - above for above, below in pairwise(places))


def _parts(line: Line, em: float) -> int:
    """Number of segments; an item's or heading's number and its text are one part."""
    if len(line.segments) == 2 and not is_figure(line.segments[1].text):
        mark = line.segments[0].text
        if ITEM_MARK.fullmatch(mark) or (HEADING_MARK.fullmatch(mark) and _is_large(line, em)):
            return 1
    return len(line.segments)


def _is_large(line: Line, em: float) -> bool:
    return text_height(line.words, 0.0) >= HEADING_SIZE * em


def _ends_table(line: Line, em: float) -> bool:
    """Whether a line is a caption, whose number may stand apart, or a note."""
    text = " ".join(segment.text for segment in line.segments)
    if _parts(line, em) == 1:
        return match_caption(text) is not None or looks_like_note(text)
    apart = len(line.segments) == 2 and not is_figure(line.segments[1].text)
    return apart and match_caption(text) is not None


def _too_many_lone(run: Sequence[Line], line: Line, em: float) -> bool:
    """Whether `line` is one lone line too many; those that go on in a cell do not count."""
    if _parts(line, em) > 1:
        return False
    lone = int(not _is_in_cell(run, line, em))
    for place in range(len(run) - 1, -1, -1):
        if lone > LONE_LINES or _parts(run[place], em) > 1:
            break
        lone += not _is_in_cell(run[:place], run[place], em)
    return lone > LONE_LINES


def _is_in_cell(run: Sequence[Line], line: Line, em: float) -> bool:
    """Whether a line of one part stands in a column that rows of the run show, not the first."""
    rows = [row for row in run if _parts(row, em) > 1]
    return any(
        line.x0 > row.segments[0].x1
        and sum(overlap(line.x0, line.x1, part.x0, part.x1) > 0 for part in row.segments) == 1
        for row in (*rows[:1], *rows[-RECENT_ROWS:])
    )


def _trimmed(run: Sequence[Line], flat: Sequence[Rule], em: float) -> list[Line]:
    """The run without lines of one part at its ends, unless a rule shuts them in."""
    several = [index for index, line in enumerate(run) if _parts(line, em) > 1]
    if len(several) < 2:
        return []
    first, last = several[0], several[-1]
    rows = run[first : last + 1]
    while first > 0 and _opens_cell(rows, run[first - 1], run[first], em):
        first -= 1
    while last + 1 < len(run) and _closes_cell(rows, run[last], run[last + 1], em):
        last += 1
    if last + 1 < len(run) and _closes_label(rows, run[last], run[last + 1], em):
        last += 1
    box = bounding_box([s for line in run[first : last + 1] for s in line.segments])
    if first and _names_columns(run[first - 1], run[first], em):
        first -= 1
    for index in range(first - 1, -1, -1):
        if not _ruled_off(flat, run[index].top - 1.5 * em, run[index].middle, box):
            break
        first = index
    for index in range(last + 1, len(run)):
        if not _ruled_off(flat, run[index].middle, run[index].bottom + 1.5 * em, box):
            break
        last = index
    return list(run[first : last + 1])


def _closes_cell(rows: Sequence[Line], before: Line, line: Line, em: float) -> bool:
    """Whether the line below the last of `rows` goes on in a cell of theirs."""
    near = line.top - before.bottom <= WRAP_GAP * em
    return near and _parts(line, em) == 1 and _is_in_cell(rows, line, em)


def _closes_label(rows: Sequence[Line], before: Line, line: Line, em: float) -> bool:
    """Whether the line below the last of `rows` is the second line of its label, as most other
    labels have one: a lone line in the same place, as far below.
    """
    pitch = line.top - before.top
    if _parts(line, em) > 1 or _parts(before, em) == 1:
        return False
    seconds = sum(
        _parts(upper, em) > 1
        and _parts(lower, em) == 1
        and abs(lower.x0 - line.x0) <= SAME_PLACE * em
        and abs(lower.top - upper.top - pitch) <= SAME_PLACE * em
        for upper, lower in pairwise(rows)
    )
    several = sum(_parts(row, em) > 1 for row in rows)
    return seconds > 1 and 2 * seconds >= several - 1


def _opens_cell(rows: Sequence[Line], line: Line, after: Line, em: float) -> bool:
    """Whether the line above the first of `rows` begins a cell, as other lone lines of theirs do."""
    flush = any(
        abs(line.x0 - other.x0) <= FLUSH * em or abs(line.x1 - other.x1) <= FLUSH * em
        for other in rows
        if _parts(other, em) == 1
    )
    near = after.top - line.bottom <= WRAP_GAP * em
    return near and flush and _parts(line, em) == 1 and _is_in_cell(rows, line, em)


def _names_columns(line: Line, below: Line, em: float) -> bool:
    """Whether a line right above a table's first has a word at the edge of each column, though
    only spaces part them: names are set tighter than the figures under them.
    """
    others = below.segments[1:]
    if len(others) < 2 or below.top - line.bottom > TIGHT_HEADER * em:
        return False
    if not all(has_figures(segment.text) for segment in others):
        return False
    ends = [edge for word in line.words for edge in (word.x0, word.x1)]
    return all(
        any(
            abs(edge - end) <= EDGE * em
            for end in ends
            for word in segment.words
            for edge in (word.x0, word.x1)
        )
        for segment in others
    )


def _ruled_off(flat: Sequence[Rule], top: float, bottom: float, box: Box) -> bool:
    return any(
        top <= rule.position <= bottom
        and overlap(rule.x0, rule.x1, box.x0, box.x1) > RULED * (box.x1 - box.x0)
        for rule in flat
    )
