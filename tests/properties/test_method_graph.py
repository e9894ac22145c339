"""The part of the graph around some seeds gives the chains that the whole graph gives."""

from __future__ import annotations

from itertools import combinations

import networkx as nx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from method_strategies import decays, thresholds

from relatab.core.evidence import LinkMeasures
from relatab.core.graph import MEASURE_SCALE, LinkArrays, association_graph, strength_of
from relatab.core.propagation import propagate
from relatab.settings import Settings

NAMES = "ABCDEFG"

# A few fixed measures make ties and thresholds that are hit exactly likely.
measures = st.one_of(
    st.sampled_from([0, 250_000, 450_000, 500_000, 900_000, MEASURE_SCALE]),
    st.integers(0, MEASURE_SCALE),
)
links = st.dictionaries(
    st.sampled_from(list(combinations(range(len(NAMES)), 2))),
    st.tuples(*[measures] * len(LinkMeasures._fields)),
)
settings = st.builds(
    Settings,
    method=st.sampled_from(["relatab", "paper"]),
    decay=decays,
    max_hops=st.integers(1, 4),
    chain_threshold=thresholds,
)


def whole_graph(found: dict[tuple[int, int], tuple[int, ...]], method: Settings) -> nx.Graph[str]:
    """Every link with a positive association, one after the other."""
    strength = strength_of(method)
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(NAMES)
    for (a, b), parts in found.items():
        association = strength(LinkMeasures(*(part / MEASURE_SCALE for part in parts)))
        if association > 0:
            graph.add_edge(NAMES[a], NAMES[b], association=min(association, 1.0))
    return graph


@given(links, settings, st.sets(st.integers(0, len(NAMES) - 1)))
def test_nothing_is_lost_around_the_seeds(
    found: dict[tuple[int, int], tuple[int, ...]], method: Settings, seeds: set[int]
) -> None:
    arrays = LinkArrays.of(
        np.array(list(found), dtype=np.intp).reshape(-1, 2),
        np.array(list(found.values()), dtype=np.int32).reshape(-1, len(LinkMeasures._fields)),
        len(NAMES),
    )
    parameters = {
        "decay": method.decay,
        "max_hops": method.max_hops,
        "chain_threshold": method.chain_threshold,
    }
    around = association_graph(
        NAMES,
        arrays,
        strength_of(method),
        np.array(sorted(seeds), dtype=np.intp),
        **parameters,
    )
    whole = whole_graph(found, method)

    assert set(around.edges) <= {pair for a, b in whole.edges for pair in ((a, b), (b, a))}
    for seed in seeds:
        assert propagate(around, NAMES[seed], **parameters) == propagate(
            whole, NAMES[seed], **parameters
        )
