"""What the tests of training share: made-up questions over made-up tables, and a tiny model."""

from __future__ import annotations

import random
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from relatab.training.material import Example, Material
from relatab.training.recipe import Recipe

NAMES = [first + second for first in ascii_lowercase for second in ascii_lowercase]


def made_up(*, sources: int = 8, questions: int = 12, seed: int = 0) -> Material:
    """Sources of five tables with random names; a question names the two tables it is about."""
    chance = random.Random(seed)
    tables: list[str] = []
    of_table: list[str] = []
    examples: list[Example] = []
    for source in range(sources):
        names = chance.sample(NAMES, 5)
        first = len(tables)
        tables += [f"{name}\nwell | {name} depth" for name in names]
        of_table += [f"source {source}"] * len(names)
        for _ in range(questions):
            a, b = chance.sample(range(len(names)), 2)
            text = f"which {names[a]} of well {names[b]}"
            examples.append(Example(text, (first + a, first + b)))
    return Material(tuple(tables), tuple(of_table), tuple(examples))


def quick_recipe(**changes: Any) -> Recipe:
    """A recipe that a tiny random model learns by in seconds."""
    choices: dict[str, Any] = {
        "kind": "full",
        "train_embeddings": True,
        "epochs": 6,
        "batch": 24,
        "learning_rate": 3e-3,
        "warmup_steps": 2,
        "wrong": 4,
        "held_out": 0.2,
        "evaluations_per_epoch": 1,
        "patience": 100,
    }
    return Recipe(**choices | changes)


def tiny_encoder(folder: Path) -> Any:
    from relatab.embedding.models import find_model
    from relatab.embedding.sentence_transformer import SentenceTransformerEncoder

    return SentenceTransformerEncoder(find_model(str(folder)))
