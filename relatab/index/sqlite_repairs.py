"""Repairing an index kept in SQLite; what for, `relatab.index.doctor` finds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from relatab.index.schema import transaction
from relatab.index.sqlite_packing import VECTOR_TYPE
from relatab.index.sqlite_writer import SqliteWriter


class SqliteRepairer(SqliteWriter):
    """A writer that can also mend; each method is one transaction."""

    def reindex(self) -> None:
        """Builds SQLite's own indexes again from the rows."""
        with transaction(self._db):
            self._db.execute("REINDEX")

    def drop_orphans(self) -> None:
        """Removes the rows whose owner is not there, and again those that belonged to them."""
        with transaction(self._db):
            while self._orphans_dropped():
                pass
            self._content_changed()

    def _orphans_dropped(self) -> int:
        tables = [
            name
            for (name,) in self._db.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            )
        ]
        dropped = 0
        for table in tables:
            for _, _, parent, own, *_ in self._db.execute(f"PRAGMA foreign_key_list({table})"):
                self._db.execute(
                    f"DELETE FROM {table} WHERE {own} NOT IN (SELECT id FROM {parent})"
                )
                dropped += self._db.changes()
        return dropped

    def drop_texts(self, numbers: Iterable[int]) -> None:
        """Forgets texts with their vectors; the tables that use them must be stored again."""
        with transaction(self._db):
            self._db.executemany("DELETE FROM texts WHERE id = ?", zip(numbers, strict=False))
            self._content_changed()

    def recount(self) -> None:
        """Counts the uses of all texts again, forgets those without any, and lets new tables
        and texts have numbers above all that there are.
        """
        with transaction(self._db):
            self._db.execute("UPDATE texts SET refs = 0")
            self._db.execute(
                "UPDATE texts SET refs = counted FROM "
                "(SELECT text, count(*) AS counted FROM uses GROUP BY text) AS used "
                "WHERE used.text = texts.id"
            )
            for counter, things in (("last_table", "tables"), ("last_text", "texts")):
                self._db.execute(
                    "INSERT OR REPLACE INTO meta (key, value) SELECT ?1, max("
                    f"(SELECT coalesce(max(id), 0) FROM {things}), "
                    "coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = ?1), 0))",
                    (counter,),
                )
            self._content_changed()

    def drop_links(self) -> None:
        """Removes all links; every table is then to be linked, also by a pass that comes after
        this process was killed.
        """
        with transaction(self._db):
            self._db.execute("DELETE FROM edges")
            self._db.execute("DELETE FROM meta WHERE key = 'linking'")
            self._content_changed()

    def texts_of(self, numbers: Iterable[int]) -> dict[int, str]:
        """The texts of some numbers."""
        rows = self._db.executemany("SELECT id, text FROM texts WHERE id = ?", zip(numbers))
        return dict(iter(rows))

    def replace_vectors(self, vectors: Mapping[int, NDArray[np.floating[Any]]]) -> None:
        """Stores vectors by the numbers of their texts."""
        with transaction(self._db):
            self._db.executemany(
                "INSERT OR REPLACE INTO vectors (text, vector) VALUES (?, ?)",
                (
                    (number, vector.astype(VECTOR_TYPE).tobytes())
                    for number, vector in vectors.items()
                ),
            )
            self._content_changed()
