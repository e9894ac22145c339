"""Smoothed weights against the sum that defines them."""

from __future__ import annotations

import numpy as np
import torch
from hypothesis import given
from hypothesis import strategies as st

from relatab.training.smoothing import Smoothed

VALUES = st.floats(-4, 4, width=32)


def smoothed(values: list[float], start: float, *, decay: float, base_share: float) -> float:
    kept = Smoothed({"w": torch.tensor([start])}, decay=decay, base_share=base_share)
    for step, value in enumerate(values, start=1):
        kept.add({"w": torch.tensor([value])}, step)
    return float(kept.weights()["w"])


@given(
    values=st.lists(VALUES, min_size=1, max_size=30),
    start=VALUES,
    decay=st.floats(0, 0.99),
    base_share=st.floats(0, 1),
)
def test_every_step_counts_by_what_the_later_ones_left_of_it(
    values: list[float], start: float, decay: float, base_share: float
) -> None:
    rates = [max(1 - decay, 1 / step) for step in range(1, len(values) + 1)]
    shares = [
        rate * np.prod([1 - later for later in rates[i + 1 :]]) for i, rate in enumerate(rates)
    ]
    np.testing.assert_allclose(sum(shares), 1.0)  # nothing is left of the weights at the start
    expected = (1 - base_share) * np.dot(shares, values) + base_share * start
    found = smoothed(values, start, decay=decay, base_share=base_share)
    np.testing.assert_allclose(found, expected, atol=1e-5)


@given(values=st.lists(VALUES, min_size=1, max_size=10), start=VALUES)
def test_few_steps_count_alike_and_without_decay_the_last_counts_alone(
    values: list[float], start: float
) -> None:
    found = smoothed(values, start, decay=0.9, base_share=0.0)
    np.testing.assert_allclose(found, np.mean(values), atol=1e-5)
    assert smoothed(values, start, decay=0.0, base_share=0.0) == values[-1]
    assert smoothed(values, start, decay=0.0, base_share=1.0) == start
