"""What users of table extractors complain of most, 1 to 10: cells, rows, columns and captions.

One test or more per complaint, numbered c01 to c25 over the four files `test_complaints_*`;
each says what relatab does instead.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from pdf_files import Draw, Rows, Sheet, texts, write_pdf
from word_files import cell, row, spans, table, write_docx

from extractors import extract
from extractors.base import Options
from relatab.interfaces.formats import to_csv, to_html
from relatab.model import Extraction

CASING: Rows = (
    ("Casing", "Shoe (m)", "Weight (kg/m)"),
    ("30", "412", "461"),
    ("20", "1205", "198"),
    ("13 3/8", "2430", "101"),
)
XS = (72, 172, 272, 372)


def read(folder: Path, *pages: Draw) -> Extraction:
    return extract(write_pdf(folder / "report.pdf", *pages), Options(ocr="off"))


def listed(rows: Rows) -> list[list[str]]:
    return [list(line) for line in rows]


def test_c01_merged_cells_of_word_are_one_cell_and_give_their_value_once(tmp_path: Path) -> None:
    merged = '<w:vMerge w:val="restart"/>'
    body = table(
        row("Zone", "Year", "Oil (Sm3)"),
        row(cell("Upper", merged), "2001", "812"),
        row(cell("", "<w:vMerge/>"), "2002", cell("640", "")),
        row(cell("total of both years", '<w:gridSpan w:val="2"/>'), "1452"),
    )
    (found,) = extract(write_docx(tmp_path / "a.docx", body)).tables
    assert ("Upper", 1, 3, 0, 1) in spans(found)
    assert ("total of both years", 3, 4, 0, 2) in spans(found)
    assert [line.count("Upper") for line in zip(*found.body_texts(), strict=True)] == [1, 0, 0]
    assert to_csv(found).count("Upper") == 1
    assert '<td rowspan="2">Upper</td>' in to_html(found)


def test_c01_merged_cells_of_a_pdf_leave_no_blanks_and_no_copies(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        for x in XS:
            sheet.rule(x, 100, x, 154)
        for top in (100, 118, 154):
            sheet.rule(72, top, 372, top)
        sheet.rule(172, 136, 372, 136)
        rows = [("Zone", "Year", "Oil"), ("Upper", "2001", "812"), ("", "2002", "640")]
        sheet.columns([x + 4 for x in XS], 104, rows, 18)

    (found,) = read(tmp_path, page).tables
    assert ("Upper", 1, 3, 0, 1) in spans(found)
    assert sum(one.text == "Upper" for one in found.cells) == 1


def test_c02_a_table_over_three_pages_is_one_with_its_header_once(tmp_path: Path) -> None:
    header = ("Depth (m)", "Gas (%)", "Remarks")

    def part(start: int, caption: str) -> Draw:
        def page(sheet: Sheet) -> None:
            sheet.text(72, 60, caption)
            rows = [(str(start + 10 * line), f"0.{line}", f"sample {line}") for line in range(5)]
            sheet.grid(XS, 80, [header, *rows])

        return page

    found = read(
        tmp_path,
        part(1000, "Table 4. Gas readings"),
        part(1050, "Table 4. Gas readings (continued)"),
        part(1100, "Table 4. Gas readings (continued)"),
    )
    (joined,) = found.tables
    assert joined.provenance.pages == (1, 2, 3)
    assert len(joined.provenance.regions) == 3
    assert joined.caption is not None
    assert joined.caption.text == "Table 4. Gas readings"
    assert [line[0] for line in texts(joined)] == [
        "Depth (m)",
        *(str(1000 + 10 * line) for line in range(15)),
    ]


def test_c03_a_table_without_rules_keeps_its_outer_columns(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        below = sheet.prose(72, 8)
        sheet.columns(XS, below + 24, CASING)
        sheet.prose(below + 110, 8)

    (found,) = read(tmp_path, page).tables
    assert texts(found) == listed(CASING)


def test_c03_a_table_with_level_rules_only_keeps_its_outer_columns(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.prose(72, 6)
        for top in (196, 213, 270):
            sheet.rule(72, top, 420, top)
        sheet.columns(XS, 200, CASING)

    (found,) = read(tmp_path, page).tables
    assert texts(found) == listed(CASING)


def test_c04_text_wrapped_in_a_cell_stays_one_row(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.rule(72, 96, 420, 96)
        sheet.rule(72, 113, 420, 113)
        sheet.columns(XS, 100, [("Formation", "Top (m)", "Lithology")])
        top = 118.0
        for name, depth, first, second in (
            ("Ekofisk", "3051", "Limestone, white,", "chalky and hard"),
            ("Tor", "3120", "Limestone with", "traces of chert"),
            ("Hod", "3244", "Marl, grey and", "moderately firm"),
        ):
            sheet.columns(XS, top, [(name, depth, first), ("", "", second)], 10.5)
            top += 28
        sheet.rule(72, top, 420, top)

    (found,) = read(tmp_path, page).tables
    assert [line[0] for line in texts(found)] == ["Formation", "Ekofisk", "Tor", "Hod"]
    assert " ".join(texts(found)[1][2].split()) == "Limestone, white, chalky and hard"


def test_c05_running_text_contents_and_lists_are_no_tables(tmp_path: Path) -> None:
    def prose(sheet: Sheet) -> None:
        sheet.prose(72, 40)

    def contents(sheet: Sheet) -> None:
        sheet.text(72, 72, "Contents", 14, bold=True)
        for line, name in enumerate(("Introduction", "Drilling", "Casing", "Testing", "Cores")):
            sheet.text(72, 110 + 16 * line, f"{line + 1}  {name} {'.' * (60 - len(name))}")
            sheet.text(500, 110 + 16 * line, str(3 + 4 * line))

    def numbered(sheet: Sheet) -> None:
        for line in range(8):
            sheet.text(72, 100 + 28 * line, f"{line + 1}.")
            sheet.text(90, 100 + 28 * line, "The crew tested the preventer and went on with")
            sheet.text(90, 112 + 28 * line, "the hole as planned, without any loss of mud.")

    assert read(tmp_path, prose, contents, numbered).tables == ()


def test_c06_tables_under_and_beside_each_other_are_tables_of_their_own(tmp_path: Path) -> None:
    tests: Rows = (("Test", "Rate"), ("DST 1", "812"), ("DST 2", "640"))
    cores: Rows = (("Core", "Top (m)"), ("1", "2510"), ("2", "2528"))

    def page(sheet: Sheet) -> None:
        sheet.text(72, 84, "Table 1. Casing")
        sheet.grid(XS, 100, CASING)
        sheet.text(72, 204, "Table 2. Tests")
        sheet.grid((72, 142, 212), 220, tests)
        sheet.text(300, 204, "Table 3. Cores")
        sheet.grid((300, 370, 440), 220, cores)

    found = read(tmp_path, page).tables
    assert [(one.caption.text if one.caption else None, texts(one)) for one in found] == [
        ("Table 1. Casing", listed(CASING)),
        ("Table 2. Tests", listed(tests)),
        ("Table 3. Cores", listed(cores)),
    ]


def test_c07_header_levels_are_counted_and_named_and_the_title_row_is_no_name(
    tmp_path: Path,
) -> None:
    body = table(
        row(cell("", ""), cell("Oil", '<w:gridSpan w:val="2"/>')),
        row("Field", "Sm3", "bbl"),
        row("Cod", "812", "5107"),
        row("Tor", "640", "4025"),
    )
    (found,) = extract(write_docx(tmp_path / "a.docx", body)).tables
    assert found.header_rows == 2
    assert [column.name for column in found.columns] == ["Field", "Oil / Sm3", "Oil / bbl"]


def test_c07_a_table_without_header_has_none(tmp_path: Path) -> None:
    body = table(row("1", "812", "5107"), row("2", "640", "4025"), row("3", "702", "4415"))
    (found,) = extract(write_docx(tmp_path / "a.docx", body)).tables
    assert found.header_rows == 0
    assert len(found.body_texts()) == 3


def test_c08_a_label_over_the_whole_width_names_the_rows_below_it(tmp_path: Path) -> None:
    whole = '<w:gridSpan w:val="3"/>'
    body = table(
        row("Hole", "Depth (m)", "Mud (sg)"),
        row(cell("Upper part", whole)),
        row('36"', "412", "1.03"),
        row('26"', "1205", "1.10"),
        row(cell("Lower part", whole)),
        row('17 1/2"', "2430", "1.45"),
    )
    (found,) = extract(write_docx(tmp_path / "a.docx", body)).tables
    assert [(group.label, group.row, group.row_end) for group in found.row_groups] == [
        ("Upper part", 2, 4),
        ("Lower part", 5, 6),
    ]
    assert found.n_columns == 3


def test_c09_captions_stay_with_their_tables_and_a_footnote_is_none(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.text(72, 84, "Table 1. Casing program")
        below = sheet.grid(XS, 100, CASING)
        sheet.text(72, below + 4, "* Depths are measured from the rotary table.", 7)
        lower = sheet.grid(XS, 300, [("Core", "Top", "Bottom"), *CASING[1:]])
        sheet.text(72, lower + 4, "1) Recovered length; see the core report.", 7)

    first, second = read(tmp_path, page).tables
    assert first.caption is not None
    assert first.caption.text == "Table 1. Casing program"
    assert first.notes == ("* Depths are measured from the rotary table.",)
    assert second.caption is None
    assert second.notes == ("1) Recovered length; see the core report.",)


@pytest.mark.parametrize("ruled", [True, False])
def test_c10_a_text_that_runs_through_a_column_gap_is_cut_there(
    tmp_path: Path, ruled: bool
) -> None:
    def page(sheet: Sheet) -> None:
        xs = (72, 132, 192, 252)
        if ruled:
            sheet.grid(xs, 100, [("Well", "Date", "Depth"), *[("", "", "")] * 4])
        else:
            sheet.columns([x + 4 for x in xs], 104, [("Well", "Date", "Depth")], 18)
        for line in range(4):
            # One string per row; only blanks part the columns.
            text = sheet.canvas.beginText(76, 842 - 131 - 18 * line)
            text.setFont("Courier", 8)
            text.textOut(f"7/11-{line + 1}       1972-0{line + 1}     30{line}5")
            sheet.canvas.drawText(text)

    (found,) = read(tmp_path, page).tables
    assert texts(found)[1:] == [
        [f"7/11-{line + 1}", f"1972-0{line + 1}", f"30{line}5"] for line in range(4)
    ]
