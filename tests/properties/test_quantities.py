"""Properties of units and quantities, for any value and any text."""

from itertools import chain

from hypothesis import assume, given
from hypothesis import strategies as st

from relatab.domain.quantities import conversions, find_quantities, parse_quantity, trade_unit
from relatab.domain.references import depth_reference, same_reference
from relatab.domain.text import plain_marks
from relatab.domain.units import CANONICAL, UNITS, converted, unit_of

FRAGMENTS = st.sampled_from(
    (
        *(
            "12.5",
            "1,83",
            "10,300",
            "10 300",
            "9 5/8",
            "½",
            ".433",
            "05",
            "-",
            "–",
            " to ",
            " and ",
        ),
        *(
            "between ",
            "<",
            "~",
            "±",
            "+",
            "'",
            '"',
            "°",
            " ",
            "/",
            ",",
            ", ",
            "|",
            "(",
            ")",
            " per ",
        ),
        *(
            "ppg",
            "s.g.",
            "psi/ft",
            "bar",
            "psig",
            "m",
            "ft",
            "mD",
            "MD",
            "md",
            " m TVDSS",
            "F",
            "C",
        ),
        *(
            "M",
            "temp ",
            "perm ",
            "mud weight ",
            "MW ",
            "m3/d",
            "scf/stb",
            "lb/100 ft2",
            "$",
            "core ",
        ),
    )
)
TEXTS = st.lists(FRAGMENTS | st.text(max_size=4), max_size=12).map("".join)
NAMED = st.sampled_from([unit for unit in UNITS if unit.spellings])
VALUES = st.floats(0.01, 1e5).map(lambda value: round(value, 3))


@st.composite
def pairs(draw):
    """Two units of one kind."""
    unit = draw(st.sampled_from(UNITS))
    return unit, draw(st.sampled_from([other for other in UNITS if other.kind == unit.kind]))


@given(pairs(), st.floats(-1e6, 1e6))
def test_a_conversion_and_back_is_the_value(units, value):
    source, target = units
    back = converted(converted(value, source, target), target, source)
    assert abs(back - value) <= 1e-6 * max(1.0, abs(value))


@given(pairs(), st.floats(-1e4, 1e4), st.floats(-1e4, 1e4))
def test_conversions_keep_the_order(units, low, high):
    source, target = units
    assume(low <= high)
    assert converted(low, source, target) <= converted(high, source, target)


@given(NAMED, st.data(), VALUES)
def test_every_spelling_is_read_in_a_text_and_is_the_unit_of_a_column(unit, data, value):
    spelling = data.draw(st.sampled_from(unit.spellings))
    for printed in (f"{value} {spelling}", f"{value}{spelling}"):
        (found,) = find_quantities(f"it was {printed}, then more")
        assert (found.low, found.high, found.unit) == (value, value, unit)
    cell = parse_quantity(str(value), spelling)
    assert cell is not None
    assert (cell.low, cell.high, cell.unit) == (value, value, unit)


@given(NAMED, st.floats(1, 9e3), st.floats(0, 9e3))
def test_a_range_holds_its_ends(unit, low, length):
    low, high = round(low, 1), round(low + length, 1)
    (found,) = find_quantities(f"from {low} to {high} {unit.spellings[0]}")
    assert (found.low, found.high) == (low, high)
    assert found.canonical == (unit.canonical(low), unit.canonical(high))


@given(st.integers(1000, 99999), st.integers(1, 4), st.integers(1, 999))
def test_a_shortened_end_is_the_next_number_that_ends_so(top, digits, length):
    bottom = top + length % 10**digits
    assume(top < bottom < 100000 and digits < len(str(top)))
    printed = f"{top}-{bottom % 10**digits:0{digits}d} m"
    (found,) = find_quantities(printed)
    assert (found.low, found.high) == (top, bottom)


@given(TEXTS)
def test_found_quantities_point_into_the_text_and_do_not_overlap(text):
    plain = plain_marks(text)
    found = find_quantities(text)
    assert all(plain[each.start : each.end].strip() == each.printed for each in found)
    places = list(chain.from_iterable((each.start, each.end) for each in found))
    assert places == sorted(places)


@given(TEXTS)
def test_a_quantity_has_ordered_ends_a_known_kind_and_known_marks(text):
    for each in find_quantities(text):
        assert each.low <= each.high
        assert each.kind in CANONICAL
        assert each.bound in {"", "<", ">", "~"}
        assert each.reference in {"", "MD", "TVD", "TVDSS", "gauge", "absolute", "standard"}
        assert all(float(printed) >= 0 for printed in conversions(each))


@given(st.text().filter(lambda text: not any(letter.isdigit() for letter in plain_marks(text))))
def test_without_digits_there_is_no_quantity(text):
    assert find_quantities(text) == ()
    assert parse_quantity(text, "m") is None


@given(TEXTS, st.sampled_from(["m", "ft", "bar", "° c", "", "nonsense"]), TEXTS, st.booleans())
def test_any_cell_is_one_quantity_or_none(text, unit, name, commas):
    found = parse_quantity(text, unit, name=name, decimal_comma=commas)
    assert found is None or found.printed in plain_marks(text)


@given(st.text())
def test_any_text_may_be_asked_for_a_unit_or_a_reference(text):
    unit_of(text)
    trade_unit(text, 12.0)
    assert same_reference(depth_reference(text), "")


@given(VALUES)
def test_a_mud_weight_without_a_unit_is_in_one_unit_or_in_none(value):
    unit = trade_unit("Mud weight", value)
    assert unit is None or 350 < unit.canonical(value) < 2700
    assert trade_unit("Pressure", value) is None
