"""The experiments of the paper, on a small data set."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from experiment_data import write_data_set

from relatab.embedding.hashing import HashingEncoder
from relatab.errors import RelatabError
from relatab.evaluation.corpus import indexed
from relatab.evaluation.datasets import Dataset, load
from relatab.evaluation.experiments import EXPERIMENTS, Result, run, sampled, write_result
from relatab.evaluation.experiments import answers as answering
from relatab.evaluation.experiments.figures import draw_result
from relatab.evaluation.experiments.plan import (
    AXES,
    HOPS,
    PARTS,
    Axis,
    Variant,
    ablation_variants,
    sensitivity_variants,
    values_of,
)
from relatab.evaluation.runs import answer_all, mean_measures
from relatab.settings import DEFAULT, PAPER, preset


class CountingEncoder(HashingEncoder):
    """Counts the questions that are encoded."""

    asked = 0

    def encode_questions(self, texts: Any) -> Any:
        self.asked += len(texts)
        return super().encode_questions(texts)

    def encode_question(self, text: str) -> Any:
        self.asked += 1
        return super().encode_question(text)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return load(write_data_set(tmp_path_factory.mktemp("data")), "rig", "dev")


@pytest.fixture(scope="module")
def results(data: Dataset, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Result]:
    out = tmp_path_factory.mktemp("results")
    encoder = HashingEncoder()
    return {name: run(each, [data], encoder, out) for name, each in EXPERIMENTS.items()}


# --- what is compared ------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["paper", "relatab"])
def test_sensitivity_changes_one_hyperparameter_at_a_time(method: str) -> None:
    for variant in sensitivity_variants(preset(method)):
        assert set(variant.changes()) <= {variant.parameter}
        assert getattr(variant.settings, variant.parameter) == variant.value
    labels = [each.label for each in sensitivity_variants(preset(method))]
    assert len(set(labels)) == len(labels)
    varied = {each.parameter for each in sensitivity_variants(preset(method))}
    assert varied == {axis.setting for axis in AXES[method]}
    assert {axis.letter for axis in AXES["paper"]} == set("αβγxλτθφ")


def test_every_hyperparameter_is_measured_at_and_around_its_default() -> None:
    share, factor = Axis("decay", "λ"), Axis("gain_threshold", "φ", relative=True)
    assert values_of(share, 0.65) == [0.1, 0.3, 0.5, 0.55, 0.65, 0.7, 0.75, 0.9]
    assert values_of(share, 0.0) == [0.0, 0.1, 0.3, 0.5, 0.7, 0.9]
    assert values_of(share, 1.0) == [0.1, 0.3, 0.5, 0.7, 0.9, 1.0]
    assert values_of(factor, 2.0) == [0.0, 1.0, 1.6, 2.0, 2.5, 3.0, 4.0]


def test_hops_are_those_of_the_paper(results: dict[str, Result]) -> None:
    hops = [row.variant.settings.max_hops for row in results["dmax"].rows]
    assert hops == [*HOPS, *HOPS]


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_difference_is_between_two_variants_that_were_measured(
    results: dict[str, Result], name: str
) -> None:
    result = results[name]
    measured = {(row.part, row.variant): row.measures for row in result.rows}
    assert result.differences
    for each in result.differences:
        of, against = (measured[each.part, side] for side in (each.of, each.against))
        for measure, interval in each.measures.items():
            assert interval.mean == pytest.approx(of[measure].mean - against[measure].mean)


def test_the_ablation_says_what_associations_add(results: dict[str, Result]) -> None:
    pairs = {
        (each.of.method, each.of.label, each.against.label)
        for each in results["ablation"].differences
    }
    assert {("paper", "QT+TT", "QT"), ("relatab", "QT+TT", "QT")} <= pairs
    for row in results["ablation"].rows:
        if row.variant.label == "QT":
            settings = row.variant.settings
            assert settings.supplement_weight == settings.association_weight == 0


def test_the_ablation_takes_every_part_out_of_relatab() -> None:
    without = [each for each in ablation_variants(DEFAULT) if each.label.startswith("without")]
    assert len(without) == 1 + sum(getattr(DEFAULT, setting) > 0 for setting in PARTS)
    for each in without:
        ((setting, value),) = each.changes().items()
        assert getattr(DEFAULT, setting) > value
    assert [each.label for each in ablation_variants(PAPER)] == ["QT", "QT+TT"]


def test_the_main_comparison_sets_relatab_against_each_other_method(
    results: dict[str, Result],
) -> None:
    pairs = [(each.of.method, each.against.method) for each in results["main"].differences]
    assert pairs == [("relatab", other) for other in ("bm25", "dense", "jar", "paper")]


def test_a_calibrated_method_is_compared_with_itself(data: Dataset, tmp_path: Path) -> None:
    calibrated = replace(DEFAULT, supplement_weight=0.4, max_hops=3)
    for name in ("ablation", "dmax", "sensitivity"):
        result = run(EXPERIMENTS[name], [data], HashingEncoder(), tmp_path, methods=[calibrated])
        assert result.differences
        for each in result.differences:
            assert calibrated in (each.of.settings, each.against.settings)


def test_difficulty_looks_at_few_and_many_gold_tables_apart(results: dict[str, Result]) -> None:
    parts = {(row.part.group, row.part.questions) for row in results["difficulty"].rows}
    assert parts == {("2", 3), ("≥3", 1)}


# --- the figures -----------------------------------------------------------------------------


def test_means_are_those_of_the_method_run_by_itself(
    data: Dataset, results: dict[str, Result]
) -> None:
    encoder = HashingEncoder()
    with indexed(data, encoder) as corpus:
        for row in results["main"].rows:
            alone = answer_all(corpus, encoder, data.questions, preset(row.variant.method))
            expected = mean_measures(alone, data.questions)
            assert {name: each.mean for name, each in row.measures.items()} == pytest.approx(
                {name: expected[name] for name in row.measures}
            )


def test_f1_at_gold_cuts_at_the_number_of_gold_tables(results: dict[str, Result]) -> None:
    for row in results["difficulty"].rows:
        if row.part.group == "2":
            assert row.measures["F1@gold"].mean == pytest.approx(row.measures["F1@2"].mean)


# --- measuring once --------------------------------------------------------------------------


def test_a_question_is_encoded_once_for_all_settings(data: Dataset, tmp_path: Path) -> None:
    encoder = CountingEncoder()
    run(EXPERIMENTS["dmax"], [data], encoder, tmp_path)
    assert encoder.asked == len(data.questions)


def test_what_was_measured_is_not_measured_again(
    data: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = run(EXPERIMENTS["ablation"], [data], HashingEncoder(), tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(answering, "answer_all", pytest.fail)
        again = run(EXPERIMENTS["ablation"], [data], HashingEncoder(), tmp_path)
        linking = [PAPER, DEFAULT]
        other = run(EXPERIMENTS["difficulty"], [data], HashingEncoder(), tmp_path, methods=linking)
    assert [row.measures for row in again.rows] == [row.measures for row in first.rows]
    assert len(other.rows) == 8  # two parts of the questions, two variants, two methods


def test_after_a_kill_only_the_rest_is_measured(
    data: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = run(EXPERIMENTS["dmax"], [data], HashingEncoder(), tmp_path)
    kept = tmp_path / "answers.jsonl"
    lines = kept.read_text("utf-8").splitlines(keepends=True)
    kept.write_text("".join(lines[:-2]) + lines[-2][:40], encoding="utf-8")
    measured: list[str] = []

    def noted(corpus: Any, encoder: Any, questions: Any, settings: Any, watch: Any) -> Any:
        measured.append(f"{settings.method} {settings.max_hops}")
        return answer_all(corpus, encoder, questions, settings, watch)

    monkeypatch.setattr(answering, "answer_all", noted)
    again = run(EXPERIMENTS["dmax"], [data], HashingEncoder(), tmp_path)
    assert measured == ["relatab 3", "relatab 4"]
    assert [row.measures for row in again.rows] == [row.measures for row in whole.rows]
    for line in kept.read_text("utf-8").splitlines()[len(lines) - 1 :]:
        json.loads(line)


@pytest.mark.parametrize("change", ["data", "settings", "encoder", "code"])
def test_anything_an_answer_depends_on_makes_it_new(
    data: Dataset, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    variant = Variant("", PAPER, PAPER)
    (before,) = answering.keys_of(data, [variant], HashingEncoder()).values()
    encoder = HashingEncoder()
    if change == "data":
        data = replace(data, questions=data.questions[1:])
    elif change == "settings":
        variant = replace(variant, settings=replace(PAPER, decay=0.6))
    elif change == "encoder":
        encoder = HashingEncoder(dimension=64)
    else:
        monkeypatch.setattr(answering, "code_digest", lambda: "other code")
    (after,) = answering.keys_of(data, [variant], encoder).values()
    assert before != after


def test_progress_counts_what_is_missing(data: Dataset, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    note = lambda done, of, _: told.append((done, of))  # noqa: E731
    run(EXPERIMENTS["dmax"], [data], HashingEncoder(), tmp_path, methods=[PAPER], watch=note)
    assert told == [(done, 16) for done in range(17)]
    run(EXPERIMENTS["dmax"], [data], HashingEncoder(), tmp_path, methods=[PAPER], watch=note)
    assert len(told) == 17


def test_a_sample_of_questions_is_the_same_for_a_seed(data: Dataset) -> None:
    some = sampled(data, 2, seed=1)
    assert some == sampled(data, 2, seed=1)
    assert len(some.questions) == 2
    assert [each for each in data.questions if each in some.questions] == list(some.questions)
    assert sampled(data, 99, seed=1) is data
    assert {sampled(data, 1, seed=seed).questions for seed in range(20)} == {
        (each,) for each in data.questions
    }


# --- what is written -------------------------------------------------------------------------


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_json_and_markdown_say_the_same(
    results: dict[str, Result], tmp_path: Path, name: str
) -> None:
    result = results[name]
    as_json, as_text = write_result(result, tmp_path, {"model": "hashing"})
    told = json.loads(as_json.read_text("utf-8"))
    assert (told["experiment"], told["model"]) == (name, "hashing")
    assert len(told["rows"]) == len(result.rows)
    lines = as_text.read_text("utf-8").splitlines()
    rows = [line for line in lines if line.startswith("| ") and "`" in line]
    assert len(rows) == len(result.rows) + len(result.differences)
    for row, line in zip(told["rows"], rows, strict=False):
        assert row["variant"] in line
        for measure in result.experiment.measures:
            assert f"{100 * row['measures'][measure]['mean']:.1f} (" in line


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_plots_show_every_method_and_data_set(
    results: dict[str, Result], tmp_path: Path, name: str
) -> None:
    paths = draw_result(results[name], tmp_path / "a")
    drawn = "".join(path.read_text("utf-8") for path in paths)
    assert "rig/dev" in drawn
    for method in results[name].experiment.methods:
        assert f">{method}" in drawn or any(method in path.name for path in paths)
    again = draw_result(results[name], tmp_path / "b")
    assert [path.read_bytes() for path in paths] == [path.read_bytes() for path in again]


def test_a_plot_shows_the_means_that_were_measured(results: dict[str, Result]) -> None:
    from relatab.evaluation.experiments import figures

    (figure,) = figures.figures_of(results["dmax"]).values()
    (panel,) = figure.axes
    of_paper = [row for row in results["dmax"].rows if row.variant.method == "paper"]
    expected = [100 * row.measures["F1@2"].mean for row in of_paper]
    assert np.allclose(panel.lines[0].get_ydata(), expected)
    assert list(panel.lines[0].get_xdata()) == list(HOPS)


def test_plots_without_matplotlib_name_the_extra(
    results: dict[str, Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(RelatabError, match=r"relatab\[plots\]"):
        draw_result(results["main"], tmp_path)
