"""What an encoder is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Encoder(Protocol):
    """Turns texts into vectors of unit length, so that a dot product is a cosine."""

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        ...

    @property
    def fingerprint(self) -> str:
        """Names model, tokenizer, precision and maximum length; equal only for equal vectors."""
        ...

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Vectors of shape (len(texts), dimension), float32, rows of unit length.

        An empty sequence gives shape (0, dimension). An empty text is encoded like any other.
        """
        ...
