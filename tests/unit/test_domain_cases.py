"""Numbers with their units, against tables of cases; a third of them only look like one.

The tables lie in domain_cases/, one case a line; wells have theirs in test_domain_wells.py.
"""

from pathlib import Path

import pytest

from relatab.domain.dates import find_dates
from relatab.domain.depths import find_intervals, is_depth_column
from relatab.domain.quantities import find_quantities, parse_quantity
from relatab.domain.sizes import find_sizes, size_text

FOLDER = Path(__file__).parent / "domain_cases"
NONE = "-"


def cases(name):
    lines = (FOLDER / f"{name}.tsv").read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def quantity_text(quantity):
    ends = dict.fromkeys(f"{round(end, 4):.10g}" for end in (quantity.low, quantity.high))
    return f"{quantity.bound}{':'.join(ends)} {quantity.unit.name} {quantity.reference}".strip()


def listed(texts):
    return "; ".join(texts) or NONE


@pytest.mark.parametrize(("text", "expected"), cases("quantities"))
def test_quantities_of_a_text(text, expected):
    assert listed(map(quantity_text, find_quantities(text))) == expected


@pytest.mark.parametrize(("cell", "column", "expected"), cases("cells"))
def test_a_cell_is_one_quantity_or_none(cell, column, expected):
    unit = column.rstrip(",")
    quantity = parse_quantity(
        cell, None if unit == "none" else unit, decimal_comma=column.endswith(",")
    )
    assert (quantity_text(quantity) if quantity else NONE) == expected


@pytest.mark.parametrize(("text", "expected"), cases("sizes"))
def test_sizes_of_a_text(text, expected):
    assert listed(size_text(size.inches) for size in find_sizes(text)) == expected


@pytest.mark.parametrize(("text", "expected"), cases("depths"))
def test_depths_of_a_text(text, expected):
    found = [
        ":".join(dict.fromkeys(f"{end:.0f}" for end in (each.top, each.bottom)))
        + f" {each.reference}".rstrip()
        for each in find_intervals(text)
    ]
    assert listed(found) == expected


@pytest.mark.parametrize(("text", "expected"), cases("dates"))
def test_dates_of_a_text(text, expected):
    assert listed(day.iso for day in find_dates(text)) == expected


@pytest.mark.parametrize(("name", "about", "expected"), cases("depth_columns"))
def test_columns_of_depths(name, about, expected):
    assert is_depth_column(name, about) == (expected == "depth")


def test_a_third_of_the_cases_only_look_like_what_is_sought():
    names = ("quantities", "cells", "sizes", "depths", "dates", "depth_columns")
    expected = [case[-1] for name in names for case in cases(name)]
    assert len(expected) > 400
    assert 3 * expected.count(NONE) > len(expected)
