"""The set of tables that answers a query, Eq. (4-17).

Both rules here judge each table by its own final score. Choosing the set jointly, so that a
table counts for what it adds to those chosen already, would be a third function of the
same shape: final scores and the graph in, table numbers out.
"""

from __future__ import annotations

import numpy as np

from relatab.core.vectors import Floats, Integers, ranking

# The least positive share: a table of score zero is no answer, whatever the threshold.
SMALLEST = float(np.finfo(np.float64).tiny)


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
