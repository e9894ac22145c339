"""What a PDF document says around its tables: title, headings, running lines, page labels."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from extractors.captions import match_caption
from extractors.geometry import Line, PageContent, overlap, text_height, text_lines
from extractors.letterheads import is_entry
from extractors.page.looks import line_is_bold, line_size, line_text
from extractors.page.surroundings import HEADING_SIZE
from extractors.page.titles import Title, page_titles

MARGIN = 0.16  # share of the page's height in which running headers and footers stand
MARGIN_LINES = 3  # such lines at either end at most
SET_OFF = 0.9  # em of blank between running lines and the body at least
RUNNING_PAGES = 2  # pages on which a line must recur to be a running line
TITLE_SIZE = 1.3  # of the body's type size from which the first page's largest text is a title
LONGEST_TITLE = 200
TITLE_PARTS = 3  # titles of a scan's first page that make up that of the document at most
LONGEST_HEADING_WORDS = 14
WORDS_PER_ENTRY = 7  # of a form's line for each of its labels at most
PAGE_NUMBER = re.compile(
    r"(?:page|side|seite|pagina|p\.)?\s*[-–—(\[]?\s*((?:[A-Z]{1,2}-)?\d{1,3}|[ivxlc]{1,6})\s*"
    r"[-–—)\]]?(?:\s*(?:/|of|av|von|van)\s*\d{1,4})?",
    re.IGNORECASE,
)
NUMBERED_PAGE = re.compile(
    r"\b(?:page|side|seite|pagina)\s*\d+(?:\s*(?:/|of|av|von|van)\s*\d+)?", re.I
)
NUMBERED_HEADING = re.compile(r"((?:\d{1,2}\.)*\d{1,2})\.?\s+[A-Z\d(]\S*")
NO_TITLE = re.compile(
    r"(untitled|microsoft word|document\d*$|.*\.(docx?|pdf|xlsx?|tif|indd|qxd)$)", re.I
)


def margin_lines(lines: Sequence[Line], height: float) -> list[str]:
    """The lines (`running_text`) at the head and foot of a page that a blank sets off from its body.

    A table's header at the head of a page has its rows right below it and does not count.
    """
    head = _set_off([line for line in lines if line.middle <= MARGIN * height], lines)
    below = [line for line in reversed(lines) if line.middle >= (1.0 - MARGIN) * height]
    foot = _set_off(below, list(reversed(lines)))
    return [running_text(line) for line in (*head, *reversed(foot))]


def _set_off(margin: Sequence[Line], lines: Sequence[Line]) -> list[Line]:
    """Leading lines of the margin up to the first clear blank; none without one."""
    for count, (line, following) in enumerate(pairwise(lines[: MARGIN_LINES + 1]), start=1):
        blank = max(following.top - line.bottom, line.top - following.bottom)
        if count > len(margin):
            return []
        if _in_columns(line, following):
            return []
        if blank >= SET_OFF * max(line_size(line), 1.0):
            return list(lines[:count])
    return list(margin) if len(margin) == len(lines) else []


def _in_columns(line: Line, following: Line) -> bool:
    """Whether two lines have their parts under each other: a table's header and a row."""
    parts = list(zip(line.segments, following.segments, strict=False))
    return len(line.segments) == len(following.segments) > 1 and all(
        overlap(a.x0, a.x1, b.x0, b.x1) > 0 for a, b in parts
    )


def running_lines(pages: Iterable[Sequence[str]]) -> frozenset[str]:
    """Keys (`line_key`) of the margin lines that recur on several pages."""
    counts: Counter[str] = Counter()
    for lines in pages:
        counts.update({line_key(line) for line in lines if not match_caption(line)})
    return frozenset(key for key, count in counts.items() if count >= RUNNING_PAGES and key)


def running_text(line: Line) -> str:
    """A line's parts joined by tabs, so that a page number set apart can be told."""
    return "\t".join(segment.text for segment in line.segments)


def line_key(running: str) -> str:
    """A running line (`running_text`) without page number, case and spaces."""
    parts = [part for part in running.split("\t") if not PAGE_NUMBER.fullmatch(part.strip())]
    return re.sub(r"\s+", "", NUMBERED_PAGE.sub("", " ".join(parts))).casefold()


