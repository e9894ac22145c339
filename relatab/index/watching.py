"""File events of followed roots, where the system tells them: on local file systems.

A change made on a network share by another machine sends no event here, so such roots are left
to the passes at intervals. Events are never more than hints: what changed, a pass finds out.
Needs the extra `watch`.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from psutil import disk_partitions
from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer

from extractors import SUFFIXES
from relatab.index.roots import below, skipped

if TYPE_CHECKING:
    from watchdog.observers.api import BaseObserver

LOCAL_KINDS = frozenset((
    "apfs", "bcachefs", "btrfs", "erofs", "exfat", "ext2", "ext3", "ext4", "f2fs", "fat32",
    "fuseblk", "hfs", "hfsplus", "iso9660", "jfs", "msdos", "ntfs", "ntfs3", "overlay", "ramfs",
    "refs", "reiserfs", "squashfs", "tmpfs", "udf", "ufs", "vfat", "xfs", "zfs",
))  # fmt: skip
"""Kinds of file systems that only this machine writes to. All others are taken for shared."""

# Not among them: that a file was opened or read, which passes do themselves, and that a folder
# was modified, which the event of what is in it tells as well.
_TELLING: list[type[FileSystemEvent]] = [
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
]


@dataclass(frozen=True, slots=True)
class Mount:
    """A file system: where it is, its kind in lower case, whether another machine serves it."""

    place: str
    kind: str
    is_remote: bool = False


def mounts() -> list[Mount]:
    """The file systems of this machine; of several at one place the last hides the others."""
    return [
        Mount(part.mountpoint, part.fstype.lower(), "remote" in part.opts.split(","))
        for part in disk_partitions(all=True)
    ]


def why_polled(root: str, mounted: Sequence[Mount]) -> str:
    """Why no events can be had for a root; "" where they can.

    A root on local disk is polled, too, if a file system below it is shared.
    """
    real = os.path.realpath(root)
    if not Path(real).exists():
        return "not there"
    around = [mount for mount in mounted if below(mount.place, real) is not None]
    at = max(reversed(around), key=lambda mount: len(mount.place), default=Mount("", "unknown"))
    for mount in (at, *(mount for mount in mounted if below(real, mount.place))):
        if mount.is_remote or mount.kind not in LOCAL_KINDS:
            return f"on a file system of kind {mount.kind}"
    return ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which roots send events, and why the others are polled."""

    watched: tuple[str, ...]
    polled: Mapping[str, str]


class Watcher:
    """Calls `hint`, from threads of its own, when documents below the followed roots change.

    index: the index folder, whose own files are no documents; tell: is told, in one line, what
    went wrong with events.
    """

    def __init__(self, index: Path, hint: Callable[[], None], tell: Callable[[str], None]) -> None:
        self._index = os.path.realpath(index)
        self._hint = hint
        self._tell = tell
        self._observer: BaseObserver | None = None
        self._coverage: Coverage | None = None
        self._complaints = _Complaints(self._warned)
        logging.getLogger("watchdog").addHandler(self._complaints)

    def follow(self, roots: Sequence[str]) -> Coverage | None:
        """Watches what can be watched of the roots; the coverage, if that is not as it was.

        To be called again after each pass: roots come and go, and a watch ends with its folder.
        """
        mounted = mounts()
        reasons = {root: why_polled(root, mounted) for root in roots}
        wanted = [root for root, reason in reasons.items() if not reason]
        polled = {root: reason for root, reason in reasons.items() if reason}
        if self._is_sound() and self._coverage == Coverage(tuple(wanted), polled):
            return None
        self._stop()
        if trouble := self._start(wanted):
            polled |= dict.fromkeys(wanted, trouble)
            wanted = []
        former, self._coverage = self._coverage, Coverage(tuple(wanted), polled)
        return None if former == self._coverage else self._coverage

    def close(self) -> None:
        """Ends watching."""
        logging.getLogger("watchdog").removeHandler(self._complaints)
        self._stop()

    def _is_sound(self) -> bool:
        observer = self._observer
        return observer is not None and all(
            thread.is_alive() for thread in (observer, *observer.emitters)
        )

    def _start(self, roots: Iterable[str]) -> str:
        """Sets the watches; what hinders it, else ""."""
        try:
            self._observer = Observer()
            self._observer.start()
            for root in roots:
                handler = _Handler(root, self._index, self._hint)
                self._observer.schedule(handler, root, recursive=True, event_filter=_TELLING)
            # A folder below a root that cannot be watched is passed over in silence. Where that
            # was for want of watches, there is none left for the index folder either.
            self._observer.schedule(FileSystemEventHandler(), self._index, event_filter=_TELLING)
        except OSError as error:
            self._stop()
            return f"without file events: {error.strerror}"
        return ""

    def _warned(self) -> None:
        """Lost events are made up for by a pass, after which all watches are set again."""
        if self._observer is None:  # while it is being stopped there are complaints, too
            return
        if self._coverage is not None:  # told once, however many there are before that pass
            self._tell("File events were lost; a pass makes up for it.")
            self._coverage = None
        self._hint()

    def _stop(self) -> None:
        observer, self._observer = self._observer, None
        if observer is not None and observer.is_alive():
            observer.stop()
            observer.join()


class _Handler(FileSystemEventHandler):
    """Calls `hint` for events that a pass over a root would see."""

    def __init__(self, root: str, index: str, hint: Callable[[], None]) -> None:
        self._root = root
        self._index = below(os.path.realpath(root), index)
        self._hint = hint

    def dispatch(self, event: FileSystemEvent) -> None:
        places = (os.fsdecode(place) for place in (event.src_path, event.dest_path) if place)
        if any(self._counts(place, is_folder=event.is_directory) for place in places):
            self._hint()

    def _counts(self, place: str, *, is_folder: bool) -> bool:
        inside = below(self._root, place)
        if inside is None or (self._index and below(self._index, inside) is not None):
            return False
        if any(map(skipped, Path(inside).parts)):
            return False
        return is_folder or place == self._root or Path(place).suffix.lower() in SUFFIXES


class _Complaints(logging.Handler):
    """Notices that watchdog warns, as of an overflow of the kernel's queue of events."""

    def __init__(self, warned: Callable[[], None]) -> None:
        super().__init__(logging.WARNING)
        self._warned = warned

    def emit(self, record: logging.LogRecord) -> None:
        del record
        self._warned()
