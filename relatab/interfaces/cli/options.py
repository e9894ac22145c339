"""Options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from relatab.settings import METHODS

Command = TypeVar("Command", bound=Callable[..., Any])

DEFAULT_INDEX = ".relatab"


def question(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """Callback for a question: one that is given is not empty."""
    if value is not None and not value.strip():
        raise click.BadParameter("the question is empty")
    return value


def index_option(command: Command) -> Command:
    """--index DIR, else $RELATAB_INDEX, else .relatab in the current folder."""
    return click.option(
        "--index",
        "index_folder",
        type=click.Path(path_type=Path, file_okay=False),
        default=lambda: os.environ.get("RELATAB_INDEX") or DEFAULT_INDEX,
        show_default="$RELATAB_INDEX, else .relatab",
        metavar="DIR",
        help="The index folder.",
    )(command)


def json_option(command: Command) -> Command:
    """--json: pure JSON on stdout, everything else on stderr."""
    return click.option("--json", "as_json", is_flag=True, help="Write JSON to stdout.")(command)


def method_option(command: Command) -> Command:
    """--method NAME."""
    return click.option(
        "--method",
        type=click.Choice(METHODS),
        default=METHODS[0],
        show_default=True,
        help="How tables are scored: relatab's own, the paper's equations, words alone, meaning "
        "alone, or join-aware.",
    )(command)


def limit_option(command: Command) -> Command:
    """-k N: how many tables."""
    return click.option(
        "-k",
        "--limit",
        type=click.IntRange(1),
        default=10,
        show_default=True,
        metavar="N",
        help="At most N tables.",
    )(command)


def pass_options(command: Command) -> Command:
    """--jobs, --wait, --retry-failed and --strict of a pass over documents."""
    jobs = click.option(
        "-j",
        "--jobs",
        type=click.IntRange(0),
        metavar="N",
        help="Documents read at the same time; 0: in this process  [default: one per core]",
    )
    wait = click.option(
        "--wait",
        type=click.FloatRange(0),
        default=60.0,
        show_default=True,
        metavar="SECONDS",
        help="How long to wait for another process that writes to the index.",
    )
    retry_failed = click.option(
        "--retry-failed",
        is_flag=True,
        help="Read again documents and pages that could not be read before.",
    )
    strict = click.option(
        "--strict", is_flag=True, help="Exit with 1 when a document could not be read."
    )
    return jobs(wait(retry_failed(strict(command))))


def reading_options(command: Command) -> Command:
    """--ocr and --password: how documents are read."""
    ocr = click.option(
        "--ocr",
        type=click.Choice(["auto", "off", "force"]),
        default="auto",
        show_default=True,
        help="Read image pages by character recognition: where needed, never, or all pages.",
    )
    return ocr(password_option(command))


def password_option(command: Command) -> Command:
    """--password TEXT."""
    return click.option(
        "--password",
        metavar="TEXT",
        help="Password to try on encrypted files.",
    )(command)


def model_option(command: Command) -> Command:
    """--model NAME: the sentence encoder."""
    return click.option(
        "--model",
        envvar="RELATAB_MODEL",
        metavar="NAME",
        help="Sentence encoder: a name or a model folder  [default: $RELATAB_MODEL, else "
        "all-MiniLM-L6-v2]",
    )(command)


def table_argument(command: Command) -> Command:
    """TABLE: a table id, or the start of one."""
    return click.argument("table", metavar="TABLE")(command)
