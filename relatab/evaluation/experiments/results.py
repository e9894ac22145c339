"""From answers to means with intervals, and to differences question by question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from relatab.evaluation.bootstrap import Draw, Interval, difference_interval, mean_interval
from relatab.evaluation.metrics import precision_recall_f1
from relatab.evaluation.runs import Run, question_measures

if TYPE_CHECKING:
    from relatab.evaluation.datasets import Dataset, Question
    from relatab.evaluation.experiments.answers import Answered
    from relatab.evaluation.experiments.plan import Experiment, Variant

ALL = "all"
MANY = "≥3"

Values = dict[str, NDArray[np.float64]]
"""Measures by name, each of shape (questions,)."""


@dataclass(frozen=True, slots=True)
class Part:
    """The questions of a data set that are looked at together, and their number."""

    dataset: str
    group: str
    questions: int


@dataclass(frozen=True, slots=True)
class Row:
    """A variant's measures over a part of the questions; milliseconds: per question of all."""

    part: Part
    variant: Variant
    milliseconds: float
    measures: Mapping[str, Interval]


@dataclass(frozen=True, slots=True)
class Difference:
    """How far a variant lies above another one over the same questions."""

    part: Part
    of: Variant
    against: Variant
    measures: Mapping[str, Interval]


@dataclass(frozen=True, slots=True)
class Result:
    """All that an experiment measured."""

    experiment: Experiment
    rows: tuple[Row, ...]
    differences: tuple[Difference, ...]


def evaluate(
    experiment: Experiment,
    answered: Mapping[str, Answered],
    *,
    draw: Draw,
) -> Result:
    """Means and paired differences, with bootstrap intervals, of all that was answered.

    answered: by name of a data set, the answers of the variants to all its questions; draw:
    how the bootstrap resamples.
    """
    rows: list[Row] = []
    differences: list[Difference] = []
    for dataset, runs in answered.values():
        values = {variant: values_of(run, dataset.questions) for variant, run in runs}
        took = {variant: 1000 * run.seconds / len(dataset.questions) for variant, run in runs}
        pairs = experiment.pairs(list(values))
        for part, members in _parts(dataset, by_gold=experiment.by_gold):
            of_part = {
                variant: {name: found[name][members] for name in experiment.measures}
                for variant, found in values.items()
            }
            for variant, found in of_part.items():
                measures = {name: mean_interval(each, draw=draw) for name, each in found.items()}
                rows.append(Row(part, variant, took[variant], measures))
            for of, against in pairs:
                both = of_part[of], of_part[against]
                measures = {
                    name: difference_interval(both[0][name], both[1][name], draw=draw)
                    for name in both[0]
                }
                differences.append(Difference(part, of, against, measures))
    return Result(experiment, tuple(rows), tuple(differences))


def values_of(run: Run, questions: Sequence[Question]) -> Values:
    """All measures of every question; "F1@gold" cuts at its own number of gold tables."""
    rows = [
        measures | {"F1@gold": _at_gold(run, question)}
        for measures, question in zip(question_measures(run, questions), questions, strict=True)
    ]
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}


def _at_gold(run: Run, question: Question) -> float:
    ranked = run.ranked.get(question.id, ())[: len(question.gold)]
    return precision_recall_f1(ranked, question.gold)[2]


def _parts(dataset: Dataset, *, by_gold: bool) -> Iterator[tuple[Part, list[int]]]:
    """The parts of the questions, never empty, each with the numbers of its questions."""
    groups: dict[str, list[int]] = {}
    for number, question in enumerate(dataset.questions):
        count = len(question.gold)
        name = ALL if not by_gold else str(count) if count < 3 else MANY
        groups.setdefault(name, []).append(number)
    for name in sorted(groups):  # "1", "2", "≥3"
        yield Part(dataset.label, name, len(groups[name])), groups[name]
