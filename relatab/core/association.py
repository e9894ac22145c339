"""Direct association of tables through their columns, Eqs. (4-7) to (4-9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from relatab.core.similarity import cosine, mean_pool
from relatab.core.vectors import (
    Floats,
    Integers,
    maximum_per_segment,
    ranking,
    segment_members,
    segment_numbers,
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
    names = cosine(names_a, names_b)
    contents = cosine(contents_a, contents_b)
    return _best_match(column_similarity(names, contents, name_weight=name_weight), names, contents)


def direct_associations(
    columns: ColumnArrays, pairs: Integers, *, name_weight: float
) -> Iterator[tuple[int, ColumnMatch]]:
    """`direct_association` of many pairs of tables: (k, 2), ascending by the first one.

    Yields the place of each pair of tables with columns, and their match.
    """
    bounds = np.flatnonzero(np.diff(pairs[:, 0], prepend=-1, append=-1))
    for start, stop in pairwise(bounds.tolist()):
        names_a, contents_a = columns.table(int(pairs[start, 0]))
        places, offsets = segment_members(columns.offsets, pairs[start:stop, 1])
        names = cosine(names_a, columns.names[columns.name_index[places]])
        contents = cosine(contents_a, columns.contents[places])
        similarities = column_similarity(names, contents, name_weight=name_weight)
        for place, (i, j) in enumerate(pairwise(offsets.tolist()), start=start):
            if match := _best_match(similarities[:, i:j], names[:, i:j], contents[:, i:j]):
                yield place, match


def _best_match(similarities: Floats, names: Floats, contents: Floats) -> ColumnMatch | None:
    """The first of the most similar pairs of columns: shape (m_a, m_b) each."""
    if not similarities.size:
        return None
    a, b = divmod(int(similarities.argmax()), similarities.shape[1])
    return ColumnMatch(
        association=float(similarities[a, b]),
        name_similarity=float(names[a, b]),
        content_similarity=float(contents[a, b]),
        column_a=a,
        column_b=b,
    )


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

    The columns of the names that a table has come first. How strong the weakest of its best
    associations is then tells which other names may still lead to a stronger one, were the
    contents the same; the columns of all other names need not be compared.
    """
    found = [np.empty((0, 2), dtype=np.intp)]
    by_first_name = tables[np.argsort(_first_names(columns)[tables], kind="stable")]
    for start in range(0, len(tables), BLOCK):
        block = by_first_name[start : start + BLOCK]
        own, within = segment_members(columns.offsets, block)
        names = cosine(columns.names[columns.name_index[own]], columns.names)
        is_own = np.zeros(len(columns.names), dtype=bool)
        is_own[columns.name_index[own]] = True
        first = _leaders(columns, block, names, is_own, name_weight, count)
        closest = maximum_per_segment(names, within)
        bounds = column_similarity(closest, np.ones_like(closest), name_weight=name_weight)
        least = np.array([scores[-1] if len(scores) == count else 0.0 for _, scores in first])
        reachable = (bounds >= least[:, np.newaxis] - _ROUNDING).any(axis=0)
        second = _leaders(columns, block, names, reachable & ~is_own, name_weight, count)
        for table, *rankings in zip(block.tolist(), first, second, strict=True):
            others = _merged(rankings, count)
            found.append(np.column_stack([np.full(len(others), table), others]))
        done(min(start + BLOCK, len(tables)))
    return np.concatenate(found)


def _first_names(columns: ColumnArrays) -> Integers:
    """The name of each table's first column, -1 for a table without columns."""
    starts = columns.offsets[:-1]
    names = np.append(columns.name_index, -1)[starts]
    return np.where(starts < columns.offsets[1:], names, -1)


def _leaders(
    columns: ColumnArrays,
    tables: Integers,
    names: Floats,
    chosen: NDArray[np.bool_],
    name_weight: float,
    count: int,
) -> list[tuple[Integers, Floats]]:
    """For each of some tables the `count` others of the strongest associations, and these.

    names: (columns of the tables, distinct names), similarities; chosen: (distinct names,),
    which names the columns of the others may have.
    """
    places = np.flatnonzero(chosen[columns.name_index])
    own, within = segment_members(columns.offsets, tables)
    similarities = columns.contents[own] @ columns.contents[places].T
    similarities *= 1.0 - name_weight
    similarities += (name_weight * names)[:, columns.name_index[places]]
    others, starts = np.unique(segment_numbers(columns.offsets)[places], return_index=True)
    bounds = np.append(starts, len(places)).astype(np.intp)
    per_table = maximum_per_segment(similarities, within)
    associations = maximum_per_segment(np.ascontiguousarray(per_table.T), bounds).T
    leaders = []
    for table, scores in zip(tables, associations, strict=True):
        best = largest(np.where(others == table, np.nan, scores), count)
        leaders.append((others[best], scores[best]))
    return leaders


def _merged(rankings: Sequence[tuple[Integers, Floats]], count: int) -> Integers:
    """The `count` best tables of several rankings, each of which is in order."""
    others = np.concatenate([tables for tables, _ in rankings])
    scores = np.concatenate([scores for _, scores in rankings])
    order = np.lexsort((others, -scores))
    _, first = np.unique(others[order], return_index=True)
    return others[order][np.sort(first)][:count]


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
