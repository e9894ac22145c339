"""`relatab evaluate` on a small made-up data set, with the hashing encoder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from evaluation_support import write_lines, write_toy

from relatab.interfaces.cli import cli


@pytest.fixture
def toy(tmp_path: Path) -> str:
    return str(write_toy(tmp_path / "toy"))


def evaluate(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["evaluate", "--model", "hashing", *arguments])


def test_a_small_table_tells_the_measures_of_each_method(toy: str) -> None:
    result = evaluate(toy, "--split", "dev", "--method", "bm25", "--method", "jar", "--by-gold")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "toy/dev: 2 questions, 4 tables"
    assert [line.split()[0] for line in lines[-5:-1]] == ["bm25", "2", "jar", "2"]
    assert max(map(len, lines)) <= 80


def test_json_says_what_was_measured_and_how(toy: str) -> None:
    result = evaluate(toy, "--split", "dev", "--method", "jar", "--set", "join_tables=3", "--json")
    report = json.loads(result.stdout)
    (method,) = report["methods"]
    assert report["questions"] == 2
    assert method["settings"]["join_tables"] == 3
    assert (method["measures"]["set size"], method["measures"]["full@5"]) == (3.0, 100.0)


def test_runs_and_sets_are_written_for_a_scorer(toy: str, tmp_path: Path) -> None:
    run, sets = tmp_path / "run.json", tmp_path / "sets.json"
    result = evaluate(toy, "--split", "dev", "--run", str(run), "--sets", str(sets))
    assert result.exit_code == 0, result.output
    ranked, chosen = json.loads(run.read_text("utf-8")), json.loads(sets.read_text("utf-8"))
    assert set(ranked) == set(chosen) == {"zqquestion-1", "zqquestion-2"}
    assert ranked["zqquestion-2"][0] in (
        "toy/zqdbharbour/zqidship",
        "toy/zqdbharbour/zqidberth",
    )


def test_runs_of_several_methods_go_to_a_file_each(toy: str, tmp_path: Path) -> None:
    run = tmp_path / "run.json"
    evaluate(toy, "--method", "dense", "--method", "bm25", "--run", str(run))
    assert sorted(path.name for path in tmp_path.glob("run*")) == [
        "run-bm25.json",
        "run-dense.json",
    ]


def test_only_the_first_questions_are_asked(toy: str) -> None:
    report = json.loads(evaluate(toy, "--limit-questions", "1", "--json").stdout)
    assert (report["questions"], report["tables"]) == (1, 5)


def test_context_is_declared(toy: str) -> None:
    report = json.loads(evaluate(toy, "--context", "--method", "bm25", "--json").stdout)
    assert report["context"] is True
    assert "source as context" in evaluate(toy, "--context", "--method", "bm25").stdout


def test_judged_pairs_are_evaluated_alike(tmp_path: Path) -> None:
    crew = {"title": "Crew", "header": ["Name", "Rank"], "rows": [["Ada", "cook"]]}
    pairs = write_lines(
        tmp_path / "pairs.jsonl",
        [
            {"query": "crew", "table": crew, "relevance": 1},
            {"query": "ranks", "table": crew, "relevance": 0},
        ],
    )
    result = evaluate(str(pairs), "--json")
    assert json.loads(result.stdout)["methods"][0]["measures"]["R@2"] == 100.0
    assert "1 questions without a relevant table are left out" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--set", "dekay=1"], "'dekay' is not a setting; there are method"),
        (["--split", "none"], "no questions"),
    ],
)
def test_what_cannot_be_done_is_one_line(toy: str, arguments: list[str], message: str) -> None:
    result = evaluate(toy, *arguments)
    assert result.exit_code == 1
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
