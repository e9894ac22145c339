"""What a pass over the followed files tells while it runs, and when it is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from relatab.index.records import DocumentEntry, PassRecord, printable
from relatab.model import Issue

Stage = Literal["scan", "read", "link", "done"]
Change = Literal["new", "changed", "moved", "copied", "deleted", "failed"]

MOST_NAMED = 100
"""Changes of a pass whose paths the index keeps; what it did, its log tells in full."""


@dataclass(slots=True)
class Progress:
    """Where a pass is: the stage, the files to be read and read, the file at hand.

    files, files_done: documents to be extracted; pages, tables: found so far; recognised:
    pages read by OCR, now or in a former pass; path, page, page_count: the file whose pages
    were last heard of; to_link, linked: tables whose links are made, in the stage "link".
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
    to_link: int = 0
    linked: int = 0


Watch = Callable[[Progress], None]


@dataclass(slots=True)
class Summary:
    """What a pass did, and what was irregular.

    new, changed, deleted, failed: documents (contents, however many files carry them);
    failed are those of which nothing could be read now, still_failed those that could not
    be read by a former pass and did not change. moved, copied, unchanged: files, under a new
    path with known content, whether the former path is gone or not, or as they were. tables,
    pages: of the new and changed documents; scanned: those of the pages that are read by OCR;
    recognised: page images on which it was done now, while the others' reading was kept;
    unread: pages that are images and were not read. changes: (what, path) of every document
    and file that is counted as one. issues: (path, issue) of these documents and of the roots;
    unavailable: (place, issue) of roots and folders whose missing documents were kept.
    reached: number of the roots that could be believed. stopped: whether the pass was asked to
    end before it was complete.
    """

    new: int = 0
    changed: int = 0
    moved: int = 0
    copied: int = 0
    deleted: int = 0
    unchanged: int = 0
    failed: int = 0
    still_failed: int = 0
    tables: int = 0
    pages: int = 0
    scanned: int = 0
    recognised: int = 0
    unread: int = 0
    changes: list[tuple[Change, str]] = field(default_factory=list)
    issues: list[tuple[str, Issue]] = field(default_factory=list)
    unavailable: list[tuple[str, Issue]] = field(default_factory=list)
    reached: int = 0
    stopped: bool = False
    seconds: float = 0.0

    def counts(self) -> dict[str, int]:
        """How many of each change, and of unchanged files."""
        return {name: getattr(self, name) for name in (*get_args(Change), "unchanged")}

    def record(self, ended: float) -> PassRecord:
        """What the index keeps of the pass; ended: seconds since the epoch."""
        named = tuple((change, printable(path)) for change, path in self.changes[:MOST_NAMED])
        return PassRecord(ended, self.seconds, not self.stopped, self.counts(), named)

    def note(self, change: Change, paths: Sequence[str]) -> None:
        """Notes what became of some files or documents."""
        self.changes.extend((change, path) for path in paths)
        setattr(self, change, getattr(self, change) + len(paths))

    def note_read(self, entry: DocumentEntry, *, is_known: bool) -> None:
        """Counts a document that was read; is_known: whether its file held another one."""
        if entry.state == "failed":
            self.note("failed", [entry.path])
            self.issues.append((entry.path, Issue("failed", entry.reason)))
        else:
            self.note("changed" if is_known else "new", [entry.path])
        self.pages += entry.pages
        self.tables += len(entry.tables)
        self.scanned += sum(reading.source == "ocr" for reading in entry.readings)
        self.unread += sum(reading.source == "unread" for reading in entry.readings)
        self.issues.extend((entry.path, issue) for issue in entry.issues)
