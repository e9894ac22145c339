"""Which way pages that are pictures are read, from the file to the tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont
import pypdfium2
import pytest
from pdf_files import PAGE, Sheet, texts, write_pdf
from reportlab.lib.utils import ImageReader

from extractors import extract
from extractors.base import Options
from extractors.geometry import Box
from extractors.pdf.ink import covered_share
from extractors.pdf.triage import sketch_page
from relatab.model import Extraction

DPI = 200
SCALE = DPI / 72
ROWS = [
    ["Formation", "Top", "Base", "Remark"],
    ["Lista", "3072", "3166.5", "shale"],
    ["Ekofisk", "3166.5", "3457", "chalk"],
    ["Tor", "3457", "3512.25", "chalk"],
    ["Hod", "3512.25", "3600", "chalk"],
    ["Sele", "2980", "3072", "tuff"],
]
XS = (72.0, 172.0, 272.0, 372.0, 472.0)
TOP, PITCH, TYPE = 120.0, 24.0, 11.0
TORN = [[f"{cell[:1]} ~{cell[1:]}" for cell in row] for row in ROWS]


@pytest.fixture(scope="module")
def scan() -> PIL.Image.Image:
    """A page image of A4 with a ruled table of ROWS."""
    image = PIL.Image.new("L", tuple(round(side * SCALE) for side in PAGE), 255)
    draw = PIL.ImageDraw.Draw(image)
    font = PIL.ImageFont.load_default(TYPE * SCALE)
    bottom = TOP + PITCH * len(ROWS)
    for x in XS:
        draw.line([(x * SCALE, TOP * SCALE), (x * SCALE, bottom * SCALE)], 0, 2)
    for place in range(len(ROWS) + 1):
        y = (TOP + PITCH * place) * SCALE
        draw.line([(XS[0] * SCALE, y), (XS[-1] * SCALE, y)], 0, 2)
        for x, cell in zip(XS, ROWS[place] if place < len(ROWS) else (), strict=False):
            draw.text(((x + 6) * SCALE, y + 5 * SCALE), cell, fill=0, font=font)
    return image


def lay(sheet: Sheet, scan: PIL.Image.Image) -> None:
    sheet.canvas.drawImage(ImageReader(scan), 0, 0, *PAGE)


def hide(sheet: Sheet, rows: Sequence[Sequence[str]]) -> None:
    """A text layer over the cells of the scan, as a recogniser leaves it: not painted."""
    for place, row in enumerate(rows):
        for x, cell in zip(XS, row, strict=False):
            text = sheet.canvas.beginText(x + 6, PAGE[1] - TOP - PITCH * place - 5 - TYPE)
            text.setFont("Helvetica", TYPE)
            text.setTextRenderMode(3)
            text.textOut(cell)
            sheet.canvas.drawText(text)


def sources(extraction: Extraction) -> list[str]:
    return [reading.source for reading in extraction.readings]


class TestShare:
    FRAME = Box(0.0, 0.0, 600.0, 800.0)

    def test_strips_cover_a_page_together(self) -> None:
        strips = [Box(0.0, 10.0 * step, 600.0, 10.0 * step + 10.0) for step in range(80)]
        assert covered_share(strips, self.FRAME) == 1.0

    def test_what_lies_upon_another_counts_once(self) -> None:
        half = Box(0.0, 0.0, 300.0, 800.0)
        assert covered_share([half, half], self.FRAME) == pytest.approx(0.5)

    def test_what_lies_beside_the_page_does_not_count(self) -> None:
        assert covered_share([Box(-600.0, 0.0, 0.0, 800.0)], self.FRAME) == 0.0

    def test_a_page_without_room_is_not_covered(self) -> None:
        assert covered_share([self.FRAME], Box(0.0, 0.0, 0.0, 0.0)) == 0.0


def test_a_scan_in_strips_is_seen_as_a_scan(scan: PIL.Image.Image, tmp_path: Path) -> None:
    def strips(sheet: Sheet) -> None:
        sheet.text(72, 40, "Archive copy, box 1984")
        step = scan.height // 8
        for top in range(0, scan.height, step):
            strip = scan.crop((0, top, scan.width, min(top + step, scan.height)))
            height = strip.height / SCALE
            sheet.canvas.drawImage(
                ImageReader(strip), 0, PAGE[1] - top / SCALE - height, PAGE[0], height
            )

    document = pypdfium2.PdfDocument(write_pdf(tmp_path / "a.pdf", strips))
    assert sketch_page(document[0]).scan
    document.close()


@pytest.mark.ocr
def test_a_stamp_does_not_keep_a_scan_from_being_read(
    scan: PIL.Image.Image, tmp_path: Path
) -> None:
    def stamped(sheet: Sheet) -> None:
        lay(sheet, scan)
        sheet.text(72, 40, "RECEIVED 12 MARCH 1985 ARCHIVE")

    extraction = extract(write_pdf(tmp_path / "a.pdf", stamped))
    assert sources(extraction) == ["ocr"]
    assert [texts(table) for table in extraction.tables] == [ROWS]


@pytest.mark.ocr
def test_a_good_layer_behind_a_scan_is_used(scan: PIL.Image.Image, tmp_path: Path) -> None:
    def layered(sheet: Sheet) -> None:
        hide(sheet, ROWS)
        lay(sheet, scan)

    extraction = extract(write_pdf(tmp_path / "a.pdf", layered))
    assert sources(extraction) == ["text layer"]
    assert [texts(table) for table in extraction.tables] == [ROWS]


@pytest.mark.ocr
def test_a_bad_layer_is_read_anew(scan: PIL.Image.Image, tmp_path: Path) -> None:
    def layered(sheet: Sheet) -> None:
        hide(sheet, TORN)
        lay(sheet, scan)

    extraction = extract(write_pdf(tmp_path / "a.pdf", layered))
    assert sources(extraction) == ["ocr"]
    assert [texts(table) for table in extraction.tables] == [ROWS]


def test_a_page_of_text_upon_a_picture_is_not_recognised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise AssertionError("recognised")

    monkeypatch.setattr("extractors.ocr.default_engine", refuse)
    tint = PIL.Image.linear_gradient("L").point(lambda level: 200 + level // 8)

    def page(sheet: Sheet) -> None:
        lay(sheet, tint)
        sheet.prose(60, 4)
        sheet.grid(XS, 140, ROWS)
        sheet.prose(300, 12)

    extraction = extract(write_pdf(tmp_path / "a.pdf", page), Options())
    assert [texts(table) for table in extraction.tables] == [ROWS]
    assert extraction.readings == ()
    assert not any(issue.kind == "ocr failed" for issue in extraction.issues)
