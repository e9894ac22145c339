"""Relevance stays in range, ignores order, and agrees with plain loops."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from method_strategies import cosines, table_vectors, unit_rows

from relatab.core.relevance import dual_level_maxima, dual_level_means, dual_level_relevance
from relatab.core.similarity import cosine
from relatab.core.vectors import (
    Floats,
    TableVectors,
    maximum_per_segment,
    segment_offsets,
)
from relatab.core.weighting import name_weights_from_embeddings

queries = unit_rows(1, 1).map(lambda rows: rows[0])
corpora = st.lists(table_vectors(), min_size=1, max_size=5)
weights = st.sampled_from([0.0, 0.5, 0.6, 1.0])


def score(query: Floats, tables: list[TableVectors], alpha: float, beta: float) -> Floats:
    name_weights = [name_weights_from_embeddings(table.names) for table in tables]
    return dual_level_relevance(
        query, tables, name_weights, caption_weight=alpha, table_level_weight=beta
    )


def with_columns_reversed(table: TableVectors) -> TableVectors:
    return TableVectors(table.caption, table.names[::-1], table.values[::-1], table.rows[::-1])


@given(queries, corpora, weights, weights)
def test_relevance_is_a_cosine_like_number(
    query: Floats, tables: list[TableVectors], alpha: float, beta: float
) -> None:
    scores = score(query, tables, alpha, beta)

    assert scores.shape == (len(tables),)
    assert (np.abs(scores) <= 1 + 1e-6).all()


@given(queries, corpora, st.randoms(use_true_random=False))
def test_relevance_follows_its_table(
    query: Floats, tables: list[TableVectors], random: Random
) -> None:
    order = list(range(len(tables)))
    random.shuffle(order)

    moved = score(query, [tables[i] for i in order], 0.5, 0.6)

    assert moved == pytest.approx(score(query, tables, 0.5, 0.6)[order], abs=1e-6)


@given(queries, corpora)
def test_the_order_of_columns_does_not_matter(query: Floats, tables: list[TableVectors]) -> None:
    mirrored = [with_columns_reversed(table) for table in tables]

    assert score(query, mirrored, 0.5, 0.6) == pytest.approx(
        score(query, tables, 0.5, 0.6), abs=1e-5
    )


@given(queries, corpora, weights, weights)
def test_maxima_agree_with_a_loop_over_tables(
    query: Floats, tables: list[TableVectors], alpha: float, beta: float
) -> None:
    values = [np.concatenate([np.empty((0, 4)), *table.values]) for table in tables]
    flat = dual_level_maxima(
        np.array([np.nan if t.caption is None else cosine(query, t.caption) for t in tables]),
        cosine(np.concatenate([table.names for table in tables]), query),
        segment_offsets(len(table.names) for table in tables),
        cosine(np.concatenate(values), query),
        segment_offsets(len(each) for each in values),
        caption_weight=alpha,
        table_level_weight=beta,
    )

    value_maxima = [max((float(v @ query) for v in each), default=None) for each in values]
    known = [value for value in value_maxima if value is not None]
    for table, best_value, found in zip(tables, value_maxima, flat, strict=True):
        caption = None if table.caption is None else float(table.caption @ query)
        name = max((float(each @ query) for each in table.names), default=None)
        value = best_value if best_value is not None else (np.mean(known) if known else 0.0)
        if caption is None or name is None:
            table_level = name if caption is None else caption
        else:
            table_level = alpha * caption + (1 - alpha) * name
        expected = value if table_level is None else beta * table_level + (1 - beta) * value
        assert found == pytest.approx(expected, abs=1e-6)


@given(queries, corpora, weights, weights, st.booleans(), st.booleans())
def test_flat_arrays_agree_with_a_loop_over_tables(
    query: Floats,
    tables: list[TableVectors],
    alpha: float,
    beta: float,
    divide: bool,
    critic: bool,
) -> None:
    name_weights = [name_weights_from_embeddings(table.names) for table in tables]
    settings = {
        "caption_weight": alpha,
        "table_level_weight": beta,
        "divide_by_count": divide,
        "use_critic": critic,
    }
    values = [column for table in tables for column in table.values]
    rows = [column for table in tables for column in table.rows]

    flat = dual_level_means(
        np.array([np.nan if t.caption is None else cosine(query, t.caption) for t in tables]),
        cosine(np.concatenate([table.names for table in tables]), query),
        np.concatenate(name_weights),
        segment_offsets(len(table.names) for table in tables),
        cosine(np.concatenate([np.empty((0, 4)), *values]), query),
        np.concatenate([np.empty(0, dtype=np.intp), *rows]),
        segment_offsets(map(len, values)),
        **settings,
    )

    assert flat == pytest.approx(
        dual_level_relevance(query, tables, name_weights, **settings), abs=1e-5
    )


@given(st.lists(st.lists(cosines, max_size=4), max_size=6))
def test_segment_maxima_agree_with_a_loop(segments: list[list[float]]) -> None:
    flat = np.array([score for segment in segments for score in segment], dtype=float)
    expected = [max(segment, default=np.nan) for segment in segments]

    found = maximum_per_segment(flat, segment_offsets(map(len, segments)))

    assert found == pytest.approx(expected, nan_ok=True)
