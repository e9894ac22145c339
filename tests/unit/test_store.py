"""Conformance suite of the store: what any implementation must do."""

import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from index_support import FINGERPRINT, logical_dump, make_document, vectors_of

from relatab.core.evidence import LinkEvidence
from relatab.errors import (
    FingerprintError,
    IndexBusyError,
    IndexFolderError,
    IndexMissingError,
)
from relatab.index.lock import writer_lock
from relatab.index.records import (
    DocumentEntry,
    Edge,
    FileRecord,
    Linking,
    PassRecord,
    Role,
    RootRecord,
)
from relatab.index.store import DATABASE, Writer, open_reader, open_writer
from relatab.model import Issue, ScanReading

CASING = ("Casing data of well 7/11-1", [["Size (in)", "Depth (m)"], ["9 5/8", "2504"]])
MUD = ("Mud weights", [["Depth (m)", "Mud weight (ppg)"], ["2504", "10.3"], ["", "12.1"]])


def file_of(entry: DocumentEntry, path: str = "/share/report.docx") -> FileRecord:
    return FileRecord(path, size=10, mtime_ns=20, hash=entry.hash)


def put(store: Writer, entry: DocumentEntry, *paths: str) -> DocumentEntry:
    files = [file_of(entry, path) for path in paths or [entry.path]]
    store.replace_document(entry, files, vectors_of(entry))
    return entry


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "an index"


@pytest.fixture
def store(folder: Path) -> Iterator[Writer]:
    with open_writer(folder, FINGERPRINT) as writer:
        yield writer


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


WHY = LinkEvidence(0.5, -0.25, 1, 0, 0.1, 1 / 3, ("w",), 0.3, ("v",), (1, 0), ("well:7/11-1",), 1.0)


def linked_tables(store: Writer) -> list[str]:
    """Ids of four tables in a store."""
    entry = put(store, make_document("a", [CASING, MUD, CASING, MUD]))
    return [table.table.id for table in entry.tables]


def test_edges_replace_all_former_ones_and_make_the_index_linked(store: Writer) -> None:
    a, b, c, d = linked_tables(store)
    assert not store.linked()
    weak = LinkEvidence(value_overlap=0.7)
    edges = [Edge(a, b, replace(WHY, word_overlap=0.3)), Edge(a, c, weak), Edge(b, d, weak)]
    store.replace_edges([Edge(c, d, WHY), Edge("unknown", a, WHY)])
    store.replace_edges(edges)
    assert store.linked()
    assert store.edges() == edges
    assert store.edges([(b, d), (a, b), (a, d)]) == [edges[0], edges[2]]
    assert store.edges([]) == []


def test_some_edges_are_changed_and_dropped(store: Writer) -> None:
    a, b, c, d = linked_tables(store)
    gone = put(store, make_document("b", [CASING]), "/b").tables[0].table.id
    weak = LinkEvidence(value_overlap=0.7)
    store.replace_edges([Edge(a, b, weak), Edge(a, c, weak), Edge(a, gone, weak)])
    handles = store.handles()
    store.delete_document("b" * 64)
    assert len(store.links()[0]) == 3
    assert [edge.target for edge in store.edges()] == [b, c]
    dropped = [(handles[a], handles[b]), (handles[a], handles[gone])]
    store.change_edges([Edge(a, c, LinkEvidence()), Edge(c, d, weak)], dropped)
    assert store.linked()
    assert store.edges() == [Edge(a, c, LinkEvidence()), Edge(c, d, weak)]
    assert len(store.links()[0]) == 2


def test_links_are_read_as_arrays(store: Writer) -> None:
    a, b, c, d = linked_tables(store)
    handles = store.handles()
    store.replace_edges([Edge(b, c, WHY), Edge(a, d, LinkEvidence(value_overlap=0.7))])
    ends, measures = store.links()
    assert ends.tolist() == [[handles[a], handles[d]], [handles[b], handles[c]]]
    assert measures.tolist() == [
        [0, 0, 0, 0, 700_000, 0],
        [500_000, -250_000, 100_000, 333_333, 300_000, 1_000_000],
    ]
    store.replace_edges([])
    ends, measures = store.links()
    assert ends.shape == (0, 2)
    assert measures.shape == (0, 6)


