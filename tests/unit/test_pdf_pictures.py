"""Tables pasted into a page as pictures."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pdf_files import Sheet, texts, write_pdf
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.utils import ImageReader

from extractors.base import Options, RawCell, RawTable
from extractors.captions import Line, figure_caption
from extractors.geometry import Box, PageContent, displayed_region
from extractors.ocr import Raster
from extractors.ocr.raster import cut_out
from extractors.pdf import extract_pdf
from extractors.pdf.pictures import is_table, put_at, shows_cells
from relatab.model import Extraction

DPI = 200.0
CELLS = [["Unit", "Depth m", "Pressure bar"], ["Tarbert", "3118", "310"], ["Ness", "3203", "330"]]
ROW, COLUMN = 60, 280
SCALE = 0.4  # points a pixel
SIZE = (3 * COLUMN + 41, 3 * ROW + 41)


def picture(rows: int, columns: int) -> Image.Image:
    """Ruled rows and columns with texts, as a screen shot of a table shows them."""
    image = Image.new("L", SIZE, 255)
    pen = ImageDraw.Draw(image)
    right, bottom = 20 + 3 * COLUMN, 20 + 3 * ROW
    for place in range(rows + 1):
        y = 20 + round(place * 3 * ROW / rows)
        pen.line((20, y, right, y), fill=0, width=2)
    for place in range(columns + 1):
        x = 20 + round(place * 3 * COLUMN / columns)
        pen.line((x, 20, x, bottom), fill=0, width=2)
    font = ImageFont.load_default(size=28)
    for row, line in enumerate(CELLS):
        for column, text in enumerate(line):
            pen.text((36 + column * COLUMN, 30 + row * ROW), text, fill=0, font=font)
    return image


def raster(image: Image.Image) -> Raster:
    return Raster(np.asarray(image), DPI)


def test_ruled_cells_are_seen_in_a_picture() -> None:
    assert shows_cells(raster(picture(3, 3)))


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (3, 1), (1, 3)])
def test_frames_and_mere_strips_are_no_cells(rows: int, columns: int) -> None:
    assert not shows_cells(raster(picture(rows, columns)))


def test_small_grid_in_a_large_picture_is_no_pasted_table() -> None:
    ground = Image.new("L", (3 * SIZE[0], 3 * SIZE[1]), 255)
    ground.paste(picture(3, 3), (100, 100))
    assert not shows_cells(raster(ground))


def test_part_of_a_page_image_under_a_picture_is_cut_out() -> None:
    page = Raster(np.arange(400 * 200, dtype=np.uint32).reshape(400, 200).astype(np.uint8), 144.0)
    part = cut_out(page, Box(10, 50, 60, 80))
    assert part.gray.shape == (60, 100)
    assert part.gray[0, 0] == page.gray[100, 20]


def test_regions_in_a_picture_are_given_on_the_page() -> None:
    content = put_at(PageContent(3, 200, 80, ()), Box(100, 400, 300, 480))
    region = displayed_region(content, Box(10, 20, 30, 40))
    assert (region.x0, region.top, region.x1, region.bottom) == (110, 420, 130, 440)


def test_grid_of_a_chart_with_its_figures_outside_is_no_table() -> None:
    cells = tuple(RawCell(f"{n}", n, n + 1, 0, 1) for n in range(4))
    assert is_table(RawTable(cells, 4, 2, extractor="ocr/grid"))
    assert not is_table(RawTable(cells, 4, 3, extractor="ocr/grid"))
    assert not is_table(RawTable(cells, 4, 1, extractor="ocr/space"))


def test_figure_caption_is_that_below_before_that_above() -> None:
    above, below = Line("Figure 1: Map", distance=1), Line("Figure 2: Pressures", distance=1)
    chosen = figure_caption([above], [below])
    assert chosen is not None
    assert chosen.text == "Figure 2: Pressures"
    assert figure_caption([Line("Pressures")], [Line("Fig. 2 Map", distance=9)]) is None


def pasted(path: Path, ocr: str) -> Extraction:
    def page(sheet: Sheet) -> None:
        sheet.prose(60, 6)
        sheet.canvas.drawImage(
            ImageReader(picture(3, 3)), 72, sheet.height - 260, SCALE * SIZE[0], SCALE * SIZE[1]
        )
        sheet.text(72, 268, "Figure 4: Pressures by unit")
        sheet.prose(320, 6)

    return extract_pdf(write_pdf(path / "a.pdf", page), "hash", Options(ocr=ocr))


@pytest.mark.ocr
def test_pasted_table_is_read_with_its_caption_and_place(tmp_path: Path) -> None:
    extraction = pasted(tmp_path, "auto")
    (table,) = extraction.tables
    assert texts(table) == CELLS
    assert table.caption is not None
    assert table.caption.text == "Figure 4: Pressures by unit"
    (region,) = table.provenance.regions
    assert 72 <= region.x0 < region.x1 <= 72 + SCALE * SIZE[0]
    assert 260 - SCALE * SIZE[1] <= region.top < region.bottom <= 260
    assert extraction.issues == ()
    assert 0.8 < (table.confidence or 0.0) <= 1.0


def test_pasted_table_is_reported_where_ocr_is_off(tmp_path: Path) -> None:
    extraction = pasted(tmp_path, "off")
    assert extraction.tables == ()
    assert [issue.kind for issue in extraction.issues] == ["picture not read"]
