"""Shares that vanish, close, move and change while they are read, with real passes over them."""

import ctypes
import itertools
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from disks import small_disk, unmount
from fault_support import (
    EXHAUSTIVE,
    ONLY_POSIX,
    change_share,
    cli,
    content,
    is_sound,
    made_at_once,
    run,
    write_report,
    write_share,
)

from relatab.index.store import open_reader

PASSES = 8 if EXHAUSTIVE else 2


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight reports and a broken one, some of them in folders."""
    folder = write_share(tmp_path_factory.mktemp("shares") / "share")
    deep = folder / "field A" / "well 1"
    deep.mkdir(parents=True)
    for number in range(5):
        write_report(deep / f"final {number}.docx", "6407/1-2", [number, 2504])
    return folder


@pytest.fixture
def share(reports: Path, tmp_path: Path) -> Path:
    return change_share(tmp_path / "area" / "share", reports)


@pytest.fixture
def index(share: Path, tmp_path: Path) -> Path:
    assert run(tmp_path / "index", share) == 0
    return tmp_path / "index"


def refresh(index: Path, *options: str, reached: bool = True, **more: Any) -> str:
    """A pass by the program, which fails where it reaches no folder; what it says."""
    done = cli("refresh", "--jobs", "0", *options, index=index, **more)
    assert done.returncode == (0 if reached else 1), done.stderr
    return done.stderr


def without_roots(index: Path, share: Path) -> dict[str, Any]:
    """All that an index holds but how it found its roots."""
    held = content(index, share)
    del held["roots"]
    return held


def root_state(index: Path) -> str:
    with open_reader(index) as reader:
        (root,) = reader.roots()
        return root.state


def test_a_share_that_is_no_longer_mounted_costs_nothing(reports: Path, tmp_path: Path) -> None:
    index, place = tmp_path / "index", tmp_path / "mounted"
    with small_disk(place, 5000):
        shutil.copytree(reports, place, dirs_exist_ok=True)
        assert run(index, place) == 0
        before = without_roots(index, place)
        unmount(place)
        assert not list(place.iterdir())
        assert "nothing was removed" in refresh(index, reached=False)
        assert root_state(index) == "empty"
        assert without_roots(index, place) == before
        place.rmdir()
        assert "nothing was removed" in refresh(index, reached=False)
        assert root_state(index) == "missing"
        assert without_roots(index, place) == before
    with small_disk(place, 5000):
        shutil.copytree(reports, place, dirs_exist_ok=True)
        assert "nothing was removed" not in refresh(index)
        assert root_state(index) == "ok"
        assert without_roots(index, place) == before


def test_a_share_mounted_below_a_root_costs_nothing_either(reports: Path, tmp_path: Path) -> None:
    index, share = tmp_path / "index", change_share(tmp_path / "share", reports)
    with small_disk(share / "mounted", 5000) as place:
        shutil.copytree(reports / "field A", place, dirs_exist_ok=True)
        assert run(index, share) == 0
        before = without_roots(index, share)
        unmount(place)
        assert "nothing was removed" in refresh(index)
        assert without_roots(index, share) == before


def test_what_really_went_goes_when_that_is_confirmed(share: Path, index: Path) -> None:
    for path in share.rglob("*.docx"):
        path.unlink()
    assert "nothing was removed" in refresh(index, reached=False)
    with open_reader(index) as reader:
        assert reader.counts()["documents"] > 0
    refresh(index, "--accept-deletions")
    with open_reader(index) as reader:
        assert reader.counts()["documents"] == 0
    assert is_sound(index)


@pytest.mark.skipif(sys.platform != "linux", reason="needs prctl of Linux")
@pytest.mark.parametrize(
    "closed", ["", "field A/well 1", "report 0.docx"] if EXHAUSTIVE else ["field A/well 1"]
)
def test_what_cannot_be_read_keeps_what_was_read(closed: str, share: Path, index: Path) -> None:
    before = content(index, share)
    place = share / closed
    mode = place.stat().st_mode
    os.utime(share / "report 0.docx")  # so that it must be read again
    place.chmod(0)
    try:
        refresh(index, reached=bool(closed), before=obey_permissions)
        held = without_roots(index, share)
        for part in ("documents", "tables", "searchable", "edges"):
            assert held[part] == before[part]
    finally:
        place.chmod(mode)
    refresh(index)
    assert content(index, share) == before


def obey_permissions() -> None:
    """Takes from a process of root's the leave to read what is closed to its owner."""
    read_bypass, search_bypass, drop = 1, 2, 24  # linux/capability.h, linux/prctl.h
    for capability in (read_bypass, search_bypass):
        ctypes.CDLL(None).prctl(drop, capability)


