from __future__ import annotations

import pytest

from extractors.misread import with_figures
from relatab.model import Cell


def cells(*texts: str, confidence: float | None = 0.8) -> tuple[Cell, ...]:
    column = [
        Cell(text, row, row + 1, 0, 1, confidence=confidence) for row, text in enumerate(texts)
    ]
    return with_figures(column, 1)


@pytest.mark.parametrize(
    ("read", "meant"),
    [("1.O3", "1.03"), ("l2.4", "12.4"), ("S.75", "5.75"), ("-1.l0", "-1.10"), ("1,03", "1.03")],
)
def test_a_misread_figure_is_told_by_its_column(read: str, meant: str) -> None:
    *_, cell = cells("Weight sg", "1.03", "1.10", "1.25", "1.30", read)
    assert (cell.text, cell.stands_for, cell.value) == (read, meant, float(meant))


def test_figures_that_agree_are_left_alone() -> None:
    assert all(cell.stands_for is None for cell in cells("Depth", "3072", "3166", "3457", "3512"))


@pytest.mark.parametrize("text", ["BOS", "SO", "oil", "12 SO", "1,250", "5/8", ""])
def test_what_may_be_meant_stays(text: str) -> None:
    *_, cell = cells("Depth", "30.5", "31.25", "34.5", "35.75", text)
    assert cell.stands_for is None


def test_a_column_of_names_is_no_witness() -> None:
    *_, cell = cells("Sample", "A1", "B2", "C3", "11", "l2")
    assert cell.stands_for is None


def test_born_digital_text_is_never_corrected() -> None:
    *_, cell = cells("Weight", "1.03", "1.10", "1.25", "1.30", "1.O3", confidence=None)
    assert cell.stands_for is None
