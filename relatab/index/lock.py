"""The writer lock of an index folder: one process writes, the others wait or give up.

The operating system holds the lock, so that it goes with its process, however that ends.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from relatab.errors import IndexBusyError, IndexFolderError

_FILE = "writer.lock"
_POLL_SECONDS = 0.1

if sys.platform == "win32":
    import msvcrt

    # Windows denies others to read a locked range: lock one far behind the holder's name.
    _LOCKED_BYTE = 1 << 30

    def _try_lock(descriptor: int) -> bool:
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


@dataclass(frozen=True, slots=True)
class Holder:
    """A process that holds the lock; since: ISO 8601, with the offset from UTC."""

    pid: int
    host: str
    since: str


@contextmanager
def writer_lock(
    folder: Path, wait: float, stop: Callable[[], bool] = lambda: False
) -> Iterator[None]:
    """Holds the writer lock of a folder, which is made where it is missing.

    wait: seconds to wait for another holder; stop: asked meanwhile whether to give up. Raises
    IndexBusyError then, naming the holder; IndexFolderError where nothing can be written, and
    for a folder that was moved or replaced meanwhile.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(folder / _FILE, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise IndexFolderError(
            f"{folder}: cannot be written ({error.strerror}); choose another index folder"
        ) from error
    try:
        _wait_for_lock(folder, descriptor, wait, stop)
        if not _lies_in(folder, descriptor):
            raise IndexFolderError(f"{folder}: was moved or replaced just now; try again")
        with suppress(OSError):  # a full disk: the lock holds without a name, too
            _sign(descriptor)
        yield
    finally:
        os.close(descriptor)


def _wait_for_lock(folder: Path, descriptor: int, wait: float, stop: Callable[[], bool]) -> None:
    deadline = time.monotonic() + wait
    try:
        while not _try_lock(descriptor):
            if time.monotonic() >= deadline or stop():
                raise IndexBusyError(f"{folder}: in use for writing by {_named(descriptor)}")
            time.sleep(_POLL_SECONDS)
    except OSError as error:
        raise IndexFolderError(
            f"{folder}: files cannot be locked here ({error.strerror}); "
            "choose an index folder on a local disk"
        ) from error


def _lies_in(folder: Path, descriptor: int) -> bool:
    """Whether an open lock file is still that of the folder, which may have been moved away, or
    replaced by a backup, while its lock was waited for.
    """
    try:
        return os.path.samestat(os.fstat(descriptor), (folder / _FILE).stat())
    except OSError:
        return False


def lock_holder(folder: Path) -> Holder | None:
    """Who writes to a folder now; None where nobody does, or the system does not tell."""
    try:
        descriptor = os.open(folder / _FILE, os.O_RDWR)
    except OSError:
        return None
    try:
        return None if _try_lock(descriptor) else _holder(descriptor)
    except OSError:  # a file system without locks
        return None
    finally:
        os.close(descriptor)


def _sign(descriptor: int) -> None:
    since = datetime.now().astimezone().isoformat(timespec="seconds")
    holder = Holder(os.getpid(), socket.gethostname(), since)
    os.ftruncate(descriptor, 0)
    os.lseek(descriptor, 0, os.SEEK_SET)
    os.write(descriptor, json.dumps(asdict(holder)).encode())


def _holder(descriptor: int) -> Holder | None:
    """Who signed; None where the holder has the lock but has not signed yet."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    try:
        return Holder(**json.loads(os.read(descriptor, 1000)))
    except (ValueError, TypeError):
        return None


def _named(descriptor: int) -> str:
    holder = _holder(descriptor)
    if holder is None:
        return "another process; try again, or wait longer"
    return (
        f"process {holder.pid} on {holder.host} since {holder.since}; "
        "wait for it to end, or stop it"
    )
