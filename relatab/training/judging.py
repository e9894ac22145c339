"""How good the state of a network is, by questions that it was not trained on."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np

from relatab.core.vectors import Floats, ranking
from relatab.evaluation.metrics import mean, ranked_measures
from relatab.training.material import Example, Material
from relatab.training.network import Encoded, Network
from relatab.training.objective import Tensor, late_interaction
from relatab.training.recipe import Recipe

QUESTIONS = 500
"""Held-out questions that are asked: the standard error of recall is then below 2 points."""
TEXTS = 96
"""Texts whose tokens are compared at once with as many others."""
MEASURES = ("R@2", "full@5")


def judge(network: Network, material: Material, recipe: Recipe) -> dict[str, float]:
    """R@2 and full@5 among the material's tables, in [0, 1].

    "dense": by the cosine of question and table; with a late interaction in the recipe also
    "late", by that.
    """
    import torch

    examples = _asked(material.examples, recipe.seed)
    with torch.no_grad():
        tables = _blocks(network.tables, material.tables)
        questions = _blocks(network.questions, [example.question for example in examples])
        measures = _measures(examples, _scores(questions, tables, _dense), "dense")
        if recipe.late_interaction_weight:
            measures |= _measures(examples, _scores(questions, tables, _late), "late")
    return measures


def _blocks(encode: Callable[[Sequence[str]], Encoded], texts: Sequence[str]) -> list[Encoded]:
    return [encode(texts[start : start + TEXTS]) for start in range(0, len(texts), TEXTS)]


def _scores(
    questions: list[Encoded], tables: list[Encoded], score: Callable[[Encoded, Encoded], Tensor]
) -> Floats:
    """Scores of all questions against all tables, shape (questions, tables)."""
    return np.block([[score(rows, columns).numpy() for columns in tables] for rows in questions])


def _dense(questions: Encoded, tables: Encoded) -> Tensor:
    return questions.vectors @ tables.vectors.T


def _late(questions: Encoded, tables: Encoded) -> Tensor:
    return late_interaction(questions.details, questions.mask, tables.details, tables.mask)


def _asked(examples: tuple[Example, ...], seed: int) -> list[Example]:
    if len(examples) <= QUESTIONS:
        return list(examples)
    return random.Random(seed).sample(examples, QUESTIONS)  # noqa: S311 - no secret


def _measures(examples: list[Example], scores: Floats, name: str) -> dict[str, float]:
    found = mean(
        [
            ranked_measures(
                [str(number) for number in ranking(row, 5)],
                [str(number) for number in example.gold],
                cuts=(2, 5),
            )
            for example, row in zip(examples, scores, strict=True)
        ]
    )
    return {f"{name} {measure}": found[measure] for measure in MEASURES}
