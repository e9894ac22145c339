"""The losses, against the formulas written out."""

from __future__ import annotations

import math

import numpy as np
import pytest
from training_support import made_up

from relatab.embedding import HashingEncoder
from relatab.training.material import Example, Material
from relatab.training.mining import hard_negatives, with_hard_negatives
from relatab.training.objective import late_interaction, softmax_loss

torch = pytest.importorskip("torch")


def test_each_positive_is_told_from_the_negatives_alone() -> None:
    scores = torch.tensor([[0.9, 0.2, 0.4, 0.7]])
    positive = torch.tensor([[True, True, False, False]])
    ignored = torch.tensor([[False, False, False, True]])
    found = softmax_loss(scores, positive, ignored, scale=10.0)
    expected = sum(-math.log(math.exp(s) / (math.exp(s) + math.exp(4.0))) for s in (9.0, 2.0)) / 2
    assert float(found) == pytest.approx(expected, rel=1e-5)


def test_rows_without_a_positive_do_not_count() -> None:
    scores = torch.tensor([[0.5, 0.1], [0.3, 0.3]])
    positive = torch.tensor([[True, False], [False, False]])
    nothing = torch.zeros(2, 2, dtype=torch.bool)
    both = softmax_loss(scores, positive, nothing, scale=5.0)
    alone = softmax_loss(scores[:1], positive[:1], nothing[:1], scale=5.0)
    assert float(both) == pytest.approx(float(alone))


def test_nothing_to_learn_is_a_loss_of_zero_with_finite_gradients() -> None:
    scores = torch.full((2, 2), 0.5, requires_grad=True)
    nothing = torch.zeros(2, 2, dtype=torch.bool)
    loss = softmax_loss(scores, nothing, nothing, scale=20.0)
    loss.backward()
    assert float(loss.detach()) == 0.0
    assert torch.isfinite(scores.grad).all()


def test_a_row_of_positives_alone_costs_nothing() -> None:
    everything = torch.ones(1, 3, dtype=torch.bool)
    loss = softmax_loss(torch.rand(1, 3), everything, ~everything, scale=20.0)
    assert float(loss) == pytest.approx(0.0)


def test_late_interaction_is_the_mean_of_the_best_cosines() -> None:
    chance = np.random.default_rng(0)

    def unit(*shape: int) -> np.ndarray:
        vectors = chance.normal(size=shape).astype(np.float32)
        return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)

    questions, tables = unit(2, 3, 4), unit(3, 5, 4)
    asked = np.array([[1, 1, 1], [1, 1, 0]], dtype=bool)
    shown = np.array([[1, 1, 1, 1, 1], [1, 1, 0, 0, 0], [1, 0, 0, 0, 0]], dtype=bool)
    expected = [
        [(q[a] @ t[s].T).max(axis=1).mean() for t, s in zip(tables, shown, strict=True)]
        for q, a in zip(questions, asked, strict=True)
    ]
    found = late_interaction(*map(torch.from_numpy, (questions, asked, tables, shown)))
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-5)


def test_hard_negatives_are_drawn_in_turn_and_are_no_answers() -> None:
    material = Material(("gold", "a", "b", "gold", "c"), ("s",) * 5, (Example("q", (0,)),))
    lexical, dense = np.array([9, 0, 3, 8, 1.0]), np.array([0.9, 0.8, 0.2, 0.7, 0.1])
    example = material.examples[0]
    assert hard_negatives(material, example, (lexical, dense), 3) == (2, 1, 4)
    assert hard_negatives(material, example, (lexical, dense), 1) == (2,)


def test_mined_tables_follow_those_that_are_known_to_be_wrong() -> None:
    material = Material(
        ("well mud", "well depth", "ships"), ("s",) * 3, (Example("mud of a well", (0,), (2,)),)
    )
    (example,) = with_hard_negatives(material, HashingEncoder(), count=1).examples
    assert example.wrong == (2, 1)


def test_no_mining_leaves_the_material_alone() -> None:
    material = made_up()
    assert with_hard_negatives(material, HashingEncoder(), count=0) is material
