"""What of the listed files changed, and which of the missing ones are held to be deleted."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from relatab.index.records import FileRecord, RootRecord
from relatab.index.roots import Rules, covers, lies_in
from relatab.index.scan import FoundFile, Listing
from relatab.model import Issue

HANDFUL = 5
"""Files below which a loss says nothing: two of three reports are deleted every day."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Files against their records.

    unchanged: as they were; candidates: to be hashed; waiting: changed, but open in Office;
    missing: known, and not found where a root of the pass should show them; dropped: known,
    and no longer wanted by the rules of any root.
    """

    unchanged: tuple[FoundFile, ...]
    candidates: tuple[FoundFile, ...]
    waiting: tuple[FoundFile, ...]
    missing: tuple[str, ...]
    dropped: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a pass holds of a root.

    state: as in `RootRecord`; kept: missing files that are not held to be deleted;
    troubles: by path, why they are not, and what to do about it.
    """

    state: str
    kept: frozenset[str]
    troubles: tuple[tuple[str, Issue], ...] = ()


def compare(
    listings: Sequence[Listing],
    known: Mapping[str, FileRecord],
    registered: Iterable[RootRecord],
    *,
    deep: bool = False,
) -> Changes:
    """What changed since the records, which are by path, were made.

    registered: all roots of the index, also those that are not part of the pass. deep: no
    file is taken for unchanged by its size and time.
    """
    found = {path: file for each in listings for path, file in each.files.items()}
    suspects = {path for path, file in found.items() if deep or _differs(file, known.get(path))}
    waiting = {path for path in suspects & _open(listings) if _is_rewritten(found[path], known)}
    absent = sorted(path for path in known if path not in found)
    return Changes(
        unchanged=tuple(found[path] for path in sorted(found.keys() - suspects)),
        candidates=tuple(found[path] for path in sorted(suspects - waiting)),
        waiting=tuple(found[path] for path in sorted(waiting)),
        missing=tuple(path for path in absent if any(_shows(each, path) for each in listings)),
        dropped=tuple(_dropped(absent, listings, registered)),
    )


def _differs(file: FoundFile, record: FileRecord | None) -> bool:
    """Whether a file is to be looked at; one that could not be read is tried again."""
    if record is None or record.hash is None or record.reason:
        return True
    return file != FoundFile(record.path, record.size, record.mtime_ns)


def _open(listings: Iterable[Listing]) -> set[str]:
    return {path for listing in listings for path in listing.open_in_office}


def _is_rewritten(file: FoundFile, known: Mapping[str, FileRecord]) -> bool:
    record = known.get(file.path)
    return record is not None and record.hash is not None and _differs(file, record)


def _dropped(
    absent: Iterable[str], listings: Iterable[Listing], registered: Iterable[RootRecord]
) -> Iterator[str]:
    """Those of the absent files in reachable roots of a pass that no root wants any more."""
    reached = [listing.root for listing in listings if listing.state == "ok"]
    wanted = [(root.path, Rules.of(root)) for root in registered]
    for path in absent:
        if lies_in(path, reached) and not any(covers(root, path, by) for root, by in wanted):
            yield path


def _shows(listing: Listing, path: str) -> bool:
    return covers(listing.root, path, listing.rules)


def reappeared(
    changes: Changes, known: Mapping[str, FileRecord], hashed: Iterable[FileRecord]
) -> set[str]:
    """The missing files whose content was found at another path, where it was not before."""
    former = {path: record.hash for path, record in known.items()}
    found = {record.hash for record in hashed if record.hash != former.get(record.path)}
    return {path for path in changes.missing if former[path] in found}


def judge(
    listing: Listing,
    known: Mapping[str, FileRecord],
    missing: Collection[str],
    moved: Set[str],
    *,
    accept_deletions: bool = False,
) -> Verdict:
    """Whether a root can be believed that files are missing.

    moved: those of the missing files whose content was found under a new path, so that they
    are no loss. A share that is not mounted shows an empty folder, or none; one that is
    mounted by half shows less than before. Where that may be, nothing is held to be deleted
    until `accept_deletions` says so. What lies in unreadable folders is kept in any case.
    """
    expected = [path for path in missing if _shows(listing, path)]
    hidden = {path for path in expected if _is_hidden(listing, path)}
    if accept_deletions:
        return Verdict(listing.state, frozenset(hidden))
    lost = [path for path in expected if path not in moved and path not in hidden]
    total = len(expected) + sum(path in known for path in listing.files)
    if doubt := _doubt(listing, len(lost), total):
        state, trouble = doubt
        return Verdict(state, frozenset(expected), ((listing.root, trouble),))
    emptied = dict(_emptied(listing, lost))
    kept = {path for path in expected if not emptied.keys().isdisjoint(_folders_of(path))}
    troubles = ((folder, _folder_empty(count)) for folder, count in sorted(emptied.items()))
    return Verdict("ok", frozenset(hidden | kept), tuple(troubles))


def deletions(changes: Changes, verdicts: Iterable[Verdict]) -> list[str]:
    """The known files that go: dropped, or missing where every root that should show them can
    be believed.
    """
    kept = frozenset[str]().union(*(verdict.kept for verdict in verdicts))
    return sorted({*changes.missing, *changes.dropped} - kept)


def _doubt(listing: Listing, lost: int, total: int) -> tuple[str, Issue] | None:
    """Why a root as a whole cannot be believed: its state, and the issue."""
    if listing.state == "missing":
        return "missing", _kept("root unreachable", listing.reason, "check the path and the share")
    if listing.is_folder and lost and not listing.files:
        count = f"no documents, but {lost} were here"
        return "empty", _kept("root empty", count, "check that the share is mounted")
    if total >= HANDFUL and lost > listing.rules.most_lost * total:
        count = f"{lost} of {total} documents are gone"
        return "shrunk", _kept("root shrunk", count, "check that all of the share is mounted")
    return None


def _folder_empty(count: int) -> Issue:
    message = f"nothing in this folder, but {count} documents were here"
    return _kept("folder empty", message, "check that it is mounted, or remove it")


def _kept(kind: str, message: str, remedy: str) -> Issue:
    action = f"nothing was removed; {remedy}, or confirm with --accept-deletions"
    return Issue(kind, message, action=action)


def _is_hidden(listing: Listing, path: str) -> bool:
    return not listing.unreadable.isdisjoint((path, *_folders_of(path)))


def _emptied(listing: Listing, lost: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Folders that hold nothing at all any more, with the number of documents they held: a
    share may be mounted below a root.
    """
    held = Counter(folder for path in lost for folder in _folders_of(path))
    return ((name, held[name]) for name in listing.empty_folders if held[name] >= HANDFUL)


def _folders_of(path: str) -> Iterator[str]:
    """The folders above a path, from the nearest on."""
    while (folder := os.path.dirname(path)) != path:  # noqa: PTH120 - a hundred thousand of them
        yield folder
        path = folder
