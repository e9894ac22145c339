"""A scan of a digital page comes out as the page itself does, but for marked doubt.

Pages of the sample documents are drawn, turned, laid askew, given grain and kept as JPEG,
and then read like any scan. What the text of the page says is what the scan must say;
cells may differ whose confidence is so low that they are marked as doubtful to the reader.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np
import PIL.Image
import pypdfium2
import pytest
from inventory import SAMPLES
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from extractors import extract
from relatab.model import DOUBTFUL, Table

DPI = 200
GRAIN = 12.0
"""Standard deviation of the paper's grey levels: an office scanner's."""
JPEG_QUALITY = 70


@dataclass(frozen=True)
class Scan:
    """How a page (1-based) of a sample is laid on the scanner; `suffix`: of the file it makes."""

    sample: str
    page: int
    turns: int
    askew_deg: float
    suffix: str


SCANS = {
    "ruled grid, askew": Scan("Havsule/FIT_LOT_summary_Havsule.pdf", 1, 0, 0.9, ".pdf"),
    "typewriter, a quarter turn": Scan(
        "Havsule/Brønn 39_8-2/Core_analysis_39_8-2.pdf", 2, 3, -1.1, ".pdf"
    ),
    "rules round the header": Scan(
        "Havsule/Laboratory/SCAL_electrical_1985.pdf", 1, 0, -0.6, ".tif"
    ),
}


def scanned(scan: Scan) -> PIL.Image.Image:
    page = pypdfium2.PdfDocument(SAMPLES / scan.sample)[scan.page - 1]
    image = page.render(scale=DPI / 72, grayscale=True).to_pil().convert("L")
    image = image.rotate(90 * scan.turns, expand=True)
    image = image.rotate(scan.askew_deg, PIL.Image.Resampling.BICUBIC, fillcolor=255)
    levels = np.asarray(image, float)
    levels += np.random.default_rng(7).normal(0.0, GRAIN, levels.shape)
    packed = BytesIO()
    grainy = PIL.Image.fromarray(levels.clip(0, 255).astype(np.uint8))
    grainy.save(packed, "JPEG", quality=JPEG_QUALITY)
    return PIL.Image.open(packed)


def kept(image: PIL.Image.Image, target: Path) -> Path:
    """The scan as a file: a PDF of one picture, or a TIFF."""
    if target.suffix == ".pdf":
        size = image.width * 72 / DPI, image.height * 72 / DPI
        canvas = Canvas(str(target), pagesize=size)
        canvas.drawImage(ImageReader(image), 0, 0, *size)
        canvas.save()
    else:
        image.save(target, dpi=(DPI, DPI))
    return target


def twins(scan: Scan, folder: Path) -> tuple[list[Table], list[Table]]:
    """The tables that the sample has on the page, and those of its scan."""
    whole = extract(SAMPLES / scan.sample)
    digital = [table for table in whole.tables if table.provenance.pages == (scan.page,)]
    file = kept(scanned(scan), folder / f"scan{scan.suffix}")
    return digital, list(extract(file).tables)


def outline(table: Table) -> tuple[int, int, int, str | None]:
    caption = table.caption.text if table.caption else None
    return table.n_rows, table.n_columns, table.header_rows, caption


def unlike(digital: Table, scan: Table) -> list[tuple[str, str]]:
    """Texts of cells that differ though the scan's is not in doubt; blanks do not count."""

    def by_place(table: Table) -> dict[tuple[int, int], tuple[str, float]]:
        return {
            (cell.row, cell.column): (
                "".join(cell.text.split()),
                1.0 if cell.confidence is None else cell.confidence,
            )
            for cell in table.cells
            if cell.text
        }

    told, seen = by_place(digital), by_place(scan)
    nothing = "", 1.0
    pairs = [(told.get(at, nothing)[0], *seen.get(at, nothing)) for at in sorted(told | seen)]
    return [(text, read) for text, read, sure in pairs if text != read and sure >= DOUBTFUL]


@pytest.mark.ocr
@pytest.mark.parametrize("scan", SCANS.values(), ids=SCANS.keys())
def test_a_scan_says_what_its_page_says_but_for_marked_doubt(scan: Scan, tmp_path: Path) -> None:
    digital, read = twins(scan, tmp_path)
    assert digital
    assert list(map(outline, read)) == list(map(outline, digital))
    for told, seen in zip(digital, read, strict=True):
        assert unlike(told, seen) == []
