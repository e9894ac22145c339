"""Complaints 18 to 22, and 1 again: large, hidden, tracked and ragged tables of Word files."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from word_files import bold, cell, paragraph, row, run, spans, table, texts, write_docx

from extractors import extract
from relatab.model import Extraction

SMALL = table(row("Casing", "Shoe (m)"), row("20", "412"), row("13 3/8", "1874"))
SMALL_TEXTS = [["Casing", "Shoe (m)"], ["20", "412"], ["13 3/8", "1874"]]


def read(folder: Path, body: str) -> Extraction:
    return extract(write_docx(folder / "report.docx", body))


def test_c18_every_row_is_visited_once(tmp_path: Path) -> None:
    """Ten times the rows take ten times the calls: counted, since times would vary."""

    def calls(rows: int) -> int:
        body = table(*(row(*map(str, range(line, line + 10))) for line in range(rows)))
        path = write_docx(tmp_path / f"{rows}.docx", body)
        count = 0

        def counted(_: object, event: str, __: object) -> None:
            nonlocal count
            count += event in ("call", "c_call")

        sys.setprofile(counted)
        try:
            (found,) = extract(path).tables
        finally:
            sys.setprofile(None)
        assert found.n_rows == rows
        assert found.cells[-1].text == str(rows + 8)
        return count

    calls(2)  # imports
    assert calls(400) < 15 * calls(40)


HIDING = {
    "a content control": f"<w:sdt><w:sdtContent>{SMALL}</w:sdtContent></w:sdt>",
    "an insertion": f'<w:ins w:id="1" w:author="a">{SMALL}</w:ins>',
    "custom XML": f'<w:customXml w:element="a">{SMALL}</w:customXml>',
    "a text box": (
        f"<w:p><w:r><w:pict><v:shape xmlns:v='urn:schemas-microsoft-com:vml'><v:textbox>"
        f"<w:txbxContent>{SMALL}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>"
    ),
    "a choice of drawings": (
        f"<w:p><w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:drawing><w:txbxContent>"
        f"{SMALL}</w:txbxContent></w:drawing></mc:Choice><mc:Fallback/></mc:AlternateContent>"
        f"</w:r></w:p>"
    ),
}


@pytest.mark.parametrize("place", HIDING)
def test_c19_a_table_is_found_wherever_it_hides(place: str, tmp_path: Path) -> None:
    (found,) = read(tmp_path, paragraph("Before") + HIDING[place] + paragraph("After")).tables
    assert texts(found) == SMALL_TEXTS


def test_c19_a_nested_table_is_one_of_its_own_and_knows_its_parent(tmp_path: Path) -> None:
    outer = table(
        row("Well", "Program"), row("7/11-1", cell(SMALL + paragraph("see above"))), row("A", "B")
    )
    parent, child = read(tmp_path, outer).tables
    assert child.parent == parent.id
    assert texts(child) == SMALL_TEXTS
    assert texts(parent)[1] == ["7/11-1", "see above"]


def test_c20_paragraphs_and_tables_keep_their_order_so_that_titles_meet_their_tables(
    tmp_path: Path,
) -> None:
    body = (
        paragraph("Table 1. Casing")
        + SMALL
        + paragraph("Some words between the two.")
        + paragraph("Table 2. Tests")
        + table(row("Test", "Rate"), row("DST 1", "812"))
    )
    first, second = read(tmp_path, body).tables
    assert [one.caption.text if one.caption else None for one in (first, second)] == [
        "Table 1. Casing",
        "Table 2. Tests",
    ]


def test_c21_insertions_are_in_and_deletions_out(tmp_path: Path) -> None:
    mark = 'w:id="1" w:author="a"'
    corrected = (
        f"<w:p><w:del {mark}><w:r><w:delText>1205</w:delText></w:r></w:del>"
        f"<w:ins {mark}>{run('1210')}</w:ins></w:p>"
    )
    moved = (
        f"<w:p><w:moveFrom {mark}>{run('old place')}</w:moveFrom>"
        f"<w:moveTo {mark}>{run('new place')}</w:moveTo></w:p>"
    )
    body = table(
        row("Casing", "Shoe (m)", "Remark"),
        row("30", "412", "gone", properties=f"<w:del {mark}/>"),
        row("20", cell(corrected), cell(moved)),
        row("13 3/8", "1874", "new", properties=f"<w:ins {mark}/>"),
    )
    (found,) = read(tmp_path, body).tables
    assert texts(found) == [
        ["Casing", "Shoe (m)", "Remark"],
        ["20", "1210", "new place"],
        ["13 3/8", "1874", "new"],
    ]


def test_c22_rows_that_start_late_or_end_early_keep_their_columns(tmp_path: Path) -> None:
    body = table(
        row("Zone", "Top", "Bottom"),
        row("2510", "2528", properties='<w:gridBefore w:val="1"/>'),
        row("Tor", "2528", properties='<w:gridAfter w:val="1"/>'),
    )
    (found,) = read(tmp_path, body).tables
    assert texts(found)[1:] == [[None, "2510", "2528"], ["Tor", "2528", None]]


def test_c01_both_kinds_of_merge_in_one_corner_are_one_cell(tmp_path: Path) -> None:
    corner = '<w:gridSpan w:val="2"/><w:vMerge {}/>'
    body = table(
        row(cell(bold("Well"), corner.format('w:val="restart"')), cell(bold("Rate"))),
        row(cell("", corner.format("")), cell(bold("Sm3/d"))),
        row("7/11", "1", "812"),
    )
    (found,) = read(tmp_path, body).tables
    assert spans(found)[0] == ("Well", 0, 2, 0, 2)
    assert sum(one.text == "Well" for one in found.cells) == 1


def test_a_damaged_style_sheet_costs_no_table(tmp_path: Path) -> None:
    extraction = extract(write_docx(tmp_path / "a.docx", SMALL, styles="<w:style"))
    assert [texts(found) for found in extraction.tables] == [SMALL_TEXTS]
    (issue,) = extraction.issues
    assert issue.kind == "damaged part"
    assert issue.message.startswith("part word/styles.xml is damaged (")
