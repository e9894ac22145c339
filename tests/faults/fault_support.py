"""What the fault tests share: reports, a share that changes by the day, passes in processes."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import docx
import pytest
from index_and_die import index_folder, mend_index
from index_support import ENCODER, logical_dump

from relatab.errors import IndexMissingError
from relatab.index.corpus import Corpus
from relatab.index.derived import STORE_NUMBERS, parts
from relatab.index.doctor import examine_index
from relatab.index.store import open_reader

EXHAUSTIVE = os.environ.get("RELATAB_EXHAUSTIVE") == "1"
"""By default a sample of the moments and kinds is tried; `make faults` tries all."""

ONLY_POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and limits of POSIX")

# Processes are forked from a small server which has the modules loaded: hundreds of them
# then take seconds.
CONTEXT = get_context("forkserver" if sys.platform != "win32" else "spawn")
if sys.platform != "win32":
    CONTEXT.set_forkserver_preload(["index_and_die", "extractors.word"])

WELLS = ("7/11-1", "7/11-5", "15/9-F-12", "25/2-3", "34/10-A-8", "6507/7-2", "2/4-14", "30/6-9")


def write_report(path: Path, well: str, depths: Sequence[int]) -> Path:
    """A small Word report with two captioned tables."""
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
    return path


def write_share(folder: Path, wells: Sequence[str] = WELLS) -> Path:
    """A folder with one report per well, and a broken one."""
    folder.mkdir(parents=True)
    for number, well in enumerate(wells):
        write_report(folder / f"report {number}.docx", well, [300 + number, 2504])
    (folder / "broken.docx").write_bytes(b"PK no package")
    return folder


def write_days(base: Path, count: int, seed: int) -> list[Path]:
    """The same share on some days: each has reports that are new, changed, moved, copied or
    gone against every other one, but never so many of them that the share would look lost.
    """
    chance = random.Random(seed)
    common = write_share(base / "common")
    days = []
    for number in range(count):
        day = Path(shutil.copytree(common, base / f"day {number}"))
        (day / "Brønner 井").mkdir()
        gone, changed, moved, copied = chance.sample(sorted(day.glob("report*")), 4)
        gone.unlink()
        write_report(changed, "16/1-9", [1000 + number, 2504])
        moved.rename(day / "Brønner 井" / f"moved {number}.docx")
        shutil.copy(copied, day / "Brønner 井")
        write_report(day / f"new {number}.docx", "35/11-13", [number, 2504])
        days.append(day)
    return days


def change_share(share: Path, day: Path) -> Path:
    """Puts another state of the share in place, with the times of its files."""
    shutil.rmtree(share, ignore_errors=True)
    return Path(shutil.copytree(day, share))


def start(index: Path, share: Path, when: str = "", **options: Any) -> BaseProcess:
    """A pass over a share begins in a process of its own, see `index_and_die.index_folder`."""
    return _begun(index_folder, (str(index), str(share), when), options)


def run(index: Path, share: Path, when: str = "", **options: Any) -> int:
    """A pass to its end; its exit code, negative for a signal."""
    return _ended(start(index, share, when, **options))


def mend(index: Path, when: str = "") -> int:
    """A repair to its end, as `run` does a pass."""
    return _ended(_begun(mend_index, (str(index), when), {}))


def _begun(task: Callable[..., None], arguments: Sequence[str], options: Any) -> BaseProcess:
    process = CONTEXT.Process(target=task, args=arguments, kwargs=options)
    process.start()
    return process


def _ended(process: BaseProcess) -> int:
    process.join()
    assert process.exitcode is not None
    return process.exitcode


def content(index: Path, share: Path) -> dict[str, Any]:
    """All that the index holds, and the derived arrays, which must fit it."""
    with open_reader(index) as reader:
        dump = logical_dump(reader, share)
    with Corpus.open(index) as corpus:
        arrays = parts(corpus.arrays)
    for name in STORE_NUMBERS:
        del arrays[name]
    return dump | {name: array.tolist() for name, array in arrays.items()}


def was_begun(index: Path) -> bool:
    """Whether a pass came far enough to leave an index that says what it is."""
    try:
        with open_reader(index):
            return True
    except IndexMissingError:
        return False


def is_sound(index: Path) -> bool:
    """Whether the doctor finds nothing in an index that could change an answer."""
    report = examine_index(index, ENCODER, full=True)
    assert report.sound, report.findings
    return report.sound


def cli(
    *arguments: str | Path, index: Path, before: Callable[[], None] | None = None
) -> subprocess.CompletedProcess[str]:
    """The program itself, run to its end; before: called in its process before it starts."""
    environment = {**os.environ, "RELATAB_MODEL": "hashing", "RELATAB_INDEX": str(index)}
    return subprocess.run(
        [sys.executable, "-m", "relatab", *arguments],
        capture_output=True,
        text=True,
        env=environment,
        preexec_fn=before,
        check=False,
    )


def made_at_once(folder: Path, day: Path) -> dict[str, Any]:
    """What an index holds that was made of a day's share without any disturbance."""
    share = change_share(folder / "area" / "share", day)
    assert run(folder / "index", share) == 0
    return content(folder / "index", share)
