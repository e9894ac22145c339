"""Forms are told from tables with a header."""

from dataclasses import replace

from raw_tables import raw_table

from extractors.forms import is_key_value
from extractors.headers import count_header_rows


def test_labels_with_colons_make_a_form_though_one_may_lack_its_colon() -> None:
    form = raw_table(["Well:", "7/11-1"], ["Rig:", "Ocean Viking"], ["Spudded", "26.2.68"])
    assert is_key_value(form)


def test_colons_on_both_sides_or_numbers_as_labels_make_none() -> None:
    assert not is_key_value(raw_table(["Depth:", "Weight:"], ["Visc:", "PV:"]))
    assert not is_key_value(raw_table(["Depth:", "x"], ["812", "y"], ["1874", "z"]))


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
