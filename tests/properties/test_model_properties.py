"""The table model holds what it is given."""

import json

from hypothesis import given
from table_strategies import tables

from relatab.model import Table
from relatab.model_json import table_from_json, table_to_json


@given(tables())
def test_a_table_survives_json_unchanged(table: Table) -> None:
    assert table_from_json(json.loads(json.dumps(table_to_json(table)))) == table


@given(tables())
def test_the_dense_grid_holds_every_cell_over_its_whole_span(table: Table) -> None:
    grid = table.grid()
    covered = sum(
        (cell.row_end - cell.row) * (cell.column_end - cell.column) for cell in table.cells
    )
    assert sum(cell is not None for row in grid for cell in row) == covered
    for cell in table.cells:
        assert grid[cell.row][cell.column] is cell
        assert grid[cell.row_end - 1][cell.column_end - 1] is cell


@given(tables())
def test_body_texts_give_each_body_cell_once(table: Table) -> None:
    printed = sorted(text for row in table.body_texts() for text in row if text)
    expected = [cell.text for cell in table.cells if cell.row >= table.header_rows and cell.text]
    assert printed == sorted(expected)
