"""PDF files drawn here, read as a user would: which tables, which cells, which captions."""

from __future__ import annotations

from pathlib import Path

import pytest
from pdf_files import FIGURES, Sheet, read_pdf, texts, write_pdf

CASING = [
    ["Size", "Depth m", "Grade"],
    ['20"', "423", "X-56"],
    ['13 3/8"', "1503", "N-80"],
    ['9 5/8"', "3321", "P-110"],
]


def test_ruled_table_gives_its_cells_and_the_caption_above(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.text(72, 80, "Table 3: Casing program")
        sheet.grid((72, 172, 272, 372), 100, CASING)

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert texts(table) == CASING
    assert table.header_rows == 1
    assert table.caption is not None
    assert table.caption.text == "Table 3: Casing program"


def test_region_is_measured_from_the_top_of_the_page(tmp_path: Path) -> None:
    path = write_pdf(tmp_path / "a.pdf", lambda sheet: sheet.grid((72, 172, 272, 372), 100, CASING))
    (region,) = read_pdf(path).tables[0].provenance.regions
    assert region.page == 1
    assert 72 <= region.x0 < 90
    assert 100 <= region.top < 118
    assert region.bottom < 100 + 4 * 18


def test_table_with_horizontal_rules_only(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.prose(60, 6)
        sheet.rule(72, 160, 400, 160)
        sheet.columns((76, 200, 300), 163, FIGURES[:1])
        sheet.rule(72, 178, 400, 178)
        sheet.columns((76, 200, 300), 181, FIGURES[1:])
        sheet.rule(72, 240, 400, 240)

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert texts(table) == FIGURES
    assert table.header_rows == 1


def test_borderless_table_among_prose(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.prose(60, 8)
        sheet.columns((90, 220, 330), 190, FIGURES)
        sheet.prose(300, 8)

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert texts(table) == FIGURES


def test_prose_page_holds_no_table(tmp_path: Path) -> None:
    assert read_pdf(write_pdf(tmp_path / "a.pdf", lambda sheet: sheet.prose(60, 50))).tables == ()


def test_prose_in_two_columns_holds_no_table(tmp_path: Path) -> None:
    lines = (
        "was drilled to a total depth of three thous",
        "and metres in the Permian sands and shale",
    )

    def page(sheet: Sheet) -> None:
        for number in range(30):
            sheet.text(60, 60 + 12 * number, lines[number % 2])
            sheet.text(320, 60 + 12 * number, lines[(number + 1) % 2])

    assert read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables == ()


def test_contents_page_holds_no_table(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        for number, title in enumerate(("Introduction", "Geology", "Drilling", "Testing", "Costs")):
            top = 80 + 16 * number
            sheet.text(72, top, f"{number + 1}.")
            sheet.text(100, top, title + " " + "." * (90 - len(title)))
            sheet.text(500, top, str(3 + 4 * number))

    assert read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables == ()


def test_bulleted_list_holds_no_table(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        for number in range(6):
            sheet.text(72, 80 + 14 * number, f"{number + 1}.")
            sheet.text(100, 80 + 14 * number, "Check the mud weight and record it in the log")

    assert read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables == ()


def test_caption_below_is_found(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.prose(60, 4)
        bottom = sheet.grid((72, 172, 272, 372), 150, CASING)
        sheet.text(72, bottom + 6, "Table 7. Casing as run")

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert table.caption is not None
    assert table.caption.text == "Table 7. Casing as run"


def test_footnote_is_a_note_and_no_caption(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        bottom = sheet.grid((72, 172, 272, 372), 150, CASING)
        sheet.text(72, bottom + 6, "Note: depths are below the rotary table")

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert table.caption is None
    assert table.notes == ("Note: depths are below the rotary table",)


def test_superscript_is_kept_out_of_a_figure_and_tied_to_its_note(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        bottom = sheet.grid((72, 172, 272, 372), 100, CASING)
        width = sheet.canvas.stringWidth("1503", "Helvetica", 9)
        sheet.text(176 + width + 0.3, 100 + 2 * 18 + 2, "2", size=5.5)
        sheet.text(72, bottom + 6, "2", size=5.5)
        sheet.text(76, bottom + 6, "below the rotary table")

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert texts(table) == CASING
    (marked,) = (cell for cell in table.cells if cell.marks)
    assert (marked.text, marked.value, marked.marks) == ("1503", 1503.0, ("2",))
    assert [table.notes[place] for place in marked.notes] == ["2 below the rotary table"]


def test_power_of_ten_is_no_footnote_mark(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.grid(
            (72, 172, 272, 372),
            100,
            [["Zone", "Rate", "Skin"], ["A", "2.4 x 10", "3"], ["B", "7", "4"]],
        )
        width = sheet.canvas.stringWidth("2.4 x 10", "Helvetica", 9)
        sheet.text(176 + width + 0.3, 100 + 18 + 2, "3", size=5.5)

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    rate = next(cell for cell in table.cells if cell.text.startswith("2.4"))
    assert (rate.value, rate.marks) == (2400.0, ())


def test_merged_cells_become_spans(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.grid((72, 172, 272, 372), 118, CASING)
        for x in (72, 172, 372):
            sheet.rule(x, 100, x, 118)
        sheet.rule(72, 100, 372, 100)
        sheet.text(180, 104, "As set")

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    spanning = next(cell for cell in table.cells if cell.text == "As set")
    assert (spanning.row, spanning.column, spanning.column_end) == (0, 1, 3)


def test_header_spans_the_columns_its_rule_runs_over(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.rule(72, 100, 420, 100)
        sheet.centred(225, 103, "Depth")
        sheet.rule(170, 116, 280, 116)
        sheet.columns((76, 180, 240, 320), 119, [["Zone", "Top", "Base", "Porosity"]])
        sheet.rule(72, 134, 420, 134)
        rows = [
            ["A", "1200", "1250", "0.21"],
            ["B", "1250", "1301", "0.18"],
            ["C", "1301", "1333", "0.2"],
        ]
        sheet.columns((76, 180, 240, 320), 138, rows)
        sheet.rule(72, 184, 420, 184)

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert table.header_rows == 2
    assert [column.name for column in table.columns] == [
        "Zone",
        "Depth / Top",
        "Depth / Base",
        "Porosity",
    ]


def test_wrapped_label_stays_one_row(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        rows = [
            ["Test", "Rate", "Choke"],
            ["Separator test of the", "1503", "32"],
            ["lower sand", "", ""],
            ["Clean-up flow", "990", "24"],
            ["Main flow", "1210", "28"],
        ]
        sheet.columns((90, 260, 330), 100, rows, pitch=11)

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert texts(table)[1] == ["Separator test of the lower sand", "1503", "32"]
    assert table.n_rows == 4


def test_section_row_stays_a_row_and_names_a_group(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.grid(
            (72, 172, 272, 372), 100, [*CASING, ["TERTIARY", "", ""], ['7"', "3800", "P-110"]]
        )

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert [group.label for group in table.row_groups] == ["TERTIARY"]


def test_rows_without_rules_between_columns_of_a_frame_are_found(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        for x in (72, 172, 272, 372):
            sheet.rule(x, 100, x, 190)
        for top in (100, 118, 190):
            sheet.rule(72, top, 372, top)
        sheet.columns((76, 176, 276), 104, FIGURES[:1])
        sheet.columns((76, 176, 276), 122, FIGURES[1:])

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert texts(table) == FIGURES


def test_labels_outside_the_frame_are_a_column(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.grid((172, 272, 372), 100, [row[1:] for row in FIGURES])
        for number, row in enumerate(FIGURES):
            sheet.text(110, 104 + 18 * number, row[0])

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert texts(table) == FIGURES


def test_grid_of_shaded_cells_without_strokes(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.canvas.setFillGray(0.85)
        for row in range(4):
            for column in range(3):
                sheet.canvas.rect(72 + 100 * column, 842 - 118 - 18 * row, 98, 16, stroke=0, fill=1)
        sheet.canvas.setFillGray(0)
        sheet.columns((76, 176, 276), 104, CASING, 18)

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert texts(table) == CASING


def test_nested_table_is_a_table_of_its_own(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        for x in (72, 200, 500):
            sheet.rule(x, 100, x, 260)
        for top in (100, 120, 240, 260):
            sheet.rule(72, top, 500, top)
        sheet.columns((76, 204), 105, [["Well", "Comment"]])
        sheet.columns((76, 204), 125, [["7/11-1", "Tested as follows:"]])
        sheet.columns((76, 204), 245, [["7/11-2", "Dry"]])
        sheet.grid((210, 310, 410), 150, [["Zone", "Rate"], ["A", "1503"], ["B", "990"]])

    outer, inner = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert texts(inner) == [["Zone", "Rate"], ["A", "1503"], ["B", "990"]]
    assert inner.parent == outer.id
    assert ["7/11-1", "Tested as follows:"] in texts(outer)


def test_tables_under_each_other_are_two(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.text(72, 80, "Table 1: Casing")
        sheet.grid((72, 172, 272, 372), 100, CASING)
        sheet.text(72, 200, "Table 2: Formations")
        sheet.columns((76, 200, 300), 220, FIGURES)

    tables = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert [table.caption and table.caption.text for table in tables] == [
        "Table 1: Casing",
        "Table 2: Formations",
    ]


def test_ruled_tables_side_by_side_are_two(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.grid((60, 120, 180, 240), 100, CASING)
        sheet.grid((330, 390, 450, 540), 100, FIGURES)

    tables = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert [texts(table) for table in tables] == [CASING, FIGURES]


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_rotated_page_is_read_as_displayed(tmp_path: Path, turn: int) -> None:
    def page(sheet: Sheet) -> None:
        canvas = sheet.canvas
        canvas.setPageRotation(turn)
        if turn == 180:
            canvas.translate(595, 842)
        else:  # reportlab lays the unrotated page on its side
            canvas.translate(*{90: (842, 0), 270: (0, 595)}[turn])
        canvas.rotate(turn if turn < 270 else -90)
        Sheet(canvas, (595.0, 842.0)).grid((72, 172, 272, 372), 100, CASING)

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert texts(table) == CASING
    assert 100 <= table.provenance.regions[0].top < 118


@pytest.mark.parametrize("turn", [90, 270])
def test_sideways_table_is_turned_and_its_region_turned_back(tmp_path: Path, turn: int) -> None:
    def page(sheet: Sheet) -> None:
        canvas = sheet.canvas
        if turn == 270:  # reads upwards
            canvas.translate(595, 0)
            canvas.rotate(90)
        else:
            canvas.translate(0, 842)
            canvas.rotate(-90)
        Sheet(canvas, (842.0, 595.0)).grid((72, 172, 272, 372), 100, CASING)

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert texts(table) == CASING
    region = table.provenance.regions[0]
    assert region.bottom - region.top > 2 * (region.x1 - region.x0)
    left = 100 if turn == 270 else 595 - 172
    assert left <= region.x0 <= region.x1 <= left + 72
    top = 842 - 372 if turn == 270 else 72
    assert top <= region.top <= region.bottom <= top + 300


def test_vertical_header_cells_read_in_order(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        xs = (72, 172, 272, 372)
        sheet.grid(xs, 160, CASING[1:])
        for x in xs:
            sheet.rule(x, 80, x, 160)
        sheet.rule(72, 80, 372, 80)
        for x, words in zip(xs, ("Outer size", "Setting depth", "Steel grade"), strict=False):
            sheet.canvas.saveState()
            sheet.canvas.translate(x + 20, 842 - 155)
            sheet.canvas.rotate(90)
            sheet.canvas.drawString(0, 0, words)
            sheet.canvas.restoreState()

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert texts(table)[0] == ["Outer size", "Setting depth", "Steel grade"]


@pytest.mark.parametrize(
    ("x", "lines", "caption"),
    [
        (72, ["Casing as run in the well"], "Casing as run in the well"),
        (172, ["Depth below rotary table"], None),  # stands over a column
        (72, ["The casing was run without trouble", "and cemented to the sea bed"], None),
    ],
)
def test_plain_line_alone_at_the_left_edge_above_a_table_names_it(
    tmp_path: Path, x: float, lines: list[str], caption: str | None
) -> None:
    def page(sheet: Sheet) -> None:
        bottom = sheet.prose(60, 6)
        for number, line in enumerate(lines, start=1):
            sheet.text(x, bottom + 14 * number, line)
        sheet.grid((72, 172, 272, 372), bottom + 14 * len(lines) + 24, CASING)

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert (table.caption.text if table.caption else None) == caption


def test_caption_in_the_margin_beside_a_table_is_found(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.text(72, 104, "Table 6")
        sheet.text(72, 115, "Casing as run")
        sheet.grid((172, 272, 372, 472), 100, CASING)

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert table.caption is not None
    assert table.caption.text == "Table 6 Casing as run"


def test_caption_in_the_middle_of_the_page_names_a_table_at_its_side(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.text(72, 60, "The casing was run and cemented as planned, and the shoe was tested")
        sheet.text(72, 72, "before the next section was drilled, as the reports of the day say.")
        sheet.text(285, 110, "TABLE IV. CASING RECORD")
        sheet.grid((72, 122, 172, 222), 132, CASING)
        sheet.text(72, 300, "x" * 115)

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert table.caption is not None
    assert table.caption.text.startswith("TABLE IV")


@pytest.mark.parametrize(("blank_pt", "title"), [(0.5, None), (12.0, "Shoe record of the well")])
def test_plain_line_names_rows_without_rules_only_across_a_blank(
    tmp_path: Path, blank_pt: float, title: str | None
) -> None:
    def page(sheet: Sheet) -> None:
        sheet.text(72, 100 - blank_pt, "Shoe record of the well")
        for place, row in enumerate(CASING):
            for x, text in zip((72, 212, 352), row, strict=True):
                sheet.text(x, 111 + 11 * place, text)

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", page)).tables
    assert (table.caption and table.caption.text) == title
