"""What is on disk under the followed roots, and what of it changed.

Decided per file by path, size and modification time, then by content hash; never by the
date of the last run, because files are copied in with old dates. Inodes say nothing: a
network share gives its files new ones whenever it is mounted. Paths are text with
surrogate escapes, so that every file name survives, valid text or not.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from extractors import SUFFIXES
from extractors.normalize import document_hash
from relatab.index.records import FileRecord
from relatab.model import Issue

_COARSEST_CLOCK_NS = 2_000_000_000  # FAT

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

    state: "ok", or "missing" when it cannot be reached; unreadable: folders whose content
    is unknown; issues: by path, everything that was passed over and why.
    """

    root: str
    state: str = "ok"
    files: dict[str, FoundFile] = field(default_factory=dict)
    unreadable: list[str] = field(default_factory=list)
    issues: list[tuple[str, Issue]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Changes:
    """Files against their records: as they were, to be hashed, and no longer there."""

    unchanged: tuple[FoundFile, ...]
    candidates: tuple[FoundFile, ...]
    gone: tuple[str, ...]


def document_files(folder: Path) -> list[Path]:
    """The files below a folder that relatab reads, sorted; what cannot be read is left out."""
    return [Path(path) for path in sorted(list_root(root_path(folder)).files)]


def root_path(path: str | Path) -> str:
    """The path under which a root is known: absolute, links as the user wrote them."""
    return os.path.abspath(path)  # noqa: PTH100 - `resolve` would follow the links


def list_root(root: str) -> Listing:
    """The documents of a root, which is one file or a folder with all folders below it.

    Hidden files and folders and Office lock files (`~$...`) are skipped, links to folders
    are not followed. A file named as root counts whatever its suffix.
    """
    listing = Listing(root)
    try:
        status = Path(root).stat()
    except OSError as error:
        if not _deleted(root):
            listing.state = "missing"
            issue = _trouble("root unreachable", error, "nothing was removed")
            listing.issues.append((root, issue))
        return listing
    if Path(root).is_dir():
        _list_folder(root, listing)
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


def _list_folder(root: str, listing: Listing) -> None:
    foreign: Counter[str] = Counter()
    folders = [root]
    while folders:
        folder = folders.pop()
        try:
            entries = list(os.scandir(folder))
        except OSError as error:
            listing.unreadable.append(folder)
            issue = _trouble("folder unreadable", error, "its documents are kept as they were")
            listing.issues.append((folder, issue))
            continue
        for entry in entries:
            if skipped(entry.name):
                continue
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)
            elif (suffix := Path(entry.name).suffix.lower()) in SUFFIXES:
                _list_file(entry, listing)
            elif suffix in _FOREIGN_SUFFIXES:
                foreign[suffix] += 1
    if listing.unreadable == [root]:
        listing.state = "missing"
    for suffix, count in sorted(foreign.items()):
        message = f"{count} files named *{suffix}"
        issue = Issue("format not read", message, action="save them as .docx or .pdf")
        listing.issues.append((root, issue))


def skipped(name: str) -> bool:
    """Whether a file or folder name says to pass it over: hidden, or an Office lock file."""
    return name.startswith((".", "~$"))


def _list_file(entry: os.DirEntry[str], listing: Listing) -> None:
    try:
        if entry.is_file():
            listing.files[entry.path] = _found(entry.path, entry.stat())
        elif entry.is_symlink() and not entry.is_dir():
            raise FileNotFoundError("the link leads nowhere")
    except OSError as error:
        listing.unreadable.append(entry.path)
        listing.issues.append((entry.path, _trouble("file unreadable", error, "passed over")))


def _found(path: str, status: os.stat_result) -> FoundFile:
    return FoundFile(path, status.st_size, status.st_mtime_ns)


def _trouble(kind: str, error: OSError, action: str) -> Issue:
    return Issue(kind, error.strerror or str(error), action=action)


def compare(listings: Iterable[Listing], known: Mapping[str, FileRecord]) -> Changes:
    """What changed since the records were made; `known` is by path.

    A file is gone only if a root that could be read would have shown it. A root that had
    documents and now has none is taken for a share that is not mounted: its state becomes
    "empty", which is an issue, and nothing of it is gone.
    """
    found: dict[str, FoundFile] = {}
    gone: set[str] = set()
    for listing in listings:
        found |= listing.files
        expected = [path for path in known if covers(listing.root, path)]
        if expected and not listing.files and Path(listing.root).is_dir():
            listing.state = "empty" if listing.state == "ok" else listing.state
            listing.issues.append((listing.root, _emptied(len(expected))))
        if listing.state == "ok":
            gone.update(path for path in expected if not _hidden_by(listing.unreadable, path))
    same = {path for path, file in found.items() if _as_recorded(file, known.get(path))}
    return Changes(
        unchanged=tuple(found[path] for path in sorted(same)),
        candidates=tuple(found[path] for path in sorted(found.keys() - same)),
        gone=tuple(sorted(gone - found.keys())),
    )


def covers(root: str, path: str) -> bool:
    """Whether listing a root would show a file of this path, if it existed."""
    if path == root:
        return True
    stem = root if root.endswith(os.sep) else root + os.sep
    return path.startswith(stem) and not any(map(skipped, Path(path[len(stem) :]).parts))


def _hidden_by(unreadable: Iterable[str], path: str) -> bool:
    return any(path == place or path.startswith(place + os.sep) for place in unreadable)


def _as_recorded(file: FoundFile, record: FileRecord | None) -> bool:
    """Whether a file need not be read again; one that could not be read is tried again."""
    if record is None or record.hash is None or record.reason:
        return False
    return file == FoundFile(record.path, record.size, record.mtime_ns)


def _emptied(expected: int) -> Issue:
    return Issue(
        "root empty",
        f"no documents, but {expected} were here",
        action="nothing was removed; check that the share is mounted",
    )


def hash_files(files: Iterable[FoundFile]) -> Iterator[tuple[FoundFile, str | None, Issue | None]]:
    """Each file with its content hash, or with the reason why it has none yet.

    A file whose size or time moves while it is read is still being written and waits for
    the next pass.
    """
    for file in files:
        try:
            content = document_hash(Path(file.path))
            still = _found(file.path, Path(file.path).stat()) == file
        except OSError as error:
            yield file, None, _trouble("file unreadable", error, "tried again next time")
            continue
        if still:
            yield file, content, None
        else:
            issue = Issue("file changing", "still being written", action="waits for the next pass")
            yield file, None, issue
