"""Data sets as folders of JSON lines, and their folds."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest
from evaluation_support import QUESTIONS, TABLES, write_lines, write_toy

from relatab.errors import DatasetError
from relatab.evaluation.datasets import (
    Dataset,
    Question,
    TableRecord,
    digest,
    folds,
    load,
    of_sources,
)
from relatab.evaluation.records import read_records


def test_one_split_of_a_data_set_is_loaded(tmp_path: Path) -> None:
    dataset = load(write_toy(tmp_path), "toy", "dev")

    assert (dataset.label, len(dataset.tables), len(dataset.questions)) == ("toy/dev", 4, 2)
    assert dataset.tables[1] == TableRecord(
        "toy/zqdbpump_yard/zqidrepair",
        "repairs",
        ("repair no", "pump ref", "cost"),
        (("7", "P1", "1200"), ("8", "P2", "310")),
        "zqdbpump_yard",
    )
    assert dataset.questions[0].gold == tuple(QUESTIONS[0]["gold"])


def test_without_a_name_everything_is_loaded(tmp_path: Path) -> None:
    dataset = load(write_toy(tmp_path / "mine"))
    assert (dataset.label, len(dataset.tables), len(dataset.questions)) == ("mine", 5, 3)


def test_rows_are_brought_to_one_length_and_cells_to_text(tmp_path: Path) -> None:
    table = {"id": "a", "title": None, "header": ["x"], "rows": [[1, None, True], ["é"]]}
    write_lines(tmp_path / "tables.jsonl", [table])
    write_lines(tmp_path / "queries.jsonl", [{"id": 1, "question": "?", "gold": ["a"]}])

    dataset = load(tmp_path)

    assert dataset.tables == (
        TableRecord("a", "", ("x", "", ""), (("1", "", "true"), ("é", "", ""))),
    )
    assert dataset.questions == (Question("1", "?", ("a",)),)


@pytest.mark.parametrize(
    ("tables", "questions", "message"),
    [
        (['{"id": "a"'], [], r"tables\.jsonl, line 1: not JSON"),
        (["[1]"], [], r"tables\.jsonl, line 1: not a JSON object"),
        (
            ['{"columns": ["x"]}'],
            [],
            r'tables\.jsonl, line 1: no text in "id"; the fields are columns$',
        ),
        (
            ['{"id": "a", "columns": ["x"]}'],
            ['{"id": "q", "query": "?", "gold": ["a"]}'],
            r'line 1: no text in "question"; the fields are id, query, gold$',
        ),
        (['{"id": "a"}'], [], r'tables\.jsonl, line 1: "header" is no list of texts'),
        (['{"id": "a", "columns": []}'], [], r"tables\.jsonl, line 1: the table has no columns"),
        (
            ["", '{"id": "a", "columns": ["x"], "rows": [[["y"]]]}'],
            [],
            r'tables\.jsonl, line 2: "rows": \["y"\] is no text',
        ),
        (['{"id": "a", "columns": ["x"]}'] * 2, [], "table id 'a' is repeated"),
        (['{"id": "a", "columns": ["x"]}'], [], "no questions"),
        (
            ['{"id": "a", "columns": ["x"]}'],
            ['{"id": "q", "question": "?", "gold": ["b"]}'],
            r"queries\.jsonl, line 1: no table has the id 'b'",
        ),
        (
            ['{"id": "a", "columns": ["x"]}'],
            ['{"id": "q", "question": "?", "gold": ["a"]}'] * 2,
            r"queries\.jsonl, line 2: question id 'q' is repeated",
        ),
        (
            ['{"id": "a", "columns": ["x"]}'],
            ['{"id": "q", "question": " ", "gold": ["a"]}'],
            r"queries\.jsonl, line 1: a question needs a text",
        ),
    ],
)
def test_a_bad_record_is_named_with_its_line(
    tmp_path: Path, tables: list[str], questions: list[str], message: str
) -> None:
    (tmp_path / "tables.jsonl").write_text("\n".join(tables), encoding="utf-8")
    (tmp_path / "queries.jsonl").write_text("\n".join(questions), encoding="utf-8")
    with pytest.raises(DatasetError, match=message):
        load(tmp_path)


def test_a_folder_without_the_files_is_told_what_it_lacks(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"tables\.jsonl: not there"):
        load(tmp_path)


def test_files_that_cannot_be_read_as_text_are_named(tmp_path: Path) -> None:
    packed, latin = tmp_path / "cut.jsonl.gz", tmp_path / "latin.jsonl"
    packed.write_bytes(gzip.compress(b'{"id": 1}\n')[:-9])
    latin.write_bytes(b'{"id": "\xe9"}')
    with pytest.raises(DatasetError, match=r"cut\.jsonl\.gz: damaged gzip"):
        list(read_records(packed))
    with pytest.raises(DatasetError, match=r"latin\.jsonl: not UTF-8"):
        list(read_records(latin))


def test_items_of_a_list_are_placed_by_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text('[{"a": 1},\n\n {"a":\n 2}\n, {"a": 3}]\n', encoding="utf-8")
    places = [(record.fields["a"], record.place[-6:]) for record in read_records(path)]
    assert places == [(1, "line 1"), (2, "line 3"), (3, "line 5")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[{"a": 1}\n{"a": 2}]', "line 1: the list does not go on"),
        ('[{"a": 1},\n{"a"}]', "line 2: not JSON"),
        ('[{"a": 1}] x', "line 1: text behind the end"),
        ('[{"a": 1},\n', "line 2: not JSON"),
        ("[1]", "line 1: not a JSON object"),
    ],
)
def test_a_bad_list_is_named_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "list.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DatasetError, match=message):
        list(read_records(path))


def test_folds_share_no_source_and_lose_nothing() -> None:
    dataset = many_sources(9)

    parts = folds(dataset, 3, seed=7)

    sources = [{table.source for table in part.tables} for part in parts]
    assert set.union(*sources) == {f"s{number}" for number in range(9)}
    assert sum(map(len, sources)) == 9
    assert sorted(q.id for part in parts for q in part.questions) == sorted(
        question.id for question in dataset.questions
    )
    for part in parts:
        known = {table.id for table in part.tables}
        assert all(set(question.gold) <= known for question in part.questions)
        assert 9 <= len(part.questions) <= 15


def test_folds_depend_on_the_seed_alone() -> None:
    dataset = many_sources(9)
    assert folds(dataset, 3, seed=1) == folds(dataset, 3, seed=1)
    assert folds(dataset, 3, seed=1) != folds(dataset, 3, seed=2)


def test_sources_that_a_question_joins_stay_in_one_fold() -> None:
    dataset = many_sources(4)
    bridge = Question("bridge", "?", ("s0/a", "s3/a"))
    joined = Dataset("x", "", dataset.tables, (*dataset.questions, bridge))
    (holding,) = (part for part in folds(joined, 3, seed=0) if bridge in part.questions)
    assert {"s0", "s3"} == {table.source for table in holding.tables}
    with pytest.raises(ValueError, match="4 folds of 3 groups"):
        folds(joined, 4, seed=0)


def test_a_part_by_sources_has_their_tables_and_what_these_answer_alone() -> None:
    dataset = many_sources(4)
    bridge = Question("bridge", "?", ("s0/a", "s3/a"))
    joined = replace(dataset, questions=(*dataset.questions, bridge))
    part = of_sources(joined, {f"{dataset.name}/s0", f"{dataset.name}/s1", "other/s2"})
    assert {table.source for table in part.tables} == {"s0", "s1"}
    assert part.questions == tuple(
        question for question in dataset.questions if question.source in ("s0", "s1")
    )


def test_tables_without_a_source_are_sources_of_their_own() -> None:
    tables = tuple(TableRecord(name, name, ("x",)) for name in "abcd")
    dataset = Dataset("x", "", tables, (Question("q", "?", ("a", "b")),))
    assert sorted(len(part.tables) for part in folds(dataset, 3, seed=0)) == [1, 1, 2]


def test_the_digest_names_the_content(tmp_path: Path) -> None:
    dataset = load(write_toy(tmp_path))
    assert digest(dataset) == digest(load(tmp_path))
    write_lines(tmp_path / "queries.jsonl", QUESTIONS[:-1])
    assert digest(dataset) != digest(load(tmp_path))
    assert len(TABLES) == len(dataset.tables)


def many_sources(count: int) -> Dataset:
    """Sources of two tables and of one to seven questions."""
    tables, questions = [], []
    for number in range(count):
        source = f"s{number}"
        tables += [TableRecord(f"{source}/{name}", name, ("x",), (), source) for name in "ab"]
        gold = (f"{source}/a", f"{source}/b")
        questions += [
            Question(f"{source} {each}", "?", gold, source) for each in range(1 + number % 7)
        ]
    return Dataset("many", "", tuple(tables), tuple(questions))
