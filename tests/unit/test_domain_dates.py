"""Dates of reports, and names of units."""

import pytest

from relatab.domain.dates import find_dates
from relatab.domain.stratigraphy import find_units


@pytest.mark.parametrize(
    "printed",
    [
        "26 Feb 1968",
        "26 February 1968",
        "26. februar 1968",
        "26-Feb-68",
        "February 26, 1968",
        "26.2.68",
        "26.02.1968",
        "1968-02-26",
        "68.02.26",
        "26/2-68",
        "02/26/1968",
        "26/02/1968",
    ],
)
def test_unambiguous_dates_are_one_day(printed):
    assert [day.iso for day in find_dates(f"on {printed}, at noon")] == ["1968-02-26"]


@pytest.mark.parametrize(
    "text",
    [
        "07/05/1968",
        "2-11-2010",
        "31.2.1968",
        "31/5-4",
        "1.83",
        "9 5/8-12",
        "26 men 1968",
        "10-20-30",
        "300-12-10",
        "",
    ],
)
def test_ambiguous_and_impossible_days_are_left_out(text):
    assert find_dates(text) == ()


def test_french_and_norwegian_months():
    assert [d.iso for d in find_dates("3 juillet 1970, 4 juin 1970, 5. oktober 1971")] == [
        "1970-07-03",
        "1970-06-04",
        "1971-10-05",
    ]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("?Lower Eocene-?Palaeocene", ["eocene", "paleocene"]),
        ("Upper Maestrichtian", ["maastrichtian"]),
        ("Heron Fm and Tern Formation", ["heron", "tern"]),
        ("Top Heron Formation", ["heron"]),
        ("UPPER JURASSIC", ["jurassic"]),
        ("Jura", ["jurassic"]),
        ("which formation was open", []),
        ("The group met", []),
        ("permeability", []),
    ],
)
def test_units_are_ages_and_names_with_a_rank(text, values):
    assert [unit.value for unit in find_units(text)] == values
