"""An index is opened: by one writer at a time, by readers that see one state, or not at all."""

import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest
from index_support import FINGERPRINT, logical_dump, make_document, put

from relatab.errors import (
    FingerprintError,
    IndexBusyError,
    IndexFolderError,
    IndexMissingError,
)
from relatab.index.lock import writer_lock
from relatab.index.store import DATABASE, Writer, open_reader, open_writer

CASING = ("Casing data of well 7/11-1", [["Size (in)", "Depth (m)"], ["9 5/8", "2504"]])
MUD = ("Mud weights", [["Depth (m)", "Mud weight (ppg)"], ["2504", "10.3"], ["", "12.1"]])


def test_a_reader_sees_one_state_while_another_connection_writes(
    index: Path, store: Writer
) -> None:
    put(store, make_document("a", [CASING]))
    with open_reader(index) as reader:
        before = logical_dump(reader)
        put(store, make_document("b", [MUD]), "/b")
        store.delete_document("a" * 64)
        assert logical_dump(reader) == before
    with open_reader(index) as reader:
        assert logical_dump(reader) == logical_dump(store)


def test_a_second_writer_is_told_who_holds_the_index(index: Path, store: Writer) -> None:
    assert store.counts()
    with (
        pytest.raises(IndexBusyError, match=rf"process {os.getpid()} on .* since 20"),
        open_writer(index, FINGERPRINT, wait=0),
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


def test_an_index_of_another_version_is_told_from_one_of_another_model(index: Path) -> None:
    with open_writer(index, "model A; features 1"):
        pass
    with pytest.raises(FingerprintError, match="another version of relatab; delete"):
        open_reader(index, "model A; features 2").__enter__()


def test_another_fingerprint_is_refused_with_the_remedy(index: Path) -> None:
    with open_writer(index, "model A"):
        pass
    for opened in (open_reader(index, "model B"), open_writer(index, "model B")):
        with pytest.raises(
            FingerprintError, match="built with model A, asked with model B; choose"
        ):
            opened.__enter__()
    with open_reader(index, "model A"), open_reader(index):
        pass


def test_an_index_of_a_newer_program_is_refused(index: Path) -> None:
    import apsw

    with open_writer(index, FINGERPRINT):
        pass
    connection = apsw.Connection(os.fspath(index / DATABASE))
    connection.pragma("user_version", 999)
    connection.close()
    for opened in (open_reader(index), open_writer(index, FINGERPRINT)):
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


def test_a_full_disk_is_an_error_with_the_remedy_and_changes_nothing(index: Path) -> None:
    with open_writer(index, FINGERPRINT) as store:
        put(store, make_document("a", [CASING]))
        before = logical_dump(store)
    rows = [["Depth"], *([f"{number} metres"] for number in range(2000))]
    large = make_document("b", [("Depths", rows)])

    def fill_the_disk() -> None:
        with open_writer(index, FINGERPRINT) as store:
            store._db.pragma("max_page_count", 1)  # the least SQLite accepts: what it has now
            put(store, large)

    with pytest.raises(IndexFolderError, match="no space left"):
        fill_the_disk()
    with open_reader(index) as reader:
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
