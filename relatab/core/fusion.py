"""Per-query normalisation, fusion of scores, and supplement, Eqs. (4-14) to (4-16).

Score arrays have one entry per table. Where order decides a tie, the earlier entry wins, so
callers keep tables in the order of their ids.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from relatab.core.propagation import Chain
from relatab.core.vectors import Floats, Integers, ranking

Score = TypeVar("Score", float, Floats)

# Scores closer than this, relative to their size, are equal but for rounding.
EQUAL = 1e-9


@dataclass(frozen=True, slots=True)
class Supplement:
    """What a table adds to a query through another one, Eq. (4-15).

    score: in (0, 1] for relevance in (0, 1]; chain: from the initial table to this one.
    """

    score: float
    chain: Chain

    @property
    def initial(self) -> str:
        """Id of the initial table that gave the score."""
        return self.chain.tables[0]


def min_max(scores: Floats) -> Floats:
    """Scores of one query brought to [0, 1]: the worst table 0, the best 1.

    scores: shape (n,), NaN for missing, which counts as the worst. Where all are equal no
    table stands out: zeros.
    """
    filled = _worst_for_missing(scores)
    lowest = filled.min(initial=np.inf)
    return _scaled(filled, lowest, filled.max(initial=-np.inf) - lowest)


def z_scores(scores: Floats) -> Floats:
    """Scores of one query with mean 0 and standard deviation 1.

    scores: shape (n,), NaN for missing, which counts as the worst. Where all are equal:
    zeros.
    """
    filled = _worst_for_missing(scores)
    return _scaled(filled, filled.mean(), filled.std()) if len(filled) else filled


def z_sum(scores: Sequence[Floats], *, weights: Sequence[float] | None = None) -> Floats:
    """Weighted sum of the z-scores of several score arrays of one query.

    scores: one or more arrays of shape (n,), NaN for missing; weights: one per array, >= 0,
    all 1 by default. Returns shape (n,). z-scores of a sparse score (BM25) grow with the
    number of tables and those of a dense one hardly do: compare tables of a `shortlist`.
    """
    chosen = [1.0] * len(scores) if weights is None else weights
    parts = [weight * z_scores(part) for weight, part in zip(chosen, scores, strict=True)]
    return np.asarray(sum(parts))


def shortlist(scores: Sequence[Floats], *, size: int) -> Integers:
    """Tables worth comparing for a query: those that stand highest in any of the scores.

    scores: one or more arrays of shape (n,), NaN for missing. Rank by rank, each array
    adds its next table until `size` are found. Returns their numbers, ascending, of shape
    (min(size, n),).
    """
    chosen: dict[int, None] = {}
    rankings = [ranking(part, size) for part in scores]
    for rank in range(min(size, len(scores[0]))):
        for ranked in rankings:
            chosen.setdefault(int(ranked[rank]))
        if len(chosen) >= size:
            break
    return np.array(sorted(list(chosen)[:size]), dtype=np.intp)


def initial_tables(relevance: Floats, *, relevance_threshold: float) -> Integers:
    """T_init, Eq. (4-14): the tables of at least the threshold's relevance.

    relevance: shape (n,), normalised per query where the threshold is meant so. Returns
    table numbers, the most relevant first.
    """
    reaching = np.flatnonzero(relevance >= relevance_threshold)
    return reaching[ranking(relevance[reaching])]


def leading_tables(relevance: Floats, *, count: int) -> Integers:
    """T_init by rank: the `count` most relevant tables, the most relevant first.

    The alternative to Eq. (4-14) where raw cosines stay below any useful threshold.
    """
    return ranking(relevance, count)


def supplement(
    initial: Mapping[str, float], chains: Mapping[str, Mapping[str, Chain]]
) -> dict[str, Supplement]:
    """What each table adds through the initial ones, Eq. (4-15).

    initial: relevance of the tables of T_init; chains: for each of them the chains to the
    tables that it reaches (`relatab.core.propagation.propagate`), itself not among them, so
    that no table supplements itself. Returns the best supplement per table reached; only
    positive ones; ties go to the smaller id of the initial table.
    """
    best: dict[str, Supplement] = {}
    for source in sorted(initial):
        for table, chain in chains.get(source, {}).items():
            score = initial[source] * chain.score
            if score > (best[table].score if table in best else 0.0):
                best[table] = Supplement(score, chain)
    return best


def final_relevance(relevance: Score, supplement: Score, *, supplement_weight: float) -> Score:
    """Final relevance, Eq. (4-16), of single scores or of arrays.

    relevance: in [0, 1] after normalisation; supplement: in [0, 1], 0 without one;
    supplement_weight x in [0, 1]. Returns a value in [0, 1 + x].
    """
    return relevance + supplement_weight * supplement


def _worst_for_missing(scores: Floats) -> Floats:
    missing = np.isnan(scores)
    return np.where(missing, 0.0 if missing.all() else scores[~missing].min(), scores)


def _scaled(scores: Floats, origin: float, scale: float) -> Floats:
    if scale <= EQUAL * max(1.0, float(np.abs(scores).max(initial=0.0))):
        return np.zeros(len(scores))
    return np.asarray((scores - origin) / scale)
