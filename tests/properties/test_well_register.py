"""Properties of the register of wells that hold for any corpus."""

from hypothesis import given
from hypothesis import strategies as st

from relatab.domain.nicknames import NICKNAME, READING, folded_name
from relatab.domain.register import WellRegister
from relatab.domain.text import plain_marks
from relatab.domain.wells import mother_well, normalise_well
from relatab.domain.wells.readings import readings, skeleton
from relatab.model import Identity

WELLS = (
    *("31/5-4", "31/5-6", "31/11-4", "31/1L-4", "31/5-4 A", "31/5-C-7 H", "31/5-C-8 H"),
    *("21/14A-6", "21/14B-6", "21/14-6", "XYZ-GT-4", "POLDERDORP-GT-4", "PLD-GT-4", "GT-4"),
    *("NEREUS-2", "NEREUS-5", "СЕВЕРНАЯ-12Р", "СКВ-12Р", "42-987-65432", "42-987-65432-01"),
)
IDENTITIES = st.one_of(
    st.builds(Identity, st.just("well"), st.sampled_from(WELLS), st.just(""), st.just("cell")),
    st.sampled_from(("A-7", "C-7 H", "C-7", "TERNA", "LOMVI")).map(
        lambda name: Identity(NICKNAME, name, name, "page")
    ),
    st.sampled_from(("31/ll-4", "31-5-4", "31.5-6", "NEREU5-2")).map(
        lambda text: Identity(READING, readings(text)[0].value, text, "page")
    ),
)
TABLES = st.lists(st.lists(IDENTITIES, max_size=3), max_size=8)
NAMES = st.sampled_from((*WELLS, "TERNA", "C-7", "HERON DISCOVERY"))
CORRECTIONS = st.dictionaries(NAMES, st.none() | st.sampled_from(WELLS), max_size=3)
TEXTS = st.lists(
    st.sampled_from((*WELLS, "31/ll-4", "Terna", "A-7", " ", "-", "well ", "x"))
    | st.text(max_size=3),
    max_size=8,
).map("".join)


def printed(tables):
    return {each.value for table in tables for each in table if each.kind == "well"}


@given(TABLES)
def test_every_meaning_is_a_well_that_some_table_prints(tables):
    register = WellRegister.of(tables)
    assert set().union(*register.meanings.values()) <= printed(tables)


@given(TABLES)
def test_what_a_name_means_means_itself(tables):
    register = WellRegister.of(tables)
    for meant in register.meanings.values():
        for well in meant:
            assert register.meanings[well] == {well}


@given(TABLES, CORRECTIONS)
def test_a_register_does_not_depend_on_the_order_of_the_tables(tables, corrections):
    assert WellRegister.of(tables, corrections) == WellRegister.of(tables[::-1], corrections)


@given(TABLES, CORRECTIONS)
def test_a_table_that_prints_a_well_is_about_one_unless_people_say_otherwise(tables, corrections):
    register = WellRegister.of(tables, corrections)
    for table in tables:
        if printed([table]) and None not in corrections.values():
            assert register.wells(table)


@given(TABLES, NAMES)
def test_a_name_that_is_no_well_means_none_and_leads_to_none(tables, name):
    register = WellRegister.of(tables, {name: None})
    assert register.meanings[name] == frozenset()
    assert all(name not in meant for meant in register.meanings.values())


@given(TABLES, CORRECTIONS, TEXTS)
def test_any_text_can_be_asked(tables, corrections, text):
    register = WellRegister.of(tables, corrections)
    assert all(normalise_well(well) for well in register.named_in(text))


@given(st.sampled_from(WELLS))
def test_a_skeleton_is_its_own(well):
    assert skeleton(skeleton(well)) == skeleton(well)
    assert mother_well(mother_well(well)) == mother_well(well)
    assert folded_name(folded_name(well)) == folded_name(well)


@given(TEXTS)
def test_readings_point_into_the_text(text):
    for each in readings(text):
        assert plain_marks(text)[each.start : each.end] == each.printed
