"""A Word document in, its tables out: one pass over the body in document order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from extractors import limits
from extractors.base import Options, Progress, RawCell, RawTable
from extractors.captions import choose_caption, is_title, remarks_above
from extractors.context import HeadingStack
from extractors.continuation import join_continued
from extractors.habits import with_header_habit
from extractors.normalize import build_table
from extractors.word.blocks import (
    Block,
    block_children,
    block_of,
    is_bold,
    joined_text,
    lone_top_heading,
    opening_lines,
)
from extractors.word.emphasis import emphasised, with_emphasis
from extractors.word.furniture import Section, core_title, read_sections
from extractors.word.grid import Grid, GridCell, read_grid
from extractors.word.neighbours import neighbours, notes_below
from extractors.word.package import Element, Package, W
from extractors.word.pages import Pager
from extractors.word.parts import Place, table_parts
from extractors.word.styles import StyleSheet
from extractors.word.text import Paragraph, read_paragraph
from extractors.word.typed import is_rule, typed_rows
from relatab.errors import ExtractionError
from relatab.model import Caption, Context, Extraction, Issue, Table

EXTRACTOR = "word"
TYPED_EXTRACTOR = "word-tabs"

FRAME_REACH = 3
"""Blocks above a table in which a framed title is looked for: two may be blank lines."""


def extract_word(
    path: Path,
    document_hash: str,
    options: Options,  # noqa: ARG001 - encrypted Word files are no zip and never come here
    progress: Progress | None = None,
    source: Path | None = None,
) -> Extraction:
    """All tables of a .docx, .docm, .dotx or .dotm file; ExtractionError when it is damaged.

    source: the document that the file was converted from; it gives the tables their place,
    and errors their name. Its pages are as the converting program broke them: estimates.
    """
    try:
        with Package(path, name=source or path) as package:
            reading, title = _read(package, converted=source is not None)
    except RecursionError as error:
        raise ExtractionError(
            f"{source or path}: nested too deeply; save it again in Word"
        ) from error
    if progress is not None:
        progress(reading.pager.page, reading.pager.page, False)
    tables, issues = _built(reading, str(source or path), document_hash, title)
    return Extraction(tables, issues, pages=reading.pager.page, title=title)


def _read(package: Package, *, converted: bool) -> tuple[_Reading, str | None]:
    """The pass over the document, and its title."""
    body = package.body()
    styles = package.related("styles")
    sheet = StyleSheet(package.side_tree(styles[0].target) if styles else None)
    sections = read_sections(package, body, sheet)
    rendered = next(body.iter(f"{W}lastRenderedPageBreak"), None) is not None
    reading = _Reading(sheet, sections, Pager(rendered), exact=rendered and not converted)
    reading.body(body)
    title = reading.title(core_title(package))
    reading.issues.extend(_tables_in_notes(package))
    reading.issues.extend(_damaged_parts(package))
    return reading, title


def _built(
    reading: _Reading, path: str, document_hash: str, title: str | None
) -> tuple[tuple[Table, ...], tuple[Issue, ...]]:
    tables: list[Table] = []
    issues = [*reading.issues, *_unread_issues(reading.unread)]
    parts = table_parts(reading.tables, reading.places, reading.blocks)
    for position, joined in enumerate(with_header_habit(join_continued(parts))):
        raw = replace(joined, context=replace(joined.context, title=title))
        table, found = build_table(raw, path=path, document_hash=document_hash, position=position)
        tables.append(table)
        issues.extend(found)
    return tuple(tables), tuple(issues)


def _damaged_parts(package: Package) -> Iterator[Issue]:
    for _, reason in sorted(package.damaged.items()):
        yield Issue("damaged part", reason, action="read without it")


def _unread_issues(unread: dict[str, list[int]]) -> Iterator[Issue]:
    """One issue for each kind of content: a report may hold a hundred pictures."""
    for kind, pages in unread.items():
        places = ", ".join(map(str, dict.fromkeys(pages)))
        message = f"{len(pages)} x {kind}, page {places}: a table there is not found"
        yield Issue(f"{kind} not read", message, page=pages[0], action="left out")


def _tables_in_notes(package: Package) -> Iterator[Issue]:
    for kind in ("footnotes", "endnotes"):
        roots = [package.side_tree(link.target) for link in package.related(kind)]
        count = sum(len(root.findall(f".//{W}tbl")) for root in roots if root is not None)
        if count:
            yield Issue("table in a note", f"{count} tables in {kind}", action="left out")


@dataclass(slots=True)
class _Reading:
    """State of the pass over the document."""

    sheet: StyleSheet
    sections: tuple[Section, ...]
    pager: Pager
    exact: bool  # whether the pager's pages are the reader's
    headings: HeadingStack = field(default_factory=HeadingStack)
    tables: list[RawTable] = field(default_factory=list)
    places: dict[int, Place] = field(default_factory=dict)  # of tables, by position
    blocks: list[Block] = field(default_factory=list)  # of the body
    issues: list[Issue] = field(default_factory=list)
    unread: dict[str, list[int]] = field(default_factory=dict)
    title_lines: list[str] = field(default_factory=list)
    title_ended: bool = False
    opening: list[str] = field(default_factory=list)
    section: int = 0
    run: int = 0  # of pages alike
    first_page: int = 1  # of the section
    first_number: int = 1  # printed there

    def body(self, body: Element) -> None:
        """Read the whole document."""
        self.first_number = self.sections[0].first_number or 1
        self.blocks = blocks = self._story(body, self.pager, in_body=True)
        if not self.title_lines and (index := lone_top_heading(blocks)) is not None:
            line = blocks[index].line
            assert line is not None
            self.title_lines.append(line.text)
            blocks[index] = replace(blocks[index], line=replace(line, furniture=True))
        self.opening = opening_lines(blocks)
        self._caption(blocks)

    def title(self, of_properties: str | None) -> str | None:
        """The document's title: set in its style, given in its properties, or on its cover."""
        lines = self.title_lines or ([] if of_properties else self.opening)
        return " ".join(" ".join(lines).split()) or of_properties

    def _story(
        self, container: Element, pager: Pager, parent: int | None = None, in_body: bool = False
    ) -> list[Block]:
        """The blocks of a body, a cell or a text box; its tables are read on the way."""
        blocks: list[Block] = []
        typed: list[Block] = []  # lines with tabs whose table has not ended yet
        for element in block_children(container):
            if element.tag == f"{W}tbl":
                read = self._table(element, pager, parent)
            elif element.tag == f"{W}altChunk":
                read = []
                self._note("embedded document", "an embedded document part", pager, "not read")
            else:
                read = list(self._paragraph(element, pager, parent, in_body))
            if in_body and len(read) == 1 and read[0].fields:
                typed += read
                continue
            blocks += (self._typed(typed) if typed else []) + read
            typed = []
        return blocks + (self._typed(typed) if typed else [])

    def _typed(self, blocks: list[Block]) -> list[Block]:
        """A table in place of lines with tabs that make one; else the lines themselves."""
        lines = [
            (fields, is_bold(block))
            for block in blocks
            for fields in block.fields
            if not is_rule(fields)
        ]
        rows = typed_rows([fields for fields, _ in lines])
        if rows is None:
            return blocks
        cells = tuple(
            RawCell(text, row, row + 1, column, column + 1, bold=lines[row][1])
            for row, fields in enumerate(rows)
            for column, text in enumerate(fields)
        )
        pages = range(blocks[0].page, blocks[-1].page + 1)
        raw = RawTable(cells, len(rows), len(rows[0]), extractor=TYPED_EXTRACTOR)
        self.tables.append(self._placed(raw, pages))
        return [Block(None, blocks[0].page, len(self.tables) - 1)]

    def _paragraph(
        self, element: Element, pager: Pager, parent: int | None, in_body: bool
    ) -> Iterator[Block]:
        paragraph = read_paragraph(element, self.sheet)
        if paragraph.style.page_break_before:
            pager.break_before()
        page = pager.advance(paragraph.events, paragraph.text)
        for kind in paragraph.unread:
            self.unread.setdefault(kind, []).append(page)
        block = block_of(paragraph, page)
        if in_body:
            self._note_heading(paragraph, block.level)
        yield block
        for box in paragraph.boxes:
            yield from self._text_box(box, pager, parent)
        if in_body and element.find(f"{W}pPr/{W}sectPr") is not None:
            self._next_section(pager)

    def _text_box(self, box: Element, pager: Pager, parent: int | None) -> list[Block]:
        """Read a text box; captions in it also serve tables beside the box."""
        blocks = self._story(box, pager.fork(), parent)
        self._caption(blocks)
        return [
            block
            for block in blocks
            if block.line and (block.line.caption_style or block.line.sequence_field)
        ]

    def _note_heading(self, paragraph: Paragraph, level: int | None) -> None:
        if paragraph.style.title and paragraph.text and not self.title_ended:
            self.title_lines.append(paragraph.text)
        elif paragraph.text:
            self.title_ended = bool(self.title_lines)
        if level is not None:
            self.headings.push(level + 1, paragraph.text)

    def _next_section(self, pager: Pager) -> None:
        printed = self.first_number + pager.page - self.first_page
        before = self.sections[self.section]
        self.section = min(self.section + 1, len(self.sections) - 1)
        section = self.sections[self.section]
        if section.facts != before.facts or section.first_number is not None:
            self.run += 1
        if section.breaks_page:
            pager.set_break()
            printed += 1
        self.first_page = pager.page
        self.first_number = printed if section.first_number is None else section.first_number

    def _table(self, element: Element, pager: Pager, parent: int | None) -> list[Block]:
        """Read a table and those nested in it; one that cannot be read is reported."""
        position = len(self.tables)
        try:
            grid = read_grid(element)
            if not grid.cells:
                return []
            self.tables.append(RawTable((), 0, 0))  # holds the place before nested tables
            raw = self._raw_table(element, grid, position, pager)
            self.tables[position] = replace(raw, parent=parent)
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            del self.tables[position:]
            self._note("damaged table", f"table {position + 1}: {error}", pager, "left out")
            return []
        return [Block(None, raw.pages[0], position)]

    def _raw_table(self, element: Element, grid: Grid, position: int, pager: Pager) -> RawTable:
        cells: list[RawCell] = []
        first_page, breaks = pager.page, pager.set_breaks
        for row, row_cells in groupby(grid.cells, key=attrgetter("row")):
            page = self._row(list(row_cells), position, pager, cells)
            if row == 0:
                first_page, breaks = page, pager.set_breaks
        self.places[position] = Place(grid.edges, breaks, pager.set_breaks, self.run)
        nested = len(self.tables) - position - 1
        raw = RawTable(
            cells=with_emphasis(cells, emphasised(cells, element, grid, self.sheet)),
            n_rows=grid.n_rows,
            n_columns=grid.n_columns,
            caption=_property_caption(element),
            header_rows=grid.header_rows or None,
            extractor=EXTRACTOR,
            layout=_is_layout(cells, nested),
            issues=(*_covered_text(grid, position, first_page), *_cut(grid, position, first_page)),
        )
        return self._placed(raw, range(first_page, pager.page + 1))

    def _placed(self, raw: RawTable, pages: range) -> RawTable:
        """The table with its pages and with what holds at this point of the document."""
        section = self.sections[self.section]
        return replace(
            raw,
            pages=tuple(pages),
            page_exact=self.exact,
            page_label=section.label(self.first_number + pages[0] - self.first_page),
            context=Context(headings=self.headings.path(), page_facts=section.facts),
        )

    def _row(self, row: list[GridCell], position: int, pager: Pager, out: list[RawCell]) -> int:
        """Read the cells of a row, which run side by side; the page it begins on."""
        before, first = pager.fork(), pager.page
        for cell in row:
            beside = before.fork()
            blocks = self._story(cell.element, beside, parent=position)
            self._caption(blocks)
            filled = [block for block in blocks if block.line is not None and block.line.text]
            first = max([first, *(block.page for block in filled[:1])])
            pager.join(beside)
            out.append(
                RawCell(
                    text=joined_text(blocks),
                    row=cell.row,
                    row_end=cell.row_end,
                    column=cell.column,
                    column_end=cell.column_end,
                    bold=bool(filled) and all(is_bold(block) for block in filled),
                )
            )
        return first

    def _caption(self, blocks: list[Block]) -> None:
        """Give the tables of a story their captions and notes."""
        if all(block.line is not None for block in blocks):
            return
        flow = [block.line for block in blocks]
        for index, (above, below) in neighbours(flow).items():
            position = blocks[index].table
            raw = self.tables[position]
            self.tables[position] = replace(
                raw,
                caption=choose_caption(above, below)
                or self._framed_title(blocks[max(0, index - FRAME_REACH) : index])
                or raw.caption,
                notes=(*remarks_above(above), *notes_below(flow, index)),
            )

    def _framed_title(self, above: list[Block]) -> Caption | None:
        """The title in a frame of its own (a table of one cell) right above a table."""
        filled = [block for block in above if block.line is None or block.line.text]
        if not filled or filled[-1].line is not None:
            return None
        cells = self.tables[filled[-1].table].cells
        text = " ".join(cells[0].text.split()) if len(cells) == 1 else ""
        return Caption(text, "box_title") if text and is_title(text) else None

    def _note(self, kind: str, message: str, pager: Pager, action: str) -> None:
        self.issues.append(Issue(kind, message, page=pager.page, action=action))


