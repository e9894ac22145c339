"""What searchable tables hold, each in itself, as flat arrays: read from the store, or kept.

A table never changes under its handle, so the contents of a later state are those of a former
one, without the tables that went, with those that came (`merged`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from relatab.core.evidence import value_feature
from relatab.core.lexical import text_number, text_numbers
from relatab.core.vectors import Integers, segment_members, segment_offsets
from relatab.domain.terms import search_terms
from relatab.index.records import Role, SearchText
from relatab.index.store import Reader

FIELD_WEIGHTS = (4.0, 4.0, 1.0, 1.0)
"""How often a word counts in the fields of `SearchText`. Arrays that are kept rest on it: with
another one raise `relatab.index.features.FEATURES_VERSION`.
"""


@dataclass(frozen=True, slots=True)
class TextPool:
    """Distinct texts of a role in any order, by the store's numbers.

    numbers: (k,); vectors: (k, dim), unit rows; marks: (k,), what else is known of each.
    """

    numbers: NDArray[np.int64]
    vectors: NDArray[np.float32]
    marks: NDArray[Any]

    def places(self, numbers: NDArray[np.int64]) -> Integers:
        """Where some of the numbers stand."""
        order = np.argsort(self.numbers, kind="stable")
        return order[np.searchsorted(self.numbers, numbers, sorter=order)]

    def joined(self, other: TextPool) -> TextPool:
        """The texts of both."""
        new = ~np.isin(other.numbers, self.numbers)
        return TextPool(
            np.concatenate([self.numbers, other.numbers[new]]),
            np.concatenate([self.vectors, other.vectors[new]]),
            np.concatenate([self.marks, other.marks[new]]),
        )


@dataclass(frozen=True, slots=True)
class Contents:
    """n tables in some order; offsets are those of `segment_offsets`.

    handles: (n,). captions, dense: (n, dim), a zero row for a table without a caption. names:
    (columns,), values: (cells,) text numbers, of columns table after table, of cells column
    after column in body rows `value_rows`; their texts are in the pools, with the texts of
    names, and of values `text_number` of the `value_feature` or 0. words: `text_numbers` of
    the distinct search terms of caption and column names, table after table. terms: (entries,)
    `text_numbers` of the words that are searched, in the tables `term_tables`, so often as
    `frequencies` says, weighted by field; lengths: (n,) words without weights.
    """

    handles: NDArray[np.int64]
    captions: NDArray[np.float32]
    dense: NDArray[np.float32]
    column_offsets: Integers
    names: NDArray[np.int64]
    value_offsets: Integers
    values: NDArray[np.int64]
    value_rows: Integers
    name_pool: TextPool
    value_pool: TextPool
    word_offsets: Integers
    words: NDArray[np.uint64]
    terms: NDArray[np.uint64]
    term_tables: Integers
    frequencies: NDArray[np.float32]
    lengths: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.handles)

    def taken(self, tables: Integers) -> Contents:
        """Some of the tables in the given order, each once; the pools stay as they are."""
        columns, column_offsets = segment_members(self.column_offsets, tables)
        cells, value_offsets = segment_members(self.value_offsets, columns)
        words, word_offsets = segment_members(self.word_offsets, tables)
        position = np.full(len(self), -1, dtype=np.intp)
        position[tables] = np.arange(len(tables))
        term_tables = position[self.term_tables]
        present = term_tables >= 0
        return Contents(
            handles=self.handles[tables],
            captions=self.captions[tables],
            dense=self.dense[tables],
            column_offsets=column_offsets,
            names=self.names[columns],
            value_offsets=value_offsets,
            values=self.values[cells],
            value_rows=self.value_rows[cells],
            name_pool=self.name_pool,
            value_pool=self.value_pool,
            word_offsets=word_offsets,
            words=self.words[words],
            terms=self.terms[present],
            term_tables=term_tables[present],
            frequencies=self.frequencies[present],
            lengths=self.lengths[tables],
        )

    def joined(self, other: Contents) -> Contents:
        """The tables of both, one after the other."""
        if not (len(self) and len(other)):  # vectors of no tables have no dimension
            return self if len(self) else other
        return Contents(
            handles=np.concatenate([self.handles, other.handles]),
            captions=np.concatenate([self.captions, other.captions]),
            dense=np.concatenate([self.dense, other.dense]),
            column_offsets=_joined_offsets(self.column_offsets, other.column_offsets),
            names=np.concatenate([self.names, other.names]),
            value_offsets=_joined_offsets(self.value_offsets, other.value_offsets),
            values=np.concatenate([self.values, other.values]),
            value_rows=np.concatenate([self.value_rows, other.value_rows]),
            name_pool=self.name_pool.joined(other.name_pool),
            value_pool=self.value_pool.joined(other.value_pool),
            word_offsets=_joined_offsets(self.word_offsets, other.word_offsets),
            words=np.concatenate([self.words, other.words]),
            terms=np.concatenate([self.terms, other.terms]),
            term_tables=np.concatenate([self.term_tables, other.term_tables + len(self)]),
            frequencies=np.concatenate([self.frequencies, other.frequencies]),
            lengths=np.concatenate([self.lengths, other.lengths]),
        )


def merged(former: Contents | None, reader: Reader) -> Contents:
    """The contents of the store's searchable tables, in the order of their ids.

    former: of a state from which the store came to the present one; what is known from it is
    not read again.
    """
    handles = np.fromiter(reader.handles().values(), dtype=np.int64)
    if former is None:
        found = read_contents(reader)
    else:
        new = np.setdiff1d(handles, former.handles)
        stayed = np.flatnonzero(np.isin(former.handles, handles))
        found = former.taken(stayed).joined(read_contents(reader, new.tolist()))
    order = np.argsort(found.handles)
    return found.taken(order[np.searchsorted(found.handles, handles, sorter=order)])


def read_contents(reader: Reader, handles: Sequence[int] | None = None) -> Contents:
    """The contents of some tables, or of all, by handle."""
    dense = reader.uses(Role.DENSE, handles)  # of every searchable table one
    owners = dense[:, 0]
    names = reader.uses(Role.NAME, handles)  # of every column one
    values = reader.uses(Role.VALUE, handles)
    captions = reader.uses(Role.CAPTION, handles)
    dense_pool = _pool(reader, Role.DENSE, handles)
    shape = len(owners), dense_pool.vectors.shape[1]
    column_offsets = _offsets(np.searchsorted(owners, names[:, 0]), len(owners))
    caption_rows = np.zeros(shape, dtype=np.float32)
    if len(captions):
        caption_pool = _pool(reader, Role.CAPTION, handles)
        places = np.searchsorted(owners, captions[:, 0])
        caption_rows[places] = caption_pool.vectors[caption_pool.places(captions[:, 3])]
    name_pool = _pool(reader, Role.NAME, handles, shape[1])
    name_texts = reader.texts(Role.NAME, handles)
    name_pool.marks[:] = [name_texts[number] for number in name_pool.numbers.tolist()]
    value_pool = _pool(reader, Role.VALUE, handles, shape[1])
    value_texts = reader.texts(Role.VALUE, handles)
    features = [_feature_number(value_texts[number]) for number in value_pool.numbers.tolist()]
    value_columns = column_offsets[np.searchsorted(owners, values[:, 0])] + values[:, 1]
    return Contents(
        handles=owners,
        captions=caption_rows,
        dense=dense_pool.vectors[dense_pool.places(dense[:, 3])],
        column_offsets=column_offsets,
        names=names[:, 3],
        value_offsets=_offsets(value_columns, len(names)),
        values=values[:, 3],
        value_rows=values[:, 2].astype(np.intp),
        name_pool=name_pool,
        value_pool=TextPool(
            value_pool.numbers, value_pool.vectors, np.array(features, dtype=np.uint64)
        ),
        **_caption_and_name_words(owners, captions, names, reader, handles),
        **_searched_words(owners, reader, handles),
    )


def _pool(
    reader: Reader, role: Role, handles: Sequence[int] | None, dimension: int = 0
) -> TextPool:
    """The texts of a role without marks; dimension: of the vectors where there is no text."""
    numbers, vectors = reader.vectors(role, handles)
    wide = _unit(vectors) if len(numbers) else np.zeros((0, dimension), dtype=np.float32)
    return TextPool(numbers, wide, np.empty(len(numbers), dtype=object))


def _unit(vectors: NDArray[np.float16]) -> NDArray[np.float32]:
    """Rows of unit length again, after the rounding to half precision."""
    wide = vectors.astype(np.float32)
    norms = np.linalg.norm(wide, axis=1, keepdims=True)
    np.divide(wide, norms, out=wide, where=norms > 0)
    return wide


def _feature_number(text: str) -> int:
    feature = value_feature(text)
    return text_number(feature) if feature else 0


def _caption_and_name_words(
    owners: NDArray[np.int64],
    captions: NDArray[np.int64],
    names: NDArray[np.int64],
    reader: Reader,
    handles: Sequence[int] | None,
) -> dict[str, Any]:
    """Distinct words of captions and column names, by table."""
    texts = reader.texts(Role.CAPTION, handles) | reader.texts(Role.NAME, handles)
    words = {number: text_numbers(search_terms(text)) for number, text in texts.items()}
    uses = np.concatenate([captions[:, [0, 3]], names[:, [0, 3]]])
    held = [words[text] for text in uses[:, 1].tolist()]
    sizes = np.array([len(each) for each in held], dtype=np.intp)
    places = np.repeat(np.searchsorted(owners, uses[:, 0]), sizes)
    flat = np.concatenate(held) if held else np.empty(0, dtype=np.uint64)
    order = np.lexsort((flat, places))
    places, flat = places[order], flat[order]
    first = np.ones(len(flat), dtype=bool)
    first[1:] = (places[1:] != places[:-1]) | (flat[1:] != flat[:-1])
    return {"words": flat[first], "word_offsets": _offsets(places[first], len(owners))}


def _searched_words(
    owners: NDArray[np.int64], reader: Reader, handles: Sequence[int] | None
) -> dict[str, Any]:
    """The terms of all fields, by table."""
    known = reader.words(handles)
    numbers: dict[str, int] = {}
    terms: list[int] = []
    frequencies: list[float] = []
    sizes, lengths = [], []
    for owner in owners.tolist():
        counts, length = _weighted(known[owner])
        terms += [numbers.get(t) or numbers.setdefault(t, text_number(t)) for t in counts]
        frequencies += counts.values()
        sizes.append(len(counts))
        lengths.append(length)
    return {
        "terms": np.array(terms, dtype=np.uint64),
        "term_tables": np.repeat(np.arange(len(owners)), np.array(sizes, dtype=np.intp)),
        "frequencies": np.array(frequencies, dtype=np.float32),
        "lengths": np.array(lengths, dtype=np.int32),
    }


def _weighted(words: SearchText) -> tuple[Mapping[str, float], int]:
    """How often each word stands in a table, weighted by field, and the number of all words."""
    counts: defaultdict[str, float] = defaultdict(float)
    length = 0
    for text, weight in zip(astuple(words), FIELD_WEIGHTS, strict=True):
        found = text.split()
        length += len(found)
        for word in found:
            counts[word] += weight
    return counts, length


def _offsets(segments: Integers, count: int) -> Integers:
    """Offsets of `count` segments from the segment of each entry."""
    return segment_offsets(np.bincount(segments, minlength=count))


def _joined_offsets(first: Integers, second: Integers) -> Integers:
    return np.concatenate([first, second[1:] + first[-1]])
