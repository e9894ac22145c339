"""The set of tables that answers a query, Eq. (4-17).

`select_tables` and `choose` judge each table by its own final score. `complete` chooses
jointly: a table counts for what it adds to those chosen already.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from relatab.core.vectors import Floats, Integers, ranking

# The least positive share: a table of score zero is no answer, whatever the threshold.
SMALLEST = float(np.finfo(np.float64).tiny)

# What two random tables have: the median over two public corpora is .02 to .05.
ASSOCIATION_FLOOR = 0.02

# Of the weighted coverage, at most some 2: a single word among forty.
LEAST_ADDITION = 0.05


def select_tables(final: Floats, *, selection_threshold: float) -> Integers:
    """E(Q), Eq. (4-17): the tables whose final relevance is at least the threshold.

    final: shape (n,), NaN never selected. Returns table numbers, the best first, ties by
    number, so callers keep tables in the order of their ids.
    """
    reaching = np.flatnonzero(final >= selection_threshold)
    return reaching[ranking(final[reaching])]


def choose(final: Floats, *, selection_threshold: float, max_tables: int) -> Integers:
    """E(Q) of the default method: the best table and those that keep up with it.

    final: shape (n,), final relevance >= 0, NaN never selected. A table is taken while its
    score is at least selection_threshold of the best one, in [0, 1]; at most max_tables.
    The best table is always taken, if its score is positive. Returns table numbers, the
    best first, ties by number.
    """
    scores = np.nan_to_num(final, nan=0.0)
    best = scores.max(initial=0.0)
    if best <= 0:
        return np.empty(0, dtype=np.intp)
    threshold = min(max(selection_threshold, SMALLEST), 1.0)
    return select_tables(scores / best, selection_threshold=threshold)[:max_tables]


def places_in_series(series: Integers) -> Integers:
    """How many items of its series stand before each: (n,), 0 for the first.

    series: (n,), equal numbers for items of one series, -1 for an item of none.
    """
    order = np.argsort(series, kind="stable")
    is_first = np.diff(series[order], prepend=-2) != 0
    starts = np.flatnonzero(is_first)
    places = np.empty_like(series)
    places[order] = np.arange(len(series)) - starts[np.cumsum(is_first) - 1]
    places[series < 0] = 0
    return places


class Completion(NamedTuple):
    """Tables in the order in which they complete each other.

    order: positions, each once; gains: what each adds to the worth of those before it.
    """

    order: Integers
    gains: Floats

    def size(self, *, pair_threshold: float, gain_threshold: float) -> int:
        """How many tables E(Q) has: it ends before the first that adds too little.

        pair_threshold: least gain of the second table; gain_threshold: of each further one.
        """
        least = np.where(np.arange(1, len(self.order)) == 1, pair_threshold, gain_threshold)
        short = np.flatnonzero(self.gains[1:] < least)
        return int(short[0]) + 1 if len(short) else len(self.order)


def complete(relevance: Floats, coverage: Floats, affinity: Floats) -> Completion:
    """The best pair of tables first, then greedily the table that adds most.

    A set is worth the relevance of its tables, what they cover together, and how well they go
    together: sum of relevance + sum over the question's parts of the best coverage in the
    set + the affinity that each table has to the closest one before it. The pair is the
    best of all pairs; its more relevant table comes first.

    relevance: (k,); coverage: (k, t), >= 0, weighted; affinity: (k, k), symmetric, >= 0. Looks at
    all pairs, so k is some ten. Ties go to the earlier positions. Returns k positions.
    """
    count = len(relevance)
    pair = _best_pair(relevance, coverage, affinity)
    order: list[int] = []
    gains: list[float] = []
    covered = np.zeros(coverage.shape[1])
    for place in range(count):
        added = relevance + np.maximum(coverage - covered, 0.0).sum(axis=1)
        if order:
            added = added + affinity[:, order].max(axis=1)
        added[order] = -np.inf
        following = pair[place] if place < len(pair) else int(np.argmax(added))
        order.append(following)
        gains.append(float(added[following]))
        covered = np.maximum(covered, coverage[following])
    return Completion(np.array(order, dtype=np.intp), np.array(gains))


def affinity(associations: Floats, coverage: Floats) -> Floats:
    """How much two tables of a question gain by being linked: (k, k), symmetric, >= 0.

    log(1 + association / level), in which the level of two tables is their mean association
    with all k: a link says much where the tables are linked to few others, and little in a
    crowd of look-alikes (a hub). It counts in full where the table that covers less of the
    question adds `LEAST_ADDITION` to the other, and not at all where it adds nothing: links to
    copies of a table do not help to answer.

    associations: (k, k), symmetric, in [0, 1], the diagonal 0; coverage: (k, t), weighted.
    """
    own = associations.sum(axis=1) / max(len(associations) - 1, 1)
    level = np.maximum((own[:, np.newaxis] + own) / 2, ASSOCIATION_FLOOR)
    total = coverage.sum(axis=1)
    union = np.maximum(coverage[:, np.newaxis], coverage).sum(axis=2)
    addition = union - np.maximum(total[:, np.newaxis], total)
    return np.asarray(np.log1p(associations / level) * np.clip(addition / LEAST_ADDITION, 0.0, 1.0))


def _best_pair(relevance: Floats, coverage: Floats, affinity: Floats) -> list[int]:
    """The two positions that are worth most together, the more relevant one first."""
    first, second = np.triu_indices(len(relevance), 1)
    if not len(first):
        return []
    together = np.maximum(coverage[first], coverage[second]).sum(axis=1)
    worth = relevance[first] + relevance[second] + together + affinity[first, second]
    best = int(np.argmax(worth))
    return sorted((int(first[best]), int(second[best])), key=lambda place: -relevance[place])
