"""Query-table pairs in all accepted forms."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from evaluation_support import write_lines, write_toy

from relatab.errors import DatasetError
from relatab.evaluation.datasets import Dataset, Question, TableRecord
from relatab.evaluation.sources import read_dataset
from relatab.evaluation.wikitable import read_pairs

SLURRY = {"title": "Slurry design", "header": ["Slurry", "Density"], "rows": [["L1", "1.9"]]}
TESTS = {"title": "Thickening", "header": ["Slurry", "Time"], "rows": [["L1", "3:10"]]}
CREW = {"title": "Crew", "header": ["Name"], "rows": []}
PAIRS: list[dict[str, Any]] = [
    {"id": 1, "query": "density of the lead slurry", "table": SLURRY, "relevance": 2},
    {"id": 2, "query": "density of the lead slurry", "table": CREW, "relevance": 0},
    {"id": 3, "query": "thickening time by density", "table": SLURRY, "relevance": 1},
    {"id": 4, "query": "thickening time by density", "table": TESTS, "relevance": 2},
]


def summary(dataset: Dataset) -> dict[str, list[str]]:
    """Titles of the gold tables by question."""
    titles = {table.id: table.title for table in dataset.tables}
    return {
        question.text: [titles[name] for name in question.gold] for question in dataset.questions
    }


EXPECTED = {
    "density of the lead slurry": ["Slurry design"],
    "thickening time by density": ["Slurry design", "Thickening"],
}


def test_pairs_in_json_lines_become_questions_with_sets(tmp_path: Path) -> None:
    dataset = read_pairs(write_lines(tmp_path / "cement.jsonl", PAIRS))

    assert summary(dataset) == EXPECTED
    assert [question.id for question in dataset.questions] == ["1", "3"]
    assert dataset.label == "cement"
    assert dataset.tables[0] == TableRecord(
        "table 1", "Slurry design", ("Slurry", "Density"), (("L1", "1.9"),)
    )
    assert [table.title for table in dataset.tables] == ["Slurry design", "Crew", "Thickening"]


def test_a_json_list_says_the_same(tmp_path: Path) -> None:
    path = tmp_path / "cement.json"
    path.write_text(json.dumps(PAIRS, indent=1), encoding="utf-8")
    assert read_pairs(path) == read_pairs(write_lines(tmp_path / "cement.jsonl.gz", PAIRS))


@pytest.mark.parametrize("suffix", ["csv", "tsv"])
def test_separated_values_hold_the_table_as_json(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"cement.{suffix}"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter={"csv": ",", "tsv": "\t"}[suffix])
        writer.writerow(["id", "query", "table", "relevance"])
        for pair in PAIRS:
            cells = [pair["id"], pair["query"], json.dumps(pair["table"]), pair["relevance"]]
            writer.writerow(cells)
    assert read_pairs(path) == read_pairs(write_lines(tmp_path / "cement.jsonl", PAIRS))


def test_judgements_name_tables_of_another_file(tmp_path: Path) -> None:
    named = [{"id": f"t{n}", **table} for n, table in enumerate((SLURRY, CREW, TESTS))]
    tables = write_lines(tmp_path / "tables.jsonl", [*named, {**CREW, "id": "unjudged"}])
    judgements = tmp_path / "qrels.tsv"
    judgements.write_text(
        "query_id\tquery\ttable_id\trelevance\n"
        "7\tdensity of the lead slurry\tt0\t2\n"
        "7\tdensity of the lead slurry\tt1\t0\n"
        "9\tthickening time by density\tt0\t1\n"
        "9\tthickening time by density\tt2\t2\n",
        encoding="utf-8",
    )

    dataset = read_pairs(judgements, tables)

    assert summary(dataset) == EXPECTED
    assert [question.id for question in dataset.questions] == ["7", "9"]
    assert [table.id for table in dataset.tables] == ["t0", "t1", "t2", "unjudged"]


def test_only_tables_above_the_asked_grade_are_gold(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "pairs.jsonl", PAIRS)
    dataset = read_pairs(path, relevant_above=1)
    assert summary(dataset)["thickening time by density"] == ["Thickening"]


def test_a_question_without_a_relevant_table_is_left_out_and_told(tmp_path: Path) -> None:
    notes: list[str] = []
    pairs = [*PAIRS, {"query": "who", "table": CREW, "relevance": 0}]
    dataset = read_pairs(write_lines(tmp_path / "pairs.jsonl", pairs), note=notes.append)
    assert summary(dataset) == EXPECTED
    assert len(dataset.tables) == 3
    assert len(notes) == 1
    assert "1 questions without a relevant table" in notes[0]


def test_a_pair_without_a_grade_is_relevant(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "pairs.jsonl", [{"query": "crew", "table": CREW}])
    assert read_pairs(path).questions == (Question("1", "crew", ("table 1",)),)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"table": None}, 'no table in "table"'),
        ({"table": "[1"}, '"table" is not JSON'),
        ({"table": {"title": "x"}}, '"header" is no list of texts'),
        ({"query": None}, 'no text in "query"'),
        ({"relevance": "high"}, "\"relevance\": 'high' is no number"),
        ({"relevance": "nan"}, "\"relevance\": 'nan' is no number"),
        ({"query_id": "a", "query": "other"}, "query a has another text"),
        ({"table": {"id": "t", **CREW}}, "table id 't' stands for another table already"),
    ],
)
def test_a_bad_pair_is_named_with_its_line(
    tmp_path: Path, changed: dict[str, Any], message: str
) -> None:
    first = {"query_id": "a", "query": "crew", "table": {"id": "t", **SLURRY}}
    other = {"query_id": "b", "query": "crew", "table": CREW}
    path = write_lines(tmp_path / "pairs.jsonl", [first, {**other, **changed}])
    with pytest.raises(DatasetError, match=message) as raised:
        read_pairs(path)
    assert f"{path}, line 2: " in str(raised.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("query\ttable_id\ncrew\tt9\n", "line 2: no table has the id 't9'"),
        ("query\ttable_id\ncrew\n", "line 2: 1 fields under 2 names"),
        ("query\trelevance\ncrew\t1\n", 'line 2: no text in "table_id"'),
        ('query\ttable_id\n"crew\tt9\n', "line 2: unexpected end"),
    ],
)
def test_a_bad_judgement_is_named_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    tables = write_lines(tmp_path / "tables.jsonl", [{"id": "t0", **CREW}])
    judgements = tmp_path / "qrels.tsv"
    judgements.write_text(text, encoding="utf-8")
    with pytest.raises(DatasetError, match=message):
        read_pairs(judgements, tables)


def test_a_folder_and_a_file_are_told_apart(tmp_path: Path) -> None:
    pairs = write_lines(tmp_path / "pairs.jsonl", PAIRS)
    assert summary(read_dataset(pairs)) == EXPECTED
    assert read_dataset(write_toy(tmp_path / "toy"), "toy", "dev").label == "toy/dev"
    with pytest.raises(DatasetError, match="no named data sets"):
        read_dataset(pairs, "toy")
    with pytest.raises(DatasetError, match=r"tables in tables\.jsonl"):
        read_dataset(tmp_path / "toy", tables=pairs)
