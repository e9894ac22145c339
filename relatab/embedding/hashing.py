"""An encoder without a model: hashed words and character n-grams.

Close spellings give close vectors; meaning plays no part. For tests and for trying
things out: it needs no file, loads at once and gives the same vectors everywhere.
Feature hashing with signs: Weinberger et al., ICML 2009.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

import numpy as np

from relatab.embedding.base import TokenVectors, Vectors
from relatab.embedding.tokens import unit_rows

_VERSION = 1
_NGRAM = 3
_NGRAM_WEIGHT = 0.5  # a whole word says more than any three of its letters
_WORD = re.compile(r"\w+")


class HashingEncoder:
    """Hashes the words of a text and their letter trigrams to signed dimensions."""

    def __init__(self, dimension: int = 256) -> None:
        if dimension < 1:
            raise ValueError(f"dimension {dimension}: a vector needs at least one component")
        self._dimension = dimension

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return self._dimension

    @property
    def fingerprint(self) -> str:
        """Version of the hashing and the dimension."""
        return f"hashing version={_VERSION} dimension={self._dimension}"

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of shape (len(texts), dimension); a text without words is the first axis."""
        vectors = np.zeros((len(texts), self._dimension), dtype=np.float32)
        for vector, text in zip(vectors, texts, strict=True):
            for word in _WORD.findall(unicodedata.normalize("NFKC", text).casefold()):
                for place, weight in _features(word):
                    vector[place % self._dimension] += weight
            if not vector.any():  # no words, or features that cancel out
                vector[0] = 1.0
        return unit_rows(vectors)

    def encode_questions(self, texts: Sequence[str]) -> Vectors:
        """The same as `encode`."""
        return self.encode(texts)

    def encode_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """A token is a word, wherever it stands: its vector is that of the word alone."""
        return [self._tokens(text) for text in texts]

    def encode_question(self, text: str) -> tuple[Vectors, TokenVectors]:
        """The vector of a question, shape (dimension,), and its words."""
        return self.encode([text])[0], self._tokens(text)

    def _tokens(self, text: str) -> TokenVectors:
        words = list(_WORD.finditer(text))
        return TokenVectors(
            self.encode([word.group() for word in words]), tuple(word.span() for word in words)
        )


@lru_cache(maxsize=65_536)
def _features(word: str) -> tuple[tuple[int, float], ...]:
    """(place, signed weight) of the word itself and of its letter n-grams."""
    padded = f"<{word}>"
    ngrams = (padded[start : start + _NGRAM] for start in range(len(padded) - _NGRAM + 1))
    return (_feature(word, 1.0), *(_feature(ngram, _NGRAM_WEIGHT) for ngram in ngrams))


def _feature(text: str, weight: float) -> tuple[int, float]:
    number = int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=8).digest())
    return number >> 1, weight if number & 1 else -weight
