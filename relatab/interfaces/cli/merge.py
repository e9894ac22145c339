"""`relatab merge`: one model from several that were trained from one base."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from relatab.interfaces.cli.console import say

if TYPE_CHECKING:
    from relatab.training.merging import Part


@click.command("merge", short_help="Average trained models into one.")
@click.argument("models", nargs=-1, required=True, metavar="MODEL MODEL...")
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="The model folder to make.",
)
@click.option(
    "--weight",
    "weights",
    multiple=True,
    type=click.FloatRange(0.0, min_open=True),
    metavar="X",
    help="Of each MODEL in turn; by default all weigh the same.",
)
def command(models: Sequence[str], out: Path, weights: Sequence[float]) -> None:
    """Average the weights of models that were trained from one base.

    Each MODEL is a folder that `relatab train` or `relatab merge` made, an adapter that comes
    with relatab, or the base itself. The mean of trainings by other seeds or recipes often errs
    less than each of them, and is no slower.
    """
    from relatab.training.merging import merge_models

    merge_models(_parts(models, weights), out)
    say(f"{out}: ready; find its settings with `relatab calibrate {out} DATA`")


def _parts(models: Sequence[str], weights: Sequence[float]) -> list[Part]:
    """The models with their shares; UsageError for fewer than two, or weights of another number."""
    from relatab.training.merging import Part

    if len(set(models)) < max(2, len(models)):
        raise click.UsageError("name two models or more, each once")
    if weights and len(weights) != len(models):
        raise click.UsageError(f"give one --weight per model: {len(weights)} for {len(models)}")
    total = sum(weights) or len(models)
    return [
        Part(model, weight / total)
        for model, weight in zip(models, weights or [1.0] * len(models), strict=True)
    ]
