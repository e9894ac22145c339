"""The pages of one document, in order, made into its tables with their context.

Born-digital pages and scans go through the same steps, mixed as they come: what runs
through the document is told from its tables, headings are kept for what stands below
them, and tables that go on over a page's end are joined.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from extractors.base import UNKNOWN_LETTER, RawTable
from extractors.captions import choose_caption, figure_caption
from extractors.context import HeadingStack, page_facts
from extractors.continuation import Found, join_continued
from extractors.geometry import Box, Line, PageContent, text_height, text_lines
from extractors.normalize import build_table
from extractors.page.document import (
    Heading,
    form_entries,
    headings,
    line_key,
    margin_lines,
    printed_label,
    running_lines,
    running_text,
    title_headings,
)
from extractors.page.finder import find_on_page
from extractors.page.naming import titles_outside, with_titles
from extractors.page.scan import find_on_scan
from extractors.page.spread import pages_of_spread
from extractors.page.surroundings import Surroundings
from extractors.page.titles import letterhead_keys, page_titles
from relatab.errors import reason_of
from relatab.model import Context, Issue, ScanReading, Table


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page ready for its tables to be found.

    content: None where none are looked for, and `lines` serve for its headings alone;
    margin: lines that may run through the document (`margin_lines`); scan: how it was read,
    for a page without good text of its own; pictured: the tables found in its pictures, with
    the picture's place; spread: the two pages, where the content shows an open book.
    """

    content: PageContent | None = None
    lines: tuple[Line, ...] = ()
    margin: tuple[str, ...] = ()
    scan: ScanReading | None = None
    pictured: tuple[tuple[Box, Found], ...] = ()
    spread: tuple[PageContent, ...] = ()

    @classmethod
    def of_scan(cls, content: PageContent, reading: ScanReading) -> ReadPage:
        """A page of recognised words; nothing is sought on one without any."""
        pages = pages_of_spread(content)
        margin = tuple(line for page in pages for line in margin_of(page))
        spread = pages if len(pages) > 1 else ()
        return cls(content if content.words else None, (), margin, reading, spread=spread)

    def parts(self) -> Iterator[ReadPage]:
        """The pages of a spread one after the other; as a rule the page itself."""
        if not self.spread:
            yield self
        for page in self.spread:
            yield replace(self, content=page, margin=margin_of(page), spread=())


def margin_of(content: PageContent) -> tuple[str, ...]:
    """The lines of a page that may run through its document."""
    return tuple(margin_lines(text_lines(content.words), content.height))


