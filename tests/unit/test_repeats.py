from __future__ import annotations

import pytest
from raw_tables import raw_table

from extractors.normalize import build_table
from extractors.repeats import with_repeats
from relatab.model import Cell, Table


def column(*texts: str, header_rows: int = 1) -> list[str | None]:
    cells = [Cell(text, row, row + 1, 0, 1) for row, text in enumerate(texts)]
    return [cell.stands_for for cell in with_repeats(cells, header_rows)]


@pytest.mark.parametrize(
    "mark", ['"', "''", "Ditto", "do.", "A.A.", "as above", '- " -', "〃", "Same", "som over"]
)
def test_a_mark_stands_for_the_cell_above(mark: str) -> None:
    assert column("Fluid", "Brine", mark, mark) == [None, None, "Brine", "Brine"]


@pytest.mark.parametrize("text", ['9 5/8"', "do", "AA", "id", "-", "", "same day"])
def test_other_text_stands_for_itself(text: str) -> None:
    assert column("Fluid", "Brine", text) == [None, None, None]


def test_nothing_is_repeated_from_the_header() -> None:
    assert column("Fluid", '"', "Brine") == [None, None, None]


def built(rows: list[list[str]]) -> Table:
    return build_table(raw_table(*rows), path="a.pdf", document_hash="0" * 64, position=0)[0]


def test_the_repeated_number_and_unit_are_the_cells_own() -> None:
    table = built(
        [["Depth m", "Weight", "Type"], ["2504", "10.3 ppg", "oil"], ["3072", '"', "A.A."]]
    )
    weight = next(cell for cell in table.cells if (cell.row, cell.column) == (2, 1))
    assert (weight.text, weight.stands_for) == ('"', "10.3 ppg")
    assert (weight.value, weight.unit) == (10.3, "ppg")
    assert table.body_texts()[1] == ["3072", '"', "A.A."]
    assert table.body_texts(resolved=True)[1] == ["3072", "10.3 ppg", "oil"]
