"""Indexes a folder in a process that dies on command, see `index_folder`."""

import os
import signal
import sys
from multiprocessing.synchronize import Event
from pathlib import Path

import apsw

from relatab.embedding import load_encoder
from relatab.errors import RelatabError
from relatab.index import derived
from relatab.index.lock import writer_lock
from relatab.index.refresh import update_index
from relatab.index.roots import Wishes


class Countdown:
    """Kills the process at its Nth call. Called by SQLite, it else lets the commit pass."""

    def __init__(self, calls: int) -> None:
        self.left = calls

    def __call__(self) -> bool:
        self.left -= 1
        if self.left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return False


def index_folder(index: str, share: str, when: str, jobs: int, wishes: dict[str, bool]) -> None:
    """One pass; an error of ours ends it with exit code 1.

    when: "" to live, "commit:N" to be killed as the Nth transaction begins to commit,
    "committed:N" after the Nth one, "file:N" after the Nth file of derived arrays.
    """
    if when:
        kind, _, value = when.partition(":")
        arrange_death(kind, Countdown(int(value)))
    try:
        update_index(
            Path(index),
            [Path(share)],
            encoder=load_encoder("hashing"),
            jobs=jobs,
            wishes=Wishes(**wishes),
        )
    except RelatabError as error:
        sys.exit(str(error))


def arrange_death(kind: str, countdown: Countdown) -> None:
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


def hold_lock(folder: str, locked: Event, release: Event) -> None:
    """Holds the writer lock until it is told to let it go."""
    with writer_lock(Path(folder), wait=0):
        locked.set()
        release.wait(60)
