"""Propagation agrees with looking at every chain, and with the matrix form."""

from __future__ import annotations

from itertools import pairwise, permutations
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from method_strategies import association_graphs, associations, decays, thresholds

from relatab.core.propagation import chain_score, propagate, propagate_matrix

graphs = association_graphs()
hops = st.integers(1, 4)


def every_chain(graph: nx.Graph[str], tables: tuple[str, ...], decay: float) -> float | None:
    """Score of one chain by Eq. (4-10), None where two tables in it are not associated."""
    steps = list(pairwise(tables))
    if not all(graph.has_edge(a, b) for a, b in steps):
        return None
    return chain_score([graph.edges[step]["association"] for step in steps], decay=decay)


def best_of_every_chain(
    graph: nx.Graph[str], source: str, decay: float, max_hops: int
) -> dict[str, float]:
    """Eq. (4-11) by enumeration: the best score over all chains, by their last table."""
    best: dict[str, float] = {}
    others = sorted(set(graph) - {source})
    for length in range(1, min(max_hops, len(others)) + 1):
        for rest in permutations(others, length):
            score = every_chain(graph, (source, *rest), decay)
            if score is not None and score > best.get(rest[-1], 0.0):
                best[rest[-1]] = score
    return best


@given(graphs, decays, hops)
def test_agrees_with_enumerating_every_chain(
    graph: nx.Graph[str], decay: float, max_hops: int
) -> None:
    chains = propagate(graph, "A", decay=decay, max_hops=max_hops, chain_threshold=0.0)

    assert {table: chain.score for table, chain in chains.items()} == pytest.approx(
        best_of_every_chain(graph, "A", decay, max_hops)
    )


@given(graphs, decays, hops, thresholds)
def test_agrees_with_the_matrix_form(
    graph: nx.Graph[str], decay: float, max_hops: int, threshold: float
) -> None:
    tables = sorted(graph)
    matrix = nx.to_numpy_array(graph, nodelist=tables, weight="association")

    dense = propagate_matrix(matrix, decay=decay, max_hops=max_hops, chain_threshold=threshold)

    for row, source in enumerate(tables):
        chains = propagate(graph, source, decay=decay, max_hops=max_hops, chain_threshold=threshold)
        scores = [chains[table].score if table in chains else 0.0 for table in tables]
        assert scores == pytest.approx(dense[row])


@given(graphs, decays, hops, thresholds)
def test_a_chain_explains_its_score(
    graph: nx.Graph[str], decay: float, max_hops: int, threshold: float
) -> None:
    chains = propagate(graph, "A", decay=decay, max_hops=max_hops, chain_threshold=threshold)

    for table, chain in chains.items():
        assert (chain.tables[0], chain.tables[-1]) == ("A", table)
        assert len(set(chain.tables)) == len(chain.tables)
        assert 1 <= chain.hops <= max_hops
        assert chain.score == pytest.approx(every_chain(graph, chain.tables, decay))
        assert threshold < chain.score <= 1.0


@given(graphs, decays, hops, thresholds)
def test_pruning_on_the_way_equals_filtering_afterwards(
    graph: nx.Graph[str], decay: float, max_hops: int, threshold: float
) -> None:
    pruned = propagate(graph, "A", decay=decay, max_hops=max_hops, chain_threshold=threshold)
    full = propagate(graph, "A", decay=decay, max_hops=max_hops, chain_threshold=0.0)

    assert pruned == {table: chain for table, chain in full.items() if chain.score > threshold}


@given(graphs, decays, hops, thresholds)
def test_a_larger_hop_limit_never_lowers_a_score(
    graph: nx.Graph[str], decay: float, max_hops: int, threshold: float
) -> None:
    near = propagate(graph, "A", decay=decay, max_hops=max_hops, chain_threshold=threshold)
    far = propagate(graph, "A", decay=decay, max_hops=max_hops + 1, chain_threshold=threshold)

    for table, chain in near.items():
        assert far[table].score >= chain.score


@given(graphs, decays, hops, st.randoms(use_true_random=False))
def test_the_order_of_tables_and_edges_does_not_matter(
    graph: nx.Graph[str], decay: float, max_hops: int, random: Random
) -> None:
    tables, edges = list(graph), list(graph.edges(data=True))
    random.shuffle(tables)
    random.shuffle(edges)
    other: nx.Graph[str] = nx.Graph()
    other.add_nodes_from(tables)
    other.add_edges_from((b, a, data) for a, b, data in edges)

    for source in tables:
        settings = {"decay": decay, "max_hops": max_hops, "chain_threshold": 0.0}
        assert propagate(other, source, **settings) == propagate(graph, source, **settings)


@given(graphs, decays, hops)
def test_implicit_association_is_symmetric(
    graph: nx.Graph[str], decay: float, max_hops: int
) -> None:
    settings = {"decay": decay, "max_hops": max_hops, "chain_threshold": 0.0}
    for table, chain in propagate(graph, "A", **settings).items():
        back = propagate(graph, table, **settings)

        assert back["A"].score == pytest.approx(chain.score)


@given(st.lists(st.lists(associations, min_size=5, max_size=5), min_size=5, max_size=5), hops)
def test_what_a_table_has_with_itself_does_not_change_the_matrix_form(
    rows: list[list[float]], max_hops: int
) -> None:
    matrix = np.array(rows)
    hollow = matrix.copy()
    np.fill_diagonal(hollow, 0.0)
    settings = {"decay": 0.7, "max_hops": max_hops, "chain_threshold": 0.1}

    assert propagate_matrix(matrix, **settings) == pytest.approx(
        propagate_matrix(hollow, **settings)
    )
