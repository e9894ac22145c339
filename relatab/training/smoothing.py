"""Weights averaged over the steps of a training, and drawn back to where it began."""

from __future__ import annotations

from typing import Any

Weights = dict[str, Any]
"""Tensors by name; torch is not type-checked."""


class Smoothed:
    """What a training judges and keeps in place of the weights of its last step.

    decay: in [0, 1), of the moving average over the steps (Polyak and Juditsky, 1992); at 0 the
    last weights count alone. base_share: in [0, 1], share of the weights before training in the
    result (Wortsman et al., "Robust fine-tuning of zero-shot models", 2022).
    """

    def __init__(self, start: Weights, *, decay: float, base_share: float) -> None:
        self._start, self._decay, self._base_share = copied(start), decay, base_share
        self.average = copied(start)

    def add(self, weights: Weights, step: int) -> None:
        """Take in the weights after a step, counted from 1."""
        # Of few steps the plain mean: the weights before training would weigh too much else.
        rate = max(1.0 - self._decay, 1.0 / step)
        self.average = mixed(self.average, weights, rate)

    def weights(self) -> Weights:
        """The average so far, mixed with the weights before training."""
        return mixed(self.average, self._start, self._base_share)


def mixed(one: Weights, other: Weights, share: float) -> Weights:
    """New weights, of which `share`, in [0, 1], comes from the other."""
    return {name: one[name].detach().lerp(other[name].detach(), share) for name in one}


def copied(weights: Weights) -> Weights:
    """The same weights, which stay as they are when the originals are trained on."""
    return {name: weight.detach().clone() for name, weight in weights.items()}
