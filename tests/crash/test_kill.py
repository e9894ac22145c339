"""Killing `relatab index` at any moment and running it again gives the undisturbed index."""

import os
import shutil
import signal
import sys
from dataclasses import fields
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import docx
import numpy as np
import pytest
from index_and_die import index_folder
from index_support import logical_dump

from relatab.index.corpus import Corpus
from relatab.index.derived import CorpusArrays
from relatab.index.store import open_reader

# A sample of the moments by default; with RELATAB_EXHAUSTIVE=1 every one, which takes minutes.
EXHAUSTIVE = os.environ.get("RELATAB_EXHAUSTIVE") == "1"
STRIDE = 1 if EXHAUSTIVE else 5
KINDS = ["commit", "committed", "file"] if EXHAUSTIVE else ["commit", "file"]
SECONDS = [0.05, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.5] if EXHAUSTIVE else [0.7]

# Processes are forked from a small server which has the modules loaded: hundreds of them
# then take seconds.
CONTEXT = get_context("forkserver" if sys.platform != "win32" else "spawn")
if sys.platform != "win32":
    CONTEXT.set_forkserver_preload(["index_and_die", "extractors.word"])

WELLS = ["7/11-1", "7/11-5", "15/9-F-12", "25/2-3"]


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A share of small reports, and the same share a day later: one report more, one less,
    one changed, one moved, one with a copy, one damaged.
    """
    base = tmp_path_factory.mktemp("shares")
    before, after = base / "before", base / "after"
    (before / "Brønner 井").mkdir(parents=True)
    for number, well in enumerate(WELLS):
        write_report(before / f"report {number}.docx", well, depths=[300 + number, 2504])
    shutil.copy(before / "report 0.docx", before / "Brønner 井" / "copy.docx")
    (before / "broken.docx").write_bytes(b"PK no package")
    shutil.copytree(before, after)
    (after / "report 1.docx").unlink()
    write_report(after / "report 2.docx", WELLS[2], depths=[301, 1999, 2504])
    (after / "report 3.docx").rename(after / "Brønner 井" / "renamed.docx")
    write_report(after / "new.docx", "34/10-A-8", depths=[2504])
    return before, after


def write_report(path: Path, well: str, depths: list[int]) -> None:
    report = docx.Document()
    report.add_heading(f"Final report of well {well}", 0)
    for caption, names, cell in (
        ("Table 1: Casing", ["Size (in)", "Shoe depth (m)"], "9 5/8"),
        ("Table 2: Leak-off tests", ["Depth (m)", "Mud weight (ppg)"], "10.3"),
    ):
        report.add_paragraph(caption, style="Caption")
        table = report.add_table(rows=0, cols=2, style="Table Grid")
        for row in [names, *([cell, str(depth)] for depth in depths)]:
            for printed, text in zip(table.add_row().cells, row, strict=True):
                printed.text = text
    report.save(os.fspath(path))


def run(index: Path, share: Path, when: str = "", jobs: int = 0) -> bool:
    """One pass over a share in a process of its own; whether it lived to the end."""
    arguments = (str(index), str(share), when, jobs)
    process = CONTEXT.Process(target=index_folder, args=arguments)
    process.start()
    process.join()
    assert process.exitcode in (0, -signal.SIGKILL)
    return process.exitcode == 0


def content(index: Path, share: Path) -> dict[str, Any]:
    """All that the index holds, and the derived arrays, which must fit it."""
    with open_reader(index) as reader:
        dump = logical_dump(reader, share)
    with Corpus.open(index) as corpus:
        arrays = {part.name: getattr(corpus.arrays, part.name) for part in fields(CorpusArrays)}
    arrays.pop("handles")  # numbers inside one store
    return dump | {name: np.asarray(array).tolist() for name, array in arrays.items()}


@pytest.fixture
def share(tmp_path: Path, days: tuple[Path, Path]) -> Path:
    """The share on its second day."""
    return change_share(tmp_path / "area" / "share", days[1])


def change_share(share: Path, day: Path) -> Path:
    """Puts another state of the share in place, with the times of its files."""
    shutil.rmtree(share, ignore_errors=True)
    return Path(shutil.copytree(day, share))


@pytest.fixture(scope="module")
def undisturbed(days: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What an index of the second day's share holds that was made at once."""
    place = tmp_path_factory.mktemp("undisturbed")
    share = change_share(place / "area" / "share", days[1])
    assert run(place / "index", share)
    return content(place / "index", share)


