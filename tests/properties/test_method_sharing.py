"""What tables share, found for many pairs at once, agrees with comparing sets pair by pair."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from relatab.core.sharing import (
    Holdings,
    heaviest,
    key_rarities,
    value_overlaps,
    word_overlaps,
)

LETTERS = "abcdef"
features = st.sets(st.sampled_from(LETTERS))
tables = st.lists(st.lists(features, max_size=3), min_size=2, max_size=6)
Corpus = list[list[set[str]]]


def held(corpus: Corpus, max_frequency: int | None = None) -> Holdings:
    places = [(table, column) for table, own in enumerate(corpus) for column in range(len(own))]
    entries = [
        (table, number, feature)
        for number, (table, column) in enumerate(places)
        for feature in corpus[table][column]
    ]
    table, column, texts = zip(*entries, strict=True) if entries else ((), (), ())
    return Holdings.of(
        np.array(table, dtype=np.intp),
        np.array(column, dtype=np.intp),
        np.array([LETTERS.index(text) for text in texts], dtype=np.intp),
        (len(corpus), len(LETTERS)),
        max_frequency=max_frequency,
    )


def whole(table: list[set[str]]) -> set[str]:
    return set().union(*table)


def weights(corpus: Corpus) -> dict[str, float]:
    found = {}
    for letter in LETTERS:
        if count := sum(letter in whole(table) for table in corpus):
            found[letter] = (math.log(len(corpus) / count) / math.log(len(corpus))) ** 2
    return found


def literal_overlap(
    one: Collection[str], two: Collection[str], weight: Mapping[str, float], prior: float
) -> float:
    shared = sum(weight[letter] for letter in set(one) & set(two))
    return shared / (min(sum(weight[x] for x in side) for side in (one, two)) + prior)


def pairs_of(corpus: Corpus) -> np.ndarray:
    return np.array(list(combinations(range(len(corpus)), 2)), dtype=np.intp)


@given(tables)
def test_words_overlap_as_two_sets(corpus: Corpus) -> None:
    index, pairs, weight = held(corpus), pairs_of(corpus), weights(corpus)
    # Words have no columns: those of a table are one set.
    merged = held([[whole(table)] for table in corpus])

    found = word_overlaps(merged, pairs, merged.shared(pairs), prior=1.0)

    assert index.weights.tolist() == merged.weights.tolist()
    for (a, b), value in zip(pairs.tolist(), found, strict=True):
        assert 0.0 <= value < 1.0
        expected = literal_overlap(whole(corpus[a]), whole(corpus[b]), weight, 1.0)
        assert value == pytest.approx(expected)


@given(tables)
def test_values_overlap_as_the_best_of_all_pairs_of_columns(corpus: Corpus) -> None:
    index, pairs, weight = held(corpus), pairs_of(corpus), weights(corpus)
    offsets = np.cumsum([0, *map(len, corpus)])

    found, columns = value_overlaps(index, pairs, index.shared(pairs), prior=2.0)

    for (a, b), value, (i, j) in zip(pairs.tolist(), found, columns.tolist(), strict=True):
        overlaps = {
            (x, y): round(literal_overlap(one, two, weight, 2.0), 9)
            for x, one in enumerate(corpus[a])
            for y, two in enumerate(corpus[b])
        }
        best = max(overlaps.values(), default=0.0)
        assert value == pytest.approx(best)
        first = next((pair for pair, each in overlaps.items() if each == best > 0), None)
        assert (None if i < 0 else (i - offsets[a], j - offsets[b])) == first


@given(tables, st.dictionaries(st.sampled_from(LETTERS), st.integers(0, 1)))
def test_keys_join_as_independent_evidence_of_each_kind(
    corpus: Corpus, kind: dict[str, int]
) -> None:
    merged = held([[whole(table)] for table in corpus])
    pairs, weight = pairs_of(corpus), weights(corpus)
    kinds = np.array([kind.get(letter, 0) for letter in LETTERS], dtype=np.uint64)

    found = key_rarities(merged, kinds, pairs, merged.shared(pairs))

    for (a, b), value in zip(pairs.tolist(), found, strict=True):
        shared = whole(corpus[a]) & whole(corpus[b])
        doubt = 1.0
        for each in (0, 1):
            doubt *= 1.0 - max((weight[x] for x in shared if kind.get(x, 0) == each), default=0.0)
        assert value == pytest.approx(1.0 - doubt)


@given(tables, st.none() | st.integers(1, 3))
def test_the_features_told_are_the_heaviest_that_both_hold(
    corpus: Corpus, count: int | None
) -> None:
    index, pairs, weight = held(corpus), pairs_of(corpus), weights(corpus)

    chosen = heaviest(index.shared(pairs), index.weights, np.arange(len(LETTERS)), count)

    for place, (a, b) in enumerate(pairs.tolist()):
        shared = whole(corpus[a]) & whole(corpus[b])
        expected = sorted(
            (letter for letter in shared if weight[letter] > 0),
            key=lambda letter: (-weight[letter], letter),
        )
        told = [LETTERS[feature] for feature in chosen.features[chosen.pairs == place].tolist()]
        assert told == expected[:count]


@given(tables, st.integers(1, 4), st.integers(2, 6), st.data())
def test_candidates_are_those_of_comparing_all_pairs(
    corpus: Corpus, count: int, limit: int, data: st.DataObject
) -> None:
    index, weight = held(corpus), weights(corpus)
    useful = {x for x in weight if sum(x in whole(table) for table in corpus) <= limit}
    some = data.draw(st.lists(st.integers(0, len(corpus) - 1), unique=True))

    found = index.candidates(np.array(some, dtype=np.intp), count=count, max_frequency=limit)

    expected = []
    for table in some:
        shared = {
            other: round(
                sum(weight[x] for x in whole(corpus[table]) & whole(corpus[other]) & useful), 9
            )
            for other in range(len(corpus))
            if other != table
        }
        positive = sorted((o for o in shared if shared[o] > 0), key=lambda o: (-shared[o], o))
        expected += [[table, other] for other in positive[:count]]
    assert found.tolist() == expected
