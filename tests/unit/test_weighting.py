import numpy as np
import pytest

from relatab.core.vectors import segment_offsets
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


def entropies(*tables: list[str]) -> dict[str, float]:
    """The entropy of each word of tables given by the words of their column names."""
    words = sorted({word for table in tables for word in table})
    numbers = np.array([words.index(word) for table in tables for word in table])
    places = np.repeat(np.arange(len(tables)), [len(table) for table in tables])
    return dict(zip(words, word_entropies(numbers, places, len(words), len(tables)), strict=True))


def name_weights(*tables: list[str]) -> list[float]:
    """The weights of all column names of tables, each given as words joined by spaces."""
    names = [name for table in tables for name in table]
    vocabulary = sorted(set(names), reverse=True)
    places = np.array([vocabulary.index(name) for name in names], dtype=np.intp)
    offsets = segment_offsets(map(len, tables))
    return name_weights_from_vocabulary([v.split() for v in vocabulary], places, offsets).tolist()


def test_a_word_in_every_table_has_entropy_one_and_in_one_table_zero() -> None:
    found = entropies(["well", "depth"], ["well"], ["well", "date"], ["well", "date"])

    assert found == pytest.approx({"well": 1.0, "depth": 0.0, "date": 0.5})


def test_word_frequency_within_a_table_counts() -> None:
    # 3 of 4 occurrences in one table: H = .75 ln(4/3) + .25 ln 4 = .5623, over ln 2.
    assert entropies(["size", "size", "size"], ["size"]) == pytest.approx({"size": 0.811278})


def test_words_of_a_single_table_tell_nothing_apart() -> None:
    assert entropies(["well", "depth"]) == {"well": 1.0, "depth": 1.0}
    assert name_weights(["well", "depth"]) == pytest.approx([0.5, 0.5])


def test_column_names_of_distinctive_words_weigh_more() -> None:
    # "id" stands once in each table, the others in one: entropies 1, 0 and .5 of names leave
    # 0, 1 and .5. Where a table has no other name it takes all weight.
    found = name_weights(["name", "stadium id"], ["id"], ["id"])

    assert found == pytest.approx([2 / 3, 1 / 3, 1.0, 1.0])


def test_a_blank_column_name_has_no_weight_beside_a_distinctive_one() -> None:
    assert name_weights(["", "casing"], ["mud"]) == pytest.approx([0.0, 1.0, 1.0])


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
