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
    direct_association,
    direct_associations,
    largest,
    strongest_associations,
)

name_weights = st.sampled_from([0.0, 0.5, 1.0])


def pair(columns: ColumnArrays, a: int, b: int, name_weight: float) -> ColumnMatch | None:
    return direct_association(*columns.table(a), *columns.table(b), name_weight=name_weight)


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


@given(column_arrays(), name_weights)
def test_many_pairs_are_matched_as_one_by_one(columns: ColumnArrays, name_weight: float) -> None:
    pairs = np.array([(a, b) for a in range(len(columns)) for b in range(len(columns))])

    similarities, best = direct_associations(columns, pairs, name_weight=name_weight)

    for (a, b), (name, content), (i, j) in zip(pairs, similarities, best, strict=True):
        match = pair(columns, a, b, name_weight)
        if match is None:
            assert (i, j, name, content) == (-1, -1, 0, 0)
            continue
        # Of columns that are equal but for rounding either may be found.
        association = name_weight * name + (1 - name_weight) * content
        assert association == pytest.approx(match.association, abs=1e-6)
        names_a, contents_a = columns.table(a)
        names_b, contents_b = columns.table(b)
        assert name == pytest.approx(float(names_a[i] @ names_b[j]), abs=1e-6)
        assert content == pytest.approx(float(contents_a[i] @ contents_b[j]), abs=1e-6)


@given(column_arrays(), name_weights, st.integers(1, 5), st.data())
def test_the_strongest_associations_are_those_of_comparing_all_pairs(
    columns: ColumnArrays, name_weight: float, count: int, data: st.DataObject
) -> None:
    tables = data.draw(st.lists(st.integers(0, len(columns) - 1), unique=True))

    found = strongest_associations(
        columns, np.array(tables, dtype=np.intp), name_weight=name_weight, count=count
    )

    assert set(found[:, 0].tolist()) <= set(tables)
    for table in tables:
        matches = {other: pair(columns, table, other, name_weight) for other in range(len(columns))}
        scores = {o: m.association for o, m in matches.items() if m and o != table}
        positive = sorted((s for s in scores.values() if s > 1e-6), reverse=True)
        others = found[found[:, 0] == table, 1].tolist()
        assert len(set(others)) == len(others)
        # Which of several equal ones is chosen may depend on rounding.
        chosen = sorted((scores[other] for other in others), reverse=True)
        assert chosen[: len(positive)] == pytest.approx(positive[:count], abs=1e-5)
        assert all(score < 1e-5 for score in chosen[len(positive) :])


@given(
    st.lists(st.sampled_from([-1.0, 0.0, 0.25, 0.5, 0.75, np.nan]), max_size=12), st.integers(0, 12)
)
def test_the_largest_scores_are_those_of_a_full_sort(scores: list[float], count: int) -> None:
    positive = [position for position, score in enumerate(scores) if score > 0]
    expected = sorted(positive, key=lambda position: (-scores[position], position))[:count]

    assert largest(np.array(scores, dtype=float), count).tolist() == expected
