"""Complaints 16, 17 and 23 to 25: memory, time, installation, passwords, missing text layers;
then the irregular files that readers of PDF stumble over.
"""

from __future__ import annotations

import sys
import tracemalloc
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner
from pdf_files import Sheet, texts, write_pdf
from PIL import Image
from raw_pdf import A4, CASING, FONTS, grid, rows, rules, show, stream, write_raw
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader

from extractors import extract
from extractors.base import Options
from relatab.errors import ExtractionError, RelatabError
from relatab.interfaces.cli import cli
from relatab.interfaces.formats import new_workbook, write_sheet
from relatab.model import Extraction, Table

GRID = grid(72, 700)
CELLS = [list(line) for line in CASING]
FORM = f"/Type /XObject /Subtype /Form /Resources << {FONTS} /XObject << /X1 51 0 R >> >>"


def read(path: Path, password: str | None = None) -> Extraction:
    return extract(path, Options(ocr="off", password=password))


def only(path: Path) -> Table:
    (found,) = read(path).tables
    return found


def kinds(extraction: Extraction) -> list[tuple[str, int | None]]:
    return [(issue.kind, issue.page) for issue in extraction.issues]


def test_c16_a_page_is_let_go_before_the_next_is_read(tmp_path: Path) -> None:
    long_page = GRID + "% a remark that fills the page's content\n" * 10_000  # 0.4 MB
    path = write_raw(tmp_path / "a.pdf", *[long_page] * 12)
    held: list[int] = []
    tracemalloc.start()
    try:
        extract(path, Options(), lambda *_: held.append(tracemalloc.get_traced_memory()[0]))
    finally:
        tracemalloc.stop()
    # pdfminer keeps the packed bytes of a file that is written without packing.
    assert held[11] - held[3] < 8 * 1.2 * len(long_page)


def test_c16_a_page_that_cannot_be_unpacked_costs_that_page_only(tmp_path: Path) -> None:
    packed = zlib.compress(GRID.encode()).decode("latin-1")
    path = write_raw(
        tmp_path / "a.pdf",
        GRID,
        "",
        GRID,
        objects={13: stream(packed[:40] + "~" * 60, "/Filter /FlateDecode")},
    )
    extraction = read(path)
    assert extraction.pages == 3
    assert {page for found in extraction.tables for page in found.provenance.pages} == {1, 3}


def test_c17_reading_a_page_ends_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("extractors.pdf.interpreter.MOST_OPERATORS", 2_000)
    endless = GRID + "0 0 m 9 9 l S\n" * 5_000 + grid(72, 300)
    extraction = read(write_raw(tmp_path / "a.pdf", endless))
    (found,) = extraction.tables
    assert texts(found) == CELLS
    assert ("page too long", 1) in kinds(extraction)


def test_c17_forms_that_multiply_come_to_an_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("extractors.pdf.interpreter.MOST_OPERATORS", 2_000)
    levels = 6  # each draws the next one four times
    objects = {
        51 + level: stream(
            "/X Do " * 4 if level < levels else "0 0 m 5 5 l S",
            "/Type /XObject /Subtype /Form /BBox [0 0 595 842]"
            f" /Resources << /XObject << /X {52 + level} 0 R >> >>",
        )
        for level in range(levels + 1)
    }
    resources = "/XObject << /X 51 0 R >>"
    extraction = read(
        write_raw(tmp_path / "a.pdf", GRID + "/X Do", resources=resources, objects=objects)
    )
    assert texts(extraction.tables[0]) == CELLS
    assert ("page too long", 1) in kinds(extraction)


def test_c17_strokes_without_end_are_left_out_and_the_text_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("extractors.pdf.device.MOST_PATHS", 100)
    scribble = "".join(f"{x} 20 m {x + 1} 60 l S\n" for x in range(100, 500))
    extraction = read(
        write_raw(tmp_path / "a.pdf", GRID + scribble + show(72, 708, "Table 1. Rig"))
    )
    (found,) = extraction.tables
    assert texts(found) == CELLS
    assert found.caption is not None
    assert ("drawing", 1) in kinds(extraction)


