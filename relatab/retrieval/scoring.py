"""Direct relevance of every table of a corpus to a question, by the named methods."""

from __future__ import annotations

from collections.abc import Set
from typing import TYPE_CHECKING

import numpy as np

from relatab.core.fusion import shortlist, z_sum
from relatab.core.interaction import maximum_similarity, token_similarities
from relatab.core.relevance import dual_level_maxima, dual_level_means
from relatab.core.similarity import cosine
from relatab.core.vectors import maximum_per_segment
from relatab.core.weighting import name_weights_from_embeddings
from relatab.domain.wells import mother_well, parents

if TYPE_CHECKING:
    from relatab.core.vectors import Floats, Integers
    from relatab.index.corpus import Corpus
    from relatab.retrieval.question import Question
    from relatab.settings import Settings


def relevance(corpus: Corpus, question: Question, settings: Settings) -> Floats:
    """Direct relevance by the method of `settings`, before normalisation.

    Returns shape (n,), one score per
    table of the corpus; NaN for a table that the default method's shortlist leaves out, and
    for one without a word of the question where words are all that counts.
    """
    if settings.method == "paper":
        return paper_relevance(corpus, question.vector, settings)
    if settings.method == "bm25":
        scores = question.words.bm25
        return np.where(scores > 0, scores, np.nan)
    if settings.method in ("dense", "jar"):
        return cosine(corpus.arrays.dense, question.vector)
    return default_relevance(corpus, question, settings)


def paper_relevance(corpus: Corpus, vector: Floats, settings: Settings) -> Floats:
    """R_query, Eqs. (4-1) to (4-6), of every table: shape (n,), in [-1, 1]."""
    arrays = corpus.arrays
    captions, names, values = _part_cosines(corpus, vector)
    return dual_level_means(
        captions,
        names,
        _name_weights(corpus, settings),
        arrays.column_offsets,
        values,
        arrays.value_rows,
        arrays.value_offsets,
        caption_weight=settings.caption_weight,
        table_level_weight=settings.table_level_weight,
        divide_by_count=settings.divide_by_count,
        use_critic=settings.value_weighting == "critic",
    )


def _name_weights(corpus: Corpus, settings: Settings) -> Floats:
    """EWM weights of all columns, table after table: shape (columns,)."""
    arrays = corpus.arrays
    if settings.entropy_source == "vocabulary" or not len(arrays.name_index):
        return arrays.name_weights
    names = np.split(arrays.names[arrays.name_index], arrays.column_offsets[1:-1])
    return np.concatenate([name_weights_from_embeddings(table) for table in names])


def default_relevance(corpus: Corpus, question: Question, settings: Settings) -> Floats:
    """Weighted sum of per-query z-scores over a shortlist: words, whole table, best parts.

    Words: BM25 of the question's terms and their trade synonyms; whole table: cosine to the
    serialised table; best parts: Eqs. (4-3) and (4-6) over the best column and value; and, where
    it has a weight, late interaction. Returns shape (n,), NaN outside the shortlist.
    """
    scores = [
        question.words.bm25,
        cosine(corpus.arrays.dense, question.vector),
        best_parts_relevance(corpus, question.vector, settings),
    ]
    weights = [settings.lexical_weight, settings.dense_weight, settings.dual_level_weight]
    agreement = well_agreement(corpus, question.wells)
    chosen = shortlist((*scores, _ahead(scores[0], agreement)), size=settings.shortlist_size)
    parts = [part[chosen] for part in scores]
    if settings.interaction_weight:
        similarities = table_similarities(corpus, question.tokens.vectors, chosen)
        parts.append(maximum_similarity(similarities))
        weights.append(settings.interaction_weight)
    fused = np.full(len(corpus), np.nan)
    fused[chosen] = settings.identity_weight * agreement[chosen] + z_sum(parts, weights=weights)
    return fused


def table_similarities(corpus: Corpus, vectors: Floats, tables: Integers) -> Floats:
    """How close some tables come to tokens or phrases, (t, dim): shape (k, t), in [-1, 1]."""
    arrays = corpus.arrays
    columns, offsets = corpus.columns_of(tables)
    names = arrays.names[arrays.name_index[columns]]
    return token_similarities(vectors, arrays.captions[tables], names, offsets)


def well_agreement(corpus: Corpus, wells: Set[str]) -> Floats:
    """Whether tables are about the given wells, those that a question names: shape (n,).

    1 for a table about one of them or the well that it branches off, -1 for a table about
    other wells only, 0 for a table about another wellbore of the same well or about none it
    tells, and for all tables where the question names none.
    """
    arrays = corpus.arrays
    named = {*wells, *(parent for well in wells for parent in parents(well))}
    if not named:
        return np.zeros(len(corpus))
    related = set(map(mother_well, named))
    agreement = np.array(
        [
            1.0 if well in named else 0.0 if mother_well(well) in related else -1.0
            for well in arrays.well_names
        ]
    )
    best = maximum_per_segment(agreement[arrays.well_index], arrays.well_offsets)
    return np.nan_to_num(best, nan=0.0)


def _ahead(scores: Floats, agreement: Floats) -> Floats:
    """Scores in which tables of the wells that the question names come first."""
    return np.where(agreement > 0, scores + scores.max(initial=0.0) + 1.0, scores)


def best_parts_relevance(corpus: Corpus, vector: Floats, settings: Settings) -> Floats:
    """Dual-level relevance with maxima in place of weighted means: shape (n,), in [-1, 1]."""
    arrays = corpus.arrays
    captions, names, values = _part_cosines(corpus, vector)
    return dual_level_maxima(
        captions,
        names,
        arrays.column_offsets,
        values,
        arrays.value_offsets[arrays.column_offsets],
        caption_weight=settings.caption_weight,
        table_level_weight=settings.table_level_weight,
    )


def _part_cosines(corpus: Corpus, vector: Floats) -> tuple[Floats, Floats, Floats]:
    """Cosines of the question to captions, column names and cells, table after table.

    Shapes (n,), NaN without a caption, (columns,) and (cells,).
    """
    arrays = corpus.arrays
    captions = np.where(arrays.has_caption, cosine(arrays.captions, vector), np.nan)
    names = cosine(arrays.names, vector)[arrays.name_index]
    return captions, names, cosine(arrays.values, vector)[arrays.value_index]
