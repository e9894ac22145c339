"""Measures of what was found for one question, and their means over questions.

All are computed per question first and then averaged (macro), as by Chen et al. (2024). The
F1 of a run is therefore the mean of the questions' F1, not the harmonic mean of the means.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

CUTS = (2, 5, 10)


def precision_recall_f1(
    chosen: Collection[str], gold: Collection[str]
) -> tuple[float, float, float]:
    """Precision, recall and F1 of a set, each in [0, 1]; 0 where nothing was chosen."""
    found, wanted = set(chosen), set(gold)
    hits = len(found & wanted)
    precision = hits / len(found) if found else 0.0
    recall = hits / len(wanted) if wanted else 0.0
    both = precision + recall
    return precision, recall, 2 * precision * recall / both if both else 0.0


def ndcg(ranked: Sequence[str], gold: Collection[str], cut: int) -> float:
    """NDCG at `cut`, Eq. (5-1), with binary gains: 1 where the gold tables come first.

    A gold table at rank r, counted from 1, gains 1 / log2(r + 1). In [0, 1].
    """
    wanted = set(gold)
    gain = sum(
        1 / math.log2(place + 2) for place, name in enumerate(ranked[:cut]) if name in wanted
    )
    ideal = sum(1 / math.log2(place + 2) for place in range(min(cut, len(wanted))))
    return gain / ideal if ideal else 0.0


def ranked_measures(
    ranked: Sequence[str], gold: Collection[str], cuts: Sequence[int] = CUTS
) -> dict[str, float]:
    """P, R, F1, NDCG and full recall ("full", all gold tables found) at each cut, in [0, 1].

    ranked: distinct table ids, best first. P divides by the number of tables really returned
    where these are fewer than the cut.
    """
    measures: dict[str, float] = {}
    for cut in cuts:
        top = ranked[:cut]
        precision, recall, f1 = precision_recall_f1(top, gold)
        measures |= {
            f"P@{cut}": precision,
            f"R@{cut}": recall,
            f"F1@{cut}": f1,
            f"NDCG@{cut}": ndcg(ranked, gold, cut),
            f"full@{cut}": float(set(gold) <= set(top)),
        }
    return measures


def set_measures(chosen: Collection[str], gold: Collection[str]) -> dict[str, float]:
    """P, R, F1, exact match and full recall of a chosen set, in [0, 1], and its size."""
    precision, recall, f1 = precision_recall_f1(chosen, gold)
    return {
        "P": precision,
        "R": recall,
        "F1": f1,
        "exact": float(set(chosen) == set(gold)),
        "full": float(set(gold) <= set(chosen)),
        "size": float(len(set(chosen))),
    }


def mean(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The mean of each measure over questions; rows have the same keys. {} for no rows."""
    return {name: sum(row[name] for row in rows) / len(rows) for name in rows[0]} if rows else {}
