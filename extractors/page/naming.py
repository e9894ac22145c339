"""Which tables of a page its titles name: those below that have no caption of their own.

A title reaches across the entries of a form, remarks and other tables, up to running text, the
next title or a table with a caption.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from extractors.captions import is_remark, match_caption
from extractors.continuation import Found
from extractors.geometry import Line, bounding_box, has_figures
from extractors.letterheads import is_entry, is_firm, is_marking
from extractors.normalize import box_title
from extractors.page.looks import PROSE_WORDS, is_wordy, line_text
from extractors.page.titles import CENTRED, Title
from relatab.model import Caption

STRAY = 3
"""Lines of no known kind between a title and its table at most."""

OVER_MIDDLE = 0.05
"""Of a table's width by which a title among its first rows may be off its middle."""

LINES_OVER = 1
"""Lines above such a title at most: a letterhead, or the number of the page."""

HEAD_ROWS, HEAD_FIGURES = 6, 0.34
"""Rows and share of figures of what is but the head of a form at most."""


def titles_outside(
    titles: Sequence[Title], found: Sequence[Found], lines: Sequence[Line]
) -> list[Title]:
    """The titles but those that are rows of a table.

    The head of a form may be taken for the first rows of its table.
    """
    return [
        title
        for title in titles
        if all(
            title.names and _is_at_head(title, table, lines)
            for table in found
            if table.top <= title.middle <= table.bottom
        )
    ]


def _is_at_head(title: Title, table: Found, lines: Sequence[Line]) -> bool:
    """Whether a title stands above the columns of the table that it was taken for a row of:
    between entries, or alone over the middle.
    """
    left, right = _span(table)
    off = abs(title.box.x0 + title.box.x1 - left - right) / 2
    above = [line for line in lines if table.covers(line) and line.bottom <= title.box.top]
    if title.amid:
        return not any(sum(has_figures(p.text) for p in line.segments) > 1 for line in above)
    return off <= OVER_MIDDLE * (right - left) and len(above) <= LINES_OVER


def with_titles(
    found: Sequence[Found], titles: Sequence[Title], lines: Sequence[Line]
) -> list[Found]:
    """The tables of a page, those without a caption with that of the title above them.

    A caption that is the last line of a longer title becomes all of it. lines: those of the page.
    """
    titled = [_title_of(table, found, titles, lines) for table in found]
    bearers = _bearers(found, titled, lines)
    return [
        _with_caption(table, title.text) if title is not None and table in bearers else table
        for table, title in zip(found, titled, strict=True)
    ]


def _title_of(
    table: Found, found: Sequence[Found], titles: Sequence[Title], lines: Sequence[Line]
) -> Title | None:
    """The title that names a table of the page."""
    caption = table.raw.caption
    if table.raw.parent is not None:
        return None
    if caption is None or _needs_title(caption):
        within = _title_within(table, titles)
        if within is not None or (caption is None and box_title(table.raw) is not None):
            return within
        return _title_above(table, found, titles, lines)
    longer = (
        title
        for title in titles
        if title.names and title.box.bottom <= table.top and title.text.endswith(f" {caption.text}")
    )
    return next(longer, None) if caption.source in ("box_title", "heading") else None


def _needs_title(caption: Caption) -> bool:
    """Whether a caption is a number without words ("APPENDIX 1 - (7)") or a single word ("DATA")."""
    match = match_caption(caption.text)
    if match is not None:
        return not any(map(str.isalpha, match.title))
    return caption.source in ("box_title", "heading") and len(caption.text.split()) == 1


def _title_within(table: Found, titles: Sequence[Title]) -> Title | None:
    """The title among a table's first rows; one between entries before one over its columns."""
    within = [t for t in titles if t.names and table.top <= t.middle <= table.bottom]
    return min(within, key=lambda title: not title.amid, default=None)


def _title_above(
    table: Found, found: Sequence[Found], titles: Sequence[Title], lines: Sequence[Line]
) -> Title | None:
    strays, caption = 0, table.raw.caption
    for line in reversed([line for line in lines if line.bottom <= table.top]):
        title = next((t for t in titles if t.box.top <= line.middle <= t.box.bottom), None)
        others = [other for other in found if other is not table and other.covers(line)]
        if title is not None and (caption is None or title.text != caption.text):
            return title if title.names and _stands_over(title, table, lines) else None
        if any(other.raw.caption or box_title(other.raw) for other in others):
            return None
        if others:
            continue
        if _is_running_text(line):
            return None
        strays += _is_stray(line)
        if strays > STRAY:
            return None
    return None


def _is_running_text(line: Line) -> bool:
    return is_wordy(line) and len(line.words) >= PROSE_WORDS * len(line.segments)


def _is_stray(line: Line) -> bool:
    """Whether a line is no entry of a form, no remark and no rubble."""
    text = line_text(line)
    return (
        len(line.segments) == 1
        and any(map(str.isalpha, text))
        and not is_remark(text)
        and not is_entry(text)
        and not is_firm(text)
        and not is_marking(text)
    )


def _stands_over(title: Title, table: Found, lines: Sequence[Line]) -> bool:
    """Whether a title is centred over the page or the table, or begins where either does."""
    page = bounding_box([segment for line in lines for segment in line.segments])
    left, right = _span(table)
    reach = CENTRED * (page.x1 - page.x0)
    middles = ((page.x0 + page.x1) / 2, (left + right) / 2)
    middle = (title.box.x0 + title.box.x1) / 2
    return any(abs(middle - other) <= reach for other in middles) or (
        min(abs(title.box.x0 - left), abs(title.box.x0 - page.x0)) <= reach / 2
    )


def _span(table: Found) -> tuple[float, float]:
    """The left and right edge of a table."""
    return min(x0 for x0, _ in table.columns), max(x1 for _, x1 in table.columns)


def _bearers(
    found: Sequence[Found], titled: Sequence[Title | None], lines: Sequence[Line]
) -> list[Found]:
    """The tables that bear the title above them: not the head of a form with a table below it.

    Where nothing but a head stands on the upper half of the page, the rest is a chart.
    """
    middle = (lines[0].top + lines[-1].bottom) / 2 if lines else 0.0
    out: list[Found] = []
    for title in {id(title): title for title in titled if title is not None}.values():
        tables = [table for table, other in zip(found, titled, strict=True) if other is title]
        data = [table for table in tables if not _is_head(table)]
        out += data or (tables if any(table.bottom >= middle for table in tables) else [])
    return out


def _is_head(table: Found) -> bool:
    """Whether a table may be but the entries at the head of a form: few rows, few figures."""
    texts = [cell.text for cell in table.raw.cells if cell.text.strip()]
    figures = sum(map(has_figures, texts))
    return table.raw.n_rows <= HEAD_ROWS and figures <= HEAD_FIGURES * len(texts)


def _with_caption(table: Found, text: str) -> Found:
    """The table with a title: behind its number, or before its sub-heading, where it has one."""
    caption = table.raw.caption
    if caption is None or text.endswith(caption.text):
        named = Caption(text, "page_title")
    elif caption.source == "numbered":
        named = replace(caption, text=f"{caption.text} {text}")
    else:
        named = Caption(f"{text} {caption.text}", "page_title")
    return replace(table, raw=replace(table.raw, caption=named))
