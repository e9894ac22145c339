"""An encoder that encodes a question only once, however many methods are compared."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from relatab.embedding.base import Encoder, TokenVectors, Vectors


class RememberingEncoder:
    """Passes on to another encoder and remembers what it gave for questions.

    Each question is encoded by itself, as a search does it: with others beside it rounding
    would differ. seconds: spent on encoding questions so far.
    """

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self.seconds = 0.0
        self._vectors: dict[str, Vectors] = {}
        self._tokens: dict[str, tuple[Vectors, TokenVectors]] = {}

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return self._encoder.dimension

    @property
    def fingerprint(self) -> str:
        """That of the other encoder: the vectors are the same."""
        return self._encoder.fingerprint

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Vectors of passages, not remembered."""
        return self._encoder.encode(texts)

    def encode_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """Tokens of passages, not remembered."""
        return self._encoder.encode_tokens(texts)

    def encode_questions(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions, shape (len(texts), dimension)."""
        for text in texts:
            if text not in self._vectors:
                with self._timed():
                    self._vectors[text] = self._encoder.encode_questions([text])[0]
        rows = [self._vectors[text] for text in texts]
        return np.array(rows, dtype=np.float32).reshape(len(rows), self.dimension)

    def encode_question(self, text: str) -> tuple[Vectors, TokenVectors]:
        """The vector of a question, shape (dimension,), and its tokens."""
        if text not in self._tokens:
            with self._timed():
                self._tokens[text] = self._encoder.encode_question(text)
        return self._tokens[text]

    @contextmanager
    def _timed(self) -> Iterator[None]:
        started = time.perf_counter()
        yield
        self.seconds += time.perf_counter() - started
