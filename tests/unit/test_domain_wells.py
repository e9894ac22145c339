"""Well names: every naming system, and what only looks like one. All wells are invented."""

import pytest

from relatab.domain.wells import find_wells, normalise_well, parents, short_name


@pytest.mark.parametrize(
    ("printed", "value"),
    [
        ("31/5-4", "31/5-4"),
        ("31/5-04", "31/5-4"),
        ("31 / 5 - 4", "31/5-4"),
        ("31/5–4", "31/5-4"),
        ("6407/13-2", "6407/13-2"),
        ("31/5-4X", "31/5-4"),
        ("31/5-4 X", "31/5-4"),
        ("31-5-4X", "31/5-4"),
        ("31-5-4 X", "31/5-4"),
        ("31/5-4 A", "31/5-4 A"),
        ("31/5-4A", "31/5-4 A"),
        ("31/5-4 S", "31/5-4 S"),
        ("31/5-4 ST2", "31/5-4 ST2"),
        ("31/5-4 T2", "31/5-4 T2"),
        ("31/5-C-7 H", "31/5-C-7 H"),
        ("31/5-C-07H", "31/5-C-7 H"),
        ("31_5-C-7H", "31/5-C-7 H"),
        ("31_5_4", "31/5-4"),
        ("21/14b-6Z", "21/14B-6 Z"),
        ("XYZ-GT-04-S1", "XYZ-GT-4 ST1"),
        ("XYZ-GT-04st1", "XYZ-GT-4 ST1"),
        ("XYZ-GT-04", "XYZ-GT-4"),
        ("Polderdorp GT-04", "POLDERDORP-GT-4"),
        ("GT04", "GT-4"),
        ("Q17-C-03", "Q17-C-3"),
        ("Nereus-2", "NEREUS-2"),
        ("42-987-65432", "42-987-65432"),
        ("42-987-65432-00", "42-987-65432"),
        ("42-987-65432-01-00", "42-987-65432-01"),
        ("API 42987654320000", "42-987-65432"),
        ("API No. 4298765432", "42-987-65432"),
        ("OSPREY 4-17-32H", "OSPREY 4-17-32H"),
    ],
)
def test_each_naming_system_has_one_normal_form(printed, value):
    assert [name.value for name in find_wells(f"in {printed}, as told")] == [value]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("well Nereus 2", "NEREUS-2"),
        ("Nereus 2 well", "NEREUS-2"),
        ("Well no. 31-5-4", "31/5-4"),
        ("Brønn 31-5-4", "31/5-4"),
        ("the 31/5-4 in 1991", "31/5-4"),
        ("31/5-4 ft above", "31/5-4"),
        ("(31/5-4)", "31/5-4"),
        ("Core 1, 31/5-4.", "31/5-4"),
        ("204_31_5_4_FINAL_REPORT_1.pdf", "31/5-4"),
        ("31_5_4X_logs.tif", "31/5-4"),
    ],
)
def test_the_surroundings_help_to_see_a_well(text, value):
    assert [name.value for name in find_wells(text)] == [value]


@pytest.mark.parametrize(
    "text",
    [
        "07/05/1968",
        "7/5-68",
        "26/2-68",
        "2-11-2010",
        "1968-02-26",
        "2010_11_02",
        "9-5/8",
        '9 5/8-12 1/4"',
        "3/8-1/2 in",
        "1/4-20 inch thread",
        "10-20",
        "1-2-3",
        "10,300-12,500",
        "9944/9975-10,020",
        "Table-2",
        "Figure-3 and Core-1",
        "CMT-07",
        "May-12",
        "Class-3",
        "Report-2.pdf",
        "3124-3162",
        "lb/100-2",
        "1/2",
        "",
    ],
)
def test_dates_sizes_ranges_and_numbered_things_are_no_wells(text):
    assert find_wells(text) == ()


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
