"""The log of passes for machines: JSON lines, appended to a file that may be rotated any time.

Each line holds "time" (ISO 8601, UTC), "event" and "index". "pass" has "seconds", "complete"
(false for one that was stopped) and "counts" by change and of what was "unchanged"; before it
come the lines of what it did: "document" with "change" (a key of the counts) and "path", "issue"
with "document" (a path, of a folder too), "kind", "message", "page" and "action", and
"unavailable", with the same keys, for a place whose missing documents were kept. "trouble", with
"message", is a pass that could not be done.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from relatab.errors import RelatabError
from relatab.index.records import printable
from relatab.model_json import issue_to_json

if TYPE_CHECKING:
    from relatab.index.progress import Summary

Event = dict[str, Any]


class Journal:
    """Appends events about an index to a file, which is opened anew each time.

    So the file may be renamed, copied and cut, or deleted between two writes, and on Windows
    it is not in the way of who does that. RelatabError where it cannot be written.
    """

    def __init__(self, path: Path, index: Path) -> None:
        self._path = path
        self._index = printable(index.absolute())
        self.write([])  # so that a path that cannot be written is told before the first pass

    def write(self, events: Iterable[Event]) -> None:
        """Adds events with the present time, all in one piece."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        about = {"time": now, "index": self._index}
        lines = "".join(json.dumps({**about, **event}) + "\n" for event in events)
        try:
            with self._path.open("ab+") as file:
                file.write(_missing_end(file) + lines.encode("ascii"))
        except OSError as error:
            raise RelatabError(
                f"{self._path}: the log cannot be written ({error.strerror}); "
                "make room there, or name another file with --log"
            ) from error


def _missing_end(file: BinaryIO) -> bytes:
    """What ends a line that a full disk or a kill cut short."""
    if file.seek(0, os.SEEK_END) == 0:
        return b""
    file.seek(-1, os.SEEK_END)
    return b"" if file.read(1) == b"\n" else b"\n"


def pass_events(summary: Summary) -> Iterator[Event]:
    """What is logged of a pass, still without the index."""
    for change, path in summary.changes:
        yield {"event": "document", "change": change, "path": printable(path)}
    for event, issues in (("issue", summary.issues), ("unavailable", summary.unavailable)):
        for path, issue in issues:
            yield {"event": event, "document": printable(path), **issue_to_json(issue)}
    yield {
        "event": "pass",
        "seconds": round(summary.seconds, 3),
        "complete": not summary.stopped,
        "counts": summary.counts(),
    }
