"""Writing an index kept in SQLite."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Self

import apsw
import numpy as np
from numpy.typing import NDArray

from relatab.index import schema
from relatab.index.records import (
    DocumentEntry,
    Edge,
    FileRecord,
    Linking,
    PassRecord,
    RootRecord,
    TableEntry,
    TableFeatures,
)
from relatab.index.schema import transaction
from relatab.index.sqlite_packing import (
    VECTOR_TYPE,
    pack_evidence,
    pack_table,
    storable,
    text_digest,
    unpack_table,
)
from relatab.index.sqlite_reader import SqliteReader
from relatab.index.versions import content_digest
from relatab.model_json import issue_to_json

_BUSY_MS = 60_000  # a checkpoint may have to wait for readers


class SqliteWriter(SqliteReader):
    """A connection that also writes; see `relatab.index.store.Writer` for the methods.

    The caller holds the folder's writer lock.
    """

    @classmethod
    def open(cls, path: Path, fingerprint: str | None) -> Self:
        """Opens the database, makes or migrates it where needed."""
        connection = apsw.Connection(os.fspath(path))
        try:
            writer = cls(connection)
            writer._prepare(path, fingerprint)
        except BaseException:
            connection.close()
            raise
        return writer

    def _prepare(self, path: Path, fingerprint: str | None) -> None:
        self._db.set_busy_timeout(_BUSY_MS)
        self._db.pragma("journal_mode", "wal")
        self._db.pragma("synchronous", "normal")
        self._db.pragma("foreign_keys", True)
        self._db.create_scalar_function("content_digest", _digest_of_packed, 1)
        schema.migrate(self._db)
        with transaction(self._db):
            self._db.executemany(
                "INSERT OR IGNORE INTO meta (key, value) VALUES (?, ?)",
                [("fingerprint", fingerprint), ("generation", 0), ("linked", 0), ("token", "")],
            )
        self._check(path.parent, fingerprint)

    def replace_document(
        self,
        entry: DocumentEntry,
        files: Iterable[FileRecord] = (),
        vectors: Mapping[str, NDArray[np.floating[Any]]] | None = None,
    ) -> None:
        with transaction(self._db):
            numbers = self._store_texts(entry.texts(), vectors or {})
            self._db.execute("DELETE FROM documents WHERE hash = ?", (entry.hash,))
            document = self._insert_document(entry)
            for table in entry.tables:
                owner = self._insert_table(document, table)
                if table.features:
                    self._insert_features(owner, table.features, numbers)
            self._record_files(files, ())
            self._content_changed()

    def delete_document(self, document_hash: str) -> None:
        with transaction(self._db):
            self._db.execute("DELETE FROM files WHERE hash = ?", (document_hash,))
            self._db.execute("DELETE FROM documents WHERE hash = ?", (document_hash,))
            if self._db.changes():
                self._content_changed()

    def change_files(self, seen: Iterable[FileRecord], gone: Iterable[str] = ()) -> list[str]:
        with transaction(self._db):
            orphans = self._record_files(seen, gone)
            if orphans:
                self._content_changed()
        return orphans

    def forget(self, roots: Iterable[str], files: Iterable[str]) -> list[str]:
        with transaction(self._db):
            self._db.executemany(
                "DELETE FROM roots WHERE path = ?", ((os.fsencode(root),) for root in roots)
            )
            orphans = self._record_files((), files)
            if orphans:
                self._content_changed()
        return orphans

    def keep_hashes(self, hashed: Iterable[FileRecord]) -> None:
        with transaction(self._db):
            self._db.executemany(
                "INSERT OR REPLACE INTO hashed (path, size, mtime_ns, hash) VALUES (?, ?, ?, ?)",
                ((os.fsencode(file.path), file.size, file.mtime_ns, file.hash) for file in hashed),
            )

    def drop_hashes(self) -> None:
        with transaction(self._db):
            self._db.execute("DELETE FROM hashed")

    def replace_roots(self, roots: Iterable[RootRecord]) -> None:
        with transaction(self._db):
            self._db.executemany(
                "INSERT OR REPLACE INTO roots "
                "(path, state, last_pass, settings, issues, last_deep) VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (
                        os.fsencode(root.path),
                        root.state,
                        root.last_pass,
                        json.dumps(dict(root.settings), sort_keys=True),
                        json.dumps([(place, issue_to_json(issue)) for place, issue in root.issues]),
                        root.last_deep,
                    )
                    for root in roots
                ],
            )

    def record_pass(self, record: PassRecord) -> None:
        with transaction(self._db):
            self._db.execute(
                "INSERT INTO passes (ended, seconds, complete, counts, changes) "
                "VALUES (?, ?, ?, ?, ?)",
                (
                    record.ended,
                    record.seconds,
                    record.complete,
                    json.dumps(dict(record.counts)),
                    json.dumps(record.changes),
                ),
            )
            # By number, not by time: the clock may be set back.
            self._db.execute(
                "DELETE FROM passes WHERE id != (SELECT max(id) FROM passes) AND "
                "id IS NOT (SELECT max(id) FROM passes WHERE changes != '[]')"
            )

    def replace_edges(
        self, edges: Iterable[Edge], levels: Mapping[int, float] | None = None
    ) -> None:
        with transaction(self._db):
            self._db.execute("DELETE FROM edges")
            self._insert_edges(edges, levels or {})
            self._record_linking(fully=True)

    def change_edges(
        self,
        edges: Iterable[Edge],
        dropped: Iterable[tuple[int, int]],
        levels: Mapping[int, float] | None = None,
    ) -> None:
        with transaction(self._db):
            self._db.executemany("DELETE FROM edges WHERE source = ? AND target = ?", dropped)
            self._insert_edges(edges, levels or {})
            self._record_linking(fully=False)

    def replace_well_names(self, corrections: Mapping[str, str | None]) -> None:
        if corrections == self.well_names():
            return
        with transaction(self._db):
            self._db.execute(
                "INSERT OR REPLACE INTO meta (key, value) VALUES ('well_names', ?)",
                (json.dumps(dict(corrections), sort_keys=True),),
            )
            self._advance_generation()

    def record_published(self, state: str) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO meta (key, value) VALUES ('published', ?)", (state,)
        )

    def _insert_edges(self, edges: Iterable[Edge], levels: Mapping[int, float]) -> None:
        self._db.executemany(
            "INSERT OR REPLACE INTO edges (source, target, measures, evidence) "
            "SELECT one.id, two.id, ?, ? FROM tables AS one, tables AS two "
            "WHERE one.table_id = ? AND two.table_id = ?",
            ((*pack_evidence(edge.evidence), edge.source, edge.target) for edge in edges),
        )
        self._db.executemany(
            "UPDATE tables SET level = ? WHERE id = ?",
            ((level, handle) for handle, level in levels.items()),
        )

    def _record_linking(self, *, fully: bool) -> None:
        """Notes how far the tables are linked now; the index is then linked."""
        before = self.linking()
        count = "SELECT count(*) FROM words"
        tables = self._db.execute(count).get
        stayed = self._db.execute(f"{count} WHERE owner <= ?", (before.through,)).get
        changed = before.changed + before.tables + tables - 2 * stayed
        linking = Linking(
            token=os.urandom(8).hex(),
            through=self._meta("last_table"),
            tables=tables,
            fully=tables if fully else before.fully,
            changed=0 if fully else changed,
        )
        self._db.execute(
            "INSERT OR REPLACE INTO meta (key, value) VALUES ('linking', ?)",
            (json.dumps(asdict(linking)),),
        )
        self._advance_generation()
        self._db.execute(
            "UPDATE meta SET value = (SELECT value FROM meta WHERE key = 'generation') "
            "WHERE key = 'linked'"
        )

    def _store_texts(
        self, texts: list[str], vectors: Mapping[str, NDArray[np.floating[Any]]]
    ) -> dict[str, int]:
        missing = self.missing_vectors(texts)
        if without := [text for text in missing if text not in vectors]:
            raise ValueError(f"no vector for {len(without)} texts, such as {without[0]!r}")
        numbers = {text: self._text_number(text) for text in texts}
        self._db.executemany(
            "INSERT OR IGNORE INTO vectors (text, vector) VALUES (?, ?)",
            ((numbers[text], vectors[text].astype(VECTOR_TYPE).tobytes()) for text in missing),
        )
        return numbers

    def _text_number(self, text: str) -> int:
        """The number of a text, which is stored where it is new."""
        digest = text_digest(text)
        known = self._db.execute("SELECT id FROM texts WHERE digest = ?", (digest,)).get
        if known is not None:
            return int(known)
        number = self._next("last_text")
        self._db.execute(
            "INSERT INTO texts (id, digest, text) VALUES (?, ?, ?)",
            (number, digest, storable(text)),
        )
        return number

    def _next(self, counter: str) -> int:
        """A number that was never given before."""
        return int(
            self._db.execute(
                "UPDATE meta SET value = value + 1 WHERE key = ? RETURNING value", (counter,)
            ).get
        )

    def _insert_document(self, entry: DocumentEntry) -> int:
        self._db.execute(
            "INSERT INTO documents (hash, path, pages, title, state, reason) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (
                entry.hash,
                os.fsencode(entry.path),
                entry.pages,
                None if entry.title is None else storable(entry.title),
                entry.state,
                storable(entry.reason),
            ),
        )
        document = self._db.last_insert_rowid()
        self._db.executemany(
            "INSERT INTO issues (document, ordinal, kind, message, page, action) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (
                (
                    document,
                    ordinal,
                    issue.kind,
                    storable(issue.message),
                    issue.page,
                    storable(issue.action),
                )
                for ordinal, issue in enumerate(entry.issues)
            ),
        )
        self._db.executemany(
            "INSERT INTO readings (document, page, source, confidence) VALUES (?, ?, ?, ?)",
            (
                (document, reading.page, reading.source, reading.confidence)
                for reading in entry.readings
            ),
        )
        return document

    def _insert_table(self, document: int, entry: TableEntry) -> int:
        handle = self._next("last_table")
        self._db.execute(
            "INSERT INTO tables (id, table_id, document, json, identities, digest) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (
                handle,
                entry.table.id,
                document,
                pack_table(entry.table),
                json.dumps([asdict(identity) for identity in entry.identities]),
                content_digest(entry.table),
            ),
        )
        return handle

    def _insert_features(
        self, owner: int, features: TableFeatures, numbers: Mapping[str, int]
    ) -> None:
        self._db.executemany(
            "INSERT INTO uses (owner, role, position, body_row, text) VALUES (?, ?, ?, ?, ?)",
            (
                (owner, role, position, row, numbers[text])
                for role, position, row, text in features.uses()
            ),
        )
        self._db.executemany(
            "INSERT INTO link_keys (owner, ordinal, kind, value, position, printed) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (
                (owner, n, key.kind, storable(key.value), key.column, storable(key.printed))
                for n, key in enumerate(features.keys)
            ),
        )
        words = features.search
        self._db.execute(
            "INSERT INTO words (owner, caption, columns, cells, context) VALUES (?, ?, ?, ?, ?)",
            (
                owner,
                *(storable(w) for w in (words.caption, words.columns, words.cells, words.context)),
            ),
        )

    def _record_files(self, seen: Iterable[FileRecord], gone: Iterable[str]) -> list[str]:
        """Updates the files; removes and returns the documents no file carries any more."""
        former: set[str] = set()
        for path in gone:
            former.update(self._hash_of(path))
            self._db.execute("DELETE FROM files WHERE path = ?", (os.fsencode(path),))
        for file in seen:
            former.update(self._hash_of(file.path))
            self._db.execute("DELETE FROM hashed WHERE path = ?", (os.fsencode(file.path),))
            self._db.execute(
                "INSERT OR REPLACE INTO files (path, size, mtime_ns, hash, reason) "
                "VALUES (?, ?, ?, ?, ?)",
                (
                    os.fsencode(file.path),
                    file.size,
                    file.mtime_ns,
                    file.hash,
                    storable(file.reason),
                ),
            )
        orphans = [one for one in sorted(former) if not self.paths(one)]
        self._db.executemany("DELETE FROM documents WHERE hash = ?", ((one,) for one in orphans))
        return orphans

    def _hash_of(self, path: str) -> list[str]:
        rows = self._db.execute("SELECT hash FROM files WHERE path = ?", (os.fsencode(path),))
        return [known for (known,) in rows if known is not None]

    def _content_changed(self) -> None:
        self._db.execute("DELETE FROM texts WHERE refs = 0")
        self._advance_generation()

    def _advance_generation(self) -> None:
        self._db.execute("UPDATE meta SET value = value + 1 WHERE key = 'generation'")
        # The counter starts again in an index that is made anew or restored from a copy.
        self._db.execute("UPDATE meta SET value = hex(randomblob(8)) WHERE key = 'token'")


def _digest_of_packed(*packed: Any) -> bytes | None:
    return content_digest(unpack_table(*packed))
