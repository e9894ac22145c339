"""Extraction in worker processes: what kills a worker costs only the file it was reading."""

from __future__ import annotations

import logging
import math
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path

from extractors import extract
from extractors.base import Options
from relatab.errors import ExtractionError, RelatabError, reason_of
from relatab.index.confinement import confine, resident_bytes
from relatab.model import Extraction


@dataclass(frozen=True, slots=True)
class Limits:
    """When a worker, and with it its file, is given up.

    stall_seconds: without a finished page; the slowest page seen, an oversized scan, takes
    a minute. file_seconds, page_seconds: for a file, and for each of its pages more; a scanned
    page takes 6 s. resident_bytes: memory of a worker and what it has started, looked at once
    a second; recognising scans takes 0.7 GB. allocated_bytes: what the system lets no process
    go beyond, where it can; it counts memory that is reserved and not used, too.
    """

    stall_seconds: float = 600.0
    file_seconds: float = 900.0
    page_seconds: float = 30.0
    resident_bytes: int = 1_500_000_000
    allocated_bytes: int = 2_500_000_000

    @classmethod
    def within(cls, seconds: float | None, memory_bytes: float | None) -> Limits:
        """The usual limits, but for the time of a file, however many pages it has, and for
        the memory of a worker, each where it is given.
        """
        limits = cls()
        if seconds is not None:
            limits = replace(limits, file_seconds=seconds, page_seconds=0.0)
        if memory_bytes is not None:
            unused = limits.allocated_bytes - limits.resident_bytes
            size = int(memory_bytes)
            limits = replace(limits, resident_bytes=size, allocated_bytes=size + unused)
        return limits


_USUAL = Limits()
_AHEAD = 4  # files per worker that may be finished before their turn, which bounds memory
_LOOK_SECONDS = 1.0  # between two looks at the clock and the memory of all workers

_SPLIT = "split the document"
_GIVEN_UP = f"given up, {_SPLIT}"
_RESAVE = "open it and save it anew"

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
    except MemoryError:
        return Outcome(path, None, f"there is not enough memory to read it; {_SPLIT}")
    except Exception as error:
        _logger.debug("reading %r failed", path, exc_info=True)
        return Outcome(path, None, f"cannot be read: {reason_of(error)}; {_RESAVE}")
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
    pool = Pool(min(jobs, len(paths)), options, progress, limits)
    try:
        yield from pool.run(paths)
    finally:
        pool.close()


class _Worker:
    """One process and the file it reads, if any.

    began, last_sign: when the file was begun and when a page of it was last heard of, by the
    monotonic clock; pages: those of the file, 0 until it says.
    """

    def __init__(self, options: Options, limits: Limits) -> None:
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(
            target=_serve, args=(theirs, options, limits), daemon=True
        )
        self.process.start()
        theirs.close()  # so that the worker's end closes with the worker
        self.is_ready = False
        self.index: int | None = None
        self.began = self.last_sign = math.inf  # while it starts, which may take long
        self.pages = 0

    def assign(self, index: int, path: str) -> None:
        self.index = index
        self.connection.send(path)
        if self.is_ready:
            self._begin()

    def receive(self) -> Outcome | tuple[int, int, bool] | None:
        """Its next message: the outcome, a finished page, or that it is ready to begin.

        EOFError or OSError when it has ended.
        """
        message: Outcome | tuple[int, int, bool] | None = self.connection.recv()
        if message is None:
            self.is_ready = True
            self._begin()
        elif not isinstance(message, Outcome):
            self.pages = message[1]
        self.last_sign = time.monotonic()
        return message

    def _begin(self) -> None:
        self.began = self.last_sign = time.monotonic()
        self.pages = 0

    def memory(self, *, with_children: bool) -> int:
        """Resident bytes now."""
        assert self.process.pid is not None
        return resident_bytes(self.process.pid, with_children=with_children)

    def close(self) -> None:
        self.connection.close()
        self.process.kill()
        self.process.join()