@pytest.fixture
def first_day(tmp_path: Path, days: tuple[Path, Path]) -> Path:
    """A finished index of the share's first day."""
    assert run(tmp_path / "first day", change_share(tmp_path / "area" / "share", days[0]))
    return tmp_path / "first day"


def test_an_update_equals_an_index_made_at_once(
    first_day: Path, share: Path, days: tuple[Path, Path], undisturbed: Any
) -> None:
    assert content(first_day, share)["table_ids"] != undisturbed["table_ids"]
    change_share(share, days[1])
    assert run(first_day, share)
    assert content(first_day, share) == undisturbed


@pytest.mark.parametrize("kind", KINDS)
def test_a_first_run_killed_at_any_step_is_made_good_by_the_next(
    kind: str, share: Path, undisturbed: Any, tmp_path: Path
) -> None:
    for step in range(1, 100, STRIDE):
        index = tmp_path / f"index {step}"
        if lived := run(index, share, f"{kind}:{step}"):
            break
        assert run(index, share)
        assert content(index, share) == undisturbed, f"killed at {kind} {step}"
    assert lived
    assert step > STRIDE, "hardly ever killed"


@pytest.mark.parametrize("kind", KINDS)
def test_an_update_killed_at_any_step_is_made_good_by_the_next(
    kind: str, first_day: Path, share: Path, days: tuple[Path, Path], undisturbed: Any
) -> None:
    change_share(share, days[1])
    for step in range(1, 100, STRIDE):
        index = Path(shutil.copytree(first_day, first_day.with_name(f"index {step}")))
        if lived := run(index, share, f"{kind}:{step}"):
            break
        assert run(index, share)
        assert content(index, share) == undisturbed, f"killed at {kind} {step}"
    assert lived
    assert step > STRIDE, "hardly ever killed"


def test_a_run_killed_again_and_again_comes_to_the_same_end(
    days: tuple[Path, Path], undisturbed: Any, tmp_path: Path
) -> None:
    index, share = tmp_path / "index", change_share(tmp_path / "area" / "share", days[0])
    for step in range(1, 6):
        run(index, share, f"committed:{step}")
    change_share(share, days[1])
    kills = 0
    while not run(index, share, "committed:2"):  # each run gets one transaction further
        kills += 1
        assert kills < 100
    assert content(index, share) == undisturbed
    assert kills >= 3


@pytest.mark.parametrize("step", range(1, 20, 4 if EXHAUSTIVE else 9))
def test_a_killed_update_leaves_an_index_that_can_be_searched(
    step: int, first_day: Path, share: Path, days: tuple[Path, Path], undisturbed: Any
) -> None:
    before = content(first_day, change_share(share, days[0]))["tables"]
    change_share(share, days[1])
    run(first_day, share, f"committed:{step}")
    after = content(first_day, share)
    for table_id, table in after["tables"].items():  # each of them is the old or the new one
        assert table in (before.get(table_id), undisturbed["tables"].get(table_id))
    assert set(after["searchable"]) == set(after["tables"])


@pytest.mark.parametrize("seconds", SECONDS)
def test_a_kill_at_any_time_with_worker_processes(
    seconds: float, share: Path, undisturbed: Any, tmp_path: Path
) -> None:
    run(tmp_path / "index", share, f"seconds:{seconds}", jobs=2)
    assert run(tmp_path / "index", share, jobs=2)
    assert content(tmp_path / "index", share) == undisturbed
