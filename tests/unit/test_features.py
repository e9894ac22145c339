from dataclasses import replace

import pytest
from index_support import make_table

from relatab.domain.terms import search_terms
from relatab.embedding import HashingEncoder
from relatab.index.features import (
    VALUE_ROWS,
    caption_text,
    column_features,
    dense_text,
    index_fingerprint,
    search_text,
    table_features,
)
from relatab.index.records import Role
from relatab.model import Column, Context, Identity, RowGroup, Table

PATH = "/share/Havsule/7-11-1/final_report.docx"
ROWS = [["Size (in)", "Depth"], ["9 5/8", "2504"], ["", "2504"], ["7", "3139"]]


def casing(**changes: object) -> Table:
    table = make_table(ROWS, caption="Table 1:\n Casing  data", headings=("Drilling", "Casing"))
    return replace(table, **changes)


def test_the_caption_is_one_line() -> None:
    assert caption_text(casing()) == "Table 1: Casing data"


def test_without_a_caption_the_innermost_heading_says_what_the_table_is() -> None:
    assert caption_text(casing(caption=None)) == "Casing"
    assert caption_text(casing(caption=None, context=Context())) == ""


def test_values_keep_their_row_and_blanks_are_left_out() -> None:
    size, depth = column_features(casing())
    assert (size.name, size.values) == ("Size (in)", ((0, "9 5/8"), (2, "7")))
    assert depth.values == ((0, "2504"), (1, "2504"), (2, "3139"))


def test_only_the_first_rows_of_a_long_table_are_embedded() -> None:
    rows = [["Depth"], *([str(depth)] for depth in range(1000))]
    (column,) = column_features(make_table(rows))
    assert [row for row, _ in column.values] == list(range(VALUE_ROWS))


def test_all_rows_of_a_long_table_are_searched() -> None:
    rows = [["Depth"], *([str(depth)] for depth in range(1000))]
    assert "999" in search_text(make_table(rows), PATH).cells.split()


def test_a_table_without_column_names_has_nameless_columns() -> None:
    columns = column_features(casing(columns=()))
    assert [column.name for column in columns] == ["", ""]


def test_the_dense_text_is_caption_columns_and_context() -> None:
    well = Identity("well", "7/11-1", "7/11-1", "page")
    table = casing(context=Context("Final report", ("Drilling",), (), (well,)))
    caption, columns, context = dense_text(table, PATH).splitlines()
    assert caption == "Table 1: Casing data"
    assert columns == "Size (in) | Depth"
    assert context.split("; ") == ["Final report", "Drilling", "7/11-1", "final report"]


def test_the_entries_of_a_form_are_its_columns() -> None:
    rows = [["Well", "7/11-1", "Rig", "Polar Sula"], ["Spud", "2 May 1968", "", ""]]
    grid = make_table(rows, kind="key_value")
    unmarked = tuple(replace(cell, is_header=False) for cell in grid.cells)
    form = replace(grid, header_rows=0, cells=unmarked)
    assert [(column.name, column.values) for column in column_features(form)] == [
        ("Well", ((0, "7/11-1"),)),
        ("Rig", ((0, "Polar Sula"),)),
        ("Spud", ((1, "2 May 1968"),)),
    ]
    assert "Well | Rig | Spud" in dense_text(form, PATH)


def test_a_unit_stands_with_its_column_unless_the_name_has_it() -> None:
    table = casing(columns=(Column("Size (in)", "in"), Column("Depth", "m")))
    assert "Size (in) | Depth (m)" in dense_text(table, PATH)


@pytest.mark.parametrize("what", ["context", "columns"])
def test_nothing_crowds_the_rest_out_of_the_dense_text(what: str) -> None:
    table = casing(context=Context("Final report"))
    if what == "context":
        table = replace(table, context=Context("very long title " * 100))
    else:
        table = replace(table, columns=(Column("name " * 200), Column("Depth")))
    text = dense_text(table, PATH)
    assert len(text) < 1000
    assert "Casing data" in text
    assert ("Size (in)" in text) if what == "context" else ("Final report" in text)


def test_different_spellings_of_a_size_are_one_term() -> None:
    cells = [search_text(make_table([["Size"], [text]]), PATH).cells for text in
             ('9-5/8"', "9 5/8 in", "9⅝”")]  # fmt: skip
    assert len(set(cells)) == 1


def test_notes_and_row_groups_are_searched_with_the_cells() -> None:
    table = casing(notes=("Corrected for datum",), row_groups=(RowGroup("Liner", 1, 3),))
    assert set(search_terms("datum Liner")) <= set(search_text(table, PATH).cells.split())


def test_headings_facts_wells_and_file_names_are_searched_as_context() -> None:
    well = Identity("well", "7/11-1", "Well 7/11-1", "page")
    context = Context("Title", ("Heading",), ("Rig Ocean",), (well,))
    words = set(search_text(casing(context=context), PATH).context.split())
    assert set(search_terms("Title Heading Ocean 7/11-1 Havsule final")) <= words


def test_a_page_layout_has_no_features() -> None:
    assert table_features(casing(kind="layout"), PATH) is None


def test_each_use_of_a_text_has_its_place() -> None:
    features = table_features(casing(), PATH)
    assert features is not None
    uses = [use for use in features.uses() if use[0] is not Role.DENSE]
    assert uses == [
        (Role.CAPTION, 0, 0, "Table 1: Casing data"),
        (Role.NAME, 0, 0, "Size (in)"),
        (Role.VALUE, 0, 0, "9 5/8"),
        (Role.VALUE, 0, 2, "7"),
        (Role.NAME, 1, 0, "Depth"),
        (Role.VALUE, 1, 0, "2504"),
        (Role.VALUE, 1, 1, "2504"),
        (Role.VALUE, 1, 2, "3139"),
    ]


def test_indexes_of_different_encoders_have_different_fingerprints() -> None:
    assert index_fingerprint(HashingEncoder(8)) != index_fingerprint(HashingEncoder(16))