class Pool:
    """Worker processes with their limits; to be closed, which ends them."""

    def __init__(
        self,
        size: int,
        options: Options,
        progress: PageProgress = lambda *_: None,
        limits: Limits = _USUAL,
    ) -> None:
        self._options = options
        self._progress = progress
        self._limits = limits
        self._workers = [_Worker(options, limits) for _ in range(size)]
        self._next_look = 0.0

    def close(self) -> None:
        """Ends all workers with the files they read."""
        for worker in self._workers:
            worker.close()

    def run(self, paths: Sequence[str]) -> Iterator[Outcome]:
        """The outcome of every file, in the order given."""
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
        """Waits for messages, and looks at the limits when it is time."""
        busy = {w.connection: n for n, w in enumerate(self._workers) if w.index is not None}
        ready = wait(list(busy), timeout=_LOOK_SECONDS)
        looks = time.monotonic() >= self._next_look
        if looks:
            self._next_look = time.monotonic() + _LOOK_SECONDS
        for connection, number in busy.items():
            worker = self._workers[number]
            assert worker.index is not None
            path = paths[worker.index]
            outcome = self._heard(worker, path) if connection in ready else None
            if outcome is None and looks and (reason := self._beyond(worker)):
                worker.close()
                outcome = Outcome(path, None, reason)
            if outcome:
                finished[worker.index] = outcome
                worker.index = None
                if self._is_spent(worker):
                    self._replace(number)

    def _heard(self, worker: _Worker, path: str) -> Outcome | None:
        """Takes a worker's message; the outcome, if the file is finished or killed it."""
        try:
            message = worker.receive()
        except (EOFError, OSError) as error:
            worker.process.join()
            ending = _ending(worker.process.exitcode)
            if not worker.is_ready:
                raise RelatabError(
                    f"a worker process ended while it started ({ending});"
                    " read without workers, --jobs 0"
                ) from error
            return Outcome(path, None, f"reading it ended the worker ({ending}); {_RESAVE}")
        if isinstance(message, Outcome):
            return message
        if message:
            self._progress(path, *message)
        return None

    def _beyond(self, worker: _Worker) -> str | None:
        """The limit that a worker's file is beyond, in words with the remedy; None while it is
        within all.
        """
        limits, now = self._limits, time.monotonic()
        most_seconds = limits.file_seconds + limits.page_seconds * worker.pages
        if now - worker.last_sign > limits.stall_seconds:
            return f"no page finished within {limits.stall_seconds:.0f} s; {_GIVEN_UP}"
        if now - worker.began > most_seconds:
            pages = f" for {worker.pages} pages" if worker.pages else ""
            return f"not finished within {most_seconds:.0f} s{pages}; {_GIVEN_UP} or raise --time-limit"
        if worker.memory(with_children=True) > limits.resident_bytes:
            size = f"{limits.resident_bytes / 1e9:.1f} GB of memory"
            return f"reading it took more than {size}; {_GIVEN_UP} or raise --memory-limit"
        return None

    def _is_spent(self, worker: _Worker) -> bool:
        """Whether a worker has ended, or holds so much that the next file might pay for it."""
        held = worker.memory(with_children=False)
        return not worker.process.is_alive() or held > self._limits.resident_bytes / 2

    def _replace(self, number: int) -> None:
        self._workers[number].close()
        self._workers[number] = _Worker(self._options, self._limits)


def _ending(code: int | None) -> str:
    if code is not None and code < 0:
        return signal.strsignal(-code) or f"signal {-code}"
    return f"exit {code}"


def _serve(connection: Connection, options: Options, limits: Limits) -> None:
    """A worker's life: a path in, messages of progress and one outcome out."""
    for number in (signal.SIGINT, signal.SIGTERM):  # the parent decides when to stop; programs
        signal.signal(number, lambda *_: None)  # started from here would inherit SIG_IGN
    confine(limits.allocated_bytes)

    def progress(_: str, done: int, total: int, recognised: bool) -> None:
        connection.send((done, total, recognised))

    try:
        connection.send(None)  # ready
        while True:
            connection.send(extract_here(connection.recv(), options, progress))
    except (EOFError, OSError):  # the parent is gone or has closed its end
        return
