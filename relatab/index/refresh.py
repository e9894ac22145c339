"""The index made true to what is on disk: scan, extract, ingest, link."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from extractors.base import Options
from extractors.ocr.cache import PageCache
from relatab.embedding.base import Encoder
from relatab.errors import reason_of
from relatab.index.changes import Changes, Verdict, compare, deletions, judge, reappeared
from relatab.index.features import index_fingerprint
from relatab.index.ingest import document_entry, failed_entry, ingest, moved_entry
from relatab.index.link import update_links
from relatab.index.plan import by_ocr_way, make_plan, ocr_ways, to_read_again
from relatab.index.progress import Progress, Summary, Watch
from relatab.index.records import DocumentEntry, FileRecord, RootRecord, printable
from relatab.index.roots import Revision, Rules, Wishes, registered_roots, root_path
from relatab.index.scan import FoundFile, Listing, hash_files, hashed_record, list_root
from relatab.index.store import Writer, open_writer
from relatab.index.workers import Limits, Outcome, extract_all
from relatab.model import Issue

OPEN_IN_OFFICE = Issue("file open", "open in Office", action="waits until it is closed")

_KEEP_SECONDS = 10.0
"""So much hashing is lost by a kill at the most."""

OCR_CACHE = "ocr.sqlite"
"""In the index folder: what was read on page images. It may be deleted; that costs time."""


def update_index(
    folder: Path,
    paths: Iterable[Path] = (),
    *,
    encoder: Encoder,
    options: Options | None = None,
    jobs: int | None = None,
    wait: float = 60.0,
    limits: Limits | None = None,
    watch: Watch = lambda _: None,
    stop: Callable[[], bool] = lambda: False,
    rules: Revision = lambda registered: registered,
    wishes: Wishes | None = None,
) -> Summary:
    """One pass over the given files and folders, or over all that the index follows.

    paths: followed from now on; none: the registered ones. options: how documents are read;
    its `ocr` holds for roots whose rules name none. jobs: worker processes, by default one per
    core, 0 to read in this process. wait: seconds to wait for another writer. limits: when a
    worker and its file are given up. stop: asked between documents; once it is true, the pass
    ends in good order, what was read is kept, and the rest, links included, is left to the
    next pass. rules: revises those registered for the given paths, or for all without any.
    Scans that a pass without OCR left out are read again by one with it.
    Raises IndexFolderError when there is nothing to follow or a new path does not exist,
    IndexBusyError, FingerprintError.
    """
    started = time.perf_counter()
    wanted = sorted({root_path(path) for path in paths})
    with (
        open_writer(folder, index_fingerprint(encoder), wait, stop) as store,
        closing(PageCache(folder / OCR_CACHE)) as kept,
    ):
        before = len(kept)
        roots = registered_roots(folder, store, wanted, rules)
        options = replace(options or Options(), ocr_cache=kept.path)
        run = _Pass(store, encoder, options, watch, stop, wishes or Wishes())
        run.scan(roots)
        run.read(_usable_cores() if jobs is None else jobs, limits or Limits())
        run.finish(folder)
        run.summary.recognised = len(kept) - before
        run.summary.seconds = time.perf_counter() - started
        store.record_pass(run.summary.record(time.time()))
        return run.summary


def _usable_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Pass:
    """One pass; its steps are called in the order in which they stand here."""

    def __init__(
        self,
        store: Writer,
        encoder: Encoder,
        options: Options,
        watch: Watch,
        stop: Callable[[], bool],
        wishes: Wishes,
    ) -> None:
        self._store = store
        self._encoder = encoder
        self._options = options
        self._watch = watch
        self._stop = stop
        self._wishes = wishes
        self._progress = Progress()
        self._roots: Sequence[RootRecord] = ()
        self._ways: Mapping[str, Sequence[str]] = {}
        self._unread: Mapping[str, Sequence[FileRecord]] = {}
        self._former: Mapping[str, FileRecord] = {}
        self.summary = Summary()

    def scan(self, roots: Sequence[RootRecord]) -> None:
        """Compares files with their records; everything that needs no reading is done here."""
        self._tell(stage="scan")
        self._former = known = {record.path: record for record in self._store.files()}
        listings = [list_root(root.path, Rules.of(root)) for root in roots]
        changes = compare(listings, known, self._store.roots(), deep=self._wishes.deep)
        hashed = self._hashed(changes)
        if self.summary.stopped:
            return
        moved = reappeared(changes, known, hashed)
        verdicts = [self._verdict(listing, changes, moved) for listing in listings]
        self._roots = [
            _passed(root, listing, verdict)
            for root, listing, verdict in zip(roots, listings, verdicts, strict=True)
        ]
        self._settle(changes, hashed, deletions(changes, verdicts))

    def _hashed(self, changes: Changes) -> list[FileRecord]:
        """Records of the candidates; one that cannot be read now keeps what it had.

        Hashes are kept, so that a pass that ends before it has read the files loses none.
        """
        records = [self._put_off(file, OPEN_IN_OFFICE) for file in changes.waiting]
        unkept: list[FileRecord] = []
        last_kept = time.monotonic()
        for file, content, issue in hash_files(changes.candidates, self._known_hashes()):
            self._tell(path=file.path)
            if issue:
                records.append(self._put_off(file, issue))
            elif content:
                unkept.append(hashed_record(file, content, time.time_ns()))
                records.append(unkept[-1])
            if time.monotonic() - last_kept > _KEEP_SECONDS:
                self._store.keep_hashes(unkept)
                unkept, last_kept = [], time.monotonic()
            if self._asked_to_stop():
                break
        self._store.keep_hashes(unkept)
        return records

    def _known_hashes(self) -> dict[FoundFile, str]:
        """What a former pass hashed and did not come to read."""
        kept = () if self._wishes.deep else self._store.hashed()
        return {FoundFile(r.path, r.size, r.mtime_ns): r.hash for r in kept if r.hash}

    def _put_off(self, file: FoundFile, issue: Issue) -> FileRecord:
        self.summary.issues.append((file.path, issue))
        return replace(self._former.get(file.path, file.record(None)), reason=issue.message)

    def _verdict(self, listing: Listing, changes: Changes, moved: Set[str]) -> Verdict:
        accept = self._wishes.accept_deletions
        verdict = judge(listing, self._former, changes.missing, moved, accept_deletions=accept)
        self.summary.issues.extend(listing.issues)
        self.summary.unavailable.extend(verdict.troubles)
        self.summary.reached += verdict.state == "ok"
        return verdict

    def _settle(self, changes: Changes, hashed: Sequence[FileRecord], gone: Sequence[str]) -> None:
        """Records what needs no reading, and notes what is to be read."""
        known = self._former
        documents = {document.hash: document for document in self._store.documents()}
        unchanged = [known[file.path] for file in changes.unchanged]
        way = ocr_ways(self._roots, self._options.ocr)
        again = to_read_again(
            documents.values(), (*unchanged, *hashed), way, retry_failed=self._wishes.retry_failed
        )
        plan = make_plan(known, unchanged, hashed, gone, documents.keys(), again)
        deleted = self._store.change_files(plan.settled, plan.gone)
        self._unread, self._ways = plan.unread, by_ocr_way(plan.unread, way)
        left = (*plan.gone, *(each.path for each in plan.settled if each.path in known))
        first = {known[path].hash: path for path in reversed(left)}
        self.summary.note("moved", plan.moved)
        self.summary.note("copied", plan.copied)
        self.summary.note("deleted", [first[content] for content in deleted])
        self.summary.unchanged = plan.unchanged

    def read(self, jobs: int, limits: Limits) -> None:
        """Extracts and ingests every content that is not known yet, in order of the paths."""
        files = {each[0].path: each for each in self._unread.values()}
        self._tell(stage="read", files=len(files))
        for way, paths in self._ways.items():
            options = replace(self._options, ocr=way)
            for outcome in extract_all(paths, options, self._page, jobs=jobs, limits=limits):
                if outcome.extraction is None and self._asked_to_stop():
                    return  # what asked to stop may have ended the reading, too
                self._ingest(outcome, files[outcome.path])
                self._tell(files_done=self._progress.files_done + 1)
                if self._asked_to_stop():
                    return

    def _asked_to_stop(self) -> bool:
        self.summary.stopped = self.summary.stopped or self._stop()
        return self.summary.stopped

    def _page(self, path: str, done: int, total: int, recognised: bool) -> None:
        count = self._progress.recognised + recognised
        self._tell(path=path, page=done, page_count=total, recognised=count)

    def _ingest(self, outcome: Outcome, files: Sequence[FileRecord]) -> None:
        content = files[0].hash
        assert content is not None
        if not _still(outcome.path, files[0]) or _of_another(outcome, content):
            issue = Issue(
                "file changing",
                "changed while it was read",
                action="waits for the next pass",
            )
            self.summary.issues.append((outcome.path, issue))
            return
        entry = _entry(outcome, content)
        ingest(self._store, entry, files, self._encoder)
        summary = self.summary
        known = [self._former[file.path] for file in files if file.path in self._former]
        summary.note_read(entry, is_known=any(record.hash for record in known))
        self._tell(path=entry.path, pages=summary.pages, tables=summary.tables)

    def finish(self, folder: Path) -> None:
        """What follows from the documents as they now are; left to the next pass by a stop."""
        if not self.summary.stopped:
            self._follow_moves()
            self._link(folder)
            self._close()
        self._tell(stage="done")

    def _follow_moves(self) -> None:
        """Makes identities and features again where a document's first path is another one."""
        for content, path in self._store.displaced():
            stored = self._store.document(content)
            assert stored is not None
            ingest(self._store, moved_entry(stored, path), (), self._encoder)

    def _link(self, folder: Path) -> None:
        """Links the tables if anything changed, also in a pass that was interrupted."""
        fully = self._wishes.relink
        if fully or not self._store.linked():
            self._tell(stage="link")
            update_links(folder, self._store, fully=fully, watch=self._tell_links)

    def _tell_links(self, linked: int, to_link: int) -> None:
        self._tell(linked=linked, to_link=to_link)

    def _close(self) -> None:
        """Records how the pass found the roots, now that all was read."""
        self._store.replace_roots(_timed(root, time.time(), self._wishes) for root in self._roots)
        self._store.drop_hashes()
        failed = self._store.counts("failed")["failed"]
        self.summary.still_failed = failed - self.summary.failed

    def _tell(self, **changes: object) -> None:
        for name, value in changes.items():
            setattr(self._progress, name, value)
        self._watch(self._progress)


