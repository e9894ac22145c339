"""From a raw table to the public one."""

import hashlib
from pathlib import Path

import pytest
from raw_tables import raw_table

from extractors.base import RawCell, RawTable
from extractors.normalize import build_table, document_hash
from relatab.model import Caption, Column, Issue, RowGroup, Table, table_id

DIGEST = "ab" * 32


def built(raw: RawTable, position: int = 0) -> Table:
    table, issues = build_table(raw, path="r.docx", document_hash=DIGEST, position=position)
    assert issues == raw.issues
    return table


CASING = raw_table(["Casing", "Shoe (m)"], ['13 3/8"', "1 874,5"], ["7 in", "Nil"])


def test_a_table_gets_header_columns_numbers_and_its_id() -> None:
    table = built(CASING, position=3)
    assert table.id == table_id(DIGEST, 3)
    assert table.columns == (Column("Casing"), Column("Shoe (m)", "m"))
    assert [cell.is_header for cell in table.cells] == [True, True, False, False, False, False]
    assert [cell.value for cell in table.cells] == [None, None, 13.375, 1874.5, 7.0, None]
    assert [cell.unit for cell in table.cells[2:5]] == ['"', None, "in"]
    assert table.cells[3].text == "1 874,5"


def test_a_nested_table_names_its_parent() -> None:
    raw = RawTable(CASING.cells, CASING.n_rows, CASING.n_columns, parent=0)
    assert built(raw, position=1).parent == table_id(DIGEST, 0)


def test_section_rows_of_the_body_are_row_groups() -> None:
    table = built(
        raw_table(
            ["Unit", "Top", "Base"],
            [("TERTIARY", 3)],
            ["Miocene", "673", "730"],
            ["CRETACEOUS", "", ""],
            ["Danian", "3072", "3166"],
            ["Campanian", "3475", "3491"],
            ["-unconformity-", "", ""],
        )
    )
    assert table.row_groups == (
        RowGroup("TERTIARY", 2, 3),
        RowGroup("CRETACEOUS", 4, 6),
    )


def test_a_label_without_its_value_is_no_section_row() -> None:
    rows = (["Unit", "Top (m)"], ["PERMIAN", ""], ["Recent", ""], ["Danian", "3072"])
    assert built(raw_table(*rows)).row_groups == (RowGroup("PERMIAN", 2, 4),)
    form = built(raw_table(["Well:", ""], ["Rig:", "Cod"], ["Date:", "1968"]))
    assert form.row_groups == ()


def test_a_title_row_inside_the_table_is_its_caption_unless_there_is_one() -> None:
    rows = ([("CASING RECORD", 2)], ["Casing", "Shoe"], ["20", "812"])
    given = Caption("Table 1: Casing", "numbered")
    assert built(raw_table(*rows)).caption == Caption("CASING RECORD", "box_title")
    assert built(raw_table(*rows, caption=given)).caption == given
    form = raw_table([("WELL DATA", 2)], ["Well:", "7/11-1"], ["Rig:", "Ocean Viking"])
    assert built(form).caption == Caption("WELL DATA", "box_title")
    section = raw_table([("TERTIARY", 2)], ["Miocene", "673"], ["Eocene", "2666"], header_rows=0)
    assert built(section).caption is None


def test_forms_and_frames_have_their_kind() -> None:
    assert built(raw_table(["Well:", "7/11-1"], ["Rig:", "Cod"])).kind == "key_value"
    assert built(raw_table(["text"], layout=True)).kind == "layout"
    assert built(CASING).kind == "grid"


def test_cells_that_overlap_or_leave_the_grid_are_repaired_and_reported() -> None:
    cells = (
        RawCell("wide", 0, 1, 0, 9),
        RawCell("over", 0, 1, 1, 2),
        RawCell("tall", 1, 7, 0, 1),
        RawCell("below", 2, 3, 0, 1),
        RawCell("far", 5, 6, 3, 4),
        RawCell("minus", -2, 1, -1, 1),
    )
    table, issues = build_table(
        RawTable(cells, 2, 2), path="r.docx", document_hash=DIGEST, position=0
    )
    kept = "\n".join(cell.text for cell in table.cells)
    assert all(cell.text in kept for cell in cells)
    assert [issue.kind for issue in issues] == ["cells overlap"]


def test_what_the_reader_found_irregular_is_handed_on() -> None:
    found = Issue("row cut", "row 3")
    raw = RawTable(CASING.cells, CASING.n_rows, CASING.n_columns, issues=(found,))
    _, issues = build_table(raw, path="r.docx", document_hash=DIGEST, position=0)
    assert issues == (found,)


def test_an_empty_raw_table_makes_an_empty_table() -> None:
    table = built(RawTable((), 0, 0))
    assert (table.n_rows, table.n_columns, table.columns) == (0, 0, ())


@pytest.mark.parametrize("size", [0, 5, 3 << 20])
def test_a_document_is_known_by_its_bytes(size: int, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes(size))
    assert document_hash(path) == hashlib.sha256(bytes(size)).hexdigest()


def test_unit_stated_for_all_depths_is_that_of_depth_columns_without_their_own() -> None:
    rows = [["Casing", "Shoe depth", "TVD (ft)", "Weight"], ["20", "612", "2008", "133"]]
    table = built(raw_table(*rows, notes=("(all depths in m RKB)",)))
    assert [column.unit for column in table.columns] == [None, "m RKB", "ft", None]


def test_columns_have_decimal_marks_of_their_own() -> None:
    rows = [["Depth", "Rate", "Sum"], ["1,5", "1,234", "1.5"], ["2,5", "1,300.5", "2.25"]]
    values = [cell.value for cell in built(raw_table(*rows)).cells if not cell.is_header]
    assert values == [1.5, 1234.0, 1.5, 2.5, 1300.5, 2.25]


def test_brackets_are_a_minus_in_columns_of_money() -> None:
    rows = [["Item", "Cost (NOK)", "Depth"], ["Rig", "1,200", "(812)"], ["Saved", "(350)", "900"]]
    table = built(raw_table(*rows))
    assert [cell.value for cell in table.cells if cell.column > 0 and not cell.is_header] == [
        1200.0,
        812.0,
        -350.0,
        900.0,
    ]
