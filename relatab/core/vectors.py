"""Arrays that the method works on: vectors of a table's parts, flat arrays in segments."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
Integers = NDArray[np.intp]

_CHUNK = 64


@dataclass(frozen=True, slots=True)
class TableVectors:
    """Vectors of one table's parts, rows of unit length, so that a dot product is a cosine.

    caption: shape (dim,), None where the table has no caption; names: (m, dim), one per
    column; values: per column (n_j, dim), blank cells left out; rows: per column the
    ascending row numbers (n_j,) of those values, so that cells of one row can be found.
    """

    caption: Floats | None
    names: Floats
    values: tuple[Floats, ...]
    rows: tuple[Integers, ...]

    def __post_init__(self) -> None:
        if not len(self.names) == len(self.values) == len(self.rows):
            raise ValueError(
                f"{len(self.names)} names, {len(self.values)} value and {len(self.rows)} row arrays"
            )
        for column, (values, rows) in enumerate(zip(self.values, self.rows, strict=True)):
            if len(values) != len(rows):
                raise ValueError(f"column {column}: {len(values)} values, {len(rows)} row numbers")


def segment_offsets(lengths: Iterable[int]) -> Integers:
    """Bounds of consecutive segments of a flat array: segment i is `offsets[i]:offsets[i + 1]`.

    lengths: n segment lengths, zero allowed. Returns shape (n + 1,).
    """
    return np.concatenate([[0], np.cumsum(np.fromiter(lengths, dtype=np.intp))]).astype(np.intp)


def segment_members(offsets: Integers, segments: Integers) -> tuple[Integers, Integers]:
    """The entries of some segments, one segment after the other.

    offsets: see `segment_offsets`; segments: (k,), their numbers in any order. Returns the
    places of the entries in the flat array, and the offsets (k + 1,) of the segments among them.
    """
    starts = offsets[segments]
    lengths = offsets[segments + 1] - starts
    within = segment_offsets(lengths)
    return np.arange(within[-1]) + np.repeat(starts - within[:-1], lengths), within


def segment_numbers(offsets: Integers) -> Integers:
    """For each entry of a flat array the number of its segment; offsets: `segment_offsets`."""
    return np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))


def maximum_per_segment(scores: Floats, offsets: Integers) -> Floats:
    """The largest score of each segment; NaN for a segment without entries.

    scores: shape (total,) or (total, k), segments along the first axis; offsets: shape
    (n + 1,), see `segment_offsets`. Returns shape (n,) or (n, k).
    """
    best = np.full((len(offsets) - 1, *scores.shape[1:]), np.nan, dtype=scores.dtype)
    filled = np.flatnonzero(np.diff(offsets))
    if len(filled):
        # An empty segment ends where the next filled one starts, so the starts of the
        # filled segments alone partition the array.
        best[filled] = np.maximum.reduceat(scores, offsets[filled], axis=0)
    return best


def ranking(scores: Floats, count: int | None = None) -> Integers:
    """Positions of the `count` largest scores (all by default), the largest first.

    scores: shape (n,); NaN comes last. Ties go by position, so that the ranking does not
    depend on how many are asked for. Returns shape (min(count, n),).
    """
    filled = np.where(np.isnan(scores), -np.inf, scores)
    positions = np.arange(len(filled))
    if count is not None and count < len(filled):
        if count <= 0:
            return positions[:0]
        # All that reach the last place stay: the partition would settle ties at random.
        positions = np.flatnonzero(filled >= _low_border(filled, count))
        border = np.partition(filled[positions], -count)[-count]
        positions = positions[filled[positions] >= border]
    return positions[np.argsort(-filled[positions], kind="stable")][:count]


def _low_border(scores: Floats, count: int) -> float:
    """A score that at least `count` reach, and of a long array not many more.

    The maxima of chunks are found in one pass over memory, a partition takes many.
    """
    chunks = len(scores) // _CHUNK
    if chunks <= count:
        return -np.inf
    maxima = scores[: chunks * _CHUNK].reshape(chunks, _CHUNK).max(axis=1)
    return float(np.partition(maxima, -count)[-count])
