"""Query-table pairs as a data set: judged pairs in the manner of WikiTables.

Each record judges one table for one query: "query", "relevance" (graded; 1 where it is
missing), and the table itself in "table", {"title", "header", "rows"}, or its id in
"table_id", to be found in a file of tables. docs/evaluation.md lists the accepted forms.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Any

from relatab.evaluation.datasets import Dataset, Question, TableRecord, checked, table_record
from relatab.evaluation.records import Record, read_records


def read_pairs(
    pairs: Path,
    tables: Path | None = None,
    *,
    relevant_above: float = 0.0,
    note: Callable[[str], None] = lambda _: None,
) -> Dataset:
    """A data set of judged pairs; gold are the tables of more than `relevant_above` relevance.

    Records of one "query_id", or without it of one text, are one question; its id is the
    "query_id", else the "id" of its first record, else its number. Tables of like title,
    header and rows are one table unless they have ids. All tables are searched, also those
    that are relevant to nothing. note: told, in one line, what is left out.

    Raises DatasetError naming file and line.
    """
    corpus = _Tables()
    if tables:
        for record in read_records(tables):
            corpus.add(record, record.text("id"))
    questions: dict[str, tuple[Question, str]] = {}
    for number, record in enumerate(read_records(pairs), start=1):
        table = _judged_table(record, corpus, known_only=tables is not None)
        key = record.text("query_id", default="") or f"text {record.text('query')}"
        question, place = questions.setdefault(key, (_question(record, number), record.place))
        if record.text("query") != question.text:
            record.fail(f"query {key} has another text than in {place}")
        if _relevance(record) > relevant_above:
            gold = tuple(dict.fromkeys((*question.gold, table)))
            questions[key] = replace(question, gold=gold), place
    answered = [each for each in questions.values() if each[0].gold]
    if without := len(questions) - len(answered):
        note(f"{pairs}: {without} questions without a relevant table are left out")
    name = pairs.name.partition(".")[0]
    return checked(Dataset(name, "", tuple(corpus.tables.values()), ()), answered)


class _Tables:
    """The tables found so far, by id."""

    def __init__(self) -> None:
        self.tables: dict[str, TableRecord] = {}
        self._by_content: dict[TableRecord, str] = {}

    def add(self, record: Record, name: str) -> str:
        """The id of a record's table; the same table may come again, under one id."""
        table = table_record(record, name)
        content = replace(table, id="")
        if not name:
            name = self._by_content.get(content, f"table {len(self.tables) + 1}")
            table = replace(table, id=name)
        if self.tables.setdefault(name, table) != table:
            record.fail(f"table id {name!r} stands for another table already")
        self._by_content.setdefault(content, name)
        return name


def _judged_table(record: Record, corpus: _Tables, *, known_only: bool) -> str:
    """The id of the table that a record judges."""
    if not known_only:
        inner = record.fields.get("table")
        table = Record(_parsed(inner, record), record.place)
        name = record.text("table_id", default="") or table.text("id", default="")
        return corpus.add(table, name)
    name = record.text("table_id")
    if name not in corpus.tables:
        record.fail(f"no table has the id {name!r}")
    return name


def _parsed(table: Any, record: Record) -> dict[str, Any]:
    """A table as an object; in CSV it is one written as JSON."""
    try:
        parsed = json.loads(table) if isinstance(table, str) else table
    except ValueError as error:
        record.fail(f'"table" is not JSON ({error})')
    if not isinstance(parsed, dict):
        record.fail('no table in "table"; or give the file of the tables that "table_id" names')
    return parsed


def _question(record: Record, number: int) -> Question:
    name = record.text("query_id", default="") or record.text("id", default="") or str(number)
    return Question(name, record.text("query"), ())


def _relevance(record: Record) -> float:
    text = record.text("relevance", default="1")
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        record.fail(f'"relevance": {text!r} is no number')
    return value