def test_c17_widths_without_end_are_left_out(tmp_path: Path) -> None:
    """A damaged composite font that names a width for each of 10 ** 11 glyphs."""
    descendant = (
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Odd /DW 600 /W [0 99999999999 500]"
        " /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>"
    )
    font = (
        "<< /Type /Font /Subtype /Type0 /BaseFont /Odd /Encoding /Identity-H"
        " /DescendantFonts [50 0 R] >>"
    )
    path = write_raw(
        tmp_path / "a.pdf",
        GRID,
        resources="/Font << /F1 3 0 R /F2 51 0 R >>",
        objects={50: descendant, 51: font},
    )
    assert texts(only(path)) == CELLS


def test_c23_no_other_program_is_started_and_a_missing_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise AssertionError("a program was started")

    monkeypatch.setattr("subprocess.Popen", refused)
    monkeypatch.setenv("PATH", "")
    assert texts(only(write_raw(tmp_path / "a.pdf", GRID))) == CELLS
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(RelatabError, match=r"relatab\[xlsx\]"):
        new_workbook()


def locked(folder: Path, user: str, owner: str, *, copying: bool = True) -> Path:
    lock = StandardEncryption(user, owner, canCopy=int(copying), strength=128)
    page = lambda sheet: sheet.grid((72, 172, 272, 372), 142, CASING)  # noqa: E731
    return write_pdf(folder / "locked.pdf", page, encrypt=lock)


@pytest.mark.parametrize("password", ["reader", "keeper"])
def test_c24_either_password_opens_an_encrypted_file(password: str, tmp_path: Path) -> None:
    (found,) = read(locked(tmp_path, "reader", "keeper"), password).tables
    assert texts(found) == CELLS


def test_c24_a_wrong_or_missing_password_is_one_clear_line(tmp_path: Path) -> None:
    path = locked(tmp_path, "reader", "keeper")
    with pytest.raises(ExtractionError, match=r"locked\.pdf: encrypted; give its password"):
        read(path)
    with pytest.raises(ExtractionError, match="the password given does not open it"):
        read(path, "guess")


def test_c24_a_file_that_forbids_copying_is_read(tmp_path: Path) -> None:
    """The permission bits are asked of viewers; they protect nothing, and nothing is copied out
    of the reader's hands. The documentation of `extract_pdf` says so.
    """
    (found,) = read(locked(tmp_path, "", "keeper", copying=False)).tables
    assert texts(found) == CELLS


def test_c24_the_other_files_of_a_call_are_read(tmp_path: Path) -> None:
    path = locked(tmp_path, "reader", "keeper")
    other = write_raw(tmp_path / "open.pdf", GRID)
    result = CliRunner().invoke(cli, ["extract", str(path), str(other), "--ocr", "off"])
    assert "encrypted" in result.output
    assert "13 3/8" in result.output


def test_c25_every_page_without_a_text_layer_is_named(tmp_path: Path) -> None:
    def scan(sheet: Sheet) -> None:
        image = ImageReader(Image.new("L", (60, 80), 200))
        sheet.canvas.drawImage(image, 0, 0, sheet.width, sheet.height)

    def typed(sheet: Sheet) -> None:
        sheet.grid((72, 172, 272, 372), 100, CASING)

    extraction = read(write_pdf(tmp_path / "a.pdf", scan, typed, scan))
    assert extraction.pages == 3
    assert [found.page for found in extraction.tables] == [2]
    assert [issue.message for issue in extraction.issues] == [
        "page 1 has no text layer",
        "page 3 has no text layer",
    ]


def test_spans_survive_the_export_to_excel(tmp_path: Path) -> None:
    content = rows(72, 700, [("Zone", "Year"), ("Upper", "2001"), ("", "2002")])
    ruling = "".join(f"{x} 646 m {x} 700 l S\n" for x in (72, 172, 272))
    ruling += (
        "".join(f"72 {y} m 272 {y} l S\n" for y in (646, 682, 700)) + "172 664 m 272 664 l S\n"
    )
    workbook = new_workbook()
    sheet = workbook.create_sheet("1")
    write_sheet(sheet, only(write_raw(tmp_path / "a.pdf", content + ruling)))
    assert [str(area) for area in sheet.merged_cells.ranges] == ["A5:A6"]


