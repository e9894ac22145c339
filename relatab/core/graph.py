"""The association graph: tables are nodes, associations are edges."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from relatab.core.association import column_similarity
from relatab.core.evidence import LinkEvidence, link_strength

if TYPE_CHECKING:
    import networkx as nx

    from relatab.settings import Settings

Strength = Callable[[LinkEvidence], float]


def association_graph(
    tables: Iterable[str],
    links: Iterable[tuple[str, str, LinkEvidence]],
    strength: Strength,
) -> nx.Graph[str]:
    """Graph of table ids; edges carry `association` in (0, 1] and `evidence`.

    links: two ids, the smaller one first, and their evidence; strength: the association
    that it amounts to. Only positive associations become edges: two negative ones would
    multiply into a strong chain.
    """
    import networkx as nx

    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(tables)
    for a, b, evidence in links:
        if (association := strength(evidence)) > 0:
            graph.add_edge(a, b, association=min(association, 1.0), evidence=evidence)
    return graph


def strength_of(settings: Settings) -> Strength:
    """How a method turns the evidence of a link into an association."""
    if settings.method == "paper":
        return lambda evidence: column_similarity(
            evidence.name_similarity,
            evidence.content_similarity,
            name_weight=settings.name_weight,
        )
    return lambda evidence: link_strength(
        evidence,
        document_link_weight=settings.document_link_weight,
        word_link_weight=settings.word_link_weight,
        value_link_weight=settings.value_link_weight,
        key_link_weight=settings.key_link_weight,
    )
