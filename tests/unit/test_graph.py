import pytest

from relatab.core.evidence import LinkEvidence
from relatab.core.graph import association_graph, strength_of
from relatab.settings import DEFAULT, PAPER, Settings


def test_links_become_edges_with_association_and_evidence() -> None:
    evidence = LinkEvidence(name_similarity=0.8, content_similarity=0.4, column_a=0, column_b=3)

    graph = association_graph(["a", "b", "c"], [("a", "b", evidence)], strength_of(PAPER))

    assert sorted(graph) == ["a", "b", "c"]
    assert graph.edges["b", "a"]["association"] == pytest.approx(0.6)
    assert graph.edges["a", "b"]["evidence"] is evidence


@pytest.mark.parametrize("similarity", [-0.9, 0.0])
def test_what_is_not_positive_becomes_no_edge(similarity: float) -> None:
    evidence = LinkEvidence(name_similarity=similarity, content_similarity=similarity)

    graph = association_graph(["a", "b"], [("a", "b", evidence)], strength_of(PAPER))

    assert not graph.edges


def test_rounding_never_makes_an_association_of_more_than_one() -> None:
    graph = association_graph(["a", "b"], [("a", "b", LinkEvidence())], lambda _: 1.0 + 1e-12)

    assert graph.edges["a", "b"]["association"] == 1.0


def test_the_default_method_takes_association_from_the_evidence() -> None:
    evidence = LinkEvidence(name_similarity=1.0, content_similarity=1.0, key_rarity=0.5)
    settings = Settings(key_link_weight=0.6)

    assert strength_of(settings)(evidence) == pytest.approx(0.3)
    assert strength_of(DEFAULT)(LinkEvidence(name_similarity=1.0)) == 0.0
