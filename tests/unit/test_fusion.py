import numpy as np
import pytest

from relatab.core.fusion import (
    final_relevance,
    initial_tables,
    leading_tables,
    min_max,
    shortlist,
    supplement,
    z_scores,
    z_sum,
)
from relatab.core.propagation import Chain

NAN = float("nan")


def test_min_max_spans_zero_to_one() -> None:
    assert min_max(np.array([0.2, 0.4, 0.3])) == pytest.approx([0.0, 1.0, 0.5])


def test_z_scores_have_mean_zero_and_deviation_one() -> None:
    assert z_scores(np.array([1.0, 3.0])) == pytest.approx([-1.0, 1.0])


def test_missing_counts_as_the_worst() -> None:
    assert min_max(np.array([0.2, NAN, 0.4])) == pytest.approx([0.0, 0.0, 1.0])
    assert z_scores(np.array([1.0, NAN, 3.0])) == pytest.approx(z_scores(np.array([1.0, 1, 3])))


@pytest.mark.parametrize(
    "scores",
    [[], [0.7], [0.1 + 0.2, 0.3], [5.0, 5.0, 5.0], [NAN, NAN]],
    ids=["none", "one", "equal but for rounding", "equal", "missing"],
)
def test_where_all_are_equal_no_table_stands_out(scores: list[float]) -> None:
    zeros = [0.0] * len(scores)

    assert min_max(np.array(scores)).tolist() == zeros
    assert z_scores(np.array(scores)).tolist() == zeros


def test_z_scores_are_summed_with_their_weights() -> None:
    total = z_sum([np.array([1.0, 3.0]), np.array([9.0, 5.0])], weights=[2.0, 0.5])

    assert total == pytest.approx([-1.5, 1.5])


def test_weights_are_equal_by_default() -> None:
    assert z_sum([np.array([1.0, 3.0]), np.array([9.0, 5.0])]) == pytest.approx([0.0, 0.0])


def test_a_shortlist_takes_turns_between_the_scores() -> None:
    first = np.array([0.9, 0.8, 0.1, 0.0, NAN])
    second = np.array([0.0, 0.1, 0.2, 0.9, 0.8])

    assert shortlist([first, second], size=3).tolist() == [0, 1, 3]
    assert shortlist([first, second], size=4).tolist() == [0, 1, 3, 4]
    assert shortlist([first, second], size=9).tolist() == [0, 1, 2, 3, 4]


def test_initial_tables_reach_the_threshold_best_first() -> None:
    relevance = np.array([0.65, 0.2, 1.0, 0.65, NAN])

    assert initial_tables(relevance, relevance_threshold=0.65).tolist() == [2, 0, 3]


def test_leading_tables_are_counted_with_ties_by_position() -> None:
    assert leading_tables(np.array([0.1, 0.3, NAN, 0.3]), count=2).tolist() == [1, 3]
    assert leading_tables(np.array([0.1]), count=3).tolist() == [0]


def test_a_table_is_supplemented_by_its_best_initial_table() -> None:
    initial = {"a": 1.0, "b": 0.8}
    chains = {
        "a": {"c": Chain(0.5, ("a", "c")), "b": Chain(0.6, ("a", "b"))},
        "b": {"c": Chain(0.9, ("b", "d", "c")), "a": Chain(0.6, ("b", "a"))},
    }

    gains = supplement(initial, chains)

    assert {table: gain.score for table, gain in gains.items()} == pytest.approx(
        {"a": 0.48, "b": 0.6, "c": 0.72}
    )
    assert gains["c"].initial == "b"
    assert gains["c"].chain.tables == ("b", "d", "c")


def test_equal_supplements_come_from_the_smaller_id() -> None:
    chains = {"b": {"c": Chain(0.5, ("b", "c"))}, "a": {"c": Chain(0.5, ("a", "c"))}}

    assert supplement({"b": 1.0, "a": 1.0}, chains)["c"].initial == "a"


def test_an_initial_table_without_relevance_supplements_nothing() -> None:
    assert supplement({"a": 0.0}, {"a": {"b": Chain(1.0, ("a", "b"))}}) == {}
    assert supplement({"a": 1.0}, {}) == {}


def test_final_relevance_adds_the_weighted_supplement() -> None:
    assert final_relevance(0.6, 0.5, supplement_weight=0.3) == pytest.approx(0.75)
    assert final_relevance(
        np.array([0.6, 0.1]), np.array([0.0, 1.0]), supplement_weight=0.3
    ) == pytest.approx([0.6, 0.4])
