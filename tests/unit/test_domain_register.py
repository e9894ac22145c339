"""Which names are one well's, decided by the wells of a corpus. All wells are invented."""

from dataclasses import replace

import pytest

from relatab.domain.identities import identities, inherited
from relatab.domain.nicknames import NICKNAME, READING
from relatab.domain.register import WellRegister
from relatab.domain.wells import find_wells
from relatab.domain.wells.readings import readings, skeleton
from relatab.model import Cell, Context, Identity, Provenance, Table


def named(*names, kind="well"):
    return tuple(Identity(kind, name, name, "cell") for name in names)


def form(*rows):
    """A form of labels with their values."""
    cells = tuple(
        Cell(text, row, row + 1, column, column + 1)
        for row, texts in enumerate(rows)
        for column, text in enumerate(texts)
        if text
    )
    place = Provenance("report.docx", "0" * 64, 0, (1,))
    return Table("t", cells, len(rows), 2, place, kind="key_value")


def register(*tables, corrections=None):
    return WellRegister.of([named(*table) for table in tables], corrections or {})


@pytest.mark.parametrize("printed", ["31/S-4", "3l/5-4", "31/5-O4", "31-5-4", "31.5-4", "31/5-4"])
def test_a_misread_name_means_the_well_that_the_corpus_holds(printed):
    wells = register(["31/5-4"], ["31/5-6"])
    assert wells.named_in(f"mud of {printed} at 3000 m") == {"31/5-4"}


@pytest.mark.parametrize("printed", ["3l/5-7", "31-5-7", "31.5-7"])
def test_a_misread_name_of_no_well_of_the_corpus_means_nothing(printed):
    assert register(["31/5-4"], ["31/5-6"]).named_in(f"mud of {printed}") == set()


def test_what_a_table_prints_misread_is_its_well():
    wells = register(["31/11-4"])
    (reading,) = readings("WELL 31/ll-4X")
    assert wells.wells(named(reading.value, kind=READING)) == {"31/11-4"}
    assert register(["31/11-6"]).wells(named(reading.value, kind=READING)) == set()


def test_a_letter_like_a_figure_in_the_block_is_one_where_the_corpus_holds_that_well():
    assert [well.value for well in find_wells("31/1l-4")] == ["31/1L-4"]
    assert register(["31/11-4"], ["31/1L-4"]).wells(named("31/1L-4")) == {"31/11-4"}
    assert register(["31/1L-4"]).wells(named("31/1L-4")) == {"31/1L-4"}
    assert register(["31/18-4"], ["31/1B-4"]).wells(named("31/1B-4")) == {"31/1B-4"}


def test_a_block_without_its_part_letter_is_the_only_one_that_has_one():
    assert register(["21/14B-6"]).wells(named("21/14-6")) == {"21/14B-6"}
    both = register(["21/14B-6"], ["21/14A-6"])
    assert both.wells(named("21/14-6")) == {"21/14A-6", "21/14B-6"}


def test_a_russian_well_is_also_known_in_latin_letters():
    wells = register(["СЕВЕРНАЯ-12Р"])
    for printed in ("Severnaya 12-R", "SEVERNAYA-12R", "скв. 12-Р", "Северная 12-Р"):
        assert wells.named_in(f"mud of {printed}") == {"СЕВЕРНАЯ-12Р"}, printed
    assert wells.named_in("Severnaya 13-R") == set()


def test_the_name_of_a_lease_means_the_api_number_beside_it():
    lease = form(("API no", "42-987-65432"), ("Lease name", "OSPREY 4-17"), ("Well no", "2H"))
    wells = WellRegister.of([identities(lease, "report.docx")])
    assert wells.named_in("mud weight of the Osprey 4-17 2H") == {"42-987-65432"}
    heading = replace(form(("", "")), context=Context(title="OSPREY 4 #2, API 42-987-65432"))
    wells = WellRegister.of([identities(heading, "report.docx")])
    for printed in ("Osprey 4 #2", "OSPREY 4 No. 2", "Osprey 4 2"):
        assert wells.named_in(f"mud of {printed}") == {"42-987-65432"}, printed
    assert wells.named_in("mud of Osprey 4 #3") == set()


def test_names_of_files_may_have_underscores_for_blanks():
    wells = {
        each.value
        for path in ("Pozo_Garza-7/Cementing_Garza-7.pdf", "x/Cementing_Garza-7.pdf")
        for each in identities(form(("Mud", "1.2")), path)
        if each.kind == "well"
    }
    assert wells == {"GARZA-7"}


def test_a_place_and_a_code_with_one_number_are_one_without_the_letters_gt_too():
    wells = register(["PLD-103"], ["POLDERDORP-103"], ["POLDERDORP-103"])
    assert wells.wells(named("PLD-103")) == {"POLDERDORP-103"}
    assert register(["GARZA-7"], ["GARZAS-7"]).wells(named("GARZA-7")) == {"GARZA-7"}


