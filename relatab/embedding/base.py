"""What an encoder is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class TokenVectors:
    """The tokens of one text, each in its context; marks of start, end and padding are no tokens.

    vectors: shape (t, dim), float32, rows of unit length; spans: where each token stands in
    the text, as half-open character offsets. Both are empty for a text without words.
    """

    vectors: Vectors
    spans: tuple[tuple[int, int], ...]


class Encoder(Protocol):
    """Turns texts into vectors of unit length, so that a dot product is a cosine.

    Some models read questions otherwise than passages, such as with words put before them;
    for all others `encode_questions` equals `encode`.
    """

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        ...

    @property
    def fingerprint(self) -> str:
        """Names model, tokenizer, precision and maximum length; equal only for equal vectors."""
        ...

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Vectors of passages (tables, captions, cells), shape (len(texts), dimension), float32.

        Rows have unit length. An empty sequence gives shape (0, dimension). An empty text is
        encoded like any other.
        """
        ...

    def encode_questions(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions, as `encode` gives those of passages."""
        ...

    def encode_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """The tokens of passages; those beyond the maximum length are cut off."""
        ...

    def encode_question(self, text: str) -> tuple[Vectors, TokenVectors]:
        """The vector of a question, shape (dimension,), and its tokens, from one run."""
        ...
