"""Units and the factors between them."""

import pint
import pytest

from relatab.domain.quantities import conversions, find_quantities, parse_quantity
from relatab.domain.units import CANONICAL, UNITS, converted, unit_of

# What each unit and each canonical unit is called in pint.
PINT = {
    "psi": "psi", "psia": "psi", "psig": "psi", "bar": "bar", "bara": "bar", "barg": "bar",
    "kpa": "kPa", "mpa": "MPa", "pa": "Pa", "kgcm2": "kgf/cm**2", "atm": "atm",
    "m": "m", "ft": "foot", "inch": "inch", "mm": "mm", "cm": "cm", "km": "km",
    "ppg": "pound/gallon", "gcm3": "g/cm**3", "kgm3": "kg/m**3", "pcf": "pound/foot**3",
    "psift": "psi/foot/standard_gravity", "psimft": "psi/(1000*foot)/standard_gravity",
    "kpam": "kPa/m/standard_gravity", "bar10m": "bar/(10*m)/standard_gravity",
    "degc": "degC", "degf": "degF", "degr": "degR", "kelvin": "kelvin", "deg": "degree",
    "m3": "m**3", "sm3": "m**3", "bbl": "oil_barrel", "stb": "oil_barrel", "cuft": "foot**3",
    "scf": "foot**3", "mcf": "1000*foot**3", "mmcf": "1e6*foot**3", "gal": "gallon",
    "litre": "litre", "ml": "ml", "m3d": "m**3/day", "m3h": "m**3/hour", "lpm": "litre/minute",
    "bpd": "oil_barrel/day", "bph": "oil_barrel/hour", "bpm": "oil_barrel/minute",
    "gpm": "gallon/minute", "mcfd": "1000*foot**3/day", "mmcfd": "1e6*foot**3/day",
    "scfbbl": "foot**3/oil_barrel", "m3m3": "m**3/m**3", "kg": "kg", "lb": "pound",
    "tonne": "metric_ton", "gram": "gram", "lbft": "pound/foot", "kgm": "kg/m", "mh": "m/hour",
    "fth": "foot/hour", "cp": "centipoise", "cuftsk": "foot**3/(94*pound)", "m3t": "m**3/metric_ton",
    "md": "millidarcy", "darcy": "darcy", "m2": "m**2", "km2": "km**2", "acre": "43560*foot**2",
    "hectare": "hectare",
}  # fmt: skip
NOT_IN_PINT = {"nm3", "sack", "lb100ft2"}


@pytest.fixture(scope="module")
def registry():
    return pint.UnitRegistry()


def test_every_unit_is_held_against_pint_but_the_few_it_does_not_know():
    assert {unit.name for unit in UNITS} == set(PINT) - {"m2"} | NOT_IN_PINT


@pytest.mark.parametrize(
    "unit", [unit for unit in UNITS if unit.name in PINT], ids=lambda u: u.name
)
def test_values_in_the_canonical_unit_are_those_of_pint(unit, registry):
    named = registry.parse_expression(PINT[unit.name])
    for value in (1.0, 235.0):
        expected = registry.Quantity(value * named.magnitude, named.units)
        canonical = expected.to(PINT[CANONICAL[unit.kind]]).magnitude
        assert unit.canonical(value) == pytest.approx(canonical, rel=1e-9)


@pytest.mark.parametrize(
    ("value", "source", "target", "expected"),
    [
        # as the trade's handbooks print them
        (1, "ft", "m", 0.3048),
        (1, "bbl", "m3", 0.158987),
        (1, "m3", "bbl", 6.2898),
        (1, "scf", "Sm3", 0.0283168),
        (1, "bar", "psi", 14.504),
        (1, "ppg", "g/cm3", 0.1198),
        (1, "g/cm3", "ppg", 8.345),
        (1, "g/cm3", "lb/ft3", 62.43),
        (1, "g/cm3", "psi/ft", 0.4335),
        (1, "psi/ft", "kPa/m", 22.62),
        (1, "lb/ft", "kg/m", 1.488),
        (212, "deg F", "deg C", 100),
        (5090, "psig", "psia", 5104.7),
        (5104.7, "psia", "psig", 5090),
        (5090, "psig", "psi", 5090),
        (1, "Nm3", "Sm3", 1.0549),
    ],
)
def test_published_factors(value, source, target, expected):
    assert converted(value, unit_of(source), unit_of(target)) == pytest.approx(expected, rel=3e-4)


