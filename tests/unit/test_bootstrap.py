"""Bootstrap intervals against what is known about them."""

from __future__ import annotations

import numpy as np
import pytest

from relatab.evaluation.bootstrap import Draw, Interval, difference_interval, mean_interval


def test_equal_values_leave_no_doubt() -> None:
    assert mean_interval([0.25] * 7) == Interval(0.25, 0.25, 0.25)


def test_no_values_have_no_interval() -> None:
    with pytest.raises(ValueError, match="at least one"):
        mean_interval([])


def test_only_values_over_the_same_questions_are_paired() -> None:
    with pytest.raises(ValueError, match="paired"):
        difference_interval([1.0, 0.0], [1.0])


def test_large_samples_agree_with_the_normal_approximation() -> None:
    values = np.random.default_rng(3).normal(0.4, 0.2, 2000)
    found = mean_interval(values)
    error = values.std() / np.sqrt(len(values))
    assert found.low == pytest.approx(found.mean - 1.96 * error, abs=0.15 * error)
    assert found.high == pytest.approx(found.mean + 1.96 * error, abs=0.15 * error)


def test_intervals_hold_the_true_mean_about_as_often_as_they_say() -> None:
    generator = np.random.default_rng(5)
    draw = Draw(samples=400, level=0.8)
    trials = [mean_interval(generator.exponential(1.0, 60), draw=draw) for _ in range(400)]
    held = np.mean([each.low <= 1.0 <= each.high for each in trials])
    assert 0.72 <= held <= 0.86  # 0.8, less what skewed values cost, give or take 0.04


def test_pairing_makes_an_interval_narrower_than_that_of_either_mean() -> None:
    hardness = np.random.default_rng(7).uniform(0, 1, 300)
    better = np.clip(hardness + 0.05, 0, 1)
    found = difference_interval(better, hardness)
    alone = mean_interval(hardness)
    assert found.high - found.low < 0.2 * (alone.high - alone.low)
    assert found.low > 0
