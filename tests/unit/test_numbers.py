"""Numbers and units as reports print them."""

import pytest

from extractors.numbers import (
    DecimalMark,
    Quantity,
    decimal_mark_of,
    is_accounting,
    is_unit,
    parse_quantity,
    unit_in_header,
)


def value_of(text: str, decimal_mark: DecimalMark = ".") -> float:
    quantity = parse_quantity(text, decimal_mark)
    assert quantity is not None
    return quantity.value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("12.5", 12.5),
        ("12,5", 12.5),
        (".5", 0.5),
        ("0,169", 0.169),
        ("1,234", 1234),
        ("1,234,567", 1_234_567),
        ("1,234.5", 1234.5),
        ("1.234,5", 1234.5),
        ("1 234,5", 1234.5),
        ("12\u00a0456", 12456),
        ("- 78.3", -78.3),
        ("−1584", -1584),
        ("( 9786)", 9786),
        ("~12", 12),
        ("1.2E-5", 1.2e-5),
        ("12.5*", 12.5),
    ],
)
def test_numbers_are_read_in_every_notation(text: str, value: float) -> None:
    assert value_of(text) == pytest.approx(value)


@pytest.mark.parametrize("mark", ['"', "”", "", " in", "-inch"])
@pytest.mark.parametrize("printed", ["9 5/8", "9-5/8", "9 ⅝", "9⅝", "9-⅝"])
def test_inch_fractions_are_read_in_every_spelling(printed: str, mark: str) -> None:
    quantity = parse_quantity(printed + mark)
    assert quantity is not None
    assert quantity.value == 9.625
    assert quantity.size


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "Nil",
        "7/11-1",
        "7/11-1X",
        "15/9-F-12 A",
        "2/4-1",
        "34/8-3",
        "0 - 4000",
        "1.02–1.20",
        "<0.001",
        "226+",
        "26.2.68",
        "2-11-2010",
        "14:30",
        "007",
        "42123312340000",
        "CJ-0688",
        "46 48",
        "7 liner",
        '13 3/8" x 9 5/8"',
        '"',
    ],
)
def test_ranges_bounds_dates_ids_and_wells_are_no_numbers(text: str) -> None:
    assert parse_quantity(text) is None


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("133 ppf", 133, "ppf"),
        ("15.4mmcfd g", 15.4, "mmcfd g"),
        ("1,36 sg", 1.36, "sg"),
        ("10.2 m3/d", 10.2, "m3/d"),
        ("168 deg.C", 168, "deg.C"),
        ("1880 m MD", 1880, "m MD"),
        ("12.5%", 12.5, "%"),
        ('20"', 20, '"'),
        ("7 1/2 lb/gal", 7.5, "lb/gal"),
    ],
)
def test_a_unit_behind_the_number_is_kept_as_printed(text: str, value: float, unit: str) -> None:
    quantity = parse_quantity(text)
    assert quantity is not None
    assert (quantity.value, quantity.unit) == (pytest.approx(value), unit)


def test_only_inches_make_a_size() -> None:
    assert parse_quantity("7 1/2 lb/gal") == Quantity(7.5, "lb/gal", size=False)
    assert parse_quantity('7 1/2"') == Quantity(7.5, '"', size=True)


def test_the_table_decides_what_a_lone_comma_before_three_digits_means() -> None:
    assert decimal_mark_of(["183,8", "1,686", "Type"]) == ","
    assert decimal_mark_of(["1,686", "1,234.5"]) == "."
    assert decimal_mark_of(["12.5", "Nil"]) == "."
    assert value_of("1,686", decimal_mark=",") == 1.686
    assert value_of("1,686", decimal_mark=".") == 1686
    assert value_of("1.686", decimal_mark=",") == 1686
    assert value_of("1.686", decimal_mark=".") == 1.686


@pytest.mark.parametrize(
    "text",
    ["ppg", "(m)", "[psi]", "ft (m)", "lbf/100ft2", "cc/30 min", "g/cm³", "m3/hr", "Mol Per Cent", "°F", "m MD"],
)  # fmt: skip
def test_units_are_known(text: str) -> None:
    assert is_unit(text)


@pytest.mark.parametrize("text", ["Type", "RKB", "MD", "n", "Count", "7/11-2X", "-", "", "m and x"])
def test_other_words_are_no_units(text: str) -> None:
    assert not is_unit(text)


@pytest.mark.parametrize(
    ("header", "unit"),
    [
        ("Weight (ppg)", "ppg"),
        ("Depth [m MDRT]", "m MDRT"),
        ("Pressure, psi", "psi"),
        ("WEIGHT g/cm3", "g/cm3"),
        ("TEMP°C", "°C"),
        ("DEPTH BELOW KB - METRES", "METRES"),
        ("HOLE SIZE DIA-INCH", "INCH"),
        ("Depth m (RKB)", "m"),
        ("Plug resistivity Ω m (68°F)", "Ω m"),
        ("to air\nkg/year", "kg/year"),
        ("Time (min)", "min"),
        ("Min", None),
        ("Depth In", None),
        ("Salaries (a)", None),
        ("Well", None),
        ("Number of stores", None),
        ("", None),
    ],
)
def test_a_headers_unit_is_found(header: str, unit: str | None) -> None:
    assert unit_in_header(header) == unit


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1e10", 1e10),
        ("1.2 x 10^10", 1.2e10),
        ("2.4 × 10³", 2400.0),
        ("10⁻⁵", 1e-5),
        ("1’234’567", 1234567.0),
        ("12.3 ± 0.4", 12.3),
        ("+/-3", 3.0),
    ],
)
def test_powers_of_ten_uncertainties_and_apostrophes(text: str, value: float) -> None:
    found = parse_quantity(text)
    assert found is not None
    assert found.value == pytest.approx(value)


def test_absurd_exponent_is_no_number() -> None:
    assert parse_quantity("1e999") is None


def test_column_with_decimal_points_has_commas_for_thousands() -> None:
    assert decimal_mark_of(["1,234", "12.5"], default=",") == "."
    assert decimal_mark_of(["120", "95"], default=",") == ","


def test_bracketed_numbers_are_negative_where_money_is_named() -> None:
    assert is_accounting(["1,200", "(350)"], "Variance (USD)")
    assert not is_accounting(["1,200", "(350)"], "Depth (m)")
    assert parse_quantity("(350)", brackets_negate=True) == Quantity(-350.0)
    assert parse_quantity("(350)") == Quantity(350.0)
