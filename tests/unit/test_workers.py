import os
import signal
import sys
import time
from pathlib import Path

import pytest

from extractors.base import Options
from relatab.errors import ExtractionError
from relatab.index import workers
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
    assert defect.reason == "cannot be read: ZeroDivisionError: oops"


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
    if Path("/proc/self/statm").exists():
        assert "more than 0.6 GB of memory" in reasons[6]
    else:
        assert reasons[6]


def serve_odd_files(connection: object, options: Options) -> None:
    """A worker that reads the files of the test above."""
    workers.extract = read_odd_file
    _SERVE(connection, options)


_SERVE = workers._serve


def read_odd_file(path: Path, *_: object) -> Extraction:
    what = path.name.split()[1]
    if what == "segfault":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif what == "exit":
        os._exit(3)
    elif what == "stall":
        time.sleep(60)
    elif what == "swell":
        held = b"x" * 800_000_000
        time.sleep(60)
        return Extraction((), (), len(held))
    return Extraction((), (), 1)