FRAMES = {
    "a shifted media box": ((-200, -100), "/MediaBox [-300 -800 295 42]", (104, 148)),
    "corners in the other order": ((72, 700), "/MediaBox [595 842 0 0]", (76, 148)),
    "a crop box": ((72, 700), f"/MediaBox [{A4}] /CropBox [36 400 559 806]", (40, 112)),
    "a crop box off the page": (
        (72, 700),
        f"/MediaBox [{A4}] /CropBox [900 900 999 999]",
        (76, 148),
    ),
    "no media box": ((72, 700), "", (76, 98)),  # US letter
    "a unit of its own": ((72, 700), f"/MediaBox [{A4}] /UserUnit 2", (76, 148)),
    "a huge page": ((72, 14000), "/MediaBox [0 0 14400 14400]", (76, 406)),
}


@pytest.mark.parametrize("frame", FRAMES)
def test_places_count_from_the_displayed_corner(frame: str, tmp_path: Path) -> None:
    (x, y), page, place = FRAMES[frame]
    found = only(write_raw(tmp_path / "a.pdf", grid(x, y), page=page))
    assert texts(found) == CELLS
    region = found.provenance.regions[0]
    assert (round(region.x0), round(region.top)) == place


def test_content_outside_the_crop_box_is_no_part_of_the_page(tmp_path: Path) -> None:
    cropped = f"/MediaBox [{A4}] /CropBox [36 400 559 806]"
    path = write_raw(tmp_path / "a.pdf", GRID + grid(72, 300), page=cropped)
    assert texts(only(path)) == CELLS


