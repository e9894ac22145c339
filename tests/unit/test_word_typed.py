"""Tables that were typed with tabs."""

from pathlib import Path

import pytest
from word_files import bold, casing_table, paragraph, read_body, run, texts

from extractors.word.typed import fields_of, typed_rows
from relatab.model import Caption


def typed(*lines: str) -> str:
    """A paragraph a line, with real tabs."""
    return "".join(f"<w:p>{tabbed(line)}</w:p>" for line in lines)


def tabbed(line: str) -> str:
    return "<w:r><w:tab/></w:r>".join(run(text) for text in line.split("\t"))


CASING = ("Casing\tShoe\tTOC", '13 3/8"\t1874\t812', '9 5/8"\t3120\t2400')


def test_lines_with_tabs_that_agree_make_a_table_with_its_caption(tmp_path: Path) -> None:
    body = bold("CASING RECORD") + typed(*CASING) + paragraph("All depths from rig floor.")
    result = read_body(tmp_path, body + casing_table())
    found, _ = result.tables
    assert texts(found) == [line.split("\t") for line in CASING]
    assert found.caption == Caption("CASING RECORD", "box_title")
    assert (found.header_rows, found.extractor, found.page) == (1, "word-tabs", 1)


def test_a_caption_or_heading_with_a_tab_is_no_row(tmp_path: Path) -> None:
    heading = f"<w:p>{run('3.2', '<w:b/>')}<w:r><w:tab/></w:r>{run('Casing', '<w:b/>')}</w:p>"
    for line, caption in ((typed("Table 3:\tCasing"), "Table 3: Casing"), (heading, "3.2 Casing")):
        (found,) = read_body(tmp_path, line + typed(*CASING)).tables
        assert found.n_rows == len(CASING)
        assert found.caption is not None
        assert found.caption.text == caption


def test_lines_of_one_paragraph_count_as_rows(tmp_path: Path) -> None:
    body = f"<w:p>{'<w:r><w:br/></w:r>'.join(map(tabbed, CASING))}</w:p>"
    assert texts(read_body(tmp_path, body).tables[0]) == [line.split("\t") for line in CASING]


def test_a_blank_corner_and_blank_fields_keep_their_columns(tmp_path: Path) -> None:
    lines = ("\tMeters\tFeet", "Recent\t106\t347", "Danian\t\t10078")
    assert texts(read_body(tmp_path, typed(*lines)).tables[0])[2] == ["Danian", "", "10078"]


def test_tabs_in_a_table_cell_make_no_table(tmp_path: Path) -> None:
    body = casing_table().replace("<w:p><w:r><w:rPr></w:rPr>", typed(*CASING) + "<w:p><w:r>", 1)
    assert len(read_body(tmp_path, body).tables) == 1


def test_several_tabs_set_a_line_as_far_in_as_one() -> None:
    lines = [fields_of(line) for line in ("Unit\tTop", "Recent\t\t\t106", "Danian\t\t3072")]
    assert typed_rows(lines) == [("Unit", "Top"), ("Recent", "106"), ("Danian", "3072")]


@pytest.mark.parametrize(
    "lines",
    [
        ("Casing\tShoe", "20\t812"),
        ("1.\tRun casing 20", "2.\tCement 812 m", "3.\tTest to 5 bar"),
        ("Introduction\t1", "Casing\t4", "Cement\t9"),
        ("Office\tTel. 110", "Rig\tTel. 211", "Base\tTel. 312"),
        ("Rig\tCod", "Operator\tPhillips", "Block\tsouth"),
        ("a\t1\t2", "b\t3", "c\t4\t5"),
        ("a\t1", "b\t2", "c\t" + "long text 3 " * 9),
    ],
)
def test_signatures_lists_contents_and_indented_prose_make_none(lines: tuple[str, ...]) -> None:
    assert typed_rows([fields_of(line) for line in lines]) is None


def test_wide_gaps_of_spaces_part_fields_as_tabs_do() -> None:
    lines = [fields_of(line) for line in ("  Unit     Top m", "Recent      106", "Danian   3072")]
    assert typed_rows(lines) == [("Unit", "Top m"), ("Recent", "106"), ("Danian", "3072")]


def test_bars_part_fields_and_a_drawn_line_is_no_row(tmp_path: Path) -> None:
    lines = (
        "| Unit | Top m |  |",
        "|------|-------|--|",
        "| Recent | 106 | a |",
        "| Danian | 3072 | |",
    )
    (found,) = read_body(tmp_path, "".join(map(paragraph, lines))).tables
    assert [[cell and cell.text for cell in row] for row in found.grid()] == [
        ["Unit", "Top m", ""],
        ["Recent", "106", "a"],
        ["Danian", "3072", ""],
    ]
    assert fields_of("a | b") == ()


def test_prose_has_no_fields() -> None:
    assert fields_of("The casing was run.") == ()
    assert fields_of("\tindented") == ()
    assert fields_of("The casing was run.  It was cemented.") == ()
    assert fields_of("trailing\t") == ()
