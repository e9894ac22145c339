"""Reading an index kept in SQLite."""

from __future__ import annotations

import json
import math
import os
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

import apsw
import numpy as np
from numpy.typing import NDArray

from relatab.core.evidence import LinkEvidence, LinkMeasures
from relatab.core.graph import MEASURE_SCALE
from relatab.core.lexical import inverse_document_frequency
from relatab.domain.keys import LinkKey
from relatab.errors import FingerprintError, IndexFolderError, IndexMissingError
from relatab.index import schema
from relatab.index.records import (
    DocumentEntry,
    Edge,
    FileRecord,
    PassRecord,
    Role,
    RootRecord,
    TableEntry,
)
from relatab.model import Identity, Issue, ScanReading, Table
from relatab.model_json import table_from_json

VECTOR_TYPE = np.dtype("<f2")
MEASURE_TYPE = np.dtype("<i4")
EVIDENCE_IN_WORDS = tuple(
    part.name for part in fields(LinkEvidence) if part.name not in LinkMeasures._fields
)
_BUSY_MS = 10_000  # a reader waits only for recovery after a kill, which is short
_CHUNK = 500  # parameters of one statement; SQLite allows far more, plans get no better


class SqliteReader:
    """A connection that reads; see `relatab.index.store.Reader` for the methods."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

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
                f"{folder}: made by an older relatab; run `relatab index PATH...` to bring it up to date"
            )
        if fingerprint is not None and (built := self.fingerprint()) != fingerprint:
            raise FingerprintError(f"{folder}: {_mismatch(built, fingerprint)}")

    def _meta(self, key: str) -> Any:
        return self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).get

    def fingerprint(self) -> str:
        return str(self._meta("fingerprint"))

    def generation(self) -> int:
        return int(self._meta("generation"))

    def state(self) -> str:
        return f"{self.generation()}-{self._meta('token')}"

    def linked(self) -> bool:
        return bool(self._meta("linked") == self._meta("generation"))

    def roots(self) -> list[RootRecord]:
        rows = self._db.execute(
            "SELECT path, state, last_pass, settings, issues FROM roots ORDER BY path"
        )
        return [
            RootRecord(
                os.fsdecode(path),
                state,
                last_pass,
                json.loads(settings),
                tuple((place, Issue(**issue)) for place, issue in json.loads(issues)),
            )
            for path, state, last_pass, settings, issues in rows
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

    def handles(self) -> dict[str, int]:
        rows = self._db.execute(
            "SELECT table_id, id FROM tables WHERE EXISTS "
            "(SELECT 1 FROM uses WHERE owner = tables.id) ORDER BY table_id"
        )
        return dict(iter(rows))

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

    def uses(self, role: Role) -> NDArray[np.int64]:
        rows = self._db.execute(
            "SELECT owner, position, body_row, text FROM uses WHERE role = ? "
            "ORDER BY owner, position, body_row",
            (role,),
        ).fetchall()
        return np.array(rows, dtype=np.int64).reshape(-1, 4)

    def texts(self, role: Role) -> dict[int, str]:
        rows = self._db.execute(
            "SELECT id, text FROM texts WHERE id IN (SELECT text FROM uses WHERE role = ?)", (role,)
        )
        return dict(iter(rows))

    def vectors(self, role: Role) -> tuple[NDArray[np.int64], NDArray[np.float16]]:
        rows: list[tuple[Any, ...]] = self._db.execute(
            "SELECT text, vector FROM vectors "
            "WHERE text IN (SELECT text FROM uses WHERE role = ?) ORDER BY text",
            (role,),
        ).fetchall()
        numbers = np.array([number for number, _ in rows], dtype=np.int64)
        flat = np.frombuffer(b"".join(vector for _, vector in rows), dtype=VECTOR_TYPE)
        return numbers, flat.reshape(len(rows), -1 if rows else 0)

    def missing_vectors(self, texts: Iterable[str]) -> list[str]:
        known = self._db.execute  # one lookup by digest per text: the set may be any size
        return [
            text
            for text in texts
            if known(
                "SELECT 1 FROM texts JOIN vectors ON vectors.text = texts.id WHERE digest = ?",
                (text_digest(text),),
            ).fetchone()
            is None
        ]

    def identities(self) -> dict[int, tuple[Identity, ...]]:
        rows = self._db.execute("SELECT id, identities FROM tables WHERE identities != '[]'")
        return {handle: unpack_identities(data) for handle, data in rows}

    def sources(self) -> dict[int, tuple[int, str]]:
        rows = self._db.execute(
            "SELECT tables.id, documents.id, coalesce(title, '') "
            "FROM tables JOIN documents ON documents.id = document"
        )
        return {handle: (document, title) for handle, document, title in rows}

    def link_keys(self, handles: Iterable[int] | None = None) -> dict[int, list[LinkKey]]:
        found: dict[int, list[LinkKey]] = defaultdict(list)
        query = "SELECT owner, kind, value, position, printed FROM link_keys"
        order = "ORDER BY owner, ordinal"
        rows: Iterable[tuple[Any, ...]]
        if handles is None:
            rows = self._db.execute(f"{query} {order}")
        else:
            rows = self._db.executemany(f"{query} WHERE owner = ? {order}", zip(handles))
        for owner, kind, value, column, printed in rows:
            found[owner].append(LinkKey(kind, value, column, printed))
        return dict(found)

    def term_scores(
        self, terms: Sequence[str], weights: Sequence[float]
    ) -> dict[str, dict[int, float]]:
        total = self._db.execute("SELECT count(*) FROM search").get
        scores = {}
        for term in dict.fromkeys(terms):
            phrase = '"' + storable(term).replace('"', '""') + '"'
            rows: list[tuple[Any, ...]] = self._db.execute(
                "SELECT rowid, -bm25(search, ?, ?, ?, ?) FROM search WHERE search MATCH ?",
                (*weights, phrase),
            ).fetchall()
            idf = inverse_document_frequency(len(rows), total)
            scale = idf / _fts5_idf(total, len(rows))
            scores[term] = {handle: scale * score for handle, score in rows}
        return scores

    def edges(self, pairs: Iterable[tuple[str, str]] | None = None) -> list[Edge]:
        query = "SELECT source, target, measures, evidence FROM edges"
        if pairs is None:
            return [_edge(row) for row in self._db.execute(query + " ORDER BY source, target")]
        found = (
            self._db.execute(query + " WHERE source = ? AND target = ?", pair).fetchone()
            for pair in sorted(set(pairs))
        )
        return [_edge(row) for row in found if row]

    def links(self) -> tuple[list[tuple[str, str]], NDArray[np.int32]]:
        rows: list[tuple[Any, ...]] = self._db.execute(
            "SELECT source, target, measures FROM edges ORDER BY source, target"
        ).fetchall()
        flat = np.frombuffer(b"".join(row[2] for row in rows), dtype=MEASURE_TYPE)
        return [row[:2] for row in rows], flat.reshape(-1, len(LinkMeasures._fields))

    def counts(self) -> dict[str, int]:
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
        return {name: self._db.execute(query).get for name, query in queries.items()}


def _fts5_idf(rows: int, hits: int) -> float:
    """What FTS5 takes instead: almost nothing for a term of more than half of the rows."""
    idf = math.log((rows - hits + 0.5) / (hits + 0.5))
    return idf if idf > 0 else 1e-6


@contextmanager
def trouble_told(path: Path) -> Iterator[None]:
    """Turns what goes wrong with the file, the disk or its space into IndexFolderError."""
    try:
        yield
    except apsw.FullError as error:
        raise IndexFolderError(
            f"{path}: no space left on the disk; make room, run again"
        ) from error
    except (apsw.CorruptError, apsw.NotADBError) as error:
        raise IndexFolderError(
            f"{path}: damaged, or no index ({error}); delete the folder and index again"
        ) from error
    except (apsw.BusyError, apsw.CantOpenError, apsw.IOError, apsw.ReadOnlyError) as error:
        raise IndexFolderError(f"{path}: cannot be used ({error}); see its permissions") from error


def _mismatch(built: str, asked: str) -> str:
    """Why an index does not fit, and the remedy; the last part of both is relatab's own."""
    built_model, asked_model = (each.rpartition(";")[0] or each for each in (built, asked))
    if built_model == asked_model:
        return "made by another version of relatab; delete the folder and index again"
    return (
        f"built with {built}, asked with {asked}; choose the model it was built with (--model), "
        "or delete the folder and index again"
    )


