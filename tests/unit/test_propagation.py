from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

from relatab.core.propagation import (
    Chain,
    chain_score,
    max_product,
    max_product_step,
    propagate,
    propagate_matrix,
)


def graph_of(*edges: tuple[str, str, float]) -> nx.Graph[str]:
    graph: nx.Graph[str] = nx.Graph()
    for a, b, association in edges:
        graph.add_edge(a, b, association=association)
    return graph


DETOUR = (("A", "B", 0.5), ("A", "C", 0.9), ("C", "B", 0.9), ("B", "D", 0.9))


def scores(chains: dict[str, Chain]) -> dict[str, float]:
    return {table: chain.score for table, chain in chains.items()}


def test_a_chain_scores_its_product_decayed_per_further_hop() -> None:
    assert chain_score([0.8], decay=0.7) == pytest.approx(0.8)
    assert chain_score([0.8, 0.5, 0.9], decay=0.7) == pytest.approx(0.49 * 0.36)


def test_a_chain_without_hops_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one hop"):
        chain_score([], decay=0.7)


def test_one_step_reaches_all_neighbours_by_the_best_chain() -> None:
    frontier = {"B": Chain(0.5, ("A", "B")), "C": Chain(0.9, ("A", "C"))}

    reached = max_product_step(graph_of(*DETOUR), frontier)

    assert scores(reached) == pytest.approx({"A": 0.81, "B": 0.81, "C": 0.45, "D": 0.45})
    assert reached["B"].tables == ("A", "C", "B")


def test_a_weaker_shorter_chain_may_reach_further() -> None:
    chains = propagate(graph_of(*DETOUR), "A", decay=0.7, max_hops=2, chain_threshold=0.0)

    assert scores(chains) == pytest.approx({"B": 0.567, "C": 0.9, "D": 0.315})
    assert chains["B"].tables == ("A", "C", "B")
    assert chains["D"].tables == ("A", "B", "D")
    assert chains["D"].hops == 2


def test_chains_are_no_longer_than_allowed() -> None:
    chains = propagate(graph_of(*DETOUR), "A", decay=0.7, max_hops=1, chain_threshold=0.0)

    assert scores(chains) == pytest.approx({"B": 0.5, "C": 0.9})


def test_only_chains_above_the_threshold_are_kept() -> None:
    chains = propagate(graph_of(*DETOUR), "A", decay=0.7, max_hops=2, chain_threshold=0.567)

    assert set(chains) == {"C"}


def test_of_equal_chains_the_shorter_and_then_the_first_one_counts() -> None:
    direct = graph_of(("A", "B", 1.0), ("B", "C", 1.0), ("A", "C", 1.0))
    around = graph_of(("A", "D", 0.5), ("D", "Z", 0.5), ("A", "B", 0.5), ("B", "Z", 0.5))

    equal = propagate(direct, "A", decay=1.0, max_hops=3, chain_threshold=0.0)
    tied = propagate(around, "A", decay=0.7, max_hops=2, chain_threshold=0.0)

    assert equal["C"].tables == ("A", "C")
    assert tied["Z"].tables == ("A", "B", "Z")


def test_a_table_that_is_not_in_the_graph_reaches_nothing() -> None:
    graph = graph_of(*DETOUR)

    assert propagate(graph, "X", decay=0.7, max_hops=2, chain_threshold=0.0) == {}


def test_the_max_product_replaces_the_sum_by_the_maximum() -> None:
    left = np.array([[0.5, 0.2], [0.0, 1.0]])
    right = np.array([[0.4, 0.9], [1.0, 0.1]])

    assert max_product(left, right) == pytest.approx(np.array([[0.2, 0.45], [1.0, 0.1]]))
    assert max_product(np.empty((0, 2)), right).shape == (0, 2)


def test_the_matrix_form_scores_all_pairs() -> None:
    # A, B, C, D of DETOUR.
    associations = np.array(
        [[0, 0.5, 0.9, 0], [0.5, 0, 0.9, 0.9], [0.9, 0.9, 0, 0], [0, 0.9, 0, 0]]
    )

    scores = propagate_matrix(associations, decay=0.7, max_hops=2, chain_threshold=0.45)

    # C to D by B: .7 * .81 = .567; A to D is .315 and below the threshold.
    expected = [[0, 0.567, 0.9, 0], [0.567, 0, 0.9, 0.9], [0.9, 0.9, 0, 0.567], [0, 0.9, 0.567, 0]]
    assert scores == pytest.approx(np.array(expected))
