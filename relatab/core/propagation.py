"""Implicit association through chains of tables, Eqs. (4-10) to (4-13).

Associations lie in (0, 1] and the decay in (0, 1], so a score never grows along a chain.
Two things rest on that: a chain whose score fell to the threshold can be dropped at once
without losing one that would pass, and a walk that meets a table twice never beats the
chain without the detour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from relatab.core.vectors import Floats

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain of associated tables and its score in (0, 1].

    tables: ids from the first table to the last one, so `len(tables) - 1` hops.
    """

    score: float
    tables: tuple[str, ...]

    @property
    def hops(self) -> int:
        """Number of hops, at least 1."""
        return len(self.tables) - 1


def chain_score(associations: Sequence[float], *, decay: float) -> float:
    """Score of one chain, Eq. (4-10).

    associations: one per hop, in (0, 1]; decay in (0, 1]. Returns decay^(d-1) times their
    product, in (0, 1]; ValueError for a chain without hops.
    """
    if not associations:
        raise ValueError("a chain has at least one hop")
    product = 1.0
    for association in associations:
        product *= association
    return float(product * decay ** (len(associations) - 1))


def max_product_step(
    graph: nx.Graph[str],
    frontier: Mapping[str, Chain],
    *,
    discount: float = 1.0,
    chain_threshold: float = 0.0,
) -> dict[str, Chain]:
    """One hop further, Eq. (4-12): the best chain to each neighbour of the frontier.

    frontier: per table the best chain of exactly d - 1 hops to it, scored by the product of
    its associations, without decay; at d = 1 the first table with score 1. Returns the
    same for d hops, only chains of which the score times `discount` is above
    chain_threshold. Of equally strong chains the alphabetically first one counts.
    """
    # The plain dictionaries, as networkx's own algorithms take them: the views are slow.
    neighbours = graph._adj  # type: ignore[attr-defined]  # noqa: SLF001
    reached: dict[str, Chain] = {}
    for table, chain in frontier.items():
        for neighbour, edge in neighbours[table].items():
            score = chain.score * edge["association"]
            if score * discount <= chain_threshold:
                continue
            best = reached.get(neighbour)
            if best is None or score >= best.score:
                tables = (*chain.tables, neighbour)
                if best is None or score > best.score or tables < best.tables:
                    reached[neighbour] = Chain(score, tables)
    return reached


def propagate(
    graph: nx.Graph[str], source: str, *, decay: float, max_hops: int, chain_threshold: float
) -> dict[str, Chain]:
    """Best chain from one table to every table it reaches, Eqs. (4-11) and (4-13).

    graph: edges carry `association` in (0, 1]; decay in (0, 1]; max_hops >= 1 is d_max;
    only chains that score above chain_threshold, in [0, 1], are kept. Returns chains
    by the table they end in, without `source`; empty where `source` is not in the graph.
    Of equally strong chains the shorter one counts.
    """
    best: dict[str, Chain] = {}
    if source not in graph:
        return best
    frontier = {source: Chain(1.0, (source,))}
    for hop in range(1, max_hops + 1):  # a weaker, shorter chain may reach further
        discount = decay ** (hop - 1)
        frontier = max_product_step(
            graph, frontier, discount=discount, chain_threshold=chain_threshold
        )
        frontier.pop(source, None)
        for table, chain in frontier.items():
            score = chain.score * discount
            if table not in best or score > best[table].score:
                best[table] = Chain(score, chain.tables)
    return best


def max_product(left: Floats, right: Floats) -> Floats:
    """Matrix product with maximum in place of the sum, Eq. (4-12): (n, k), (k, m) -> (n, m)."""
    rows = [(row[:, np.newaxis] * right).max(axis=0, initial=0.0) for row in left]
    return np.array(rows).reshape(len(left), right.shape[1])


def propagate_matrix(
    associations: Floats, *, decay: float, max_hops: int, chain_threshold: float
) -> Floats:
    """Implicit association of all pairs of tables, Eq. (4-13), in dense form.

    associations: S, shape (n, n), in [0, 1], 0 where there is none. Returns shape (n, n):
    the score of the best chain, 0 where none scores above chain_threshold; the diagonal is
    0. Takes O(max_hops n^3): for small corpora, and as a check of `propagate`.
    """
    power = associations
    best = associations
    for hop in range(2, max_hops + 1):
        power = max_product(power, associations)
        best = np.maximum(best, decay ** (hop - 1) * power)
    kept = np.where(best > chain_threshold, best, 0.0)
    np.fill_diagonal(kept, 0.0)
    return kept