def _passed(root: RootRecord, listing: Listing, verdict: Verdict) -> RootRecord:
    """A root as a pass found it."""
    issues = ((printable(path), issue) for path, issue in (*verdict.troubles, *listing.issues))
    return replace(root, state=verdict.state, issues=tuple(issues))


def _timed(root: RootRecord, now: float, wishes: Wishes) -> RootRecord:
    """A root with the time of a completed pass; the first one hashes every file, too."""
    is_deep = root.state == "ok" and (wishes.deep or root.last_pass is None)
    return replace(root, last_pass=now, last_deep=now if is_deep else root.last_deep)


def _still(path: str, record: FileRecord) -> bool:
    """Whether a file is what it was when it was hashed; one that went meanwhile is not.

    A file may be recorded as a nanosecond older, see `scan.hashed_record`.
    """
    try:
        status = Path(path).stat()
    except OSError:
        return False
    return status.st_size == record.size and status.st_mtime_ns - record.mtime_ns in (0, 1)


def _of_another(outcome: Outcome, content: str) -> bool:
    """Whether what was read is not the content that was hashed, though size and time did not
    move: clocks of file systems can be coarse.
    """
    tables = outcome.extraction.tables if outcome.extraction else ()
    return any(table.provenance.document_hash != content for table in tables)


def _entry(outcome: Outcome, content: str) -> DocumentEntry:
    if outcome.extraction is None:
        return failed_entry(content, outcome.path, outcome.reason)
    try:
        return document_entry(outcome.extraction, content, outcome.path)
    except Exception as error:  # noqa: BLE001 - odd content must not stop the run
        reason = f"its tables cannot be prepared: {reason_of(error)}"
        return failed_entry(content, outcome.path, reason)
