"""What a pass has to do, decided from what was found before anything is changed."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from relatab.index.records import (
    DocumentEntry,
    FileRecord,
    RootRecord,
    is_incomplete,
    waits_for_ocr,
)
from relatab.index.roots import OCR_WAYS, Rules, below

Way = Callable[[str], str]
"""How the image pages of the file with a path are read: one of `OCR_WAYS`."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The work of a pass.

    settled: records that are stored as they are, because their documents are known; gone:
    paths of files that are forgotten; unread: by content, in the order of their first paths,
    the files of documents that are to be read; moved, copied: paths that have known content
    they did not have before, whether it left another path or not; unchanged: number of the
    other files.
    """

    settled: tuple[FileRecord, ...]
    gone: tuple[str, ...]
    unread: Mapping[str, Sequence[FileRecord]]
    moved: tuple[str, ...]
    copied: tuple[str, ...]
    unchanged: int


def make_plan(
    known: Mapping[str, FileRecord],
    unchanged: Sequence[FileRecord],
    hashed: Sequence[FileRecord],
    gone: Sequence[str],
    documents: Set[str],
    again: Set[str],
) -> Plan:
    """The plan of a pass.

    known: all files by path, as recorded; hashed: new records of those that are not unchanged;
    documents: the contents whose documents are known; again: those to be read nevertheless.
    """
    settled = [each for each in hashed if each.hash is None or each.hash in documents]
    new = [each for each in hashed if each.hash is not None and each.hash not in documents]
    former = {path: record.hash for path, record in known.items()}
    appeared = [each for each in settled if each.hash and each.hash != former.get(each.path)]
    left = {former.get(path) for path in (*gone, *(each.path for each in appeared))}
    unread = _by_content([*new, *(e for e in (*unchanged, *settled) if e.hash in again)])
    touched = {each.path for each in appeared}.union(
        each.path for files in unread.values() for each in files
    )
    return Plan(
        settled=tuple(settled),
        gone=tuple(gone),
        unread=unread,
        moved=tuple(each.path for each in appeared if each.hash in left),
        copied=tuple(each.path for each in appeared if each.hash not in left),
        unchanged=sum(each.path not in touched for each in (*unchanged, *settled)),
    )


def to_read_again(
    documents: Iterable[DocumentEntry],
    files: Iterable[FileRecord],
    way: Way,
    *,
    retry_failed: bool,
) -> set[str]:
    """Contents of known documents that are to be read once more though they did not change:
    those with pages that OCR now may read, and on request all that could not be read.
    """
    failed, waiting = set(), set()
    for document in documents:
        if retry_failed and is_incomplete(document):
            failed.add(document.hash)
        elif waits_for_ocr(document):
            waiting.add(document.hash)
    ready = (file for file in files if file.hash in waiting and way(file.path) != "off")
    return failed | {file.hash for file in ready if file.hash}


def ocr_ways(roots: Sequence[RootRecord], default: str) -> Way:
    """How image pages are read: as the innermost of the roots above a file says, or by default."""
    innermost = sorted(roots, key=lambda root: len(root.path), reverse=True)
    ways = [(root.path, Rules.of(root).ocr or default) for root in innermost]
    return lambda path: next(way for root, way in ways if below(root, path) is not None)


def by_ocr_way(unread: Mapping[str, Sequence[FileRecord]], way: Way) -> dict[str, list[str]]:
    """The first path of each content by how its pages are read: in the way that does most for
    any of its files.
    """
    paths: defaultdict[str, list[str]] = defaultdict(list)
    for files in unread.values():
        paths[max((way(file.path) for file in files), key=OCR_WAYS.index)].append(files[0].path)
    return dict(paths)


def _by_content(records: Iterable[FileRecord]) -> dict[str, list[FileRecord]]:
    files: defaultdict[str, list[FileRecord]] = defaultdict(list)
    for record in sorted(records, key=lambda record: os.fsencode(record.path)):
        assert record.hash is not None
        files[record.hash].append(record)
    return dict(files)
