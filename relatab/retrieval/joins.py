"""Join-aware selection over a corpus: what `core.join_aware` is given, and how a question falls
into parts without a language model.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from relatab.core.join_aware import (
    column_compatibility,
    join_aware_selection,
    set_overlaps,
    table_compatibility,
)
from relatab.core.lexical import FUNCTION_WORDS, tokens
from relatab.core.similarity import cosine
from relatab.core.vectors import ranking
from relatab.retrieval.scoring import table_similarities

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from relatab.core.vectors import Floats, Integers
    from relatab.embedding.base import Encoder
    from relatab.index.corpus import Corpus
    from relatab.settings import Settings

_ASKING_WORDS = """
    all any both each every find give list many me much please return show tell than then
"""
_BETWEEN = FUNCTION_WORDS | frozenset(_ASKING_WORDS.split())
"""Function words, and words that say what to do with the answer, not what it is about."""
_VAGUE = frozenset({"count", "name", "names", "number", "total"})
"""Words that say something of a table only together with others."""
_BOUNDARY = re.compile(r"[^\w\s'/.-]+|[.](?=\s|$)")


def question_parts(query: str) -> list[str]:
    """The phrases of a question: runs of words between function words and punctuation.

    Candidate phrases as in RAKE (Rose et al. 2010); the question itself where it has none.
    """
    parts: list[str] = []
    for clause in _BOUNDARY.split(query):
        run: list[str] = []
        for word in [*clause.split(), ""]:
            if word and word.casefold() not in _BETWEEN:
                run.append(word)
            else:
                parts.append(" ".join(run))
                run = []
    parts = [part for part in parts if part and part.casefold() not in _VAGUE]
    return list(dict.fromkeys(parts)) or [query]


def join_aware_set(
    corpus: Corpus, encoder: Encoder, query: str, relevance: Floats, settings: Settings
) -> Integers:
    """E(Q) of "jar": table numbers, the most relevant first.

    relevance: (n,), cosines to the serialised tables. Where no joins connect enough of the
    candidates, the most relevant tables.
    """
    candidates = ranking(relevance, settings.join_candidates)
    parts = encoder.encode_questions(question_parts(query))
    chosen = join_aware_selection(
        relevance[candidates],
        table_similarities(corpus, parts, candidates).T,
        compatibility(corpus, candidates),
        count=settings.join_tables,
        relevance_weight=settings.join_relevance_weight,
        coverage_weight=settings.join_coverage_weight,
    )
    return candidates[chosen] if len(chosen) else candidates[: settings.join_tables]


def compatibility(corpus: Corpus, tables: Integers) -> Floats:
    """How well tables can be joined, see `core.join_aware`: shape (k, k), the diagonal zero.

    A column without values counts as one of distinct values: only its name speaks.
    """
    arrays = corpus.arrays
    columns, offsets = corpus.columns_of(tables)
    names = arrays.names[arrays.name_index[columns]]
    cells = [
        arrays.value_index[arrays.value_offsets[column] : arrays.value_offsets[column + 1]]
        for column in columns
    ]
    _, word_overlap = set_overlaps(
        _incidence([tokens(arrays.name_texts[name]) for name in arrays.name_index[columns]])
    )
    value_overlap, _ = set_overlaps(_incidence([values.tolist() for values in cells]))
    uniqueness = np.array([len(set(c.tolist())) / len(c) if len(c) else 1.0 for c in cells])
    joins = column_compatibility(cosine(names, names), word_overlap, value_overlap, uniqueness)
    return table_compatibility(joins, offsets)


def _incidence(sets: Sequence[Collection[str] | Collection[int]]) -> Floats:
    """Which set holds which element: shape (len(sets), distinct elements), of 0 and 1."""
    places = {
        element: place for place, element in enumerate(dict.fromkeys(e for s in sets for e in s))
    }
    incidence = np.zeros((len(sets), len(places)))
    for row, elements in enumerate(sets):
        incidence[row, [places[element] for element in elements]] = 1.0
    return incidence
