import numpy as np
import pytest

from relatab.core.selection import choose, places_in_series, select_tables

NAN = float("nan")


def chosen(final: list[float], *, threshold: float = 0.5, most: int = 10) -> list[int]:
    return choose(np.array(final), selection_threshold=threshold, max_tables=most).tolist()


def test_tables_at_or_above_the_threshold_are_selected_best_first() -> None:
    final = np.array([0.7, 0.2, 1.1, NAN, 0.7])

    assert select_tables(final, selection_threshold=0.7).tolist() == [2, 0, 4]


def test_no_table_need_be_selected() -> None:
    assert select_tables(np.array([0.1, 0.2]), selection_threshold=0.7).size == 0
    assert select_tables(np.empty(0), selection_threshold=0.7).size == 0


def test_the_threshold_is_a_share_of_the_best_score() -> None:
    assert chosen([0.3, 0.6, 0.29, 1.2 * 0.2]) == [1, 0]


def test_the_set_is_no_larger_than_allowed_and_ties_go_by_position() -> None:
    assert chosen([0.9, 1.0, 0.9, 0.9], most=3) == [1, 0, 2]


def test_the_best_table_is_taken_whatever_the_threshold() -> None:
    assert chosen([0.1, 0.4], threshold=1.5) == [1]


@pytest.mark.parametrize("final", [[], [0.0, 0.0], [NAN, NAN]], ids=["none", "zero", "missing"])
def test_without_a_positive_score_there_is_no_answer(final: list[float]) -> None:
    assert chosen(final, threshold=0.0) == []


def test_tables_of_score_zero_are_no_answer_even_without_threshold() -> None:
    assert chosen([0.5, 0.0], threshold=0.0) == [0]


def test_places_in_a_series_count_those_before_and_items_of_none_have_none() -> None:
    assert places_in_series(np.array([4, -1, 4, 0, -1, 4, 0])).tolist() == [0, 0, 1, 0, 0, 2, 1]
    assert places_in_series(np.empty(0, dtype=np.intp)).size == 0
