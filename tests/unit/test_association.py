import numpy as np
import pytest

from relatab.core import association
from relatab.core.association import (
    ColumnArrays,
    column_similarity,
    content_similarity,
    direct_association,
    direct_associations,
    largest,
    nearest,
    strongest_associations,
)
from relatab.core.vectors import segment_offsets

EAST, NORTH, WEST = [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]
BETWEEN = [0.6, 0.8]
NOTHING = [0.0, 0.0]


def arrays(*tables: list[tuple[list[float], list[float]]]) -> ColumnArrays:
    """Tables given as lists of (name, content) vectors."""
    columns = [column for table in tables for column in table]
    return ColumnArrays(
        names=np.array([name for name, _ in columns]).reshape(-1, 2),
        name_index=np.arange(len(columns)),
        contents=np.array([content for _, content in columns]).reshape(-1, 2),
        offsets=segment_offsets(len(table) for table in tables),
    )


def test_content_similarity_is_that_of_the_pooled_values() -> None:
    # The mean of east and north points north-east: cosine to east is 1 / sqrt 2.
    assert content_similarity(np.array([EAST, NORTH]), np.array([EAST])) == pytest.approx(0.5**0.5)


def test_a_column_without_values_is_similar_to_nothing() -> None:
    assert content_similarity(np.empty((0, 2)), np.array([EAST])) == 0.0


def test_column_similarity_weighs_name_against_content() -> None:
    assert column_similarity(0.8, 0.4, name_weight=0.75) == pytest.approx(0.7)


def test_only_names_count_at_full_name_weight() -> None:
    assert column_similarity(0.8, 0.4, name_weight=1.0) == 0.8


def test_direct_association_is_the_best_pair_of_columns() -> None:
    match = direct_association(
        np.array([NORTH, EAST]),
        np.array([NORTH, BETWEEN]),
        np.array([WEST, EAST]),
        np.array([EAST, EAST]),
        name_weight=0.5,
    )

    assert match is not None
    assert (match.column_a, match.column_b) == (1, 1)
    assert (match.name_similarity, match.content_similarity) == pytest.approx((1.0, 0.6))
    assert match.association == pytest.approx(0.8)


def test_of_equal_pairs_of_columns_the_first_one_counts() -> None:
    same = np.array([EAST, EAST])

    match = direct_association(same, same, same, same, name_weight=0.5)

    assert match is not None
    assert (match.column_a, match.column_b) == (0, 0)


def test_a_table_without_columns_is_associated_with_nothing() -> None:
    none, one = np.empty((0, 2)), np.array([EAST])

    assert direct_association(none, none, one, one, name_weight=0.5) is None


def test_pairs_of_tables_are_matched_as_one_by_one() -> None:
    columns = arrays([(EAST, EAST)], [], [(NORTH, EAST), (EAST, BETWEEN)], [(EAST, EAST)])

    pairs = np.array([[0, 1], [0, 2], [0, 3], [2, 3]])
    similarities, best = direct_associations(columns, pairs, name_weight=0.5)

    assert best.tolist() == [[-1, -1], [0, 1], [0, 0], [1, 0]]
    assert similarities[0].tolist() == [0.0, 0.0]
    for (a, b), found, (i, j) in list(zip(pairs, similarities, best, strict=True))[1:]:
        match = direct_association(*columns.table(a), *columns.table(b), name_weight=0.5)
        assert match is not None
        assert (match.column_a, match.column_b) == (i, j)
        assert found == pytest.approx([match.name_similarity, match.content_similarity])


def test_each_table_keeps_its_strongest_associations() -> None:
    columns = arrays([(EAST, EAST)], [(BETWEEN, EAST)], [(NORTH, NORTH)], [(WEST, WEST)])

    found = strongest_associations(columns, np.arange(4), name_weight=0.5, count=1)

    # 0 and 1 prefer each other, 2 prefers 1, and nothing is like 3.
    assert sorted(map(tuple, found.tolist())) == [(0, 1), (1, 0), (2, 1)]


def test_a_name_that_comes_close_is_compared_though_another_is_the_same() -> None:
    near = [0.96, 0.28]
    columns = arrays([(EAST, EAST)], [(EAST, NORTH)], [(near, EAST)], [(WEST, EAST)])

    found = strongest_associations(columns, np.array([0]), name_weight=0.5, count=1)

    assert found.tolist() == [[0, 2]]


def test_nearest_rows_are_others_of_positive_cosine() -> None:
    vectors = np.array([EAST, BETWEEN, NORTH, WEST, EAST])

    found, _ = nearest(vectors, np.array([0, 2, 1]), count=2)

    assert found.tolist() == [[0, 4], [0, 1], [2, 1], [1, 2], [1, 0]]


def test_the_largest_scores_break_ties_by_position() -> None:
    scores = np.array([0.5, np.nan, 0.7, 0.5, -0.1, 0.5])

    assert largest(scores, 3).tolist() == [2, 0, 3]
    assert largest(scores, 10).tolist() == [2, 0, 3, 5]
    assert largest(scores, 0).tolist() == []


def levels(vectors: np.ndarray) -> list[float]:
    return nearest(vectors, np.arange(len(vectors)), count=1)[1].tolist()


def test_the_level_of_a_neighbourhood_is_its_mean_cosine(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors = np.array([EAST, BETWEEN, NORTH])

    assert levels(vectors) == pytest.approx([0.3, 0.7, 0.4])
    monkeypatch.setattr(association, "NEIGHBOURS", 1)
    assert levels(vectors) == pytest.approx([0.6, 0.8, 0.8])


def test_a_table_without_others_has_no_neighbourhood() -> None:
    assert levels(np.array([EAST])) == [0.0]
    assert levels(np.empty((0, 2))) == []
