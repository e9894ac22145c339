"""Public questions with known tables: our measures against the scorer beside the data, and
whether the data's tell-tale names reach a method.
"""

from __future__ import annotations

import gzip
import importlib.util
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from index_support import ENCODER, all_words

from relatab.domain.terms import search_terms
from relatab.evaluation.corpus import indexed
from relatab.evaluation.datasets import Dataset, load
from relatab.evaluation.metrics import mean, ranked_measures, set_measures
from relatab.evaluation.runs import answer_all
from relatab.index.store import open_reader
from relatab.settings import METHODS, preset

pytestmark = pytest.mark.bench

DATASETS = ("spider", "bird")
RUNS = ("bm25_title_cols_values", "dense_title_cols")
OF_SETS = ("P", "R", "F1", "exact", "full")


@pytest.fixture(scope="module")
def data(bench: Path) -> Path:
    return bench / "bench" / "retrieval"


@pytest.fixture(scope="module")
def scorer(data: Path) -> ModuleType:
    """The scorer that lies beside the data."""
    spec = importlib.util.spec_from_file_location("bench", data / "bench.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def reference(data: Path, dataset: str, run: str) -> dict[str, list[str]]:
    with gzip.open(data / "runs" / f"{dataset}-dev-{run}.json.gz", "rt", encoding="utf-8") as file:
        found: dict[str, list[str]] = json.load(file)
    return found


def percent(rows: Sequence[dict[str, float]]) -> dict[str, float]:
    return {name: round(100 * value, 2) for name, value in mean(rows).items()}


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("dataset", DATASETS)
def test_measures_of_the_reference_runs_are_the_scorers_to_the_last_digit(
    data: Path, scorer: ModuleType, dataset: str, run: str
) -> None:
    found = reference(data, dataset, run)
    loaded = load(data, dataset, "dev")
    for wanted in (range(2, 9), range(2, 3), range(3, 9)):
        questions = [each for each in loaded.questions if len(each.gold) in wanted]
        theirs = [each for each in scorer.queries(dataset, "dev") if len(each["gold"]) in wanted]
        assert len(questions) == len(theirs) > 0
        assert percent([ranked_measures(found[q.id], q.gold) for q in questions]) == scorer.score(
            found, theirs
        )
        tops = {name: ranked[: 1 + len(name) % 4] for name, ranked in found.items()}
        of_sets = scorer.score_sets(tops, theirs)
        ours = percent([set_measures(tops[q.id], q.gold) for q in questions])
        assert [ours[name] for name in OF_SETS] == [of_sets[name] for name in OF_SETS]
        assert round(ours["size"] / 100, 2) == of_sets["size/100"]


@pytest.mark.parametrize("dataset", DATASETS)
def test_all_tables_and_questions_of_a_split_are_loaded(
    data: Path, scorer: ModuleType, dataset: str
) -> None:
    for split in ("dev", "train"):
        loaded = load(data, dataset, split)
        assert [table.id for table in loaded.tables] == [
            table["id"] for table in scorer.tables(dataset, split)
        ]
        assert [(each.id, each.text, list(each.gold)) for each in loaded.questions] == [
            (each["id"], each["question"], each["gold"]) for each in scorer.queries(dataset, split)
        ]


@pytest.mark.parametrize("dataset", DATASETS)
def test_names_that_no_table_prints_do_not_reach_the_index(
    data: Path, dataset: str, tmp_path: Path
) -> None:
    loaded = load(data, dataset, "dev")
    shown = printed(loaded)
    names = sorted(name for name in names_of(loaded, data) if name not in shown)
    terms = {term for name in names for term in search_terms(name)} - set(search_terms(shown))
    assert len(names) > len(loaded.tables)
    assert len(terms) > 5
    with indexed(loaded, ENCODER, folder=tmp_path):
        content = b" ".join(path.read_bytes() for path in files(tmp_path)).decode("latin-1")
        with open_reader(tmp_path) as reader:
            words = {word for text in reader.words().values() for word in all_words(text)}
            assert words
            assert terms & words == set()
    content = content.casefold()
    assert [name for name in names if name in content] == []


@pytest.mark.parametrize("method", METHODS)
def test_an_answer_does_not_depend_on_names_that_no_method_may_see(data: Path, method: str) -> None:
    """With every id and database renamed, in another order of them, the same tables come."""
    loaded = load(data, "spider", "dev")
    blind = renamed(loaded)
    answers = []
    for each in (loaded, blind):
        with indexed(each, ENCODER) as index:
            run = answer_all(index, ENCODER, each.questions[::40], preset(method))
        places = {table.id: place for place, table in enumerate(each.tables)}
        answers.append([[places[name] for name in ranked[:5]] for ranked in run.ranked.values()])
    assert answers[0] == answers[1]


def names_of(dataset: Dataset, data: Path) -> set[str]:
    """Ids, database names and original names, where they are too odd to come about by chance."""
    names = {name for table in dataset.tables for name in (table.id, table.source)}
    known = {table.id for table in dataset.tables}
    with gzip.open(data / "originals.jsonl.gz", "rt", encoding="utf-8") as lines:
        for original in map(json.loads, lines):
            if original["id"] in known:
                names |= {original["table_original"], *original["columns_original"]}
    return {name.casefold() for name in names if len(name) > 5 and ("_" in name or "/" in name)}


def printed(dataset: Dataset) -> str:
    """All that the tables print."""
    rows = (row for table in dataset.tables for row in ((table.title,), table.columns, *table.rows))
    return "\n".join(text for row in rows for text in row).casefold()


def renamed(dataset: Dataset) -> Dataset:
    """The data set with numbers for all names."""
    number = {table.id: f"{place * 7919 % 1009:04}" for place, table in enumerate(dataset.tables)}
    return Dataset(
        dataset.name,
        dataset.split,
        tuple(replace(table, id=number[table.id], source="") for table in dataset.tables),
        tuple(
            replace(each, gold=tuple(number[name] for name in each.gold), source="")
            for each in dataset.questions
        ),
    )


def files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file())
