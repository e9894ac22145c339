"""`relatab experiment`: the tables and figures of the paper, for its method and relatab's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from relatab.interfaces.cli.console import progress_bar, say
from relatab.interfaces.cli.options import model_option
from relatab.settings import METHODS

if TYPE_CHECKING:
    from relatab.evaluation.datasets import Dataset
    from relatab.evaluation.experiments import Experiment, Result
    from relatab.evaluation.experiments.answers import Watch

NAMES = ("main", "dmax", "ablation", "difficulty", "sensitivity")


def _names(_: click.Context, parameter: click.Parameter, given: Sequence[str]) -> tuple[str, ...]:
    """Names that are given one by one or joined by commas."""
    names = tuple(name.strip() for each in given for name in each.split(",") if name.strip())
    if parameter.name == "methods" and (unknown := [n for n in names if n not in METHODS]):
        raise click.BadParameter(f"{unknown[0]!r} is not one of {', '.join(METHODS)}")
    return tuple(dict.fromkeys(names))


@click.command("experiment", short_help="Measure methods as the paper's experiments do.")
@click.argument("name", metavar="EXPERIMENT", type=click.Choice((*NAMES, "all")))
@click.argument("data", type=click.Path(path_type=Path, exists=True))
@click.option(
    "--dataset",
    "datasets",
    multiple=True,
    callback=_names,
    metavar="NAME,...",
    help="Data sets of the folder, each measured by itself  [default: all as one]",
)
@click.option("--split", metavar="NAME", help="Part of the data sets, such as dev.")
@click.option(
    "--method",
    "methods",
    multiple=True,
    callback=_names,
    metavar="NAME,...",
    help="Methods to measure  [default: those of the experiment]",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    metavar="FOLDER",
    help="Where results go; what was measured into it before is not measured again.",
)
@click.option(
    "--questions",
    type=click.IntRange(1),
    metavar="N",
    help="Measure with N questions of each data set, drawn at random.",
)
@click.option(
    "--samples",
    type=click.IntRange(100),
    default=2000,
    show_default=True,
    metavar="N",
    help="Resamples of the bootstrap.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Of all that is drawn.")
@click.option(
    "--plots",
    type=click.Choice(["svg", "png", "pdf", "none"]),
    default="svg",
    show_default=True,
    help="Form of the plots (needs relatab[plots]).",
)
@model_option
def command(
    name: str,
    data: Path,
    datasets: tuple[str, ...],
    split: str | None,
    methods: tuple[str, ...],
    out: Path,
    questions: int | None,
    samples: int,
    seed: int,
    plots: str,
    model: str | None,
) -> None:
    """Repeat an experiment of the paper with the data sets in DATA, as `relatab evaluate` reads it.

    main: methods against each other (Table 2); dmax: chains of one to four hops (Table 3);
    ablation: with and without associations (Table 4); difficulty: by number of gold tables
    (Figure 7); sensitivity: every hyperparameter (Figure 8); or all.

    Writes EXPERIMENT.json, EXPERIMENT.md and plots, with bootstrap intervals.
    """
    from relatab.evaluation.bootstrap import Draw
    from relatab.evaluation.experiments import EXPERIMENTS, run, write_result
    from relatab.interfaces.cli.encoders import named_encoder, settings_of

    chosen = [EXPERIMENTS[each] for each in (NAMES if name == "all" else (name,))]
    _check(chosen, methods)
    loaded = _loaded(data, datasets, split, questions, seed)
    encoder = named_encoder(model)
    draw = Draw(samples=samples, seed=seed)
    facts = {
        "model": encoder.fingerprint,
        "resamples": samples,
        "seed": seed,
    }
    for experiment in chosen:
        settings = [settings_of(each, model) for each in methods or experiment.methods]
        with _progress(experiment.name) as watch:
            result = run(experiment, loaded, encoder, out, methods=settings, draw=draw, watch=watch)
        written = write_result(result, out, facts)
        written += _drawn(result, out, plots)
        click.echo("\n".join(map(str, written)))


@contextmanager
def _progress(name: str) -> Iterator[Watch]:
    """A bar of the answers that are measured anew."""
    with progress_bar("answers") as progress:
        task = progress.add_task(name, total=None, note="")

        def watch(done: int, of: int, note: str) -> None:
            progress.update(task, completed=done, total=of, note=note)

        yield watch


def _check(chosen: Sequence[Experiment], methods: Sequence[str]) -> None:
    """UsageError for a method that an experiment cannot take apart."""
    from relatab.evaluation.experiments.plan import LINKING

    for experiment in chosen:
        odd = [each for each in methods if each not in LINKING]
        if odd and set(experiment.methods) <= set(LINKING):
            raise click.UsageError(
                f"{experiment.name}: {odd[0]} follows no associations; use {' or '.join(LINKING)}"
            )


def _loaded(
    data: Path, names: Sequence[str], split: str | None, questions: int | None, seed: int
) -> list[Dataset]:
    """The data sets of a folder or file, with no more than so many questions each."""
    from relatab.evaluation.experiments import sampled
    from relatab.evaluation.sources import read_dataset

    found = [read_dataset(data, name, split, note=say) for name in names or (None,)]
    return [sampled(each, questions, seed=seed) if questions else each for each in found]


def _drawn(result: Result, out: Path, form: str) -> list[Path]:
    """The plots of a result; without matplotlib the figures are still worth having."""
    from relatab.errors import RelatabError
    from relatab.evaluation.experiments.figures import draw_result

    if form == "none":
        return []
    try:
        return draw_result(result, out, form=form)
    except RelatabError as error:
        say(f"No plots: {error}")
        return []
