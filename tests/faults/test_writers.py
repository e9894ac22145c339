"""Several processes at one index: writers one after the other, readers at any time."""

import errno
import json
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from disks import change_disk, small_disk
from fault_support import (
    CONTEXT,
    EXHAUSTIVE,
    ONLY_POSIX,
    change_share,
    cli,
    content,
    made_at_once,
    run,
    start,
    write_days,
)
from index_and_die import hold_lock

from relatab.errors import IndexFolderError
from relatab.index import lock
from relatab.index.lock import lock_holder, writer_lock
from relatab.index.store import open_reader
from relatab.model_json import table_to_json

PASSES = 12 if EXHAUSTIVE else 3
MOST_LOG_BYTES = 4_500_000
"""SQLite folds its log in after 1000 pages of 4 KiB, once no reader needs it."""


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return write_days(tmp_path_factory.mktemp("shares"), count=2, seed=2)


@pytest.fixture(scope="module")
def undisturbed(days: list[Path], tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    return [made_at_once(tmp_path_factory.mktemp("undisturbed"), day) for day in days]


@pytest.fixture
def share(tmp_path: Path, days: list[Path]) -> Path:
    return change_share(tmp_path / "area" / "share", days[0])


@contextmanager
def held(folder: Path) -> Iterator[tuple[int, Callable[[], None]]]:
    """Another process holds the writer lock: its number, and what lets it go."""
    ours, theirs = CONTEXT.Pipe()
    process = CONTEXT.Process(target=hold_lock, args=(str(folder), theirs))
    process.start()
    assert process.pid is not None
    assert ours.recv() == "locked"

    def release() -> None:
        ours.send("release")
        process.join()

    try:
        yield process.pid, release
    finally:
        release()
        ours.close()
        theirs.close()


def test_two_passes_at_once_come_to_the_same_end(
    share: Path, undisturbed: list[Any], tmp_path: Path
) -> None:
    index = tmp_path / "index"
    passes = [start(index, share) for _ in range(3)]
    for process in passes:
        process.join()
        assert process.exitcode == 0
    assert content(index, share) == undisturbed[0]


def test_a_second_writer_says_who_holds_the_index_or_waits(share: Path, tmp_path: Path) -> None:
    index = tmp_path / "index"
    with held(index) as (pid, release):
        done = cli("index", share, "--jobs", "0", "--wait", "0", index=index)
        assert done.returncode == 1
        assert f"in use for writing by process {pid} on {socket.gethostname()}" in done.stderr
        assert done.stderr.count("\n") == 1
        waiting = start(index, share)
        time.sleep(0.5)
        assert waiting.is_alive()
        release()
        waiting.join()
        assert waiting.exitcode == 0


@ONLY_POSIX
def test_a_killed_writer_holds_nothing(tmp_path: Path) -> None:
    with held(tmp_path) as (pid, _):
        os.kill(pid, signal.SIGKILL)
        with writer_lock(tmp_path, wait=10):
            pass
    assert lock_holder(tmp_path) is None


@ONLY_POSIX
def test_the_workers_of_a_killed_pass_hold_nothing(share: Path, tmp_path: Path) -> None:
    index = tmp_path / "index"
    process = start(index, share, jobs=2)
    while lock_holder(index) is None:
        assert process.is_alive()
    time.sleep(0.3)
    process.kill()
    process.join()
    with writer_lock(index, wait=0):
        pass


@pytest.mark.parametrize(
    "signed",
    [
        {"pid": os.getpid(), "host": socket.gethostname(), "since": "2001-01-01T00:00:00+00:00"},
        {"pid": 1, "host": socket.gethostname(), "since": "2001-01-01T00:00:00+00:00"},
        {"pid": 4711, "host": "another host", "since": "2001-01-01T00:00:00+00:00"},
        {"odd": True},
    ],
    ids=["number used again", "living process", "other host", "odd"],
)
def test_a_signature_that_was_left_behind_is_no_lock(signed: Any, tmp_path: Path) -> None:
    (tmp_path / "writer.lock").write_text(json.dumps(signed), encoding="utf-8")
    assert lock_holder(tmp_path) is None
    with writer_lock(tmp_path, wait=0):
        assert lock_holder(tmp_path) == json_holder(tmp_path)


def json_holder(folder: Path) -> lock.Holder:
    return lock.Holder(**json.loads((folder / "writer.lock").read_text("utf-8")))


def refuse(code: int) -> Callable[[int], bool]:
    def refused(_: int) -> bool:
        raise OSError(code, os.strerror(code))

    return refused


def test_a_file_system_without_locks_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "_try_lock", refuse(errno.ENOLCK))
    with pytest.raises(IndexFolderError, match="cannot be locked here"):
        writer_lock(tmp_path, wait=0).__enter__()
    assert lock_holder(tmp_path) is None


def test_readers_see_each_document_before_or_after_but_never_between(
    share: Path, days: list[Path], undisturbed: list[Any], tmp_path: Path
) -> None:
    index = tmp_path / "index"
    assert run(index, share) == 0
    known = [day["tables"] for day in undisturbed]
    change_share(share, days[1])
    process = start(index, share)
    looks = 0
    while process.is_alive() or not looks:
        looks += 1
        with open_reader(index) as reader:
            before = whole_tables(reader, share)
            handles = reader.handles()
            assert all(table in (day.get(name) for day in known) for name, table in before.items())
            assert set(handles) == set(before)
            assert whole_tables(reader, share) == before
    process.join()
    assert process.exitcode == 0
    assert looks > 1
    assert content(index, share) == undisturbed[1]


def whole_tables(reader: Any, share: Path) -> dict[str, Any]:
    """Every table with its place, as `logical_dump` gives them."""
    return {
        name: table_to_json(table) | {"document": os.path.relpath(table.provenance.path, share)}
        for name, table in reader.tables(reader.table_ids()).items()
    }


def test_a_reader_that_stays_keeps_its_state_and_the_log_shrinks_after_it(
    share: Path, days: list[Path], undisturbed: list[Any], tmp_path: Path
) -> None:
    index = tmp_path / "index"
    assert run(index, share) == 0
    log = index / "index.sqlite-wal"
    with open_reader(index) as reader:
        before = whole_tables(reader, share)
        for number in range(1, PASSES + 1):
            change_share(share, days[number % 2])
            assert run(index, share) == 0
        assert whole_tables(reader, share) == before
        assert log.stat().st_size > 0
    change_share(share, days[1])
    assert run(index, share) == 0
    assert not log.exists() or log.stat().st_size < MOST_LOG_BYTES
    assert content(index, share) == undisturbed[1]


@ONLY_POSIX
def test_an_index_on_a_read_only_disk_is_searched_and_not_written(
    share: Path, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk", 20_000) as disk:
        index = disk / "index"
        assert run(index, share) == 0
        change_disk(disk, "ro")
        for command in (("index", share), ("refresh",), ("doctor", "--repair")):
            done = cli(*command, index=index)
            assert done.returncode == 1
            assert done.stderr == (
                f"relatab: {index}: cannot be written (Read-only file system); "
                "choose another index folder\n"
            )
        done = cli("search", "casing shoe", "--json", index=index)
        assert (done.returncode, done.stderr) == (0, "")
        assert '"rank": 1' in done.stdout
        assert cli("doctor", index=index).returncode == 0
