"""Where the cells of a Word table stand."""

from pathlib import Path

from word_files import cell, paragraph, read_body, row, run, spans, table, texts

SPAN_2 = '<w:gridSpan w:val="2"/>'
BEGIN = '<w:vMerge w:val="restart"/>'
GO_ON = "<w:vMerge/>"


def only_table(folder: Path, body: str):
    (found,) = read_body(folder, body).tables
    return found


def test_cells_merged_across_and_down_are_one_cell_each(tmp_path: Path) -> None:
    body = table(
        row(cell("Unit", BEGIN), cell("Depth", SPAN_2)),
        row(cell("", GO_ON), "Meters", "Feet"),
        row("Recent", "106", "347"),
    )
    assert spans(only_table(tmp_path, body))[:4] == [
        ("Unit", 0, 2, 0, 1),
        ("Depth", 0, 1, 1, 3),
        ("Meters", 1, 2, 1, 2),
        ("Feet", 1, 2, 2, 3),
    ]


def test_a_cell_may_span_rows_and_columns_at_once(tmp_path: Path) -> None:
    body = table(
        row(cell("block", SPAN_2 + BEGIN), "a"),
        row(cell("", SPAN_2 + GO_ON), "b"),
        row("c", "d", "e"),
    )
    assert spans(only_table(tmp_path, body))[0] == ("block", 0, 2, 0, 2)


def test_a_vertical_merge_of_another_width_begins_a_new_cell(tmp_path: Path) -> None:
    body = table(row(cell("wide", SPAN_2 + BEGIN), "a"), row(cell("narrow", GO_ON), "b", "c"))
    assert ("narrow", 1, 2, 0, 1) in spans(only_table(tmp_path, body))


def test_a_merge_that_begins_again_ends_the_one_above(tmp_path: Path) -> None:
    body = table(row(cell("x", BEGIN), "1"), row(cell("y", BEGIN), "2"), row(cell("", GO_ON), "3"))
    assert [span for span in spans(only_table(tmp_path, body)) if span[3] == 0] == [
        ("x", 0, 1, 0, 1),
        ("y", 1, 3, 0, 1),
    ]


def test_the_older_horizontal_merge_is_a_span_too(tmp_path: Path) -> None:
    body = table(
        row(cell("Depth", '<w:hMerge w:val="restart"/>'), cell("", "<w:hMerge/>"), "Unit"),
        row("1", "2", "3"),
    )
    assert spans(only_table(tmp_path, body))[:2] == [("Depth", 0, 1, 0, 2), ("Unit", 0, 1, 2, 3)]


def test_rows_that_begin_late_or_end_early_keep_their_columns(tmp_path: Path) -> None:
    body = table(
        row("a", "b", "c"),
        row("late", "last", properties='<w:gridBefore w:val="1"/>'),
        row("early", properties='<w:gridAfter w:val="2"/>'),
    )
    assert texts(only_table(tmp_path, body)) == [
        ["a", "b", "c"],
        [None, "late", "last"],
        ["early", None, None],
    ]


def test_a_nested_table_is_a_table_of_its_own_and_leaves_its_parents_text(tmp_path: Path) -> None:
    inner = paragraph("Spacer:") + table(row("Barite", "412"), row("Water", "588"))
    outer, nested = read_body(tmp_path, table(row("Job", cell(inner)), row("CJ-1", "x"))).tables
    assert outer.parent is None
    assert nested.parent == outer.id
    assert texts(outer)[0] == ["Job", "Spacer:"]
    assert texts(nested) == [["Barite", "412"], ["Water", "588"]]


