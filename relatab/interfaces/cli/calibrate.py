"""`relatab calibrate`: the settings that suit a trained model."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from relatab.errors import DatasetError
from relatab.interfaces.cli.console import progress_bar, say

if TYPE_CHECKING:
    from relatab.evaluation.datasets import Dataset

SHARE = 0.12
"""Of the sources, where a model does not tell which its training held out."""


@click.command("calibrate", short_help="Find the settings that suit a trained model.")
@click.argument("model", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.argument("data", type=click.Path(path_type=Path, exists=True))
@click.option("--dataset", "datasets", multiple=True, metavar="NAME", help="Only of this data set.")
@click.option("--split", metavar="NAME", help="Only records of this split.")
@click.option(
    "--held-out",
    type=click.FloatRange(0.0, 1.0),
    help="Share of the sources to use, 0: all; by default what the training of MODEL held out, "
    f"and {SHARE} where its record does not tell.",
)
@click.option("--seed", default=1, show_default=True, help="Of the choice of sources, questions.")
@click.option("--limit-questions", default=1000, show_default=True, help="Per data set, at most.")
def command(
    model: Path,
    data: Path,
    datasets: Sequence[str],
    split: str | None,
    held_out: float | None,
    seed: int,
    limit_questions: int,
) -> None:
    """Find the weights and thresholds that suit the MODEL folder, and write them into it.

    Of DATA, read as by `relatab train`, only the databases or documents are used that the
    training held out, or a share of them. Take neither what the model was trained on nor what
    you report.
    """
    from relatab.evaluation.sources import read_dataset
    from relatab.interfaces.cli.encoders import named_encoder
    from relatab.training.calibrate import calibrate, write_calibration
    from relatab.training.folder import held_out_sources

    sources = held_out_sources(model) if held_out is None else None
    parts = []
    for name in datasets or (None,):
        dataset = read_dataset(data, name, split, note=say)
        part = (
            _share(dataset, SHARE if held_out is None else held_out, seed)
            if sources is None
            else _of_training(dataset, sources, model)
        )
        parts.append(_at_most(limit_questions, part, seed))
    encoder = named_encoder(str(model))
    with progress_bar("settings") as bar:
        task = bar.add_task("Calibrating", total=None, note="")
        found = calibrate(encoder, parts, watch=lambda: bar.advance(task))
    write_calibration(model, found, parts)
    changed = ", ".join(f"{name} {value:g}" for name, value in found.settings.items())
    say(f"{100 * found.before:.1f} before, {100 * found.after:.1f} with {changed or 'no changes'}")


def _of_training(dataset: Dataset, sources: frozenset[str], model: Path) -> Dataset:
    """What of a data set the training of the model held out."""
    from relatab.evaluation.datasets import of_sources

    part = of_sources(dataset, sources)
    if not part.questions:
        raise DatasetError(
            f"{dataset.label}: holds nothing that the training of {model} held out; "
            "give the data of which it held a part out, or --held-out 0 to use all of this"
        )
    return part


def _at_most(count: int, dataset: Dataset, seed: int) -> Dataset:
    """With a random choice of the questions where there are more."""
    if len(dataset.questions) <= count:
        return dataset
    chance = random.Random(seed)  # noqa: S311 - a choice of questions is no secret
    return replace(dataset, questions=tuple(chance.sample(dataset.questions, count)))


def _share(dataset: Dataset, share: float, seed: int) -> Dataset:
    """About this share of a data set, by whole sources; all of it for a share of 0."""
    from relatab.evaluation.datasets import folds

    count = round(1 / share) if share else 1
    if count < 2:
        return dataset
    try:
        return folds(dataset, count, seed=seed)[0]
    except ValueError as error:
        raise DatasetError(f"{error}; give a larger --held-out, or 0 to use all") from error
