"""Cosine similarity and mean pooling of unit vectors."""

from __future__ import annotations

import numpy as np

from relatab.core.vectors import Floats, Integers


def cosine(left: Floats, right: Floats) -> Floats:
    """Cosines of unit vectors, as dot products.

    left, right: shape (dim,) or (n, dim), rows of unit length; a zero row stands for
    something missing and is similar to nothing (0). Returns values in [-1, 1] of shape
    (n_left, n_right), without the axes of one-dimensional arguments.
    """
    # float32 rows are of unit length only up to rounding; nothing else absorbs it.
    return np.clip(left @ right.T, -1.0, 1.0)


def mean_pools(vectors: Floats, index: Integers, offsets: Integers) -> Floats:
    """`mean_pool` of many groups of vectors: shape (groups, dim).

    Group i has the rows `index[offsets[i]:offsets[i + 1]]` of vectors, of shape (n, dim).
    """
    from scipy.sparse import csr_array

    counts = np.diff(offsets)
    shares = np.repeat(1.0 / np.maximum(counts, 1), counts).astype(vectors.dtype)
    shape = len(counts), len(vectors)
    means = csr_array((shares, index, offsets), shape=shape) @ vectors
    lengths = np.linalg.norm(means, axis=1, keepdims=True)
    known = lengths > np.finfo(vectors.dtype).eps
    return np.asarray(np.where(known, means / np.where(known, lengths, 1.0), 0.0))


def mean_pool(rows: Floats) -> Floats:
    """The mean of unit vectors, brought back to unit length.

    rows: shape (n, dim). Returns shape (dim,); the zero vector where there are no rows or
    where they cancel out.
    """
    if not len(rows):
        return np.zeros(rows.shape[1], dtype=rows.dtype)
    mean = rows.mean(axis=0)
    length = float(np.linalg.norm(mean))
    # Opposite float32 vectors leave a remainder of this order, whose direction is noise.
    if length <= np.finfo(rows.dtype).eps:
        return np.zeros_like(mean)
    return np.asarray(mean / length)
