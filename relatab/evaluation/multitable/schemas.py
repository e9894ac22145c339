"""Schemas in the form of Spider's and BIRD's `tables.json`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from relatab.evaluation.records import read_records


@dataclass(frozen=True, slots=True)
class SchemaColumn:
    """A column: its name in the database and in natural language."""

    original: str
    name: str


@dataclass(frozen=True, slots=True)
class SchemaTable:
    """A table: its name in the database and in natural language, and its columns."""

    original: str
    name: str
    columns: tuple[SchemaColumn, ...]


@dataclass(frozen=True, slots=True)
class ForeignKey:
    """Two linked columns, each as (number of its table, position in it)."""

    source: tuple[int, int]
    target: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Schema:
    """The tables of a database and the links between their columns."""

    database: str
    tables: tuple[SchemaTable, ...]
    foreign_keys: tuple[ForeignKey, ...] = ()


def read_schemas(path: Path, trouble: list[str]) -> dict[str, Schema]:
    """The schemas of a file by database; one that is malformed is left out and told."""
    found = {}
    for number, record in enumerate(read_records(path)):
        try:
            schema = _schema(record.fields)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            trouble.append(f"{path.name}, schema {number}: malformed ({error!r}); left out")
            continue
        found[schema.database] = schema
        if lost := len(record.fields.get("foreign_keys", ())) - len(schema.foreign_keys):
            trouble.append(f"{path.name}, {schema.database}: {lost} foreign keys not understood")
    return found


def _schema(record: dict[str, Any]) -> Schema:
    """A schema from a record; its columns are numbered through all tables there."""
    columns: list[list[SchemaColumn]] = [[] for _ in record["table_names_original"]]
    places: dict[int, tuple[int, int]] = {}
    both = zip(record["column_names_original"], record["column_names"], strict=True)
    for number, ((table, original), (_, name)) in enumerate(both):
        if table >= 0:  # the first entry, "*", belongs to no table
            places[number] = (table, len(columns[table]))
            columns[table].append(SchemaColumn(str(original), _natural(name)))
    names = zip(record["table_names_original"], record["table_names"], columns, strict=True)
    pairs = [key for key in record.get("foreign_keys", ()) if _is_pair(key, places)]
    return Schema(
        database=str(record["db_id"]),
        tables=tuple(
            SchemaTable(str(original), _natural(name), tuple(of_table))
            for original, name, of_table in names
        ),
        foreign_keys=tuple(ForeignKey(places[source], places[target]) for source, target in pairs),
    )


def _is_pair(key: Any, places: dict[int, tuple[int, int]]) -> bool:
    return len(key) == 2 and all(isinstance(end, int) and end in places for end in key)


def _natural(name: Any) -> str:
    return " ".join(str(name).split())
