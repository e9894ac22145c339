"""`relatab refresh`: the followed folders again, once or at intervals until stopped."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import click

from relatab.errors import EncoderError, FingerprintError, IndexMissingError, RelatabError
from relatab.interfaces.cli.amounts import DURATION
from relatab.interfaces.cli.console import say
from relatab.interfaces.cli.durations import in_words
from relatab.interfaces.cli.encoders import named_encoder
from relatab.interfaces.cli.index import check_all_read
from relatab.interfaces.cli.options import (
    index_option,
    limit_options,
    model_option,
    pass_options,
    password_option,
    wish_options,
)
from relatab.interfaces.cli.stopping import stop_requests

if TYPE_CHECKING:
    from relatab.index.periodic import Hints
    from relatab.index.watching import Watcher
    from relatab.index.workers import Limits
    from relatab.interfaces.cli.passes import Passes

_EVERY_WHEN_WATCHING = 300.0
_HOPELESS = (IndexMissingError, FingerprintError, EncoderError)
"""What another pass would meet again. All other trouble may be over at the next one."""


@click.command("refresh", short_help="Bring the followed folders up to date, once or at intervals.")
@click.option(
    "--every",
    type=DURATION,
    metavar="DURATION",
    help="Again at this interval, as 90s, 15m, 2h or 1d, until stopped.",
)
@click.option(
    "--watch",
    "watching",
    is_flag=True,
    help="Also soon after a file event, where folders lie on local disks; others are looked at "
    "at the interval, 5m if none is given. Needs relatab[watch].",
)
@click.option(
    "--log",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Append a JSON line for each pass, changed document and issue.",
)
@wish_options
@click.option(
    "--deep-every",
    type=DURATION,
    metavar="DURATION",
    help="As --deep, but only when a folder's last such pass is this long ago.",
)
@pass_options
@limit_options
@password_option
@model_option
@index_option
def command(
    index_folder: Path,
    every: float | None,
    log: Path | None,
    deep_every: float | None,
    jobs: int | None,
    limits: Limits | None,
    wait: float,
    password: str | None,
    model: str | None,
    *,
    watching: bool,
    strict: bool,
    **wishes: bool,
) -> None:
    """Bring the index up to date with all folders that it follows.

    Once, or with --every or --watch until stopped: Ctrl-C or SIGTERM end it after the document
    at hand. --deep, --relink and --retry-failed then hold for the first pass.
    """
    from extractors.base import Options
    from relatab.index.refresh import update_index
    from relatab.index.roots import Wishes
    from relatab.index.store import database
    from relatab.interfaces.cli.passes import Passes
    from relatab.interfaces.journal import Journal

    every = every or (_EVERY_WHEN_WATCHING if watching else None)
    if every and (strict or wishes["accept_deletions"]):
        raise click.UsageError("--accept-deletions and --strict are for a single pass")
    database(index_folder)  # the likelier mistake, so it is told before a model is looked for
    with stop_requests() as stopped:
        update = partial(
            update_index,
            index_folder,
            encoder=named_encoder(model, lazy=True),
            options=Options(password=password),
            jobs=jobs,
            limits=limits,
            wait=wait,
            stop=stopped.is_set,
        )
        passes = Passes(
            index_folder,
            update,
            Wishes(**wishes),
            deep_every=deep_every,
            journal=Journal(log, index_folder) if log else None,
        )
        if every:
            _until_stopped(passes, every, stopped, index_folder if watching else None)
        else:
            _once(passes, strict=strict)


def _once(passes: Passes, *, strict: bool) -> None:
    """A single pass, whose outcome decides upon the exit code."""
    summary = passes.run()
    if summary.stopped:
        raise KeyboardInterrupt
    if all(root.state != "ok" for root in passes.roots()):
        raise RelatabError("no followed folder can be reached; see `relatab status`")
    if strict:
        check_all_read(summary)
        if summary.unavailable:
            raise RelatabError("not every followed folder can be reached (--strict)")


def _until_stopped(passes: Passes, every: float, stopped: Event, watched: Path | None) -> None:
    """Passes at intervals and, where an index is watched, soon after file events."""
    from relatab.index.periodic import Hints, Rhythm, repeat

    hints = Hints()
    with _events(watched, hints) if watched else nullcontext() as watcher:

        def one_pass() -> None:
            _attempt(passes)
            if watcher and not stopped.is_set():
                _follow(watcher, passes, every, hints)

        repeat(one_pass, Rhythm(every), stopped, hints)


def _attempt(passes: Passes) -> None:
    """A pass whose trouble, if another pass may be spared it, is told and nothing more."""
    from relatab.interfaces.cli.passes import timed

    try:
        passes.run()
    except _HOPELESS:
        raise
    except (RelatabError, OSError) as error:
        say(timed(f"{error}; the next pass tries again"))


@contextmanager
def _events(index: Path, hints: Hints) -> Iterator[Watcher]:
    """Watches for file events as long as the context lasts; they become hints."""
    try:
        from relatab.index.watching import Watcher
    except ImportError as error:
        message = "--watch needs watchdog: install it with  pip install 'relatab[watch]'"
        raise RelatabError(message) from error
    with closing(Watcher(index, hints.give, say)) as watcher:
        yield watcher


def _follow(watcher: Watcher, passes: Passes, every: float, hints: Hints) -> None:
    """Watches the roots as they now are; which, and why not the others, is told when it changes."""
    coverage = watcher.follow([root.path for root in passes.roots()])
    if coverage:
        for root in coverage.watched:
            say(f"  {root}: watched")
        for root, reason in coverage.polled.items():
            say(f"  {root}: looked at every {in_words(every)}, because it is {reason}")
        hints.give()  # for what changed between the pass and the watch
