"""Direct association of tables through their columns, Eqs. (4-7) to (4-9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, TypeVar

import numpy as np

from relatab.core.similarity import cosine, mean_pool
from relatab.core.vectors import (
    Floats,
    Integers,
    ranking,
    segment_members,
    segment_numbers,
    segment_offsets,
)

Similarity = TypeVar("Similarity", float, Floats)
Done = Callable[[int], None]

# Tables compared with all others at a time: bounds memory to their columns x all columns.
BLOCK = 64

# How far the cosine of float32 vectors may exceed 1.
_ROUNDING = 1e-5

# Neighbours by which the level of a table's neighbourhood is judged.
NEIGHBOURS = 10


class ColumnMatch(NamedTuple):
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

    names: shape (distinct names, dim), contents: (columns, dim), unit rows; a zero row stands
    for a missing name or a column without values and is similar to nothing. Column j has the
    name `name_index[j]`; table i's columns are `offsets[i]:offsets[i + 1]`, offsets of shape
    (tables + 1,).
    """

    names: Floats
    name_index: Integers
    contents: Floats
    offsets: Integers

    def table(self, index: int) -> tuple[Floats, Floats]:
        """Names and contents of one table's columns, shape (m, dim) each."""
        columns = slice(self.offsets[index], self.offsets[index + 1])
        return self.names[self.name_index[columns]], self.contents[columns]

    def __len__(self) -> int:
        return len(self.offsets) - 1


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

    names, contents: shape (m, dim) per table, see `ColumnArrays`. Of equally similar
    pairs the first one counts, by column of a, then of b. None where a table has no columns.
    """
    if not (len(names_a) and len(names_b)):
        return None
    names = cosine(names_a, names_b)
    contents = cosine(contents_a, contents_b)
    similarities = column_similarity(names, contents, name_weight=name_weight)
    a, b = divmod(int(similarities.argmax()), similarities.shape[1])
    return ColumnMatch(
        association=float(similarities[a, b]),
        name_similarity=float(names[a, b]),
        content_similarity=float(contents[a, b]),
        column_a=a,
        column_b=b,
    )


def direct_associations(
    columns: ColumnArrays, pairs: Integers, *, name_weight: float
) -> tuple[Floats, Integers]:
    """`direct_association` of many pairs of tables: (k, 2).

    Returns similarities (k, 2) of the names and of the contents of the best columns, 0 where a
    table has no columns, and the columns (k, 2), then -1.
    """
    similarities = np.zeros((len(pairs), 2))
    best = np.full((len(pairs), 2), -1, dtype=np.intp)
    # Pairs that share a table are compared at once: the one of more pairs decides.
    counts = np.bincount(pairs.ravel(), minlength=len(columns))[pairs]
    flipped = counts[:, 1] > counts[:, 0]
    owners = np.where(flipped, pairs[:, 1], pairs[:, 0])
    others = np.where(flipped, pairs[:, 0], pairs[:, 1])
    order = np.argsort(owners, kind="stable")
    bounds = np.flatnonzero(np.diff(owners[order], prepend=-1, append=-1))
    for start, stop in pairwise(bounds.tolist()):
        own = order[start:stop]
        names_a, contents_a = columns.table(int(owners[own[0]]))
        if not len(names_a):
            continue
        places, offsets = segment_members(columns.offsets, others[own])
        distinct, index = np.unique(columns.name_index[places], return_inverse=True)
        names = cosine(names_a, columns.names[distinct])[:, index]
        contents = cosine(contents_a, columns.contents[places])
        scores = column_similarity(names, contents, name_weight=name_weight)
        rows, partners = scores.argmax(axis=0), segment_numbers(offsets)
        # Of equal pairs the first one counts by the column of the pair's first table.
        first_column = np.where(flipped[own[partners]], 0, rows)
        ranked = np.lexsort((first_column, -scores.max(axis=0), partners))
        chosen = ranked[np.diff(partners[ranked], prepend=-1) > 0]
        rows, partners = rows[chosen], partners[chosen]
        found = own[partners]
        similarities[found] = np.column_stack([names[rows, chosen], contents[rows, chosen]])
        best[found] = np.column_stack([rows, chosen - offsets[partners]])
    best[flipped] = best[flipped, ::-1]
    return similarities, best


def strongest_associations(
    columns: ColumnArrays,
    tables: Integers,
    *,
    name_weight: float,
    count: int,
    done: Done = lambda _: None,
) -> Integers:
    """For each of some tables the `count` others of the strongest associations with it.

    Only positive associations. Ties go to the smaller table number. done: is told how many
    tables are through. Returns pairs (k, 2) of a given table and another one.

    A column is compared with those of its own name first. How strong the weakest of its table's
    best associations is then tells which other names may still lead to a stronger one, were the
    contents the same; the columns of all other names need not be compared.
    """
    search = _ColumnSearch(columns, tables, name_weight, count)
    for part in (0, 1):
        least = search.least() if part else None
        for through in search.compare(least):
            done(int(len(tables) * (part + through) / 2))
    found = [np.empty((0, 2), dtype=np.intp)]
    for table, others in zip(tables.tolist(), search.best(), strict=True):
        found.append(np.column_stack([np.full(len(others), table), others]))
    return np.concatenate(found)


class _ColumnSearch:
    """The best associations of some tables, as far as their columns were compared."""

    def __init__(
        self, columns: ColumnArrays, tables: Integers, name_weight: float, count: int
    ) -> None:
        self._columns = columns
        self._tables = tables
        self._name_weight = name_weight
        self._count = count
        self._table_of = segment_numbers(columns.offsets)
        self._by_name = np.argsort(columns.name_index, kind="stable")
        sizes = np.bincount(columns.name_index, minlength=len(columns.names))
        self._name_offsets = segment_offsets(sizes)
        own, within = segment_members(columns.offsets, tables)
        order = np.argsort(columns.name_index[own], kind="stable")
        self._own, self._owner = own[order], segment_numbers(within)[order]
        self._rankings: list[list[tuple[Integers, Floats]]] = [[] for _ in tables]

    def compare(self, least: Floats | None) -> Iterator[float]:
        """Compares the tables' columns with those of their own names, or of the other names.

        least: (tables,), what an association by another name must reach; None for the own
        names. Yields the share of the columns that are through.
        """
        names = self._columns.name_index[self._own]
        bounds = np.flatnonzero(np.diff(names, prepend=-1, append=-1))
        starts, stops = bounds[:-1], bounds[1:]
        for first in range(0, len(starts), BLOCK):
            chunk = slice(first, first + BLOCK)
            close = cosine(self._columns.names[names[starts[chunk]]], self._columns.names)
            for start, stop, similarities in zip(starts[chunk], stops[chunk], close, strict=True):
                chosen = np.arange(len(similarities)) == names[start]
                if least is not None:
                    most = column_similarity(
                        similarities, np.ones_like(similarities), name_weight=self._name_weight
                    )
                    asked = least[self._owner[start:stop]].min()
                    chosen = (most >= asked - _ROUNDING) & ~chosen
                self._compare_rows(start, stop, np.flatnonzero(chosen), similarities)
                yield stop / len(names)

    def _compare_rows(self, start: int, stop: int, names: Integers, similarities: Floats) -> None:
        """Compares own columns of one name with all columns of some names."""
        members, _ = segment_members(self._name_offsets, names)
        places = np.sort(self._by_name[members])
        if not len(places):
            return
        others, firsts = np.unique(self._table_of[places], return_index=True)
        by_name = self._name_weight * similarities[self._columns.name_index[places]]
        contents = self._columns.contents[places].T * (1.0 - self._name_weight)
        for first in range(start, stop, BLOCK):
            rows = slice(first, min(first + BLOCK, stop))
            scores = self._columns.contents[self._own[rows]] @ contents
            scores += by_name
            if len(others) < len(places):
                scores = np.maximum.reduceat(scores, firsts, axis=1)
            self._keep(self._owner[rows], others, scores)

    def _keep(self, owners: Integers, others: Integers, scores: Floats) -> None:
        itself = np.searchsorted(others, self._tables[owners])
        known = np.flatnonzero(others[np.minimum(itself, len(others) - 1)] == self._tables[owners])
        scores[known, itself[known]] = np.nan
        for owner, row in zip(owners.tolist(), scores, strict=True):
            best = largest(row, self._count)
            self._rankings[owner].append((others[best], row[best]))

    def least(self) -> Floats:
        """The weakest of the best associations of each table, 0 where it has too few."""
        strengths = [_merged(own, self._count)[1] for own in self._rankings]
        return np.array([own[-1] if len(own) == self._count else 0.0 for own in strengths])

    def best(self) -> Iterator[Integers]:
        """The tables of the best associations of each table, in order."""
        return (_merged(own, self._count)[0] for own in self._rankings)


def _merged(rankings: Sequence[tuple[Integers, Floats]], count: int) -> tuple[Integers, Floats]:
    """The `count` best tables of several rankings, and their scores."""
    if not rankings:
        return np.empty(0, dtype=np.intp), np.empty(0)
    others = np.concatenate([tables for tables, _ in rankings])
    scores = np.concatenate([scores for _, scores in rankings])
    order = np.lexsort((others, -scores))
    _, first = np.unique(others[order], return_index=True)
    best = order[np.sort(first)[:count]]
    return others[best], scores[best]


def nearest(
    vectors: Floats, rows: Integers, *, count: int, done: Done = lambda _: None
) -> tuple[Integers, Floats]:
    """The `count` other rows of the largest positive cosine to some rows, and their levels.

    vectors: shape (n, dim), unit rows. A level says how similar a row's nearest rows are to
    it, high for a hub: the mean cosine to the NEIGHBOURS nearest others, or to all others
    where there are fewer, 0 for a single row. Returns pairs (k, 2) of a given row and another
    one, and the levels, of the shape of rows.
    """
    found = [np.empty((0, 2), dtype=np.intp)]
    levels = np.zeros(len(rows))
    around = min(NEIGHBOURS, len(vectors) - 1)
    for start in range(0, len(rows), BLOCK):
        block = rows[start : start + BLOCK]
        cosines = cosine(vectors[block], vectors)
        cosines[np.arange(len(block)), block] = np.nan
        for place, (row, scores) in enumerate(zip(block, cosines, strict=True), start=start):
            best = ranking(scores, max(count, around))
            levels[place] = scores[best[:around]].mean() if around > 0 else 0.0
            best = best[:count]
            best = best[scores[best] > 0]
            found.append(np.column_stack([np.full(len(best), row), best]))
        done(min(start + BLOCK, len(rows)))
    return np.concatenate(found), levels


def largest(scores: Floats, count: int) -> Integers:
    """Positions of the `count` largest positive scores, descending, ties by position.

    scores: shape (n,), NaN for what must not be chosen.
    """
    best = ranking(scores, count)
    return best[scores[best] > 0]
