"""`relatab experiment` from the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from cli_support import run
from experiment_data import write_data_set


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_data_set(tmp_path_factory.mktemp("data"))


def test_all_experiments_write_figures_text_and_plots(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "results"
    chosen = ("--dataset", "rig", "--split", "dev", "--samples", "100")
    result = run("experiment", "all", data, *chosen, "--out", out)
    assert result.exit_code == 0, result.stderr
    written = set(result.stdout.split())
    assert written == {str(path) for path in out.iterdir() if path.name != "answers.jsonl"}
    for name in ("main", "dmax", "ablation", "difficulty", "sensitivity"):
        assert {f"{name}.json", f"{name}.md"} <= {path.name for path in out.iterdir()}
    assert (out / "sensitivity-paper.svg").exists()
    told = json.loads((out / "main.json").read_text("utf-8"))
    assert {(row["dataset"], row["questions"]) for row in told["rows"]} == {("rig/dev", 4)}


def test_methods_and_questions_can_be_chosen(data: Path, tmp_path: Path) -> None:
    chosen = ("--method", "bm25,paper", "--questions", "2", "--samples", "100", "--plots", "none")
    result = run("experiment", "main", data, *chosen, "--out", tmp_path)
    assert result.exit_code == 0, result.stderr
    told = json.loads((tmp_path / "main.json").read_text("utf-8"))
    assert [row["method"] for row in told["rows"]] == ["bm25", "paper"]
    assert {row["questions"] for row in told["rows"]} == {2}
    assert not list(tmp_path.glob("*.svg"))


def test_judged_pairs_are_measured_too(tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.jsonl"
    table = {"title": "Mud losses", "header": ["hole", "lost"], "rows": [["12 1/4", "118"]]}
    pairs.write_text(json.dumps({"query": "lost mud by hole", "relevance": 1, "table": table}))
    chosen = ("--method", "bm25", "--samples", "100", "--plots", "none", "--out", tmp_path / "out")
    result = run("experiment", "main", pairs, *chosen)
    assert result.exit_code == 0, result.stderr
    (row,) = json.loads((tmp_path / "out" / "main.json").read_text("utf-8"))["rows"]
    assert row["measures"]["R@2"]["mean"] == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("main", "--method", "magic"), "'magic' is not one of"),
        (("dmax", "--method", "bm25"), "bm25 follows no associations"),
        (("hops",), "'hops' is not one of"),
    ],
)
def test_wrong_usage_is_told(
    data: Path, tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    name, *options = arguments
    result = run("experiment", name, data, *options, "--out", tmp_path)
    assert result.exit_code == 2
    assert told in result.stderr


def test_a_data_set_that_is_not_there_is_one_clear_line(data: Path, tmp_path: Path) -> None:
    result = run("experiment", "main", data, "--dataset", "moon", "--out", tmp_path)
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1


def test_without_matplotlib_the_figures_are_written_and_the_extra_is_named(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    chosen = ("--method", "bm25", "--samples", "100", "--out", tmp_path)
    result = run("experiment", "main", data, *chosen)
    assert result.exit_code == 0
    assert "relatab[plots]" in result.stderr
    assert (tmp_path / "main.json").exists()
