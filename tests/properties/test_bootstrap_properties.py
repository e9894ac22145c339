"""What holds of bootstrap intervals whatever the values."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from relatab.evaluation.bootstrap import Draw, difference_interval, mean_interval

SHARES = st.floats(0, 1)
VALUES = st.lists(SHARES, min_size=1, max_size=40)
PAIRS = st.lists(st.tuples(SHARES, SHARES), min_size=1, max_size=40)
DRAWS = st.builds(Draw, st.integers(50, 200), st.integers(0, 9), st.floats(0.5, 0.99))
ROUNDING = 1e-9


@given(VALUES, DRAWS)
def test_an_interval_lies_within_the_values(values: list[float], draw: Draw) -> None:
    found = mean_interval(values, draw=draw)
    assert found.mean == pytest.approx(np.mean(values))
    assert min(values) - ROUNDING <= found.low <= found.high <= max(values) + ROUNDING


@given(VALUES, DRAWS)
def test_the_same_seed_gives_the_same_interval(values: list[float], draw: Draw) -> None:
    assert mean_interval(values, draw=draw) == mean_interval(values, draw=draw)


@given(VALUES, st.floats(0.5, 0.9), st.integers(0, 9))
def test_more_confidence_never_narrows_an_interval(
    values: list[float], level: float, seed: int
) -> None:
    narrow = mean_interval(values, draw=Draw(100, seed, level))
    wide = mean_interval(values, draw=Draw(100, seed, level + 0.09))
    assert wide.low <= narrow.low
    assert narrow.high <= wide.high


@given(VALUES, st.floats(-1, 1), st.floats(0.1, 100), DRAWS)
def test_an_interval_moves_and_stretches_with_its_values(
    values: list[float], shift: float, scale: float, draw: Draw
) -> None:
    found = mean_interval(values, draw=draw)
    moved = mean_interval([scale * value + shift for value in values], draw=draw)
    for end in ("mean", "low", "high"):
        assert getattr(moved, end) == pytest.approx(scale * getattr(found, end) + shift, abs=1e-6)


@given(VALUES, DRAWS)
def test_nothing_lies_ahead_of_itself(values: list[float], draw: Draw) -> None:
    found = difference_interval(values, values, draw=draw)
    assert (found.mean, found.low, found.high) == (0, 0, 0)


@given(PAIRS, DRAWS)
def test_a_difference_the_other_way_round_is_its_mirror_image(
    pairs: list[tuple[float, float]], draw: Draw
) -> None:
    of, against = zip(*pairs, strict=True)
    there, back = (difference_interval(*both, draw=draw) for both in ((of, against), (against, of)))
    assert there.mean == pytest.approx(-back.mean, abs=ROUNDING)
    assert there.low == pytest.approx(-back.high, abs=ROUNDING)
    assert there.high == pytest.approx(-back.low, abs=ROUNDING)


@given(PAIRS, DRAWS)
def test_the_difference_of_means_is_the_mean_of_differences(
    pairs: list[tuple[float, float]], draw: Draw
) -> None:
    of, against = zip(*pairs, strict=True)
    found = difference_interval(of, against, draw=draw)
    ahead = mean_interval(of, draw=draw).mean - mean_interval(against, draw=draw).mean
    assert found.mean == pytest.approx(ahead, abs=ROUNDING)
