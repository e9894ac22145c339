"""Normalisation, fusion, selection and evidence keep their promises for any scores."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from method_strategies import association_graphs

from relatab.core.evidence import noisy_or
from relatab.core.fusion import min_max, shortlist, supplement, z_scores, z_sum
from relatab.core.lexical import BM25
from relatab.core.propagation import propagate
from relatab.core.selection import choose, select_tables
from relatab.core.vectors import ranking

finite = st.floats(-1e6, 1e6, allow_nan=False).map(lambda score: round(score, 3))
score_lists = st.lists(st.one_of(finite, st.just(math.nan)), min_size=1, max_size=8)
shares = st.floats(0.0, 1.0)
words = st.sampled_from("abcdef")


@given(score_lists)
def test_min_max_is_in_range_and_keeps_the_order(scores: list[float]) -> None:
    normal = min_max(np.array(scores))

    assert ((normal >= 0) & (normal <= 1)).all()
    for a, first in enumerate(scores):
        for b, second in enumerate(scores):
            if first < second:
                assert normal[a] <= normal[b]


@given(score_lists)
def test_z_scores_are_centred_and_scaled(scores: list[float]) -> None:
    normal = z_scores(np.array(scores))

    assert normal.mean() == pytest.approx(0.0, abs=1e-6)
    assert normal.std() == pytest.approx(1.0, abs=1e-6) or not normal.any()


@given(score_lists, st.floats(0.1, 10.0), st.floats(-100.0, 100.0))
def test_z_sums_do_not_depend_on_scale_and_origin(
    scores: list[float], scale: float, origin: float
) -> None:
    plain = np.array(scores)
    other = np.arange(len(scores), dtype=float)

    assert z_sum([plain * scale + origin, other]) == pytest.approx(z_sum([plain, other]), abs=1e-4)


@given(st.integers(1, 6), st.integers(1, 8), st.data())
def test_a_shortlist_holds_the_best_of_every_score(
    count: int, size: int, data: st.DataObject
) -> None:
    row = st.lists(finite, min_size=count, max_size=count)
    scores = [np.array(each) for each in data.draw(st.lists(row, min_size=1, max_size=3))]

    chosen = shortlist(scores, size=size).tolist()

    assert len(chosen) == min(size, count)
    assert chosen == sorted(set(chosen))
    if size >= len(scores):
        assert all(int(part.argmax()) in chosen for part in scores)


@given(score_lists, st.integers(0, 9))
def test_a_ranking_is_the_head_of_a_full_stable_sort(scores: list[float], count: int) -> None:
    filled = [-math.inf if math.isnan(score) else score for score in scores]
    expected = sorted(range(len(scores)), key=lambda i: (-filled[i], i))

    assert ranking(np.array(scores), count).tolist() == expected[:count]


@given(association_graphs(), st.data())
def test_the_supplement_is_the_best_over_all_initial_tables(graph, data: st.DataObject) -> None:  # type: ignore[no-untyped-def]
    initial = data.draw(st.dictionaries(st.sampled_from(sorted(graph)), shares))
    chains = {
        table: propagate(graph, table, decay=0.7, max_hops=2, chain_threshold=0.3)
        for table in initial
    }

    gains = supplement(initial, chains)

    for table in graph:
        products = [
            relevance * chains[source][table].score
            for source, relevance in initial.items()
            if source != table and table in chains[source]
        ]
        found = gains[table].score if table in gains else 0.0
        assert found == pytest.approx(max(products, default=0.0))


@given(st.lists(st.one_of(st.floats(0.0, 1.3), st.just(math.nan)), max_size=8), shares)
def test_a_higher_threshold_selects_a_part_of_the_set(final: list[float], phi: float) -> None:
    low = select_tables(np.array(final, dtype=float), selection_threshold=phi).tolist()
    high = select_tables(np.array(final, dtype=float), selection_threshold=phi + 0.2).tolist()

    assert low[: len(high)] == high
    assert set(low) == {i for i, score in enumerate(final) if score >= phi}


@given(st.lists(st.floats(0.0, 1.3), max_size=8), shares, st.integers(1, 4))
def test_the_chosen_set_is_the_head_of_the_ranking(
    final: list[float], phi: float, most: int
) -> None:
    chosen = choose(np.array(final), selection_threshold=phi, max_tables=most).tolist()
    ranking = sorted(range(len(final)), key=lambda i: (-final[i], i))

    assert chosen == ranking[: len(chosen)]
    assert len(chosen) <= most
    assert bool(chosen) == any(score > 0 for score in final)


@given(st.lists(shares, max_size=6), shares)
def test_more_evidence_never_weakens_a_link(strengths: list[float], more: float) -> None:
    assert 0.0 <= noisy_or(strengths) <= noisy_or([*strengths, more]) <= 1.0


@given(st.lists(st.lists(words, max_size=5), min_size=1, max_size=5), st.lists(words, max_size=3))
def test_bm25_agrees_with_the_formula_term_by_term(
    documents: list[list[str]], query: list[str]
) -> None:
    count = len(documents)
    mean = sum(map(len, documents)) / count or 1.0

    def score(document: list[str]) -> float:
        total = 0.0
        for word in set(query):
            containing = sum(word in each for each in documents)
            idf = math.log(1 + (count - containing + 0.5) / (containing + 0.5))
            frequency = document.count(word)
            norm = 1.2 * (1 - 0.75 + 0.75 * len(document) / mean)
            total += idf * frequency * 2.2 / (frequency + norm) if frequency else 0.0
        return total

    assert BM25(documents).scores(query) == pytest.approx([score(each) for each in documents])
