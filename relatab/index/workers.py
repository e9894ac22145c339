"""Extraction in worker processes: what kills a worker costs only the file it was reading."""

from __future__ import annotations

import logging
import math
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path

from extractors import extract
from extractors.base import Options
from relatab.errors import ExtractionError
from relatab.model import Extraction


@dataclass(frozen=True, slots=True)
class Limits:
    """When a worker, and with it its file, is given up.

    stall_seconds: without a finished page; the slowest page seen, an oversized scan, takes
    a minute. resident_bytes: of memory, where /proc tells; recognising scans takes 0.6 GB.
    """

    stall_seconds: float = 600.0
    resident_bytes: int = 1_500_000_000


_USUAL = Limits()
_AHEAD = 4  # files per worker that may be finished before their turn, which bounds memory

_logger = logging.getLogger(__name__)

PageProgress = Callable[[str, int, int, bool], None]
"""Called with (path, pages done, pages in all, whether the last of them was read by OCR)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one file: its extraction, or the reason, without the path, why not."""

    path: str
    extraction: Extraction | None
    reason: str = ""


def extract_here(path: str, options: Options, progress: PageProgress) -> Outcome:
    """Extraction in this process; an error of any kind becomes the outcome's reason."""
    try:
        extraction = extract(Path(path), options, partial(progress, path))
    except ExtractionError as error:
        return Outcome(path, None, str(error).removeprefix(f"{path}: "))
    except Exception as error:
        _logger.debug("reading %r failed", path, exc_info=True)
        return Outcome(path, None, f"cannot be read: {type(error).__name__}: {error}")
    return Outcome(path, extraction)


def extract_all(
    paths: Sequence[str],
    options: Options,
    progress: PageProgress,
    *,
    jobs: int,
    limits: Limits = _USUAL,
) -> Iterator[Outcome]:
    """The outcome of every file, in the order given, whichever is finished first.

    jobs: number of worker processes; 0 reads in this process, without protection.
    """
    if jobs == 0:
        for path in paths:
            yield extract_here(path, options, progress)
        return
    pool = _Pool(min(jobs, len(paths)), options, progress, limits)
    try:
        yield from pool.run(paths)
    finally:
        pool.close()


class _Worker:
    """One process and the file it reads, if any."""

    def __init__(self, options: Options) -> None:
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(
            target=_serve, args=(theirs, options), daemon=True
        )
        self.process.start()
        theirs.close()  # so that the worker's end closes with the worker
        self.index: int | None = None
        self.last_sign = math.inf  # while it starts, which a busy machine may make long

    def assign(self, index: int, path: str) -> None:
        self.index = index
        self.last_sign = max(self.last_sign, time.monotonic())
        self.connection.send(path)

    def close(self) -> None:
        self.connection.close()
        self.process.kill()
        self.process.join()


class _Pool:
    def __init__(self, size: int, options: Options, progress: PageProgress, limits: Limits) -> None:
        self._options = options
        self._progress = progress
        self._limits = limits
        self._workers = [_Worker(options) for _ in range(size)]

    def close(self) -> None:
        for worker in self._workers:
            worker.close()

    def run(self, paths: Sequence[str]) -> Iterator[Outcome]:
        waiting = deque(enumerate(paths))
        finished: dict[int, Outcome] = {}
        for turn in range(len(paths)):
            while turn not in finished:
                self._assign(waiting, turn)
                self._collect(paths, finished)
            yield finished.pop(turn)

    def _assign(self, waiting: deque[tuple[int, str]], turn: int) -> None:
        limit = turn + _AHEAD * len(self._workers)
        for number, worker in enumerate(self._workers):
            if worker.index is None and waiting and waiting[0][0] < limit:
                index, path = waiting.popleft()
                try:
                    worker.assign(index, path)
                except OSError:  # died while idle: the file goes to its successor
                    self._replace(number)
                    self._workers[number].assign(index, path)

    def _collect(self, paths: Sequence[str], finished: dict[int, Outcome]) -> None:
        busy = {w.connection: n for n, w in enumerate(self._workers) if w.index is not None}
        ready = wait(list(busy), timeout=1.0)
        for connection, number in busy.items():
            worker = self._workers[number]
            index = worker.index
            assert index is not None
            outcome = self._heard(worker, paths[index]) if connection in ready else None
            outcome = outcome or self._given_up(worker, paths[index])
            if outcome:
                finished[index] = outcome
                worker.index = None
                if self._is_spent(worker):
                    self._replace(number)

    def _heard(self, worker: _Worker, path: str) -> Outcome | None:
        """Takes a worker's message; the outcome, if the file is finished or killed it."""
        try:
            message = worker.connection.recv()
        except (EOFError, OSError):
            worker.process.join()
            ending = _ending(worker.process.exitcode)
            return Outcome(path, None, f"reading it ended the worker ({ending})")
        worker.last_sign = time.monotonic()
        if isinstance(message, Outcome):
            return message
        if message:
            self._progress(path, *message)
        return None

    def _given_up(self, worker: _Worker, path: str) -> Outcome | None:
        """Ends a worker that is beyond a limit; the outcome of its file then."""
        if time.monotonic() - worker.last_sign > self._limits.stall_seconds:
            reason = f"no page finished within {self._limits.stall_seconds:.0f} s; given up"
        elif _resident_bytes(worker.process) > self._limits.resident_bytes:
            gigabytes = self._limits.resident_bytes / 1e9
            reason = f"reading it took more than {gigabytes:.1f} GB of memory; given up"
        else:
            return None
        worker.close()
        return Outcome(path, None, reason)

    def _is_spent(self, worker: _Worker) -> bool:
        """Whether a worker has ended, or holds so much that the next file might pay for it."""
        ended = not worker.process.is_alive()
        return ended or _resident_bytes(worker.process) > self._limits.resident_bytes / 2

    def _replace(self, number: int) -> None:
        self._workers[number].close()
        self._workers[number] = _Worker(self._options)


def _resident_bytes(process: SpawnProcess) -> int:
    """Memory of a process in use, 0 where the system does not tell."""
    try:
        pages = Path(f"/proc/{process.pid}/statm").read_text("ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def _ending(code: int | None) -> str:
    if code is not None and code < 0:
        return signal.strsignal(-code) or f"signal {-code}"
    return f"exit {code}"


def _serve(connection: Connection, options: Options) -> None:
    """A worker's life: a path in, messages of progress and one outcome out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop

    def progress(_: str, done: int, total: int, recognised: bool) -> None:
        connection.send((done, total, recognised))

    try:
        connection.send(None)  # ready
        while True:
            connection.send(extract_here(connection.recv(), options, progress))
    except (EOFError, OSError):  # the parent is gone or has closed its end
        return
