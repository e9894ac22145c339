"""Conformance suite of the store: documents, files, roots and passes in any implementation."""

from dataclasses import replace

import numpy as np
import pytest
from index_support import file_of, logical_dump, make_document, put, vectors_of

from relatab.index.records import (
    DocumentEntry,
    FileRecord,
    PassRecord,
    Role,
    RootRecord,
)
from relatab.index.store import Writer
from relatab.model import Issue, ScanReading

CASING = ("Casing data of well 7/11-1", [["Size (in)", "Depth (m)"], ["9 5/8", "2504"]])
MUD = ("Mud weights", [["Depth (m)", "Mud weight (ppg)"], ["2504", "10.3"], ["", "12.1"]])


def test_a_new_index_is_empty_and_linked(store: Writer) -> None:
    assert store.table_ids() == []
    assert store.counts()["documents"] == 0
    assert store.linked()
    assert store.uses(Role.VALUE).shape == (0, 4)
    assert store.vectors(Role.VALUE)[1].shape == (0, 0)


def test_a_stored_table_comes_back_as_it_was_with_its_path(store: Writer) -> None:
    entry = put(store, make_document("a", [CASING, MUD]))
    stored = store.tables(table.table.id for table in entry.tables)
    for original in entry.tables:
        table = stored[original.table.id]
        assert table.cells == original.table.cells
        assert table.caption == original.table.caption
        assert table.context.identities == original.identities
        assert table.provenance.path == "/share/report.docx"


def test_unknown_tables_are_left_out(store: Writer) -> None:
    assert store.tables(["nothing"]) == {}


def test_a_document_keeps_title_pages_and_issues(store: Writer) -> None:
    put(store, make_document("a", [CASING, MUD]))
    (document,) = store.documents()
    assert (document.title, document.pages, document.state) == ("Report", 2, "ok")
    assert document.issues == (Issue("odd", "something irregular", 1, "kept"),)


def test_a_document_keeps_how_its_scans_were_read(store: Writer) -> None:
    readings = (ScanReading(1, "ocr", 0.75), ScanReading(2, "unread"))
    entry = replace(make_document("a", [CASING]), readings=readings)
    put(store, entry)
    assert [document.readings for document in store.documents()] == [readings]
    stored = store.document(entry.hash)
    assert stored is not None
    assert stored.readings == readings
    store.replace_document(replace(entry, readings=readings[:1]), [], {})
    assert [document.readings for document in store.documents()] == [readings[:1]]


def test_texts_that_have_a_vector_need_none_again(store: Writer) -> None:
    entry = put(store, make_document("a", [CASING]))
    before = logical_dump(store)
    assert store.missing_vectors([*entry.texts(), "new"]) == ["new"]
    store.replace_document(entry, [], {})
    assert logical_dump(store) == before


def test_a_document_without_its_vectors_is_refused_and_changes_nothing(store: Writer) -> None:
    put(store, make_document("a", [CASING]))
    before = logical_dump(store)
    with pytest.raises(ValueError, match="no vector"):
        store.replace_document(make_document("b", [MUD]), [], {})
    assert logical_dump(store) == before


def test_a_transaction_that_fails_late_changes_nothing(store: Writer) -> None:
    entry = put(store, make_document("a", [CASING]))
    before = logical_dump(store)
    clashing = make_document("b", [MUD])
    twice = DocumentEntry("c" * 64, "/c", tables=(*clashing.tables, *clashing.tables))
    with pytest.raises(Exception, match="UNIQUE"):
        store.replace_document(twice, [file_of(entry)], vectors_of(twice))
    assert logical_dump(store) == before


def test_vectors_are_kept_in_half_precision(store: Writer) -> None:
    entry = put(store, make_document("a", [CASING]))
    numbers, vectors = store.vectors(Role.CAPTION)
    expected = vectors_of(entry)[store.texts(Role.CAPTION)[int(numbers[0])]]
    np.testing.assert_array_equal(vectors[0], expected.astype(np.float16))


