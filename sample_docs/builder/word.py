"""Writes a document as DOCX with the traces Word itself leaves: SEQ fields, page breaks."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import UTC, datetime
from typing import Any

import docx
from docx.enum.section import WD_ORIENT
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Pt

from builder.blocks import (
    Beside,
    Block,
    Break,
    Contents,
    Document,
    Grid,
    Heading,
    Layout,
    Placed,
    Text,
    place,
)

NUMBERED = re.compile(r"(?P<label>Table|Tabell) (?P<number>\d+)(?P<rest>.*)", re.DOTALL)
STAMP = datetime(2012, 6, 1, 8, 0, tzinfo=UTC)


def write_docx(document: Document) -> tuple[bytes, Layout]:
    """The Word file and where everything stands."""
    writer = _Writer(document)
    for block in document.blocks:
        writer.add(block)
    buffer = io.BytesIO()
    writer.word.save(buffer)
    return _with_fixed_times(buffer.getvalue()), writer.layout


class _Writer:
    """Appends blocks to a Word document, counting the pages."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.word = docx.Document()
        self.layout = Layout()
        self.page = 1
        self.pending_break = False
        properties = self.word.core_properties
        properties.title, properties.author = document.title, "relatab samples"
        properties.created = properties.modified = STAMP
        section = self.word.sections[0]
        section.header.paragraphs[0].text = document.header
        section.footer.paragraphs[0].text = document.footer

    def add(self, block: Block) -> None:
        match block:
            case Heading(text, level):
                self.layout.headings.append((text, self.page))
                self._paragraph(text, f"Heading {level}")
            case Text(text, style):
                names = {"bullet": "List Bullet", "title": "Title"}
                self._paragraph(text, names.get(style, "Normal"))
            case Break(landscape):
                self._break(landscape=landscape)
            case Grid():
                self._captioned(block)
            case Beside() | Contents():
                raise NotImplementedError(
                    "Word samples nest tables instead of setting them side by side"
                )

    def _paragraph(self, text: str, style: str) -> Any:
        paragraph = self.word.add_paragraph(style=style)
        self._run(paragraph, text)
        return paragraph

    def _run(self, paragraph: Any, text: str) -> Any:
        run = paragraph.add_run()
        if self.pending_break:
            run.element.append(OxmlElement("w:lastRenderedPageBreak"))
            self.pending_break = False
        run.add_text(text)
        return run

    def _break(self, *, landscape: bool) -> None:
        self.page += 1
        marks = self.document.page_marks
        if landscape != (self.word.sections[-1].orientation == WD_ORIENT.LANDSCAPE):
            section = self.word.add_section()
            section.orientation = WD_ORIENT.LANDSCAPE if landscape else WD_ORIENT.PORTRAIT
            section.page_width, section.page_height = section.page_height, section.page_width
        elif marks != "rendered":
            self.word.add_page_break()
        self.pending_break = marks != "explicit"

    def _captioned(self, grid: Grid) -> None:
        if grid.caption and not grid.caption_below:
            self._caption(grid)
        pages = self.layout.open(grid)
        self._fill(self.word.add_table(len(grid.rows), grid.n_columns), grid, pages)
        if grid.caption and grid.caption_below:
            self._caption(grid)
        for note in grid.notes:
            self._paragraph(note, "Normal").runs[0].font.size = Pt(8)
        if not (grid.notes or grid.caption_below):
            self.word.add_paragraph()

    def _fill(self, table: Any, grid: Grid, pages: list[int]) -> None:
        table.style = "Table Grid" if grid.rules == "full" else "Normal Table"
        rows = list(table.rows)
        cells = [row.cells for row in rows]
        for cell in place(grid):
            if cell.column == 0 and cell.row in grid.breaks:
                self.page += 1
                self.pending_break = True
            if self.page not in pages:
                pages.append(self.page)
            target = cells[cell.row][cell.column]
            if cell.rows > 1 or cell.columns > 1:
                target = target.merge(
                    cells[cell.row + cell.rows - 1][cell.column + cell.columns - 1]
                )
            self._fill_cell(target, cell, grid)
        if grid.repeat_header:
            for row in rows[: grid.header_rows]:
                mark = OxmlElement("w:tblHeader")
                row._tr.get_or_add_trPr().append(mark)  # noqa: SLF001 - no public way

    def _fill_cell(self, target: Any, cell: Placed, grid: Grid) -> None:
        run = self._run(target.paragraphs[0], cell.text)
        if cell.was:
            _track_change(run.element, cell.was)
        run.bold, run.font.size = cell.row < grid.header_rows or None, Pt(grid.size)
        if cell.nested:
            inner = target.add_table(len(cell.nested.rows), cell.nested.n_columns)
            self._fill(inner, cell.nested, self.layout.open(cell.nested))
            target.add_paragraph()

    def _caption(self, grid: Grid) -> None:
        numbered = NUMBERED.fullmatch(grid.caption)
        if grid.caption_is_heading or not numbered:
            self._paragraph(grid.caption, "Heading 2" if grid.caption_is_heading else "Caption")
            return
        paragraph = self._paragraph(f"{numbered['label']} ", "Caption")
        instruction = f" SEQ {numbered['label']} \\* ARABIC "
        if self.document.long_fields:
            _long_field(paragraph, instruction, numbered["number"])
        else:
            _simple_field(paragraph, instruction, numbered["number"])
        paragraph.add_run(numbered["rest"])


def _track_change(run: Any, was: str) -> None:
    """Mark a run as inserted and put before it the deleted one that it replaced."""
    marks = {}
    for number, tag in enumerate(("w:ins", "w:del")):
        marks[tag] = OxmlElement(tag)
        marks[tag].set(qn("w:id"), str(number))
        marks[tag].set(qn("w:author"), "samples")
        marks[tag].set(qn("w:date"), f"{STAMP:%Y-%m-%dT%H:%M:%SZ}")
        run.addprevious(marks[tag])
    marks["w:ins"].addprevious(marks["w:del"])
    marks["w:ins"].append(run)
    struck, text = OxmlElement("w:r"), OxmlElement("w:delText")
    text.text = was
    struck.append(text)
    marks["w:del"].append(struck)


def _simple_field(paragraph: Any, instruction: str, result: str) -> None:
    run = paragraph.add_run(result).element
    field = OxmlElement("w:fldSimple")
    field.set(qn("w:instr"), instruction)
    run.addprevious(field)
    field.append(run)


def _long_field(paragraph: Any, instruction: str, result: str) -> None:
    for part in "begin", "", "separate", result, "end":
        run = paragraph.add_run(part if part == result else "").element
        if part == "":
            text = OxmlElement("w:instrText")
            text.text = instruction
            run.append(text)
        elif part != result:
            mark = OxmlElement("w:fldChar")
            mark.set(qn("w:fldCharType"), part)
            run.append(mark)


def _with_fixed_times(data: bytes) -> bytes:
    """The same package with the zip's clock stopped, so that a rebuild gives equal bytes."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as source,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for name in source.namelist():
            target.writestr(
                zipfile.ZipInfo(name, STAMP.timetuple()[:6]),
                source.read(name),
                zipfile.ZIP_DEFLATED,
            )
    return out.getvalue()
