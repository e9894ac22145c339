"""How many header rows a table has, and what its columns are called."""

import pytest
from raw_tables import raw_table

from extractors.base import RawTable
from extractors.headers import (
    column_names,
    column_units,
    count_header_rows,
    is_depth_name,
    stated_depth_unit,
)

TABLES: dict[str, tuple[int, RawTable]] = {
    "a row of words over numbers": (
        1,
        raw_table(["Casing", "Shoe"], ["20", "812"], ["7", "3900"]),
    ),
    "a span that wants a row below": (
        2,
        raw_table(
            [("Unit", 1, 2), ("Depth RKB", 2)], ["Meters", "Feet"], ["Recent", "106", "347"]
        ),
    ),
    "three levels": (
        3,
        raw_table(
            [("Casing", 1, 3), ("Depth", 4)],
            [("MD", 2), ("TVD", 2)],
            ["Top", "Base", "Top", "Base"],
            ["20", "0", "812", "0", "811"],
        ),
    ),
    "a row of units": (
        2,
        raw_table(["Depth", "Weight", "PV"], ["ft (m)", "ppg", "cP"], ["0 - 4000", "9.0", "10"]),
    ),
    "units with a year and a note among them": (
        2,
        raw_table(
            ["DATE", "DEPTH", "WT", "PV", "GELS"],
            ["1984", "FT", "PPG", "CP", "0/10"],
            ["AUG 18", "709", "8.7", "12", "4/15"],
        ),
    ),
    "a title over the whole width": (
        2,
        raw_table([("CASING RECORD", 2)], ["Casing", "Shoe"], ["20", "812"]),
    ),
    "years as names": (1, raw_table(["", "1981", "1982"], ["Wells", "4", "7"], ["Metres", "9", "8"])),
    "sizes as names": (
        1,
        raw_table(["Section", '20"', '13 3/8"', '9 5/8"'], ["Shoe m", "812", "1874", "3120"]),
    ),
    "wells as names": (1, raw_table(["Member", "7/11-1", "7/11-2"], ["Top", "9427", "9786"])),
    "counts under a span": (
        2,
        raw_table([("Sample", 1, 2), ("Run", 3)], ["1", "2", "3"], ["a", "0.1", "0.5", "0.2"]),
    ),
    "counts under a span that is set over some of them": (
        2,
        raw_table(
            ["", ("Judge", 3), ""], ["Bottle", "1", "2", "3", "4"], ["cold", "2", "3", "2", "5"]
        ),
    ),
    "classes under a span, one of them None": (
        2,
        raw_table(["", ("Cigarettes", 3)], ["", "None", "<10", ">10"], ["Male", "12", "9", "7"]),
    ),
    "ticks under a name over several columns": (
        1,
        raw_table(["", ("R base", 3)], ["Basic", "x", "x", "x"], ["Shape", "", "x", ""]),
    ),
    "numbers that a rule parts from the rest": (
        0,
        raw_table(
            ["Datsun", "22.80", "4", "108"], ["Mazda", "21", "6", "160"], header_rows=1
        ),
    ),
    "classes that a rule parts from the rest": (
        1,
        raw_table(["Size", "0.5", "1.0", "1.5"], ["n", "6", "160", "3"], header_rows=1),
    ),
    "a span over row labels": (
        1,
        raw_table([("Treatment", 2), "Tried", "Held"], [("Acid", 1, 2), "n", "93", "77"], ["%", "9", "8"]),
    ),
    "two bold rows": (
        2,
        raw_table(["Bit", "Depth"], ["no.", "in"], ["1", "812"], ["2", "950"], bold_rows=2),
    ),
    "numbers from the first row on": (0, raw_table(["812", "1.05"], ["1874", "1.36"])),
    "rows counted on from another page": (
        0,
        raw_table(["4", "Raise", "Hand"], ["5", "Lower", "Hand"], ["6", "Lay", "Foot"]),
    ),
    "ranges from the first row on": (
        0,
        raw_table(["DST 1", "3124-3162"], ["DST 2", "3050-3071"], ["DST 3", "2990-3010"]),
    ),
    "names of fields from the first row on": (
        0,
        raw_table(["Well", "WELL_NAME"], ["Field", "FLD_NAME"], ["Operator", "OPR_NAME"]),
    ),
    "abbreviations from the first row on": (
        0,
        raw_table(["BHA", "Bottom hole assembly"], ["LOT", "Leak-off test"], ["TD", "Total depth"]),
    ),
    "codes over numbers": (1, raw_table(["Depth", "Plug 4", "Plug 9"], ["1", "0.3", "0.2"])),
    "a form with colons": (0, raw_table(["Well:", "7/11-1"], ["Rig:", "Ocean Viking"])),
    "a form to fill in": (0, raw_table(["Name", "", "Date", ""], ["Phone", "", "Fax", ""])),
    "check boxes": (0, raw_table(["☒", "Organise"], ["☐", "Travel"])),
    "a section row first": (0, raw_table(["TERTIARY", "", ""], ["Miocene", "673", "57"])),
    "a lone row": (0, raw_table(["Prepared by", "K. Dale"])),
    "one column with a title": (1, raw_table(["References"], ["Report 149"], ["Report 159"])),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_header_rows_are_counted(name: str) -> None:
    expected, table = TABLES[name]
    assert count_header_rows(table) == expected


def test_what_the_source_marks_as_header_holds_and_a_units_row_joins_it() -> None:
    rows = (["1", "2"], ["m", "ft"], ["3", "4"])
    assert count_header_rows(raw_table(*rows, header_rows=1)) == 2
    assert count_header_rows(raw_table(["a", "b"], ["1", "2"], header_rows=0)) == 0


def named(table: RawTable) -> tuple[str, ...]:
    return column_names(table.cells, count_header_rows(table), table.n_columns)


def united(table: RawTable) -> tuple[str | None, ...]:
    return column_units(table.cells, count_header_rows(table), table.n_columns)


def test_names_join_the_levels_of_a_header() -> None:
    _, table = TABLES["three levels"]
    assert named(table) == (
        "Casing",
        "Depth / MD / Top",
        "Depth / MD / Base",
        "Depth / TVD / Top",
        "Depth / TVD / Base",
    )


def test_a_units_row_gives_units_and_stays_out_of_the_names() -> None:
    _, table = TABLES["a row of units"]
    assert named(table) == ("Depth", "Weight", "PV")
    assert united(table) == ("ft (m)", "ppg", "cP")


def test_units_stay_in_names_that_only_they_tell_apart() -> None:
    _, table = TABLES["a span that wants a row below"]
    assert named(table) == ("Unit", "Depth RKB / Meters", "Depth RKB / Feet")
    assert united(table) == (None, "Meters", "Feet")


def test_a_title_row_is_no_part_of_the_names_and_colons_go() -> None:
    table = raw_table([("MUD PROGRAM", 2)], ["Depth:", "Weight (ppg)"], ["4000", "9.0"])
    assert named(table) == ("Depth", "Weight (ppg)")
    assert united(table) == (None, "ppg")


def test_a_unit_over_a_span_serves_each_of_its_columns() -> None:
    table = raw_table(["Bit", ("Depth (m)", 2)], ["", "In", "Out"], ["1", "812", "950"])
    assert united(table) == (None, "m", "m")


def test_a_table_without_header_has_nameless_columns() -> None:
    _, table = TABLES["numbers from the first row on"]
    assert named(table) == ("", "")
    assert united(table) == (None, None)


@pytest.mark.parametrize(
    ("line", "unit"),
    [
        ("(all depths in mRKB)", "mRKB"),
        ("Depths are given in m RKB unless stated", "m RKB"),
        ("Note: depth in feet below rotary table", "feet"),
        ("Table 3: Formation tops, depths in m", "m"),
        ("All depths in the report were checked", None),
        ("Pressures in bar", None),
    ],
)
def test_unit_stated_for_all_depths(line: str, unit: str | None) -> None:
    assert stated_depth_unit([line]) == unit


@pytest.mark.parametrize(
    ("name", "depth"),
    [("Shoe depth", True), ("TVD", True), ("Top", True), ("Weight", False), ("Stop", False)],
)
def test_columns_of_depths_by_their_names(name: str, depth: bool) -> None:
    assert is_depth_name(name) is depth
