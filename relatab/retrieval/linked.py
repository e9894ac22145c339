"""The tables linked to one table, without a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from relatab.core.propagation import Chain, propagate
from relatab.retrieval.answer import Availability, Hop
from relatab.retrieval.explain import hops

if TYPE_CHECKING:
    import networkx as nx

    from relatab.index.corpus import Corpus
    from relatab.model import Table
    from relatab.settings import Settings


@dataclass(frozen=True, slots=True)
class Linked:
    """A table, the score of the best chain to it in (0, 1], Eq. (4-13), and that chain.

    availability: as that of `relatab.retrieval.answer.Hit`.
    """

    table: Table
    score: float
    via: tuple[Hop, ...]
    availability: Availability = "present"


def chains_from(graph: nx.Graph[str], table_id: str, settings: Settings) -> dict[str, Chain]:
    """The best chain to every table that one table reaches by the method of `settings`."""
    return propagate(
        graph,
        table_id,
        decay=settings.decay,
        max_hops=settings.max_hops,
        chain_threshold=settings.chain_threshold,
    )


def related(corpus: Corpus, table_id: str, settings: Settings, *, limit: int) -> list[Linked]:
    """The tables that chains from `table_id` reach, strongest first, ties by id."""
    graph = corpus.graph(settings, [table_id])
    chains = chains_from(graph, table_id, settings)
    best = sorted(chains.items(), key=lambda item: (-item[1].score, item[0]))[:limit]
    tables = corpus.tables({table for _, chain in best for table in chain.tables})
    return [
        Linked(tables[name], chain.score, tuple(hops(corpus, chain.tables, tables, graph)))
        for name, chain in best
    ]
