"""Passes at intervals until stopped: when the next one begins, and nothing else.

Time is the monotonic clock's, so that a wall clock that is set, or a machine that slept,
neither skips a pass nor makes up for missed ones.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import SystemRandom
from threading import Event

_LONGEST_WAIT_SECONDS = 1.0
"""A hint, and on Windows a signal, is noticed after this time at the latest."""
_REST = 9.0
"""What hints bring forward begins no sooner than so many times as long after a pass as that took:
so passes over a large share take a tenth of the time at the most, however busy a folder is."""

_draw = SystemRandom().random


@dataclass(frozen=True, slots=True)
class Rhythm:
    """When passes begin: at ticks `every` seconds apart, each put off by up to `jitter` of that.

    jitter, in [0, 1): many relatabs that were started together must not meet on one file server.
    A pass longer than the interval is followed by the next one at the next tick.
    """

    every: float
    jitter: float = 0.1

    def next_start(self, elapsed: float, draw: Callable[[], float] = _draw) -> float:
        """When the next pass begins, in seconds since the first, given those elapsed now."""
        tick = math.floor(elapsed / self.every) + 1
        return self.every * (tick + self.jitter * draw())


class Hints:
    """Signs that something changed, from any thread; they only bring the next pass forward.

    quiet: seconds without a further sign before a pass begins, so that a copy is waited for;
    patience: seconds after which it begins although the signs go on.
    """

    def __init__(
        self,
        quiet: float = 5.0,
        patience: float = 60.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._quiet = quiet
        self._patience = patience
        self._clock = clock
        self._span: tuple[float, float] | None = None  # of the first and of the last sign

    def give(self) -> None:
        """Notes a sign."""
        now = self._clock()
        span = self._span
        self._span = (span[0] if span else now, now)

    def clear(self) -> None:
        """Forgets the signs, because a pass begins that will see what they meant."""
        self._span = None

    def due(self) -> float:
        """The time at which a pass should begin because of them; infinite without any."""
        span = self._span
        return min(span[0] + self._patience, span[1] + self._quiet) if span else math.inf


def repeat(
    one_pass: Callable[[], None],
    rhythm: Rhythm,
    stopped: Event,
    hints: Hints,
    *,
    clock: Callable[[], float] = time.monotonic,
    wait: Callable[[float], object] | None = None,
    draw: Callable[[], float] = _draw,
) -> None:
    """Runs a pass now, then one at each tick or soon after a hint, until `stopped` is set.

    one_pass: ends the loop by raising; wait: waits so many seconds, or less once stopped.
    """
    wait = wait or stopped.wait
    begun = clock()
    while not stopped.is_set():
        hints.clear()
        started = clock()
        one_pass()
        ended = clock()
        tick = begun + rhythm.next_start(ended - begun, draw)
        rested = ended + _REST * (ended - started)
        while (left := min(tick, max(rested, hints.due())) - clock()) > 0 and not stopped.is_set():
            wait(min(left, _LONGEST_WAIT_SECONDS))
