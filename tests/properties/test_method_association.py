"""Association over whole corpora agrees with comparing tables one pair at a time."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from method_strategies import column_arrays

from relatab.core.association import (
    ColumnArrays,
    ColumnMatch,
    association_blocks,
    association_matrix,
    direct_association,
    largest,
    strongest_associations,
)

name_weights = st.sampled_from([0.0, 0.5, 1.0])


def pair(columns: ColumnArrays, a: int, b: int, name_weight: float) -> ColumnMatch | None:
    return direct_association(*columns.table(a), *columns.table(b), name_weight=name_weight)


@given(column_arrays(), name_weights)
def test_blocks_agree_with_a_loop_over_pairs(columns: ColumnArrays, name_weight: float) -> None:
    count = len(columns)
    parts = association_blocks(columns, name_weight=name_weight, size=4)
    blocks = np.concatenate([block for _, block in parts])

    for a in range(count):
        for b in range(count):
            match = pair(columns, a, b, name_weight)
            expected = match.association if match else np.nan
            assert blocks[a, b] == pytest.approx(expected, nan_ok=True, abs=1e-6)


@given(column_arrays(), name_weights)
def test_the_matrix_is_symmetric_and_in_range(columns: ColumnArrays, name_weight: float) -> None:
    matrix = association_matrix(columns, name_weight=name_weight)

    assert matrix == pytest.approx(matrix.T, abs=1e-6)
    assert ((matrix >= 0) & (matrix <= 1)).all()
    assert not matrix.diagonal().any()


@given(column_arrays(), name_weights)
def test_the_winning_columns_have_the_similarities_reported(
    columns: ColumnArrays, name_weight: float
) -> None:
    match = pair(columns, 0, len(columns) - 1, name_weight)

    if match is not None:
        names_a, contents_a = columns.table(0)
        names_b, contents_b = columns.table(len(columns) - 1)
        a, b = match.column_a, match.column_b
        assert match.name_similarity == pytest.approx(float(names_a[a] @ names_b[b]), abs=1e-6)
        assert match.content_similarity == pytest.approx(
            float(contents_a[a] @ contents_b[b]), abs=1e-6
        )
        assert match.association == pytest.approx(
            name_weight * match.name_similarity + (1 - name_weight) * match.content_similarity,
            abs=1e-6,
        )


@given(column_arrays(), st.integers(1, 5))
def test_the_strongest_associations_are_those_of_a_full_sort(
    columns: ColumnArrays, count: int
) -> None:
    matrix = association_matrix(columns, name_weight=0.5)
    expected = set()
    for table, row in enumerate(matrix):
        ranked = sorted(np.flatnonzero(row > 0), key=lambda other: (-row[other], other))
        expected |= {(min(table, other), max(table, other)) for other in ranked[:count]}

    found = list(strongest_associations(columns, name_weight=0.5, count=count))

    assert found == sorted(expected)


@given(
    st.lists(st.sampled_from([-1.0, 0.0, 0.25, 0.5, 0.75, np.nan]), max_size=12), st.integers(0, 12)
)
def test_the_largest_scores_are_those_of_a_full_sort(scores: list[float], count: int) -> None:
    positive = [position for position, score in enumerate(scores) if score > 0]
    expected = sorted(positive, key=lambda position: (-scores[position], position))[:count]

    assert largest(np.array(scores, dtype=float), count) == expected
