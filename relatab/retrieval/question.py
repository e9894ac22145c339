"""A question as it is compared with the tables of a corpus."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from relatab.core.similarity import mean_pool
from relatab.domain.abbreviations import in_english
from relatab.domain.terms import query_terms

if TYPE_CHECKING:
    from relatab.core.vectors import Floats
    from relatab.embedding.base import Encoder, TokenVectors
    from relatab.index.corpus import Corpus


class Words(NamedTuple):
    """The search terms of a question and the tables that hold them.

    weights: (w,), 1 for the question's own words, less for their synonyms; scores: (w, n),
    what each term adds to the BM25 score of each table, 0 where the table lacks it.
    """

    terms: tuple[str, ...]
    weights: Floats
    scores: Floats

    @property
    def bm25(self) -> Floats:
        """BM25 of every table over all terms at their weights: shape (n,), 0 without a match."""
        return np.asarray(self.weights @ self.scores)


class Question:
    """A question and what is computed from it once: its vectors, and where its words stand.

    vector: shape (dim,), of unit length; tokens: its tokens in their context. Of a question in
    another language, the vector also stands for what is known of it in English, and the tokens
    are those of that: the tables may be in either, and encoders know English best.
    """

    def __init__(self, text: str, corpus: Corpus, encoder: Encoder) -> None:
        self.text = text
        self.vector: Floats
        self.tokens: TokenVectors
        self.vector, self.tokens = encoder.encode_question(text)
        if (english := in_english(text)) != text:
            vector, self.tokens = encoder.encode_question(english)
            self.vector = mean_pool(np.array([self.vector, vector]))
        self._corpus = corpus

    @cached_property
    def wells(self) -> frozenset[str]:
        """The wells that the question names, by whichever of their names."""
        return self._corpus.arrays.register.named_in(self.text)

    @cached_property
    def words(self) -> Words:
        """The words, looked up when a method first asks for them."""
        weighted = query_terms(self.text)
        terms = tuple(term for term, _ in weighted)
        weights = np.array([weight for _, weight in weighted])
        return Words(terms, weights, self._corpus.term_scores(terms))
