"""The passes of one run of `relatab refresh`, each told on stderr and in the log."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from relatab.errors import FingerprintError, RelatabError
from relatab.index.records import printable
from relatab.index.roots import Wishes
from relatab.index.store import database, open_reader
from relatab.interfaces.cli.console import say
from relatab.interfaces.cli.index import counts_in_words, progress_on_stderr
from relatab.interfaces.journal import Event, Journal, pass_events

if TYPE_CHECKING:
    from relatab.index.progress import Summary
    from relatab.index.records import RootRecord


class Passes:
    """Runs passes over the roots of an index.

    update: `update_index` with all but `watch` and `wishes`; first: what is wished for from the
    first pass; deep_every: seconds after which a root's content is compared again.
    """

    def __init__(
        self,
        folder: Path,
        update: Callable[..., Summary],
        first: Wishes,
        *,
        deep_every: float | None = None,
        journal: Journal | None = None,
    ) -> None:
        self._folder = folder
        self._update = update
        self._wishes = first
        self._deep_every = deep_every
        self._journal = journal

    def run(self) -> Summary:
        """One more pass; IndexMissingError where the index has gone, or what `update` raises."""
        try:
            summary = self._pass()
        except (RelatabError, OSError) as error:
            with suppress(RelatabError):  # the trouble itself says more than that of the log
                self._log([{"event": "trouble", "message": str(error)}])
            raise
        for line in in_lines(summary):
            say(line)
        self._log(pass_events(summary))
        return summary

    def _pass(self) -> Summary:
        database(self._folder)
        wishes = replace(self._wishes, deep=self._wishes.deep or self._deep_is_due())
        with progress_on_stderr() as watch:
            summary = self._update(watch=watch, wishes=wishes)
        self._wishes = Wishes()
        return summary

    def roots(self) -> list[RootRecord]:
        """The followed roots; none of an index of an older relatab, which a pass mends."""
        with suppress(FingerprintError), open_reader(self._folder) as reader:
            return reader.roots()
        return []

    def _deep_is_due(self) -> bool:
        """Whether a root's content was last compared too long ago, or in a time still to come."""
        if self._deep_every is None:
            return False
        reached = [root for root in self.roots() if root.state == "ok"]
        ages = [time.time() - (root.last_deep or 0.0) for root in reached]
        return any(not 0 <= age < self._deep_every for age in ages)

    def _log(self, events: Iterable[Event]) -> None:
        if self._journal:
            self._journal.write(events)


def timed(message: str) -> str:
    """A message with the local time before it."""
    return f"{datetime.now().astimezone():%Y-%m-%d %H:%M:%S}  {message}"


def in_lines(summary: Summary) -> Iterator[str]:
    """What a pass did in one line with the time, and one for each place that is unavailable."""
    done = counts_in_words(summary) or "no documents"
    if issues := len(summary.issues):
        done += f", {issues} issue{'s' if issues > 1 else ''}"
    ending = " when stopped" if summary.stopped else ""
    yield f"{timed(done)} in {summary.seconds:.1f} s{ending}"
    for place, issue in summary.unavailable:
        yield f"  {printable(place)}: {issue.message}; {issue.action}"
