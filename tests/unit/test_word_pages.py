"""On which page a Word table stands."""

from pathlib import Path

from word_files import casing_table, cell, paragraph, read_body, row, run, table

RENDERED = "<w:r><w:lastRenderedPageBreak/></w:r>"
HARD = '<w:r><w:br w:type="page"/></w:r>'


def page_break() -> str:
    return f"<w:p>{HARD}</w:p>"


def pages(folder: Path, body: str, **parts: str) -> list[tuple[int, ...]]:
    return [found.provenance.pages for found in read_body(folder, body, **parts).tables]


def test_recorded_breaks_give_exact_pages(tmp_path: Path) -> None:
    body = paragraph("a") + f"<w:p>{RENDERED}{run('b')}</w:p>" + casing_table()
    result = read_body(tmp_path, body)
    assert result.tables[0].provenance.pages == (2,)
    assert result.tables[0].provenance.page_exact
    assert result.pages == 2


def test_a_set_break_and_its_record_are_one_break(tmp_path: Path) -> None:
    body = paragraph("a") + page_break() + f"<w:p>{RENDERED}{run('b')}</w:p>" + casing_table()
    assert pages(tmp_path, body) == [(2,)]


def test_without_recorded_breaks_set_ones_count_and_the_page_is_an_estimate(tmp_path: Path) -> None:
    before = "<w:p><w:pPr><w:pageBreakBefore/></w:pPr><w:r><w:t>b</w:t></w:r></w:p>"
    body = paragraph("a") + page_break() + casing_table() + before + casing_table()
    result = read_body(tmp_path, body)
    assert [found.provenance.pages for found in result.tables] == [(2,), (3,)]
    assert not result.tables[0].provenance.page_exact


def test_much_text_fills_pages_where_no_break_is_recorded(tmp_path: Path) -> None:
    body = "".join(paragraph("The well was drilled ahead. " * 20) for _ in range(60))
    (found,) = pages(tmp_path, body + casing_table())
    assert found[0] > 3


def test_a_section_begins_on_a_new_page_unless_it_is_continuous(tmp_path: Path) -> None:
    end = "<w:p><w:pPr><w:sectPr/></w:pPr></w:p>"
    last = '<w:sectPr><w:type w:val="{}"/></w:sectPr>'
    body = paragraph("a") + end + casing_table()
    assert pages(tmp_path, body + last.format("nextPage")) == [(2,)]
    assert pages(tmp_path, body + last.format("continuous")) == [(1,)]


def test_a_table_over_pages_names_them_all(tmp_path: Path) -> None:
    moved = f"<w:p>{RENDERED}{run('7')}</w:p>"
    body = table(row("Casing", "Shoe"), row("9", "3120"), row(cell(moved), "3900")) + casing_table()
    assert pages(tmp_path, body) == [(1, 2), (2,)]


def test_a_first_row_moved_to_the_next_page_takes_the_table_along(tmp_path: Path) -> None:
    moved = f"<w:p>{RENDERED}{run('Casing')}</w:p>"
    body = paragraph("a") + table(row(cell(moved), "Shoe"), row("9", "3120"))
    assert pages(tmp_path, body) == [(2,)]


def test_a_row_split_over_pages_counts_its_break_once(tmp_path: Path) -> None:
    split = f"<w:p>{run('long')}{RENDERED}{run('text')}</w:p>"
    body = table(row("a", "b"), row(cell(split), cell(split))) + casing_table()
    assert pages(tmp_path, body) == [(1, 2), (2,)]


def test_the_printed_number_is_told_where_the_page_prints_one(tmp_path: Path) -> None:
    footer = '<w:p><w:fldSimple w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple></w:p>'
    reference = '<w:footerReference w:type="default" r:id="footer1"/>'
    front = f'<w:sectPr>{reference}<w:pgNumType w:fmt="lowerRoman"/></w:sectPr>'
    main = '<w:sectPr><w:pgNumType w:start="1"/></w:sectPr>'
    body = (
        page_break()
        + casing_table()
        + f"<w:p><w:pPr>{front}</w:pPr></w:p>"
        + casing_table()
        + page_break()
        + paragraph("The liner was hung off.")
        + casing_table()
        + main
    )
    found = read_body(tmp_path, body, footer1=footer).tables
    assert [one.provenance.page_label for one in found] == ["ii", "1", "2"]
    assert read_body(tmp_path, casing_table()).tables[0].provenance.page_label is None
