"""Batches and their masks: what is compared with what."""

from __future__ import annotations

import numpy as np
from training_support import made_up

from relatab.training.batches import Batch, epoch_batches, partners, positives_and_ignored
from relatab.training.material import Example, Material


def test_gold_tables_come_first_then_their_source_then_wrong_ones() -> None:
    material = Material(
        tuple("abcdef"),
        ("s", "s", "s", "t", "t", "u"),
        (Example("q", (1,), (5,)),),
    )
    (batch,) = epoch_batches(material, size=4, per_source=2, neighbours=9, wrong=3, seed=0)
    assert batch.tables[0] == 1
    assert set(batch.tables[1:3]) == {0, 2}
    assert batch.tables[3:] == (5,)


def test_without_neighbours_and_wrong_tables_gold_ones_are_alone() -> None:
    material = made_up(sources=3)
    for batch in epoch_batches(material, size=8, per_source=1, neighbours=0, wrong=0, seed=0):
        gold = {table for number in batch.examples for table in material.examples[number].gold}
        assert set(batch.tables) == gold


def test_questions_of_one_source_come_together() -> None:
    material = made_up(sources=6, questions=12)
    batches = epoch_batches(material, size=12, per_source=6, neighbours=0, wrong=0, seed=0)
    for batch in batches:
        found = [material.sources[material.examples[number].gold[0]] for number in batch.examples]
        assert len(set(found)) <= 2


def test_each_epoch_has_an_order_of_its_own() -> None:
    material = made_up()
    choices = {"size": 10, "per_source": 2, "neighbours": 1, "wrong": 0}
    first = epoch_batches(material, **choices, seed=1)
    assert first == epoch_batches(material, **choices, seed=1)
    assert first != epoch_batches(material, **choices, seed=2)


def test_other_gold_tables_and_their_twins_are_no_negatives() -> None:
    material = Material(
        ("pump", "repair", "pump", "ship"),
        ("s", "s", "t", "u"),
        (Example("which pump was repaired", (0, 1)), Example("which ship", (3,))),
    )
    positive, ignored = positives_and_ignored(material, Batch((0, 1), (0, 1, 2, 3)))
    assert positive.tolist() == [[True, True, False, False], [False, False, False, True]]
    assert ignored.tolist() == [[False, False, True, False], [False] * 4]


def test_a_question_asked_twice_gives_no_contradiction() -> None:
    material = Material(
        ("pump", "repair"), ("s", "s"), (Example("which", (0,)), Example("which", (1,)))
    )
    positive, ignored = positives_and_ignored(material, Batch((0, 1), (0, 1)))
    assert positive.tolist() == [[True, False], [False, True]]
    assert ignored.tolist() == [[False, True], [True, False]]


def test_tables_that_answer_together_are_partners() -> None:
    material = Material(tuple("abcd"), ("s",) * 4, (Example("q", (0, 2)), Example("r", (3,))))
    together = partners(material, Batch((0, 1), (0, 2, 3, 1)))
    assert np.argwhere(together).tolist() == [[0, 1], [1, 0]]
