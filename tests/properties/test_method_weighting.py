"""Weights agree with slow, literal versions of their definitions."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from method_strategies import similarity_grids, unit_rows

from relatab.core.vectors import Floats, segment_offsets
from relatab.core.weighting import (
    critic_weights,
    entropy_weights,
    name_weights_from_embeddings,
    name_weights_from_vocabulary,
)

words = st.sampled_from(["id", "well", "depth", "casing", "mud"])
names = st.lists(words, max_size=3)
frequencies = st.integers(1, 4).flatmap(
    lambda criteria: st.lists(
        st.lists(st.integers(0, 5), min_size=criteria, max_size=criteria), min_size=1, max_size=5
    )
)


def literal_entropy(counts: list[float]) -> float:
    """-(1 / ln n) sum p ln p over n alternatives, p ln p = 0 at p = 0."""
    if len(counts) < 2 or sum(counts) == 0:
        return 1.0
    shares = [count / sum(counts) for count in counts]
    return -sum(share * math.log(share) for share in shares if share) / math.log(len(counts))


def normalised(weights: list[float]) -> list[float]:
    total = sum(weights)
    return [w / total for w in weights] if total > 1e-9 else [1 / len(weights)] * len(weights)


def literal_critic(grid: Floats) -> list[float]:
    """Standard deviation times the sum of 1 - correlation, one pair of rows at a time."""
    rows = [np.where(np.isnan(row), np.nanmean(row), row) for row in grid]
    weights = []
    for row in rows:
        conflict = 0.0
        for other in rows:
            flat = min(row.std(), other.std()) < 1e-9
            conflict += 1.0 - (0.0 if flat else float(np.corrcoef(row, other)[0, 1]))
        weights.append(row.std() * conflict if row.std() >= 1e-9 and conflict >= 1e-9 else 0.0)
    return normalised(weights)


@given(frequencies)
def test_entropy_weights_agree_with_the_literal_definition(counts: list[list[int]]) -> None:
    columns = [list(column) for column in zip(*counts, strict=True)]
    expected = normalised([1.0 - literal_entropy(column) for column in columns])

    assert entropy_weights(np.array(counts, dtype=float)) == pytest.approx(expected, abs=1e-9)


@given(st.lists(st.lists(names, max_size=4), min_size=1, max_size=6))
def test_vocabulary_weights_agree_with_counting_words_table_by_table(
    corpus: list[list[list[str]]],
) -> None:
    words = [[word for column in table for word in column] for table in corpus]
    expected = []
    for table in corpus:
        diversities = []
        for column in table:
            entropies = [literal_entropy([own.count(word) for own in words]) for word in column]
            diversities.append(1.0 - sum(entropies) / len(entropies) if entropies else 0.0)
        expected += normalised(diversities) if table else []

    columns = [tuple(column) for table in corpus for column in table]
    vocabulary = sorted(set(columns))
    places = np.array([vocabulary.index(column) for column in columns], dtype=np.intp)
    weights = name_weights_from_vocabulary(vocabulary, places, segment_offsets(map(len, corpus)))

    assert weights == pytest.approx(expected, abs=1e-9)


@given(similarity_grids())
def test_critic_weights_agree_with_the_literal_definition(grid: Floats) -> None:
    # A blank row has no mean: its weight is zero, which the literal form cannot say.
    grid = np.where(np.isnan(grid).all(axis=1, keepdims=True), 0.0, grid)

    assert critic_weights(grid) == pytest.approx(literal_critic(grid), abs=1e-6)


@given(similarity_grids())
def test_critic_weights_sum_to_one(grid: Floats) -> None:
    weights = critic_weights(grid)

    assert weights.sum() == pytest.approx(1.0)
    assert (weights >= 0).all()


@given(similarity_grids(), st.randoms(use_true_random=False))
def test_critic_weights_follow_their_rows_and_ignore_the_order_of_columns(
    grid: Floats, random: Random
) -> None:
    rows, columns = list(range(grid.shape[0])), list(range(grid.shape[1]))
    random.shuffle(rows)
    random.shuffle(columns)

    assert critic_weights(grid[rows][:, columns]) == pytest.approx(
        critic_weights(grid)[rows], abs=1e-6
    )


@given(unit_rows(min_rows=1))
def test_embedding_weights_sum_to_one(vectors: Floats) -> None:
    weights = name_weights_from_embeddings(vectors)

    assert weights.sum() == pytest.approx(1.0)
    assert (weights >= 0).all()
