"""The set of tables that answers a question, chosen so that they complete each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from relatab.core.interaction import token_coverage, word_coverage
from relatab.core.lexical import inverse_document_frequency, rarity
from relatab.core.selection import affinity, complete
from relatab.core.vectors import Integers, ranking
from relatab.domain.wells import parents
from relatab.retrieval.scoring import table_similarities

if TYPE_CHECKING:
    from relatab.core.vectors import Floats
    from relatab.index.corpus import Corpus
    from relatab.retrieval.question import Question
    from relatab.settings import Settings


@dataclass(frozen=True, slots=True)
class Team:
    """Leading tables in the order in which they complete each other.

    tables: numbers: the best pair, then those that E(Q) has beyond it; size: how many make
    E(Q); added: the question's own search terms that each holds and those before it do not;
    associations: direct ones among the tables, (k, k).
    """

    tables: Integers
    size: int
    added: tuple[tuple[str, ...], ...]
    associations: Floats

    def partners(self, least: float) -> dict[int, tuple[int, float]]:
        """For tables of E(Q) the closest one before it and their association.

        By table number; associations below `least` are none.
        """
        found = {}
        for place in range(1, self.size):
            before = self.associations[place, :place]
            if (strongest := float(before.max())) >= least:
                closest = self.tables[int(before.argmax())]
                found[int(self.tables[place])] = (int(closest), strongest)
        return found


def team(
    corpus: Corpus, question: Question, final: Floats, compared: Integers, settings: Settings
) -> Team:
    """The leading tables as they complete each other, and E(Q), Eq. (4-17), among them.

    final: (n,), Eq. (4-16); compared: numbers of the tables that were compared with each other
    for the question, at least one.
    """
    places = _candidates(corpus, question, final[compared], compared, settings)
    leading = compared[places]
    coverage = np.concatenate(
        [
            settings.token_coverage_weight
            * token_coverage(table_similarities(corpus, question.tokens.vectors, compared))[places],
            settings.word_coverage_weight * words_held(question, leading, len(corpus)),
            settings.well_coverage_weight * wells_covered(corpus, question, leading),
        ],
        axis=1,
    )
    associations = corpus.associations(leading, settings)
    bonus = settings.association_weight * affinity(associations, coverage)
    if settings.context_weight:
        bonus = bonus + settings.context_weight * same_context(corpus, leading)
    found = complete(final[leading], coverage, bonus)
    size = found.size(
        pair_threshold=settings.pair_threshold, gain_threshold=settings.gain_threshold
    )
    size = min(size, settings.max_selected)
    kept = found.order[: max(size, 2)]  # the pair leads, also where its second table adds little
    return Team(
        tables=leading[kept],
        size=size,
        added=terms_added(question, leading[kept]),
        associations=associations[np.ix_(kept, kept)],
    )


def _candidates(
    corpus: Corpus, question: Question, final: Floats, compared: Integers, settings: Settings
) -> Integers:
    """Places in `compared` of the tables among which the set is chosen, best first.

    The leading ones, and of each of several wells that the question names its best.
    """
    places = ranking(final, settings.joint_candidates)
    if not settings.well_coverage_weight:
        return places
    of_wells = wells_covered(corpus, question, compared)
    best = [own[ranking(final[own], 1)] for own in map(np.flatnonzero, of_wells.T)]
    further = np.setdiff1d(np.concatenate([*best, places[:0]]), places)
    return np.concatenate([places, further[ranking(final[further])]])


def wells_covered(corpus: Corpus, question: Question, tables: Integers) -> Floats:
    """Which of the wells that a question names tables are about: (k, wells), 1 or 0.

    A question that names one well or none asks for nothing to be covered: (k, 0).
    """
    named = sorted(question.wells)
    if len(named) < 2:
        return np.zeros((len(tables), 0))
    meant = [{well, *parents(well)} for well in named]
    about = [set(corpus.arrays.wells(int(table))) for table in tables]
    return np.array([[float(not own.isdisjoint(one)) for one in meant] for own in about])


def terms_added(question: Question, tables: Integers) -> tuple[tuple[str, ...], ...]:
    """The question's own search terms that each table holds and none before it does."""
    words = question.words
    held = words.scores[:, tables] > 0
    new = held & (np.cumsum(held, axis=1) == 1) & (words.weights == 1.0)[:, np.newaxis]
    return tuple(
        tuple(term for term, is_new in zip(words.terms, column, strict=True) if is_new)
        for column in new.T
    )


def words_held(question: Question, tables: Integers, corpus_size: int) -> Floats:
    """The share of the question's own words that tables hold, by inverse document frequency.

    Words that no table of the corpus holds do not count. Returns shape (k, words).
    """
    words = question.words
    held = words.scores[words.weights == 1.0] > 0
    held = held[held.any(axis=1)]
    rarities = [inverse_document_frequency(int(row.sum()), corpus_size) for row in held]
    return word_coverage(held[:, tables].T.astype(np.float64), np.array(rarities))


def same_context(corpus: Corpus, tables: Integers) -> Floats:
    """Whether tables stand in one document, or in documents of one title: (k, k), in [0, 1].

    By rarity: a document that holds half of the tables, or a title of half of them, tells little.
    """
    found = np.zeros((len(tables), len(tables)))
    for groups in (corpus.arrays.documents, corpus.arrays.titles):
        own = groups[tables]
        weights = [
            float(rarity(int(np.count_nonzero(groups == group)), len(corpus)))
            if group >= 0
            else 0.0
            for group in own
        ]
        found = np.maximum(found, (own[:, np.newaxis] == own) * np.array(weights))
    np.fill_diagonal(found, 0.0)
    return found
