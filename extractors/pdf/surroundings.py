"""The lines around a table: its caption, its notes and the headings above it."""

from __future__ import annotations

from collections.abc import Sequence

from extractors import captions
from extractors.geometry import Box, Line, overlap, text_height
from relatab.model import Caption

PITCH = 1.2  # em; the usual distance of base lines, the unit of a caption's distance
PARAGRAPH_GAP = 0.7  # em of blank between lines of one paragraph at most
REACH = 8  # lines looked at above and below
CAPTION_LINES = 6  # a numbered caption runs over so many lines at most
HEADING_SIZE = 1.15  # of the body's type size from which a line is a heading


def caption_of(box: Box, lines: Sequence[Line], taken: Sequence[Box], em: float) -> Caption | None:
    """The caption among the page's lines around `box`; lines inside other tables do not count."""
    above = [line for line in lines if line.bottom <= box.top + 0.3 * em]
    below = [line for line in lines if line.top >= box.bottom - 0.3 * em]
    near_above = _nearby(list(reversed(above)), box, taken, em)
    near_below = _nearby(below, box, taken, em)
    return captions.choose_caption(
        [_described(part, box, em, above=True) for part in _paragraphs_up(near_above, em)],
        [_described(part, box, em, above=False) for part in _paragraphs_down(near_below, em)],
    )


def notes_of(box: Box, lines: Sequence[Line], taken: Sequence[Box], em: float) -> tuple[str, ...]:
    """Footnotes and source lines right below a table, a wrapped one as one."""
    below = [line for line in lines if line.top >= box.bottom - 0.3 * em]
    notes: list[str] = []
    bottom = box.bottom
    for line in _nearby(below, box, taken, em):
        text = line_text(line)
        starts = captions.looks_like_note(text)
        if line.top - bottom > (2.0 if not notes else PARAGRAPH_GAP) * em:
            break
        if not starts and not notes:
            break
        if starts:
            notes.append(text)
        else:
            notes[-1] += " " + text
        bottom = line.bottom
    return tuple(notes)


def line_text(line: Line) -> str:
    """All text of a line."""
    return " ".join(segment.text for segment in line.segments)


def line_size(line: Line) -> float:
    """Type size of a line in points."""
    return text_height(word for segment in line.segments for word in segment.words)


def line_is_bold(line: Line) -> bool:
    """Whether every word of a line is bold."""
    return all(word.bold for segment in line.segments for word in segment.words)


def _nearby(lines: Sequence[Line], box: Box, taken: Sequence[Box], em: float) -> list[Line]:
    """The nearest lines over or under the table up to the next table, only their parts
    that stand over its columns.
    """
    out: list[Line] = []
    for line in lines:
        parts = tuple(
            segment
            for segment in line.segments
            if overlap(segment.x0, segment.x1, box.x0 - em, box.x1 + em) > 0
        )
        if not parts:
            continue
        if any(other != box and any(other.holds(part) for part in parts) for other in taken):
            break
        out.append(Line(parts, line.top, line.bottom))
        if len(out) == REACH:
            break
    return out


def _paragraphs_up(lines: Sequence[Line], em: float) -> list[list[Line]]:
    """Lines above a table, nearest first, as paragraphs; each paragraph reads downwards."""
    parts: list[list[Line]] = []
    index = 0
    while index < len(lines):
        numbered = _numbered_start(lines, index, em)
        end = numbered if numbered is not None else _same_style_end(lines, index, em)
        parts.append(list(reversed(lines[index : end + 1])))
        index = end + 1
    return parts


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
        starts = captions.match_caption(line_text(line)) or captions.looks_like_note(line_text(line))
        if parts and _close(parts[-1][-1], line, em) and not starts:
            parts[-1].append(line)
        else:
            parts.append([line])
    return parts


def _close(upper: Line, lower: Line, em: float) -> bool:
    return lower.top - upper.bottom <= PARAGRAPH_GAP * em


def _described(part: Sequence[Line], box: Box, em: float, *, above: bool) -> captions.Line:
    blank = box.top - part[-1].bottom if above else part[0].top - box.bottom
    middle = (box.x0 + box.x1) / 2
    return captions.Line(
        " ".join(line_text(line) for line in part),
        distance=max(0.0, blank) / (PITCH * em),
        bold=all(line_is_bold(line) for line in part),
        centred=all(
            abs((line.x0 + line.x1) / 2 - middle) <= em and line.x0 > box.x0 + 2 * em
            for line in part
        ),
        heading=min(line_size(line) for line in part) >= HEADING_SIZE * em,
    )
