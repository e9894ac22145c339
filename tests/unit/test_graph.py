from collections.abc import Sequence

import numpy as np
import pytest

from relatab.core.evidence import LinkEvidence, LinkMeasures
from relatab.core.graph import MEASURE_SCALE, LinkArrays, association_graph, strength_of
from relatab.settings import DEFAULT, PAPER, Settings

Link = tuple[int, int, LinkEvidence]


def arrays_of(links: Sequence[Link], tables: int) -> LinkArrays:
    pairs = np.array([link[:2] for link in links], dtype=np.intp).reshape(-1, 2)
    measures = np.array([why.measures for *_, why in links]).reshape(-1, 6) * MEASURE_SCALE
    return LinkArrays.of(pairs, np.rint(measures).astype(np.int32), tables)


def names_alike(similarity: float) -> LinkEvidence:
    """Evidence of this strength by the paper's method."""
    return LinkEvidence(name_similarity=similarity, content_similarity=similarity)


def edges_around(seeds: Sequence[int], links: Sequence[Link], **changes: float) -> list[str]:
    parameters = {"decay": 1.0, "max_hops": 9, "chain_threshold": 0.0, **changes}
    graph = association_graph(
        "abcdef",
        arrays_of(links, 6),
        strength_of(PAPER),
        np.array(seeds, dtype=np.intp),
        **parameters,
    )
    return sorted("".join(sorted(edge)) for edge in graph.edges)


CHAIN = [(a, a + 1, names_alike(0.5)) for a in range(4)]


def test_links_stand_with_both_their_tables() -> None:
    links = arrays_of([(0, 2, names_alike(0.25)), (0, 1, names_alike(0.5))], 4)

    assert links.offsets.tolist() == [0, 2, 3, 4, 4]
    assert links.neighbours.tolist() == [1, 2, 0, 0]
    assert links.strengths(np.arange(4), strength_of(PAPER)).tolist() == [0.5, 0.25, 0.5, 0.25]


def test_the_links_of_some_tables_are_found_by_their_places() -> None:
    links = arrays_of(CHAIN, 6)

    sources, places = links.leaving(np.array([1, 3, 5]))

    assert sources.tolist() == [1, 1, 3, 3]
    assert links.neighbours[places].tolist() == [0, 2, 2, 4]
    assert [part.tolist() for part in links.leaving(np.array([], dtype=np.intp))] == [[], []]


def test_seeds_are_nodes_and_edges_carry_the_association() -> None:
    links = arrays_of([(0, 1, LinkEvidence(name_similarity=0.8, content_similarity=0.4))], 3)

    graph = association_graph(
        ["a", "b", "c"],
        links,
        strength_of(PAPER),
        np.array([1, 2]),
        decay=0.7,
        max_hops=2,
        chain_threshold=0.45,
    )

    assert sorted(graph) == ["a", "b", "c"]
    assert graph.edges["a", "b"]["association"] == pytest.approx(0.6)


@pytest.mark.parametrize(
    ("hops", "edges"), [(1, ["ab"]), (2, ["ab", "bc"]), (4, ["ab", "bc", "cd", "de"])]
)
def test_the_graph_ends_where_chains_end(hops: int, edges: list[str]) -> None:
    assert edges_around([0], CHAIN, max_hops=hops) == edges


def test_the_graph_grows_from_every_seed() -> None:
    assert edges_around([0, 4], CHAIN, max_hops=1) == ["ab", "de"]


@pytest.mark.parametrize("similarity", [-0.9, 0.0])
def test_what_is_not_positive_becomes_no_edge(similarity: float) -> None:
    assert edges_around([0], [(0, 1, names_alike(similarity))]) == []


def test_a_link_at_the_threshold_lies_on_no_kept_chain() -> None:
    assert edges_around([0], CHAIN, chain_threshold=0.5) == []


def test_a_link_that_only_weaker_chains_reach_is_left_out() -> None:
    assert edges_around([0], CHAIN, chain_threshold=0.2) == ["ab", "bc"]
    assert edges_around([0], CHAIN, chain_threshold=0.2, decay=0.7) == ["ab"]


def test_a_link_that_the_longer_chain_only_can_pass_stays() -> None:
    detour = [(0, 1, 0.5), (0, 2, 0.9), (1, 2, 0.9), (1, 3, 0.9)]
    links = [(a, b, names_alike(similarity)) for a, b, similarity in detour]

    assert edges_around([0], links, chain_threshold=0.6) == ["ac", "bc", "bd"]


def test_rounding_never_makes_an_association_of_more_than_one() -> None:
    links = arrays_of([(0, 1, names_alike(1.0))], 2)

    assert links.strengths(np.arange(2), lambda _: np.array([1.0 + 1e-12, 0.5])).tolist() == [
        1.0,
        0.5,
    ]


def test_the_default_method_takes_association_from_the_evidence() -> None:
    evidence = LinkEvidence(name_similarity=1.0, content_similarity=1.0, key_rarity=0.5)
    settings = Settings(key_link_weight=0.6)

    assert strength_of(settings)(evidence.measures) == pytest.approx(0.3)
    assert strength_of(DEFAULT)(LinkEvidence(name_similarity=1.0).measures) == 0.0


@pytest.mark.parametrize("settings", [PAPER, DEFAULT])
def test_arrays_of_links_are_as_strong_as_single_ones(settings: Settings) -> None:
    rows = np.random.default_rng(1).integers(-MEASURE_SCALE, MEASURE_SCALE, size=(500, 6))
    measures = np.abs(rows) / MEASURE_SCALE
    strength = strength_of(settings)

    many = strength(LinkMeasures(*measures.T))

    assert many.tolist() == [strength(LinkMeasures(*row)) for row in measures.tolist()]
