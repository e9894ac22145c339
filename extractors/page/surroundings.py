"""The lines around a table: its caption, its notes and the headings above it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from extractors import captions
from extractors.footnotes import note_mark
from extractors.geometry import Box, Line, overlap
from extractors.page.grid import Grid, rows_between
from extractors.page.looks import line_is_bold, line_size, line_text
from relatab.model import Caption

PITCH = 1.2  # em; the usual distance of base lines, the unit of a caption's distance
PARAGRAPH_GAP = 0.7  # em of blank between lines of one paragraph at most
SET_APART = 0.35  # em of blank that part a title from rows, whose leading leaves up to 0.25
NOTE_GAP = 2.0  # em of blank between a table and its notes at most
REACH = 8  # lines looked at above and below
CAPTION_LINES = 6  # a numbered caption runs over so many lines at most
LONGEST_MARK = 3  # characters of a footnote mark
RAISED_SIZE = 0.85  # of the text's size; superscripts are set at 0.58 to 0.75
HEADING_SIZE = 1.1  # of the body's type size from which a line is a heading


@dataclass(frozen=True, slots=True)
class Surroundings:
    """A table's box among the page's lines; `taken` are the boxes of all its tables, `em` and
    `table_size` the usual size of type on the page and in the table; ruled: a rule may part it
    from the line above.
    """

    box: Box
    lines: Sequence[Line]
    taken: Sequence[Box]
    em: float
    table_size: float
    ruled: bool = True

    def caption(self) -> Caption | None:
        """The caption above, below or beside the table, were it the only one."""
        return captions_of([self])[0]

    def described(self) -> tuple[list[captions.Line], list[captions.Line]]:
        """The paragraphs above and below the table, each nearest first."""
        above = _paragraphs_up(self._nearby(reversed(self._above())), self.em)
        below = _paragraphs_down(self._nearby(self._below()), self.em)
        return (
            [self._described(part, above=True) for part in above],
            [self._described(part, above=False) for part in below],
        )

    def remarks(self) -> tuple[str, ...]:
        """Lines in brackets between the table and its caption."""
        return captions.remarks_above(self.described()[0])

    def notes(self, marks: Collection[str] = ()) -> tuple[str, ...]:
        """Footnotes and source lines right below the table, a wrapped one as one.

        marks: those at the table's figures, with which lines that explain them begin.
        """
        notes: list[str] = []
        bottom = self.box.bottom
        for line in self._nearby(self._below()):
            text = line_text(line)
            starts = _begins_note(line) or (bool(marks) and note_mark(text) in marks)
            gap = NOTE_GAP if starts else PARAGRAPH_GAP
            near = line.top - bottom <= gap * self.em
            if not near or not (starts or notes):
                break
            if starts:
                notes.append(text)
            else:
                notes[-1] += " " + text
            bottom = line.bottom
        return tuple(notes)

    def beside(self) -> Caption | None:
        """A numbered caption in the margin at the left of the table, from its head on."""
        lines: list[Line] = []
        for line in self.lines:
            parts = tuple(part for part in line.segments if part.x1 < self.box.x0)
            if not parts or not self.box.top - self.em <= line.middle <= self.box.bottom:
                continue
            margin = Line(parts[-1:], line.top, line.bottom)
            if lines and not (
                _close(lines[-1], margin, self.em) and abs(margin.x0 - lines[0].x0) <= self.em
            ):
                break
            if lines or captions.match_caption(line_text(margin)):
                lines.append(margin)
        text = " ".join(map(line_text, lines[:CAPTION_LINES]))
        return Caption(text, "numbered") if captions.match_caption(text) else None

    def is_first(self) -> bool:
        """Whether nothing but its caption stands above the table on the page."""
        caption = self.caption()
        named = " ".join(caption.text.split()) if caption else ""
        return all(" ".join(line_text(line).split()) in named for line in self._above())

    def is_last(self) -> bool:
        """Whether nothing but notes stands below the table."""
        below = self._below()
        return (not below or bool(self.notes())) and not any(
            other.top >= self.box.bottom for other in self.taken
        )

    def _above(self) -> list[Line]:
        return [line for line in self.lines if line.bottom <= self.box.top + 0.3 * self.em]

    def _below(self) -> list[Line]:
        return [line for line in self.lines if line.top >= self.box.bottom - 0.3 * self.em]

    def _nearby(self, lines: Iterable[Line]) -> list[Line]:
        """The nearest lines up to the next table, only their parts over the table's columns."""
        out: list[Line] = []
        for line in lines:
            parts = tuple(
                segment
                for segment in line.segments
                if overlap(segment.x0, segment.x1, self.box.x0 - self.em, self.box.x1 + self.em) > 0
            )
            if not parts and self._names_the_page(line):
                parts = line.segments
            if not parts:
                continue
            others = (box for box in self.taken if box != self.box)
            if any(box.holds(part) for box in others for part in parts):
                break
            out.append(Line(parts, line.top, line.bottom))
            if len(out) == REACH:
                break
        return out

    def _names_the_page(self, line: Line) -> bool:
        """Whether a numbered caption in the middle of the page can be the table's, though the
        table stands at the side: no other table does.
        """
        middle = (min(other.x0 for other in self.lines) + max(other.x1 for other in self.lines)) / 2
        return (
            len(line.segments) == len(self.taken) == 1
            and abs((line.x0 + line.x1) / 2 - middle) <= 2 * self.em
            and captions.match_caption(line_text(line)) is not None
        )

    def _stands_out(self, size: float) -> bool:
        """Whether type is larger than the page's text, or than the table's and no page's text."""
        own = self.table_size * HEADING_SIZE <= size and abs(size - self.em) > 0.02 * self.em
        return size >= HEADING_SIZE * self.em or own

    def _described(self, part: Sequence[Line], *, above: bool) -> captions.Line:
        blank = self.box.top - part[-1].bottom if above else part[0].top - self.box.bottom
        middle = (self.box.x0 + self.box.x1) / 2
        return captions.Line(
            " ".join(line_text(line) for line in part),
            distance=max(0.0, blank) / (PITCH * self.em),
            note=_begins_raised(part[0]),
            height=(part[-1].bottom - part[0].top) / (PITCH * self.em),
            bold=all(line_is_bold(line) for line in part),
            centred=all(
                abs((line.x0 + line.x1) / 2 - middle) <= self.em
                and line.x0 > self.box.x0 + 2 * self.em
                for line in part
            ),
            heading=self._stands_out(min(line_size(line) for line in part)),
            alone=len(part) == len(part[0].segments) == 1
            and abs(part[0].x0 - self.box.x0) <= self.em
            and (self.ruled or blank >= SET_APART * self.em),
        )


