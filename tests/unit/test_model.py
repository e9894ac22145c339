"""The table model refuses what cannot be."""

import pytest

from relatab.model import Caption, Cell, Column, Provenance, Table
from relatab.model_json import table_from_json, table_to_json

PLACE = Provenance("well.pdf", "ab" * 32, 0)


def table(*cells: Cell, **changes: object) -> Table:
    settings: dict[str, object] = {"id": "t", "n_rows": 2, "n_columns": 2, "provenance": PLACE}
    return Table(cells=cells, **(settings | changes))  # type: ignore[arg-type]


def test_overlapping_cells_are_refused() -> None:
    with pytest.raises(ValueError, match="overlap"):
        table(Cell("wide", 0, 1, 0, 2), Cell("second", 0, 1, 1, 2))


def test_a_cell_outside_the_grid_is_refused() -> None:
    with pytest.raises(ValueError, match="leaves the grid"):
        table(Cell("far", 0, 1, 2, 3))


def test_an_empty_span_is_refused() -> None:
    with pytest.raises(ValueError, match="span"):
        Cell("none", 1, 1, 0, 1)


def test_every_column_has_a_name_or_none_has() -> None:
    with pytest.raises(ValueError, match="1 names, 2 columns"):
        table(columns=(Column("Depth"),))


def test_an_absent_caption_is_none_never_blank() -> None:
    with pytest.raises(ValueError, match="absent"):
        Caption("  ", "numbered")


def test_another_schema_version_is_refused() -> None:
    data = table_to_json(table(Cell("1", 0, 1, 0, 1)))
    data["schema"] = 0
    with pytest.raises(ValueError, match="schema 0"):
        table_from_json(data)


def test_a_word_table_has_pages_but_no_place_on_them() -> None:
    word = table(provenance=Provenance("a.docx", "ab" * 32, 0, pages=(3,)))
    data = table_to_json(word)
    assert (data["page"], data["bbox"], data["pages"], word.page) == (None, None, [3], 3)


@pytest.mark.parametrize(
    ("name", "unit", "label"),
    [
        ("MD", "m", "MD (m)"),
        ("Depth m", "m", "Depth m"),
        ("TEMP°C", "°C", "TEMP°C"),
        ("Depth (m)", "m", "Depth (m)"),
        ("Name", None, "Name"),
        ("", "%", "(%)"),
    ],
)
def test_column_label_adds_the_unit_its_name_does_not_say(
    name: str, unit: str | None, label: str
) -> None:
    assert Column(name, unit).label == label
