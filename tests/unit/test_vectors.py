import numpy as np
import pytest

from relatab.core.vectors import maximum_per_segment, ranking, segment_offsets


def test_offsets_bound_consecutive_segments() -> None:
    assert segment_offsets([2, 0, 3]).tolist() == [0, 2, 2, 5]
    assert segment_offsets([]).tolist() == [0]


@pytest.mark.parametrize(
    ("lengths", "expected"),
    [
        ([2, 1], [0.5, -0.2]),
        ([0, 3], [np.nan, 0.5]),
        ([3, 0], [0.5, np.nan]),
        ([1, 0, 0, 2], [0.1, np.nan, np.nan, 0.5]),
    ],
)
def test_each_segment_gives_its_maximum_and_an_empty_one_nothing(
    lengths: list[int], expected: list[float]
) -> None:
    scores = np.array([0.1, 0.5, -0.2])

    assert maximum_per_segment(scores, segment_offsets(lengths)) == pytest.approx(
        expected, nan_ok=True
    )


def test_no_entries_at_all_give_nothing() -> None:
    assert np.isnan(maximum_per_segment(np.empty(0), segment_offsets([0, 0]))).all()


def test_segments_of_rows_give_their_maximum_column_by_column() -> None:
    scores = np.array([[1.0, 0.0], [0.0, 2.0], [3.0, -1.0]])

    assert maximum_per_segment(scores, segment_offsets([2, 1])).tolist() == [[1, 2], [3, -1]]


def test_a_ranking_breaks_ties_by_position_and_puts_missing_last() -> None:
    scores = np.array([0.5, np.nan, 0.7, 0.5, -0.1, 0.5])

    assert ranking(scores).tolist() == [2, 0, 3, 5, 4, 1]
    assert [ranking(scores, count).tolist() for count in (0, 1, 3, 9)] == [
        [],
        [2],
        [2, 0, 3],
        [2, 0, 3, 5, 4, 1],
    ]
