"""Word tables that their author split by hand over pages are one table again."""

from pathlib import Path

from word_files import bold, casing_table, cell, paragraph, read_body, row, run, table, texts

BREAK = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
BLANK = "<w:p/>"
HEADER = row("Depth (m)", "Mud weight (SG)")
FIRST = table(HEADER, row("1200", "1.15"), row("1500", "1.18"))
SECOND = table(HEADER, row("1800", "1.21"), row("2100", "1.24"))
WHOLE = [
    ["Depth (m)", "Mud weight (SG)"],
    ["1200", "1.15"],
    ["1500", "1.18"],
    ["1800", "1.21"],
    ["2100", "1.24"],
]
GRID = '<w:tblGrid><w:gridCol w:w="{}"/><w:gridCol w:w="{}"/></w:tblGrid>'


def headless(*rows: str, widths: tuple[int, int] = (2000, 3000)) -> str:
    return table(*rows).replace("<w:tblGrid/>", GRID.format(*widths))


def grids(folder: Path, body: str) -> list[list[list[str | None]]]:
    return [texts(found) for found in read_body(folder, body).tables]


def test_a_header_repeated_after_a_set_break_goes_on(tmp_path: Path) -> None:
    body = paragraph("Table 1: Mud") + FIRST + BLANK + BREAK + SECOND
    (found,) = read_body(tmp_path, body).tables
    assert texts(found) == WHOLE
    assert found.provenance.pages == (1, 2)
    assert found.header_rows == 1
    assert found.caption is not None
    assert found.caption.text == "Table 1: Mud"


def test_a_break_before_the_first_cell_counts_as_one(tmp_path: Path) -> None:
    before = "<w:p><w:pPr><w:pageBreakBefore/></w:pPr>" + run("Depth (m)") + "</w:p>"
    second = table(row(cell(before), "Mud weight (SG)"), row("1800", "1.21"), row("2100", "1.24"))
    assert grids(tmp_path, FIRST + BLANK + second) == [WHOLE]


def test_a_caption_that_says_continued_needs_no_break(tmp_path: Path) -> None:
    for caption in ("Table 1: Mud (continued)", "Table 1 (cont'd)", "Table 1: Mud"):
        body = paragraph("Table 1: Mud") + FIRST + BLANK + paragraph(caption) + SECOND
        assert grids(tmp_path, body) == [WHOLE]


def test_a_part_without_a_header_goes_on_in_columns_of_the_same_widths(tmp_path: Path) -> None:
    first = headless(HEADER, row("1200", "1.15"), row("1500", "1.18"))
    rest = (row("1800", "1.21"), row("2100", "1.24"))
    assert grids(tmp_path, first + BREAK + headless(*rest)) == [WHOLE]
    assert len(grids(tmp_path, first + BREAK + headless(*rest, widths=(4500, 500)))) == 2
    assert len(grids(tmp_path, first + BREAK + table(*rest))) == 2


def test_two_tables_of_one_kind_stay_two(tmp_path: Path) -> None:
    for between in (
        BLANK,  # no break
        BREAK + bold("Well 7/11-2"),  # a title
        BREAK + paragraph("The second section was drilled with oil based mud."),
        BREAK + paragraph("Table 2: Mud of the second well"),
        BREAK + casing_table() + BREAK,
    ):
        found = grids(tmp_path, paragraph("Table 1: Mud") + FIRST + between + SECOND)
        assert WHOLE not in found
        assert WHOLE[:3] in found


def test_a_caption_in_the_title_row_counts_as_one(tmp_path: Path) -> None:
    def titled(title: str, *rows: str) -> str:
        return table(row(cell(title, '<w:gridSpan w:val="2"/>')), HEADER, *rows)

    first = titled("Table 7: Mud", row("1200", "1.15"), row("1500", "1.18"))
    second = titled("Table 7: Mud (cont.)", row("1800", "1.21"), row("2100", "1.24"))
    (whole,) = grids(tmp_path, first + BREAK + second)
    assert whole[1:] == WHOLE
    assert len(grids(tmp_path, first + BREAK + second.replace("Table 7", "Table 8"))) == 2


def test_a_sheet_for_each_well_stays_a_table_of_its_own(tmp_path: Path) -> None:
    def sheet(well: str, depth: str) -> str:
        return headless(row("Well:", well), row("Total depth:", depth), row("Status:", "P&amp;A"))

    body = sheet("7/11-1", "3010 m") + BREAK + sheet("7/11-2", "2890 m")
    assert len(grids(tmp_path, body)) == 2


def test_a_table_in_a_cell_keeps_its_parent_when_its_parent_goes_on(tmp_path: Path) -> None:
    inner = cell(table(row("a", "b"), row("1", "2")) + "<w:p/>")
    second = table(HEADER, row("1800", inner), row("2100", "1.24"))
    tables = read_body(tmp_path, FIRST + BREAK + second).tables
    assert [found.n_rows for found in tables] == [5, 2]
    assert tables[1].parent == tables[0].id


def test_a_nested_table_does_not_part_the_table_around_it(tmp_path: Path) -> None:
    inner = cell(table(row("a", "b"), row("1", "2")) + "<w:p/>")
    first = table(HEADER, row("1200", inner), row("1500", "1.18"))
    assert [len(grid) for grid in grids(tmp_path, first + BREAK + SECOND)] == [5, 2]
