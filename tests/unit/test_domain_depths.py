"""Depths in metres, whatever unit and notation."""

import pytest

from relatab.domain.depths import (
    Interval,
    cell_intervals,
    column_unit,
    is_bottom_column,
    is_top_column,
)
from relatab.domain.references import depth_reference


def ends(intervals):
    return [(round(i.top), round(i.bottom)) for i in intervals]


@pytest.mark.parametrize(
    ("cell", "unit", "expected"),
    [
        ("9427", "ft", [(2873, 2873)]),
        ("- 257", "ft", [(78, 78)]),
        ('14974 5"', "ft", [(4564, 4564)]),
        ("14983' 9\"", "ft", [(4567, 4567)]),
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


def test_ends_of_intervals_in_two_columns():
    assert is_top_column("From (m)")
    assert is_bottom_column("To (m)")
    assert not is_bottom_column("From (m)")


def test_a_cell_takes_the_reference_of_its_column_unless_it_has_one():
    (plain,) = cell_intervals("3045", "m", reference="TVDSS")
    (own,) = cell_intervals("3124 m MD", "m", reference="TVDSS")
    assert (plain.reference, own.reference) == ("TVDSS", "MD")


def test_overlap_counts_a_shared_end():
    upper, lower = Interval(100, 200, "a"), Interval(200, 300, "b")
    apart = Interval(301, 400, "c")
    assert upper.overlaps(lower)
    assert not lower.overlaps(apart)


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ("Measured depth (m)", "MD"),
        ("MD RKB", "MD"),
        ("m MDRT", "MD"),
        ("AHD m", "MD"),
        ("Målt dybde", "MD"),
        ("Profondeur mesurée", "MD"),
        ("TVD", "TVD"),
        ("True vert. depth", "TVD"),
        ("TV-RT, feet", "TVD"),
        ("Verticale diepte", "TVD"),
        ("mTVDRKB", "TVD"),
        ("Depth m TVDSS", "TVDSS"),
        ("TVD SS", "TVDSS"),
        ("Subsea, ft", "TVDSS"),
        ("Depth below mean sea level", "TVDSS"),
        ("m S.L.", "TVDSS"),
        ("m NAP", "TVDSS"),
        ("Depth RKB", ""),
        ("MD / TVD", ""),
        ("Depth", ""),
        ("Class", ""),
        ("", ""),
    ],
)
def test_the_reference_of_a_depth(text, reference):
    assert depth_reference(text) == reference
