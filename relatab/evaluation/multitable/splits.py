"""From the originals of a split to the tables and questions of a multi-table data set.

Section 5.2.2 of the paper: the tables of all databases become one corpus, foreign keys are
dropped and linked columns renamed, and of the questions those stay that need several tables.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from relatab.errors import DatasetError
from relatab.evaluation.multitable.gold import gold_tables
from relatab.evaluation.multitable.renaming import Place, Rename, renames
from relatab.evaluation.multitable.schemas import Schema, SchemaTable, read_schemas
from relatab.evaluation.multitable.sources import SplitFiles, SqlQuestion, questions_of
from relatab.evaluation.multitable.values import Rows, first_rows, opened

LEAST_GOLD = 2
"""Tables that a question must need to be kept."""

Record = dict[str, Any]
Watch = Callable[[int, int], None]
"""Told how many questions of how many are done."""


@dataclass(slots=True)
class BuiltSplit:
    """The records of one split, in the order in which they are written.

    counts: what became of the questions; trouble: what was irregular, one line each.
    """

    dataset: str
    split: str
    databases: int = 0
    tables: list[Record] = field(default_factory=list)
    queries: list[Record] = field(default_factory=list)
    originals: list[Record] = field(default_factory=list)
    renames: list[Record] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    trouble: list[str] = field(default_factory=list)


def build_split(files: SplitFiles, watch: Watch = lambda _, __: None) -> BuiltSplit:
    """The multi-table data set of one split; what cannot be used is counted and told.

    DatasetError for a file of questions or schemas that holds no JSON list.
    """
    built = BuiltSplit(files.dataset, files.split)
    schemas = read_schemas(files.schemas, built.trouble)
    questions = list(questions_of(files))
    asked = sorted({question.database for question in questions} & schemas.keys())
    built.databases = len(asked)
    for name in asked:
        _add_tables(built, files, schemas[name])
    _add_questions(built, questions, {name: schemas[name] for name in asked}, watch)
    return built


def _add_tables(built: BuiltSplit, files: SplitFiles, schema: Schema) -> None:
    renamed = renames(schema)
    with _values(built, files, schema.database) as rows_of:
        for number, table in enumerate(schema.tables):
            names = [
                renamed[place].name if (place := (number, position)) in renamed else column.name
                for position, column in enumerate(table.columns)
            ]
            built.tables.append(
                {
                    "id": _table_id(built.dataset, schema.database, table),
                    "dataset": built.dataset,
                    "split": built.split,
                    "db": schema.database,
                    "title": table.name,
                    "columns": names,
                    "rows": [list(row) for row in rows_of(table)],
                }
            )
            built.originals.append(_original(built.dataset, schema, number))
    built.renames += [_rename(built.dataset, schema, renamed[place]) for place in sorted(renamed)]


@contextmanager
def _values(
    built: BuiltSplit, files: SplitFiles, database: str
) -> Iterator[Callable[[SchemaTable], Rows]]:
    """How the first rows of a table of a database are found: none where that is not possible."""
    path = files.databases / database / f"{database}.sqlite" if files.databases else None
    if path is None or not path.is_file():
        built.trouble.append(f"{database}: no database {database}.sqlite; its tables have no rows")
        yield lambda _: ()
        return
    with opened(path) as connection:

        def rows_of(table: SchemaTable) -> Rows:
            try:
                return first_rows(connection, table)
            except sqlite3.Error as error:
                built.trouble.append(f"{database}, table {table.original}: no rows ({error})")
                return ()

        yield rows_of


def _add_questions(
    built: BuiltSplit, questions: list[SqlQuestion], schemas: dict[str, Schema], watch: Watch
) -> None:
    """Keep the questions whose SQL reads two or more tables of its database, each once."""
    known = {
        name: {table.original.casefold(): table for table in schema.tables}
        for name, schema in schemas.items()
    }
    seen: set[tuple[str, str, tuple[str, ...]]] = set()
    for done, question in enumerate(questions, start=1):
        built.counts["all"] += 1
        try:
            gold = _gold(question, known)
        except _UnusableError as reason:
            built.counts[reason.kind] += 1
            if reason.told:
                built.trouble.append(f"question {question.number}: {reason.told}; left out")
        else:
            ids = tuple(_table_id(built.dataset, question.database, table) for table in gold)
            same = (question.database, question.text, ids)
            kind = "duplicate" if same in seen else "kept"
            built.counts[kind] += 1
            if kind == "kept":
                seen.add(same)
                built.counts[f"{len(ids)} gold"] += 1
                built.queries.append(_query(built, question, ids))
        watch(done, len(questions))


class _UnusableError(Exception):
    """Why a question is left out; told: in words, where it is irregular."""

    def __init__(self, kind: str, told: str = "") -> None:
        super().__init__(kind)
        self.kind, self.told = kind, told


def _gold(question: SqlQuestion, known: dict[str, dict[str, SchemaTable]]) -> Iterable[SchemaTable]:
    """The tables that a question needs, by name; _UnusableError where they are not two or more."""
    if not question.text:
        raise _UnusableError("no text", "it has no text")
    if question.database not in known:
        raise _UnusableError("unknown database", f"no schema of database {question.database!r}")
    tables = known[question.database]
    try:
        names = sorted(gold_tables(question.sql))
    except DatasetError as error:
        raise _UnusableError(
            "SQL not understood", f"its SQL is not understood ({error})"
        ) from error
    if missing := [name for name in names if name not in tables]:
        told = f"{question.database} has no table {missing[0]!r}"
        raise _UnusableError("unknown table", told)
    if len(names) < LEAST_GOLD:
        raise _UnusableError("fewer than 2 tables")
    return [tables[name] for name in names]


def _query(built: BuiltSplit, question: SqlQuestion, gold: tuple[str, ...]) -> Record:
    record: Record = {
        "id": f"{built.dataset}-{built.split}-{question.number:05d}",
        "dataset": built.dataset,
        "split": built.split,
        "db": question.database,
        "question": question.text,
        "gold": list(gold),
    }
    return record | ({"evidence": question.hint} if question.hint else {})


def _original(dataset: str, schema: Schema, number: int) -> Record:
    """What a table was called before, and its foreign keys as [column, "Table.column"]."""
    table = schema.tables[number]
    return {
        "id": _table_id(dataset, schema.database, table),
        "db": schema.database,
        "table_original": table.original,
        "columns_original": [column.original for column in table.columns],
        "columns_natural": [column.name for column in table.columns],
        "foreign_keys": [
            [table.columns[key.source[1]].original, _qualified(schema, key.target)]
            for key in schema.foreign_keys
            if key.source[0] == number
        ],
    }


def _rename(dataset: str, schema: Schema, rename: Rename) -> Record:
    number, position = rename.place
    table = schema.tables[number]
    return {
        "id": _table_id(dataset, schema.database, table),
        "column": table.columns[position].name,
        "renamed": rename.name,
        "referenced": _qualified(schema, rename.referenced),
    }


def _qualified(schema: Schema, place: Place) -> str:
    table = schema.tables[place[0]]
    return f"{table.original}.{table.columns[place[1]].original}"


def _table_id(dataset: str, database: str, table: SchemaTable) -> str:
    return f"{dataset}/{database}/{table.original.casefold()}"
