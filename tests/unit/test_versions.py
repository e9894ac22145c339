"""Which documents are versions of each other."""

from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from index_support import FINGERPRINT, make_document, make_table, vectors_of

from relatab.index import schema
from relatab.index.records import DocumentEntry, FileRecord
from relatab.index.store import Writer, open_reader, open_writer
from relatab.index.versions import (
    FEWEST_CELLS,
    MOST_HOLDERS,
    content_digest,
    version_groups,
    versions,
)

CASING = [["Size (in)", "Depth (m)"], ["9 5/8", "2504"], ["", "2600"]]
MUD = [["Depth (m)", "Weight (ppg)"], ["2504", "10.3"]]
TESTS = [["Depth (m)", "Pressure"], ["1200", "88"]]


def put(store: Writer, content: str, *rows: list[list[str]]) -> DocumentEntry:
    entry = make_document(content, [(None, each) for each in rows])
    file = FileRecord(f"/share/{content}.docx", 1, 2, entry.hash)
    store.replace_document(entry, [file], vectors_of(entry))
    return entry


def test_tables_hold_the_same_whatever_case_blanks_accents_marks_and_spans() -> None:
    printed = [["SIZE  (in)", "Dépth (m)"], ["9⅝", "2504"], ["2600", ""]]
    assert content_digest(make_table(CASING)) == content_digest(make_table(printed))
    other = [["Size (in)", "Depth (m)"], ["9 5/8", "2504"], ["", "2601"]]
    assert content_digest(make_table(CASING)) != content_digest(make_table(other))
    parted = [["Size (in)", "Depth (m)"], ["9 5/82", "504"], ["", "2600"]]
    assert content_digest(make_table(CASING)) != content_digest(make_table(parted))


def test_a_table_of_hardly_any_cells_and_a_layout_tell_nothing() -> None:
    assert content_digest(make_table([["a", "b"], ["c", ""]])) is None
    assert content_digest(make_table([["a", "b"], ["c", "d"]])) is not None
    assert content_digest(make_table([["a", "b"], ["c", "d"]], kind="layout")) is None
    assert FEWEST_CELLS == 4


@pytest.mark.parametrize(
    ("one", "two", "alike"),
    [
        ("a", "a", True),  # the only table of both
        ("a", "ab", True),  # the only one of the smaller
        ("ab", "ab", True),
        ("ab", "abcdef", True),  # all of the smaller one
        ("abc", "abx", True),  # two of three
        ("ab", "ax", False),  # one of two
        ("abcd", "abxy", False),  # a half is not most
        ("", "a", False),
    ],
)
def test_two_documents_are_versions_by_the_share_of_equal_tables(
    one: str, two: str, alike: bool
) -> None:
    tables = [("1", table.encode()) for table in one] + [("2", table.encode()) for table in two]
    assert version_groups(tables) == ([("1", "2")] if alike else [])


def test_a_table_that_stands_everywhere_does_not_count() -> None:
    numbers = range(MOST_HOLDERS + 1)
    assert version_groups((str(number), b"title block") for number in numbers) == []
    assert len(version_groups((str(number), b"title block") for number in numbers[1:])) == 1


def test_a_table_twice_in_a_document_is_one() -> None:
    assert version_groups([("1", b"a"), ("1", b"a"), ("1", b"b"), ("2", b"a"), ("2", b"x")]) == []


def test_versions_of_versions_are_one_group() -> None:
    tables = [("1", "abc"), ("2", "bcd"), ("3", "cde"), ("4", "xyz")]
    pairs = [(document, table.encode()) for document, held in tables for table in held]
    assert version_groups(pairs) == [("1", "2", "3")]


@given(
    st.dictionaries(st.sampled_from("12345"), st.frozensets(st.sampled_from("abcd")), min_size=2)
)
def test_groups_are_what_pairs_of_versions_connect(held: dict[str, frozenset[str]]) -> None:
    expected = [{document} for document in held]
    for one, two in combinations(held, 2):
        shared, smaller = len(held[one] & held[two]), min(len(held[one]), len(held[two]))
        if shared > smaller / 2 and (shared >= 2 or smaller == 1):
            joined = [group for group in expected if group & {one, two}]
            expected = [group for group in expected if group not in joined]
            expected.append(set().union(*joined))
    tables = [(document, table.encode()) for document, held_ in held.items() for table in held_]
    groups = {frozenset(group) for group in version_groups(tables)}
    assert groups == {frozenset(group) for group in expected if len(group) > 1}


def test_versions_are_found_in_an_index(tmp_path: Path) -> None:
    with open_writer(tmp_path, FINGERPRINT) as store:
        one = put(store, "a", CASING, MUD)
        two = put(store, "b", CASING, MUD, TESTS)
        put(store, "c", TESTS, [["a", "b"], ["c", "d"]])
    with open_reader(tmp_path) as reader:
        assert versions(reader) == [(one.hash, two.hash)]


def test_an_older_index_learns_what_its_tables_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = [name for name, _ in schema.MIGRATIONS].index("digests of tables")
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[: before + 1])
        with open_writer(tmp_path, FINGERPRINT) as store:
            entry = make_document("a", [(None, CASING), (None, MUD)])
            store.replace_document(entry, [], vectors_of(entry))
            expected = store.table_digests()
            store._db.execute("ALTER TABLE tables DROP COLUMN digest")
            store._db.pragma("user_version", before)
    with open_writer(tmp_path, None) as store:
        assert sorted(store.table_digests()) == sorted(expected)
        assert len(expected) == 2
