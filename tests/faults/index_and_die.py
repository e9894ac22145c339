"""Indexes a folder in a process that dies on command, see `index_folder`."""

import ctypes
import os
import signal
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import apsw

from extractors.base import Options, Progress
from relatab.embedding import load_encoder
from relatab.errors import RelatabError
from relatab.index import derived, workers
from relatab.index.doctor import repair_index
from relatab.index.lock import writer_lock
from relatab.index.refresh import update_index
from relatab.index.roots import Wishes
from relatab.index.workers import Limits
from relatab.model import Extraction


class Countdown:
    """Kills the process at its Nth call. Called by SQLite, it else lets the commit pass."""

    def __init__(self, calls: int) -> None:
        self.left = calls

    def __call__(self) -> bool:
        self.left -= 1
        if self.left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return False


def index_folder(
    index: str,
    share: str,
    when: str,
    *,
    jobs: int = 0,
    clock_days: float = 0,
    odd_workers: bool = False,
    **wishes: bool,
) -> None:
    """One pass; an error of ours ends it with exit code 1.

    when: "" to live, "commit:N" to be killed as the Nth transaction begins to commit,
    "committed:N" after the Nth one, "file:N" after the Nth file of derived arrays.
    clock_days: how far the clock is off. odd_workers: what the names of files say befalls the
    workers that read them, see `read_odd_file`.
    """
    arrange_death(when)
    if clock_days:
        set_clock(86_400 * clock_days)
    if odd_workers:
        workers._serve = serve_odd_files
    try:
        update_index(
            Path(index),
            [Path(share)],
            encoder=load_encoder("hashing"),
            jobs=jobs,
            limits=Limits(stall_seconds=10.0, resident_bytes=600_000_000),
            wishes=Wishes(**wishes),
        )
    except RelatabError as error:
        sys.exit(str(error))


def mend_index(index: str, when: str) -> None:
    """A repair; when: as of `index_folder`."""
    arrange_death(when)
    repair_index(Path(index), load_encoder("hashing"), full=True)


def set_clock(seconds: float) -> None:
    """Puts this process's clock off."""
    now, now_ns = time.time, time.time_ns
    time.time = lambda: now() + seconds
    time.time_ns = lambda: now_ns() + int(seconds * 1e9)


def serve_odd_files(*arguments: Any) -> None:
    """A worker that meets with what the names of its files say."""
    workers.extract = read_odd_file
    _SERVE(*arguments)


_SERVE, _EXTRACT = workers._serve, workers.extract


def read_odd_file(path: Path, options: Options, progress: Progress) -> Extraction:
    """Reads a file, unless its name begins with a mishap."""
    what = path.name.partition(" ")[0]
    if what == "segfault":
        ctypes.string_at(0)
    elif what == "hang":
        while True:
            pass
    elif what == "exit":
        os._exit(3)
    elif what == "swell":
        held = []
        for page in range(16):  # each of them a sign of life, so that it is no stall
            held.append(b"x" * 50_000_000)
            progress(page, 16, False)
        time.sleep(60)
    return _EXTRACT(path, options, progress)


def arrange_death(when: str) -> None:
    """See `index_folder`."""
    kind, _, value = when.partition(":")
    if not kind:
        return
    countdown = Countdown(int(value))
    if kind == "commit":
        apsw.connection_hooks.append(lambda database: database.set_commit_hook(countdown))
    elif kind == "committed":
        apsw.connection_hooks.append(
            lambda database: database.set_wal_hook(lambda *_: int(countdown()))  # 0: all is well
        )
    else:
        write = derived._write_synced

        def write_and_count(path: Path, content: object) -> None:
            write(path, content)
            countdown()

        derived._write_synced = write_and_count


def hold_lock(folder: str, parent: Connection) -> None:
    """Holds the writer lock, says so, and lets it go when it is told anything."""
    with writer_lock(Path(folder), wait=0):
        parent.send("locked")
        parent.recv()
