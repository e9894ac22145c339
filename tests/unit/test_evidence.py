import math

import pytest

from relatab.core.association import ColumnMatch
from relatab.core.evidence import (
    EXCESS_SCALE,
    LinkEvidence,
    LinkFeatures,
    Rarities,
    best_value_overlap,
    excess_similarity,
    link_evidence,
    link_strength,
    noisy_or,
    shared_keys,
    sharing_candidates,
    value_feature,
)

WEIGHTS = {
    "document_link_weight": 0.5,
    "word_link_weight": 0.4,
    "value_link_weight": 0.6,
    "key_link_weight": 0.8,
}


@pytest.mark.parametrize(
    ("text", "feature"),
    [
        ("  Class  G ", "class g"),
        ("12.50", "12.5"),
        ("+7", "7"),
        ("9 5/8", "9 5/8"),
        ("-", ""),
        ("", ""),
        ("nan", "nan"),
        ("1_000", "1_000"),
        ("12345678", "12345678"),
        ("-3.00", "-3"),
        ("007", "007"),
    ],
)
def test_values_are_compared_by_what_they_say(text: str, feature: str) -> None:
    assert value_feature(text) == feature


def test_noisy_or_grows_with_every_piece_of_evidence() -> None:
    assert noisy_or([]) == 0.0
    assert noisy_or([0.5, 0.5]) == pytest.approx(0.75)
    assert noisy_or([1.0, 0.2]) == 1.0


def test_a_cosine_counts_by_its_excess_over_the_neighbourhood() -> None:
    assert excess_similarity(0.6, 0.6) == pytest.approx(0.3)
    assert excess_similarity(0.6, 0.6 - EXCESS_SCALE * math.log(3)) == pytest.approx(0.45)
    assert excess_similarity(0.6, 0.6 + EXCESS_SCALE * math.log(3)) == pytest.approx(0.15)


def test_opposite_tables_have_no_similarity() -> None:
    assert excess_similarity(-0.5, -0.9) == 0.0


def test_shared_keys_weigh_by_rarity() -> None:
    weights = {"well:7/11-1": 0.5, "test:3": 0.8, "field:cod": 0.0}

    strength, keys = shared_keys(frozenset(weights), frozenset(weights), weights)

    assert strength == pytest.approx(0.9)
    assert keys == ("test:3", "well:7/11-1")


def test_many_shared_keys_of_one_kind_are_one_piece_of_evidence() -> None:
    weights = {"depth:100": 0.5, "depth:200": 0.3, "depth:300": 0.4}

    strength, keys = shared_keys(frozenset(weights), frozenset(weights), weights)

    assert strength == pytest.approx(0.5)
    assert keys == ("depth:100", "depth:300", "depth:200")


def test_the_columns_that_share_most_values_are_found() -> None:
    a = LinkFeatures(columns=(frozenset({"1", "2"}), frozenset({"7/11-1", "7/11-3"})))
    b = LinkFeatures(columns=(frozenset({"7/11-3", "7/11-1", "7/11-2"}), frozenset({"1", "2"})))
    weights = {"1": 0.1, "2": 0.1, "7/11-1": 1.0, "7/11-2": 1.0, "7/11-3": 1.0}

    overlap, shared, columns = best_value_overlap(a, b, weights)

    assert overlap == pytest.approx(2.0 / (2.0 + 2.0))
    assert shared == ("7/11-1", "7/11-3")
    assert columns == (1, 0)


def test_tables_without_shared_values_have_no_overlap() -> None:
    a = LinkFeatures(columns=(frozenset({"1"}),))

    assert best_value_overlap(a, LinkFeatures(), {"1": 1.0}) == (0.0, (), None)


def test_what_every_table_has_is_no_evidence() -> None:
    common = LinkFeatures(frozenset({"depth"}), (frozenset({"1", "-"}),), frozenset({"well:a"}))
    corpus = [common, common, common]

    evidence = link_evidence(common, common, Rarities.of(corpus))

    assert evidence == LinkEvidence()
    assert link_strength(evidence.measures, **WEIGHTS) == 0.0


def test_every_piece_of_evidence_can_be_inspected() -> None:
    a = LinkFeatures(frozenset({"casing", "depth"}), (frozenset({"9.625"}),), frozenset({"well:a"}))
    b = LinkFeatures(frozenset({"casing", "mud"}), (frozenset({"9.625"}),), frozenset({"well:a"}))
    others = [LinkFeatures(frozenset({"depth"}))] * 2
    match = ColumnMatch(0.7, 0.8, 0.6, 1, 2)

    evidence = link_evidence(
        a, b, Rarities.of([a, b, *others]), match=match, document_similarity=0.3
    )

    # Two of four tables: rarity .5, squared .25. "depth" is in three of four, .207519.
    assert evidence.word_overlap == pytest.approx(0.25 / (0.25 + 0.207519**2 + 1.0), abs=1e-6)
    assert evidence.value_overlap == pytest.approx(0.25 / 2.25)
    assert evidence.key_rarity == pytest.approx(0.25)
    assert evidence.shared_words == ("casing",)
    assert evidence.shared_values == ("9.625",)
    assert evidence.value_columns == (0, 0)
    assert evidence.keys == ("well:a",)
    assert (evidence.column_a, evidence.column_b) == (1, 2)
    assert (evidence.name_similarity, evidence.content_similarity) == (0.8, 0.6)
    assert evidence.document_similarity == 0.3


def test_strength_combines_all_evidence_by_noisy_or() -> None:
    evidence = LinkEvidence(
        document_similarity=0.2, word_overlap=0.5, value_overlap=0.5, key_rarity=1.0
    )

    assert link_strength(evidence.measures, **WEIGHTS) == pytest.approx(1 - 0.9 * 0.8 * 0.7 * 0.2)


def test_candidates_share_the_heaviest_features() -> None:
    features = [{"a", "b"}, {"a"}, {"b", "a"}, {"c"}, {"b"}]
    weights = {"a": 0.5, "b": 0.3, "c": 1.0}

    candidates = sharing_candidates(features, weights, count=2, max_frequency=10)

    assert candidates == [[2, 1], [0, 2], [0, 1], [], [0, 2]]


def test_features_of_too_many_tables_bring_no_candidates() -> None:
    features = [{"a", "b"}, {"a", "b"}, {"a"}]

    assert sharing_candidates(features, {"a": 1.0, "b": 1.0}, count=5, max_frequency=2) == [
        [1],
        [0],
        [],
    ]
