"""Tables among the words of a scanned page: figures made whole, the page cut into blocks.

Typed pages part tables by a heading and a blank line where printed ones use rules, so
the page is cut at headings and running text, and tables are sought in each block.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import mean

from extractors.base import RawTable
from extractors.captions import looks_like_note
from extractors.continuation import Found
from extractors.forms import is_key_value
from extractors.geometry import (
    Box,
    Line,
    PageContent,
    Rule,
    Word,
    bounding_box,
    has_figures,
    join_rules,
    overlap,
    text_height,
    text_lines,
)
from extractors.page.blanks import without_blanks, without_page_frame
from extractors.page.finder import LineTest, find_on_page
from extractors.page.lattice import touching_groups
from extractors.page.looks import is_underlined, is_wordy, line_size
from extractors.page.strays import without_strays
from extractors.page.typed import HEADER_FIGURES, figure_share, gap, with_whole_words

SENTENCE_BLANK = 1.7
"""Em: typists put two blanks after a full stop."""

PROSE_WIDTH = 0.45
"""Of the text's width that a line of running text takes at least."""

LEADING = 1.5
"""Em of blank between the lines of a paragraph at most: double spacing."""

HEADING_WORDS, HEADING_SIZE = 10, 1.25
HEADING_REACH = 4.0
"""Em between a heading and the table it announces at most."""

TITLE_REACH = 2.5
"""Em between a title and the ruled frame below it at most."""

READABLE = 0.5
"""Share of a table's cells that hold a word or a figure; in a drawing's most are strokes."""

SHORT = 6
"""Rows up to which columns may be so by chance."""

LABELLED = 3
"""One in so many cells holds a label with its colon in what may be a form."""

FRAME_ROWS = 2
"""Rows of lines around other tables that make no table of their own."""

CJK = 0x2E80
"""First of the ideographs, in which a recogniser of both scripts reads strokes and stains."""

TITLE_BLANK = 0.7
"""Em of blank between the lines of one title at most."""

_LABELLED = re.compile(r"[^\W\d]:")
_IN_DASHES = re.compile(r"[-–—]\s*\S.*\S\s*[-–—]")


def find_on_scan(
    page: PageContent, extractor: str = "ocr", is_furniture: LineTest = lambda _: False
) -> tuple[list[Line], list[Found]]:
    """Lines and tables of a recognised page, as `find_on_page` gives them for others."""
    lines: list[Line] = []
    tables: list[Found] = []
    blocks = cut_into_blocks(with_whole_words(without_strays(_without_form_rules(page))))
    for index, block in enumerate(blocks):
        block_lines, found = find_on_page(block.content, extractor, is_furniture)
        lines += block_lines
        if block.prose:
            continue
        first, last = index == 0, index == len(blocks) - 1
        tables += [
            replace(
                table,
                raw=_with_confidence(table.raw),
                first=table.first and first,
                last=table.last and last,
            )
            for table in _telling(found, len(tables))
        ]
    return lines, tables


def _without_form_rules(page: PageContent) -> PageContent:
    return without_blanks(without_page_frame(page))


def _telling(found: Sequence[Found], offset: int) -> list[Found]:
    """The tables that tell something; parents are counted on from `offset`."""
    enclosing = {table.raw.parent for table in found}
    kept = [
        index
        for index, table in enumerate(found)
        if _tells(table.raw) and not (index in enclosing and table.raw.n_rows <= FRAME_ROWS)
    ]
    place: dict[int | None, int] = {old: offset + new for new, old in enumerate(kept)}
    return [
        replace(
            found[index], raw=replace(found[index].raw, parent=place.get(found[index].raw.parent))
        )
        for index in kept
    ]


def _tells(table: RawTable) -> bool:
    """Whether a grid holds what a table does, not the marks of a drawing or scattered lines.

    Most cells can be read; a short one without rules has figures in two rows, a header that
    a rule shows, a caption or the labels of a form.
    """
    texts = [cell.text for cell in table.cells if cell.text]
    readable = sum(_is_readable(text) for text in texts)
    if readable < READABLE * len(texts):
        return False
    if not table.extractor.endswith("/space") or table.n_rows > SHORT:
        return True
    rows = {cell.row for cell in table.cells if cell.column and has_figures(cell.text)}
    labelled = sum(_LABELLED.search(text) is not None for text in texts)
    known = table.caption is not None or bool(table.header_rows) or is_key_value(table)
    known = known or (labelled > 1 and LABELLED * labelled >= len(texts))
    return known or len(rows) > 1


def _is_readable(text: str) -> bool:
    """Whether a text has a word of two letters, a figure or is a mark that fills a cell."""
    marks = [character for character in text if character.isalnum()]
    latin = sum(ord(mark) < CJK for mark in marks)
    return (len(marks) > 1 or any(map(str.isdigit, marks))) and 2 * latin > len(marks)


