"""Writes a document as PDF and records on which pages its tables come to stand."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pypdfium2
from PIL import ImageChops
from PIL.Image import Image as PilImage
from reportlab.lib import colors, pagesizes, pdfencrypt
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    Image,
    KeepTogether,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
)

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

FACES = {
    "sans": ("Helvetica", "Helvetica-Bold"),
    "serif": ("Times-Roman", "Times-Bold"),
    "typewriter": ("Courier", "Courier"),
}
MARGIN_PT = 54.0
LINE_PT = 0.5
PICTURE_DPI = 150
POINTS_PER_INCH = 72


def write_pdf(document: Document) -> tuple[bytes, Layout]:
    """The PDF file and where everything stands; contents pages take a second pass."""
    data, layout = _Writer(document, Layout()).write()
    if any(isinstance(block, Contents) for block in document.blocks):
        data, layout = _Writer(document, layout).write()
    return data, layout


class _RecordedTable(Table):  # type: ignore[misc]
    """A table that notes the pages it is drawn on, also after it was split."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.pages: list[int] = []
        super().__init__(*args, **kwargs)

    def onSplit(self, part: _RecordedTable, byRow: int = 1) -> None:  # noqa: ARG002, N802, N803
        """Called by the layout engine for each part."""
        part.pages = self.pages

    def draw(self) -> None:
        """Draw and remember the page."""
        self.pages.append(self.canv.getPageNumber())
        super().draw()


class _RecordedImage(Image):  # type: ignore[misc]
    """A pasted picture of a table that notes the page it is drawn on."""

    def __init__(self, picture: PilImage, pages: list[int]) -> None:
        data = io.BytesIO()
        picture.save(data, "PNG")
        data.seek(0)
        points = [side * POINTS_PER_INCH / PICTURE_DPI for side in picture.size]
        super().__init__(data, *points)
        self.pages = pages

    def draw(self) -> None:
        """Draw and remember the page."""
        self.pages.append(self.canv.getPageNumber())
        super().draw()


class _HeadingMark(Flowable):  # type: ignore[misc]
    """Takes no room; notes the page of a heading."""

    def __init__(self, text: str, layout: Layout) -> None:
        super().__init__()
        self.text, self.layout = text, layout

    def draw(self) -> None:
        """Remember the page."""
        self.layout.headings.append((self.text, self.canv.getPageNumber()))


