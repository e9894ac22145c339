"""What is compared in training is what an index holds and a search compares."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_models import sentence_model
from training_support import quick_recipe, tiny_encoder

from relatab.core.interaction import maximum_similarity, token_similarities
from relatab.training.material import parts_of
from relatab.training.network import TOKENS, Network, like_lengths
from relatab.training.objective import late_interaction

TABLES = ["casing depth\nwell | shoe depth | mud weight", "tail slurry\nwell | used", "mud"]
QUESTIONS = ["which casing depth ?", "well used", "which mud weight / tail slurry used ?"]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sentence_model(tmp_path_factory.mktemp("models") / "base")


def test_a_serialised_table_has_its_caption_and_column_names_as_parts() -> None:
    assert parts_of(TABLES[0]) == ("casing depth", "well", "shoe depth", "mud weight")
    assert parts_of("mud") == ("mud",)


def test_the_late_interaction_of_training_is_that_of_a_search(base: Path) -> None:
    encoder = tiny_encoder(base)
    network = Network(encoder, quick_recipe(late_interaction_weight=0.5))
    questions, tables = network.questions(QUESTIONS), network.tables(TABLES)
    found = late_interaction(questions.details, questions.mask, tables.details, tables.mask)

    split = [text.partition("\n") for text in TABLES]
    captions = encoder.encode([caption for caption, _, _ in split])
    columns = [names.split(" | ") if names else [] for _, _, names in split]
    names = encoder.encode([name for each in columns for name in each])
    offsets = np.cumsum([0, *map(len, columns)])
    searched = [
        maximum_similarity(
            token_similarities(encoder.encode_question(text)[1].vectors, captions, names, offsets)
        )
        for text in QUESTIONS
    ]
    np.testing.assert_allclose(found.detach().numpy(), searched, atol=1e-5)
    np.testing.assert_allclose(tables.vectors.detach().numpy(), encoder.encode(TABLES), atol=1e-5)
    np.testing.assert_allclose(
        questions.vectors.detach().numpy(), encoder.encode_questions(QUESTIONS), atol=1e-5
    )


def test_without_late_interaction_a_table_is_its_only_part(base: Path) -> None:
    network = Network(tiny_encoder(base), quick_recipe(late_interaction_weight=0.0))
    tables = network.tables(TABLES)
    np.testing.assert_array_equal(
        tables.details[:, 0].detach().numpy(), tables.vectors.detach().numpy()
    )
    assert tables.mask.shape == (len(TABLES), 1)


@given(st.lists(st.integers(1, 2 * TOKENS), max_size=60))
def test_groups_hold_every_text_once_and_little_padding(lengths: list[int]) -> None:
    groups = like_lengths(lengths)
    assert sorted(number for group in groups for number in group) == list(range(len(lengths)))
    for group in groups:
        longest = max(lengths[number] for number in group)
        assert len(group) == 1 or len(group) * longest <= TOKENS
