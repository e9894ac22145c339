"""Depths in metres, whatever unit and notation."""

import pytest

from relatab.domain.depths import (
    Interval,
    cell_intervals,
    column_unit,
    find_intervals,
    is_bottom_column,
    is_depth_column,
    is_top_column,
)


def ends(intervals):
    return [(round(i.top), round(i.bottom)) for i in intervals]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0 - 4000 feet (0 - 1219 meters)", [(0, 1219), (0, 1219)]),
        ("10' - 20'", [(3, 6)]),
        ("below 10,300 ft", [(3139, 3139)]),
        ("9770 to 9800 ft", [(2978, 2987)]),
        ("between 9,600 and 10,300 ft", [(2926, 3139)]),
        ("from 3900 to 3950 m MD", [(3900, 3950)]),
        ("8750-10,490 ft, run 1", [(2667, 3197)]),
        ("set at 1965,5 m RKB", [(1966, 1966)]),
        ("at 9944, 9975 and 10020 ft", [(3031, 3031), (3040, 3040), (3054, 3054)]),
        ("à 7390 pieds", [(2252, 2252)]),
    ],
)
def test_depths_with_a_unit_are_found_in_running_text(text, expected):
    assert ends(find_intervals(text)) == expected


@pytest.mark.parametrize(
    "text",
    ["3 m3/h", "5 m/s", "107 mD", "12 mm", "4000", "31/5-4", "1.2 MMcf", "99999 m", "20 min", ""],
)
def test_other_quantities_are_no_depths(text):
    assert find_intervals(text) == ()


@pytest.mark.parametrize(
    ("cell", "unit", "expected"),
    [
        ("3124-3162", "m", [(3124, 3162)]),
        ("3492,8", "m", [(3493, 3493)]),
        ("9427", "ft", [(2873, 2873)]),
        ("(9427)", "ft", [(2873, 2873)]),
        ("?10651", "ft", [(3246, 3246)]),
        ("- 257", "ft", [(78, 78)]),
        ('14974 5"', "ft", [(4564, 4564)]),
        ("14983' 9\"", "ft", [(4567, 4567)]),
        ("4220- 260", "m", [(4220, 4260)]),
        ("9975-05", "m", [(9975, 10005)]),
        ("4000 ft", "m", [(1219, 1219)]),
        ("3124-3162", None, []),
        ("1.02-1.45 g/cm3", "m", []),
        ("shoe", "m", []),
        ("", "m", []),
    ],
)
def test_a_cell_takes_the_unit_of_its_column(cell, unit, expected):
    assert ends(cell_intervals(cell, unit)) == expected


@pytest.mark.parametrize(
    ("name", "unit", "expected"),
    [
        ("DEPTH BELOW KB - METRES", None, "m"),
        ("Depth (ft.)", None, "ft"),
        ("Depth RKB / Feet", None, "ft"),
        ("Depth", "m", "m"),
        ("Depth", "ft (m)", None),
        ("Depth", None, None),
        ("Rate m/h", None, None),
        ("Diepte", "m", "m"),
    ],
)
def test_the_unit_of_a_column(name, unit, expected):
    assert column_unit(name, unit) == expected


@pytest.mark.parametrize(
    "name", ["Depth RKB", "INTERVAL METRES", "Dybde", "Shoe m MD", "TVD", "From"]
)
def test_depth_columns(name):
    assert is_depth_column(name)


@pytest.mark.parametrize(
    "name",
    [
        "Thickness",
        "TOC %",
        "Permeability MD",
        "Shoe pressure",
        "Drilled Thickness / Feet",
        "Water depth",
        "Weight",
    ],
)
def test_columns_of_other_lengths(name):
    assert not is_depth_column(name)


def test_ends_of_intervals_in_two_columns():
    assert is_top_column("From (m)")
    assert is_bottom_column("To (m)")
    assert not is_bottom_column("From (m)")


def test_overlap_counts_a_shared_end():
    upper, lower = Interval(100, 200, "a"), Interval(200, 300, "b")
    apart = Interval(301, 400, "c")
    assert upper.overlaps(lower)
    assert not lower.overlaps(apart)
