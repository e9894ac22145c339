import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from relatab.core.lexical import (
    BM25,
    Postings,
    rarity,
    text_numbers,
    tokens,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Casing sizes of the well", ["casing", "size", "well"]),
        ("dept_id MudType", ["dept", "id", "mud", "type"]),
        ("Well 7/11-1X, DST No. 3", ["well", "7/11-1", "x", "dst", "no", "3"]),
        ("13.375 in. x 9-5/8", ["13.375", "x", "9-5/8"]),
        ("ﬁeld Mass bus analysis", ["field", "mass", "bus", "analysis"]),
        ("— ...", []),
        ("", []),
    ],
)
def test_texts_fall_into_words_and_numbers(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


def test_rarity_runs_from_one_document_to_all() -> None:
    assert rarity(np.array([1, 4, 16]), 16) == pytest.approx([1.0, 0.5, 0.0])


def test_in_a_corpus_of_one_document_nothing_is_rare() -> None:
    assert rarity(1, 1) == 0.0


def test_bm25_follows_the_formula() -> None:
    index = BM25([["mud", "weight"], ["mud"], ["casing", "size", "casing"]])

    # "casing": df 1 of 3, f 2, length 3, mean length 2.
    idf = math.log(1 + 2.5 / 1.5)
    expected = idf * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 3 / 2))
    assert index.scores(["casing", "casing", "unknown"]) == pytest.approx([0, 0, expected])


def test_bm25_prefers_the_shorter_of_two_matching_documents() -> None:
    long, short = BM25([["mud", "weight", "log"], ["mud"]]).scores(["mud"])

    assert 0 < long < short


@pytest.mark.parametrize("documents", [[], [[], []]], ids=["none", "blank"])
def test_bm25_of_an_empty_corpus_finds_nothing(documents: list[list[str]]) -> None:
    assert np.array_equal(BM25(documents).scores(["mud"]), np.zeros(len(documents)))


def postings(documents: list[list[str]]) -> Postings:
    counts = [(word, n, own.count(word)) for n, own in enumerate(documents) for word in set(own)]
    return Postings.of(
        text_numbers(word for word, _, _ in counts),
        np.array([table for _, table, _ in counts], dtype=np.intp),
        np.array([count for _, _, count in counts], dtype=np.float32),
        np.array([len(own) for own in documents], dtype=np.int32),
    )


WORDS = st.sampled_from(["mud", "weight", "casing", "9", "井", "\udcff", "a OR b"])


@given(st.lists(st.lists(WORDS, max_size=8), max_size=6))
def test_postings_score_as_the_reference_bm25(documents: list[list[str]]) -> None:
    index, reference = postings(documents), BM25(documents)
    for word in ("mud", "井", "\udcff", "a OR b", "absent"):
        scores = np.zeros(len(documents))
        tables, added = index.scores(word)
        scores[tables] = added
        assert tables.tolist() == [n for n, own in enumerate(documents) if word in own]
        np.testing.assert_allclose(scores, reference.scores([word]), rtol=1e-9)