def storable(text: str) -> str:
    """The text as SQLite can keep it: a lone surrogate becomes its escape."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def text_digest(text: str) -> bytes:
    """Content address of a text."""
    from hashlib import blake2b

    return blake2b(storable(text).encode(), digest_size=16).digest()


def unpack_table(data: bytes) -> Table:
    """A table as extracted; its path is empty, because files may move."""
    return table_from_json(json.loads(zlib.decompress(data)))


def unpack_identities(data: str) -> tuple[Identity, ...]:
    """The identities found for a table."""
    return tuple(Identity(**identity) for identity in json.loads(data))


def _document(row: Sequence[Any]) -> DocumentEntry:
    document_hash, path, *rest = row
    return DocumentEntry(document_hash, os.fsdecode(path), *rest)


def _edge(row: Sequence[Any]) -> Edge:
    source, target, measures, evidence = row
    numbers = (np.frombuffer(measures, dtype=MEASURE_TYPE) / MEASURE_SCALE).tolist()
    known: dict[str, Any] = dict(zip(LinkMeasures._fields, numbers, strict=True))
    for name, value in zip(EVIDENCE_IN_WORDS, json.loads(evidence), strict=True):
        known[name] = tuple(value) if isinstance(value, list) else value
    return Edge(source, target, LinkEvidence(**known))


def _chunks(names: Iterable[str]) -> Iterator[list[str]]:
    distinct = list(dict.fromkeys(names))
    for start in range(0, len(distinct), _CHUNK):
        yield distinct[start : start + _CHUNK]


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


def _connect_to_read(path: Path) -> apsw.Connection:
    """Read-only; where not even WAL's side files can be made, the file as it stands.

    "immutable" ignores a write-ahead log, so it is right only where there is none: on a
    read-only medium a log left by a kill cannot be merged, and that is an error.
    """
    try:
        return _opened(path, "mode=ro")
    except (apsw.CantOpenError, apsw.ReadOnlyError) as error:
        log = path.with_name(path.name + "-wal")
        if log.exists() and log.stat().st_size > 0:
            raise IndexFolderError(
                f"{path}: the last writer was interrupted and the folder is read-only; "
                "run `relatab index PATH...` once where it can be written"
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