def printed_label(margin: Iterable[str]) -> str | None:
    """The page number printed in a page's margins (`margin_lines`)."""
    for running in margin:
        for part in running.split("\t"):
            if match := PAGE_NUMBER.fullmatch(part.strip()):
                return match[1]
    return None


def metadata_title(metadata: Mapping[str, Any]) -> str | None:
    """The title that the file's metadata give, unless a program filled it in."""
    named = metadata.get("Title")
    if isinstance(named, str) and (named := " ".join(named.split())) and not NO_TITLE.match(named):
        return named[:LONGEST_TITLE]
    return None


def recognised_title(first: PageContent | None) -> str | None:
    """What is set as titles at the head of a scan's first page.

    Its largest ink is often a stamp, a file number or a note by hand.
    """
    if first is None:
        return None
    titles = page_titles(text_lines(first.words), first.rules, text_height(first.words))
    chosen = [title.text for title in titles if title.names][:TITLE_PARTS]
    return " ".join(chosen)[:LONGEST_TITLE] or None


def largest_text(first_lines: Sequence[Line]) -> str | None:
    """The largest text of the first page, if it is clearly larger than the rest."""
    if not first_lines:
        return None
    body = text_height(word for line in first_lines for word in line.words)
    largest = max(map(line_size, first_lines))
    if largest < TITLE_SIZE * body:
        return None
    chosen = [line_text(line) for line in first_lines if line_size(line) >= 0.95 * largest]
    return " ".join(chosen)[:LONGEST_TITLE] or None


def form_entries(lines: Sequence[Line]) -> list[str]:
    """The lines that hold entries of a form, as text: labels with their values, no sentences."""
    texts = map(line_text, lines)
    return [
        text
        for text in texts
        if is_entry(text) and len(text.split()) <= WORDS_PER_ENTRY * max(1, text.count(":"))
    ]


@dataclass(frozen=True, slots=True)
class Heading:
    """A section heading, its level (1 = outermost) and where it ends on the page."""

    level: int
    text: str
    bottom: float


def headings(lines: Sequence[Line], body_size: float) -> list[Heading]:
    """The section headings among a page's lines, wrapped ones joined."""
    out: list[Heading] = []
    before: Line | None = None
    for line in lines:
        level = _heading_level(line, body_size)
        size = line_size(line)
        wraps = (
            before is not None
            and level == 1
            and not NUMBERED_HEADING.match(line_text(line))
            and abs(line_size(before) - size) < 0.05 * size
            and line.top - before.bottom < 0.7 * size
        )
        if level is None:
            before = None
            continue
        if wraps and out:
            text = f"{out[-1].text} {line_text(line)}"
            out[-1] = Heading(out[-1].level, text, line.bottom)
        else:
            out.append(Heading(level, line_text(line), line.bottom))
        before = line
    return out


def title_headings(titles: Sequence[Title]) -> list[Heading]:
    """The titles of a recognised page as headings: a numbered one at its depth, else the first
    over the others.

    The ink of scanned type varies too much in size for `headings`.
    """
    return [
        Heading(
            numbered[1].count(".") + 1
            if (numbered := NUMBERED_HEADING.match(title.text))
            else min(place, 1) + 1,
            title.text,
            title.box.bottom,
        )
        for place, title in enumerate(titles)
    ]


def _heading_level(line: Line, body_size: float) -> int | None:
    """The level of a section heading (1 = outermost), None for other lines.

    Numbered headings count their parts; others stand out by size or bold capitals.
    """
    text = line_text(line)
    words = text.split()
    if len(line.segments) > 1 and not NUMBERED_HEADING.match(text):
        return None
    if len(words) > LONGEST_HEADING_WORDS or not any(map(str.isalpha, text)):
        return None
    if text.endswith((".", ",", ";", ":")) or match_caption(text):
        return None
    stands_out = line_size(line) >= HEADING_SIZE * body_size or line_is_bold(line)
    if (numbered := NUMBERED_HEADING.match(text)) and (stands_out or text.isupper()):
        return numbered[1].count(".") + 1
    if line_size(line) >= HEADING_SIZE * body_size:
        return 1
    return None
