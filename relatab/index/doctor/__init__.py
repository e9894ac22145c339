"""An index examined for everything that can be wrong with it, and repaired.

What is derived is made again from what it is derived from. A document whose tables cannot be
read is taken out, and the next pass reads its files again.
"""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from relatab.index.doctor.findings import Case, Finding, Repair
from relatab.index.doctor.remade import REMADE
from relatab.index.doctor.stored import STORED, database_intact
from relatab.index.features import index_fingerprint
from relatab.index.ingest import embedded, ingest, moved_entry
from relatab.index.link import update_links
from relatab.index.lock import Holder, lock_holder, writer_lock
from relatab.index.sqlite_reader import SqliteReader
from relatab.index.sqlite_repairs import SqliteRepairer
from relatab.index.store import database
from relatab.index.trouble import trouble_told

if TYPE_CHECKING:
    from relatab.embedding.base import Encoder

__all__ = ["Finding", "Report", "examine_index", "repair_index"]

_MOST_ROUNDS = 5
"""A repair may bring to light what could not be examined before."""


@dataclass(frozen=True, slots=True)
class Report:
    """The state of an index: what is wrong with it now, and what was and is mended.

    writer: who writes to the index now.
    """

    findings: tuple[Finding, ...]
    mended: tuple[Finding, ...] = ()
    writer: Holder | None = None

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong that could change an answer."""
        return all(finding.harmless for finding in self.findings)


def examine_index(folder: Path, encoder: Encoder, *, full: bool = False) -> Report:
    """What is wrong with an index; a process that writes to it is not disturbed.

    full: everything is made again and compared, not a sample. The errors are those of
    `relatab.index.store.open_reader`.
    """
    path = database(folder)
    with (
        trouble_told(path),
        closing(SqliteReader.open(path, index_fingerprint(encoder))) as store,
    ):
        return Report(
            tuple(examine(Case(folder, store, encoder, full))), writer=lock_holder(folder)
        )


def repair_index(
    folder: Path, encoder: Encoder, *, full: bool = False, wait: float = 60.0
) -> Report:
    """Examines an index and mends what can be mended; the errors are those of `open_writer`.

    wait: seconds to wait for another process that writes.
    """
    path = database(folder)
    mended: dict[Finding, None] = {}
    with (
        writer_lock(folder, wait),
        trouble_told(path),
        closing(SqliteRepairer.open(path, index_fingerprint(encoder))) as store,
    ):
        case = Case(folder, store, encoder, full)
        findings = examine(case)
        for _ in range(_MOST_ROUNDS):
            mendable = [finding for finding in findings if finding.repair]
            if not mendable:
                break
            _repair(folder, store, encoder, mendable)
            mended |= dict.fromkeys(mendable)
            findings = examine(case)
    return Report(tuple(findings), tuple(each for each in mended if each not in findings))


def examine(case: Case) -> list[Finding]:
    """Everything that is wrong with an index, as far as it can be told.

    Once a group of checks has found damage, those that rely on it are left out.
    """
    findings: list[Finding] = []
    for group in ((database_intact,), STORED, *REMADE):
        for check in group:
            findings += check(case)
        if any(not finding.harmless for finding in findings):
            break
    return findings


def _repair(
    folder: Path, store: SqliteRepairer, encoder: Encoder, findings: Sequence[Finding]
) -> None:
    subjects: defaultdict[Repair, list[Any]] = defaultdict(list)
    for finding in findings:
        assert finding.repair is not None
        subjects[finding.repair] += finding.subjects
    for repair in Repair:
        if repair in subjects:
            _make(repair, folder, store, encoder, list(dict.fromkeys(subjects[repair])))


def _make(
    repair: Repair, folder: Path, store: SqliteRepairer, encoder: Encoder, subjects: Sequence[Any]
) -> None:
    match repair:
        case Repair.REINDEX:
            store.reindex()
        case Repair.REMOVE_DOCUMENT:
            for content in subjects:
                store.delete_document(content)
        case Repair.FORGET_FILE:
            store.change_files((), subjects)
        case Repair.DROP_ORPHANS:
            store.drop_orphans()
        case Repair.DROP_TEXTS:
            store.drop_texts(subjects)
        case Repair.REBUILD:
            _rebuild(store, encoder, subjects)
        case Repair.RECOUNT:
            store.recount()
        case Repair.EMBED:
            _embed(store, encoder, subjects)
        case Repair.LINK:
            store.drop_links()
            update_links(folder, store, fully=True)
        case Repair.SWEEP:
            _sweep(subjects)


def _rebuild(store: SqliteRepairer, encoder: Encoder, hashes: Iterable[str]) -> None:
    for content in hashes:
        stored = store.document(content)
        if stored is not None:  # it may have been removed by a repair before
            ingest(store, moved_entry(stored, stored.path), (), encoder)


def _embed(store: SqliteRepairer, encoder: Encoder, numbers: Iterable[int]) -> None:
    texts = store.texts_of(numbers)
    vectors = embedded(list(texts.values()), encoder)
    store.replace_vectors(dict(zip(texts, vectors, strict=True)))


def _sweep(paths: Iterable[Path]) -> None:
    for path in paths:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
