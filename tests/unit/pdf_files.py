"""Small PDF files for the tests, drawn with reportlab."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from extractors.base import Options
from extractors.normalize import document_hash
from extractors.pdf import extract_pdf
from relatab.model import Extraction, Table

FIGURES = [
    ["Formation", "Top m", "Thickness m"],
    ["Nordland", "95", "1205"],
    ["Hordaland", "1300", "880"],
    ["Rogaland", "2180", "310"],
    ["Shetland", "2490", "402"],
]
PAGE = (595.0, 842.0)
SIZE = 9.0
PITCH = 14.0

Rows = Sequence[Sequence[str]]
Draw = Callable[["Sheet"], None]


class Sheet:
    """A canvas measured from the top of the page."""

    def __init__(self, canvas: Canvas, size: tuple[float, float]) -> None:
        self.canvas = canvas
        self.width, self.height = size

    def text(self, x: float, top: float, text: str, size: float = SIZE, bold: bool = False) -> None:
        self.canvas.setFont("Helvetica-Bold" if bold else "Helvetica", size)
        self.canvas.drawString(x, self.height - top - size, text)

    def centred(self, x: float, top: float, text: str, size: float = SIZE) -> None:
        self.canvas.setFont("Helvetica", size)
        self.canvas.drawCentredString(x, self.height - top - size, text)

    def rule(self, x0: float, top: float, x1: float, bottom: float) -> None:
        self.canvas.line(x0, self.height - top, x1, self.height - bottom)

    def columns(self, xs: Sequence[float], top: float, rows: Rows, pitch: float = PITCH) -> float:
        """Rows of left-aligned texts; returns where the next row would stand."""
        for row in rows:
            for x, text in zip(xs, row, strict=False):
                if text:
                    self.text(x, top, text)
            top += pitch
        return top

    def grid(self, xs: Sequence[float], top: float, rows: Rows, pitch: float = 18.0) -> float:
        """A fully ruled table; returns its lower edge."""
        bottom = top + pitch * len(rows)
        for x in xs:
            self.rule(x, top, x, bottom)
        for place in range(len(rows) + 1):
            self.rule(xs[0], top + place * pitch, xs[-1], top + place * pitch)
        self.columns([x + 4 for x in xs], top + 4, rows, pitch)
        return bottom

    def prose(self, top: float, lines: int = 12, x: float = 72.0) -> float:
        for number in range(lines):
            self.text(x, top, PROSE[number % len(PROSE)])
            top += 12.0
        return top


PROSE = (
    "The well was drilled to a total depth in the Permian and was plugged and abandoned after",
    "three drill stem tests had shown that the sand was water bearing below the shale break. The",
    "mud weight was raised in steps while the hole was deepened and the casing was set as had",
    "been planned before the rig was moved to the site. No losses of any size were met with and",
)


def write_pdf(
    path: Path, *pages: Draw, size: tuple[float, float] = PAGE, **options: object
) -> Path:
    """A PDF with one page per drawing function."""
    canvas = Canvas(str(path), pagesize=size, **options)
    for draw in pages:
        draw(Sheet(canvas, size))
        canvas.showPage()
    canvas.save()
    return path


def read_pdf(path: Path, **options: str) -> Extraction:
    """The file extracted without OCR; a page that failed fails the test."""
    extraction = extract_pdf(path, document_hash(path), Options(ocr="off", **options))
    assert "unreadable page" not in {issue.kind for issue in extraction.issues}, extraction.issues
    return extraction


def texts(table: Table) -> list[list[str]]:
    """The dense grid's texts, a spanning cell's at its first position only."""
    out = [[""] * table.n_columns for _ in range(table.n_rows)]
    for cell in table.cells:
        out[cell.row][cell.column] = cell.text
    return out