def captions_of(tables: Sequence[Surroundings]) -> list[Caption | None]:
    """The captions of a page's tables, no numbered one given to the table above and below it."""
    chosen = captions.choose_captions([around.described() for around in tables])
    return [
        caption
        if caption is not None and caption.source == "numbered"
        else around.beside() or caption
        for around, caption in zip(tables, chosen, strict=True)
    ]


def without_lines_around(grid: Grid) -> Grid:
    """The grid without a first row that is its numbered caption and last rows that are notes;
    they stand around the table then, where captions and notes are looked for.
    """
    first, last = 0, grid.n_rows
    if (text := _whole_row(grid, 0)) and captions.match_caption(text):
        first = 1
    while (
        last - first > 2 and (text := _whole_row(grid, last - 1)) and captions.looks_like_note(text)
    ):
        last -= 1
    return grid if (first, last) == (0, grid.n_rows) else rows_between(grid, first, last)


def _whole_row(grid: Grid, row: int) -> str | None:
    """The text of a row that has a single cell with words, which spans most columns."""
    cells = [cell for cell in grid.filled() if cell.row <= row < cell.row_end]
    if len(cells) != 1 or 2 * (cells[0].column_end - cells[0].column) <= grid.n_columns:
        return None
    return cells[0].text


def _begins_note(line: Line) -> bool:
    return captions.looks_like_note(line_text(line)) or _begins_raised(line)


def _begins_raised(line: Line) -> bool:
    """Whether a line begins with a raised mark, as a footnote does."""
    mark, *rest = line.words[:2]
    return (
        bool(rest)
        and len(mark.text) <= LONGEST_MARK
        and mark.size < RAISED_SIZE * rest[0].size
        and mark.bottom < rest[0].bottom - 0.1 * rest[0].size
    )


def _paragraphs_up(lines: Sequence[Line], em: float) -> list[list[Line]]:
    """Lines above a table, nearest first, as paragraphs; each paragraph reads downwards."""
    parts: list[list[Line]] = []
    index = 0
    while index < len(lines):
        start = _numbered_start(lines, index, em)
        end = start if start is not None else _same_style_end(lines, index, em)
        part = list(reversed(lines[index : end + 1]))
        if start is not None and (rest := part[_caption_lines(part) :]):
            parts.append(rest)
            part = part[: -len(rest)]
        parts.append(part)
        index = end + 1
    return parts


def _caption_lines(part: Sequence[Line]) -> int:
    """How many lines of a paragraph, the first of which is a numbered caption, belong to it.

    It ends before a line in another style that would have had room on the one before.
    """
    right = max(line.x1 for line in part)
    for count, (line, following) in enumerate(pairwise(part), start=1):
        match = captions.match_caption(" ".join(map(line_text, part[:count])))
        word = following.segments[0].words[0]
        room = line.x1 + 0.3 * line_size(line) + word.x1 - word.x0 <= right
        other_style = line_is_bold(line) != line_is_bold(following) or (
            abs(line.x0 - following.x0) > line_size(line)
        )
        if match and match.title and room and other_style:
            return count
    return len(part)


def _numbered_start(lines: Sequence[Line], index: int, em: float) -> int | None:
    """The line at or above `index` with which a numbered caption begins that reaches it."""
    for place in range(index, min(len(lines), index + CAPTION_LINES)):
        if place > index and not _close(lines[place], lines[place - 1], em):
            return None
        if captions.match_caption(line_text(lines[place])):
            return place
    return None


def _same_style_end(lines: Sequence[Line], index: int, em: float) -> int:
    end = index
    while (
        end + 1 < len(lines)
        and _close(lines[end + 1], lines[end], em)
        and line_is_bold(lines[end + 1]) == line_is_bold(lines[index])
        and abs(line_size(lines[end + 1]) - line_size(lines[index])) < 0.1 * em
        and not captions.match_caption(line_text(lines[end + 1]))
    ):
        end += 1
    return end


def _paragraphs_down(lines: Sequence[Line], em: float) -> list[list[Line]]:
    parts: list[list[Line]] = []
    for line in lines:
        starts = captions.match_caption(line_text(line)) or _begins_note(line)
        if parts and _close(parts[-1][-1], line, em) and not starts:
            parts[-1].append(line)
        else:
            parts.append([line])
    return parts


def _close(upper: Line, lower: Line, em: float) -> bool:
    return lower.top - upper.bottom <= PARAGRAPH_GAP * em
