"""What is on disk under the followed roots.

Files are known by path, size and modification time, then by content hash; never by the
date of the last run, because files are copied in with old dates. Inodes say nothing: a
network share gives its files new ones whenever it is mounted. Paths are text with
surrogate escapes, so that every file name survives, valid text or not.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from extractors import SUFFIXES
from extractors.normalize import document_hash
from relatab.index.records import FileRecord, printable
from relatab.index.roots import Rules, below, root_path, skipped
from relatab.model import Issue

_COARSEST_CLOCK_NS = 2_000_000_000  # FAT

_WAITS = "waits for the next pass"
_LOCKS = ("~$", ".~lock.")
_LOCK = re.compile(r"^~\$|^\.~lock\.|#$")
_LOCK_SECONDS = 24 * 3600

# Formats in which reports come but which no extractor reads: passed over, and said so.
_FOREIGN_SUFFIXES = frozenset({".xls", ".xlsx", ".ppt", ".pptx", ".ods", ".odp"})


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file as listed, without its content."""

    path: str
    size: int
    mtime_ns: int

    def record(self, content: str | None, reason: str = "") -> FileRecord:
        """The file's record with its content hash."""
        return FileRecord(self.path, self.size, self.mtime_ns, content, reason)


def hashed_record(file: FoundFile, content: str, now_ns: int) -> FileRecord:
    """The record of a file whose content was hashed at `now_ns`.

    A file changed just before may change again without its time moving, since some file
    systems count in two seconds. Recorded as older, it is hashed once more the next time.
    """
    record = file.record(content)
    is_fresh = file.mtime_ns > now_ns - _COARSEST_CLOCK_NS
    return replace(record, mtime_ns=file.mtime_ns - 1) if is_fresh else record


@dataclass(slots=True)
class Listing:
    """What one root holds.

    state: "ok", or "missing" when it cannot be reached, and then `reason` says why; is_folder:
    whether it is, or was, no single file; unreadable: folders and files of unknown content;
    empty_folders: those that hold nothing at all; open_in_office: documents with a lock file
    beside them; issues: by path, everything that was passed over and why.
    """

    root: str
    rules: Rules
    state: str = "ok"
    reason: str = ""
    is_folder: bool = True
    files: dict[str, FoundFile] = field(default_factory=dict)
    unreadable: set[str] = field(default_factory=set)
    empty_folders: list[str] = field(default_factory=list)
    open_in_office: set[str] = field(default_factory=set)
    issues: list[tuple[str, Issue]] = field(default_factory=list)


def document_files(folder: Path) -> list[Path]:
    """The files below a folder that relatab reads, sorted; what cannot be read is left out."""
    return [Path(path) for path in sorted(list_root(root_path(folder)).files)]


def list_root(root: str, rules: Rules | None = None) -> Listing:
    """The documents of a root, which is one file or a folder with all folders below it.

    Hidden files and folders and Office lock files (`~$...`) are skipped, links to folders
    are not followed. A file named as root counts whatever its suffix and the rules.
    """
    listing = Listing(root, rules or Rules())
    try:
        status = Path(root).stat()
    except OSError as error:
        listing.is_folder = not _deleted(root)
        if listing.is_folder:
            listing.state, listing.reason = "missing", _reason(error)
        return listing
    listing.is_folder = not stat.S_ISREG(status.st_mode)
    if listing.is_folder:
        _list_folders(listing)
    else:
        listing.files[root] = _found(root, status)
    return listing


def _deleted(root: str) -> bool:
    """Whether a missing root is a file deleted from a folder that is still there.

    An empty or missing parent may as well be a share that is not mounted.
    """
    try:
        with os.scandir(Path(root).parent) as entries:
            return bool(Path(root).suffix) and next(entries, None) is not None
    except OSError:
        return False


def _list_folders(listing: Listing) -> None:
    foreign: Counter[str] = Counter()
    folders = [listing.root]
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(folder) as found:
                entries = list(found)
        except OSError as error:
            if folder == listing.root:
                listing.state, listing.reason = "missing", _reason(error)
                return
            _pass_over(listing, folder, "folder unreadable", error, "its documents are kept")
            continue
        if not entries:
            listing.empty_folders.append(folder)
        folders += _list_entries(listing, entries, foreign)
        listing.open_in_office |= listing.files.keys() & set(_open_documents(entries))
    for suffix, count in sorted(foreign.items()):
        message = f"{count} files named *{suffix}"
        issue = Issue("format not read", message, action="save them as .docx or .pdf")
        listing.issues.append((listing.root, issue))


