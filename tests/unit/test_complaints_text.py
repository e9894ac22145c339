"""Complaints 11 to 15: turned pages, vertical text, doubled, unmapped and unseen characters."""

from __future__ import annotations

from pathlib import Path

import pytest
from pdf_files import Sheet, texts, write_pdf
from raw_pdf import A4, CASING, FONTS, grid, rows, rules, show, stream, write_raw

from extractors import extract
from extractors.base import Options
from relatab.model import Extraction, Table

GRID = grid(72, 700)
CELLS = [list(line) for line in CASING]
GHOSTS = rows(80, 702, [("GHOST", "GHOST", "GHOST")] * 4)
FORM = f"/Type /XObject /Subtype /Form /Resources << {FONTS} >>"


def read(path: Path) -> Extraction:
    return extract(path, Options(ocr="off"))


def only(extraction: Extraction) -> Table:
    (found,) = extraction.tables
    return found


def box(found: Table) -> tuple[int, ...]:
    (region,) = found.provenance.regions
    return tuple(round(edge) for edge in (region.x0, region.top, region.x1, region.bottom))


@pytest.mark.parametrize(
    ("turn", "place"),
    [
        (0, (76, 148, 332, 211)),
        (90, (631, 76, 694, 332)),
        (180, (263, 631, 519, 694)),
        (270, (148, 263, 211, 519)),
        (-90, (148, 263, 211, 519)),
    ],
)
def test_c11_a_page_shown_turned_is_read_and_placed_as_shown(
    turn: int, place: tuple[int, ...], tmp_path: Path
) -> None:
    found = only(read(write_raw(tmp_path / "a.pdf", GRID, page=f"/MediaBox [{A4}] /Rotate {turn}")))
    assert texts(found) == CELLS
    assert box(found) == place


@pytest.mark.parametrize(
    ("matrix", "place"),
    [
        ("0 1 -1 0 842 0", (148, 510, 211, 766)),  # reads upwards
        ("0 -1 1 0 0 842", (631, 76, 694, 332)),  # reads downwards
        ("-1 0 0 -1 842 842", (510, 631, 766, 694)),  # stands on its head
    ],
)
def test_c11_a_table_drawn_sideways_is_turned_and_its_place_turned_back(
    matrix: str, place: tuple[int, ...], tmp_path: Path
) -> None:
    content = f"q {matrix} cm {GRID} Q"
    found = only(read(write_raw(tmp_path / "a.pdf", content, page="/MediaBox [0 0 842 842]")))
    assert texts(found) == CELLS
    assert box(found) == place


def test_c11_type_of_negative_size_in_a_turned_matrix_reads_on(tmp_path: Path) -> None:
    upside_down = (
        "".join(
            f"BT /F1 -9 Tf -1 0 0 -1 {76 + 100 * column} {687 - 18 * row} Tm ({text}) Tj ET\n"
            for row, line in enumerate(CASING)
            for column, text in enumerate(line)
        )
        .replace("(m)", r"\(m\)")
        .replace("(kg/m)", r"\(kg/m\)")
    )
    found = only(read(write_raw(tmp_path / "a.pdf", rules(72, 700, 4, 3) + upside_down)))
    assert texts(found) == CELLS


