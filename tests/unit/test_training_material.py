"""Material to train on: read from data sets, joined, and held out by whole sources."""

from __future__ import annotations

import pytest
from training_support import made_up

from relatab.errors import DatasetError, SettingsError
from relatab.evaluation.datasets import Dataset, Question, TableRecord
from relatab.training.material import Example, Material, held_out, joined, material_of
from relatab.training.recipe import FULL, LORA, PAPER, Recipe, learning_rate_at


def test_a_data_set_gives_the_texts_that_an_index_embeds() -> None:
    tables = (
        TableRecord("x/1", "Casing", ("Size", "Shoe depth"), (("9 5/8", "2100"),), "yard"),
        TableRecord("x/2", "", ("Mud",), (), "yard"),
    )
    material = material_of(
        Dataset("x", "train", tables, (Question("q", "Which casing?", ("x/2", "x/1"), "yard"),))
    )
    assert material.tables == ("Casing\nSize | Shoe depth", "Mud")
    assert material.sources == ("x/yard", "x/yard")
    assert material.examples == (Example("Which casing?", (1, 0)),)


def test_joined_materials_keep_their_tables_apart() -> None:
    one = Material(("a", "b"), ("s", "s"), (Example("q", (1,), (0,)),))
    both = joined([one, one])
    assert both.tables == ("a", "b", "a", "b")
    assert both.examples[1] == Example("q", (3,), (2,))


def test_no_source_is_on_both_sides_of_a_split() -> None:
    material = made_up(sources=10)
    rest, judges = held_out(material, 0.2, seed=3)
    assert judges is not None
    assert set(rest.sources).isdisjoint(judges.sources)
    assert len(rest.tables) + len(judges.tables) == len(material.tables)
    assert len(rest.examples) + len(judges.examples) == len(material.examples)
    assert len(judges.examples) >= 0.2 * len(material.examples)


def test_numbers_of_a_part_still_mean_the_same_tables() -> None:
    material = made_up(sources=6)
    for part in held_out(material, 0.3, seed=1):
        assert part is not None
        for example in part.examples:
            named = {part.tables[number].split("\n")[0] for number in example.gold}
            assert named <= set(example.question.split())


def test_the_seed_decides_what_is_held_out() -> None:
    material = made_up(sources=10)
    assert held_out(material, 0.2, seed=1) == held_out(material, 0.2, seed=1)
    assert held_out(material, 0.2, seed=1) != held_out(material, 0.2, seed=2)


def test_sources_that_a_question_joins_stay_together() -> None:
    base = made_up(sources=4)
    bridge = Example("both", (0, 5))  # of the first and of the second source
    material = Material(base.tables, base.sources, (*base.examples, bridge))
    for seed in range(5):
        rest, judges = held_out(material, 0.25, seed=seed)
        for part in (rest, judges):
            if part is not None:
                found = {"source 0", "source 1"} & set(part.sources)
                assert len(found) in (0, 2)


@pytest.mark.parametrize("share", [0.0, 0.2])
def test_nothing_is_held_out_of_little(share: float) -> None:
    material = made_up(sources=2, questions=5)
    assert held_out(material, share, seed=1) == (material, None)


def test_material_without_questions_is_refused() -> None:
    with pytest.raises(DatasetError, match="no questions"):
        held_out(Material(("a",), ("s",), ()), 0.1, seed=1)


def test_the_paper_s_recipe_is_as_published() -> None:
    published = (PAPER.learning_rate, PAPER.epochs, PAPER.batch, PAPER.warmup_steps)
    assert published == (2e-5, 10, 16, 100)
    assert (PAPER.kind, FULL.kind, LORA.kind) == ("full", "full", "lora")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("epochs", 0),
        ("batch", 1),
        ("learning_rate", 0.5),
        ("held_out", 0.9),
        ("scale", float("nan")),
    ],
)
def test_a_choice_out_of_range_is_named(name: str, value: float) -> None:
    with pytest.raises(SettingsError, match=name):
        Recipe(**{name: value})


def test_the_learning_rate_warms_up_and_falls_to_nothing() -> None:
    recipe = Recipe(learning_rate=0.1, warmup_steps=10)
    rates = [learning_rate_at(step, 200, recipe) for step in range(200)]
    assert rates[0] == pytest.approx(0.01)
    assert max(rates) == rates[9] == rates[10] == pytest.approx(0.1)
    assert rates[:10] == sorted(rates[:10])
    assert rates[10:] == sorted(rates[10:], reverse=True)
    assert rates[-1] == pytest.approx(0.1 / 190)


def test_a_short_training_warms_up_in_a_tenth_of_its_steps() -> None:
    recipe = Recipe(learning_rate=0.1, warmup_steps=100)
    assert learning_rate_at(2, 20, recipe) == pytest.approx(0.1)
