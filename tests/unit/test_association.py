import numpy as np
import pytest

from relatab.core.association import (
    ColumnArrays,
    association_blocks,
    association_matrix,
    column_contents,
    column_similarity,
    content_similarity,
    direct_association,
    largest,
    nearest,
    neighbour_levels,
    strongest_associations,
)
from relatab.core.vectors import TableVectors, segment_offsets

EAST, NORTH, WEST = [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]
BETWEEN = [0.6, 0.8]
NOTHING = [0.0, 0.0]


def arrays(*tables: list[tuple[list[float], list[float]]]) -> ColumnArrays:
    """Tables given as lists of (name, content) vectors."""
    columns = [column for table in tables for column in table]
    return ColumnArrays(
        names=np.array([name for name, _ in columns]).reshape(-1, 2),
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


def test_column_arrays_pool_values_and_know_their_table() -> None:
    table = TableVectors(
        caption=None,
        names=np.array([EAST, NORTH]),
        values=(np.array([EAST, NORTH]), np.empty((0, 2))),
        rows=(np.array([0, 1]), np.array([], dtype=np.intp)),
    )
    empty = TableVectors(caption=None, names=np.empty((0, 2)), values=(), rows=())

    columns = ColumnArrays.of([empty, table])

    assert len(columns) == 2
    assert columns.table(0)[0].shape == (0, 2)
    assert columns.table(1)[1] == pytest.approx(np.array([[0.5**0.5, 0.5**0.5], NOTHING]))
    assert column_contents(empty).shape == (0, 2)


def test_a_block_compares_its_tables_with_all() -> None:
    columns = arrays([(EAST, EAST)], [], [(NORTH, EAST), (EAST, BETWEEN)])

    (first, block), (second, rest) = association_blocks(columns, name_weight=0.5, size=2)

    nan = np.nan
    assert (first, second) == (0, 2)
    assert block == pytest.approx(np.array([[1.0, nan, 0.8], [nan, nan, nan]]), nan_ok=True)
    assert rest == pytest.approx(np.array([[0.8, nan, 1.0]]), nan_ok=True)


def test_the_matrix_holds_no_negative_associations_and_no_table_with_itself() -> None:
    columns = arrays([(EAST, EAST)], [(WEST, WEST)], [(EAST, NORTH)], [])

    matrix = association_matrix(columns, name_weight=0.5)

    assert matrix == pytest.approx(
        np.array([[0, 0, 0.5, 0], [0, 0, 0, 0], [0.5, 0, 0, 0], [0, 0, 0, 0]])
    )


def test_each_table_keeps_its_strongest_associations() -> None:
    columns = arrays([(EAST, EAST)], [(BETWEEN, EAST)], [(NORTH, NORTH)], [(WEST, WEST)])

    # 0 and 1 prefer each other, 2 prefers 1, and nothing is like 3.
    assert list(strongest_associations(columns, name_weight=0.5, count=1)) == [(0, 1), (1, 2)]


def test_nearest_rows_are_others_of_positive_cosine() -> None:
    vectors = np.array([EAST, BETWEEN, NORTH, WEST, EAST])

    assert nearest(vectors, 0, 3, count=2) == [[4, 1], [2, 0], [1]]


def test_the_largest_scores_break_ties_by_position() -> None:
    scores = np.array([0.5, np.nan, 0.7, 0.5, -0.1, 0.5])

    assert largest(scores, 3) == [2, 0, 3]
    assert largest(scores, 10) == [2, 0, 3, 5]
    assert largest(scores, 0) == []


def test_the_level_of_a_neighbourhood_is_its_mean_cosine() -> None:
    vectors = np.array([EAST, BETWEEN, NORTH])

    assert neighbour_levels(vectors, count=1) == pytest.approx([0.6, 0.8, 0.8])
    assert neighbour_levels(vectors, count=9) == pytest.approx([0.3, 0.7, 0.4])


def test_a_table_without_others_has_no_neighbourhood() -> None:
    assert neighbour_levels(np.array([EAST])).tolist() == [0.0]
    assert neighbour_levels(np.empty((0, 2))).tolist() == []