def test_content_controls_hide_neither_table_nor_row_nor_cell(tmp_path: Path) -> None:
    def control(content: str) -> str:
        return f"<w:sdt><w:sdtPr/><w:sdtContent>{content}</w:sdtContent></w:sdt>"

    controlled_cell = f"<w:tr>{control(cell('c'))}{cell('d')}</w:tr>"
    controlled_text = row(cell(control(paragraph("e"))), cell(f"<w:p>{control(run('f'))}</w:p>"))
    body = control(table(control(row("a", "b")), controlled_cell, controlled_text))
    assert texts(only_table(tmp_path, body)) == [["a", "b"], ["c", "d"], ["e", "f"]]


def test_deleted_rows_and_cells_are_out_and_inserted_ones_in(tmp_path: Path) -> None:
    mark = '<w:del w:id="1" w:author="x"/>'
    body = table(
        row("Casing", "Shoe"),
        row("gone", "gone", properties=mark),
        row("7", cell("gone", '<w:cellDel w:id="2"/>'), cell("3900", '<w:cellIns w:id="3"/>')),
        row("9 5/8", "3120", properties='<w:ins w:id="4"/>'),
    )
    assert texts(only_table(tmp_path, body)) == [
        ["Casing", "Shoe"],
        ["7", "3900"],
        ["9 5/8", "3120"],
    ]


def test_a_tracked_merge_counts_as_accepted(tmp_path: Path) -> None:
    body = table(
        row(cell("x", '<w:cellMerge w:vMerge="rest"/>'), "1"),
        row(cell("", '<w:cellMerge w:vMerge="cont"/>'), "2"),
    )
    assert spans(only_table(tmp_path, body))[0] == ("x", 0, 2, 0, 1)


def test_a_table_whose_rows_are_all_deleted_is_gone(tmp_path: Path) -> None:
    assert read_body(tmp_path, table(row("a", "b", properties="<w:del/>"))).tables == ()


def test_absurd_spans_neither_crash_nor_fill_the_memory(tmp_path: Path) -> None:
    body = table(
        row(cell("wide", '<w:gridSpan w:val="999999999"/>'), "b"),
        row(cell("minus", '<w:gridSpan w:val="-3"/>'), cell("text", '<w:gridSpan w:val="two"/>')),
        row("late", properties='<w:gridBefore w:val="99999999"/>'),
    )
    found = only_table(tmp_path, body)
    assert {"wide", "b", "minus", "text", "late"} == {cell.text for cell in found.cells}


def test_text_in_a_merged_away_cell_is_left_out_as_word_does_and_reported(tmp_path: Path) -> None:
    body = table(row(cell("x", BEGIN), "1"), row(cell("hidden", GO_ON), "2"))
    result = read_body(tmp_path, body)
    assert "hidden" not in [cell.text for cell in result.tables[0].cells]
    assert [issue.kind for issue in result.issues] == ["hidden text"]


def test_rows_that_word_repeats_on_each_page_are_the_header(tmp_path: Path) -> None:
    repeated = "<w:tblHeader/>"
    body = table(
        row("1", "2", properties=repeated),
        row("3", "4", properties=repeated),
        row("5", "6"),
    )
    assert only_table(tmp_path, body).header_rows == 2


def test_a_repeated_row_further_down_is_no_header(tmp_path: Path) -> None:
    body = table(row("4", "7,5"), row("5", "8,5", properties="<w:tblHeader/>"), row("6", "9,5"))
    assert only_table(tmp_path, body).header_rows == 0


def test_a_table_of_many_rows_is_read_in_one_pass(tmp_path: Path) -> None:
    many = 3000
    body = table(row("No", "Depth"), *(row(str(number), "x") for number in range(many)))
    assert only_table(tmp_path, body).n_rows == many + 1


def test_a_repeat_mark_on_all_rows_tells_no_header(tmp_path: Path) -> None:
    mark = "<w:tblHeader/>"
    one = table(row("Remarks", "Cut at 3010 m", properties=mark))
    two = table(row("20", "512", properties=mark), row("7", "3900", properties=mark))
    assert [found.header_rows for found in read_body(tmp_path, one + "<w:p/>" + two).tables] == [
        0,
        0,
    ]
