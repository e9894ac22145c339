"""What an index holds and what was irregular, for `relatab status`."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean

from relatab.index.lock import lock_holder
from relatab.index.records import DocumentEntry, FileRecord, PassRecord, RootRecord, printable
from relatab.index.roots import Rules, covers
from relatab.index.store import open_reader
from relatab.index.versions import versions
from relatab.model import Issue
from relatab.model_json import Json, issue_to_json


def index_status(folder: Path) -> Json:
    """The JSON form of `relatab status --json`, which docs/operations.md describes.

    The errors are those of `open_reader`.
    """
    now = time.time()
    holder = lock_holder(folder)
    with open_reader(folder) as reader:
        files, documents, roots = reader.files(), reader.documents(), reader.roots()
        paths = _paths(files)
        places = {each.hash: paths.get(each.hash, [each.path])[0] for each in documents}
        return {
            "index": str(folder.absolute()),
            "model": reader.fingerprint(),
            "roots": [_root_to_json(root, files, now) for root in roots],
            **reader.counts(),
            "issues": list(_issues(roots, files, documents, places)),
            **_scans(documents, places),
            "duplicate_files": sorted(_printable(same) for same in paths.values() if len(same) > 1),
            "versions": sorted(
                _printable(sorted(places[member] for member in group)) for group in versions(reader)
            ),
            **_passes(reader.passes(), now),
            "writer": asdict(holder) if holder else None,
            "size_bytes": _size(folder),
            "generation": reader.generation(),
            "linked": reader.linked(),
        }


def _root_to_json(root: RootRecord, files: Iterable[FileRecord], now: float) -> Json:
    rules = Rules.of(root)
    hashes = {file.hash for file in files if file.hash and covers(root.path, file.path, rules)}
    place = printable(root.path)
    trouble = next((issue for path, issue in root.issues if path == place), None)
    shown = trouble if root.state != "ok" else None
    return {
        "path": place,
        "state": root.state,
        "trouble": shown and shown.message,
        "remedy": shown and shown.action,
        "documents": len(hashes),
        "last_pass": _time(root.last_pass),
        "last_deep": _time(root.last_deep),
        "age_seconds": None if root.last_pass is None else round(now - root.last_pass),
        "settings": rules.registered(),
    }


def _passes(passes: Iterable[PassRecord], now: float) -> Json:
    """The last pass, and the last that changed something; null without one."""
    told = [_pass_to_json(record, now) for record in passes]
    changing = (each for each in told if each["changes"])
    return {"last_pass": next(iter(told), None), "last_change": next(changing, None)}


def _pass_to_json(record: PassRecord, now: float) -> Json:
    return {
        "ended": _time(record.ended),
        "age_seconds": round(now - record.ended),
        "seconds": round(record.seconds, 3),
        "complete": record.complete,
        "counts": dict(record.counts),
        "changes": [{"change": change, "path": path} for change, path in record.changes],
    }


def _time(moment: float | None) -> str | None:
    if moment is None:
        return None
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds")


def _printable(paths: Iterable[str]) -> list[str]:
    return [printable(path) for path in paths]


def _issues(
    roots: Iterable[RootRecord],
    files: Iterable[FileRecord],
    documents: Iterable[DocumentEntry],
    places: Mapping[str, str],
) -> Iterator[Json]:
    for root in roots:
        yield from ({"document": path, **issue_to_json(issue)} for path, issue in root.issues)
    for file in files:
        if file.reason:
            yield _issue_to_json(file.path, Issue("file unreadable", file.reason))
    for document in documents:
        place = places[document.hash]
        yield from (_issue_to_json(place, issue) for issue in _of_document(document))


def _scans(documents: Iterable[DocumentEntry], places: Mapping[str, str]) -> Json:
    """The pages without good text of their own, and the mean of their known confidences."""
    readings = [
        {"document": printable(places[document.hash]), **asdict(reading)}
        for document in documents
        for reading in document.readings
    ]
    known = [each["confidence"] for each in readings if each["confidence"] is not None]
    return {"page_readings": readings, "page_confidence": mean(known) if known else None}


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
