"""Pairs of tables compared by all that may link them, many at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from relatab.core.association import ColumnArrays, Done, direct_associations
from relatab.core.evidence import (
    NAMED,
    VALUE_PRIOR,
    WORD_PRIOR,
    LinkEvidence,
    LinkMeasures,
    excess_similarity,
    value_feature,
)
from relatab.core.graph import MEASURE_SCALE
from relatab.core.lexical import text_number
from relatab.core.sharing import (
    Holdings,
    Shared,
    heaviest,
    key_rarities,
    value_overlaps,
    word_overlaps,
)
from relatab.core.similarity import mean_pools
from relatab.core.vectors import Floats, Integers, segment_numbers
from relatab.index.arrays import CorpusArrays, table_keys
from relatab.index.records import Edge, Role
from relatab.index.store import Reader
from relatab.settings import PAPER

# A feature of more tables than this is too common to propose a link, however large the
# corpus. As evidence of a pair proposed otherwise such words and keys still count; such
# values ("yes", "1") do not: they would take most of the time and say almost nothing.
MAX_FREQUENCY = 200

# Pairs compared at a time: bounds memory.
BLOCK = 20_000


class Compared(NamedTuple):
    """k pairs of tables and what links them.

    pairs: (k, 2), the smaller number first; measures: (k, 6), `LinkMeasures` in parts of
    `MEASURE_SCALE`; columns: (k, 2), the most similar ones, Eq. (4-9); value_columns: (k, 2),
    those that share most values; both numbered in their tables, -1 where there are none.
    """

    pairs: Integers
    measures: NDArray[np.int32]
    columns: Integers
    value_columns: Integers

    def taken(self, places: NDArray[Any]) -> Compared:
        """Some of the pairs."""
        return Compared(*(part[places] for part in self))


class Comparison:
    """The tables of a corpus, prepared for being compared with each other."""

    def __init__(self, arrays: CorpusArrays) -> None:
        self.arrays = arrays
        self.columns = column_arrays(arrays)
        distinct, words = np.unique(arrays.words, return_inverse=True)
        self.words = _held_by_tables(arrays.word_offsets, words, len(distinct))
        self.key_numbers, first, keys = np.unique(
            arrays.keys, return_index=True, return_inverse=True
        )
        self.keys = _held_by_tables(arrays.key_offsets, keys, len(self.key_numbers))
        self._kinds = arrays.key_kinds[first]
        self.value_numbers, values = np.unique(arrays.value_features, return_inverse=True)
        self.values = self._values(values[arrays.value_index])

    def _values(self, features: Integers) -> Holdings:
        """Of the features of all cells; the number 0 stands for a cell that says nothing."""
        columns = segment_numbers(self.arrays.value_offsets)
        tables = segment_numbers(self.arrays.column_offsets)[columns]
        known = self.value_numbers[features] != 0
        return Holdings.of(
            tables[known],
            columns[known],
            features[known],
            (len(self.arrays.handles), len(self.value_numbers)),
            max_frequency=MAX_FREQUENCY,
        )

    def compared(self, pairs: Integers, levels: Floats, done: Done = lambda _: None) -> Compared:
        """Compares pairs of tables, (k, 2), ascending, the smaller number first.

        levels: (n,), see `core.association.nearest`; done: is told how many pairs are through.
        """
        found = [self._compared(pairs[:0], levels)]
        for start in range(0, len(pairs), BLOCK):
            found.append(self._compared(pairs[start : start + BLOCK], levels))
            done(min(start + BLOCK, len(pairs)))
        return Compared(*map(np.concatenate, zip(*found, strict=True)))

    def _compared(self, pairs: Integers, levels: Floats) -> Compared:
        a, b = pairs.T
        similarities, columns = direct_associations(
            self.columns, pairs, name_weight=PAPER.name_weight
        )
        dense = self.arrays.dense
        cosines = np.einsum("ij,ij->i", dense[a], dense[b]).astype(np.float64)
        values, value_columns = value_overlaps(
            self.values, pairs, self.values.shared(pairs), prior=VALUE_PRIOR
        )
        measures = LinkMeasures(
            name_similarity=similarities[:, 0],
            content_similarity=similarities[:, 1],
            document_similarity=excess_similarity(cosines, (levels[a] + levels[b]) / 2),
            word_overlap=word_overlaps(
                self.words, pairs, self.words.shared(pairs), prior=WORD_PRIOR
            ),
            value_overlap=values,
            key_rarity=key_rarities(self.keys, self._kinds, pairs, self.keys.shared(pairs)),
        )
        return Compared(
            pairs=pairs,
            measures=np.rint(np.column_stack(measures) * MEASURE_SCALE).astype(np.int32),
            columns=columns,
            value_columns=np.where(
                value_columns < 0, -1, value_columns - self.arrays.column_offsets[pairs]
            ),
        )


def _held_by_tables(offsets: Integers, features: Integers, count: int) -> Holdings:
    tables = segment_numbers(offsets)
    return Holdings.of(tables, tables, features, (len(offsets) - 1, count))


def column_arrays(arrays: CorpusArrays) -> ColumnArrays:
    """Names and mean-pooled contents of all columns."""
    contents = mean_pools(arrays.values, arrays.value_index, arrays.value_offsets)
    return ColumnArrays(arrays.names, arrays.name_index, contents, arrays.column_offsets)


class Namer:
    """Tells the values and keys that link tables.

    tables: numbers of tables; of every pair that is told, one must be among them.
    """

    def __init__(self, reader: Reader, comparison: Comparison, tables: Integers) -> None:
        arrays = comparison.arrays
        handles = None if len(tables) == len(arrays.handles) else arrays.handles[tables].tolist()
        values = {value_feature(text) for text in reader.texts(Role.VALUE, handles).values()}
        stored = reader.link_keys(handles)
        keys = {
            key
            for table, handle in zip(tables.tolist(), arrays.handles[tables].tolist(), strict=True)
            for key in table_keys(stored.get(handle, ()), arrays.wells(table))
        }
        self._comparison = comparison
        self._ids = arrays.table_ids
        self._values = _Named(comparison.values, comparison.value_numbers, values, NAMED)
        self._keys = _Named(comparison.keys, comparison.key_numbers, keys, None)

    def edges(self, links: Compared) -> Iterator[Edge]:
        """Links with all that is known of them."""
        for start in range(0, len(links.pairs), BLOCK):
            block = links.taken(np.arange(start, min(start + BLOCK, len(links.pairs))))
            values, keys = self._told(block)
            for (a, b), *evidence in zip(
                block.pairs.tolist(),
                (block.measures / MEASURE_SCALE).tolist(),
                block.columns.tolist(),
                block.value_columns.tolist(),
                values,
                keys,
                strict=True,
            ):
                yield Edge(self._ids[a], self._ids[b], _evidence(*evidence))

    def _told(self, links: Compared) -> Iterator[list[tuple[str, ...]]]:
        """The values of the value columns and the keys that tables share."""
        pairs = links.pairs
        shared = self._comparison.values.shared(pairs)
        columns = links.value_columns + self._comparison.arrays.column_offsets[pairs]
        inside = (shared.columns == columns[shared.pairs]).all(axis=1)
        yield self._values.told(Shared(*(part[inside] for part in shared)), len(pairs))
        yield self._keys.told(self._comparison.keys.shared(pairs), len(pairs))


def _evidence(
    measures: Sequence[float],
    columns: Sequence[int],
    value_columns: Sequence[int],
    values: tuple[str, ...],
    keys: tuple[str, ...],
) -> LinkEvidence:
    (a, b), (value_a, value_b) = columns, value_columns
    return LinkEvidence(
        **LinkMeasures._make(measures)._asdict(),
        column_a=None if a < 0 else a,
        column_b=None if b < 0 else b,
        shared_values=values,
        value_columns=None if value_a < 0 else (value_a, value_b),
        keys=keys,
    )


class _Named:
    """The texts of features; ties of weight go by their alphabetical order."""

    def __init__(
        self,
        held: Holdings,
        numbers: NDArray[np.uint64],
        texts: Iterable[str],
        count: int | None,
    ) -> None:
        known = {text_number(text): text for text in texts}
        self._texts = [known.get(number, "") for number in numbers.tolist()]
        alphabetical = sorted(range(len(self._texts)), key=self._texts.__getitem__)
        self._ranks = np.argsort(np.array(alphabetical, dtype=np.intp))
        self._weights = held.weights
        self._count = count

    def told(self, shared: Shared, size: int) -> list[tuple[str, ...]]:
        """The heaviest features of each of `size` pairs."""
        chosen = heaviest(shared, self._weights, self._ranks, self._count)
        bounds = np.searchsorted(chosen.pairs, np.arange(size + 1)).tolist()
        texts = [self._texts[feature] for feature in chosen.features.tolist()]
        return [tuple(texts[i:j]) for i, j in pairwise(bounds)]