FORMS = {
    "with a matrix of its own": (
        "q 0.5 0 0 0.5 100 300 cm /X1 Do Q",
        stream(grid(0, 0), f"{FORM} /BBox [-9 -99 600 99] /Matrix [1.5 0 0 1.5 20 50]"),
    ),
    "without resources of its own": (
        "/X1 Do",
        stream(GRID, "/Type /XObject /Subtype /Form /BBox [0 0 595 842]"),
    ),
    "that draws itself": ("/X1 Do", stream(GRID + "/X1 Do", f"{FORM} /BBox [0 0 595 842]")),
    "that is followed by more": (
        rules(72, 700, 4, 3) + "/X1 Do " + rows(72, 700),
        stream("0.1 0 0 0.1 9 9 cm", f"{FORM} /BBox [0 0 9 9] /Matrix [2 0 0 2 7 7]"),
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_table_in_or_beside_a_form_is_read(form: str, tmp_path: Path) -> None:
    content, drawn = FORMS[form]
    resources = "/XObject << /X1 51 0 R >>"
    path = write_raw(tmp_path / "a.pdf", content, resources=resources, objects={51: drawn})
    assert texts(only(path)) == CELLS


RECT = "/Rect [173 647 271 663]"
LOOK = stream("/Tx BMC BT /F1 9 Tf 2 4 Td (1205) Tj ET EMC", f"{FORM} /BBox [0 0 98 16]")
TYPED = {
    "a field with its look": f"/Subtype /Widget /FT /Tx /V (1205) /F 4 {RECT} /AP << /N 51 0 R >>",
    "a field without a look": f"/Subtype /Widget /FT /Tx /V (1205) /F 4 {RECT}",
    "a value of the parent field": f"/Subtype /Widget /F 4 {RECT} /Parent 52 0 R",
    "a typewriter note": f"/Subtype /FreeText /F 4 {RECT} /AP << /N 51 0 R >>",
}


@pytest.mark.parametrize("way", TYPED)
def test_values_typed_into_a_form_are_read(way: str, tmp_path: Path) -> None:
    blank = [list(line) for line in CASING]
    blank[2][1] = ""
    path = write_raw(
        tmp_path / "a.pdf",
        grid(72, 700, blank),
        page=f"/MediaBox [{A4}] /Annots [50 0 R]",
        objects={
            50: f"<< /Type /Annot {TYPED[way]} >>",
            51: LOOK,
            52: "<< /FT /Tx /T (a) /V (1205) /Kids [50 0 R] >>",
        },
    )
    assert texts(only(path)) == CELLS


@pytest.mark.parametrize("flags", [2, 32])
def test_values_of_hidden_fields_are_not_read(flags: int, tmp_path: Path) -> None:
    blank = [list(line) for line in CASING]
    blank[2][1] = ""
    field = f"<< /Type /Annot /Subtype /Widget /FT /Tx /V (1205) /F {flags} {RECT} >>"
    page = f"/MediaBox [{A4}] /Annots [50 0 R]"
    path = write_raw(tmp_path / "a.pdf", grid(72, 700, blank), page=page, objects={50: field})
    assert texts(only(path))[2] == ["20", "", "198"]


DAMAGE = {
    "operators out of balance": "Q Q " + GRID + " (left open Q Q [ << foo Tj",
    "operators that nobody knows": GRID.replace("S\n", "S 1 2 frobnicate\n"),
    "operands of the wrong kind": "/Nope gs /Nope Do (a) (b) re 3 Tf [1] w " + GRID,
    "a clipping path without a path": "W n " + GRID,
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_content_costs_only_what_is_damaged(damage: str, tmp_path: Path) -> None:
    assert texts(only(write_raw(tmp_path / "a.pdf", DAMAGE[damage]))) == CELLS


def test_broken_cross_references_are_mended(tmp_path: Path) -> None:
    path = write_raw(tmp_path / "a.pdf", GRID)
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"00000 n", b"00007 n")[: whole.index(b"startxref")])
    assert texts(only(path)) == CELLS


def test_a_damaged_list_of_pages_is_mended_and_said(tmp_path: Path) -> None:
    path = write_raw(tmp_path / "a.pdf", GRID, page="/MediaBox [0 0 595 842] /Rotate null")
    path.write_bytes(
        path.read_bytes().replace(b"/MediaBox [0 0 595 842]", b"/MediaBox [0 0 /a 842]")
    )
    extraction = read(path)
    assert texts(extraction.tables[0])[0] == CELLS[0]
    assert ("damaged structure", None) in kinds(extraction)


def test_slanted_type_keeps_its_blanks(tmp_path: Path) -> None:
    slanted = "".join(
        f"BT /F1 1 Tf 9 0 3 9 {76 + 100 * column} {687 - 18 * row} Tm <{text.encode().hex()}> Tj ET\n"
        for row, line in enumerate(CASING)
        for column, text in enumerate(line)
    )
    assert texts(only(write_raw(tmp_path / "a.pdf", rules(72, 700, 4, 3) + slanted))) == CELLS


def test_glyphs_drawn_by_the_file_itself_are_letters(tmp_path: Path) -> None:
    """A Type 3 font: each glyph is a drawing, its name tells the letter."""
    names = ("one", "two", "three", "A", "B", "C")
    drawings = " ".join(f"/{name} 50 0 R" for name in names)
    font = (
        "/Type /Font /Subtype /Type3 /FontBBox [0 0 600 700] /FontMatrix [0.001 0 0 0.001 0 0]"
        f" /CharProcs << {drawings} >> /FirstChar 49 /LastChar 67"
        f" /Encoding << /Differences [49 /one /two /three 65 /A /B /C] >>"
        f" /Widths [{'600 ' * 19}]"
    )
    letters = [("A", "B", "C"), ("123", "21", "31"), ("222", "13", "11")]
    path = write_raw(
        tmp_path / "a.pdf",
        grid(72, 700, letters),
        font=font,
        objects={50: stream("600 0 0 0 600 700 d1 0 0 500 700 re f")},
    )
    assert texts(only(path)) == [list(line) for line in letters]


def test_a_font_that_is_not_embedded_is_read(tmp_path: Path) -> None:
    font = "/Type /Font /Subtype /TrueType /BaseFont /Arial /Encoding /WinAnsiEncoding"
    assert texts(only(write_raw(tmp_path / "a.pdf", GRID, font=font))) == CELLS


def test_labels_of_pages_do_not_change_how_pages_are_counted(tmp_path: Path) -> None:
    labels = "/PageLabels << /Nums [0 << /S /r /St 4 >>] >>"
    path = write_raw(tmp_path / "a.pdf", show(72, 700, "Preface"), GRID, catalog=labels)
    found = only(path)
    assert found.provenance.pages == (2,)
    assert found.provenance.page_label is None  # nothing is printed on the page


def test_twenty_tables_on_a_page_are_twenty(tmp_path: Path) -> None:
    content = "".join(
        show(72 + 250 * (place % 2), 1906 - place // 2 * 150, f"Table {place + 1}. Casing")
        + grid(72 + 250 * (place % 2), 1900 - place // 2 * 150, CASING, 70)
        for place in range(20)
    )
    found = read(write_raw(tmp_path / "a.pdf", content, page="/MediaBox [0 0 595 2000]")).tables
    assert [one.caption.text for one in found if one.caption] == [
        f"Table {place + 1}. Casing" for place in range(20)
    ]
    assert all(texts(one) == CELLS for one in found)
