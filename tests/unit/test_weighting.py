import numpy as np
import pytest

from relatab.core.weighting import (
    critic_weights,
    entropy_weights,
    name_weights_from_embeddings,
    name_weights_from_vocabulary,
    normalised_entropy,
    word_entropies,
)


def test_entropy_is_one_for_an_even_spread_and_zero_for_a_single_place() -> None:
    frequencies = np.array([[1.0, 4.0], [1.0, 0.0], [1.0, 0.0]])

    assert normalised_entropy(frequencies) == pytest.approx([1.0, 0.0])


def test_entropy_of_two_of_four_places_is_one_half() -> None:
    assert normalised_entropy(np.array([[3.0], [3.0], [0.0], [0.0]])) == pytest.approx([0.5])


def test_a_criterion_without_mass_tells_nothing() -> None:
    assert normalised_entropy(np.array([[0.0, 1.0], [0.0, 0.0]])) == pytest.approx([1.0, 0.0])


def test_entropy_weights_follow_one_minus_entropy() -> None:
    # Entropies 1, 1/2 and 0 leave 0, 1/2 and 1, so the weights are 0, 1/3 and 2/3.
    frequencies = np.array([[1.0, 1.0, 1.0], [1.0, 1.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]])

    assert entropy_weights(frequencies) == pytest.approx([0.0, 1 / 3, 2 / 3])


@pytest.mark.parametrize(
    "frequencies",
    [np.array([[1.0, 2.0, 3.0]]), np.ones((4, 3)), np.zeros((4, 3))],
    ids=["one alternative", "even", "empty"],
)
def test_entropy_weights_are_equal_where_nothing_differs(frequencies: np.ndarray) -> None:
    assert entropy_weights(frequencies) == pytest.approx([1 / 3, 1 / 3, 1 / 3])


def test_one_criterion_has_all_the_weight() -> None:
    assert entropy_weights(np.array([[1.0], [2.0]])) == pytest.approx([1.0])


def test_no_criteria_have_no_weights() -> None:
    assert entropy_weights(np.empty((3, 0))).shape == (0,)


def test_a_concentrated_name_vector_weighs_more_than_an_even_one() -> None:
    names = np.array([[1.0, 0.0, 0.0, 0.0], [0.5, -0.5, 0.5, -0.5]], dtype=np.float32)

    assert name_weights_from_embeddings(names) == pytest.approx([1.0, 0.0])


def test_a_word_in_every_table_has_entropy_one_and_in_one_table_zero() -> None:
    entropies = word_entropies([["well", "depth"], ["well"], ["well", "date"], ["well", "date"]])

    assert entropies == pytest.approx({"well": 1.0, "depth": 0.0, "date": 0.5})


def test_word_frequency_within_a_table_counts() -> None:
    # 3 of 4 occurrences in one table: H = .75 ln(4/3) + .25 ln 4 = .5623, over ln 2.
    entropies = word_entropies([["size", "size", "size"], ["size"]])

    assert entropies["size"] == pytest.approx(0.811278, abs=1e-6)


def test_words_of_a_single_table_tell_nothing_apart() -> None:
    entropies = word_entropies([["well", "depth"]])

    assert name_weights_from_vocabulary([["well"], ["depth"]], entropies) == pytest.approx(0.5)


def test_column_names_of_distinctive_words_weigh_more() -> None:
    entropies = {"id": 1.0, "stadium": 0.0, "name": 0.5}
    names = [["stadium", "id"], ["name"], ["stadium"], ["id"]]

    # Mean entropies .5, .5, 0 and 1 leave .5, .5, 1 and 0.
    assert name_weights_from_vocabulary(names, entropies) == pytest.approx([0.25, 0.25, 0.5, 0.0])


def test_a_blank_column_name_has_no_weight_beside_a_distinctive_one() -> None:
    assert name_weights_from_vocabulary([[], ["casing"]], {"casing": 0.2}) == pytest.approx([0, 1])


def test_critic_weighs_contrast_and_conflict() -> None:
    # Rows 0 and 1 rise together, row 2 falls: correlations 1, -1, -1. Conflicts 0+2, 0+2
    # and 2+2; standard deviations .1, .2 and .1; products .2, .4 and .4.
    similarities = np.array([[0.0, 0.2], [0.0, 0.4], [0.2, 0.0]])

    assert critic_weights(similarities) == pytest.approx([0.2, 0.4, 0.4])


@pytest.mark.parametrize(
    "similarities",
    [
        np.array([[0.3], [0.9], [0.1]]),
        np.full((3, 4), 0.25),
        np.array([[0.1, 0.2], [0.2, 0.3], [0.4, 0.5]]),
        np.full((3, 2), np.nan),
    ],
    ids=["one column", "constant", "fully correlated", "blank"],
)
def test_critic_weights_are_equal_where_nothing_differs(similarities: np.ndarray) -> None:
    assert critic_weights(similarities) == pytest.approx([1 / 3, 1 / 3, 1 / 3])


def test_one_row_has_all_the_critic_weight() -> None:
    assert critic_weights(np.array([[0.1, 0.9, 0.3]])) == pytest.approx([1.0])


def test_a_table_without_rows_has_no_critic_weights() -> None:
    assert critic_weights(np.empty((0, 2))).shape == (0,)


def test_a_constant_row_has_no_critic_weight() -> None:
    assert critic_weights(np.array([[0.5, 0.5], [0.1, 0.7]])) == pytest.approx([0.0, 1.0])


def test_a_blank_cell_counts_as_its_rows_mean() -> None:
    blank = np.array([[0.2, np.nan, 0.6], [0.5, 0.1, 0.3]])
    filled = np.array([[0.2, 0.4, 0.6], [0.5, 0.1, 0.3]])

    assert critic_weights(blank) == pytest.approx(critic_weights(filled))