def test_uses_name_table_column_and_row_of_each_value(store: Writer) -> None:
    entry = put(store, make_document("a", [MUD]))
    handle = store.handles()[entry.tables[0].table.id]
    texts = store.texts(Role.VALUE)
    places = [(*place[:3], texts[place[3]]) for place in store.uses(Role.VALUE).tolist()]
    assert places == [(handle, 0, 0, "2504"), (handle, 1, 0, "10.3"), (handle, 1, 1, "12.1")]


def test_deleting_a_document_leaves_no_trace(store: Writer) -> None:
    empty = logical_dump(store)
    entry = put(store, make_document("a", [CASING, MUD]))
    store.delete_document(entry.hash)
    assert logical_dump(store) | {"linked": True} == empty
    assert store.missing_vectors(["2504"]) == ["2504"]


def test_a_text_of_two_documents_stays_while_one_of_them_does(store: Writer) -> None:
    put(store, make_document("a", [CASING]), "/a")
    put(store, make_document("b", [MUD]), "/b")
    store.delete_document("b" * 64)
    assert store.missing_vectors(["2504", "10.3"]) == ["10.3"]


def test_one_content_under_two_paths_is_one_document_until_both_go(store: Writer) -> None:
    entry = put(store, make_document("a", [CASING]), "/b.docx", "/a.docx")
    assert store.paths(entry.hash) == ["/a.docx", "/b.docx"]
    assert store.counts()["duplicates"] == 1
    assert store.change_files([], ["/a.docx"]) == []
    (table,) = store.tables(store.table_ids()).values()
    assert table.provenance.path == "/b.docx"
    assert store.change_files([], ["/b.docx"]) == [entry.hash]
    assert store.table_ids() == []


def test_a_file_that_moves_in_one_change_keeps_its_document(store: Writer) -> None:
    entry = put(store, make_document("a", [CASING]), "/old")
    generation = store.generation()
    assert store.change_files([file_of(entry, "/new")], ["/old"]) == []
    assert store.paths(entry.hash) == ["/new"]
    assert store.generation() == generation


def test_a_file_with_new_content_takes_its_old_document_along(store: Writer) -> None:
    put(store, make_document("a", [CASING]), "/report")
    put(store, make_document("b", [MUD]), "/report")
    assert [document.hash for document in store.documents()] == ["b" * 64]


@pytest.mark.parametrize("name", ["/caf\udce9.pdf", "/井 7-11/Bøker & co.docx", "/a'b\"c"])
def test_every_file_name_survives(store: Writer, name: str) -> None:
    put(store, make_document("a", [CASING], path=name), name)
    assert [file.path for file in store.files()] == [name]
    assert store.documents()[0].path == name


def test_texts_that_are_not_valid_unicode_are_kept_escaped(store: Writer) -> None:
    entry = put(store, make_document("a", [("Odd \udcff caption\x00", [["A"], ["\ud800"]])]))
    (table,) = store.tables([entry.tables[0].table.id]).values()
    assert table.cells[1].text == "\ud800"
    assert r"Odd \udcff caption" + "\x00" in store.texts(Role.CAPTION).values()


def test_layout_tables_are_kept_but_not_searched(store: Writer) -> None:
    entry = make_document("a", [CASING])
    (table,) = entry.tables
    unsearched = DocumentEntry(entry.hash, entry.path, tables=(type(table)(table.table, (), None),))
    put(store, unsearched)
    assert store.table_ids() == [table.table.id]
    assert store.handles() == {}


def test_some_counts_are_asked_for_alone(store: Writer) -> None:
    put(store, make_document("a", [CASING, MUD]))
    assert store.counts("tables", "failed") == {"tables": 2, "failed": 0}


def test_documents_whose_first_path_is_another_one_now_are_displaced(store: Writer) -> None:
    entry = put(store, make_document("a", [CASING]))
    assert store.displaced() == []
    store.change_files([file_of(entry, "/share/z.docx")])
    assert store.displaced() == []
    store.change_files([file_of(entry, "/share/\udce9.docx")], [entry.path, "/share/z.docx"])
    assert store.displaced() == [(entry.hash, "/share/\udce9.docx")]


