"""What holds of the measures of any ranking."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from relatab.evaluation.metrics import ranked_measures, set_measures

TABLES = [f"t{number}" for number in range(8)]
RANKINGS = st.permutations(TABLES).flatmap(
    lambda names: st.integers(0, len(names)).map(lambda length: names[:length])
)
GOLD = st.sets(st.sampled_from(TABLES), min_size=1)


@given(RANKINGS, GOLD)
def test_every_measure_is_a_share(ranked: list[str], gold: set[str]) -> None:
    assert all(0.0 <= value <= 1.0 for value in ranked_measures(ranked, gold).values())


@given(RANKINGS, GOLD)
def test_recall_and_full_recall_never_fall_with_the_cut(ranked: list[str], gold: set[str]) -> None:
    measures = ranked_measures(ranked, gold, cuts=range(1, len(TABLES) + 1))
    for name in ("R", "full"):
        values = [measures[f"{name}@{cut}"] for cut in range(1, len(TABLES) + 1)]
        assert values == sorted(values)


@given(RANKINGS, GOLD)
def test_a_cut_measures_the_set_above_it(ranked: list[str], gold: set[str]) -> None:
    measures, of_set = ranked_measures(ranked, gold, cuts=(3,)), set_measures(ranked[:3], gold)
    assert [measures[f"{name}@3"] for name in ("P", "R", "F1", "full")] == [
        of_set[name] for name in ("P", "R", "F1", "full")
    ]


@given(RANKINGS, GOLD, st.integers(0, 6))
def test_moving_a_gold_table_up_never_lowers_ndcg(
    ranked: list[str], gold: set[str], place: int
) -> None:
    if place + 1 < len(ranked) and ranked[place] not in gold and ranked[place + 1] in gold:
        better = [*ranked]
        better[place : place + 2] = reversed(ranked[place : place + 2])
        cut = (len(TABLES),)
        assert (
            ranked_measures(better, gold, cut)["NDCG@8"]
            > ranked_measures(ranked, gold, cut)["NDCG@8"]
        )
