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
    [
        ("1.O3", "1.03"),
        ("l2.4", "12.4"),
        ("S.75", "5.75"),
        ("1.2S", "1.25"),
        ("8.0Z", "8.02"),
        ("G.7|", "6.71"),
        ("-1.l0", "-1.10"),
        ("1,03", "1.03"),
        ("1,O3", "1.03"),
        ("1:O3", "1.03"),
        ("1·03", "1.03"),
        ("1.03 .", "1.03"),
        ("1.03'", "1.03"),
    ],
)
def test_a_misread_figure_is_told_by_its_column(read: str, meant: str) -> None:
    *_, cell = cells("Weight sg", "1.03", "1.10", "1.25", "1.30", read)
    assert (cell.text, cell.stands_for, cell.value) == (read, meant, float(meant))


@pytest.mark.parametrize(
    ("read", "meant"), [("25O4", "2504"), ("S504", "5504"), ("250S", "2505"), ("3139 .", "3139")]
)
def test_a_misread_whole_figure_is_as_long_as_another(read: str, meant: str) -> None:
    *_, cell = cells("Depth", "2500", "3072", "3139", "3251", read)
    assert (cell.stands_for, cell.value) == (meant, float(meant))


def test_a_point_behind_a_figure_that_is_understood_needs_no_remark() -> None:
    column = [Cell(text, row, row + 1, 0, 1, confidence=0.9) for row, text in enumerate("D123")]
    cell = Cell("10337.", 4, 5, 0, 1, value=10337.0, confidence=0.9)
    assert with_figures([*column, cell], 1)[-1] == cell


@pytest.mark.parametrize("text", ["13B", "S12", "12l", "B14"])
def test_a_letter_at_the_end_of_a_number_may_belong_there(text: str) -> None:
    *_, cell = cells("Sample", "11", "12", "13", "14", text)
    assert (cell.stands_for, cell.value) == (None, None)


@pytest.mark.parametrize(("text", "meant"), [(".22", "22"), ("'21", "21"), (".9", None)])
def test_a_speck_before_a_whole_figure_is_told_by_the_range_of_the_others(
    text: str, meant: str | None
) -> None:
    *_, cell = cells("PV", "20", "24", "23", "22", text)
    assert cell.stands_for == meant


@pytest.mark.parametrize(
    ("others", "text", "meant"),
    [
        (["22", "24", "23", "13", "12", "11", "12", "1.1", "25", "21"], "1.3", "13"),
        (["22", "24", "23", "13", "12", "11", "12", "1.1", "25", "21"], ".22", "22"),
        (["22", "24", "23", "13", "12", "0", "12", "12", "25"], "1.3", None),
        (["22", "24", "23", "13", "12", "11", "12", "12", "25"], "13.5", None),
        (["22", "24", "23", "13"], "1.3", None),
        (["4", "118", "15", "27.5", "0.5", "40", "12.5", "3", "9"], "1.5", None),
    ],
)
def test_a_speck_inside_a_whole_figure_is_told_where_many_others_are_whole(
    others: list[str], text: str, meant: str | None
) -> None:
    *_, cell = cells("YP", *others, text)
    assert cell.stands_for == meant


@pytest.mark.parametrize("text", ["12:30", "9:6:5", "1,250", "7:125"])
def test_what_may_be_a_time_or_thousands_keeps_its_mark(text: str) -> None:
    *_, cell = cells("Hours", "14.5", "3.0", "7.5", "21.5", text)
    assert cell.stands_for is None


def test_thousands_are_no_decimals() -> None:
    *_, cell = cells("Depth", "1,750", "1,900", "12,450", "2,300", "1,8O0")
    assert (cell.stands_for, cell.value) == ("1,800", 1800.0)


def test_a_decimal_comma_counts_in_the_value() -> None:
    *_, cell = cells("Depth", "1750,5", "1900,0", "2450,2", "2300,8", "18O0.4")
    assert (cell.stands_for, cell.value) == ("1800,4", 1800.4)


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