def test_a_linking_tells_what_it_covered_and_what_changed_since_all_were_linked(
    store: Writer,
) -> None:
    assert store.linking() == Linking()
    linked_tables(store)
    store.replace_edges([])
    full = store.linking()
    assert (full.tables, full.fully, full.changed) == (4, 4, 0)
    assert full.through == max(store.handles().values())
    put(store, make_document("b", [CASING]), "/b")
    store.change_edges([], [])
    later = store.linking()
    assert (later.tables, later.fully, later.changed) == (5, 4, 1)
    assert later.token != full.token
    store.delete_document("a" * 64)
    put(store, make_document("c", [MUD]), "/c")
    store.change_edges([], [])
    assert store.linking().changed == 1 + 4 + 1
    store.replace_edges([])
    assert (store.linking().fully, store.linking().changed) == (2, 0)


def test_levels_are_those_of_the_last_linking_of_each_table(store: Writer) -> None:
    linked_tables(store)
    handles = list(store.handles().values())
    store.replace_edges([], {handles[0]: 0.25, handles[1]: 0.5})
    store.change_edges([], [], {handles[1]: 0.75})
    assert store.levels() == {handles[0]: 0.25, handles[1]: 0.75}


def test_names_of_wells_take_the_place_of_former_ones_and_unlink_the_index(store: Writer) -> None:
    assert store.well_names() == {}
    store.replace_edges([])
    store.replace_well_names({"COD-1": "7/11-1", "CLASS-3": None})
    assert store.well_names() == {"COD-1": "7/11-1", "CLASS-3": None}
    assert not store.linked()
    store.replace_edges([])
    store.replace_well_names({"CLASS-3": None, "COD-1": "7/11-1"})
    assert store.linked()
    store.replace_well_names({})
    assert store.well_names() == {}


def test_a_changed_document_unlinks_the_index(store: Writer) -> None:
    store.replace_edges([])
    put(store, make_document("a", [CASING]))
    assert not store.linked()


def test_the_generation_grows_with_every_change_of_content(store: Writer) -> None:
    seen = [store.generation()]
    entry = put(store, make_document("a", [CASING]))
    seen.append(store.generation())
    store.replace_edges([])
    seen.append(store.generation())
    store.delete_document(entry.hash)
    seen.append(store.generation())
    assert seen == sorted(set(seen))
    store.delete_document(entry.hash)
    assert store.generation() == seen[-1]


def test_a_reader_sees_one_state_while_another_connection_writes(
    folder: Path, store: Writer
) -> None:
    put(store, make_document("a", [CASING]))
    with open_reader(folder) as reader:
        before = logical_dump(reader)
        put(store, make_document("b", [MUD]), "/b")
        store.delete_document("a" * 64)
        assert logical_dump(reader) == before
    with open_reader(folder) as reader:
        assert logical_dump(reader) == logical_dump(store)


def test_a_second_writer_is_told_who_holds_the_index(folder: Path, store: Writer) -> None:
    assert store.counts()
    with (
        pytest.raises(IndexBusyError, match=rf"process {os.getpid()} on .* since 20"),
        open_writer(folder, FINGERPRINT, wait=0),
    ):
        pass


def test_a_second_writer_gets_its_turn_when_the_first_one_ends(tmp_path: Path) -> None:
    held, release = threading.Event(), threading.Event()

    def hold() -> None:
        with writer_lock(tmp_path, wait=0):
            held.set()
            release.wait(10)

    first = threading.Thread(target=hold)
    first.start()
    held.wait(10)
    threading.Timer(0.05, release.set).start()
    with writer_lock(tmp_path, wait=10):
        pass
    first.join()


