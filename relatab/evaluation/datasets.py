"""Questions with known sets of tables, and the tables among which they are to be found."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from relatab.errors import DatasetError
from relatab.evaluation.records import Record, read_records

TABLES = "tables.jsonl"
QUESTIONS = "queries.jsonl"


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table of a data set; every row is as long as the columns.

    id: spells what it likes and never reaches a method; source: database or document that it
    comes from: for context runs, folds and negatives only.
    """

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the ids of the tables that answer it together.

    source: database or document it was asked of; never reaches a method.
    """

    id: str
    text: str
    gold: tuple[str, ...]
    source: str = ""


@dataclass(frozen=True, slots=True)
class Dataset:
    """The tables and the questions of one split; all ids differ, gold ids are among the tables."""

    name: str
    split: str
    tables: tuple[TableRecord, ...]
    questions: tuple[Question, ...]

    @property
    def label(self) -> str:
        """The name for people: "spider/dev"."""
        return "/".join(part for part in (self.name, self.split) if part)

    def full_source(self, table: TableRecord) -> str:
        """The source of a table, told from those of other data sets: "spider/concert_singer"."""
        return f"{self.name}/{table.source}"


def load(folder: Path, dataset: str | None = None, split: str | None = None) -> Dataset:
    """The data set in a folder with `tables.jsonl` and `queries.jsonl`, each also packed (.gz).

    dataset, split: keep only records whose fields of these names say so; all by default.
    A table has "id", "title", "columns", "rows", a question has "id", "question", "gold";
    "db" of either is its source. All other fields are left unread.

    Raises DatasetError naming file and line of a bad record, a repeated id, a gold table that
    is missing, or where nothing is left.
    """
    tables = [
        table_record(record, record.text("id"), source=record.text("db", default=""))
        for record in _chosen(_file(folder, TABLES), dataset, split)
    ]
    questions = [
        (_question(record), record.place)
        for record in _chosen(_file(folder, QUESTIONS), dataset, split)
    ]
    return checked(Dataset(dataset or folder.name, split or "", tuple(tables), ()), questions)


def checked(tables: Dataset, questions: Iterable[tuple[Question, str]]) -> Dataset:
    """A data set's tables with questions, each given with its place; see `load` for errors."""
    known = {table.id for table in tables.tables}
    if len(known) < len(tables.tables):
        raise DatasetError(f"{tables.label}: table id {_repeated(tables.tables)!r} is repeated")
    found: dict[str, Question] = {}
    for question, place in questions:
        if question.id in found:
            raise DatasetError(f"{place}: question id {question.id!r} is repeated")
        if missing := [name for name in question.gold if name not in known]:
            raise DatasetError(f"{place}: no table has the id {missing[0]!r}")
        if not question.text.strip() or not question.gold:
            raise DatasetError(f"{place}: a question needs a text and a table that answers it")
        found[question.id] = question
    if not found:
        raise DatasetError(f"{tables.label}: no questions; see which names and splits it has")
    return Dataset(tables.name, tables.split, tables.tables, tuple(found.values()))


def digest(dataset: Dataset) -> str:
    """Names the content of a data set: equal for equal tables and questions in equal order."""
    content = repr((dataset.tables, dataset.questions)).encode("utf-8", "surrogatepass")
    return hashlib.sha256(content).hexdigest()[:16]


def table_record(record: Record, name: str, *, source: str = "") -> TableRecord:
    """The table in the fields "title", "columns" (or "header") and "rows" of a record.

    Rows are brought to one length by blank cells; columns beyond the header have no name.
    """
    columns = record.texts("columns" if "columns" in record.fields else "header")
    rows = record.rows("rows")
    width = max(map(len, (columns, *rows)))
    if not width:
        record.fail("the table has no columns")
    return TableRecord(
        id=name,
        title=record.text("title", default=""),
        columns=_padded(columns, width),
        rows=tuple(_padded(row, width) for row in rows),
        source=source,
    )


def folds(dataset: Dataset, count: int, *, seed: int) -> list[Dataset]:
    """The data set in `count` parts that share no table, no question and no source.

    Tables of one source stay together, as do sources that a question joins. Parts are drawn
    at random and filled evenly by questions, then by tables. ValueError for fewer groups of
    sources than parts.
    """
    groups = _source_groups(dataset)
    if not 0 < count <= len(groups):
        raise ValueError(f"{dataset.label}: {count} folds of {len(groups)} groups of sources")
    random.Random(seed).shuffle(groups)  # noqa: S311 - folds are no secret
    parts: list[Dataset] = [Dataset(dataset.name, dataset.split, (), ())] * count
    for group in groups:
        smallest = min(
            range(count), key=lambda part: (len(parts[part].questions), len(parts[part].tables))
        )
        part = parts[smallest]
        added = _part(dataset, group)
        parts[smallest] = replace(
            part, tables=part.tables + added.tables, questions=part.questions + added.questions
        )
    return parts


def of_sources(dataset: Dataset, sources: Collection[str]) -> Dataset:
    """The tables of some sources, named as by `Dataset.full_source`, and what they answer.

    Questions that also need tables of other sources are left out.
    """
    return _part(
        dataset, {each.id for each in dataset.tables if dataset.full_source(each) in sources}
    )


def _part(dataset: Dataset, ids: set[str]) -> Dataset:
    """The tables of some ids, and the questions that they answer."""
    return replace(
        dataset,
        tables=tuple(each for each in dataset.tables if each.id in ids),
        questions=tuple(each for each in dataset.questions if ids >= set(each.gold)),
    )


def _source_groups(dataset: Dataset) -> list[set[str]]:
    """Ids of tables that must stay together, in the order of the tables."""
    import networkx as nx

    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(table.id for table in dataset.tables)
    of_source: dict[str, str] = {}
    for table in dataset.tables:
        if table.source:
            graph.add_edge(of_source.setdefault(table.source, table.id), table.id)
    for question in dataset.questions:
        graph.add_edges_from(pairwise(question.gold))
    return [set(group) for group in nx.connected_components(graph)]


def _chosen(path: Path, dataset: str | None, split: str | None) -> list[Record]:
    wanted = {"dataset": dataset, "split": split}
    return [
        record
        for record in read_records(path)
        if all(value in (None, record.fields.get(name)) for name, value in wanted.items())
    ]


def _question(record: Record) -> Question:
    gold = tuple(dict.fromkeys(record.texts("gold")))
    return Question(record.text("id"), record.text("question"), gold, record.text("db", default=""))


def _file(folder: Path, name: str) -> Path:
    for path in (folder / name, folder / f"{name}.gz"):
        if path.is_file():
            return path
    raise DatasetError(f"{folder / name}: not there; a data set is a folder that holds it")


def _padded(cells: Sequence[str], width: int) -> tuple[str, ...]:
    return (*cells, *[""] * (width - len(cells)))


def _repeated(tables: Iterable[TableRecord]) -> str:
    (name, _), *_ = Counter(table.id for table in tables).most_common(1)
    return name
