import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from extractors.base import Options
from relatab.errors import ExtractionError, RelatabError
from relatab.index import confinement, workers
from relatab.model import Extraction


def read(path: Path, _: Options, progress: object = None) -> Extraction:
    """An extractor whose file's name says what happens."""
    if path.name.startswith("bad"):
        raise ExtractionError(f"{path}: damaged; copy it again")
    if path.name.startswith("defect"):
        raise ZeroDivisionError("oops")
    assert callable(progress)
    progress(1, 2, False)
    progress(2, 2, True)
    return Extraction((), (), 2, path.name)


def outcomes(paths: list[str], jobs: int, **limits: float) -> list[workers.Outcome]:
    return list(
        workers.extract_all(
            paths, Options(), lambda *_: None, jobs=jobs, limits=workers.Limits(**limits)
        )
    )


def test_each_file_has_its_outcome_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "extract", read)
    found = outcomes(["/a", "/bad", "/defect", "/b"], jobs=0)
    assert [outcome.path for outcome in found] == ["/a", "/bad", "/defect", "/b"]
    assert [outcome.extraction is not None for outcome in found] == [True, False, False, True]


def test_a_reason_does_not_repeat_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "extract", read)
    bad, defect = outcomes(["/bad", "/defect"], jobs=0)
    assert bad.reason == "damaged; copy it again"
    assert defect.reason == "cannot be read: ZeroDivisionError: oops; open it and save it anew"


def test_pages_are_reported_with_their_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "extract", read)
    seen: list[tuple[str, int, int, bool]] = []
    list(workers.extract_all(["/a"], Options(), lambda *page: seen.append(page), jobs=0))
    assert seen == [("/a", 1, 2, False), ("/a", 2, 2, True)]


def test_no_files_need_no_workers() -> None:
    assert outcomes([], jobs=2) == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file_that_kills_its_worker_or_stalls_costs_only_itself(
    jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_serve", serve_odd_files)
    names = ["1 good", "2 segfault", "3 good", "4 exit", "5 stall", "6 good", "7 swell", "8 good"]
    found = outcomes(
        [str(tmp_path / name) for name in names],
        jobs,
        stall_seconds=4.0,
        resident_bytes=600_000_000,
    )
    assert [Path(outcome.path).name for outcome in found] == names
    reasons = [outcome.reason for outcome in found]
    assert reasons[0] == reasons[2] == reasons[5] == reasons[7] == ""
    assert "Segmentation fault" in reasons[1]
    assert "exit 3" in reasons[3]
    assert "no page finished within 4 s" in reasons[4]
    assert "more than 0.6 GB of memory" in reasons[6]


def test_a_file_of_endless_pages_has_its_time_in_proportion_to_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "_serve", serve_odd_files)
    endless, good = outcomes(["/1 endless", "/2 good"], jobs=1, file_seconds=3.0, page_seconds=0.5)
    assert endless.reason == (
        "not finished within 4 s for 2 pages; given up, split the document or raise --time-limit"
    )
    assert good.extraction is not None


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux refuses mapped memory")
def test_memory_beyond_the_hard_bound_is_refused_and_the_worker_lives(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "_serve", serve_odd_files)
    greedy, good = outcomes(["/1 greedy", "/2 good"], jobs=1, allocated_bytes=1_000_000_000)
    assert "not enough memory" in greedy.reason
    assert good.extraction is not None


def test_limits_that_are_given_take_the_place_of_the_usual_ones() -> None:
    usual = workers.Limits()
    assert workers.Limits.within(None, None) == usual
    hour = workers.Limits.within(3600.0, None)
    assert (hour.file_seconds, hour.page_seconds) == (3600.0, 0.0)
    assert (hour.stall_seconds, hour.resident_bytes) == (usual.stall_seconds, usual.resident_bytes)
    large = workers.Limits.within(None, 3e9)
    assert (large.file_seconds, large.page_seconds) == (usual.file_seconds, usual.page_seconds)
    assert (large.resident_bytes, large.allocated_bytes) == (3_000_000_000, 4_000_000_000)


def test_the_memory_of_what_a_process_has_started_counts() -> None:
    script = "held = b'x' * 200_000_000; print(); input()"
    child = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert child.stdout is not None
    child.stdout.readline()
    alone = confinement.resident_bytes(os.getpid())
    family = confinement.resident_bytes(os.getpid(), with_children=True)
    child.communicate()
    assert family > alone + 150_000_000
    assert confinement.resident_bytes(child.pid) == 0


def test_workers_that_do_not_start_blame_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_serve", end_at_once)
    with pytest.raises(RelatabError, match=r"ended while it started \(exit 4\).*--jobs 0"):
        outcomes(["/1 good"], jobs=1)


def end_at_once(*_: object) -> None:
    os._exit(4)


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is of POSIX")
@pytest.mark.parametrize("way", ["signal", "thread"])
def test_workers_end_with_a_parent_that_is_killed(way: str) -> None:
    if way == "signal" and sys.platform != "linux":
        pytest.skip("Linux alone has that signal")
    script = f"import test_workers; test_workers.hang_in_workers({way!r})"
    folder = Path(__file__).parent
    parent = subprocess.Popen(
        [sys.executable, "-c", script], cwd=folder, stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    reading = {int(parent.stdout.readline()) for _ in range(2)}
    parent.kill()
    parent.wait()
    parent.stdout.close()
    processes = [psutil.Process(pid) for pid in reading if psutil.pid_exists(pid)]
    assert psutil.wait_procs(processes, 20)[1] == []


def hang_in_workers(way: str) -> None:
    """The parent of the test above, which waits for two files that never end."""
    if way == "signal":
        workers._serve, what = serve_odd_files, "hang"
    else:
        workers._serve, what = serve_without_the_signal, "stall"
    outcomes([f"/1 {what}", f"/2 {what}"], jobs=2)


def serve_without_the_signal(*arguments: Any) -> None:
    confinement.sys = SimpleNamespace(platform="darwin")
    serve_odd_files(*arguments)


def serve_odd_files(connection: object, options: Options, limits: workers.Limits) -> None:
    """A worker that reads the files of these tests."""
    workers.extract = read_odd_file
    _SERVE(connection, options, limits)


_SERVE = workers._serve


def read_odd_file(path: Path, _: Options, progress: Callable[[int, int, bool], None]) -> Extraction:
    what = path.name.split()[1]
    sys.stdout.write(f"{os.getpid()}\n")
    sys.stdout.flush()
    if what == "segfault":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif what == "exit":
        os._exit(3)
    elif what == "stall":
        time.sleep(60)
    elif what == "hang":
        re.match(r"(a|a)*b", "a" * 99)  # holds the interpreter for ages
    elif what == "endless":
        while True:
            progress(1, 2, False)
            time.sleep(0.05)
    elif what == "greedy":
        bytearray(2_000_000_000)
    elif what == "swell":
        held = []
        for page in range(16):  # each of them a sign of life, so that it is no stall
            held.append(b"x" * 50_000_000)
            progress(page, 16, False)
        time.sleep(60)
        return Extraction((), (), len(held))
    return Extraction((), (), 1)
