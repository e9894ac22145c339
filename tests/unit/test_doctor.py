"""An index broken in every way that can be told, found out and mended."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import apsw
import numpy as np
import pytest
from index_support import ENCODER, logical_dump, write_report

from relatab.errors import FingerprintError, IndexFolderError, IndexMissingError
from relatab.index import derived
from relatab.index.doctor import examine_index, repair_index
from relatab.index.doctor.remade import SAMPLED_TEXTS
from relatab.index.lock import writer_lock
from relatab.index.refresh import OCR_CACHE, update_index
from relatab.index.sqlite_repairs import SqliteRepairer
from relatab.index.store import DATABASE, open_reader

CASING = ("Casing of well 7/11-1", [["Size (in)", "Depth (m)"], ["9 5/8", "2504"]])
MUD = ("Mud weights", [["Depth (m)", "Weight (ppg)"], ["2504", "10.3"]])
TESTS = ("Leak-off tests", [["Depth (m)", "Pressure"], ["2504", "88"]])


pytestmark = pytest.mark.usefixtures("text_reports")


@pytest.fixture
def share(tmp_path: Path) -> Path:
    share = tmp_path / "share"
    share.mkdir()
    write_report(share / "a.docx", CASING, MUD)
    write_report(share / "b.docx", MUD)
    write_report(share / "c.docx", TESTS)
    return share


@pytest.fixture
def index(share: Path, tmp_path: Path) -> Path:
    update_index(tmp_path / "index", [share], encoder=ENCODER, jobs=0)
    return tmp_path / "index"


@contextmanager
def database(index: Path) -> Iterator[apsw.Connection]:
    """The database, to be broken: nothing is checked."""
    with closing(apsw.Connection(os.fspath(index / DATABASE))) as connection:
        yield connection


def content(index: Path) -> dict[str, Any]:
    """All that the index holds, and its derived arrays."""
    with open_reader(index) as reader:
        arrays = derived.parts(derived.load(index, reader))
        for name in derived.STORE_NUMBERS:
            del arrays[name]
        return logical_dump(reader) | {name: array.tolist() for name, array in arrays.items()}


def kinds(index: Path, *, full: bool = True) -> set[str]:
    return {finding.kind for finding in examine_index(index, ENCODER, full=full).findings}


BREAKAGES = {
    "an issue of no document": ("orphans", "INSERT INTO issues VALUES (99, 0, 'k', 'm', 1, 'a')"),
    "texts of no table": ("orphans", "UPDATE uses SET owner = 99 WHERE owner = 1"),
    "a document that went alone": (
        "orphans",
        "DELETE FROM documents WHERE CAST(path AS TEXT) LIKE '%a.docx'",
    ),
    "a document without a file": (
        "document",
        "DELETE FROM files WHERE CAST(path AS TEXT) LIKE '%a.docx'",
    ),
    "a file without its document": (
        "file",
        "UPDATE files SET hash = 'unknown' WHERE CAST(path AS TEXT) LIKE '%b.docx'",
    ),
    "a table that is no table": ("tables", "UPDATE tables SET json = x'00' WHERE id = 1"),
    "a table with a wrong byte": (
        "tables",
        "UPDATE tables SET json = CAST(substr(json, 1, 9) || x'7f' || substr(json, 11) AS BLOB)",
    ),
    "identities that are none": ("tables", "UPDATE tables SET identities = '[{}]' WHERE id = 1"),
    "other identities": ("features", "UPDATE tables SET identities = '[]' WHERE id = 1"),
    "another text": ("texts", "UPDATE texts SET text = text || '!' WHERE text = '2504'"),
    "a text that went": ("texts", "DELETE FROM texts WHERE text = '10.3'"),
    "a wrong count of uses": ("texts", "UPDATE texts SET refs = refs + 1 WHERE text = '2504'"),
    "a text that nothing uses": (
        "texts",
        "INSERT INTO texts (digest, text) VALUES (x'00', 'unused')",
    ),
    "a use of another text": (
        "features",
        "UPDATE uses SET text = (SELECT id FROM texts WHERE text = '10.3') WHERE role = 0",
    ),
    "a use less": ("features", "DELETE FROM uses WHERE owner = 1 AND role = 2 AND position = 1"),
    "no vector": ("vectors", "DELETE FROM vectors WHERE text = 1"),
    "a short vector": ("vectors", "UPDATE vectors SET vector = x'0000' WHERE text = 2"),
    "a vector that is no number": (
        "vectors",
        "UPDATE vectors SET vector = CAST(x'007e' || substr(vector, 3) AS BLOB) WHERE text = 1",
    ),
    "a vector of another text": (
        "vectors",
        "UPDATE vectors SET vector = (SELECT vector FROM vectors WHERE text = 1) WHERE text = 2",
    ),
    "no words": ("words", "DELETE FROM words WHERE owner = 1"),
    "other words": ("features", "UPDATE words SET cells = cells || ' zebra' WHERE owner = 2"),
    "another digest": ("features", "UPDATE tables SET digest = x'00'"),
    "numbers to be given twice": ("numbers", "UPDATE meta SET value = 1 WHERE key = 'last_text'"),
    "no counter": ("numbers", "DELETE FROM meta WHERE key = 'last_table'"),
    "another link key": ("features", "UPDATE link_keys SET value = value || '9'"),
    "a link to nothing": ("links", "UPDATE edges SET target = 99 WHERE target = 3"),
    "a link with odd measures": ("links", "UPDATE edges SET measures = x'00000000'"),
    "a link beyond all measure": (
        "links",
        "UPDATE edges SET measures = CAST(x'ffffff7f' || substr(measures, 5) AS BLOB)",
    ),
    "a link without evidence": ("links", "UPDATE edges SET evidence = 'because'"),
}


@pytest.mark.parametrize("breakage", BREAKAGES)
def test_damage_in_the_database_is_found_and_mended(breakage: str, index: Path) -> None:
    kind, statement = BREAKAGES[breakage]
    before = content(index)
    with database(index) as connection:
        restore = without_triggers(connection)
        connection.execute(statement)
        assert connection.changes(), "nothing was broken"
        connection.execute(restore)
    found = examine_index(index, ENCODER, full=True)
    repaired = repair_index(index, ENCODER, full=True)
    assert (found.sound, repaired.sound) == (False, True), repaired.findings
    assert set(found.findings) <= set(repaired.mended)
    assert kind in {finding.kind for finding in repaired.mended}
    update_index(index, encoder=ENCODER, jobs=0)  # what was taken out is read again
    assert content(index) == before
    assert kinds(index) == set()


def without_triggers(connection: apsw.Connection) -> str:
    """Drops the triggers, which would make good some of the damage; how to make them again."""
    triggers = dict(
        connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    )
    connection.execute("; ".join(f"DROP TRIGGER {name}" for name in triggers))
    return "; ".join(triggers.values())


def test_a_whole_index_is_sound(index: Path) -> None:
    before = content(index)
    for full in (False, True):
        report = examine_index(index, ENCODER, full=full)
        assert (report.findings, report.writer, report.sound) == ((), None, True)
        assert repair_index(index, ENCODER, full=full).mended == ()
    assert content(index) == before


def test_an_index_of_sqlite_that_lost_a_row_is_built_again(index: Path) -> None:
    before = content(index)
    with database(index) as connection:
        connection.execute(
            "UPDATE files SET hash = hash || '.' WHERE CAST(path AS TEXT) LIKE '%a.docx'"
        )
        row = connection.execute("SELECT * FROM sqlite_schema WHERE name = 'files_by_hash'").get
        connection.pragma("writable_schema", True)
        connection.execute("DELETE FROM sqlite_schema WHERE name = 'files_by_hash'")
    with database(index) as connection:
        connection.execute("UPDATE files SET hash = rtrim(hash, '.')")
        connection.pragma("writable_schema", True)
        connection.execute("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)", row)
    assert "database" in kinds(index)
    repaired = repair_index(index, ENCODER)
    assert (repaired.sound, repaired.mended[0].kind) == (True, "database")
    assert content(index) == before


def test_a_damaged_page_ends_in_one_finding_that_names_the_roots(share: Path, index: Path) -> None:
    with database(index) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = connection.execute("PRAGMA page_size").get
        root = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'vectors'").get
    with (index / DATABASE).open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xff" * size)
    for report in (examine_index(index, ENCODER), repair_index(index, ENCODER)):
        assert not report.sound
        assert {finding.kind for finding in report.findings} == {"database"}
        assert str(share) in report.findings[0].remedy


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE roots SET settings = '{'",
        "UPDATE passes SET counts = '{'",
        "UPDATE meta SET value = '{\"odd\": 1}' WHERE key = 'linking'",
    ],
)
def test_records_that_cannot_be_read_name_the_remedy(statement: str, index: Path) -> None:
    with database(index) as connection:
        connection.execute(statement)
        assert connection.changes()
    report = examine_index(index, ENCODER)
    assert not report.sound
    assert report.findings[0].kind == "records"
    assert "index --index NEW_FOLDER" in report.findings[0].remedy


def test_what_is_no_database_is_one_clear_line(index: Path) -> None:
    (index / DATABASE).write_bytes(b"no database at all " * 500)
    for looked_at in (examine_index, repair_index):
        with pytest.raises(IndexFolderError, match="damaged, or no index"):
            looked_at(index, ENCODER)


def test_arrays_that_are_not_those_of_the_database_are_made_again(index: Path) -> None:
    before = content(index)
    (place,) = (index / derived.FOLDER).iterdir()
    array = np.load(place / "dense.npy")
    array[0] = -array[0]
    np.save(place / "dense.npy", array)
    assert content(index) != before
    assert kinds(index) == {"arrays"}
    assert repair_index(index, ENCODER).sound
    assert content(index) == before


@pytest.mark.parametrize(
    "left",
    [
        lambda index: (index / derived.FOLDER / "draft-1-abcdef").mkdir(),
        lambda index: (index / derived.FOLDER / "1-0000").mkdir(),
        lambda index: (index / OCR_CACHE).write_bytes(b"no cache" * 1000),
    ],
    ids=["draft", "former arrays", "readings"],
)
def test_what_is_left_over_is_harmless_and_swept(
    left: Callable[[Path], object], index: Path
) -> None:
    (index / OCR_CACHE).unlink(missing_ok=True)
    left(index)
    report = examine_index(index, ENCODER)
    assert report.sound
    (finding,) = report.findings
    assert finding.harmless
    assert repair_index(index, ENCODER).mended == (finding,)
    assert kinds(index) == set()


def test_an_interrupted_pass_is_harmless_and_linked_by_a_repair(index: Path) -> None:
    before = content(index)
    with database(index) as connection:
        connection.execute("UPDATE meta SET value = -1 WHERE key = 'linked'")
    assert (examine_index(index, ENCODER).sound, kinds(index)) == (True, {"links"})
    assert repair_index(index, ENCODER).sound
    assert content(index) == before


def test_a_sample_is_examined_unless_all_is_asked_for(
    index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("relatab.index.doctor.remade.SAMPLED_TEXTS", 2)
    with database(index) as connection:
        numbers = [number for (number,) in connection.execute("SELECT id FROM texts")]
    found = []
    for number in numbers:
        with database(index) as connection:
            good = connection.execute("SELECT vector FROM vectors WHERE text = ?", (number,)).get
            update = "UPDATE vectors SET vector = ? WHERE text = ?"
            other = (-np.frombuffer(good, np.float16)).tobytes()
            connection.execute(update, (other, number))
        found.append("vectors" in kinds(index, full=False))
        assert "vectors" in kinds(index, full=True)
        with database(index) as connection:
            connection.execute(update, (good, number))
    assert sum(found) == 2 < len(numbers) < SAMPLED_TEXTS


def test_a_writer_is_named_and_waited_for(index: Path) -> None:
    with writer_lock(index, wait=0):
        report = examine_index(index, ENCODER)
        assert report.writer is not None
        assert report.writer.pid == os.getpid()
        with pytest.raises(IndexFolderError, match=f"process {os.getpid()}"):
            repair_index(index, ENCODER, wait=0)


def test_no_index_and_another_model_are_told_apart(index: Path, tmp_path: Path) -> None:
    with pytest.raises(IndexMissingError):
        examine_index(tmp_path / "nothing", ENCODER)
    with database(index) as connection:
        connection.execute("UPDATE meta SET value = 'other; features 1' WHERE key = 'fingerprint'")
    with pytest.raises(FingerprintError):
        examine_index(index, ENCODER)


@pytest.mark.parametrize("by", ["doctor", "pass"])
def test_links_that_a_killed_repair_had_dropped_are_made_again(
    by: str, index: Path, share: Path
) -> None:
    before = content(index)
    with closing(SqliteRepairer.open(index / DATABASE, None)) as store:
        store.drop_links()
        assert not store.linked()
        assert store.edges() == []
    if by == "doctor":
        repair_index(index, ENCODER)
    else:
        update_index(index, [share], encoder=ENCODER, jobs=0)
    assert content(index) == before
