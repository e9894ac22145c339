"""What tables share: words, values and keys of a whole corpus as arrays, weighed by rarity.

The overlap of two sets is their shared weight over the smaller set's weight plus a prior, so
that a chance agreement of tiny sets stays weak while a large set inside a larger one comes
close to 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from relatab.core.lexical import rarity
from relatab.core.vectors import (
    Floats,
    Integers,
    ranking,
    segment_members,
    segment_numbers,
    segment_offsets,
)

if TYPE_CHECKING:
    from scipy.sparse import csr_array

# Products that a block of compared tables may have: bounds memory.
_PRODUCTS = 4_000_000

# Sums of rarities that differ by less are equal but for the order of their terms.
_PLACES = 9


@dataclass(frozen=True)
class Holdings:
    """Which features n tables hold, each perhaps in several columns.

    Table i holds `features[offsets[i]:offsets[i + 1]]`, ascending, in the columns `columns`
    (numbered through all tables, ascending for equal features; of a table without columns, its
    own number). weights: (f,) the squared rarity in [0, 1] of each feature over the tables:
    squared, as in a cosine of TF-IDF vectors, since both tables have the feature, which doubles
    the average precision of the links found (docs/equations.md). frequencies: (f,) how many
    tables hold each.
    """

    offsets: Integers
    features: Integers
    columns: Integers
    weights: Floats
    frequencies: Integers

    @classmethod
    def of(
        cls,
        tables: Integers,
        columns: Integers,
        features: Integers,
        shape: tuple[int, int],
        *,
        max_frequency: int | None = None,
    ) -> Holdings:
        """Of entries in any order: table, column and feature of each, repetition allowed.

        shape: the numbers of tables and of features; features of more than max_frequency tables
        are left out.
        """
        size, count = shape
        width = int(columns.max(initial=0)) + 1
        keys = np.sort((tables * count + features) * width + columns)
        keys = keys[_first_of_each(keys)]  # numpy's own `unique` takes ten times as long
        held, columns = np.divmod(keys, width)
        tables, features = np.divmod(held, max(count, 1))
        frequencies = np.bincount(features[_first_of_each(held)], minlength=count)
        if max_frequency is not None:
            usual = frequencies[features] <= max_frequency
            tables, columns, features = tables[usual], columns[usual], features[usual]
            frequencies = np.where(frequencies <= max_frequency, frequencies, 0)
        return cls(
            offsets=segment_offsets(np.bincount(tables, minlength=size)),
            features=features,
            columns=columns,
            weights=rarity(frequencies, size) ** 2,
            frequencies=frequencies,
        )

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @cached_property
    def table_totals(self) -> Floats:
        """The weight of all that each table holds, in all of its columns: shape (n,)."""
        totals = np.bincount(self._tables, self.weights[self.features], len(self))
        return np.asarray(totals, dtype=np.float64)

    @cached_property
    def column_totals(self) -> Floats:
        """The weight of all that each column holds; the last columns may hold nothing."""
        totals = np.bincount(self.columns, self.weights[self.features])
        return np.asarray(totals, dtype=np.float64)

    @cached_property
    def _tables(self) -> Integers:
        """The table of each entry."""
        return segment_numbers(self.offsets)

    @cached_property
    def _keys(self) -> Integers:
        """Table and feature of each entry as one number, ascending."""
        return self._tables * len(self.weights) + self.features

    def shared(self, pairs: Integers) -> Shared:
        """What the tables of pairs (k, 2) both hold: every feature in each pair of columns."""
        first, within = segment_members(self.offsets, pairs[:, 0])
        owners = segment_numbers(within)
        wanted = pairs[owners, 1] * len(self.weights) + self.features[first]
        starts = np.searchsorted(self._keys, wanted, side="left")
        counts = np.searchsorted(self._keys, wanted, side="right") - starts
        offsets = segment_offsets(counts)
        second = np.arange(offsets[-1]) + np.repeat(starts - offsets[:-1], counts)
        first = np.repeat(first, counts)
        return Shared(
            pairs=np.repeat(owners, counts),
            features=self.features[first],
            columns=np.column_stack([self.columns[first], self.columns[second]]),
        )

    def candidates(self, tables: Integers, *, count: int, max_frequency: int) -> Integers:
        """For each of some tables the `count` others that share most weight with it.

        Features of more than max_frequency tables are passed over, which bounds the work. Ties
        go to the smaller table number. Returns pairs (k, 2) of a given table and another one.
        """
        found = [np.empty((0, 2), dtype=np.intp)]
        for start, sums in self._shared_weights(tables, max_frequency):
            for row, table in enumerate(tables[start : start + sums.shape[0]].tolist()):
                entries = slice(sums.indptr[row], sums.indptr[row + 1])
                others = sums.indices[entries].astype(np.intp)
                weights = np.round(sums.data[entries], _PLACES)
                eligible = (others != table) & (weights > 0)
                others, weights = others[eligible], weights[eligible]
                order = np.argsort(others)
                best = others[order][ranking(weights[order], count)]
                found.append(np.column_stack([np.full(len(best), table), best]))
        return np.concatenate(found)

    def _shared_weights(
        self, tables: Integers, max_frequency: int
    ) -> Iterator[tuple[int, csr_array]]:
        """Shared weights of some tables with all, block after block, and where each starts."""
        from scipy.sparse import csr_array

        once = _first_of_each(self._keys)
        useful = (self.frequencies > 1) & (self.frequencies <= max_frequency) & (self.weights > 0)
        kept = once & useful[self.features]
        features = self.features[kept]
        offsets = np.concatenate([[0], np.cumsum(kept)])[self.offsets]
        shape = len(self), len(self.weights)
        weighed = csr_array((self.weights[features], features, offsets), shape=shape)
        holders = csr_array((np.ones(len(features)), features, offsets), shape=shape).T.tocsr()
        products = np.add.reduceat(np.append(self.frequencies[features], 0), offsets[:-1])
        products[np.diff(offsets) == 0] = 0
        work = np.cumsum(products[tables])
        start = 0
        while start < len(tables):
            before = work[start - 1] if start else 0
            stop = max(start + 1, int(np.searchsorted(work, before + _PRODUCTS)))
            yield start, weighed[tables[start:stop]] @ holders
            start = stop


class Shared(NamedTuple):
    """Features that the two tables of pairs hold, pair after pair.

    pairs: (s,) which pair; features: (s,); columns: (s, 2), where either table holds them.
    """

    pairs: Integers
    features: Integers
    columns: Integers


def overlap(shared: Floats, first: Floats, second: Floats, *, prior: float) -> Floats:
    """Weighted overlap coefficient of sets: arrays of weights, the shared one and each set's.

    prior: > 0, the weight that must be outweighed. Returns values in [0, 1).
    """
    return np.asarray(shared / (np.minimum(first, second) + prior))


def word_overlaps(held: Holdings, pairs: Integers, shared: Shared, *, prior: float) -> Floats:
    """Overlap of the words of the tables of pairs (k, 2): shape (k,), in [0, 1)."""
    totals = held.table_totals
    weights = np.bincount(shared.pairs, held.weights[shared.features], len(pairs))
    return overlap(
        np.asarray(weights, dtype=np.float64), totals[pairs[:, 0]], totals[pairs[:, 1]], prior=prior
    )


def value_overlaps(
    held: Holdings, pairs: Integers, shared: Shared, *, prior: float
) -> tuple[Floats, Integers]:
    """Largest overlap of two columns' distinct values, and these columns.

    Returns shapes (k,), in [0, 1), and (k, 2), -1 where no columns share a value of weight.
    Ties go to the first columns.
    """
    best = np.zeros(len(pairs))
    columns = np.full((len(pairs), 2), -1, dtype=np.intp)
    counts = held.weights[shared.features] > 0
    keys = np.column_stack([shared.pairs, shared.columns])[counts]
    if not len(keys):
        return best, columns
    order = np.lexsort(keys.T[::-1])
    keys, weights = keys[order], held.weights[shared.features[counts]][order]
    starts = np.flatnonzero(_first_of_each(*keys.T))
    keys, weights = keys[starts], np.add.reduceat(weights, starts)
    totals = held.column_totals
    overlaps = overlap(weights, totals[keys[:, 1]], totals[keys[:, 2]], prior=prior)
    order = np.lexsort((*keys.T[:0:-1], -np.round(overlaps, _PLACES), keys[:, 0]))
    chosen = order[_first_of_each(keys[order, 0])]
    best[keys[chosen, 0]] = overlaps[chosen]
    columns[keys[chosen, 0]] = keys[chosen, 1:]
    return best, columns


def key_rarities(
    held: Holdings, kinds: NDArray[np.uint64], pairs: Integers, shared: Shared
) -> Floats:
    """Noisy-or of the rarities of the keys shared by pairs (k, 2): shape (k,), in [0, 1].

    kinds: (f,), the kind of each key. Of a kind only the rarest shared key counts: two depth
    profiles of one well share dozens of depths, which is one piece of evidence and not dozens.
    """
    weights = held.weights[shared.features]
    order = np.lexsort((-weights, kinds[shared.features], shared.pairs))
    rarest = order[_first_of_each(shared.pairs[order], kinds[shared.features[order]])]
    doubt = np.ones(len(pairs))
    np.multiply.at(doubt, shared.pairs[rarest], 1.0 - weights[rarest])
    return 1.0 - doubt


def heaviest(shared: Shared, weights: Floats, ranks: Integers, count: int | None) -> Shared:
    """Of each pair the `count` shared features of most weight (all by default), in this order.

    weights, ranks: (f,); features without weight are left out; ties go to the smaller rank.
    """
    own = weights[shared.features]
    order = np.lexsort((ranks[shared.features], -own, shared.pairs))
    order = order[own[order] > 0]
    order = order[_first_of_each(shared.pairs[order], shared.features[order])]
    pairs = shared.pairs[order]
    if count is not None:
        starts = np.flatnonzero(_first_of_each(pairs))
        places = np.arange(len(pairs)) - np.repeat(starts, np.diff(np.append(starts, len(pairs))))
        order = order[places < count]
    return Shared(shared.pairs[order], shared.features[order], shared.columns[order])


def _first_of_each(*keys: NDArray[np.generic]) -> NDArray[np.bool_]:
    """Which entries of sorted arrays differ from the one before in any of the keys."""
    first = np.ones(len(keys[0]), dtype=bool)
    if len(first):
        first[1:] = np.logical_or.reduce([key[1:] != key[:-1] for key in keys])
    return first
