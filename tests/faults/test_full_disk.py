"""A disk that is full in the middle of a pass: one clear line, nothing torn, the next pass goes on.

On small disks where they can be mounted, and everywhere by a limit on the size of files.
"""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from disks import change_disk, small_disk
from fault_support import (
    EXHAUSTIVE,
    ONLY_POSIX,
    cli,
    content,
    is_sound,
    made_at_once,
    run,
    was_begun,
    write_share,
)

KILOBYTES = range(40, 800, 40) if EXHAUSTIVE else [600]
"""Sizes of disks; a pass over the small share needs more than any."""
FILE_BYTES = range(8_192, 640_000, 32_768) if EXHAUSTIVE else [300_000]

pytestmark = ONLY_POSIX


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_share(tmp_path_factory.mktemp("shares") / "area" / "share")


@pytest.fixture(scope="module")
def undisturbed(reports: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    return made_at_once(tmp_path_factory.mktemp("undisturbed"), reports)


@pytest.fixture
def share(reports: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(reports, tmp_path / "area" / "share"))


@pytest.mark.parametrize("kilobytes", KILOBYTES)
def test_a_full_disk_is_told_and_costs_only_what_was_not_written(
    kilobytes: int, share: Path, undisturbed: Any, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk", kilobytes) as disk:
        index = disk / "index"
        done = cli("index", share, "--jobs", "0", index=index)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == (
            f"relatab: {index}/index.sqlite: no space left on the disk; make room, run again\n"
        )
        if was_begun(index):
            assert is_sound(index)
        change_disk(disk, "size=20m")
        assert run(index, share) == 0
        assert content(index, share) == undisturbed


@pytest.mark.parametrize("most_bytes", FILE_BYTES)
def test_a_limit_on_files_is_told_and_costs_only_what_was_not_written(
    most_bytes: int, share: Path, undisturbed: Any, tmp_path: Path
) -> None:
    index = tmp_path / "index"
    done = cli("index", share, "--jobs", "0", index=index, before=files_of_at_most(most_bytes))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert str(index) in done.stderr
    assert "run again" in done.stderr
    if was_begun(index):
        assert is_sound(index)
    assert run(index, share) == 0
    assert content(index, share) == undisturbed


def files_of_at_most(size: int) -> Callable[[], None]:
    """Makes a process fail where it writes more into one file."""
    import resource

    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.parametrize("kept", ["nothing kept", "arrays kept"])
def test_an_index_on_a_full_disk_can_be_searched(kept: str, share: Path, tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 4000) as disk:
        index = disk / "index"
        assert run(index, share) == 0
        if kept == "nothing kept":
            shutil.rmtree(index / "derived")
        before = names_in(index)
        fill(disk)
        for question in ("casing shoe", "leak-off test"):
            done = cli("search", question, "--json", index=index)
            assert (done.returncode, done.stderr) == (0, "")
            assert '"rank": 1' in done.stdout
        assert {name for name in names_in(index) if "draft" in name} == set()
        assert before <= names_in(index)


def fill(disk: Path) -> None:
    """Leaves no room at all on a disk."""
    with (disk / "filler").open("wb", buffering=0) as file:
        for size in (4096, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                pass


def names_in(folder: Path) -> set[str]:
    """Everything below a folder."""
    return {os.path.relpath(path, folder) for path in folder.rglob("*")}