class _Writer:
    """One pass over a document; `known` is the layout of the pass before."""

    def __init__(self, document: Document, known: Layout) -> None:
        self.document = document
        self.known = known
        self.layout = Layout()
        self.font, self.bold = FACES[document.face]

    def write(self) -> tuple[bytes, Layout]:
        buffer = io.BytesIO()
        self._template(buffer).build([part for b in self.document.blocks for part in self._flow(b)])
        return buffer.getvalue(), self.layout

    def _template(self, buffer: io.BytesIO) -> BaseDocTemplate:
        password = self.document.password
        template = BaseDocTemplate(
            buffer,
            pagesize=pagesizes.A4,
            title=self.document.title,
            author="relatab samples",
            invariant=1,
            encrypt=pdfencrypt.StandardEncryption(password, strength=128) if password else None,
        )
        for name, size in (
            ("portrait", pagesizes.A4),
            ("landscape", pagesizes.landscape(pagesizes.A4)),
        ):
            inner = (size[0] - 2 * MARGIN_PT, size[1] - 2 * MARGIN_PT)
            frame = Frame(MARGIN_PT, MARGIN_PT, *inner, id=name)
            template.addPageTemplates(
                PageTemplate(id=name, frames=[frame], pagesize=size, onPage=self._furniture)
            )
        return template

    def _furniture(self, canvas: Any, template: BaseDocTemplate) -> None:
        width, height = template.pageTemplate.pagesize
        if self.document.turned and width > height:
            canvas.setPageSize((height, width))
            canvas.translate(height, 0)
            canvas.rotate(90)
        printed = canvas.getPageNumber() - self.document.front_pages
        canvas.setFont(self.font, 8)
        canvas.drawString(MARGIN_PT, height - 36, self.document.header)
        canvas.drawString(MARGIN_PT, 30, self.document.footer)
        if printed > 0:
            canvas.drawRightString(width - MARGIN_PT, 30, f"Page {printed}")

    def _flow(self, block: Block) -> list[Flowable]:
        match block:
            case Heading(text, level):
                style = self._style(15 - 2 * level, bold=True, before=8, keep=True)
                return [_HeadingMark(text, self.layout), Paragraph(text, style)]
            case Text(text, style):
                return [self._paragraph(text, style)]
            case Break(landscape):
                return [NextPageTemplate("landscape" if landscape else "portrait"), PageBreak()]
            case Contents():
                return self._contents(block)
            case Beside(grids):
                cells = [self._captioned(grid) for grid in grids]
                across = Table([cells], hAlign="LEFT")
                across.setStyle(
                    [("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (-1, -1), 0)]
                )
                return [Spacer(1, 6), across, Spacer(1, 6)]
            case Grid():
                return [Spacer(1, 6), *self._captioned(block), Spacer(1, 8)]

    def _captioned(self, grid: Grid) -> list[Flowable]:
        table = self._picture(grid) if grid.picture else self._table(grid)
        caption = Paragraph(grid.caption, self._style(9, bold=True, keep=not grid.caption_below))
        notes = [self._paragraph(note, "note") for note in grid.notes]
        if not grid.caption:
            return [table, *notes]
        if grid.caption_below:
            return [KeepTogether([table, Spacer(1, 4), caption]), *notes]
        return [caption, Spacer(1, 3), table, *notes]

    def _table(self, grid: Grid) -> _RecordedTable:
        cells = list(place(grid))
        dense = [[""] * grid.n_columns for _ in grid.rows]
        for cell in cells:
            dense[cell.row][cell.column] = cell.text
        table = _RecordedTable(
            dense,
            colWidths=list(grid.widths) or None,
            repeatRows=grid.header_rows if grid.repeat_header else 0,
            hAlign="LEFT",
        )
        table.pages = self.layout.open(grid)
        table.setStyle([*self._cell_styles(grid), *(_span(cell) for cell in cells if _spans(cell))])
        return table

    def _picture(self, grid: Grid) -> Flowable:
        """The table as an image, the way it comes out of a slide or another report."""
        bare = replace(grid, caption="", notes=(), picture=False)
        data, _ = write_pdf(Document("", "", (bare,), face=self.document.face, front_pages=1))
        with pypdfium2.PdfDocument(data) as source:
            page = source[0].render(scale=PICTURE_DPI / POINTS_PER_INCH).to_pil().convert("L")
        box = ImageChops.invert(page).getbbox()
        picture = _RecordedImage(page.crop(box), self.layout.open(grid))
        picture.hAlign = "LEFT"
        return picture

    def _cell_styles(self, grid: Grid) -> list[tuple[Any, ...]]:
        last_header = grid.header_rows - 1
        styles: list[tuple[Any, ...]] = [
            ("FONT", (0, 0), (-1, -1), self.font, grid.size, grid.size * 1.2),
            ("ALIGN", (1, 0), (-1, -1), "LEFT" if grid.kind == "key_value" else "CENTER"),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("TOPPADDING", (0, 0), (-1, -1), 1.5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
        ]
        if grid.header_rows:
            styles.append(
                ("FONT", (0, 0), (-1, last_header), self.bold, grid.size, grid.size * 1.2)
            )
        if grid.rules == "full":
            styles.append(("GRID", (0, 0), (-1, -1), LINE_PT, colors.black))
        if grid.rules == "header":
            for place_, row in ("LINEABOVE", 0), ("LINEBELOW", last_header), ("LINEBELOW", -1):
                styles.append((place_, (0, row), (-1, row), LINE_PT, colors.black))
        return styles

    def _contents(self, block: Contents) -> list[Flowable]:
        entries = list(self.known.headings)
        if block.tables:
            entries += [
                (grid.caption, pages[0]) for grid, pages in self.known.tables if grid.caption
            ]
        front = self.document.front_pages
        return [
            self._paragraph(f"{text} {'.' * max(4, 100 - len(text))} {page - front}", "leader")
            for text, page in entries
            if page > front
        ]

    def _paragraph(self, text: str, style: str) -> Paragraph:
        if style == "bullet":
            return Paragraph(text, self._style(9.5, left=14), bulletText="-")
        size = {"note": 7.5, "title": 18.0}.get(style, 9.5)
        return Paragraph(text, self._style(size, bold=style == "title"))

    def _style(
        self,
        size: float,
        *,
        bold: bool = False,
        before: float = 3,
        left: float = 0,
        keep: bool = False,
    ) -> ParagraphStyle:
        return ParagraphStyle(
            "sample",
            fontName=self.bold if bold else self.font,
            fontSize=size,
            leading=size * 1.25,
            spaceBefore=before,
            spaceAfter=3,
            leftIndent=left,
            keepWithNext=keep,
        )


def _spans(cell: Placed) -> bool:
    return cell.rows > 1 or cell.columns > 1


def _span(cell: Placed) -> tuple[Any, ...]:
    end = (cell.column + cell.columns - 1, cell.row + cell.rows - 1)
    return ("SPAN", (cell.column, cell.row), end)