@pytest.mark.parametrize("way", ["upwards", "downwards", "stacked"])
def test_c12_vertical_text_in_header_cells_reads_in_its_own_direction(
    way: str, tmp_path: Path
) -> None:
    names = ("Depth", "Porosity", "Oil")
    xs = (72.0, 112.0, 152.0, 192.0)

    def page(sheet: Sheet) -> None:
        top, head, pitch = 100.0, 90.0, 18.0
        for x in xs:
            sheet.rule(x, top, x, top + head + 3 * pitch)
        for edge in (top, *(top + head + pitch * line for line in range(4))):
            sheet.rule(xs[0], edge, xs[-1], edge)
        canvas = sheet.canvas
        canvas.setFont("Helvetica", 9)
        for x, name in zip(xs, names, strict=False):
            if way == "stacked":
                for line, letter in enumerate(name):
                    sheet.centred(x + 20, top + 3 + 10.5 * line, letter)
                continue
            canvas.saveState()
            canvas.translate(x + 22, 842 - (top + (head - 6 if way == "upwards" else 6)))
            canvas.rotate(90 if way == "upwards" else -90)
            canvas.drawString(0, 0, name)
            canvas.restoreState()
        body = [("2510", "21.5", "64"), ("2528", "19.0", "55"), ("2540", "24.2", "71")]
        sheet.columns([x + 4 for x in xs], top + head + 4, body, pitch)

    found = only(read(write_pdf(tmp_path / "a.pdf", page)))
    assert texts(found)[0] == list(names)
    assert texts(found)[1] == ["2510", "21.5", "64"]


def test_c13_glyphs_printed_twice_are_read_once_and_double_letters_stay(tmp_path: Path) -> None:
    words = [("Well", "still", "110"), ("book", "Hill 22", "1100")]
    twice = grid(72, 700, words) + rows(72.3, 700, words) + rows(72.3, 700.2, words)
    found = only(read(write_raw(tmp_path / "a.pdf", twice)))
    assert texts(found) == [list(line) for line in words]


def test_c14_ligatures_become_letters(tmp_path: Path) -> None:
    font = (
        "/Type /Font /Subtype /Type1 /BaseFont /Times-Roman"
        " /Encoding << /Differences [128 /fi /fl /ff] >>"
    )
    content = grid(72, 700, [("\x80eld", "\x81ow"), ("Cod", "812"), ("co\x82ee", "1")])
    found = only(read(write_raw(tmp_path / "a.pdf", content, font=font)))
    assert texts(found) == [["field", "flow"], ["Cod", "812"], ["coffee", "1"]]


def test_c14_letters_that_nobody_knows_are_counted_per_table_and_not_made_up(
    tmp_path: Path,
) -> None:
    descendant = (
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Odd /DW 600"
        " /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>"
    )
    font = (
        "<< /Type /Font /Subtype /Type0 /BaseFont /Odd /Encoding /Identity-H"
        " /DescendantFonts [50 0 R] >>"
    )
    content = grid(72, 700, [("Zone", "Top"), ("", "2510"), ("Tor", "2528")])
    path = write_raw(
        tmp_path / "a.pdf",
        content + "BT /F2 9 Tf 76 669 Td <00070009> Tj ET\n",
        resources="/Font << /F1 3 0 R /F2 51 0 R >>",
        objects={50: descendant, 51: font},
    )
    extraction = read(path)
    assert texts(only(extraction))[1] == ["\ufffd\ufffd", "2510"]
    assert "2 of 20 characters (10%) of a table on page 1 have no known letter" in {
        issue.message for issue in extraction.issues if issue.kind == "unmapped glyphs"
    }


LAYER = "<< /Type /OCG /Name (Draft) >>"
OFF = "/OCProperties << /OCGs [50 0 R] /D << /OFF [50 0 R] >> >>"
UNSEEN = {
    "render mode 3": (f"q 3 Tr {GHOSTS} Q", {}),
    "render mode 7": (f"q 7 Tr {GHOSTS} Q", {}),
    "zero size": (GHOSTS.replace("9.0 Tf", "0 Tf"), {}),
    "white on white": (f"1 g {GHOSTS} 0 g", {}),
    "black on black": (f"0 g 400 600 150 110 re f {rows(405, 702, [('GHOST',)] * 4)}", {}),
    "off the page": (rows(900, 702, [("GHOST",)] * 4), {}),
    "clipped away": (f"q 0 0 20 20 re W n {GHOSTS} Q", {}),
    "below the edge of a form": (
        "/X1 Do",
        {
            "resources": "/XObject << /X1 51 0 R >>",
            "objects": {51: stream(GHOSTS, f"{FORM} /BBox [0 0 20 20]")},
        },
    ),
    "without opacity": (
        f"q /G0 gs {GHOSTS} Q",
        {"resources": "/ExtGState << /G0 << /ca 0 /CA 0 >> >>"},
    ),
    "on a hidden layer": (
        f"/OC /L1 BDC {GHOSTS} EMC",
        {"resources": "/Properties << /L1 50 0 R >>", "objects": {50: LAYER}, "catalog": OFF},
    ),
    "in a form on a hidden layer": (
        "/X1 Do",
        {
            "resources": "/XObject << /X1 51 0 R >>",
            "objects": {
                50: LAYER,
                51: stream(GHOSTS, f"{FORM} /BBox [0 0 595 842] /OC 50 0 R"),
            },
            "catalog": OFF,
        },
    ),
}


