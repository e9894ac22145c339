"""`relatab dataset`: data sets of questions and tables to measure and train with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from relatab.interfaces.cli.console import progress_bar, result_console, say, write_json
from relatab.interfaces.cli.options import json_option

if TYPE_CHECKING:
    from relatab.evaluation.multitable import BuiltSplit

SHOWN_TROUBLE = 10
"""Irregularities that are printed of each split; stats.json has all."""


@click.group("dataset", short_help="Make data sets of questions and tables.")
def command() -> None:
    """Make data sets of questions and tables, to evaluate and to train with."""


@command.command("build", short_help="Make a multi-table data set from Spider or BIRD.")
@click.argument("out", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--spider",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="Spider's originals: tables.json, train_spider.json, dev.json, database/.",
)
@click.option(
    "--bird",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="BIRD's originals: dev.json, dev_tables.json, dev_databases/; train likewise.",
)
@json_option
def build(out: Path, spider: Path | None, bird: Path | None, *, as_json: bool) -> None:
    """Make a multi-table data set in the folder OUT from text-to-SQL originals.

    All databases become one corpus without foreign keys, linked columns get other names, and
    the questions stay whose SQL reads two or more tables.
    """
    from relatab.evaluation.multitable import build as build_dataset
    from relatab.evaluation.multitable import statistics_of

    given = {"spider": spider, "bird": bird}
    originals = {name: folder for name, folder in given.items() if folder is not None}
    if not originals:
        raise click.UsageError("give --spider FOLDER or --bird FOLDER, or both")
    with progress_bar("questions", hidden=as_json) as progress:
        task = progress.add_task("Building", total=None, note="")

        def watch(split: str, done: int, of: int) -> None:
            progress.update(task, completed=done, total=of, note=split)

        built = build_dataset(out, originals, watch)
    if as_json:
        write_json({f"{each.dataset}/{each.split}": statistics_of(each) for each in built})
    else:
        _print(out, built)


def _print(out: Path, built: list[BuiltSplit]) -> None:
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    console = result_console()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("data set", "databases", "tables", "questions", "kept", "renamed columns"):
        table.add_column(name, justify="left" if name == "data set" else "right")
    for each in built:
        counted = (each.databases, len(each.tables), each.counts["all"], len(each.queries))
        numbers = map(str, (*counted, len(each.renames)))
        table.add_row(escape(f"{each.dataset}/{each.split}"), *numbers)
    console.print(table)
    console.print(f"Written to {escape(str(out))}; stats.json says what became of every question.")
    for each in built:
        for line in each.trouble[:SHOWN_TROUBLE]:
            say(f"{each.dataset}/{each.split}: {line}")
        if (more := len(each.trouble) - SHOWN_TROUBLE) > 0:
            say(f"{each.dataset}/{each.split}: {more} more, see {out / 'stats.json'}")
