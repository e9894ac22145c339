"""What people see while something runs: messages and progress on stderr, results on stdout."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click

from relatab.interfaces.formats import TEXT_FORMATS, to_text, visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from relatab.model import Table
    from relatab.retrieval import Availability

MOST_ABSENT = 5
BAR_WIDTH = 12
"""Leaves room for the counts and a file name in a terminal of 80 columns."""


def say(message: str) -> None:
    """A message for people: stderr, so that stdout stays a clean result."""
    click.echo(visible(message), err=True)


def report_absent(known: Mapping[str, Availability]) -> None:
    """Tells of which documents, by path, the place is empty or cannot be reached."""
    from relatab.retrieval.presence import IN_WORDS

    absent = {path: note for path, state in known.items() if (note := IN_WORDS[state])}
    for path, note in list(absent.items())[:MOST_ABSENT]:
        say(f"{path}: {note}")
    if (more := len(absent) - MOST_ABSENT) > 0:
        say(f"and {more} more documents; `relatab refresh` brings the index up to date")


def write_json(value: Any) -> None:
    """One JSON value on one line of stdout."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def write_json_list(values: Iterable[Any]) -> None:
    """A JSON list on stdout, each item written as soon as it is known."""
    sys.stdout.write("[")
    for number, value in enumerate(values):
        sys.stdout.write((",\n" if number else "\n") + json.dumps(value, ensure_ascii=False))
        sys.stdout.flush()
    sys.stdout.write("\n]\n")


def text_writer(format_name: str) -> Callable[[Table], str]:
    """The writer of a text format; plain text is fitted to the terminal where there is one."""
    if format_name == "text" and sys.stdout.isatty():
        return partial(to_text, width=get_terminal_size().columns)
    return TEXT_FORMATS[format_name]


def result_console() -> Console:
    """The console for results."""
    from rich.console import Console

    class ResultConsole(Console):
        """Leaves it to the command line what happens when the reader has gone."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return ResultConsole(highlight=False)


def progress_bar(unit: str, *, hidden: bool = False) -> Progress:
    """A progress bar on stderr, where that is a terminal, with count, remaining time and a
    free text.

    hidden: no bar, where results scroll over the same screen.
    """
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.table import Column

    console = Console(stderr=True)
    whole, rest = Column(no_wrap=True), Column(no_wrap=True, overflow="ellipsis", ratio=1)
    return Progress(
        TextColumn("{task.description}", table_column=whole),
        BarColumn(bar_width=BAR_WIDTH, table_column=whole),
        MofNCompleteColumn(table_column=whole),
        TextColumn(f"{unit},", table_column=whole),
        TimeRemainingColumn(table_column=whole),
        TextColumn("left", table_column=whole),
        TextColumn("{task.fields[note]}", style="dim", table_column=rest),
        console=console,
        transient=True,
        expand=True,
        disable=hidden or not console.is_terminal,
        redirect_stdout=False,  # would send a result that is piped on to stderr
    )
