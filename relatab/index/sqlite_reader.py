"""Reading an index kept in SQLite."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

import apsw

from relatab.errors import FingerprintError, IndexFolderError, IndexMissingError
from relatab.index import schema
from relatab.index.records import (
    DocumentEntry,
    FileRecord,
    PassRecord,
    Role,
    RootRecord,
    TableEntry,
)
from relatab.index.sqlite_features import FeatureReader
from relatab.index.sqlite_packing import unpack_identities, unpack_table
from relatab.index.trouble import mismatch
from relatab.model import Issue, ScanReading, Table

_BUSY_MS = 10_000  # a reader waits only for recovery after a kill, which is short
_CHUNK = 500  # parameters of one statement; SQLite allows far more, plans get no better


class SqliteReader(FeatureReader):
    """A connection that reads; see `relatab.index.store.Reader` for the methods."""

    @classmethod
    def open(cls, path: Path, fingerprint: str | None) -> Self:
        """A snapshot that stays the same until `close`."""
        connection = _connect_to_read(path)
        try:
            connection.execute("BEGIN")
            reader = cls(connection)
            reader._check(path.parent, fingerprint)
        except BaseException:
            connection.close()
            raise
        return reader

    @property
    def connection(self) -> apsw.Connection:
        """The database itself, for `relatab doctor`."""
        return self._db

    def close(self) -> None:
        """Ends the snapshot."""
        self._db.close()

    def _check(self, folder: Path, fingerprint: str | None) -> None:
        applied = schema.applied(self._db)
        if not applied or self._meta("fingerprint") is None:
            raise IndexMissingError(
                f"{folder}: the index was never begun; make it with `relatab index PATH...`"
            )
        if applied < len(schema.MIGRATIONS):
            raise FingerprintError(
                f"{folder}: made by an older relatab; run `relatab refresh` to bring it up to date"
            )
        if fingerprint is not None and (built := self.fingerprint()) != fingerprint:
            raise FingerprintError(f"{folder}: {mismatch(built, fingerprint)}")

    def fingerprint(self) -> str:
        return str(self._meta("fingerprint"))

    def generation(self) -> int:
        return int(self._meta("generation"))

    def state(self) -> str:
        return f"{self.generation()}-{self._meta('token')}"

    def linked(self) -> bool:
        return bool(self._meta("linked") == self._meta("generation"))

    def published(self) -> str:
        return str(self._meta("published") or "")

    def well_names(self) -> dict[str, str | None]:
        names: dict[str, str | None] = json.loads(self._meta("well_names") or "{}")
        return names

    def roots(self) -> list[RootRecord]:
        rows = self._db.execute(
            "SELECT path, state, last_pass, settings, issues, last_deep FROM roots ORDER BY path"
        )
        return [
            RootRecord(
                os.fsdecode(path),
                state,
                last_pass,
                json.loads(settings),
                tuple((place, Issue(**issue)) for place, issue in json.loads(issues)),
                last_deep,
            )
            for path, state, last_pass, settings, issues, last_deep in rows
        ]

    def passes(self) -> list[PassRecord]:
        rows = self._db.execute(
            "SELECT ended, seconds, complete, counts, changes FROM passes ORDER BY id DESC"
        )
        return [
            PassRecord(
                ended,
                seconds,
                bool(complete),
                json.loads(counts),
                tuple((change, path) for change, path in json.loads(changes)),
            )
            for ended, seconds, complete, counts, changes in rows
        ]

    def files(self) -> list[FileRecord]:
        rows = self._db.execute(
            "SELECT path, size, mtime_ns, hash, reason FROM files ORDER BY path"
        )
        return [FileRecord(os.fsdecode(path), *rest) for path, *rest in rows]

    def hashed(self) -> list[FileRecord]:
        rows = self._db.execute("SELECT path, size, mtime_ns, hash FROM hashed ORDER BY path")
        return [FileRecord(os.fsdecode(path), *rest) for path, *rest in rows]

    def documents(self) -> list[DocumentEntry]:
        issues: dict[int, list[Issue]] = defaultdict(list)
        for document, *issue in self._db.execute(
            "SELECT document, kind, message, page, action FROM issues ORDER BY document, ordinal"
        ):
            issues[document].append(Issue(*issue))
        readings: dict[int, list[ScanReading]] = defaultdict(list)
        for document, *reading in self._db.execute(
            "SELECT document, page, source, confidence FROM readings ORDER BY document, page"
        ):
            readings[document].append(ScanReading(*reading))
        rows = self._db.execute(
            "SELECT id, hash, path, pages, title, state, reason FROM documents ORDER BY hash"
        )
        return [
            replace(
                _document(row),
                issues=tuple(issues.get(number, ())),
                readings=tuple(readings.get(number, ())),
            )
            for number, *row in rows
        ]

    def document(self, document_hash: str) -> DocumentEntry | None:
        found = self._db.execute(
            "SELECT id, hash, path, pages, title, state, reason FROM documents WHERE hash = ?",
            (document_hash,),
        ).fetchone()
        if found is None:
            return None
        number, *row = found
        issues = self._db.execute(
            "SELECT kind, message, page, action FROM issues WHERE document = ? ORDER BY ordinal",
            (number,),
        )
        readings = self._db.execute(
            "SELECT page, source, confidence FROM readings WHERE document = ? ORDER BY page",
            (number,),
        )
        tables = self._db.execute(
            "SELECT json, identities FROM tables WHERE document = ? ORDER BY table_id", (number,)
        )
        return replace(
            _document(row),
            tables=tuple(
                TableEntry(unpack_table(data), unpack_identities(identities), None)
                for data, identities in tables
            ),
            issues=tuple(Issue(*issue) for issue in issues),
            readings=tuple(ScanReading(*reading) for reading in readings),
        )

    def paths(self, document_hash: str) -> list[str]:
        rows = self._db.execute(
            "SELECT path FROM files WHERE hash = ? ORDER BY path", (document_hash,)
        )
        return [os.fsdecode(path) for (path,) in rows]

    def displaced(self) -> list[tuple[str, str]]:
        rows = self._db.execute(
            "SELECT hash, (SELECT min(path) FROM files WHERE files.hash = documents.hash) AS first "
            "FROM documents WHERE first != path ORDER BY hash"
        )
        return [(content, os.fsdecode(first)) for content, first in rows]

    def table_digests(self) -> list[tuple[str, bytes]]:
        rows: Iterable[tuple[Any, ...]] = self._db.execute(
            "SELECT hash, digest FROM tables JOIN documents ON documents.id = document "
            "WHERE digest IS NOT NULL"
        )
        return [(content, digest) for content, digest in rows]

    def table_ids(self) -> list[str]:
        return [name for (name,) in self._db.execute("SELECT table_id FROM tables ORDER BY 1")]

    def tables(self, table_ids: Iterable[str]) -> dict[str, Table]:
        found = {}
        for chunk in _chunks(table_ids):
            rows = self._db.execute(
                "SELECT table_id, json, identities, "
                "coalesce((SELECT min(path) FROM files WHERE hash = documents.hash), path) "
                "FROM tables JOIN documents ON documents.id = document "
                f"WHERE table_id IN ({_marks(chunk)})",
                chunk,
            )
            for name, data, identities, path in rows:
                table = unpack_table(data)
                found[name] = replace(
                    table,
                    provenance=replace(table.provenance, path=os.fsdecode(path)),
                    context=replace(table.context, identities=unpack_identities(identities)),
                )
        return found

    def counts(self, *names: str) -> dict[str, int]:
        queries = {
            "documents": "SELECT count(*) FROM documents",
            "failed": "SELECT count(*) FROM documents WHERE state != 'ok'",
            "duplicates": "SELECT count(hash) - count(DISTINCT hash) FROM files",
            "files": "SELECT count(*) FROM files",
            "tables": "SELECT count(*) FROM tables",
            "pages": "SELECT coalesce(sum(pages), 0) FROM documents",
            "values": f"SELECT count(DISTINCT text) FROM uses WHERE role = {Role.VALUE:d}",
            "associations": "SELECT count(*) FROM edges",
        }
        return {name: self._db.execute(queries[name]).get for name in names or queries}


def _document(row: Sequence[Any]) -> DocumentEntry:
    document_hash, path, *rest = row
    return DocumentEntry(document_hash, os.fsdecode(path), *rest)


def _chunks(names: Iterable[str]) -> Iterator[list[str]]:
    distinct = list(dict.fromkeys(names))
    for start in range(0, len(distinct), _CHUNK):
        yield distinct[start : start + _CHUNK]


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


def _connect_to_read(path: Path) -> apsw.Connection:
    """Read-only; where not even WAL's side files can be made, the file as it stands.

    "immutable" ignores a write-ahead log, so it is right only where there is none: on a
    read-only or full medium a log left by a kill cannot be merged, and that is an error.
    """
    try:
        return _opened(path, "mode=ro")
    except (apsw.CantOpenError, apsw.ReadOnlyError, apsw.IOError) as error:
        log = path.with_name(path.name + "-wal")
        if log.exists() and log.stat().st_size > 0:
            raise IndexFolderError(
                f"{path}: the last writer was interrupted, and nothing can be written here; "
                "run `relatab refresh` once where there is room and leave to write"
            ) from error
        return _opened(path, "mode=ro&immutable=1")


def _opened(path: Path, options: str) -> apsw.Connection:
    address = "file:" + quote(os.fsencode(path.absolute().as_posix())) + "?" + options
    connection = apsw.Connection(address, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    try:
        connection.set_busy_timeout(_BUSY_MS)
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection
