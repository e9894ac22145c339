"""`relatab refresh --every` as a process: its rhythm, signals, trouble and file events."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import gated_relatab
import pytest
from cli_support import json_of, run, write_pdf

from relatab.index.lock import writer_lock

ONLY_POSIX = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
ONLY_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="inotify")
PATIENCE_SECONDS = 120.0


class Refresh:
    """A running `relatab refresh` and what it has said so far."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: list[str] = []
        self._reading = Thread(target=self._read)
        self._reading.start()

    def _read(self) -> None:
        assert self.process.stderr
        for line in self.process.stderr:
            self.lines.append(line)

    def said(self, part: str) -> int:
        """In how many lines it said something."""
        return sum(part in line for line in self.lines)

    def until(self, holds: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not holds():
            assert time.monotonic() < deadline, self.lines
            assert self.process.poll() is None, self.lines
            time.sleep(0.05)

    def ends(self) -> int:
        """Its exit code."""
        code = self.process.wait(PATIENCE_SECONDS)
        self._reading.join()
        return code


@contextmanager
def refreshing(folder: Path, *options: str | Path, gate: Path | None = None) -> Iterator[Refresh]:
    """Runs passes until the block ends, and kills what is left then.

    gate: a pipe at which they stop, see `gated_relatab`.
    """
    program = [gated_relatab.__file__] if gate else ["-m", "relatab"]
    with subprocess.Popen(
        [sys.executable, *program, "refresh", "-j", "0", *map(str, options)],
        stderr=subprocess.PIPE,
        env={
            **os.environ,
            "RELATAB_INDEX": str(folder),
            "RELATAB_MODEL": "hashing",
            gated_relatab.GATE_VARIABLE: str(gate),
        },
        text=True,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        refresh = Refresh(process)
        try:
            yield refresh
        finally:
            process.kill()
            refresh.ends()


def tables(folder: Path) -> int:
    count: int = json_of(run("status", "--json", index=folder))["tables"]
    return count


@ONLY_POSIX
def test_passes_go_on_until_a_signal_ends_them_in_good_order(share: Path, folder: Path) -> None:
    with refreshing(folder, "--every", "1s") as refresh:
        refresh.until(lambda: refresh.said("3 unchanged") >= 2)
        write_pdf(share / "new.pdf", "Table 1: Mud", [["Depth", "Mud"], ["1", "2"]])
        refresh.until(lambda: refresh.said("1 new") == 1)
        refresh.process.send_signal(signal.SIGINT)
        assert refresh.ends() == 0
        assert refresh.said("once more to stop at once") == 1
    assert tables(folder) == 4


@pytest.fixture
def gate(tmp_path: Path, share: Path) -> Path:
    """A pipe at which passes over the share stop after twenty new documents, of sixty."""
    for number in range(60):
        rows = [["Depth", "Mud"], ["1", f"{number}"]]
        write_pdf(share / f"{number:03}.pdf", f"Table {number}", rows)
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    return gate


@contextmanager
def stopped_at(gate: Path, refresh: Refresh) -> Iterator[None]:
    """A pass stands at the gate until the block ends."""
    refresh.until(lambda: refresh.said("at the gate") == 1)
    with gate.open("wb"):
        yield


@ONLY_POSIX
def test_a_signal_that_reaches_the_workers_too_spoils_no_document(folder: Path, gate: Path) -> None:
    with refreshing(folder, "-j", "2", gate=gate) as refresh:
        with stopped_at(gate, refresh):  # a terminal or a service manager signals them all
            os.killpg(refresh.process.pid, signal.SIGTERM)
        assert refresh.ends() == 130
    status = json_of(run("status", "--json", index=folder))
    assert 2 < status["documents"] <= 2 + 21
    assert status["failed"] == 0


@ONLY_POSIX
@pytest.mark.parametrize(("interval", "code"), [((), 130), (("--every", "1h"), 0)])
def test_a_signal_ends_a_pass_after_the_document_at_hand(
    folder: Path, gate: Path, interval: tuple[str, ...], code: int
) -> None:
    log = folder / "log"
    with refreshing(folder, "--log", log, *interval, gate=gate) as refresh:
        with stopped_at(gate, refresh):
            refresh.process.send_signal(signal.SIGTERM)
        assert refresh.ends() == code
    last = json.loads(log.read_text().splitlines()[-1])
    assert (last["event"], last["complete"]) == ("pass", False)
    assert last["counts"]["new"] == 21
    status = json_of(run("status", "--json", index=folder))
    assert not status["linked"]
    assert run("refresh", "-j", "0", index=folder).exit_code == 0
    assert tables(folder) == 63


@ONLY_POSIX
@pytest.mark.parametrize(("interval", "code"), [((), 1), (("--every", "1h"), 0)])
def test_a_signal_ends_the_wait_for_another_writer(
    folder: Path, interval: tuple[str, ...], code: int
) -> None:
    log = folder / "log"
    with (
        writer_lock(folder, 0),
        refreshing(folder, "--wait", "3600", "--log", log, *interval) as refresh,
    ):
        refresh.until(log.exists)
        refresh.process.send_signal(signal.SIGTERM)
        assert refresh.ends() == code


def test_another_writer_is_a_line_and_the_next_pass_tries_again(folder: Path) -> None:
    with refreshing(folder, "--every", "1s", "--wait", "0") as refresh:
        with writer_lock(folder, PATIENCE_SECONDS):
            refresh.until(lambda: refresh.said("the next pass tries again") >= 2)
            assert refresh.said(f"process {os.getpid()}")
        done = refresh.said("3 unchanged")
        refresh.until(lambda: refresh.said("3 unchanged") > done)


def test_a_share_that_goes_away_keeps_its_documents_until_it_is_back(
    share: Path, folder: Path, tmp_path: Path
) -> None:
    with refreshing(folder, "--every", "1s") as refresh:
        refresh.until(lambda: refresh.said("3 unchanged") >= 1)
        share.rename(tmp_path / "unmounted")
        refresh.until(lambda: refresh.said(f"{share}: ") >= 2)
        assert tables(folder) == 3
        (tmp_path / "unmounted").rename(share)
        done = refresh.said("3 unchanged")
        refresh.until(lambda: refresh.said("3 unchanged") > done)
    assert not refresh.said("deleted")


def test_an_index_that_is_taken_away_ends_it(folder: Path, tmp_path: Path) -> None:
    with refreshing(folder, "--every", "1s", "--wait", "0") as refresh:
        refresh.until(lambda: refresh.said("3 unchanged") >= 1)
        with writer_lock(folder, PATIENCE_SECONDS):  # not in the middle of a pass
            folder.rename(tmp_path / "elsewhere")
        assert refresh.ends() == 1
        assert "no index here" in refresh.lines[-1]
    assert not folder.exists()


@ONLY_POSIX
def test_the_log_is_gone_on_with_after_it_was_rotated(folder: Path, tmp_path: Path) -> None:
    log, old = tmp_path / "passes.jsonl", tmp_path / "passes.jsonl.1"
    with refreshing(folder, "--every", "1s", "--log", log) as refresh:
        refresh.until(lambda: log.exists() and log.stat().st_size > 0)
        log.rename(old)
        refresh.until(lambda: log.exists() and log.stat().st_size > 0)
        refresh.process.send_signal(signal.SIGTERM)  # a kill might come before a line is logged
        assert refresh.ends() == 0
    lines = (old.read_text("ascii") + log.read_text("ascii")).splitlines()
    assert {json.loads(line)["event"] for line in lines} == {"pass"}
    assert len(lines) == refresh.said("3 unchanged")


@ONLY_LINUX
def test_a_changed_file_is_noticed_long_before_the_interval_is_over(
    share: Path, folder: Path
) -> None:
    with refreshing(folder, "--watch", "--every", "1h") as refresh:
        refresh.until(lambda: refresh.said(f"{share}: watched") == 1)
        # One more pass finds out what changed before the watch was set.
        refresh.until(lambda: refresh.said("3 unchanged") == 2)
        write_pdf(share / "new.pdf", "Table 1: Mud", [["Depth", "Mud"], ["1", "2"]])
        refresh.until(lambda: refresh.said("1 new") == 1)
    assert tables(folder) == 4
