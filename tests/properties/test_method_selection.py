from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from relatab.core.interaction import token_coverage
from relatab.core.selection import LEAST_ADDITION, affinity, complete

SHARES = st.floats(0, 1, width=32)


@st.composite
def candidates(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Relevance (k,), coverage (k, t) and symmetric affinity (k, k) of some tables."""
    count, parts = draw(st.integers(1, 6)), draw(st.integers(0, 4))
    upper = np.triu(draw(arrays(np.float64, (count, count), elements=SHARES)), 1)
    return (
        draw(arrays(np.float64, count, elements=SHARES)),
        draw(arrays(np.float64, (count, parts), elements=SHARES)),
        upper + upper.T,
    )


def worth(chosen: list[int], relevance: np.ndarray, coverage: np.ndarray, links: np.ndarray):
    """What a set is worth in its order, as the docstring of `complete` words it."""
    covered = sum(max(row[part] for row in coverage[chosen]) for part in range(coverage.shape[1]))
    bonus = sum(
        max(links[table][before] for before in chosen[:place])
        for place, table in enumerate(chosen)
        if place
    )
    return sum(relevance[table] for table in chosen) + covered + bonus


@given(candidates())
def test_gains_add_up_to_what_the_set_is_worth(drawn) -> None:
    found = complete(*drawn)
    order = found.order.tolist()
    assert sorted(order) == list(range(len(drawn[0])))
    for size in range(1, len(order) + 1):
        np.testing.assert_allclose(found.gains[:size].sum(), worth(order[:size], *drawn))


@given(candidates())
def test_no_pair_is_worth_more_than_the_first_two(drawn) -> None:
    order = complete(*drawn).order.tolist()
    if len(order) > 1:
        best = max(worth(list(pair), *drawn) for pair in combinations(range(len(order)), 2))
        np.testing.assert_allclose(worth(order[:2], *drawn), best)


@given(candidates())
def test_each_further_table_is_the_one_that_adds_most(drawn) -> None:
    order = complete(*drawn).order.tolist()
    for place in range(2, len(order)):
        added = {
            table: worth([*order[:place], table], *drawn) - worth(order[:place], *drawn)
            for table in order[place:]
        }
        assert added[order[place]] >= max(added.values()) - 1e-9


@given(candidates(), SHARES, SHARES)
def test_a_set_ends_before_the_first_table_that_adds_too_little(drawn, pair, further) -> None:
    found = complete(*drawn)
    size = found.size(pair_threshold=pair, gain_threshold=further)
    thresholds = [pair, *([further] * len(found.order))]
    assert all(found.gains[place] >= thresholds[place - 1] for place in range(1, size))
    if size < len(found.order):
        assert found.gains[size] < thresholds[size - 1]


@given(candidates())
def test_affinity_follows_its_definition(drawn) -> None:
    _, coverage, associations = drawn
    bonus = affinity(associations, coverage)
    count = len(associations)
    for a in range(count):
        for b in range(count):
            level = (associations[a].sum() + associations[b].sum()) / 2 / max(count - 1, 1)
            union = np.maximum(coverage[a], coverage[b]).sum()
            addition = union - max(coverage[a].sum(), coverage[b].sum())
            expected = np.log1p(associations[a, b] / max(level, 0.02))
            expected *= min(max(addition / LEAST_ADDITION, 0.0), 1.0)
            np.testing.assert_allclose(bonus[a, b], expected, atol=1e-9)


@given(arrays(np.float64, st.tuples(st.integers(1, 5), st.integers(0, 5)), elements=SHARES))
def test_no_table_covers_more_than_the_whole_question(similarities) -> None:
    coverage = token_coverage(similarities)
    assert (coverage >= 0).all()
    assert (coverage.sum(axis=1) <= 1 + 1e-9).all()
    best = coverage.max(axis=0, initial=0.0).sum()
    assert np.isclose(best, 1.0) or best == 0.0
