"""Where the originals of a text-to-SQL data set lie, and the questions in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from relatab.errors import DatasetError
from relatab.evaluation.records import read_records


@dataclass(frozen=True, slots=True)
class SplitFiles:
    """The files of one split of a data set.

    questions: at least one; databases: the folder of `<db>/<db>.sqlite`, None if it is missing.
    """

    dataset: str
    split: str
    questions: tuple[Path, ...]
    schemas: Path
    databases: Path | None


@dataclass(frozen=True, slots=True)
class _Names:
    questions: tuple[str, ...]
    schemas: str
    databases: str


FORMS = {
    "spider": {
        "train": _Names(("train_spider.json", "train_others.json"), "tables.json", "database"),
        "dev": _Names(("dev.json",), "tables.json", "database"),
        "test": _Names(("test.json",), "test_tables.json", "test_database"),
    },
    "bird": {
        "train": _Names(("train.json",), "train_tables.json", "train_databases"),
        "dev": _Names(("dev.json",), "dev_tables.json", "dev_databases"),
    },
}
"""Names of the files of each split, as the data sets' own archives have them."""


def find_splits(dataset: str, folder: Path) -> list[SplitFiles]:
    """The splits of a data set whose files lie in a folder or in one right below it.

    dataset: "spider" or "bird". DatasetError where there are no questions, or no schemas to
    the questions.
    """
    splits = []
    for split, names in FORMS[dataset].items():
        questions = [path for name in names.questions if (path := _find(folder, name))]
        if not questions:
            continue
        schemas = _find(folder, names.schemas)
        if schemas is None:
            raise DatasetError(f"{folder}: {names.schemas} is missing, next to {questions[0].name}")
        databases = _find(folder, names.databases)
        splits.append(SplitFiles(dataset, split, tuple(questions), schemas, databases))
    if not splits:
        wanted = ", ".join(n for names in FORMS[dataset].values() for n in names.questions)
        raise DatasetError(f"{folder}: no questions of {dataset}; expected one of {wanted}")
    return splits


def _find(folder: Path, name: str) -> Path | None:
    """A file or folder by its name, in a folder itself or else in one right below it."""
    if (folder / name).exists():
        return folder / name
    return next(iter(sorted(folder.glob(f"*/{name}"))), None)


@dataclass(frozen=True, slots=True)
class SqlQuestion:
    """A question of a text-to-SQL data set: its words, its database and its SQL; "" if missing.

    number: counts through the files of a split; hint: BIRD's external knowledge.
    """

    number: int
    text: str
    database: str
    sql: str
    hint: str = ""


def questions_of(files: SplitFiles) -> Iterator[SqlQuestion]:
    """The questions of a split, in the order of its files."""
    records = (record.fields for path in files.questions for record in read_records(path))
    for number, record in enumerate(records):
        yield SqlQuestion(
            number=number,
            text=" ".join(str(record.get("question") or "").split()),
            database=str(record.get("db_id") or ""),
            sql=str(record.get("SQL") or record.get("query") or ""),
            hint=str(record.get("evidence") or ""),
        )