def test_units_of_different_kinds_do_not_convert():
    with pytest.raises(ValueError, match="psi measures pressure, m length"):
        converted(1.0, unit_of("psi"), unit_of("m"))


def test_no_spelling_means_two_units():
    spellings = [text for unit in UNITS for text in (*unit.spellings, *unit.cased)]
    assert len(spellings) == len(set(spellings))
    assert all(unit_of(text) is unit for unit in UNITS for text in (*unit.spellings, *unit.cased))


@pytest.mark.parametrize("text", ["PA", "MD", "md", "C", "F", "T", "G", "in", "", "furlong", "/"])
def test_letters_that_may_mean_something_else_are_no_unit_by_themselves(text):
    assert unit_of(text) is None


@pytest.mark.parametrize(
    ("printed", "elsewhere"),
    [
        ("12 ppg", {"12.0", "1.44", "1438", "0.62", "90"}),
        ("1.44 s.g.", {"12.0", "1.44", "1440", "0.62", "90"}),
        ("350 bar", {"5076", "350", "35000", "35.0"}),
        ("5076 psi", {"5076", "350", "35.0"}),
        ("5090 psig", {"5090", "5105", "351"}),
        ("235 °F", {"235", "113", "112.8"}),
        ("113 deg C", {"235", "113"}),
        ("10,300 ft", {"10300", "3139"}),
        ("150 bbl", {"150", "23.8", "24"}),
        ("300-350 bar", {"300", "350", "4351", "5076"}),
    ],
)
def test_a_quantity_as_reports_print_it_in_other_units(printed, elsewhere):
    (quantity,) = find_quantities(printed)
    assert elsewhere <= set(conversions(quantity))


@pytest.mark.parametrize("printed", ["5 cm", "2 atm", "15 MCF", "9.625 inch"])
def test_a_unit_that_reports_do_not_convert_gives_nothing_else(printed):
    (quantity,) = find_quantities(printed)
    assert conversions(quantity) == ()


@pytest.mark.parametrize(
    ("name", "cell", "unit"),
    [
        ("Mud weight", "12.0", "ppg"),
        ("MW", "1,44", "gcm3"),
        ("Mud wt. in", "90", "pcf"),
        ("EMW", "1440", "kgm3"),
        ("Slurry density", "15.8", "ppg"),
        ("Mud weight", "12.0 - 12.5", "ppg"),
    ],
)
def test_the_trade_tells_the_unit_of_a_mud_weight_by_its_magnitude(name, cell, unit):
    quantity = parse_quantity(cell, name=name)
    assert (quantity.unit.name, quantity.assumed) == (unit, True)


@pytest.mark.parametrize(
    ("name", "cell"),
    [("Mud weight", "4"), ("Pressure", "350"), ("BHT", "235"), ("Weight", "12.0"), ("", "12.0")],
)
def test_a_bare_number_of_unknown_unit_stays_unknown(name, cell):
    assert parse_quantity(cell, name=name) is None


def test_a_printed_unit_is_not_assumed():
    assert not parse_quantity("12.0 ppg", name="MW").assumed
    assert not parse_quantity("12.0", "ppg", name="MW").assumed
    assert parse_quantity("12.0", "furlong", name="MW") is None


def test_the_name_of_a_column_decides_what_a_letter_means():
    assert parse_quantity("235 F", name="Temperature").unit.name == "degf"
    assert parse_quantity("107 md", name="Permeability").unit.name == "md"
    assert parse_quantity("235 F", name="Class") is None


def test_a_unit_of_the_column_keeps_what_it_is_counted_from():
    assert parse_quantity("5090", "psig").reference == "gauge"
