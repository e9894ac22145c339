"""Properties of the petroleum knowledge that hold for any text."""

import re
from itertools import chain

from hypothesis import given, settings
from hypothesis import strategies as st

from relatab.domain.depths import cell_intervals, find_intervals
from relatab.domain.identities import identities
from relatab.domain.keys import link_keys, query_keys
from relatab.domain.matching import link_features, shared_keys
from relatab.domain.sizes import find_sizes, inches, size_text
from relatab.domain.terms import query_terms, search_terms
from relatab.domain.text import NUMBER, fold, plain_marks, plain_number, stem
from relatab.domain.wells import find_wells, normalise_well
from relatab.model import Caption, Cell, Column, Provenance, Table

# What reports are made of, so that the patterns are reached, between arbitrary characters.
FRAGMENTS = st.sampled_from(
    (
        *("31/5-4", "X", "7/8", "9 5/8", '"', " ", "-", "/", "_", "well ", "GT-", "04", "st1"),
        *("DST ", "core ", "no. ", " ft", " m", " to ", "1,83", "10,300", "26 Feb 1968", "in"),
        *("Heron", " Formation", "Nereus-2", "API 4298765432", "42-987-65432", "CMT-07", "–"),
        *("½", "”", "12.25", ", ", "mm", "Heron field", "Danian", "recorder ", "(", "BIG 2-3-4H"),
        *("100/06-32-048-09W5", "/00", "1-XYS-123", "Moordorf ", "Z3a", "Ranch ", "#", "No. "),
        *("清6-10-3", "清河", "井", "скв. ", "№", "Р", "Северная ", "pozo "),
        *("1.998", "53,5", "Teufe", "Глубина, м", "井段", "Diámetro (pg)", "0227", "3/02/71", "年"),
    )
)
TEXTS = st.lists(FRAGMENTS | st.text(max_size=4), max_size=12).map("".join)
QUADRANT_WELLS = st.builds(
    "{}/{}{}-{}{}{}".format,
    st.integers(1, 7999).filter(lambda quadrant: not 1900 <= quadrant < 2100),
    st.integers(1, 30),
    st.sampled_from(["", "a", "B"]),
    st.sampled_from(["", "A-", "F-"]),
    st.integers(1, 59),
    st.sampled_from(["", "X", " A", "Z", " ST2", " T2", " S"]),
)


DIGITS = st.integers(1, 99).map(str)
OTHER_WELLS = st.one_of(
    st.builds("42-{:03}-{:05}{}".format, st.sampled_from(range(1, 500, 2)), st.integers(1, 99999),
              st.sampled_from(["", "-00", "-01-00"])),
    st.builds("100/{:02}-{:02}-{:03}-{:02}W5/0{}".format, st.integers(1, 16), st.integers(1, 36),
              st.integers(1, 126), st.integers(1, 34), st.integers(0, 9)),
    st.builds("{}-XYS-{}{}".format, st.integers(1, 9), st.integers(1, 1999),
              st.sampled_from(["", "D", "-XYS"])),
    st.builds("Nereus-{}{}".format, DIGITS, st.sampled_from(["", " ST1", "A"])),
    st.builds("XYZ-GT-{}{}".format, DIGITS, st.sampled_from(["", "-S1", "st2"])),
    st.builds("清{}-{}-{}{}".format, DIGITS, DIGITS, DIGITS, st.sampled_from(["", "H", "井"])),
    st.builds("скв. №{}{}".format, DIGITS, st.sampled_from(["", "-Р", "П"])),
)  # fmt: skip


@given(OTHER_WELLS)
def test_a_well_of_any_system_is_found_in_a_sentence_and_is_itself_in_its_normal_form(well):
    value = normalise_well(well)
    assert value is not None
    assert [name.value for name in find_wells(f"Mud of {well}, 1968")] == [value]
    assert normalise_well(value) == value


@given(TEXTS)
def test_found_wells_are_their_own_normal_form(text):
    for well in find_wells(text):
        assert normalise_well(well.value) == well.value


@given(TEXTS)
def test_found_things_point_into_the_text_and_do_not_overlap(text):
    plain = plain_marks(text)
    for found in (find_wells(text), find_sizes(text)):
        assert all(plain[name.start : name.end] == name.printed for name in found)
        places = list(chain.from_iterable((name.start, name.end) for name in found))
        assert places == sorted(places)


@given(QUADRANT_WELLS)
def test_every_quadrant_well_is_found_in_a_sentence_and_in_a_file_name(well):
    value = normalise_well(well)
    assert value is not None
    assert [name.value for name in find_wells(f"Mud of well {well}, 1968")] == [value]
    filed = f"report {well.replace('/', '_')}.pdf"
    assert [name.value for name in find_wells(filed)] == [value]