def test_a_place_and_the_code_of_its_letters_are_one():
    wells = register(["PLD-GT-4"], ["POLDERDORP-GT-4"], ["POLDERDORP-GT-4"])
    assert wells.wells(named("PLD-GT-4")) == {"POLDERDORP-GT-4"}
    assert wells.named_in("GT04") == {"POLDERDORP-GT-4"}


@pytest.mark.parametrize(
    "others", [["PLD-GT-5"], ["PXD-GT-4"], ["PLD-GT-4", "PDP-GT-4"], ["PLD-GT-4", "POLDER-GT-4"]]
)
def test_other_numbers_other_letters_and_two_candidates_make_no_alias(others):
    wells = register(["POLDERDORP-GT-4"], *([other] for other in others))
    for other in others:
        assert wells.wells(named(other)) == {other}


def test_a_short_name_of_two_sites_stands_for_both():
    assert register(["ABC-GT-4"], ["XYZ-GT-4"]).named_in("GT-04") == {"ABC-GT-4", "XYZ-GT-4"}


def test_a_number_without_its_area_is_the_only_such_well():
    assert register(["СЕВЕРНАЯ-12Р"]).named_in("цемент скв. 12-Р") == {"СЕВЕРНАЯ-12Р"}


def test_a_name_in_small_letters_or_with_a_blank_is_known_where_the_corpus_holds_it():
    wells = register(["NEREUS-2"], ["9/5-8"])
    assert wells.named_in("casing of nereus-2") == {"NEREUS-2"}
    assert wells.named_in("casing of Nereus 2") == {"NEREUS-2"}
    assert wells.named_in("the 9 5/8 casing of nothing") == set()


def test_sidetracks_stay_wells_of_their_own():
    wells = register(["31/5-4"], ["31/5-4 A"])
    assert wells.wells(named("31/5-4 A")) == {"31/5-4 A"}


def test_a_correction_names_the_well_and_all_that_led_elsewhere_follows():
    tables = [named("COD-1"), (*named("COD-1"), *named("TERNA", kind=NICKNAME)), named("31/5-4")]
    wells = WellRegister.of(tables, {"COD-1": "31/5-4", "DISCOVERY WELL": "31/5-4"})
    assert wells.wells(named("COD-1")) == {"31/5-4"}
    assert wells.named_in("mud of Terna") == {"31/5-4"}
    assert wells.named_in("the discovery well") == {"31/5-4"}


def test_a_correction_can_say_that_a_name_is_no_well():
    wells = register(["NEREUS-2"], ["31/5-4"], corrections={"NEREUS-2": None})
    assert wells.wells(named("NEREUS-2")) == set()
    assert wells.named_in("Nereus-2") == set()
    assert wells.wells(named("31/5-4")) == {"31/5-4"}


@pytest.mark.parametrize(
    ("left", "right"),
    [("31/5-4", "3l-5-O4"), ("31/5-C-7 H", "31_5-C-07H"), ("NEREUS-2", "nereu5-Z")],
)
def test_skeletons_are_equal_for_what_a_recogniser_confuses(left, right):
    assert skeleton(left) == skeleton(right)


@pytest.mark.parametrize(
    "text", ["", "9-5/8", "and/or-so", "31/5-4", "P-110-2", "2-11-2010", "10,300-12,500", "S/O-B"]
)
def test_what_cannot_be_a_misread_well_is_no_reading(text):
    assert readings(text) == ()


def table_under(*headings, caption=None):
    cells = (Cell("Depth", 0, 1, 0, 1, is_header=True), Cell("31/S-9", 1, 2, 0, 1))
    return Table(
        "t", cells, 2, 1, Provenance("", "0", 0), 1, caption, context=Context(headings=headings)
    )  # fmt: skip


def test_possibly_misread_names_around_a_table_and_in_file_names_are_kept_with_their_place():
    found = identities(table_under("WELL 31/ll-4X"), "/share/31_ll_6/scan.pdf")
    assert [(each.kind, each.value, each.printed, each.source) for each in found] == [
        (READING, "31-11-4", "31/ll-4X", "heading"),
        (READING, "31-11-6", "31_ll_6", "path"),
    ]


def test_a_report_on_one_misread_well_hands_it_on_to_its_other_tables():
    first, second = inherited(
        [identities(table_under("WELL 31/ll-4"), "s.pdf"), identities(table_under(), "s.pdf")]
    )
    assert [(each.value, each.source) for each in (*first, *second)] == [
        ("31-11-4", "heading"),
        ("31-11-4", "document"),
    ]
