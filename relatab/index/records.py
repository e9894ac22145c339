"""What goes into the store and comes out of it: plain frozen values."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Any

from relatab.core.evidence import LinkEvidence
from relatab.domain.keys import LinkKey
from relatab.model import Identity, Issue, ScanReading, Table


def printable(path: str | Path) -> str:
    r"""A path for people: bytes that are not valid text are escaped, as in `caf\xe9.pdf`."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


_WITHOUT_OCR = frozenset({"no text layer", "hidden text layer"})
"""Kinds of issues about pages that are images and were read without OCR."""


class Role(IntEnum):
    """What a text is to the table that uses it."""

    CAPTION = 0
    DENSE = 1
    NAME = 2
    VALUE = 3


@dataclass(frozen=True, slots=True)
class FileRecord:
    """One file as last seen. path: surrogate-escaped text; hash: of the content when it
    could last be read, None if never; reason: why it cannot be read now.
    """

    path: str
    size: int
    mtime_ns: int
    hash: str | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RootRecord:
    """A file or folder that the index follows.

    state: "ok", or why its missing documents were kept: "missing", "empty" or "shrunk";
    last_pass: seconds since the epoch of the last completed pass, last_deep: of the last that
    hashed every file; settings: see `relatab.index.roots.Rules`; issues: by printable path,
    trouble of the last pass with no document.
    """

    path: str
    state: str = "ok"
    last_pass: float | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    issues: tuple[tuple[str, Issue], ...] = ()
    last_deep: float | None = None


@dataclass(frozen=True, slots=True)
class PassRecord:
    """What a pass did. ended: seconds since the epoch; complete: whether it was not stopped.

    counts: by name, as in `relatab.index.refresh.Summary`; changes: the first of what changed,
    as (`relatab.index.progress.Change`, printable path).
    """

    ended: float
    seconds: float
    complete: bool = True
    counts: Mapping[str, int] = field(default_factory=dict)
    changes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ColumnFeatures:
    """A column's name and its body texts by ascending body row, blank cells left out."""

    name: str
    values: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class SearchText:
    """The words of a table by field; each is terms joined by single spaces."""

    caption: str
    columns: str
    cells: str
    context: str


@dataclass(frozen=True, slots=True)
class TableFeatures:
    """What of a table is embedded and searched.

    caption, dense: texts with one vector each; an empty caption has none.
    """

    caption: str
    dense: str
    columns: tuple[ColumnFeatures, ...]
    search: SearchText
    keys: tuple[LinkKey, ...] = ()

    def uses(self) -> Iterator[tuple[Role, int, int, str]]:
        """(role, column position, body row, text) of every text that has a vector."""
        if self.caption:
            yield Role.CAPTION, 0, 0, self.caption
        yield Role.DENSE, 0, 0, self.dense
        for position, column in enumerate(self.columns):
            yield Role.NAME, position, 0, column.name
            for row, value in column.values:
                yield Role.VALUE, position, row, value


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A table as extracted, the identities found for it, and its features.

    features: None for a table that is kept but not searched (`kind` "layout").
    """

    table: Table
    identities: tuple[Identity, ...]
    features: TableFeatures | None


@dataclass(frozen=True, slots=True)
class DocumentEntry:
    """One document: a content hash with what was extracted from it.

    path: the file whose name and folders the identities were read from;
    state: "ok" or "failed", and then `reason` says why.
    """

    hash: str
    path: str
    pages: int = 0
    title: str | None = None
    state: str = "ok"
    reason: str = ""
    tables: tuple[TableEntry, ...] = ()
    issues: tuple[Issue, ...] = ()
    readings: tuple[ScanReading, ...] = ()

    def texts(self) -> list[str]:
        """Every distinct text that needs a vector, in order of first use."""
        return list(
            dict.fromkeys(
                text
                for entry in self.tables
                if entry.features
                for *_, text in entry.features.uses()
            )
        )


def is_incomplete(entry: DocumentEntry) -> bool:
    """Whether a document, or a page of it, could not be read."""
    return entry.state == "failed" or any(each.source == "unread" for each in entry.readings)


def waits_for_ocr(entry: DocumentEntry) -> bool:
    """Whether a document has pages that were left out, or whose hidden text was used unchecked,
    because they were read without OCR.

    Pages that OCR failed on are not such: another pass would fail like the last one.
    """
    left = {issue.page for issue in entry.issues if issue.kind in _WITHOUT_OCR}
    return bool(left - {issue.page for issue in entry.issues if issue.kind == "ocr failed"})


@dataclass(frozen=True, slots=True)
class Linking:
    """How far the tables of an index are linked.

    token: names the stored links; through: the highest handle when they were made; tables: how
    many tables there were then; fully: how many when all were last linked with all; changed:
    how many came or went since.
    """

    token: str = ""
    through: int = 0
    tables: int = 0
    fully: int = 0
    changed: int = 0


@dataclass(frozen=True, slots=True)
class Edge:
    """The evidence by which two tables are linked; source < target.

    A store keeps the evidence's measures to the millionth (`relatab.core.graph.MEASURE_SCALE`).
    How strong a link that is, a method says (`relatab.core.graph.strength_of`).
    """

    source: str
    target: str
    evidence: LinkEvidence
