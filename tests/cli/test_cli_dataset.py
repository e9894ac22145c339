"""`relatab dataset build` from the command line."""

from __future__ import annotations

from pathlib import Path

from cli_support import json_of, run
from text_to_sql import write_bird, write_spider

from relatab.evaluation.datasets import load


def test_both_originals_become_one_data_set(tmp_path: Path) -> None:
    spider, bird = write_spider(tmp_path / "sp"), write_bird(tmp_path / "bi")
    out = tmp_path / "new" / "set"
    result = run("dataset", "build", out, "--spider", spider, "--bird", bird)
    assert result.exit_code == 0, result.stderr
    assert "spider/train" in result.stdout
    assert "its SQL is not understood" in result.stderr
    assert len(load(out, "spider", "train").questions) == 2
    assert len(load(out, "bird", "dev").tables) == 2


def test_json_tells_what_became_of_every_question(tmp_path: Path) -> None:
    spider = write_spider(tmp_path / "sp")
    told = json_of(run("dataset", "build", tmp_path / "out", "--spider", spider, "--json"))
    detail = told["spider/train"]["detail"]
    others = sum(count for kind, count in detail.items() if kind != "all" and "gold" not in kind)
    assert others == detail["all"] == 8


def test_no_originals_at_all_is_wrong_usage(tmp_path: Path) -> None:
    result = run("dataset", "build", tmp_path / "out")
    assert result.exit_code == 2
    assert "--spider FOLDER" in result.stderr


def test_a_folder_that_holds_no_originals_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    result = run("dataset", "build", tmp_path / "out", "--bird", tmp_path / "empty")
    assert result.exit_code == 1
    assert "no questions of bird" in result.stderr
    assert result.stderr.count("\n") == 1