def test_a_renamed_and_a_moved_tree_keep_their_tables_unread(
    share: Path, index: Path, tmp_path: Path
) -> None:
    (share / "field A").rename(share / "field B")
    (share / "field B" / "well 1").rename(share / "well 1, moved")
    told = refresh(index)
    assert "5 moved" in told
    assert "new" not in told
    assert "deleted" not in told
    assert content(index, share) == made_at_once(tmp_path / "fresh", share)


def test_files_with_old_dates_are_found_whatever_the_last_pass_was(
    share: Path, index: Path, tmp_path: Path
) -> None:
    old = write_report(tmp_path / "old.docx", "1/3-1", [1, 2])
    os.utime(old, (10**9, 10**9))
    shutil.copy2(old, share / "copied in.docx")
    shutil.copy2(old, share / "report 1.docx")  # over a newer one
    assert (share / "report 1.docx").stat().st_mtime == 10**9
    refresh(index)
    assert content(index, share) == made_at_once(tmp_path / "fresh", share)


def test_content_that_changed_under_the_same_size_and_time_is_found_by_a_deep_pass(
    share: Path, index: Path, tmp_path: Path
) -> None:
    path = share / "broken.docx"
    status = path.stat()
    path.write_bytes(b"PK other data."[: status.st_size].ljust(status.st_size, b"!"))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    same = path.stat()
    assert (same.st_size, same.st_mtime_ns) == (status.st_size, status.st_mtime_ns)
    before = content(index, share)
    refresh(index)
    assert content(index, share) == before
    refresh(index, "--deep")
    assert content(index, share)["files"] != before["files"]
    assert content(index, share) == made_at_once(tmp_path / "fresh", share)


@pytest.mark.parametrize("days", [-400, 400] if EXHAUSTIVE else [-400])
def test_a_clock_that_is_set_changes_nothing(
    days: int, share: Path, index: Path, tmp_path: Path
) -> None:
    write_report(share / "new.docx", "2/1-1", [5, 6])
    write_report(share / "report 2.docx", "2/1-2", [7, 8])
    (share / "report 3.docx").unlink()
    assert run(index, share, clock_days=days) == 0
    fresh = made_at_once(tmp_path / "fresh", share)
    assert content(index, share) == fresh
    assert run(index, share, clock_days=-days) == 0
    assert content(index, share) == fresh
    assert is_sound(index)


@ONLY_POSIX
def test_files_replaced_while_they_are_read_are_one_version_or_the_other(
    share: Path, index: Path, tmp_path: Path
) -> None:
    (tmp_path / "versions").mkdir()
    versions = [
        write_report(tmp_path / "versions" / f"{number}.docx", f"9/{number}-1", [number] * 200)
        for number in range(4)
    ]
    known = tables_by_id(content(index, share))
    known |= tables_by_id(made_at_once(tmp_path / "all versions", tmp_path / "versions"))
    targets = [share / f"report {number}.docx" for number in range(4)]
    with replacing(targets, versions):
        for _ in range(PASSES):
            assert run(index, share) == 0
            held = tables_by_id(content(index, share))
            assert all(known[table_id] == cells for table_id, cells in held.items())
    assert run(index, share) == 0
    assert content(index, share) == made_at_once(tmp_path / "fresh", share)


def tables_by_id(held: dict[str, Any]) -> dict[str, Any]:
    """What tables hold, by their ids, which name the content they were read from."""
    return {table_id: table["cells"] for table_id, table in held["tables"].items()}


@contextmanager
def replacing(targets: list[Path], versions: list[Path]) -> Iterator[None]:
    """Meanwhile, files are replaced by versions of them again and again."""
    enough = threading.Event()

    def replace() -> None:
        turns = itertools.count()
        while not enough.wait(0.02):
            turn = next(turns)
            target = targets[turn % len(targets)]
            draft = target.with_suffix(".tmp")
            shutil.copy(versions[turn // 3 % len(versions)], draft)
            draft.replace(target)

    thread = threading.Thread(target=replace)
    thread.start()
    try:
        yield
    finally:
        enough.set()
        thread.join()
