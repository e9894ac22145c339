"""Direct association of tables through their columns, Eqs. (4-7) to (4-9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from relatab.core.similarity import cosine, mean_pool
from relatab.core.vectors import (
    Floats,
    Integers,
    TableVectors,
    maximum_per_segment,
    ranking,
    segment_offsets,
)

Similarity = TypeVar("Similarity", float, Floats)

# Tables compared with all others at a time: bounds memory to their columns x all columns.
BLOCK = 64

# Neighbours by which the level of a table's neighbourhood is judged.
NEIGHBOURS = 10


@dataclass(frozen=True, slots=True)
class ColumnMatch:
    """The most similar pair of columns of two tables, and how similar they are.

    association: Eq. (4-9), in [-1, 1]; the columns are numbered from 0.
    """

    association: float
    name_similarity: float
    content_similarity: float
    column_a: int
    column_b: int


@dataclass(frozen=True, slots=True)
class ColumnArrays:
    """The columns of all tables of a corpus, table after table.

    names, contents: shape (columns, dim), unit rows; a zero row stands for a missing name or
    a column without values and is similar to nothing. Table i's columns are
    `offsets[i]:offsets[i + 1]`, offsets of shape (tables + 1,).
    """

    names: Floats
    contents: Floats
    offsets: Integers

    @classmethod
    def of(cls, tables: Iterable[TableVectors]) -> ColumnArrays:
        """The arrays of the given tables, in their order; ValueError if there are none."""
        tables = list(tables)
        return cls(
            names=np.concatenate([table.names for table in tables]),
            contents=np.concatenate([column_contents(table) for table in tables]),
            offsets=segment_offsets(len(table.names) for table in tables),
        )

    def table(self, index: int) -> tuple[Floats, Floats]:
        """Names and contents of one table's columns, shape (m, dim) each."""
        columns = slice(self.offsets[index], self.offsets[index + 1])
        return self.names[columns], self.contents[columns]

    def __len__(self) -> int:
        return len(self.offsets) - 1


def column_contents(table: TableVectors) -> Floats:
    """Mean-pooled values of each column: shape (m, dim), zero rows for empty columns."""
    return np.array([mean_pool(values) for values in table.values]).reshape(table.names.shape)


def content_similarity(values_a: Floats, values_b: Floats) -> float:
    """Similarity of two columns' contents, Eq. (4-7).

    values_a: (n_a, dim), values_b: (n_b, dim), unit rows. Returns the cosine of the
    mean-pooled values in [-1, 1]; 0 where a column has no values.
    """
    return float(cosine(mean_pool(values_a), mean_pool(values_b)))


def column_similarity(name: Similarity, content: Similarity, *, name_weight: float) -> Similarity:
    """Similarity of two columns, Eq. (4-8), of single values or of arrays.

    name, content: cosines in [-1, 1]; name_weight in [0, 1]. Returns a value in [-1, 1];
    at name_weight 1 only the names count.
    """
    return name_weight * name + (1.0 - name_weight) * content


def direct_association(
    names_a: Floats, contents_a: Floats, names_b: Floats, contents_b: Floats, *, name_weight: float
) -> ColumnMatch | None:
    """Direct association of two tables, Eq. (4-9), with the pair of columns that gives it.

    names, contents: shape (m, dim) per table, see `column_contents`. Of equally similar
    pairs the first one counts, by column of a, then of b. None where a table has no columns.
    """
    if not (len(names_a) and len(names_b)):
        return None
    names = cosine(names_a, names_b)
    contents = cosine(contents_a, contents_b)
    similarities = column_similarity(names, contents, name_weight=name_weight)
    a, b = np.unravel_index(int(similarities.argmax()), similarities.shape)
    return ColumnMatch(
        association=float(similarities[a, b]),
        name_similarity=float(names[a, b]),
        content_similarity=float(contents[a, b]),
        column_a=int(a),
        column_b=int(b),
    )


def association_blocks(
    columns: ColumnArrays, *, name_weight: float, size: int = BLOCK
) -> Iterator[tuple[int, Floats]]:
    """Direct association of all tables with all, Eq. (4-9), `size` tables at a time.

    Yields the number of the first table and its block of shape (size, tables) or less, in
    [-1, 1]; NaN where a table has no columns.
    """
    # Eq. (4-8) as one product: the weights' roots go into the vectors of both sides.
    scaled = np.hstack(
        [columns.names * name_weight**0.5, columns.contents * (1.0 - name_weight) ** 0.5]
    )
    for start in range(0, len(columns), size):
        offsets = columns.offsets[start : start + size + 1]
        similarities = cosine(scaled[offsets[0] : offsets[-1]], scaled)
        per_table = maximum_per_segment(similarities, offsets - offsets[0])
        yield start, maximum_per_segment(per_table.T, columns.offsets).T


def association_matrix(columns: ColumnArrays, *, name_weight: float) -> Floats:
    """Matrix S of direct associations of all tables: shape (n, n), the diagonal zero.

    NaN and negative values become zero: they are no association, see
    `relatab.core.graph.association_graph`.
    """
    blocks = [block for _, block in association_blocks(columns, name_weight=name_weight)]
    matrix: Floats = np.nan_to_num(np.concatenate(blocks), nan=0.0).clip(min=0.0)
    np.fill_diagonal(matrix, 0.0)
    return matrix


def strongest_associations(
    columns: ColumnArrays, *, name_weight: float, count: int
) -> Iterator[tuple[int, int]]:
    """Pairs a < b of tables of which one is among the other's `count` strongest associations.

    Ascending and without repetition; only positive associations. Ties go to the smaller
    table number. Compares all pairs: for corpora of some thousand tables.
    """
    pairs: set[tuple[int, int]] = set()
    for start, block in association_blocks(columns, name_weight=name_weight):
        for table, scores in enumerate(block, start=start):
            scores[table] = np.nan
            pairs.update((min(table, other), max(table, other)) for other in largest(scores, count))
    yield from sorted(pairs)


def nearest(vectors: Floats, start: int, stop: int, *, count: int) -> list[list[int]]:
    """For each of the rows `start:stop` the `count` other rows of the largest positive cosine."""
    block = cosine(vectors[start:stop], vectors)
    block[np.arange(stop - start), np.arange(start, stop)] = np.nan
    return [largest(scores, count) for scores in block]


def neighbour_levels(vectors: Floats, *, count: int = NEIGHBOURS) -> Floats:
    """How similar each row's nearest rows are to it: a hub's level is high.

    vectors: shape (n, dim), unit rows. Returns shape (n,): the mean cosine to the `count`
    nearest other rows, or to all others where there are fewer; 0 for a single row.
    """
    size = len(vectors)
    count = min(count, size - 1)
    levels = np.zeros(size)
    for start in range(0, size if count > 0 else 0, BLOCK):
        stop = min(start + BLOCK, size)
        block = cosine(vectors[start:stop], vectors)
        block[np.arange(stop - start), np.arange(start, stop)] = -np.inf
        levels[start:stop] = np.partition(block, -count, axis=1)[:, -count:].mean(axis=1)
    return levels


def largest(scores: Floats, count: int) -> list[int]:
    """Positions of the `count` largest positive scores, descending, ties by position.

    scores: shape (n,), NaN for what must not be chosen.
    """
    positive = np.flatnonzero(scores > 0)
    return [int(position) for position in positive[ranking(scores[positive], count)]]