def _list_entries(
    listing: Listing, entries: Iterable[os.DirEntry[str]], foreign: Counter[str]
) -> list[str]:
    """Takes the files of one folder; its folders, which are to be listed next."""
    start = len(listing.root.rstrip(os.sep)) + 1
    folders = []
    for entry in entries:
        place = entry.path[start:]
        if skipped(entry.name):
            continue
        is_link = _is_folder_link(entry)
        if is_link or entry.is_dir(follow_symlinks=False):
            if not listing.rules.enter(place):
                continue
            if is_link:
                listing.issues.append((entry.path, _not_followed(entry.path)))
            else:
                folders.append(entry.path)
        elif listing.rules.want(place):
            suffix = os.path.splitext(entry.name)[1].lower()  # noqa: PTH122 - many of them
            if suffix in SUFFIXES:
                _list_file(listing, entry)
            elif suffix in _FOREIGN_SUFFIXES:
                foreign[suffix] += 1
    return folders


def _is_folder_link(entry: os.DirEntry[str]) -> bool:
    """Whether an entry leads to a folder elsewhere, or in a circle."""
    is_junction = getattr(entry, "is_junction", bool)  # from Python 3.12 on
    if not entry.is_symlink():
        return bool(is_junction())
    try:
        return entry.is_dir()
    except OSError as error:
        return error.errno == errno.ELOOP


def _not_followed(path: str) -> Issue:
    target = os.path.realpath(path)
    if below(target, os.path.realpath(Path(path).parent)) is not None:
        message, action = "leads back to a folder above it", "passed over"
    elif target == path or Path(target).is_symlink():
        message, action = "leads in a circle", "passed over"
    else:
        message, action = (
            f"leads to the folder {printable(target)}",
            "index that folder by its path",
        )
    return Issue("link not followed", message, action=action)


def _open_documents(entries: Iterable[os.DirEntry[str]]) -> Iterator[str]:
    """The files of a folder that an office program has open, by the lock files beside them.

    Word puts `~$` before a short name and in place of the first letters of a longer one;
    LibreOffice writes `.~lock.NAME#`.
    """
    locks = (entry for entry in entries if entry.name.startswith(_LOCKS))
    locked = {_LOCK.sub("", lock.name) for lock in locks if _is_held(lock)}
    if locked:
        for entry in entries:
            name = entry.name
            if not locked.isdisjoint((name, name[1:], name[2:])):
                yield entry.path


def _is_held(lock: os.DirEntry[str]) -> bool:
    """Whether a lock file is young enough; a program that crashed leaves it for ever."""
    try:
        return lock.stat().st_mtime > time.time() - _LOCK_SECONDS
    except OSError:
        return False


def _list_file(listing: Listing, entry: os.DirEntry[str]) -> None:
    try:
        if entry.is_file():
            listing.files[entry.path] = _found(entry.path, entry.stat())
        elif entry.is_symlink() and not entry.is_dir():
            raise FileNotFoundError("the link leads nowhere")
    except OSError as error:
        _pass_over(listing, entry.path, "file unreadable", error, "passed over")


def _pass_over(listing: Listing, path: str, kind: str, error: OSError, action: str) -> None:
    listing.unreadable.add(path)
    listing.issues.append((path, Issue(kind, _reason(error), action=action)))


def _found(path: str, status: os.stat_result) -> FoundFile:
    return FoundFile(path, status.st_size, status.st_mtime_ns)


def _reason(error: OSError) -> str:
    return error.strerror or str(error)


def hash_files(
    files: Iterable[FoundFile], known: Mapping[FoundFile, str]
) -> Iterator[tuple[FoundFile, str | None, Issue | None]]:
    """Each file with its content hash, or with the reason why it has none yet.

    known: hashes of files that are not read for it. A file whose size or time moves while it is
    read is still being written and waits for the next pass, and so does one that has no bytes yet.
    """
    for file in files:
        if not file.size:
            yield file, None, Issue("file empty", "no content yet", action=_WAITS)
            continue
        if content := known.get(file):
            yield file, content, None
            continue
        try:
            content = document_hash(Path(file.path))
            still = _found(file.path, Path(file.path).stat()) == file
        except OSError as error:
            issue = Issue("file unreadable", _reason(error), action="tried again next time")
            yield file, None, issue
            continue
        if still:
            yield file, content, None
        else:
            issue = Issue("file changing", "still being written", action=_WAITS)
            yield file, None, issue