def _with_confidence(table: RawTable) -> RawTable:
    """The table with the mean confidence of its cells."""
    known = [cell.confidence for cell in table.cells if cell.confidence is not None]
    return replace(table, confidence=round(mean(known), 4)) if known else table


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a page over its full width; prose: running text, no tables in it."""

    content: PageContent
    prose: bool


def cut_into_blocks(page: PageContent) -> list[Block]:
    """The page cut before headings of tables and around running text, from the top."""
    lines = text_lines(page.words)
    if not lines:
        return [Block(page, prose=False)]
    em = text_height(page.words)
    frames = _frames(page.rules, em)
    free = [not any(_inside(line, frame) for frame in frames) for line in lines]
    prose = _with_headings(_prose_lines(lines, free, em), lines, page.rules, em)
    starts = [0]
    for index in range(1, len(lines)):
        heads = free[index] and (
            _announces_table(lines, index, page.rules, em)
            or _titles_frames(lines[index], frames, em)
        )
        if not heads and prose[index] == prose[index - 1]:
            continue
        start = _title_start(lines, index, em) if heads else index
        if start > starts[-1]:
            starts.append(start)
    tops = [0.0, *(lines[index].top for index in starts[1:]), float("inf")]
    turned = tuple(word for word in page.words if word.turn)
    return [
        Block(_between(page, lines[start:end], top, bottom, turned), prose[start])
        for (start, end), (top, bottom) in zip(
            pairwise([*starts, len(lines)]), pairwise(tops), strict=True
        )
    ]


def _title_start(lines: Sequence[Line], index: int, em: float) -> int:
    """Where the title begins that goes on at `index`: lone lines above, on the same centre."""
    while index:
        line, above = lines[index], lines[index - 1]
        centred = abs(line.x0 + line.x1 - above.x0 - above.x1) <= 2 * em
        if len(above.segments) > 1 or not centred or line.top - above.bottom > TITLE_BLANK * em:
            break
        index -= 1
    return index


def _between(
    page: PageContent, lines: Sequence[Line], top: float, bottom: float, turned: tuple[Word, ...]
) -> PageContent:
    words = tuple(word for line in lines for word in line.words)
    return replace(
        page,
        words=words + tuple(word for word in turned if top <= word.top < bottom),
        rules=tuple(rule for rule in page.rules if rule.top < bottom and rule.bottom >= top),
    )


def _frames(rules: Iterable[Rule], em: float) -> list[Box]:
    """Boxes of rules that touch and have at least two lines each way."""
    groups = touching_groups(join_rules(rules, 0.3 * em), 0.3 * em)
    return [
        bounding_box(group)
        for group in groups
        if min(sum(r.horizontal for r in group), sum(not r.horizontal for r in group)) >= 2
    ]


def _inside(line: Line, frame: Box) -> bool:
    return frame.top <= line.middle <= frame.bottom


def _titles_frames(line: Line, frames: Sequence[Box], em: float) -> bool:
    """Whether each part of the line stands alone right above a ruled frame."""
    return all(
        any(
            0 <= frame.top - line.middle <= TITLE_REACH * em
            and overlap(frame.x0, frame.x1, part.x0, part.x1) > 0
            for frame in frames
        )
        for part in line.segments
    ) and len(line.segments) <= len(frames)


def _announces_table(lines: Sequence[Line], index: int, rules: Sequence[Rule], em: float) -> bool:
    """Whether a heading stands on this line and the header of a table under it.

    A label over a group of rows looks like a heading, but figures follow it at once.
    """
    if not _is_heading(lines[index], rules, em):
        return False
    if line_size(lines[index]) >= HEADING_SIZE * em:
        return True
    if _is_heading(lines[index - 1], rules, em):
        return False  # the block begins with the heading above
    last = index
    while last + 1 < len(lines) and _is_heading(lines[last + 1], rules, em):
        last += 1
    below = [line for line in lines[last + 1 : last + 5] if len(line.segments) > 1][:2]
    if not below or below[0].top - lines[last].bottom > HEADING_REACH * em:
        return False
    return any(figure_share(line.segments) <= HEADER_FIGURES for line in below)


def _is_heading(line: Line, rules: Sequence[Rule], em: float) -> bool:
    if len(line.segments) != 1:
        return False
    (segment,) = line.segments
    letters = [character for character in segment.text if character.isalpha()]
    if len(letters) < 4 or len(segment.words) > HEADING_WORDS:
        return False
    return (
        segment.text.endswith(":")
        or _IN_DASHES.fullmatch(segment.text) is not None
        or all(letter.isupper() for letter in letters)
        or line_size(line) >= HEADING_SIZE * em
        or is_underlined(segment, rules, em)
    )


def _prose_lines(lines: Sequence[Line], free: Sequence[bool], em: float) -> list[bool]:
    """Which lines belong to running text: two full ones at least, and the short last one."""
    left, right = min(line.x0 for line in lines), max(line.x1 for line in lines)
    width = max(right - left, 1.0)
    full = [
        outside and _is_full(line, PROSE_WIDTH * width)
        for line, outside in zip(lines, free, strict=True)
    ]
    prose = [False] * len(lines)
    for index, (upper, lower) in enumerate(pairwise(lines)):
        if not full[index] or lower.top - upper.bottom > LEADING * em:
            continue
        if full[index + 1]:
            prose[index] = prose[index + 1] = True
        elif prose[index] and free[index + 1]:
            prose[index + 1] = _ends_paragraph(lines[index - 1 : index + 2], em)
    return prose


def _with_headings(
    prose: Sequence[bool], lines: Sequence[Line], rules: Sequence[Rule], em: float
) -> list[bool]:
    """Which lines belong to running text, the headings right above it included."""
    out = list(prose)
    for index in reversed(range(len(lines) - 1)):
        if out[index + 1] and not out[index]:
            out[index] = _is_heading(lines[index], rules, em)
    return out


def _is_full(line: Line, least_width: float) -> bool:
    words = line.words
    return (
        is_wordy(line)
        and line.x1 - line.x0 >= least_width
        and all(gap(left, right) < SENTENCE_BLANK for left, right in pairwise(words))
        and not looks_like_note(" ".join(word.text for word in words))
    )


def _ends_paragraph(lines: Sequence[Line], em: float) -> bool:
    """Whether the last of three lines goes on with the text of the two before it."""
    before, upper, lower = lines
    words = lower.words
    return (
        abs(lower.x0 - upper.x0) <= em
        and lower.top - upper.top <= upper.top - before.top + 0.5 * em
        and all(gap(left, right) < SENTENCE_BLANK for left, right in pairwise(words))
    )
