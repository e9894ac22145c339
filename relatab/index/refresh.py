"""The index made true to what is on disk: scan, extract, ingest, link."""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from extractors.base import Options
from extractors.ocr.cache import PageCache
from relatab.embedding.base import Encoder
from relatab.errors import IndexFolderError
from relatab.index import derived
from relatab.index.features import index_fingerprint
from relatab.index.ingest import document_entry, failed_entry, ingest, moved_entry
from relatab.index.link import corpus_links
from relatab.index.records import (
    DocumentEntry,
    FileRecord,
    RootRecord,
    is_incomplete,
    printable,
    waits_for_ocr,
)
from relatab.index.scan import (
    Changes,
    Listing,
    compare,
    hash_files,
    hashed_record,
    list_root,
    root_path,
)
from relatab.index.store import Writer, open_writer
from relatab.index.workers import Limits, Outcome, extract_all
from relatab.model import Issue

OCR_CACHE = "ocr.sqlite"
"""In the index folder: what was read on page images. It may be deleted; that costs time."""

Stage = Literal["scan", "read", "link", "done"]


@dataclass(slots=True)
class Progress:
    """Where a pass is: the stage, the files to be read and read, the file at hand.

    files, files_done: documents to be extracted; pages, tables: found so far; recognised:
    pages read by OCR, now or in a former pass; path, page, page_count: the file whose pages
    were last heard of.
    """

    stage: Stage = "scan"
    files: int = 0
    files_done: int = 0
    pages: int = 0
    tables: int = 0
    recognised: int = 0
    path: str = ""
    page: int = 0
    page_count: int = 0


Watch = Callable[[Progress], None]


@dataclass(slots=True)
class Summary:
    """What a pass did, and what was irregular.

    new, changed, deleted, failed: documents (contents, however many files carry them);
    failed are those of which nothing could be read now, still_failed those that could not
    be read by a former pass and did not change. moved, unchanged: files, under a new path
    with known content or as they were. tables, pages: of the new and changed documents;
    scanned: those of the pages that are read by OCR; recognised: page images on which it was
    done now, while the others' reading was kept; unread: pages that are images and were not read.
    issues: (path, issue) of these documents and of the roots.
    """

    new: int = 0
    changed: int = 0
    moved: int = 0
    deleted: int = 0
    unchanged: int = 0
    failed: int = 0
    still_failed: int = 0
    tables: int = 0
    pages: int = 0
    scanned: int = 0
    recognised: int = 0
    unread: int = 0
    issues: list[tuple[str, Issue]] = field(default_factory=list)
    seconds: float = 0.0


def update_index(
    folder: Path,
    paths: Iterable[Path] = (),
    *,
    encoder: Encoder,
    options: Options | None = None,
    jobs: int | None = None,
    wait: float = 60.0,
    retry_failed: bool = False,
    limits: Limits | None = None,
    watch: Watch = lambda _: None,
) -> Summary:
    """One pass over the given files and folders, or over all that the index follows.

    paths: followed from now on; none: the registered ones. jobs: worker processes, by
    default one per core, 0 to read in this process. wait: seconds to wait for another
    writer. retry_failed: read again what failed before, or has pages that could not be read,
    though it did not change. Scans that a pass without OCR left out are read again by one with
    it. limits: when a worker and its file are given up.
    Raises IndexFolderError when there is nothing to follow or a new path does not exist,
    IndexBusyError, FingerprintError.
    """
    started = time.perf_counter()
    wanted = sorted({root_path(path) for path in paths})
    with open_writer(folder, index_fingerprint(encoder), wait) as store:
        roots = _roots(folder, store, wanted)
        kept = PageCache(folder / OCR_CACHE)
        before = len(kept)
        options = replace(options or Options(), ocr_cache=kept.path)
        run = _Pass(store, encoder, options, watch)
        listings = [list_root(root.path) for root in roots]
        run.scan(listings, retry_failed)
        run.read(_usable_cores() if jobs is None else jobs, limits or Limits())
        run.follow_moves()
        run.link(folder)
        run.close(roots, listings)
        run.summary.recognised = len(kept) - before
        kept.close()
        run.summary.seconds = time.perf_counter() - started
        return run.summary


def _usable_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _roots(folder: Path, store: Writer, wanted: Sequence[str]) -> list[RootRecord]:
    """The roots of this pass; new ones are registered."""
    known = {root.path: root for root in store.roots()}
    for path in wanted:
        if path not in known and not Path(path).exists():
            raise IndexFolderError(f"{printable(path)}: no such file or folder")
    if not wanted and not known:
        raise IndexFolderError(f"{folder}: follows no folder yet; run `relatab index PATH...`")
    store.replace_roots(RootRecord(path) for path in wanted if path not in known)
    return [known.get(path, RootRecord(path)) for path in wanted or known]