@pytest.mark.parametrize("way", UNSEEN)
def test_c15_text_that_cannot_be_seen_is_left_out(way: str, tmp_path: Path) -> None:
    content, entries = UNSEEN[way]
    extraction = read(write_raw(tmp_path / "a.pdf", content + "\n" + GRID, **entries))
    assert texts(only(extraction)) == CELLS
    if way != "in a form on a hidden layer":  # which is not even opened
        assert "hidden text" in {issue.kind for issue in extraction.issues}


def test_c15_text_under_later_paint_is_left_out_and_said(tmp_path: Path) -> None:
    covered = GHOSTS + "1 g 60 600 400 120 re f 0 g\n" + GRID
    extraction = read(write_raw(tmp_path / "a.pdf", covered))
    assert texts(only(extraction)) == CELLS
    assert [issue.kind for issue in extraction.issues] == ["hidden text"]


def test_c15_a_blacked_out_value_stays_blacked_out(tmp_path: Path) -> None:
    extraction = read(write_raw(tmp_path / "a.pdf", GRID + "0 g 173 647 98 16 re f\n"))
    assert texts(only(extraction))[2] == ["20", "", "198"]
    assert [issue.message for issue in extraction.issues] == [
        "4 characters on page 1 cannot be seen"
    ]


@pytest.mark.parametrize(
    "paint",
    [
        "/G1 gs 1 1 0 rg 173 647 98 16 re f\n",  # a marker pen
        "0 g 173 652 98 0.6 re f\n",  # struck through
        "0 0 m 0 0 l 173 647 98 16 re 160 640 200 40 re f*\n",  # a frame with a hole
        "q 300 647 98 16 re W n 1 g 173 647 98 16 re f Q\n",  # painted elsewhere
    ],
)
def test_c15_text_under_paint_that_lets_it_through_is_kept(paint: str, tmp_path: Path) -> None:
    resources = "/ExtGState << /G1 << /BM /Multiply >> >>"
    found = only(read(write_raw(tmp_path / "a.pdf", GRID + paint, resources=resources)))
    assert texts(found)[2] == ["20", "1205", "198"]


def test_c15_white_names_on_a_dark_header_are_read(tmp_path: Path) -> None:
    head = "0.2 0.3 0.5 rg 72 682 300 18 re f 1 g " + rows(72, 700, CASING[:1])
    body = "0 g " + rows(72, 682, CASING[1:]) + rules(72, 700, 4, 3)
    assert texts(only(read(write_raw(tmp_path / "a.pdf", head + body)))) == CELLS


def test_superscript_marks_stay_out_of_the_value_they_stand_at(tmp_path: Path) -> None:
    content = grid(72, 700, [("Zone", "Porosity"), ("Tor", "24.91"), ("Hod", "19.20")])
    mark = show(199, 672, "2", 5)
    found = only(read(write_raw(tmp_path / "a.pdf", content + mark)))
    (value,) = (one for one in found.cells if one.row == 1 and one.column == 1)
    assert value.value == 24.91