def _property_caption(table: Element) -> Caption | None:
    """The title, or else the description, that the author gave in the table's properties."""
    for name in ("tblCaption", "tblDescription"):
        element = table.find(f"{W}tblPr/{W}{name}")
        text = "" if element is None else " ".join(element.get(f"{W}val", "").split())
        if text:
            return Caption(text, "property")
    return None


def _is_layout(cells: list[RawCell], nested: int) -> bool:
    """A frame: one cell, or a table that holds others and little of its own."""
    filled = sum(bool(cell.text) for cell in cells)
    return len(cells) == 1 or (nested > 0 and filled <= nested)


def _covered_text(grid: Grid, position: int, page: int) -> tuple[Issue, ...]:
    """Word does not show the text of cells merged into another; say that it is there."""
    covered = sum(
        any((text.text or "").strip() for text in element.iter(f"{W}t"))
        for cell in grid.cells
        for element in cell.covered
    )
    if not covered:
        return ()
    message = f"table {position + 1}: text in {covered} cells merged into others"
    return (Issue("hidden text", message, page=page, action="left out, as Word does"),)


def _cut(grid: Grid, position: int, page: int) -> Iterator[Issue]:
    """What is left out of a table beyond the limits."""
    left_out = (
        (grid.rows_left_out, f"rows beyond the first {grid.n_rows}"),
        (grid.cells_left_out, f"cells beyond the first {limits.MAX_COLUMNS} columns"),
    )
    for count, which in left_out:
        if count:
            message = f"table {position + 1}: {count} {which}"
            yield Issue("table too large", message, page=page, action="left out")
