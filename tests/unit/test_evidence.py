import math

import pytest

from relatab.core.evidence import (
    EXCESS_SCALE,
    LinkEvidence,
    excess_similarity,
    link_strength,
    noisy_or,
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


def test_strength_combines_all_evidence_by_noisy_or() -> None:
    evidence = LinkEvidence(
        document_similarity=0.2, word_overlap=0.5, value_overlap=0.5, key_rarity=1.0
    )

    assert link_strength(evidence.measures, **WEIGHTS) == pytest.approx(1 - 0.9 * 0.8 * 0.7 * 0.2)
