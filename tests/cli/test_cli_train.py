"""`relatab train`, `feedback` and `calibrate` on small made-up data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from evaluation_support import write_toy

from relatab.embedding import HashingEncoder
from relatab.evaluation.corpus import indexed
from relatab.evaluation.datasets import load
from relatab.interfaces.cli import cli, encoders
from relatab.training import merging
from relatab.training.feedback import FILE, Judgement, note_feedback, read_feedback
from relatab.training.merging import Part
from relatab.training.pairs import read_right_and_wrong


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, list(map(str, arguments)))


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """An index folder with the toy tables."""
    folder = tmp_path / "index"
    folder.mkdir()
    with indexed(load(write_toy(tmp_path / "toy"), "toy", "dev"), HashingEncoder(), folder=folder):
        pass
    return folder


def feedback(index: Path, *arguments: str) -> Result:
    return run("feedback", "--model", "hashing", "--index", index, *arguments)


def test_feedback_by_rank_names_the_tables_of_the_answer(index: Path) -> None:
    answer = run("search", "pump power", "--model", "hashing", "--index", index, "--json")
    hits = [hit["table_id"] for hit in json.loads(answer.stdout)["tables"]]
    result = feedback(index, "pump power", "--right", "@1", "--wrong", "@2")
    assert result.exit_code == 0, result.output
    assert read_feedback(index) == [Judgement("pump power", (hits[0],), (hits[1],))]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("which pump", "--right", "@99"), "has only"),
        (("which pump", "--right", "@x"), "a rank is"),
        (("which pump", "--right", "@1", "--wrong", "@1"), "as right and as wrong"),
        (("which pump",), "name tables"),
        (("which pump", "--right", "nothing"), "no such table"),
    ],
)
def test_feedback_that_says_nothing_is_refused(
    index: Path, arguments: tuple[str, ...], told: str
) -> None:
    result = feedback(index, *arguments)
    assert (result.exit_code, told in result.output) == (1, True)
    assert not (index / FILE).exists()


def test_exported_feedback_can_be_trained_on(index: Path, tmp_path: Path) -> None:
    feedback(index, "pump power", "--right", "@1", "--wrong", "@2")
    out = tmp_path / "pairs.jsonl"
    assert feedback(index, "--export", str(out)).exit_code == 0
    material = read_right_and_wrong(out)
    (example,) = material.examples
    assert material.tables[example.gold[0]].startswith("pumps")
    assert len(example.wrong) == 1


def test_the_last_word_on_a_table_counts_and_a_torn_line_costs_only_itself(tmp_path: Path) -> None:
    note_feedback(tmp_path, Judgement("q", ("a",), ("b",)))
    with (tmp_path / FILE).open("a", encoding="utf-8") as stream:
        stream.write('{"question": "q", "ri')  # the process was killed here
    note_feedback(tmp_path, Judgement("q", ("b",), ()))
    notes: list[str] = []
    assert read_feedback(tmp_path, notes.append) == [Judgement("q", ("a", "b"), ())]
    assert len(notes) == 1
    assert "line 2" in notes[0]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"question": "q", "right": []}', "line 1"),
        ('{"question": "q", "right": ["a"]}', 'a table is {"text"}'),
        ('{"question": "q", "right": [{"text": "a"}], "wrong": [{"text": "a"}]}', "both right"),
    ],
)
def test_bad_pairs_are_one_line_that_names_the_place(tmp_path: Path, line: str, told: str) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text(line + "\n", encoding="utf-8")
    result = run("train", path, "--out", tmp_path / "model")
    assert result.exit_code == 1
    assert told in result.output
    assert "pairs.jsonl, line 1" in result.output
    assert not (tmp_path / "model").exists()


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    data = write_toy(tmp_path / "toy")
    (tmp_path / "model").mkdir()
    result = run("train", data, "--out", tmp_path / "model")
    assert (result.exit_code, "exists already" in result.output) == (1, True)


def test_an_unfinished_training_is_not_started_over(tmp_path: Path) -> None:
    data = write_toy(tmp_path / "toy")
    (tmp_path / "model.checkpoint").touch()
    result = run("train", data, "--out", tmp_path / "model")
    assert (result.exit_code, "--resume" in result.output) == (1, True)


def test_a_choice_out_of_range_is_told(tmp_path: Path) -> None:
    data = write_toy(tmp_path / "toy")
    result = run("train", data, "--out", tmp_path / "model", "--epochs", "0")
    assert (result.exit_code, "epochs" in result.output) == (1, True)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("max_length=3", "max_length: 3 is outside 8"),
        ("base_share=x", "base_share: 'x' is not a number"),
        ("kind=half", "kind: 'half' is not one of"),
        ("maxlength=9", "there are kind, epochs, batch"),
    ],
)
def test_any_choice_of_the_recipe_can_be_set_and_is_checked(
    tmp_path: Path, written: str, told: str
) -> None:
    data = write_toy(tmp_path / "toy")
    result = run("train", data, "--out", tmp_path / "model", "--set", written)
    assert (result.exit_code, told in result.output) == (1, True)


@pytest.mark.parametrize(
    ("held_out", "arguments", "used"),
    [
        (["toy/zqdbharbour", "toy/zqdbother"], (), {"toy/dev": 1}),
        (["toy/zqdbharbour"], ("--held-out", "0"), {"toy/dev": 2}),
        ([], (), None),
        ([], ("--held-out", "0"), {"toy/dev": 2}),
        (["toy/zqdbtrain"], (), None),
    ],
)
def test_calibration_asks_what_the_training_held_out(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    held_out: list[str],
    arguments: tuple[str, ...],
    used: dict[str, int] | None,
) -> None:
    monkeypatch.setattr(encoders, "named_encoder", lambda _: HashingEncoder())
    toy, model = write_toy(tmp_path / "toy"), tmp_path / "model"
    model.mkdir()
    (model / "training.json").write_text(json.dumps({"held_out_sources": held_out}), "utf-8")
    result = run("calibrate", model, toy, "--dataset", "toy", "--split", "dev", *arguments)
    if used is None:
        assert (result.exit_code, "--held-out 0" in result.output) == (1, True)
    else:
        assert result.exit_code == 0, result.output
        assert json.loads((model / "calibration.json").read_text("utf-8"))["questions"] == used


def test_calibrating_by_a_share_of_too_few_sources_is_one_line(tmp_path: Path) -> None:
    toy = write_toy(tmp_path / "toy")
    model = tmp_path / "model"
    model.mkdir()
    result = run(
        "calibrate", model, toy, "--dataset", "toy", "--split", "dev", "--held-out", "0.001"
    )
    assert (result.exit_code, "larger --held-out" in result.output) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["spider-bird-lora"], "two models or more"),
        (["spider-bird-lora", "spider-bird-lora"], "each once"),
        (["a", "b", "--weight", "1"], "1 for 2"),
        (["a", "b", "--weight", "1", "--weight", "0"], "x>0"),
    ],
)
def test_models_to_merge_are_counted(tmp_path: Path, arguments: list[str], told: str) -> None:
    result = run("merge", *arguments, "--out", tmp_path / "merged")
    assert (result.exit_code, told in result.output) == (2, True)


def test_a_model_to_merge_that_does_not_exist_is_one_line(tmp_path: Path) -> None:
    result = run("merge", "spider-bird-lora", "no-such-model", "--out", tmp_path / "merged")
    assert (result.exit_code, "no-such-model" in result.output) == (1, True)


def test_weights_become_shares(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[list[Part], Path]] = []
    monkeypatch.setattr(merging, "merge_models", lambda parts, out: asked.append((parts, out)))
    out = tmp_path / "merged"
    assert run("merge", "a", "b", "--weight", "1", "--weight", "3", "--out", out).exit_code == 0
    assert run("merge", "a", "b", "--out", out).exit_code == 0
    assert asked == [
        ([Part("a", 0.25), Part("b", 0.75)], out),
        ([Part("a", 0.5), Part("b", 0.5)], out),
    ]
