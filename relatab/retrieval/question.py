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
    """A question and what is computed from it once, when it is first asked for: its vectors,
    its words and where they stand, and the wells that it names.

    vector: shape (dim,), of unit length; tokens: its tokens in their context. Of a question in
    another language, the vector also stands for what is known of it in English, and the tokens
    are those of that: the tables may be in either, and encoders know English best.
    """

    def __init__(self, text: str, corpus: Corpus, encoder: Encoder) -> None:
        self.text = text
        self._corpus = corpus
        self._encoder = encoder

    @property
    def vector(self) -> Floats:
        """Its meaning as a whole."""
        return self._encoded[0]

    @property
    def tokens(self) -> TokenVectors:
        """Its meaning in parts."""
        return self._encoded[1]

    @cached_property
    def _encoded(self) -> tuple[Floats, TokenVectors]:
        vector, tokens = self._encoder.encode_question(self.text)
        if self._english != self.text:
            translated, tokens = self._encoder.encode_question(self._english)
            vector = mean_pool(np.array([vector, translated]))
        return vector, tokens

    @cached_property
    def _english(self) -> str:
        return in_english(self.text)

    @cached_property
    def wells(self) -> frozenset[str]:
        """The wells that the question names, by whichever of their names."""
        return self._corpus.arrays.register.named_in(self.text)

    @cached_property
    def terms(self) -> dict[str, float]:
        """The search terms with their weights, see `domain.terms.query_terms`.

        Those of a question in another language and of what is known of it in English.
        """
        weights = dict(query_terms(self.text))
        if self._english != self.text:
            for term, weight in query_terms(self._english):
                weights[term] = max(weight, weights.get(term, 0.0))
        return weights

    @cached_property
    def words(self) -> Words:
        """The search terms and where they stand."""
        terms = tuple(self.terms)
        weights = np.array(list(self.terms.values()))
        return Words(terms, weights, self._corpus.term_scores(terms))
