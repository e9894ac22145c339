"""The rhythm of passes, on a clock that the tests move."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relatab.index.periodic import Hints, Rhythm, repeat


class World:
    """A clock that moves while a pass runs or the loop waits, and what is to happen when."""

    def __init__(self, durations: list[float], *, until: float) -> None:
        self.now = 1000.0
        self.began = self.now
        self.until = self.began + until
        self.stopped = Event()
        self.hints = Hints(clock=self.clock)
        self.starts: list[float] = []
        self.events: list[tuple[float, Callable[[], None]]] = []
        self._durations = durations

    def clock(self) -> float:
        return self.now

    def at(self, seconds: float, happens: Callable[[], None]) -> None:
        self.events.append((self.began + seconds, happens))

    def pass_time(self, seconds: float) -> None:
        end = self.now + seconds
        while self.events and min(self.events)[0] <= end:
            moment, happens = self.events.pop(self.events.index(min(self.events)))
            self.now = max(self.now, moment)
            happens()
        self.now = max(self.now, end)
        if self.now >= self.until:
            self.stopped.set()

    def one_pass(self) -> None:
        self.starts.append(self.now - self.began)
        self.pass_time(self._durations[min(len(self.starts), len(self._durations)) - 1])

    def run(self, rhythm: Rhythm, draw: Callable[[], float] = lambda: 0.0) -> list[float]:
        repeat(
            self.one_pass,
            rhythm,
            self.stopped,
            self.hints,
            clock=self.clock,
            wait=self.pass_time,
            draw=draw,
        )
        return self.starts


def test_passes_begin_at_once_and_then_at_each_tick() -> None:
    assert World([1.0], until=3600).run(Rhythm(900)) == [0, 900, 1800, 2700]


def test_a_long_pass_is_followed_by_the_next_one_at_the_next_tick() -> None:
    world = World([2000.0, 1.0], until=3700)
    assert world.run(Rhythm(900)) == [0, 2700, 3600]


def test_each_start_is_put_off_by_a_share_of_the_interval() -> None:
    draws = iter([0.5, 0.0, 1.0, 0.0])
    world = World([1.0], until=3000)
    assert world.run(Rhythm(900, jitter=0.1), lambda: next(draws)) == [0, 945, 1800, 2790]


def test_a_machine_that_slept_makes_one_pass_and_does_not_catch_up() -> None:
    world = World([1.0], until=9500)
    world.at(1000, lambda: world.pass_time(7000))  # the clock may count that, as on Windows
    assert world.run(Rhythm(900)) == [0, 900, 8000, 8100, 9000]


def test_a_stop_while_waiting_ends_the_loop_without_another_pass() -> None:
    world = World([1.0], until=math.inf)
    world.at(500, world.stopped.set)
    assert world.run(Rhythm(900)) == [0]
    assert world.now - world.began < 502


def test_a_stop_in_a_pass_ends_the_loop_after_it() -> None:
    world = World([100.0], until=math.inf)
    world.at(50, world.stopped.set)
    assert world.run(Rhythm(900)) == [0]
    assert world.now - world.began == 100


def test_an_error_in_a_pass_ends_the_loop() -> None:
    def fail() -> None:
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        repeat(fail, Rhythm(1), Event(), Hints())


def test_a_hint_brings_the_next_pass_forward_once_it_is_quiet() -> None:
    world = World([0.1], until=899)
    for seconds in (100, 103, 106):
        world.at(seconds, world.hints.give)
    (_, second) = world.run(Rhythm(900))
    assert 111 <= second <= 112


def test_hints_without_end_are_answered_after_a_minute() -> None:
    world = World([0.1], until=200)
    for seconds in range(100, 200, 2):
        world.at(seconds, world.hints.give)
    (_, second) = world.run(Rhythm(900))
    assert 160 <= second <= 162


def test_a_hint_that_came_during_a_pass_is_answered_by_another_one() -> None:
    world = World([10.0, 0.1], until=899)
    world.at(5, world.hints.give)
    (_, second) = world.run(Rhythm(900))
    assert 100 <= second <= 101  # rested nine times as long as the pass took


def test_hints_do_not_make_long_passes_frequent() -> None:
    world = World([60.0], until=1700)
    for seconds in range(0, 1700, 3):
        world.at(seconds, world.hints.give)
    starts = world.run(Rhythm(3600))
    assert len(starts) == 3
    assert all(later - earlier >= 600 for earlier, later in pairwise(starts))


@given(
    every=st.floats(1, 1e6),
    jitter=st.floats(0, 0.9),
    elapsed=st.floats(0, 1e9),
    drawn=st.floats(0, 1, exclude_max=True),
)
def test_the_next_start_is_later_and_within_an_interval_and_its_jitter(
    every: float, jitter: float, elapsed: float, drawn: float
) -> None:
    start = Rhythm(every, jitter).next_start(elapsed, lambda: drawn)
    slack = 1e-9 * max(elapsed, 1)
    assert elapsed - slack < start <= elapsed + every * (1 + jitter) + slack
