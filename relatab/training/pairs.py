"""Questions with tables that are right and wrong, as people collect and exchange them.

JSON lines: {"question": text, "right": [table, ...], "wrong": [table, ...]}, "wrong" being
optional. A table is {"title", "columns"} with optional "rows" and "source", or {"text"} with
optional "source": the text that an index embeds. One file holds all that training needs.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from relatab.errors import DatasetError
from relatab.evaluation.corpus import document_table
from relatab.evaluation.datasets import table_record
from relatab.evaluation.records import Record, read_records
from relatab.index.features import dense_text
from relatab.training.material import Example, Material

RIGHT, WRONG = "right", "wrong"


def are_pairs(path: Path) -> bool:
    """Whether a file has this form: its first record says which tables are right."""
    return any(RIGHT in record.fields for record in _first(path))


def read_right_and_wrong(path: Path) -> Material:
    """The material in a file; DatasetError as by `material_of_pairs`, or for an empty file."""
    material = material_of_pairs(read_records(path))
    if not material.examples:
        raise DatasetError(f"{path}: holds no questions")
    return material


def material_of_pairs(records: Iterable[Record]) -> Material:
    """The material in records; tables of one text and source are one table.

    Raises DatasetError naming the place of a record without a question or a right table, or
    with a table that is both right and wrong.
    """
    numbers: dict[tuple[str, str], int] = {}
    examples = []
    for record in records:
        question = record.text("question").strip()
        right = _tables(record, RIGHT, numbers)
        wrong = _tables(record, WRONG, numbers)
        if not question or not right:
            record.fail('a line needs a "question" and a table in "right"')
        if set(right) & set(wrong):
            record.fail("a table is both right and wrong")
        examples.append(Example(question, right, wrong))
    return Material(
        tables=tuple(text for text, _ in numbers),
        sources=tuple(source for _, source in numbers),
        examples=tuple(examples),
    )


def _first(path: Path) -> list[Record]:
    for record in read_records(path):
        return [record]
    return []


def _tables(record: Record, name: str, numbers: dict[tuple[str, str], int]) -> tuple[int, ...]:
    """Numbers of the tables in a field, given in the order of their first mention."""
    listed = record.fields.get(name) or []
    if not isinstance(listed, list):
        record.fail(f'"{name}" is no list of tables')
    keys = [_text_and_source(each, record) for each in listed]
    return tuple(dict.fromkeys(numbers.setdefault(key, len(numbers)) for key in keys))


def _text_and_source(table: Any, record: Record) -> tuple[str, str]:
    if not isinstance(table, dict):
        record.fail('a table is {"text"} or {"title", "columns"}, with an optional "source"')
    each = Record(table, record.place)
    source = each.text("source", default="")
    text = each.text("text", default="").strip()
    if not text:
        known = table_record(each, "pair", source=source)
        text = dense_text(document_table(known, 0), "")
    return text, source
