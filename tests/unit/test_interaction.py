import numpy as np
import pytest

from relatab.core.interaction import (
    maximum_similarity,
    token_coverage,
    token_similarities,
    word_coverage,
)

EAST, NORTH = np.array([1.0, 0.0]), np.array([0.0, 1.0])
BETWEEN = np.array([0.6, 0.8])
NOTHING = np.zeros(2)


def test_a_token_meets_the_closest_of_caption_and_column_names() -> None:
    similarities = token_similarities(
        np.array([EAST, NORTH]),
        captions=np.array([EAST, NORTH]),
        names=np.array([BETWEEN, BETWEEN, EAST]),
        offsets=np.array([0, 1, 3]),
    )
    np.testing.assert_allclose(similarities, [[1.0, 0.8], [1.0, 1.0]])


def test_a_missing_caption_and_a_table_without_columns_are_similar_to_nothing() -> None:
    similarities = token_similarities(
        np.array([EAST]), np.array([NOTHING]), np.empty((0, 2)), np.array([0, 0])
    )
    assert similarities.tolist() == [[0.0]]


def test_the_similarity_of_a_table_is_the_mean_over_the_tokens() -> None:
    assert maximum_similarity(np.array([[1.0, 0.5], [0.0, 0.0]])).tolist() == [0.75, 0.0]
    assert maximum_similarity(np.empty((2, 0))).tolist() == [0.0, 0.0]


def test_a_token_is_covered_by_how_far_a_table_stands_above_the_mean() -> None:
    coverage = token_coverage(np.array([[0.9], [0.5], [0.1]]))
    np.testing.assert_allclose(coverage, [[1.0], [0.0], [0.0]])


def test_tokens_count_by_the_square_of_what_they_tell_apart() -> None:
    # Means .5 and .5; the best stand .5 and .1 above: weights 25 to 1.
    coverage = token_coverage(np.array([[1.0, 0.6], [0.0, 0.4]]))
    np.testing.assert_allclose(coverage, [[25 / 26, 1 / 26], [0.0, 0.0]])


@pytest.mark.parametrize("similarities", [np.full((3, 2), 0.4), np.empty((3, 0))])
def test_tokens_that_tell_no_table_apart_are_covered_by_none(similarities: np.ndarray) -> None:
    assert not token_coverage(similarities).any()


def test_words_count_by_their_rarity() -> None:
    held = np.array([[1.0, 0.0], [1.0, 1.0]])
    np.testing.assert_allclose(
        word_coverage(held, np.array([1.0, 3.0])), [[0.25, 0.0], [0.25, 0.75]]
    )
    assert not word_coverage(held, np.zeros(2)).any()
