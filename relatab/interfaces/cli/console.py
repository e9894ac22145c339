"""What people see while something runs: messages and progress on stderr, results on stdout."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress


def say(message: str) -> None:
    """A message for people: stderr, so that stdout stays a clean result."""
    click.echo(message, err=True)


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


def result_console() -> Console:
    """The console for results."""
    from rich.console import Console

    return Console(highlight=False)


def progress_bar(unit: str) -> Progress:
    """A progress bar on stderr with count, share, remaining time and a free text."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}", style="dim"),
        console=Console(stderr=True),
        transient=True,
    )