def test_an_index_of_another_version_is_told_from_one_of_another_model(folder: Path) -> None:
    with open_writer(folder, "model A; features 1"):
        pass
    with pytest.raises(FingerprintError, match="another version of relatab; delete"):
        open_reader(folder, "model A; features 2").__enter__()


def test_another_fingerprint_is_refused_with_the_remedy(folder: Path) -> None:
    with open_writer(folder, "model A"):
        pass
    for opened in (open_reader(folder, "model B"), open_writer(folder, "model B")):
        with pytest.raises(
            FingerprintError, match="built with model A, asked with model B; choose"
        ):
            opened.__enter__()
    with open_reader(folder, "model A"), open_reader(folder):
        pass


def test_an_index_of_a_newer_program_is_refused(folder: Path) -> None:
    import apsw

    with open_writer(folder, FINGERPRINT):
        pass
    connection = apsw.Connection(os.fspath(folder / DATABASE))
    connection.pragma("user_version", 999)
    connection.close()
    for opened in (open_reader(folder), open_writer(folder, FINGERPRINT)):
        with pytest.raises(FingerprintError, match="newer relatab"):
            opened.__enter__()


def test_no_index_is_an_error_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(IndexMissingError, match="relatab index"), open_reader(tmp_path):
        pass


def test_an_index_that_was_killed_at_its_birth_is_missing(tmp_path: Path) -> None:
    (tmp_path / DATABASE).touch()
    with pytest.raises(IndexMissingError, match="never begun"), open_reader(tmp_path):
        pass


def test_a_file_that_is_no_database_is_an_error_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_bytes(b"this is no database " * 100)
    for opened in (open_reader(tmp_path), open_writer(tmp_path, FINGERPRINT)):
        with pytest.raises(IndexFolderError, match="delete the folder"):
            opened.__enter__()


def test_a_full_disk_is_an_error_with_the_remedy_and_changes_nothing(folder: Path) -> None:
    with open_writer(folder, FINGERPRINT) as store:
        put(store, make_document("a", [CASING]))
        before = logical_dump(store)
    rows = [["Depth"], *([f"{number} metres"] for number in range(2000))]
    large = make_document("b", [("Depths", rows)])

    def fill_the_disk() -> None:
        with open_writer(folder, FINGERPRINT) as store:
            store._db.pragma("max_page_count", 1)  # the least SQLite accepts: what it has now
            put(store, large)

    with pytest.raises(IndexFolderError, match="no space left"):
        fill_the_disk()
    with open_reader(folder) as reader:
        assert logical_dump(reader) == before


def test_a_folder_that_cannot_be_made_is_an_error_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with (
        pytest.raises(IndexFolderError, match="choose another"),
        open_writer(tmp_path / "file" / "index", FINGERPRINT),
    ):
        pass


READ_AS_NOBODY = """
import os, sys
from pathlib import Path
import relatab.index.sqlite_reader
from relatab.index.store import open_reader
if os.geteuid() == 0:  # root may write everywhere
    os.setuid(65534)
with open_reader(Path(sys.argv[1])) as reader:
    print(*reader.table_ids())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="folders are not read-only on Windows")
def test_an_index_in_a_read_only_folder_can_be_read() -> None:
    with tempfile.TemporaryDirectory() as place:  # pytest's own folders are closed to others
        folder = Path(place) / "index"
        with open_writer(folder, FINGERPRINT) as store:
            entry = put(store, make_document("a", [CASING]))
        with open_reader(folder):  # may leave files of SQLite's behind
            pass
        try:
            for path, mode in ((Path(place), 0o755), (folder / DATABASE, 0o444), (folder, 0o555)):
                path.chmod(mode)
            done = subprocess.run(
                [sys.executable, "-c", READ_AS_NOBODY, str(folder)],
                capture_output=True,
                text=True,
                check=False,
            )
        finally:
            folder.chmod(0o755)
    assert done.stderr == ""
    assert done.stdout.split() == [entry.tables[0].table.id]
