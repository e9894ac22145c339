"""Tables of a PDF whose cells run over several lines, without rules between rows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from pdf_files import SIZE, Sheet, read_pdf, texts, write_pdf

LEADING = 10.0
PAD = 2.0
XS = (72.0, 160.0, 230.0)
HEADER = ["Equipment", "Depth", "Comments"]
REMARKS = {
    "Top drive": ("120", ["Repaired the", "swivel seal", "and changed", "the wash pipe", "oil"]),
    "Mud pump": ("340", ["Changed liner"]),
    "Diverter": ("355", ["Function tested", "from both", "panels"]),
    "Choke": ("410", ["Flushed and", "drained"]),
    "Degasser": ("502", ["Serviced", "with the", "centrifuge", "on Monday"]),
}


def draw_wrapped(sheet: Sheet, share: float) -> None:
    """Rows from y = 100 with their values `share` of the way down."""
    sheet.columns(XS, 84, [HEADER])
    top = 100.0
    for name, (depth, lines) in REMARKS.items():
        place = top + share * LEADING * (len(lines) - 1)
        sheet.text(XS[0], place, name)
        sheet.text(XS[1], place, depth)
        for line in lines:
            sheet.text(XS[2], top, line)
            top += LEADING
        top += 2 * PAD


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0], ids=["top", "middle", "bottom"])
def test_wrapped_cells_stay_with_their_values(tmp_path: Path, share: float) -> None:
    path = write_pdf(tmp_path / "a.pdf", lambda sheet: draw_wrapped(sheet, share))
    (table,) = read_pdf(path).tables
    rows = [[name, depth, " ".join(lines)] for name, (depth, lines) in REMARKS.items()]
    assert texts(table) == [HEADER, *rows]


def test_lines_below_a_table_at_its_left_edge_are_no_wrapped_cell(tmp_path: Path) -> None:
    lines: Sequence[str] = ("All tests were", "made with water.", "No leak was seen.", "Signed.")

    def page(sheet: Sheet) -> None:
        draw_wrapped(sheet, 0.0)
        for place, line in enumerate(lines):
            sheet.text(XS[0], 275.0 + place * LEADING, line, SIZE)

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert table.n_rows == 1 + len(REMARKS)


def shade(sheet: Sheet, top: float, x1: float = 400.0, grey: float = 0.85) -> None:
    """A shaded band over one row."""
    sheet.canvas.setFillGray(grey)
    sheet.canvas.rect(XS[0] - 4, sheet.height - top - 14, x1 - XS[0] + 4, 14, stroke=0, fill=1)
    sheet.canvas.setFillGray(0)


def test_shading_of_every_other_row_parts_rows_of_one_table(tmp_path: Path) -> None:
    rows = [[name, depth, lines[0]] for name, (depth, lines) in REMARKS.items()]

    def page(sheet: Sheet) -> None:
        sheet.prose(40, 4)
        for place in (0, 2, 4):
            shade(sheet, 118 + 14 * place)
        shade(sheet, 104, grey=0.7)
        sheet.columns(XS, 106, [HEADER, *rows], pitch=14)
        sheet.prose(220, 4)

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert texts(table) == [HEADER, *rows]


def test_grids_one_above_the_other_with_a_line_between_stay_two_tables(tmp_path: Path) -> None:
    rows = [[name, depth] for name, (depth, _) in REMARKS.items()]

    def page(sheet: Sheet) -> None:
        bottom = sheet.grid((72, 172, 272), 100, rows)
        sheet.columns((80, 190), bottom + 6, [["Depths in m RKB", "Unit 2"]])
        sheet.grid((72, 172, 272), bottom + 24, rows)

    assert len(read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables) == 2


def test_bold_line_is_the_header_of_rows_of_words(tmp_path: Path) -> None:
    rows = [[name, "Yes", lines[0]] for name, (_, lines) in REMARKS.items()]

    def page(sheet: Sheet) -> None:
        for x, text in zip(XS, HEADER, strict=True):
            sheet.text(x, 86, text, bold=True)
        sheet.columns(XS, 100, [*rows, ["Total", "5", "7"]])

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert texts(table)[:2] == [HEADER, rows[0]]
    assert table.header_rows == 1


def test_rows_of_words_go_on_on_the_next_page_without_a_header(tmp_path: Path) -> None:
    rows = [[name, "Type U", lines[0]] for name, (_, lines) in REMARKS.items()]

    def first(sheet: Sheet) -> None:
        sheet.prose(40, 4)
        sheet.columns(XS, 700, [HEADER, *rows])

    def second(sheet: Sheet) -> None:
        sheet.columns(XS, 60, rows)
        sheet.prose(200, 4)

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", first, second)).tables
    assert table.provenance.pages == (1, 2)
    assert table.n_rows == 1 + 2 * len(rows)


def test_tables_one_above_the_other_are_parted_where_their_columns_differ(tmp_path: Path) -> None:
    upper = [["Bit no.", "Size in", "Hours"], ["1", "17.5", "22.5"], ["2", "12.25", "40"]]
    lower = [["Company", "Copies"], ["Statoil", "3"], ["Norsk Hydro Production", "2"]]

    def page(sheet: Sheet) -> None:
        bottom = sheet.columns((72, 130, 190), 100, upper)
        sheet.columns((72, 260), bottom + 12, lower)

    tables = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert [texts(table) for table in tables] == [upper, lower]


def test_blank_space_within_a_table_does_not_part_it(tmp_path: Path) -> None:
    upper = [["Bit no.", "Size in", "Hours"], ["1", "17.5", "22.5"], ["2", "12.25", "40"]]
    lower = [["Sidetrack", "mean", "sum"], ["3", "8.5", "31"], ["4", "8.5", "17.5"]]

    def page(sheet: Sheet) -> None:
        bottom = sheet.columns((72, 130, 190), 100, upper)
        sheet.columns((72, 130, 190), bottom + 12, lower)

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert texts(table) == upper + lower


def test_rules_that_end_between_columns_part_tables_side_by_side(tmp_path: Path) -> None:
    left = [["Bit no.", "Hours"], ["1", "22.5"], ["2", "40"], ["3", "18"]]
    right = [["Core", "Recovery %"], ["A", "97"], ["B", "88"], ["C", "100"]]

    def page(sheet: Sheet) -> None:
        for top in (98, 114, 158):
            sheet.rule(70, top, 180, top)
            sheet.rule(200, top, 310, top)
        sheet.columns((72, 140), 101, left)
        sheet.columns((202, 255), 101, right)

    tables = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert [texts(table) for table in tables] == [left, right]


def test_running_text_in_ruled_rows_is_no_prose(tmp_path: Path) -> None:
    """Lines that end where the next word would not fit are prose, unless rows of values part them."""
    remark = (
        "Pulled out of hole to change the bit and",
        "tested the preventer to two hundred and",
        "ten bar",
    )
    dates = ("12.03.84", "13.03.84", "14.03.84", "15.03.84")

    def page(sheet: Sheet) -> None:
        top = 100.0
        for date in dates:
            sheet.text(72, top, date)
            for line in remark:
                sheet.text(160, top, line)
                top += LEADING
            sheet.rule(70, top + 1, 360, top + 1)
            top += 2

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert texts(table) == [[date, " ".join(remark)] for date in dates]
