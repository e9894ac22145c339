"""`relatab evaluate`: how well methods find the known tables of questions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from relatab.errors import EncoderError
from relatab.interfaces.cli.console import progress_bar, result_console, say, write_json
from relatab.interfaces.cli.options import json_option, model_option
from relatab.interfaces.cli.render import styled
from relatab.model_json import Json
from relatab.settings import METHODS, Settings, with_assignments

if TYPE_CHECKING:
    from relatab.evaluation.datasets import Dataset
    from relatab.evaluation.remembering import RememberingEncoder
    from relatab.evaluation.runs import Run

SHOWN = ("R@2", "F1@2", "R@5", "full@5", "NDCG@2", "NDCG@5")
SHOWN_OF_SETS = ("set P", "set R", "set F1", "set exact")


@click.command("evaluate", short_help="Measure how well methods find known tables.")
@click.argument("data", type=click.Path(path_type=Path, exists=True))
@click.option("--dataset", metavar="NAME", help="Only records of this data set.")
@click.option("--split", metavar="NAME", help="Only records of this split, such as dev.")
@click.option(
    "--tables",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="The tables that a file of pairs names by their ids.",
)
@click.option(
    "--relevant-above",
    type=float,
    default=0.0,
    show_default=True,
    metavar="GRADE",
    help="In a file of pairs, the relevance that a table must exceed to be a right answer.",
)
@click.option(
    "--method",
    "methods",
    type=click.Choice(METHODS),
    multiple=True,
    default=METHODS[:1],
    show_default=True,
    help="May be given several times.",
)
@model_option
@click.option("--context", is_flag=True, help="Let each table name its database or document.")
@click.option(
    "--set",
    "assignments",
    multiple=True,
    metavar="SETTING=VALUE",
    help="Change a setting of the methods.",
)
@click.option(
    "--run",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help='Write the ranked tables as JSON, {"question id": [table ids]}; of several methods to '
    "one file each, with the method's name before the suffix.",
)
@click.option(
    "--sets",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the chosen sets likewise.",
)
@click.option("--by-gold", is_flag=True, help="Also by the number of right tables.")
@click.option(
    "--limit-questions", type=click.IntRange(1), metavar="N", help="Only the first N questions."
)
@json_option
def command(
    data: Path,
    dataset: str | None,
    split: str | None,
    tables: Path | None,
    relevant_above: float,
    methods: Sequence[str],
    model: str | None,
    assignments: Sequence[str],
    run: Path | None,
    sets: Path | None,
    limit_questions: int | None,
    *,
    context: bool,
    by_gold: bool,
    as_json: bool,
) -> None:
    """Measure how well methods find the tables that answer the questions of a data set.

    DATA is a folder with tables.jsonl and queries.jsonl, or a file of judged query-table
    pairs. Its tables become a temporary index, which is searched as by `relatab search`.
    """
    from relatab.evaluation.report import evaluation_report
    from relatab.evaluation.sources import read_dataset
    from relatab.interfaces.cli.encoders import settings_of

    settings = [
        with_assignments(settings_of(method, model), assignments)
        for method in dict.fromkeys(methods)
    ]
    measured = read_dataset(
        data, dataset, split, tables=tables, relevant_above=relevant_above, note=say
    )
    measured = replace(measured, questions=measured.questions[:limit_questions])
    encoder, runs = _answers(measured, model, settings, context=context)
    for each, found in zip(settings, runs, strict=True):
        _write(run, found.ranked, each.method, several=len(runs) > 1)
        _write(sets, found.sets, each.method, several=len(runs) > 1)
    report = evaluation_report(measured, encoder, settings, runs, with_context=context)
    if as_json:
        write_json(report)
    else:
        _print(report, by_gold=by_gold)


def _answers(
    dataset: Dataset, model: str | None, settings: Sequence[Settings], *, context: bool
) -> tuple[str, list[Run]]:
    """What identifies the encoder, and the answers by each of the settings."""
    from relatab.evaluation.dense import is_bare
    from relatab.evaluation.remembering import RememberingEncoder
    from relatab.interfaces.cli.encoders import named_encoder

    if model and is_bare(model):
        if context or {each.method for each in settings} != {"dense"}:
            raise EncoderError(
                f"{model}: brings its own encoder; use it with --method dense, without context"
            )
        return f"torch-fp32 {model}", [_bare_run(dataset, model, each) for each in settings]
    encoder = RememberingEncoder(named_encoder(model))
    return encoder.fingerprint, _runs(dataset, encoder, settings, context=context)


def _bare_run(dataset: Dataset, model: str, settings: Settings) -> Run:
    from relatab.evaluation.dense import dense_run

    with progress_bar("questions") as progress:
        task = progress.add_task("Evaluating", total=len(dataset.questions), note=settings.method)
        return dense_run(dataset, model, settings, watch=lambda: progress.advance(task))


def _runs(
    dataset: Dataset, encoder: RememberingEncoder, settings: Sequence[Settings], *, context: bool
) -> list[Run]:
    """The answers by each of the settings; encoding the questions is left out of their times."""
    from relatab.evaluation.corpus import indexed
    from relatab.evaluation.runs import answer_all

    runs = []
    with progress_bar("questions") as progress:
        task = progress.add_task("Evaluating", total=None, note=f"indexing {dataset.label}")
        with indexed(dataset, encoder, with_context=context) as index:
            for each in settings:
                progress.reset(task, total=len(dataset.questions), note=each.method)
                before = encoder.seconds
                run = answer_all(
                    index, encoder, dataset.questions, each, lambda: progress.advance(task)
                )
                runs.append(replace(run, seconds=run.seconds - (encoder.seconds - before)))
    return runs


def _write(
    path: Path | None, found: dict[str, tuple[str, ...]], method: str, *, several: bool
) -> None:
    if path is not None:
        place = path.with_name(f"{path.stem}-{method}{path.suffix}") if several else path
        place.write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")


def _print(report: Json, *, by_gold: bool) -> None:
    from rich import box
    from rich.table import Table

    console = result_console()
    context = ", each with its source as context" if report["context"] else ""
    console.print(
        styled(report["data"], "bold").append(
            f": {report['questions']} questions, {report['tables']} tables{context}", "not bold"
        )
    )
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=0)
    table.add_column("method", no_wrap=True)
    for name in (*SHOWN, *SHOWN_OF_SETS, "set size", "ms"):
        # In two lines, so that all fits in 80 columns.
        table.add_column(name.replace("@", "\n@").replace(" ", "\n"), justify="right")
    for method in report["methods"]:
        parts = method["by_gold"] if by_gold else {}
        spent = f"{method['ms_per_question']:.0f}"
        table.add_row(method["method"], *_figures(method["measures"]), spent)
        for gold, part in parts.items():
            table.add_row(f" {gold} ({part['questions']})", *_figures(part["measures"]))
    console.print(table)
    if by_gold:
        console.print("[dim]Below each method: by the number of right tables (questions).[/dim]")


def _figures(measures: dict[str, float]) -> list[str]:
    return [f"{measures[name]:.1f}" for name in (*SHOWN, *SHOWN_OF_SETS, "set size")]
