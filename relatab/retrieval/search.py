"""A question in, an answer out: relevance, propagation over the graph, fusion, selection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from relatab.core.fusion import (
    Supplement,
    final_relevance,
    initial_tables,
    leading_tables,
    min_max,
    supplement,
)
from relatab.core.selection import choose, places_in_series, select_tables
from relatab.core.vectors import ranking
from relatab.errors import QueryError
from relatab.retrieval.answer import Answer
from relatab.retrieval.completion import Team, team
from relatab.retrieval.explain import Explainer
from relatab.retrieval.joins import join_aware_set
from relatab.retrieval.linked import chains_from
from relatab.retrieval.question import Question
from relatab.retrieval.scoring import relevance

if TYPE_CHECKING:
    import networkx as nx

    from relatab.core.vectors import Floats, Integers
    from relatab.embedding.base import Encoder
    from relatab.index.corpus import Corpus
    from relatab.settings import Settings


@dataclass(frozen=True, slots=True)
class Ranking:
    """All tables of a corpus judged for one question.

    question: with what was computed of it; order: table numbers, first those that were chosen
    jointly, as they complete each other, then the others, best first, further ones of a series
    behind others, without those left out of the shortlist; final, direct: shape (n,),
    final and normalised direct relevance; supplements: by table id; selected: numbers of the
    set E(Q); added: of tables that were chosen jointly, the question's terms that those before
    them lack; partners: of tables of E(Q) the closest one before it, where they are linked;
    graph: the associations that were looked at.
    """

    question: Question
    order: tuple[int, ...]
    final: Floats
    direct: Floats
    supplements: Mapping[str, Supplement]
    selected: frozenset[int]
    graph: nx.Graph[str]
    added: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    partners: Mapping[int, int] = field(default_factory=dict)


def search(
    corpus: Corpus, encoder: Encoder, query: str, settings: Settings, *, limit: int = 10
) -> Answer:
    """The tables that answer a question, best first, at most `limit`, each with its reasons.

    QueryError for an empty question. The order of the first hits does not depend on the limit.
    """
    ranking = rank(corpus, encoder, query, settings)
    return Explainer(corpus, ranking).answer(settings.method, limit)


def rank(corpus: Corpus, encoder: Encoder, query: str, settings: Settings) -> Ranking:
    """Judge all tables of the corpus for a question, Eqs. (4-1) to (4-17) by the method."""
    if not query.strip():
        raise QueryError("the question is empty; ask something like 'mud weight in well 7/11-1'")
    question = Question(query, corpus, encoder)
    if not len(corpus):
        nothing = np.empty(0)
        return Ranking(question, (), nothing, nothing, {}, frozenset(), corpus.graph(settings, ()))
    raw = relevance(corpus, question, settings)
    direct = _normalised(raw, settings)
    graph, supplements = _supplements(corpus, direct, settings)
    gains = np.zeros(len(corpus))
    for table_id, gain in supplements.items():
        if (number := corpus.number(table_id)) is not None:
            gains[number] = gain.score
    final = final_relevance(direct, gains, supplement_weight=settings.supplement_weight)
    judged = np.flatnonzero(~np.isnan(raw) | (final > 0))
    if settings.method == "relatab" and settings.joint_candidates > 1:
        chosen = team(corpus, question, final, judged, settings)
        partners = _linked(chosen, corpus.table_ids, graph, settings)
        return Ranking(
            question,
            order=_ordered(chosen.tables, judged, final, corpus.arrays.series, settings),
            final=final,
            direct=direct,
            supplements=supplements,
            selected=frozenset(chosen.tables[: chosen.size].tolist()),
            graph=graph,
            added=dict(zip(chosen.tables.tolist(), chosen.added, strict=True)),
            partners=partners,
        )
    if settings.method == "jar":
        selected = join_aware_set(corpus, encoder, query, raw, settings)
    else:
        selected = _selected(final, settings)
    order = _ordered(selected, judged, final, corpus.arrays.series, settings)
    return Ranking(question, order, final, direct, supplements, frozenset(selected.tolist()), graph)


def _ordered(
    ahead: Integers, judged: Integers, final: Floats, series: Integers, settings: Settings
) -> tuple[int, ...]:
    """The chosen tables as they come, then the others that were judged, best first.

    A sheet of a series tells the less, the more sheets of the series stand before it: others
    that the question needs, too, go ahead of it.
    """
    others = np.setdiff1d(judged, ahead)
    order = np.concatenate([ahead, others[ranking(final[others])]])
    discounts = settings.series_discount * places_in_series(series[order])
    tail = slice(len(ahead), None)
    order[tail] = order[tail][ranking((final[order] - discounts)[tail])]
    return tuple(order.tolist())


def _linked(
    chosen: Team, names: Sequence[str], graph: nx.Graph[str], settings: Settings
) -> dict[int, int]:
    """The partners of the chosen tables; their links become edges of the graph."""
    partners = {}
    for number, (partner, association) in chosen.partners(settings.chain_threshold).items():
        graph.add_edge(names[partner], names[number], association=association)
        partners[number] = partner
    return partners


def _normalised(raw: Floats, settings: Settings) -> Floats:
    """Direct relevance as Eqs. (4-14) to (4-17) take it: shape (n,), 0 where it is NaN.

    Tables that are all equally relevant, such as the only one of an index, are fully so.
    """
    if settings.normalisation == "none":
        return np.nan_to_num(raw)
    normalised = min_max(raw)
    return normalised if normalised.any() else np.where(np.isnan(raw), 0.0, 1.0)


def _supplements(
    corpus: Corpus, direct: Floats, settings: Settings
) -> tuple[nx.Graph[str], dict[str, Supplement]]:
    """The associations around T_init, Eq. (4-14), and what they add, Eq. (4-15)."""
    if not settings.supplement_weight:
        return corpus.graph(settings, ()), {}
    if settings.initial_top:
        initial = leading_tables(direct, count=settings.initial_top)
    else:
        initial = initial_tables(direct, relevance_threshold=settings.relevance_threshold)
    seeds = {corpus.table_ids[number]: float(direct[number]) for number in initial}
    graph = corpus.graph(settings, seeds)
    chains = {seed: chains_from(graph, seed, settings) for seed in seeds}
    return graph, supplement(seeds, chains)


def _selected(final: Floats, settings: Settings) -> Integers:
    if settings.method == "paper":
        return select_tables(final, selection_threshold=settings.selection_threshold)
    return choose(
        final,
        selection_threshold=settings.selection_threshold,
        max_tables=settings.max_selected,
    )
