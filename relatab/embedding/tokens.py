"""From what a transformer says about each position to the tokens of a text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from relatab.embedding.base import TokenVectors, Vectors


def token_vectors(
    states: Vectors,
    spans: Sequence[tuple[int, int]],
    special: Sequence[int],
    *,
    prompt_length: int = 0,
) -> TokenVectors:
    """Tokens of a text that was encoded with a prompt before it.

    states: last hidden states, shape (positions, dim), with padding or without; spans:
    character offsets of the prompted text, special: 1 for marks such as start and end, both
    one per position without padding; prompt_length: characters of the prompt, whose tokens
    are left out.
    """
    kept = [
        position
        for position, ((_, end), mark) in enumerate(zip(spans, special, strict=True))
        if not mark and end > prompt_length
    ]
    places = ((spans[n][0] - prompt_length, spans[n][1] - prompt_length) for n in kept)
    return TokenVectors(
        vectors=unit_rows(states[kept]),
        spans=tuple((max(start, 0), end) for start, end in places),
    )


def unit_rows(vectors: Vectors) -> Vectors:
    """Rows scaled to unit length; a row of zeros stays one.

    Here and not in the exported graph, where sums depend on the size of the batch.
    """
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: Vectors = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    return scaled
