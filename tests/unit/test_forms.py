"""Forms are told from tables with a header."""

from dataclasses import replace

from raw_tables import raw_table

from extractors.forms import is_key_value
from extractors.headers import count_header_rows
from extractors.normalize import build_table
from relatab.model_json import table_from_json, table_to_json


def test_labels_with_colons_make_a_form_though_one_may_lack_its_colon() -> None:
    form = raw_table(["Well:", "7/11-1"], ["Rig:", "Ocean Viking"], ["Spudded", "26.2.68"])
    assert is_key_value(form)


def test_colons_on_both_sides_or_numbers_as_labels_make_none() -> None:
    assert not is_key_value(raw_table(["Depth:", "Weight:"], ["Visc:", "PV:"]))
    assert not is_key_value(raw_table(["Depth:", "x"], ["812", "y"], ["1874", "z"]))


def test_numbered_boxes_of_an_official_form_make_one() -> None:
    form = raw_table(
        ["1. Field name", "HERON TREND", "2. Lease name", "OSPREY 4-17"],
        ["3. County", "TERN", "4. Well no.", "2H"],
    )
    steps = raw_table(["1. Drill", "3. Case"], ["2. Trip", "4. Cement"])
    assert is_key_value(form)
    assert not is_key_value(steps)


def test_labels_in_bold_beside_plain_values_make_a_form() -> None:
    plain = raw_table(["Operator", "Phillips"], ["Rig", "Cod"], ["Block", "7/11"])
    cells = tuple(replace(cell, bold=cell.column == 0) for cell in plain.cells)
    form = replace(plain, cells=cells)
    assert is_key_value(form)
    assert count_header_rows(form) == 0
    assert not is_key_value(plain)


def test_a_form_of_mixed_values_needs_neither_colons_nor_bold_type() -> None:
    form = raw_table(
        ["Well no", "7/11-7", "Operator", "PHILLIPS"],
        ["Spud date", "82.12.29", "Total depth", "4927 m"],
        ["Rig", "COD PLATFORM", "Form. at TD", "PERMIAN"],
    )
    grid = raw_table(
        ["Job", "Spacer [m3]", "Recipe", "Centralisers"],
        ["CJ-0688", "30.0", "Dyed seawater", "8 bow"],
        ["CJ-0701", "18.0", "Weighted, 1.48 sg", "none"],
    )
    properties = raw_table(
        ["Property", "Value"], ["Type", "KCl"], ["Density", "1,36 sg"], ["PV / YP", "22 / 14"]
    )
    assert [is_key_value(table) for table in (form, grid, properties)] == [True, False, False]


def test_words_over_figures_are_column_names_whatever_the_units_below() -> None:
    stock = raw_table(
        ["Product", "Stock"], ["Barite", "205 t"], ["Diesel", "310 m3"], ["Pipe", "44"]
    )
    assert not is_key_value(stock)
    assert count_header_rows(stock) == 1


def test_dates_codes_and_measures_of_one_column_are_of_several_kinds() -> None:
    form = raw_table(
        ["Official name", "39/8-A-7", "Also written", "39-8-A-07, A-7"],
        ["Spud", "11 January 2012", "Completed", "4 April 2012"],
        ["TD MD/TVD", "3868 / 3646 m", "RKB elevation", "31.0 m"],
    )
    assert is_key_value(form)


def fields_of(*rows: list[str]) -> list[tuple[str, str]]:
    table, _ = build_table(raw_table(*rows), path="a", document_hash="f", position=0)
    assert table_from_json(table_to_json(table)) == table
    return [(field.label, field.value) for field in table.fields()]


def test_dots_that_lead_to_a_value_tell_a_label_and_are_left_out_of_it() -> None:
    fields = fields_of(
        ["Operator ........", "Norsk Olje"],
        ["Spud date . . . . .", "12.08.1974"],
        ["Total depth ____", "3250 m"],
    )
    assert fields == [
        ("Operator", "Norsk Olje"),
        ("Spud date", "12.08.1974"),
        ("Total depth", "3250 m"),
    ]


def test_several_pairs_in_a_row_are_entries_each() -> None:
    fields = fields_of(
        ["Operator:", "Norsk Olje", "Rig:", "Ocean Viking"],
        ["Licence:", "PL 018", "Spud date:", ""],
    )
    assert fields == [
        ("Operator", "Norsk Olje"),
        ("Rig", "Ocean Viking"),
        ("Licence", "PL 018"),
        ("Spud date", ""),
    ]


def test_label_and_value_in_one_box_are_an_entry() -> None:
    fields = fields_of(
        ["Operator:\nNorsk Olje", "Licence: PL 018"], ["Rig: Ocean Viking", "Total depth: 3250 m"]
    )
    assert fields == [
        ("Operator", "Norsk Olje"),
        ("Licence", "PL 018"),
        ("Rig", "Ocean Viking"),
        ("Total depth", "3250 m"),
    ]


def test_values_below_their_labels_are_entries() -> None:
    fields = fields_of(
        ["Operator", "Licence", "Spud date"],
        ["Norsk Olje", "PL 018", "12.08.1974"],
        ["Rig", "Total depth", "Water depth"],
        ["Ocean Viking", "3250 m", "72 m"],
    )
    assert fields[:3] == [
        ("Operator", "Norsk Olje"),
        ("Licence", "PL 018"),
        ("Spud date", "12.08.1974"),
    ]
    assert ("Water depth", "72 m") in fields


def test_rows_of_words_over_rows_of_one_kind_are_a_grid() -> None:
    grid = raw_table(
        ["Zone", "Oil", "Gas"],
        ["Upper", "12.1", "4.2"],
        ["Lower", "none", "trace"],
        ["Base", "1", "2"],
    )
    assert not is_key_value(grid)
    assert not is_key_value(
        raw_table(["Time", "Event"], ["12:30", "Spud"], ["13:00", "Run: 20 in"])
    )


def test_a_blank_corner_over_row_labels_is_a_grids() -> None:
    wells = raw_table(
        ["", "A-1", "A-2", "A-3"],
        ["Type", "Producer", "Injector", "Observer"],
        ["Completion", "Gravel pack", "Slotted liner", "Screens"],
    )
    assert not is_key_value(wells)


def test_row_that_names_keys_and_values_is_a_header() -> None:
    named = raw_table(
        ["Key", "Value", "Key", "Value"],
        ["Well:", "7/11-7", "Rig:", "Cod"],
        ["Spud:", "82.12.29", "TD:", "4927 m"],
    )
    assert not is_key_value(named)
    assert count_header_rows(named) == 1
