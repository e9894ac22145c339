"""`relatab evaluate` with a model that brings its own encoder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from evaluation_support import write_toy
from tiny_models import raw_bert

from relatab.interfaces.cli import cli

pytestmark = pytest.mark.model


@pytest.fixture
def toy(tmp_path: Path) -> str:
    return str(write_toy(tmp_path / "toy"))


@pytest.fixture
def model(tmp_path: Path) -> str:
    return str(raw_bert(tmp_path / "bert"))


def evaluate(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["evaluate", *arguments])


def test_a_bare_transformer_is_evaluated_as_dense(toy: str, model: str, tmp_path: Path) -> None:
    run = tmp_path / "run.json"
    arguments = (toy, "--split", "dev", "--model", model, "--method", "dense", "--json")
    result = evaluate(*arguments, "--run", str(run))
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert model in report["model"]
    assert [method["method"] for method in report["methods"]] == ["dense"]
    assert {len(ranked) for ranked in json.loads(run.read_text("utf-8")).values()} == {4}


@pytest.mark.parametrize("options", [[], ["--method", "dense", "--context"]])
def test_what_needs_an_index_is_refused_in_one_line(
    toy: str, model: str, options: list[str]
) -> None:
    result = evaluate(toy, "--model", model, *options)
    assert result.exit_code == 1
    assert "--method dense" in result.stderr
    assert result.stderr.count("\n") == 1
