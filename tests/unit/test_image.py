"""Scans that are image files."""

import hashlib
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from extractors import extract
from extractors.base import Options
from extractors.image import extract_image, page_resolution, raster_of
from relatab.errors import ExtractionError

DPI = 200
HEADER = ("Casing", "Depth", "Hole")
ROWS = {
    1: [("30", "141", "36"), ("20", "457", "26"), ("16", "1379", "18")],
    2: [("13", "1965", "17"), ("9", "3124", "12"), ("7", "4912", "8")],
}


def table_page(rows: list[tuple[str, str, str]]) -> Image.Image:
    """A page of A5 width with a ruled table."""
    page = Image.new("L", (1160, 900), 255)
    draw = ImageDraw.Draw(page)
    font = ImageFont.load_default(size=34)
    for row, cells in enumerate([HEADER, *rows]):
        for column, text in enumerate(cells):
            draw.text((130 + 300 * column, 216 + 80 * row), text, fill=0, font=font)
    for row in range(len(rows) + 2):
        draw.line([(100, 200 + 80 * row), (1000, 200 + 80 * row)], fill=0, width=3)
    for column in range(4):
        x = 100 + 300 * column
        draw.line([(x, 200), (x, 200 + 80 * (len(rows) + 1))], fill=0, width=3)
    return page


def read(path: Path, options: Options | None = None):  # type: ignore[no-untyped-def]
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return extract_image(path, digest, options or Options())


class TestResolution:
    def test_a_scanners_resolution_is_believed(self) -> None:
        assert page_resolution((2480, 3508), (300, 300)) == (300.0, 300.0)

    def test_a_fax_has_two(self) -> None:
        assert page_resolution((1728, 1100), (204.0, 98.0)) == (204.0, 98.0)

    @pytest.mark.parametrize("printed", [None, (72, 72), (0, 0), (float("nan"), 300.0), "300"])
    def test_without_a_true_one_the_page_is_taken_for_a4(self, printed: object) -> None:
        across, down = page_resolution((2480, 3508), printed)
        assert across == down == pytest.approx(300, abs=1)


class TestPicture:
    def test_a_fax_page_gets_square_pixels(self) -> None:
        fax = Image.new("1", (1728, 1100), 1)
        fax.info["dpi"] = (204.0, 98.0)
        raster = raster_of(fax)
        width, height = raster.size_pt
        assert width == pytest.approx(1728 / 204 * 72, rel=0.01)
        assert height == pytest.approx(1100 / 98 * 72, rel=0.01)

    def test_transparent_ground_is_white(self) -> None:
        assert raster_of(Image.new("RGBA", (300, 400), (0, 0, 0, 0))).gray.min() == 255

    @pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "CMYK", "I;16", "LA"])
    def test_every_mode_gives_grey_levels(self, mode: str) -> None:
        plain = Image.fromarray(np.full((400, 300), 255, np.uint8))
        if mode == "I;16":
            picture = Image.fromarray(np.full((400, 300), 65535, np.uint16))
        else:
            picture = plain.convert(mode)
        gray = raster_of(picture).gray
        assert gray.dtype == np.uint8
        assert gray.min() >= 250

    def test_the_cameras_orientation_is_obeyed(self, tmp_path: Path) -> None:
        path = tmp_path / "turned.jpg"
        exif = Image.Exif()
        exif[0x0112] = 6
        Image.new("L", (400, 300), 255).save(path, exif=exif, dpi=(200, 200))
        with Image.open(path) as picture:
            height, width = raster_of(picture).gray.shape
        assert (width, height) == (300, 400)


def chunk(kind: bytes, content: bytes) -> bytes:
    """A chunk of a PNG file."""
    check = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)


class TestFiles:
    def test_without_ocr_a_scan_is_reported_and_left_out(self, tmp_path: Path) -> None:
        path = tmp_path / "scan.png"
        table_page(ROWS[1]).save(path)
        result = read(path, Options(ocr="off"))
        assert (result.tables, result.pages) == ((), 1)
        assert [issue.kind for issue in result.issues] == ["no text layer"]

    def test_what_is_no_image_is_an_error_with_the_place(self, tmp_path: Path) -> None:
        path = tmp_path / "broken.png"
        path.write_bytes(b"\x89PNG\r\n\x1a\nnothing")
        with pytest.raises(ExtractionError, match=r"broken\.png"):
            read(path)

    def test_a_truncated_page_costs_that_page(self, tmp_path: Path) -> None:
        path = tmp_path / "cut.png"
        noise = np.random.default_rng(0).integers(0, 255, (400, 300), dtype=np.uint8)
        Image.fromarray(noise).save(path)
        path.write_bytes(path.read_bytes()[:20_000])
        result = read(path)
        assert result.tables == ()
        assert [(issue.kind, issue.page) for issue in result.issues] == [("unreadable page", 1)]

    def test_a_page_of_absurd_size_is_told_before_it_is_decoded(self, tmp_path: Path) -> None:
        path = tmp_path / "bomb.png"
        size = struct.pack(">IIBBBBB", 2_000_000, 1_000_000, 8, 0, 0, 0, 0)
        chunks = (chunk(b"IHDR", size), chunk(b"IDAT", zlib.compress(bytes(9))))
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(chunks))
        (issue,) = read(path).issues
        assert issue.kind == "page too large"
        assert "2000000 x 1000000 pixels, more than 250 million" in issue.message

    def test_half_transparent_ink_is_as_dark_as_on_paper(self) -> None:
        assert set(raster_of(Image.new("RGBA", (300, 400), (0, 0, 0, 102))).gray.ravel()) == {153}


@pytest.mark.ocr
def test_the_tables_of_all_pages_of_a_tiff_are_found(tmp_path: Path) -> None:
    path = tmp_path / "scan.TIF"
    pages = [table_page(rows).convert("1") for rows in ROWS.values()]
    pages.insert(1, Image.new("1", (1160, 900), 1))
    pages[0].save(
        path,
        format="TIFF",
        save_all=True,
        append_images=pages[1:],
        compression="group4",
        dpi=(DPI, DPI),
    )
    done = []
    result = extract(path, progress=lambda *page: done.append(page))
    assert done == [(1, 3, True), (2, 3, True), (3, 3, True)]
    assert result.pages == 3
    assert {(issue.kind, issue.page) for issue in result.issues} >= {("blank page", 2)}
    texts = [cell.text for table in result.tables for cell in table.cells]
    assert [text for text in texts if text in HEADER][:3] == list(HEADER)
    for rows in ROWS.values():
        for row in rows:
            assert set(row) <= set(texts)
    region = result.tables[0].provenance.regions[0]
    assert region.page == 1
    # The region encloses the words of the table, which begin inside its frame.
    assert (region.x0, region.top) == pytest.approx((130 * 0.36, 216 * 0.36), abs=4.0)