@given(TEXTS)
def test_terms_are_letters_and_digits_only(text):
    for term in search_terms(text):
        assert term.isalnum()
        assert term == fold(term)


@given(TEXTS)
def test_terms_of_a_question_contain_only_terms_of_its_text_at_full_weight(text):
    weights = dict(query_terms(text))
    own = set(search_terms(text))
    assert {term for term, weight in weights.items() if weight == 1.0} <= own
    assert all(0 < weight <= 1 for weight in weights.values())
    assert bool(weights) == bool(own)


@given(st.lists(TEXTS, max_size=4))
def test_a_document_holds_the_terms_of_its_cells(cells):
    together = set(search_terms(" | ".join(cells)))
    for cell in cells:
        assert set(search_terms(cell)) <= together


@given(st.text())
def test_folding_and_plain_marks_are_idempotent(text):
    assert fold(fold(text)) == fold(text)
    assert plain_marks(plain_marks(text)) == plain_marks(text)


@given(st.from_regex(r"[a-z]{1,12}", fullmatch=True))
def test_a_stem_is_never_empty_and_begins_like_its_word(word):
    assert stem(word)
    assert stem(word)[:2] == word[:2]


@given(st.from_regex(NUMBER, fullmatch=True).filter(str.isascii))
def test_a_plain_number_is_a_number_and_stays_one(printed):
    plain = plain_number(printed)
    assert float(plain) >= 0
    assert plain_number(plain) == plain or len(plain.partition(".")[2]) == 3


@given(st.sampled_from((1, 2, 4, 8, 16)), st.integers(2, 40), st.data())
def test_every_spelling_of_a_mixed_number_is_one_size(denominator, whole, data):
    top = data.draw(st.integers(1, denominator))
    size = whole + top / denominator
    if denominator == 1 or top == denominator:
        assert inches(size_text(whole)) == whole
        return
    spellings = (
        f'{whole} {top}/{denominator}"',
        f"{whole}-{top}/{denominator} in",
        size_text(size),
    )
    assert {inches(spelling) for spelling in spellings} == {size}


@given(TEXTS, st.sampled_from(["m", "ft", None]))
def test_depths_run_downwards(text, unit):
    for interval in (*find_intervals(text), *cell_intervals(text, unit)):
        assert 0 <= interval.top <= interval.bottom


@given(st.integers(0, 12000), st.integers(0, 900))
def test_an_interval_overlaps_every_depth_inside_it(top, length):
    (interval,) = cell_intervals(f"{top} - {top + length} m", None)
    (inside,) = cell_intervals(f"{top + length // 2} m", None)
    assert interval.overlaps(inside)
    assert inside.overlaps(interval)


@given(
    st.lists(st.integers(1000, 12999), min_size=2, max_size=6, unique=True),
    st.sampled_from(["Depth m", "Teufe (m)", "Profundidad (m)", "Глубина, м", "井深 (米)"]),
)
def test_depths_with_points_between_thousands_are_those_without(depths, name):
    def printed(mark):
        cells = [name, *(f"{depth // 1000}{mark}{depth % 1000:03}" for depth in depths)]
        table = Table(
            "t", tuple(Cell(text, row, row + 1, 0, 1, row == 0) for row, text in enumerate(cells)),
            len(cells), 1, Provenance("x.pdf", "0", 0), 1, None, (Column(name),),
        )  # fmt: skip
        return {key.value for key in link_keys(table) if key.kind == "depth_m"}

    assert printed(".") == printed("")
    assert {f"{depth}:{depth}" for depth in depths} <= printed(".")


@settings(max_examples=40)
@given(st.lists(st.lists(TEXTS, min_size=3, max_size=3), max_size=4), TEXTS, TEXTS)
def test_any_table_has_keys_and_identities_without_complaint(rows, name, path):
    texts = [[name, "Depth m", "Sample no."], *rows]
    cells = tuple(
        Cell(text, row, row + 1, column, column + 1, row == 0)
        for row, line in enumerate(texts)
        for column, text in enumerate(line)
    )
    table = Table(
        "t", cells, len(texts), 3, Provenance(path, "0", 0), 1,
        Caption(f"Table {name}", "heading"), tuple(map(Column, texts[0])),
    )  # fmt: skip
    keys = link_keys(table)
    assert len({(key.kind, key.value) for key in keys}) == len(keys)
    assert all(key.column is None or 0 <= key.column < 3 for key in keys)
    assert {a for a, _ in shared_keys(keys, keys)} == set(keys)
    assert bool(link_features(keys)) == bool(keys)
    identities(table, path)


@given(TEXTS)
def test_keys_of_a_question_stand_in_no_column(query):
    assert all(key.column is None and not re.search(r"\s$", key.kind) for key in query_keys(query))
