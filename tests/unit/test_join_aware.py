"""The mixed-integer program against the best set found by trying all."""

from __future__ import annotations

from itertools import combinations

import networkx as nx
import numpy as np
import pytest

from relatab.core.join_aware import (
    column_compatibility,
    join_aware_selection,
    set_overlaps,
    table_compatibility,
)
from relatab.core.vectors import Floats

WEIGHTS = {"relevance_weight": 2.0, "coverage_weight": 1.5}


def objective(
    chosen: tuple[int, ...], relevance: Floats, coverage: Floats, compatibility: Floats
) -> float | None:
    """Of one set, as the docstring defines it; None where it is not connected."""
    places = np.array(chosen)
    joins = nx.Graph()
    joins.add_nodes_from(chosen)
    joins.add_weighted_edges_from(
        (a, b, compatibility[a, b]) for a, b in combinations(chosen, 2) if compatibility[a, b] > 0
    )
    if not nx.is_connected(joins):
        return None
    best_joins = nx.maximum_spanning_tree(joins).size("weight")
    best_cover = coverage[:, places].max(axis=1).clip(min=0.0).sum()
    return float(
        WEIGHTS["relevance_weight"] * relevance[places].sum()
        + WEIGHTS["coverage_weight"] * best_cover
        + best_joins
    )


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("density", [0.3, 1.0], ids=["few joins", "all join"])
@pytest.mark.parametrize("seed", range(4))
def test_the_best_of_all_connected_sets_is_chosen(count: int, density: float, seed: int) -> None:
    random = np.random.default_rng(seed)
    relevance, coverage = random.random(6), random.uniform(-0.2, 0.8, (3, 6))
    joins = random.random((6, 6)) * (random.random((6, 6)) < density)
    compatibility = np.triu(joins, 1) + np.triu(joins, 1).T
    scored = {
        chosen: value
        for chosen in combinations(range(6), count)
        if (value := objective(chosen, relevance, coverage, compatibility)) is not None
    }

    found = join_aware_selection(relevance, coverage, compatibility, count=count, **WEIGHTS)

    assert tuple(found) == (max(scored, key=scored.__getitem__) if scored else ())


def test_a_join_leads_to_a_table_that_is_less_relevant() -> None:
    relevance, compatibility = np.array([0.9, 0.5, 0.4]), np.zeros((3, 3))
    compatibility[0, 1] = compatibility[1, 0] = 0.1
    compatibility[0, 2] = compatibility[2, 0] = 0.9
    found = join_aware_selection(
        relevance,
        np.empty((0, 3)),
        compatibility,
        count=2,
        relevance_weight=1.0,
        coverage_weight=1.0,
    )
    assert found.tolist() == [0, 2]


def test_a_part_that_is_covered_already_counts_no_more() -> None:
    coverage = np.array([[0.9, 0.9, 0.0], [0.0, 0.0, 0.5]])
    found = join_aware_selection(
        np.array([0.5, 0.5, 0.4]),
        coverage,
        1.0 - np.eye(3),
        count=2,
        relevance_weight=1.0,
        coverage_weight=1.0,
    )
    assert 2 in found


def test_tables_that_nothing_joins_make_no_set() -> None:
    arguments = np.ones(3), np.empty((0, 3)), np.zeros((3, 3))
    assert join_aware_selection(*arguments, count=2, **WEIGHTS).tolist() == []
    assert len(join_aware_selection(*arguments, count=1, **WEIGHTS)) == 1


def test_of_fewer_tables_all_are_chosen_and_of_none_none() -> None:
    few = np.ones(2), np.ones((1, 2)), 1.0 - np.eye(2)
    assert join_aware_selection(*few, count=5, **WEIGHTS).tolist() == [0, 1]
    none = np.empty(0), np.empty((0, 0)), np.empty((0, 0))
    assert join_aware_selection(*none, count=2, **WEIGHTS).tolist() == []


def test_columns_join_by_names_and_values_where_one_is_a_key() -> None:
    names, words = np.array([[1.0, 0.8], [0.8, 1.0]]), np.array([[1.0, 0.5], [0.5, 1.0]])
    values = np.array([[1.0, 0.4], [0.4, 1.0]])
    joined = column_compatibility(names, words, values, np.array([0.2, 1.0]))
    assert joined[0, 1] == joined[1, 0] == pytest.approx(0.5 * 0.4 + 0.25 * 0.8 + 0.25 * 0.5)
    keyless = column_compatibility(names, words, values, np.array([0.2, 0.1]))
    assert keyless[0, 1] == pytest.approx(0.2 * joined[0, 1])


def test_two_tables_join_by_their_best_columns_and_none_joins_itself() -> None:
    columns = np.array([[1.0, 0.3, 0.2], [0.3, 1.0, 0.7], [0.2, 0.7, 1.0]])
    tables = table_compatibility(columns, np.array([0, 2, 3, 3]))
    assert tables.tolist() == [[0.0, 0.7, 0.0], [0.7, 0.0, 0.0], [0.0, 0.0, 0.0]]


def test_overlaps_of_sets() -> None:
    incidence = np.array([[1.0, 1, 1, 0], [0, 1, 1, 1], [0, 0, 1, 0], [0, 0, 0, 0]])
    jaccard, overlap = set_overlaps(incidence)
    assert jaccard[0].tolist() == [1.0, 0.5, pytest.approx(1 / 3), 0.0]
    assert overlap[0].tolist() == [1.0, pytest.approx(2 / 3), 1.0, 0.0]