class _Pass:
    """One pass; its steps are called in the order in which they stand here."""

    def __init__(self, store: Writer, encoder: Encoder, options: Options, watch: Watch) -> None:
        self._store = store
        self._encoder = encoder
        self._options = options
        self._watch = watch
        self._progress = Progress()
        self._to_read: dict[str, list[FileRecord]] = {}
        self._former: dict[str, str | None] = {}
        self.summary = Summary()

    def scan(self, listings: Sequence[Listing], retry_failed: bool) -> None:
        """Compares files with their records; everything that needs no reading is done here."""
        self._tell(stage="scan")
        known = {record.path: record for record in self._store.files()}
        self._former = {path: record.hash for path, record in known.items()}
        documents = {document.hash: document for document in self._store.documents()}
        changes = compare(listings, known)
        unchanged = [known[file.path] for file in changes.unchanged]
        settled: list[FileRecord] = []
        unread: list[FileRecord] = []
        for record in self._hashed(changes, known):
            is_settled = record.hash is None or record.hash in documents
            (settled if is_settled else unread).append(record)
        again = {
            content
            for content, entry in documents.items()
            if (retry_failed and is_incomplete(entry))
            or (self._options.ocr != "off" and waits_for_ocr(entry))
        }
        unread += [record for record in (*unchanged, *settled) if record.hash in again]
        deleted = self._store.change_files(settled, changes.gone)
        self._to_read = _by_content(unread)
        appeared = [record for record in settled if record.hash and record.path not in known]
        self.summary.deleted = len(deleted)
        self.summary.moved = len(appeared)
        self.summary.unchanged = len(
            {record.path for record in (*unchanged, *settled)}
            - {record.path for record in (*appeared, *unread)}
        )

    def _hashed(self, changes: Changes, known: Mapping[str, FileRecord]) -> list[FileRecord]:
        """Records of the candidates; one that cannot be read now keeps what it had."""
        records = []
        for file, content, issue in hash_files(changes.candidates):
            self._tell(path=file.path)
            if issue:
                self.summary.issues.append((file.path, issue))
                former = known.get(file.path, file.record(None))
                records.append(replace(former, reason=issue.message))
            elif content:
                records.append(hashed_record(file, content, time.time_ns()))
        return records

    def read(self, jobs: int, limits: Limits) -> None:
        """Extracts and ingests every content that is not known yet, in order of the paths."""
        by_path = {records[0].path: records for records in self._to_read.values()}
        self._tell(stage="read", files=len(by_path))
        outcomes = extract_all(list(by_path), self._options, self._page, jobs=jobs, limits=limits)
        for outcome in outcomes:
            self._ingest(outcome, by_path[outcome.path])
            self._tell(files_done=self._progress.files_done + 1)

    def _page(self, path: str, done: int, total: int, recognised: bool) -> None:
        count = self._progress.recognised + recognised
        self._tell(path=path, page=done, page_count=total, recognised=count)

    def _ingest(self, outcome: Outcome, files: Sequence[FileRecord]) -> None:
        content = files[0].hash
        assert content is not None
        if not _still(outcome.path, files[0]):
            issue = Issue(
                "file changing",
                "changed while it was read",
                action="waits for the next pass",
            )
            self.summary.issues.append((outcome.path, issue))
            return
        entry = _entry(outcome, content)
        ingest(self._store, entry, files, self._encoder)
        self._count(entry, files)

    def _count(self, entry: DocumentEntry, files: Sequence[FileRecord]) -> None:
        summary = self.summary
        if entry.state == "failed":
            summary.failed += 1
            summary.issues.append((entry.path, Issue("failed", entry.reason)))
        elif any(self._former.get(file.path) for file in files):
            summary.changed += 1
        else:
            summary.new += 1
        summary.pages += entry.pages
        summary.tables += len(entry.tables)
        summary.scanned += sum(reading.source == "ocr" for reading in entry.readings)
        summary.unread += sum(reading.source == "unread" for reading in entry.readings)
        summary.issues.extend((entry.path, issue) for issue in entry.issues)
        self._tell(path=entry.path, pages=summary.pages, tables=summary.tables)

    def follow_moves(self) -> None:
        """Makes identities and features again where a document's first path is another one."""
        for document in self._store.documents():
            paths = self._store.paths(document.hash)
            if paths and paths[0] != document.path:
                stored = self._store.document(document.hash)
                assert stored is not None
                ingest(self._store, moved_entry(stored, paths[0]), (), self._encoder)

    def link(self, folder: Path) -> None:
        """Links the tables anew if anything changed, also in a pass that was interrupted."""
        if not self._store.linked():
            self._tell(stage="link")
            arrays = derived.build(self._store)
            self._store.replace_edges(corpus_links(self._store, arrays))
            derived.publish(folder, self._store, arrays)

    def close(self, roots: Sequence[RootRecord], listings: Sequence[Listing]) -> None:
        """Records how the pass found the roots."""
        for listing in listings:
            self.summary.issues.extend(listing.issues)
        now = time.time()
        self._store.replace_roots(
            replace(
                root,
                state=found.state,
                last_pass=now,
                issues=tuple((printable(path), issue) for path, issue in found.issues),
            )
            for root, found in zip(roots, listings, strict=True)
        )
        failed = self._store.counts()["failed"]
        self.summary.still_failed = failed - self.summary.failed
        self._tell(stage="done")

    def _tell(self, **changes: object) -> None:
        for name, value in changes.items():
            setattr(self._progress, name, value)
        self._watch(self._progress)


def _by_content(records: Iterable[FileRecord]) -> dict[str, list[FileRecord]]:
    """Files by content hash, in the order of the first path of each."""
    files: defaultdict[str, list[FileRecord]] = defaultdict(list)
    for record in sorted(records, key=lambda record: os.fsencode(record.path)):
        assert record.hash is not None
        files[record.hash].append(record)
    return dict(files)


def _still(path: str, record: FileRecord) -> bool:
    """Whether a file is what it was when it was hashed; one that went meanwhile is not.

    A file may be recorded as a nanosecond older, see `scan.hashed_record`.
    """
    try:
        status = Path(path).stat()
    except OSError:
        return False
    return status.st_size == record.size and status.st_mtime_ns - record.mtime_ns in (0, 1)


def _entry(outcome: Outcome, content: str) -> DocumentEntry:
    if outcome.extraction is None:
        return failed_entry(content, outcome.path, outcome.reason)
    try:
        return document_entry(outcome.extraction, content, outcome.path)
    except Exception as error:  # noqa: BLE001 - odd content must not stop the run
        reason = f"its tables cannot be prepared: {error!r}"
        return failed_entry(content, outcome.path, reason)
