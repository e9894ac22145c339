"""The experiments of the paper, for its method, for relatab's own and for the baselines.

`run` measures what is missing and gives a `Result`; `write_result` writes it as JSON and
Markdown; `figures.draw` draws it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from relatab.evaluation.bootstrap import DEFAULT_DRAW, Draw
from relatab.evaluation.experiments.answers import AnswerStore, Watch, answer_variants
from relatab.evaluation.experiments.plan import EXPERIMENTS, Experiment
from relatab.evaluation.experiments.results import Result, evaluate
from relatab.evaluation.experiments.writing import write_result
from relatab.settings import preset

if TYPE_CHECKING:
    from relatab.embedding.base import Encoder
    from relatab.evaluation.datasets import Dataset
    from relatab.settings import Settings

__all__ = ["EXPERIMENTS", "Experiment", "Result", "run", "sampled", "write_result"]

ANSWERS = "answers.jsonl"
"""What was measured already, in the folder of the results; all experiments share it."""


def run(
    experiment: Experiment,
    datasets: Sequence[Dataset],
    encoder: Encoder,
    out: Path,
    *,
    methods: Sequence[Settings] = (),
    draw: Draw = DEFAULT_DRAW,
    watch: Watch = lambda _, __, ___: None,
) -> Result:
    """Run an experiment over the questions of some data sets.

    out: the folder whose `ANSWERS` are used and added to, so that what was measured with the
    same data, settings, encoder and code is not measured again, after a kill as well; methods: their
    settings, those of the experiment's own by default; draw: how the bootstrap resamples.
    """
    usual = methods or [preset(name) for name in experiment.methods]
    variants = [variant for settings in usual for variant in experiment.variants(settings)]
    found = answer_variants(datasets, variants, encoder, AnswerStore(out / ANSWERS), watch)
    return evaluate(experiment, found, draw=draw)


def sampled(dataset: Dataset, count: int, *, seed: int) -> Dataset:
    """The data set with at most so many of its questions, drawn at random, in their order."""
    if count >= len(dataset.questions):
        return dataset
    drawn = random.Random(seed).sample(range(len(dataset.questions)), count)  # noqa: S311
    return replace(dataset, questions=tuple(dataset.questions[each] for each in sorted(drawn)))
