"""How an encoder is trained: every choice that a run of training makes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from relatab.settings import Range, Share, check_fields

Kind = Literal["lora", "full"]
Precision = Literal["float32", "bfloat16"]

AtLeastOne = Annotated[int, Range(1, 1_000_000)]
Count = Annotated[int, Range(0, 1_000_000)]
Seed = Annotated[int, Range(0, 2**31)]
Factor = Annotated[float, Range(0.0, 1_000.0)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Choices of one training; SettingsError for a value out of range.

    kind                     "full": all weights of the transformer change; "lora": an adapter of
                             low rank beside them (Hu et al., ICLR 2022)
    epochs, batch            passes over the examples; questions per step
    learning_rate            of AdamW at its highest, after `warmup_steps`; falls linearly to 0
    weight_decay             of AdamW
    per_source               questions about one database or document that come together
    neighbours               other tables of a source in a batch, per source
    wrong                    known wrong tables in a batch, of users and mined; 0: none mined
    scale                    factor of cosines in the softmax: the inverse of its temperature
    late_interaction_weight  of the same loss over late interaction in place of cosines
    partner_weight           of the loss by which tables that answer together draw near
    train_embeddings         whether the vectors of the vocabulary change too, in "full";
                             words that the examples lack are best left as they are
    max_length               tokens of a text, marks included
    average_decay            of the moving average of the weights over the steps, which is judged
                             and kept; 0: the weights of a single step
    base_share               of the weights before training in those that are judged and kept
    held_out                 share of the questions to judge by, by whole sources; 0: none
    evaluations_per_epoch    how often the held-out part is looked at
    patience                 looks without improvement after which training stops
    rank                     of the adapter's matrices
    precision                of products in the transformer; "bfloat16" is twice as fast on
                             processors that have it, and slower on others
    seed                     of every random choice but the next
    held_out_seed            of the choice of what is held out: models are compared, and merged
                             ones calibrated, by what all of them held out
    """

    kind: Kind = "lora"
    epochs: AtLeastOne = 2
    batch: Annotated[int, Range(2, 100_000)] = 60
    learning_rate: Annotated[float, Range(1e-8, 0.1)] = 5e-4
    warmup_steps: Count = 30
    weight_decay: Factor = 0.01
    per_source: AtLeastOne = 6
    neighbours: Count = 12
    wrong: Count = 16
    scale: Annotated[float, Range(1.0, 1_000.0)] = 20.0
    late_interaction_weight: Factor = 0.5
    partner_weight: Factor = 0.1
    train_embeddings: bool = False
    max_length: Annotated[int, Range(8, 100_000)] = 64
    average_decay: Annotated[float, Range(0.0, 0.9999)] = 0.0
    base_share: Share = 0.0
    held_out: Annotated[float, Range(0.0, 0.5)] = 0.12
    evaluations_per_epoch: AtLeastOne = 4
    patience: AtLeastOne = 4
    rank: Annotated[int, Range(1, 256)] = 8
    precision: Precision = "float32"
    seed: Seed = 1
    held_out_seed: Seed = 1

    def __post_init__(self) -> None:
        check_fields(self)


LORA = Recipe()
FULL = Recipe(kind="full", learning_rate=5e-5)
PAPER = Recipe(
    kind="full",
    epochs=10,
    batch=16,
    learning_rate=2e-5,
    warmup_steps=100,
    per_source=1,
    neighbours=0,
    wrong=0,
    late_interaction_weight=0.0,
    partner_weight=0.0,
    train_embeddings=True,
    max_length=128,
    patience=1_000_000,  # the paper tells of no early stopping: the best epoch is kept
    evaluations_per_epoch=1,
)
"""As published: AdamW, 2e-5, 10 epochs, batches of 16, 100 warm-up steps.

The paper does not give the loss; here it is the softmax over the gold tables of a batch.
"""


def learning_rate_at(step: int, steps: int, recipe: Recipe) -> float:
    """Learning rate of a step, counted from 0: linear warm-up, then a linear fall to 0."""
    # A short training would else end before it is warm.
    warm = min(recipe.warmup_steps, steps // 10)
    if step < warm:
        return recipe.learning_rate * (step + 1) / warm
    return recipe.learning_rate * (steps - step) / max(1, steps - warm)