def test_tables_that_tell_something_have_digests(store: Writer) -> None:
    one = put(store, make_document("a", [CASING, MUD]), "/a")
    two = put(store, make_document("b", [MUD, (None, [["a", "b"]])]), "/b")
    found: dict[bytes, list[str]] = {}
    for document, digest in store.table_digests():
        found.setdefault(digest, []).append(document)
    assert sorted(map(sorted, found.values())) == [[one.hash], [one.hash, two.hash]]


def test_forgotten_roots_and_files_go_with_the_documents_that_lie_nowhere_else(
    store: Writer,
) -> None:
    store.replace_roots([RootRecord("/share"), RootRecord("/other")])
    one = put(store, make_document("a", [CASING]), "/share/a", "/other/a")
    two = put(store, make_document("b", [MUD]), "/share/b")
    assert store.forget(["/share"], ["/share/a", "/share/b"]) == [two.hash]
    assert [root.path for root in store.roots()] == ["/other"]
    assert [file.path for file in store.files()] == ["/other/a"]
    assert [document.hash for document in store.documents()] == [one.hash]


def test_files_and_roots_come_back_and_are_replaced(store: Writer) -> None:
    unread = FileRecord("/x", 1, 2, None, "permission denied")
    store.change_files([unread])
    root = RootRecord(
        "/share", "missing", 12.5, {"depth": 3}, (("/share/x", Issue("k", "m")),), 9.5
    )
    store.replace_roots([RootRecord("/share"), root])
    assert store.files() == [unread]
    assert store.roots() == [root]


def test_hashes_are_kept_until_their_files_are_recorded(store: Writer) -> None:
    a, b, c = (FileRecord(path, 1, 2, "h") for path in ("/a", "/\udce9", "/c"))
    store.keep_hashes([c, replace(a, size=3)])
    store.keep_hashes([a, b])
    assert store.hashed() == [a, c, b]
    assert store.files() == []
    store.change_files([replace(a, hash="other")])
    store.forget([], [c.path])
    assert store.hashed() == [c, b]
    store.drop_hashes()
    assert store.hashed() == []


def test_the_last_pass_is_kept_and_the_last_that_changed_something(store: Writer) -> None:
    assert store.passes() == []
    first = PassRecord(30.0, 0.5, True, {"new": 1}, (("new", "/share/a.docx"),))
    second = PassRecord(20.0, 0.1, True, {"unchanged": 1})  # after the clock was set back
    third = PassRecord(25.0, 0.1, False, {"deleted": 1}, (("deleted", "/share/a.docx"),))
    kept = [[first], [second, first], [second, first], [third], [second, third]]
    for record, expected in zip([first, second, second, third, second], kept, strict=True):
        store.record_pass(record)
        assert store.passes() == expected


def test_words_are_kept_by_table_and_field(store: Writer) -> None:
    entry = put(store, make_document("a", [CASING, (None, [["Other"], ["\udcff"]])]))
    casing, other = (store.handles()[table.table.id] for table in entry.tables)
    words = store.words()
    assert words[casing] == entry.tables[0].features.search
    assert words[other].columns == "other"
    assert store.words([other]) == {other: words[other]}
    store.delete_document(entry.hash)
    assert store.words() == {}


def test_features_of_some_tables_are_those_among_all(store: Writer) -> None:
    entry = put(store, make_document("a", [CASING, MUD]))
    handle = store.handles()[entry.tables[1].table.id]
    for role in Role:
        uses = store.uses(role)
        own = store.uses(role, [handle])
        np.testing.assert_array_equal(own, uses[uses[:, 0] == handle])
        texts = store.texts(role, [handle])
        assert texts == {number: store.texts(role)[number] for number in own[:, 3].tolist()}
        numbers, vectors = store.vectors(role, [handle])
        assert numbers.tolist() == sorted(texts)
        everything = dict(zip(*store.vectors(role), strict=True))
        assert all((everything[n] == v).all() for n, v in zip(numbers, vectors, strict=True))


def test_numbers_of_tables_and_texts_are_not_given_twice(store: Writer) -> None:
    entry = put(store, make_document("a", [CASING]))
    handles, texts = set(store.handles().values()), set(store.texts(Role.VALUE))
    store.delete_document(entry.hash)
    put(store, entry)
    assert handles.isdisjoint(store.handles().values())
    assert texts.isdisjoint(store.texts(Role.VALUE))
