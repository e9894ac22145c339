"""Whatever a reader hands on becomes a valid table, and no text is lost."""

from hypothesis import given
from hypothesis import strategies as st
from strategies import printed, raw_tables

from extractors.base import RawTable
from extractors.captions import match_caption
from extractors.normalize import build_table
from extractors.numbers import Quantity, parse_quantity, unit_in_header
from relatab.model_json import table_from_json, table_to_json


@given(raw_tables())
def test_any_raw_table_becomes_a_table_that_holds_all_its_text(raw: RawTable) -> None:
    table, _ = build_table(raw, path="r.docx", document_hash="ab" * 32, position=0)
    text = "".join(cell.text.replace("\n", "") for cell in table.cells)
    assert sorted(text) == sorted("".join(cell.text for cell in raw.cells))
    assert len(table.columns) == table.n_columns
    assert table_from_json(table_to_json(table)) == table


@given(raw_tables())
def test_row_groups_lie_in_the_body_and_do_not_overlap(raw: RawTable) -> None:
    table, _ = build_table(raw, path="r.docx", document_hash="ab" * 32, position=0)
    ends = [table.header_rows]
    for group in table.row_groups:
        assert ends[-1] < group.row < group.row_end <= table.n_rows
        ends.append(group.row_end)


@given(st.floats(-1e8, 1e8).map(lambda value: round(value, 2)))
def test_a_printed_number_is_read_back_in_either_notation(value: float) -> None:
    english, continental = f"{value:,.2f}", f"{value:,.2f}".translate(str.maketrans(",.", ".,"))
    assert parse_quantity(english) == Quantity(value)
    assert parse_quantity(continental, decimal_mark=",") == Quantity(value)


@given(st.text(max_size=40) | printed)
def test_no_text_upsets_the_readers_of_numbers_units_and_captions(text: str) -> None:
    parse_quantity(text)
    unit_in_header(text)
    match_caption(text)
