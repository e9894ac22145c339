"""Options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from relatab.interfaces.cli.amounts import DURATION, SIZE
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


def wait_option(command: Command) -> Command:
    """--wait SECONDS: for another writer."""
    return click.option(
        "--wait",
        type=click.FloatRange(0),
        default=60.0,
        show_default=True,
        metavar="SECONDS",
        help="How long to wait for another process that writes to the index.",
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
    retry_failed = click.option(
        "--retry-failed",
        is_flag=True,
        help="Read again documents and pages that could not be read before.",
    )
    strict = click.option(
        "--strict", is_flag=True, help="Exit with 1 when a document could not be read."
    )
    return jobs(wait_option(retry_failed(strict(command))))


def limit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """--time-limit and --memory-limit, which a command with --jobs gets as `limits`: None for
    the usual ones.
    """

    @wraps(command)
    def limited(
        *, jobs: int | None, time_limit: float | None, memory_limit: float | None, **rest: Any
    ) -> Any:
        limits = None
        if time_limit or memory_limit:
            from relatab.index.workers import Limits

            if jobs == 0:
                raise click.UsageError("--jobs 0 keeps no limits: those are of worker processes")
            limits = Limits.within(time_limit, memory_limit)
        return command(jobs=jobs, limits=limits, **rest)

    time_limit = click.option(
        "--time-limit",
        type=DURATION,
        metavar="DURATION",
        help="Give up a document after this time, as 90s, 15m or 2h  [default: 15m, and 30s for "
        "each page]",
    )
    memory_limit = click.option(
        "--memory-limit",
        type=SIZE,
        metavar="SIZE",
        help="Give up a document whose reading takes more memory than this, as 800MB or 2GB  "
        "[default: 1.5GB]",
    )
    return time_limit(memory_limit(limited))


def wish_options(command: Command) -> Command:
    """--accept-deletions, --deep and --relink of a pass over documents."""
    accept_deletions = click.option(
        "--accept-deletions",
        is_flag=True,
        help="Remove documents that are missing from a folder that seems to be unavailable.",
    )
    deep = click.option(
        "--deep", is_flag=True, help="Compare the content of every file, not size and time."
    )
    relink = click.option(
        "--relink",
        is_flag=True,
        help="Link all tables anew; else a large index does so when a tenth has changed.",
    )
    return accept_deletions(deep(relink(command)))


def rule_options(command: Command) -> Command:
    """--include, --exclude, --most-lost and --ocr: what a followed folder is read by.

    Each is None where it is not given.
    """
    include = click.option(
        "--include",
        multiple=True,
        callback=_globs,
        metavar="GLOB",
        help='Only files that match, as "*.pdf" or "final/" does; may be repeated; "" for all.',
    )
    exclude = click.option(
        "--exclude",
        multiple=True,
        callback=_globs,
        metavar="GLOB",
        help='No files that match; may be repeated; "" for none.',
    )
    most_lost = click.option(
        "--most-lost",
        type=click.FloatRange(0, 1),
        metavar="SHARE",
        help="Share of the documents, 0 to 1, that may vanish at once before the folder is held "
        "to be unavailable  [default: 0.5]",
    )
    return include(exclude(most_lost(ocr_option(None)(command))))


def _globs(
    _: click.Context, __: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...] | None:
    """Callback for globs: None for none given, and no glob for an empty one."""
    from relatab.errors import SettingsError
    from relatab.index.roots import Rules

    globs = tuple(filter(None, values))
    try:
        Rules(include=globs)
    except SettingsError as error:
        raise click.BadParameter(str(error)) from error
    return globs if values else None


def reading_options(command: Command) -> Command:
    """--ocr and --password: how documents are read."""
    return ocr_option("auto")(password_option(command))


def ocr_option(default: str | None) -> Callable[[Command], Command]:
    """--ocr, which is `default` where it is not given."""
    return click.option(
        "--ocr",
        type=click.Choice(["auto", "off", "force"]),
        default=default,
        show_default=default or "as before, else auto",
        help="Read image pages by character recognition: where needed, never, or all pages.",
    )


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
