import numpy as np
import pytest

from relatab.core.similarity import cosine, mean_pool


def test_the_cosine_of_unit_vectors_is_their_dot_product() -> None:
    assert cosine(np.array([0.6, 0.8]), np.array([1.0, 0.0])) == pytest.approx(0.6)


def test_rows_are_compared_pair_by_pair() -> None:
    left = np.array([[1.0, 0.0], [0.0, 1.0], [0.6, 0.8]])
    right = np.array([[1.0, 0.0], [0.8, 0.6]])

    assert cosine(left, right) == pytest.approx(np.array([[1, 0.8], [0, 0.6], [0.6, 0.96]]))


def test_rounding_beyond_one_is_absorbed() -> None:
    long = np.array([1.0 + 1e-6, 0.0], dtype=np.float32)

    assert cosine(long, long) == 1.0
    assert cosine(long, -long) == -1.0


def test_a_missing_vector_is_similar_to_nothing() -> None:
    assert cosine(np.zeros(2), np.array([0.6, 0.8])) == 0.0


def test_the_pooled_mean_has_unit_length() -> None:
    pooled = mean_pool(np.array([[1.0, 0.0], [0.0, 1.0]]))

    assert pooled == pytest.approx(np.array([0.5**0.5, 0.5**0.5]))


def test_pooling_nothing_gives_the_zero_vector() -> None:
    assert mean_pool(np.empty((0, 3))).tolist() == [0.0, 0.0, 0.0]


def test_pooling_opposite_vectors_gives_the_zero_vector_and_no_noise() -> None:
    row = np.array([0.1, 0.7, np.sqrt(0.5)], dtype=np.float32)

    assert not mean_pool(np.array([row, -row])).any()
