"""Pictures of pages with a table outlined: the frame stands where the table is printed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import PIL.Image
import pytest
from numpy.typing import NDArray
from PIL import ImageDraw
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from extractors.image import USUAL_LONG_SIDE_IN
from extractors.normalize import document_hash
from relatab.errors import RelatabError
from relatab.interfaces import pictures
from relatab.interfaces.pictures import OUTLINE_RED, write_pictures
from relatab.model import Cell, Provenance, Region, Table

SIZE = (850, 1100)
"""Pixels of a Letter page at 100 to the inch."""


def table_on(path: Path, *regions: Region) -> Table:
    pages = tuple(sorted({region.page for region in regions}))
    place = Provenance(str(path), document_hash(path), 0, pages, regions=regions)
    return Table("ab12-000", (Cell("2504", 0, 1, 0, 1),), 1, 1, place)


def inked_page(box: tuple[int, int, int, int]) -> PIL.Image.Image:
    """A white page with a black box, in pixels, where the table is."""
    page = PIL.Image.new("L", SIZE, 255)
    ImageDraw.Draw(page).rectangle(box, fill=0)
    return page


def assert_frames_the_ink(path: Path) -> None:
    """The frame is as near to the ink on each side as it was asked for, and the only one."""
    with PIL.Image.open(path) as picture:
        page = np.asarray(picture.convert("RGB"))
    frame, box = _box((page == OUTLINE_RED).all(axis=2)), _box((page < 100).all(axis=2))
    assert all(0 < distance < 20 for distance in (box[0] - frame[0], box[1] - frame[1]))
    assert all(0 < distance < 20 for distance in (frame[2] - box[2], frame[3] - box[3]))


def _box(marked: NDArray[np.bool_]) -> tuple[int, int, int, int]:
    rows, columns = marked.nonzero()
    return int(columns.min()), int(rows.min()), int(columns.max()), int(rows.max())


def in_points(box: tuple[int, int, int, int], dpi: float, page: int = 1) -> Region:
    x0, top, x1, bottom = (value * 72 / dpi for value in box)
    return Region(page, x0, top, x1, bottom)


def test_a_page_of_a_tiff_of_several_is_the_one_outlined(tmp_path: Path) -> None:
    path, box = tmp_path / "pages.tif", (100, 700, 400, 800)
    blank = PIL.Image.new("L", SIZE, 255)
    blank.save(path, save_all=True, append_images=[inked_page(box)], dpi=(100, 100))
    (written,) = write_pictures(table_on(path, in_points(box, 100, 2)), tmp_path / "out.png")
    assert written == (tmp_path / "out.png", 2)
    assert_frames_the_ink(written[0])


def test_a_photograph_is_shown_as_it_was_held_at_the_resolution_it_was_read_at(
    tmp_path: Path,
) -> None:
    path, box = tmp_path / "photo.jpg", (100, 700, 400, 800)
    exif = PIL.Image.Exif()
    exif[0x112] = 6  # turned by a quarter to be seen upright
    inked_page(box).rotate(90, expand=True).save(path, exif=exif, dpi=(72, 72))
    region = in_points(box, max(SIZE) / USUAL_LONG_SIDE_IN)
    write_pictures(table_on(path, region), tmp_path / "out.png")
    assert_frames_the_ink(tmp_path / "out.png")


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_a_page_that_lies_on_its_side_is_turned_to_be_read(tmp_path: Path, turn: int) -> None:
    path, box = tmp_path / "scan.tif", (100, 700, 400, 800)
    inked_page(box).save(path, dpi=(100, 100))
    region = replace(in_points(box, 100), turn=turn)
    write_pictures(table_on(path, region), tmp_path / "out.png")
    assert_frames_the_ink(tmp_path / "out.png")
    with PIL.Image.open(tmp_path / "out.png") as picture:
        page = np.asarray(picture.convert("L").rotate(-90 * turn, expand=True))
    x0, top, x1, bottom = (round(value * pictures.DPI / 100) for value in box)
    assert _box(page < 10) == pytest.approx((x0, top, x1, bottom), abs=3)


def test_a_pdf_that_is_named_otherwise_is_still_pictured(tmp_path: Path) -> None:
    path = tmp_path / "scan.tif"
    table = table_on(*boxed_pdf(path))
    write_pictures(table, tmp_path / "out.png")
    assert_frames_the_ink(tmp_path / "out.png")


def boxed_pdf(path: Path, pages: int = 1, **options: object) -> tuple[Path, *tuple[Region, ...]]:
    canvas = Canvas(str(path), pagesize=(612, 792), **options)
    for page in range(pages):
        canvas.rect(72 + 10 * page, 792 - 400, 200, 100, fill=1)
        canvas.showPage()
    canvas.save()
    return path, *(
        Region(page + 1, 72 + 10 * page, 300, 272 + 10 * page, 400) for page in range(pages)
    )


def test_a_table_over_several_pages_gives_a_picture_of_each(tmp_path: Path) -> None:
    table = table_on(*boxed_pdf(tmp_path / "long.pdf", pages=3))
    written = write_pictures(table, tmp_path / "out.png")
    names = [(path.name, page) for path, page in written]
    assert names == [("out.png", 1), ("out-p2.png", 2), ("out-p3.png", 3)]
    for path, _ in written:
        assert_frames_the_ink(path)


def test_an_encrypted_pdf_needs_its_password_and_says_so(tmp_path: Path) -> None:
    encryption = StandardEncryption("secret", ownerPassword="owner")
    table = table_on(*boxed_pdf(tmp_path / "locked.pdf", encrypt=encryption))
    with pytest.raises(RelatabError, match=r"locked\.pdf, page 1: .*--password"):
        write_pictures(table, tmp_path / "out.png")
    assert not (tmp_path / "out.png").exists()
    write_pictures(table, tmp_path / "out.png", "secret")
    assert_frames_the_ink(tmp_path / "out.png")


def test_a_document_that_is_gone_or_changed_is_not_pictured(tmp_path: Path) -> None:
    table = table_on(*boxed_pdf(tmp_path / "report.pdf"))
    boxed_pdf(tmp_path / "report.pdf", pages=2)
    with pytest.raises(RelatabError, match="has changed since it was indexed; index again"):
        write_pictures(table, tmp_path / "out.png")
    (tmp_path / "report.pdf").unlink()
    with pytest.raises(RelatabError, match=r"No such file.*index again"):
        write_pictures(table, tmp_path / "out.png")
    assert not (tmp_path / "out.png").exists()


def test_a_page_that_cannot_be_decoded_is_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "cut.png"
    inked_page((1, 1, 800, 1000)).save(path)
    path.write_bytes(path.read_bytes()[:200])
    for page in (1, 7):
        with pytest.raises(RelatabError, match=rf"cut\.png, page {page}: cannot be pictured"):
            write_pictures(table_on(path, Region(page, 1, 1, 9, 9)), tmp_path / "out.png")


def test_a_huge_page_is_drawn_smaller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST_PIXELS", 300_000)
    write_pictures(table_on(*boxed_pdf(tmp_path / "log.pdf")), tmp_path / "out.png")
    with PIL.Image.open(tmp_path / "out.png") as picture:
        assert picture.width * picture.height <= 302_000
    assert_frames_the_ink(tmp_path / "out.png")
