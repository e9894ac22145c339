"""Measures against values computed by hand."""

from __future__ import annotations

from math import log2

import pytest

from relatab.evaluation.metrics import mean, ndcg, ranked_measures, set_measures


def test_measures_at_a_cut_are_those_computed_by_hand() -> None:
    measures = ranked_measures(["a", "x", "b", "y"], ["a", "b", "c"], cuts=(2, 4))
    assert measures == {
        "P@2": 1 / 2,
        "R@2": 1 / 3,
        "F1@2": pytest.approx(2 / 5),
        "NDCG@2": pytest.approx(1 / (1 + 1 / log2(3))),
        "full@2": 0.0,
        "P@4": 1 / 2,
        "R@4": 2 / 3,
        "F1@4": pytest.approx(4 / 7),
        "NDCG@4": pytest.approx(1.5 / (1 + 1 / log2(3) + 1 / 2)),
        "full@4": 0.0,
    }


def test_all_gold_tables_within_the_cut_are_full_recall() -> None:
    measures = ranked_measures(["x", "b", "a"], ["a", "b"], cuts=(2, 3))
    assert (measures["full@2"], measures["full@3"]) == (0.0, 1.0)


def test_precision_divides_by_the_tables_really_returned() -> None:
    assert ranked_measures(["a"], ["a", "b"], cuts=(5,))["P@5"] == 1.0


def test_nothing_found_is_nothing() -> None:
    assert set(ranked_measures([], ["a"]).values()) == {0.0}
    assert set(set_measures([], ["a"]).values()) == {0.0}


def test_ndcg_is_one_where_the_gold_tables_come_first_in_any_order() -> None:
    assert ndcg(["b", "a", "x"], ["a", "b"], 3) == ndcg(["a", "b"], ["a", "b"], 3) == 1.0
    assert ndcg(["a"], ["a", "b", "c"], 1) == 1.0


def test_a_set_is_measured_as_a_whole() -> None:
    assert set_measures(["a", "b", "x", "y"], ["a", "b"]) == {
        "P": 0.5,
        "R": 1.0,
        "F1": pytest.approx(2 / 3),
        "exact": 0.0,
        "full": 1.0,
        "size": 4.0,
    }
    assert set_measures(["b", "a"], ["a", "b"])["exact"] == 1.0


def test_f1_is_averaged_over_questions_and_not_computed_from_averages() -> None:
    rows = [set_measures(["a"], ["a", "b"]), set_measures(["x"], ["a"])]
    assert mean(rows)["F1"] == pytest.approx((2 / 3 + 0) / 2)
    assert mean([]) == {}
