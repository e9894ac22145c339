"""What an index holds and what was irregular, for `relatab status`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean
from typing import Any

from relatab.index.records import DocumentEntry, FileRecord, RootRecord, printable
from relatab.index.roots import Rules, covers
from relatab.index.store import Reader, open_reader
from relatab.model import Issue
from relatab.model_json import Json, issue_to_json


def index_status(folder: Path) -> Json:
    """The JSON form of `relatab status --json`; the errors are those of `open_reader`.

    "documents", "tables", "pages", "values", "associations", "failed", "duplicates" (files
    whose content lies at another path too), "size_bytes" and "generation" are integers;
    "linked" is false while a pass is under way or was interrupted. An issue's "document"
    is a path: of a document, of a file that cannot be read, or of a root. "page_readings"
    are the pages without good text of their own: "document", "page", "source" ("ocr", "text
    layer" of an earlier OCR, "unread") and "confidence", in [0, 1] or null. "page_confidence"
    is the mean of those known, null without any.
    """
    with open_reader(folder) as reader:
        files = reader.files()
        counts = reader.counts()
        readings = list(_readings(reader, files))
        known = [each["confidence"] for each in readings if each["confidence"] is not None]
        return {
            "index": str(folder.absolute()),
            "model": reader.fingerprint(),
            "roots": [_root_to_json(root, files) for root in reader.roots()],
            **{name: counts[name] for name in ("documents", "tables", "pages", "values")},
            "associations": counts["associations"],
            "issues": list(_issues(reader, files)),
            "page_readings": readings,
            "page_confidence": mean(known) if known else None,
            "failed": counts["failed"],
            "duplicates": counts["duplicates"],
            "size_bytes": _size(folder),
            "generation": reader.generation(),
            "linked": reader.linked(),
        }


def _root_to_json(root: RootRecord, files: Iterable[FileRecord]) -> dict[str, Any]:
    rules = Rules.of(root)
    hashes = {file.hash for file in files if file.hash and covers(root.path, file.path, rules)}
    passed = root.last_pass
    return {
        "path": printable(root.path),
        "state": root.state,
        "documents": len(hashes),
        "last_pass": passed and datetime.fromtimestamp(passed, UTC).isoformat(timespec="seconds"),
    }


def _issues(reader: Reader, files: Iterable[FileRecord]) -> Iterator[Json]:
    for root in reader.roots():
        yield from ({"document": path, **issue_to_json(issue)} for path, issue in root.issues)
    for file in files:
        if file.reason:
            yield _issue_to_json(file.path, Issue("file unreadable", file.reason))
    paths = _paths(files)
    for document in reader.documents():
        path = paths.get(document.hash, [document.path])[0]
        yield from (_issue_to_json(path, issue) for issue in _of_document(document))


def _readings(reader: Reader, files: Iterable[FileRecord]) -> Iterator[Json]:
    paths = _paths(files)
    for document in reader.documents():
        path = printable(paths.get(document.hash, [document.path])[0])
        yield from ({"document": path, **asdict(reading)} for reading in document.readings)


def _of_document(document: DocumentEntry) -> Iterator[Issue]:
    if document.state != "ok":
        yield Issue("failed", document.reason)
    yield from document.issues


def _paths(files: Iterable[FileRecord]) -> Mapping[str, list[str]]:
    paths: defaultdict[str, list[str]] = defaultdict(list)
    for file in files:
        if file.hash:
            paths[file.hash].append(file.path)
    return paths


def _issue_to_json(path: str, issue: Issue) -> Json:
    return {"document": printable(path), **issue_to_json(issue)}


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
