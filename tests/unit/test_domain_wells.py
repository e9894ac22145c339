"""Well names: every naming system, and what only looks like one. All wells are invented."""

from pathlib import Path

import pytest

from relatab.domain.wells import find_wells, normalise_well, parents, short_name

CASES = [
    line.split("\t")
    for line in (Path(__file__).parent / "domain_cases" / "wells.tsv")
    .read_text("utf-8")
    .splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("text", "wells"), CASES)
def test_each_text_gives_the_wells_beside_it_in_the_table_of_cases(text, wells):
    assert ("; ".join(name.value for name in find_wells(text)) or "-") == wells


def test_a_third_of_the_cases_only_look_like_wells():
    assert 3 * sum(wells == "-" for _, wells in CASES) > len(CASES) > 120


@pytest.mark.parametrize("value", sorted({wells for _, wells in CASES if ";" not in wells} - {"-"}))
def test_a_normal_form_is_read_as_itself(value):
    assert normalise_well(value) == value


def test_a_list_that_leaves_out_the_block_is_written_out():
    found = find_wells("wells 31/5-4, -6, -7X and -9")
    assert [name.value for name in found] == ["31/5-4", "31/5-6", "31/5-7", "31/5-9"]


def test_positions_point_at_the_printed_name():
    text = "Mud of 31/5-4X and XYZ-GT-04-S1"
    assert [text[name.start : name.end] for name in find_wells(text)] == ["31/5-4X", "XYZ-GT-04-S1"]


def test_x_of_a_platform_well_stays():
    assert normalise_well("31/5-C-7 X") == "31/5-C-7 X"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Nereus 2", "NEREUS-2"),
        ("Well: 31/5-4 A.", "31/5-4 A"),
        ("31-5-4", "31/5-4"),
        ("see 31/5-4", None),
        ("31/5-4 and 31/5-6", None),
        ("9 5/8", None),
        ("Table 2", None),
        ("", None),
    ],
)
def test_normalise_takes_the_whole_text_or_nothing(text, value):
    assert normalise_well(text) == value


@pytest.mark.parametrize(
    ("value", "shorter"),
    [
        ("31/5-4 A", ("31/5-4",)),
        ("21/14B-6 Z", ("21/14B-6",)),
        ("42-987-65432-01", ("42-987-65432",)),
        ("100/06-32-048-09W5/02", ("100/06-32-048-09W5", "06-32-048-09W5")),
        ("MOORDORF Z3A", ("MOORDORF Z3",)),
        ("31/5-C-7 H", ("31/5-C-7",)),
        ("31/5-4", ()),
        ("XYZ-GT-4 ST1", ("XYZ-GT-4", "GT-4")),
        ("OSPREY 4-17-32H", ()),
    ],
)
def test_parents_lead_from_a_sidetrack_to_its_well(value, shorter):
    assert parents(value) == shorter


@pytest.mark.parametrize(
    ("value", "short"),
    [("XYZ-GT-4", "GT-4"), ("XYZ-GT-4 ST1", "GT-4 ST1"), ("GT-4", None), ("31/5-4", None)],
)
def test_a_well_of_a_site_has_a_short_name(value, short):
    assert short_name(value) == short
