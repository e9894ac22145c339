"""The first rows of the tables of a SQLite database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from relatab.evaluation.multitable.schemas import SchemaTable

ROWS = 30
"""Rows that are kept of a table: about what a table of a report has."""
CELL_LENGTH = 80
"""Characters that are kept of a cell."""

Rows = tuple[tuple[str, ...], ...]


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A database for reading alone, even where its folder cannot be written."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    connection.text_factory = _text  # some databases hold text that is no valid UTF-8
    try:
        yield connection
    finally:
        connection.close()


def first_rows(connection: sqlite3.Connection, table: SchemaTable) -> Rows:
    """The first rows of a table in storage order, as wide as its schema.

    A cell is "" where it is null or binary and where the database lacks the column.
    sqlite3.Error where the table is missing or damaged.
    """
    quoted = table.original.replace('"', '""')
    # Whatever columns an index covers, the order is that of the table.
    found = connection.execute(f'SELECT * FROM "{quoted}" NOT INDEXED LIMIT {ROWS}')  # noqa: S608 - quoted; there are no parameters for names
    there = {name.casefold(): place for place, (name, *_) in enumerate(found.description)}
    places = [there.get(column.original.casefold()) for column in table.columns]
    return tuple(
        tuple("" if place is None else _printed(row[place]) for place in places) for row in found
    )


def _printed(value: object) -> str:
    return "" if value is None or isinstance(value, bytes) else str(value)[:CELL_LENGTH]


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")
