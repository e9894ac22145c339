"""Reading what tables are searched and linked by from an index kept in SQLite."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

import apsw
import numpy as np
from numpy.typing import NDArray

from relatab.core.evidence import LinkMeasures
from relatab.domain.keys import LinkKey
from relatab.index.records import Edge, Linking, Role, SearchText
from relatab.index.sqlite_packing import (
    MEASURE_TYPE,
    VECTOR_TYPE,
    text_digest,
    unpack_edge,
    unpack_identities,
)
from relatab.model import Identity


class FeatureReader:
    """The part of `relatab.index.store.Reader` that is about features and links."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def _meta(self, key: str) -> Any:
        return self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).get

    def handles(self) -> dict[str, int]:
        rows = self._db.execute(
            "SELECT table_id, id FROM tables JOIN words ON owner = id ORDER BY table_id"
        )
        return dict(iter(rows))

    def uses(self, role: Role, handles: Iterable[int] | None = None) -> NDArray[np.int64]:
        query = "SELECT owner, position, body_row, text FROM uses WHERE role = ?"
        order = "ORDER BY owner, position, body_row"
        if handles is None:
            rows = self._db.execute(f"{query} {order}", (role,))
        else:
            wanted = ((role, handle) for handle in sorted(handles))
            rows = self._db.executemany(f"{query} AND owner = ? {order}", wanted)
        return np.fromiter(chain.from_iterable(rows), dtype=np.int64).reshape(-1, 4)

    def texts(self, role: Role, handles: Iterable[int] | None = None) -> dict[int, str]:
        return dict(iter(self._of_texts("id, text", "texts", "id", role, handles)))

    def vectors(
        self, role: Role, handles: Iterable[int] | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.float16]]:
        rows = list(self._of_texts("text, vector", "vectors", "text", role, handles))
        numbers = np.array([number for number, _ in rows], dtype=np.int64)
        flat = np.frombuffer(b"".join(vector for _, vector in rows), dtype=VECTOR_TYPE)
        return numbers, flat.reshape(len(rows), -1 if rows else 0)

    def _of_texts(
        self, columns: str, place: str, key: str, role: Role, handles: Iterable[int] | None
    ) -> Iterator[tuple[Any, ...]]:
        """Rows about the texts that tables use in a role, by text number."""
        query = f"SELECT {columns} FROM {place} WHERE {key}"
        if handles is None:
            uses = f"IN (SELECT text FROM uses WHERE role = ?) ORDER BY {key}"
            return iter(self._db.execute(f"{query} {uses}", (role,)))
        numbers = np.unique(self.uses(role, handles)[:, 3]).tolist()
        return iter(self._db.executemany(f"{query} = ?", zip(numbers)))

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

    def words(self, handles: Iterable[int] | None = None) -> dict[int, SearchText]:
        query = "SELECT owner, caption, columns, cells, context FROM words"
        if handles is None:
            rows = self._db.execute(query)
        else:
            rows = self._db.executemany(f"{query} WHERE owner = ?", zip(handles))
        return {owner: SearchText(*fields) for owner, *fields in rows}

    def identities(self) -> dict[int, tuple[Identity, ...]]:
        rows = self._db.execute("SELECT id, identities FROM tables WHERE identities != '[]'")
        known: dict[str, tuple[Identity, ...]] = {}  # the tables of a document mostly share them
        found = {}
        for handle, data in rows:
            if data not in known:
                known[data] = unpack_identities(data)
            found[handle] = known[data]
        return found

    def sources(self) -> dict[int, tuple[int, str, str]]:
        rows = self._db.execute(
            "SELECT tables.id, documents.id, coalesce(title, ''), coalesce(caption, '') "
            "FROM tables JOIN documents ON documents.id = document "
            "LEFT JOIN words ON owner = tables.id"
        )
        return {handle: (document, title, words) for handle, document, title, words in rows}

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

    def linking(self) -> Linking:
        stored = self._meta("linking")
        return Linking(**json.loads(stored)) if stored else Linking()

    def levels(self) -> dict[int, float]:
        return dict(iter(self._db.execute("SELECT id, level FROM tables WHERE level IS NOT NULL")))

    def edges(self, pairs: Iterable[tuple[str, str]] | None = None) -> list[Edge]:
        query = (
            "SELECT one.table_id, two.table_id, measures, evidence FROM edges "
            "JOIN tables AS one ON one.id = source JOIN tables AS two ON two.id = target"
        )
        if pairs is None:
            rows = self._db.execute(f"{query} ORDER BY 1, 2")
        else:
            wanted = sorted(set(pairs))
            rows = self._db.executemany(
                f"{query} WHERE one.table_id = ? AND two.table_id = ?", wanted
            )
        return [unpack_edge(row) for row in rows]

    def links(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        rows: list[tuple[Any, ...]] = self._db.execute(
            "SELECT source, target, measures FROM edges ORDER BY source, target"
        ).fetchall()
        flat = np.frombuffer(b"".join(row[2] for row in rows), dtype=MEASURE_TYPE)
        ends = np.array([row[:2] for row in rows], dtype=np.int64).reshape(-1, 2)
        return ends, flat.reshape(-1, len(LinkMeasures._fields))