@dataclass(slots=True)
class Assembly:
    """The tables of a document whose pages are added in order.

    title: the document's; running: keys of the lines that run through it (`running_lines`).
    """

    title: str | None
    running: frozenset[str]
    _found: list[Found] = field(default_factory=list)
    _headings: HeadingStack = field(default_factory=HeadingStack)
    _letterheads: Counter[str] = field(default_factory=Counter)
    _issues: list[Issue] = field(default_factory=list)

    @classmethod
    def of(cls, title: str | None, margins: Iterable[Sequence[str]]) -> Assembly:
        """For a document with these lines in the margins of its pages."""
        return cls(title, running_lines(margins))

    def add(self, page: ReadPage) -> None:
        """Takes the tables and headings of the next page; a defect costs that page only."""
        try:
            for part in page.parts():
                self._add(part)
        except Exception as error:  # noqa: BLE001 - whatever the defect
            number = page.content.number if page.content else None
            reason = f"page {number} cannot be read ({reason_of(error)})"
            self._issues.append(Issue("unreadable page", reason, number, "left the page out"))

    def _add(self, page: ReadPage) -> None:
        content = page.content
        if content is None:
            body = text_height(word for line in page.lines for word in line.words)
            self._push(self._headings, headings(page.lines, body))
            return
        if content.label is None:
            content = replace(content, label=printed_label(page.margin))
        recognised = page.scan is not None
        find = find_on_scan if recognised else find_on_page
        is_furniture = partial(self._is_furniture, page.margin)
        lines, found = find(content, "ocr" if recognised else "pdf", is_furniture)
        em = text_height(content.words)
        titles = page_titles(lines, content.rules, em, self._known_letterheads(lines, em))
        titles = titles_outside(titles, found, lines)
        found = with_titles(found, titles, lines)
        if page.pictured:
            found = _with_pictured(found, page.pictured, lines, content)
        free = [line for line in lines if not any(table.covers(line) for table in found)]
        if recognised:  # a page is a form of its own: its titles and entries reach no other
            entries = form_entries(_above(free, found))
            self._take(found, page, HeadingStack(), title_headings(titles), entries)
        else:
            self._take(found, page, self._headings, headings(free, em))

    def tables(self, path: str, document_hash: str) -> tuple[tuple[Table, ...], list[Issue]]:
        """All tables so far, those over several pages joined, and what was irregular."""
        tables: list[Table] = []
        issues = [*self._issues]
        for position, raw in enumerate(join_continued(self._found)):
            try:
                table, found = build_table(
                    raw, path=path, document_hash=document_hash, position=position
                )
            except Exception as error:  # noqa: BLE001 - a defect costs that table only
                page = raw.pages[0]
                reason = reason_of(error)
                message = f"a table on page {page} cannot be read ({reason})"
                issues.append(Issue("damaged table", message, page, "left out"))
                continue
            tables.append(table)
            issues += found
        return tuple(tables), issues

    def _take(
        self,
        found: Sequence[Found],
        page: ReadPage,
        stack: HeadingStack,
        marks: Sequence[Heading],
        entries: Sequence[str] = (),
    ) -> None:
        """Keeps a page's tables with the headings above each and what runs through the page."""
        running = [text for text in page.margin if line_key(text) in self.running]
        facts = page_facts((*running, *entries))
        confidence = page.scan.confidence if page.scan else None
        base = len(self._found)
        waiting = list(marks)
        for table in found:
            self._push(stack, [mark for mark in waiting if mark.bottom <= table.top])
            waiting = [mark for mark in waiting if mark.bottom > table.top]
            raw = replace(
                table.raw,
                context=Context(self.title, stack.path(), facts),
                parent=None if table.raw.parent is None else base + table.raw.parent,
                page_confidence=confidence,
                issues=(*table.raw.issues, *_unmapped(table.raw)),
            )
            self._found.append(replace(table, raw=raw))
        self._push(stack, waiting)

    def _known_letterheads(self, lines: Sequence[Line], em: float) -> set[str]:
        """Keys of the lines that stood in the letterheads of two pages, this one included."""
        self._letterheads.update(letterhead_keys(lines, em))
        return {key for key, pages in self._letterheads.items() if pages > 1}

    def _is_furniture(self, margin: Sequence[str], line: Line) -> bool:
        """Whether a line runs through the document or is the page's number: no table's line."""
        text = running_text(line)
        key = line_key(text)
        return key in self.running or (not key and text in margin)

    def _push(self, stack: HeadingStack, marks: Iterable[Heading]) -> None:
        for mark in marks:
            if line_key(mark.text) not in self.running:
                stack.push(mark.level, mark.text)


def _above(lines: Sequence[Line], found: Sequence[Found]) -> list[Line]:
    """The lines above all tables."""
    first = min((table.top for table in found), default=0.0)
    return [line for line in lines if line.bottom <= first]


def _unmapped(table: RawTable) -> tuple[Issue, ...]:
    """What share of a table's characters has no known letter, where there are such."""
    text = "".join("".join(cell.text.split()) for cell in table.cells)
    unknown = text.count(UNKNOWN_LETTER)
    if not unknown:
        return ()
    page = table.pages[0]
    share = f"{unknown} of {len(text)} characters ({unknown / len(text):.0%})"
    message = f"{share} of a table on page {page} have no known letter"
    return (Issue("unmapped glyphs", message, page, f"kept as {UNKNOWN_LETTER}"),)


def _with_pictured(
    found: Sequence[Found],
    pictured: Sequence[tuple[Box, Found]],
    lines: Sequence[Line],
    content: PageContent,
) -> list[Found]:
    """A page's tables and those in its pictures, from top to bottom."""
    em = text_height(content.words)
    tables = [*found]
    tables += [_captioned(table, box, lines, em, content.label) for box, table in pictured]
    order = sorted(range(len(tables)), key=lambda index: tables[index].top)
    place = {index: number for number, index in enumerate(order)}
    return [
        table
        if table.raw.parent is None
        else replace(table, raw=replace(table.raw, parent=place[table.raw.parent]))
        for table in (tables[index] for index in order)
    ]


def _captioned(
    table: Found, picture: Box, lines: Sequence[Line], em: float, label: str | None
) -> Found:
    """A picture's table with the page's number and the caption that stands at the picture."""
    above, below = Surroundings(picture, lines, [picture], em, em).described()
    caption = table.raw.caption or choose_caption(above, below) or figure_caption(above, below)
    return replace(table, raw=replace(table.raw, caption=caption, page_label=label))
