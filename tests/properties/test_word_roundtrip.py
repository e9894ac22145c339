"""What is written to a Word file comes out of it unchanged."""

import tempfile
from pathlib import Path

import docx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import Grid, grids, printed

from extractors import extract
from relatab.model import Extraction

# Writing a package takes python-docx some 20 ms, which says nothing about our code.
word_settings = settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


def extracted(document: object) -> Extraction:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "written.docx"
        document.save(path)
        return extract(path)


def add_table(document: object, grid: Grid) -> None:
    table = document.add_table(grid.n_rows, grid.n_columns)
    for span in grid.spans:
        cell = table.cell(span.row, span.column)
        if (span.row_end - span.row, span.column_end - span.column) != (1, 1):
            cell = cell.merge(table.cell(span.row_end - 1, span.column_end - 1))
        cell.text = span.text


@given(grids())
@word_settings
def test_a_table_with_merged_cells_is_read_back_as_written(grid: Grid) -> None:
    document = docx.Document()
    add_table(document, grid)
    (found,) = extracted(document).tables
    assert (found.n_rows, found.n_columns) == (grid.n_rows, grid.n_columns)
    assert [
        (cell.text, cell.row, cell.row_end, cell.column, cell.column_end) for cell in found.cells
    ] == [(span.text, span.row, span.row_end, span.column, span.column_end) for span in grid.spans]


@given(st.lists(grids(max_rows=3, max_columns=3), min_size=1, max_size=4))
@word_settings
def test_tables_keep_their_order_and_their_captions(written: list[Grid]) -> None:
    document = docx.Document()
    for number, grid in enumerate(written, start=1):
        document.add_paragraph(f"Table {number}: casing", style="Caption")
        add_table(document, grid)
        document.add_paragraph("The casing was run without trouble, as planned before.")
    found = extracted(document).tables
    assert [table.caption and table.caption.text for table in found] == [
        f"Table {number}: casing" for number in range(1, len(written) + 1)
    ]
    assert [len(table.cells) for table in found] == [len(grid.spans) for grid in written]


@given(grids(max_rows=3, max_columns=3), grids(max_rows=2, max_columns=2), printed)
@word_settings
def test_a_nested_table_is_read_back_beside_its_parents_text(
    outer: Grid, inner: Grid, text: str
) -> None:
    document = docx.Document()
    add_table(document, outer)
    last = document.tables[0].cell(outer.n_rows - 1, outer.n_columns - 1)
    last.text = text
    nested = last.add_table(inner.n_rows, inner.n_columns)
    for row in range(inner.n_rows):
        for column in range(inner.n_columns):
            nested.cell(row, column).text = f"{row}/{column}"
    parent, child = extracted(document).tables
    assert child.parent == parent.id
    holder = parent.grid()[-1][-1]
    assert holder is not None
    assert holder.text == text
    assert [cell.text for cell in child.cells] == [
        f"{row}/{column}" for row in range(inner.n_rows) for column in range(inner.n_columns)
    ]
