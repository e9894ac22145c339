"""Arrays derived from the store, kept per state of it so that a search starts fast.

They hold nothing that the store does not: where they are missing they are built again,
in memory if the folder cannot be written.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from relatab.core.graph import LinkArrays
from relatab.core.lexical import tokens
from relatab.core.vectors import segment_offsets
from relatab.core.weighting import name_weights_from_vocabulary, word_entropies
from relatab.domain.nicknames import WellRegister
from relatab.index.features import squeezed
from relatab.index.records import Role
from relatab.index.store import Reader

FOLDER = "derived"
_TEXTS = "texts.json"

Floats = NDArray[np.float32]
Integers = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class CorpusArrays:
    """All searchable tables as flat arrays, n tables in the order of their ids.

    handles: (n,) the store's handles. captions, dense: (n, dim), a zero row for a table
    without a caption. names: (distinct names, dim), values: (distinct values, dim).
    Table i has the columns `column_offsets[i]:column_offsets[i + 1]`; column j has the
    name `name_index[j]`, the weight `name_weights[j]` (EWM over the vocabulary of column
    names, Eq. (4-2), summing to one per table), and the cells
    `value_offsets[j]:value_offsets[j + 1]`; cell c has the value `value_index[c]` and
    stands in body row `value_rows[c]`. All vectors are float32 of unit length; in an index
    without tables their dimension is 0.

    documents, titles: (n,) numbers that are equal for tables of one document, and of documents
    of one title; -1 for a table without a title.

    Table i is about the wells `well_index[well_offsets[i]:well_offsets[i + 1]]` of
    `well_names`, whose other names are in `register`. link_offsets, link_neighbours,
    link_measures: the parts of `links`.
    """

    table_ids: tuple[str, ...]
    name_texts: tuple[str, ...]
    well_names: tuple[str, ...]
    register: WellRegister
    handles: NDArray[np.int64]
    documents: Integers
    titles: Integers
    captions: Floats
    dense: Floats
    names: Floats
    name_index: Integers
    name_weights: NDArray[np.float64]
    column_offsets: Integers
    values: Floats
    value_index: Integers
    value_rows: Integers
    value_offsets: Integers
    well_index: Integers
    well_offsets: Integers
    link_offsets: Integers
    link_neighbours: NDArray[np.int32]
    link_measures: NDArray[np.int32]

    @property
    def links(self) -> LinkArrays:
        """The links of all tables."""
        return LinkArrays(self.link_offsets, self.link_neighbours, self.link_measures)

    def wells(self, number: int) -> list[str]:
        """The wells that a table is about, in order."""
        own = self.well_index[self.well_offsets[number] : self.well_offsets[number + 1]]
        return [self.well_names[well] for well in own]


_NO_ARRAYS = ("table_ids", "name_texts", "well_names", "register")
_ARRAYS = tuple(field.name for field in fields(CorpusArrays) if field.name not in _NO_ARRAYS)


def load(folder: Path, reader: Reader) -> CorpusArrays:
    """The arrays of the reader's state: from the index folder, else built and kept there.

    Arrays of an unfinished pass are not kept: the next document would outdate them.
    """
    place = folder / FOLDER / reader.state()
    try:
        return _read(place)
    except (OSError, ValueError, LookupError, TypeError):  # never written, older, or damaged
        arrays = build(reader)
        if reader.linked():
            keep(place, arrays)
        return arrays


def publish(folder: Path, reader: Reader, arrays: CorpusArrays) -> None:
    """Keeps the arrays of the present state and removes those of former ones.

    arrays: of the present tables; their links are read anew, because they are made from them.
    """
    current = folder / FOLDER / reader.state()
    keep(current, replace(arrays, **_link_arrays(reader, arrays.table_ids)))
    for other in (folder / FOLDER).glob("*"):
        if other != current:
            # A process that still reads them on Windows keeps them until the next pass.
            shutil.rmtree(other, ignore_errors=True)


def build(reader: Reader) -> CorpusArrays:
    """The arrays of a store's content."""
    handles = reader.handles()
    owners = np.fromiter(handles.values(), dtype=np.int64, count=len(handles))
    dense, dense_of = _distinct(reader, Role.DENSE, owners)
    captions, caption_of = _distinct(reader, Role.CAPTION, owners)
    names, name_of = _distinct(reader, Role.NAME, owners)
    values, value_of = _distinct(reader, Role.VALUE, owners)
    shape = (len(owners), dense.vectors.shape[1])  # every table has a dense vector
    column_offsets = _offsets(name_of.owner, len(owners))
    name_texts = _texts(reader, Role.NAME, names.numbers)
    return CorpusArrays(
        **_link_arrays(reader, tuple(handles)),
        **_well_arrays(reader, owners.tolist()),
        **_source_arrays(reader, owners.tolist()),
        table_ids=tuple(handles),
        name_texts=name_texts,
        handles=owners,
        captions=_by_table(captions.vectors, caption_of, shape),
        dense=_by_table(dense.vectors, dense_of, shape),
        names=names.vectors.reshape(len(names.vectors), shape[1]),
        name_index=name_of.text,
        name_weights=_name_weights(name_texts, name_of.text, column_offsets),
        column_offsets=column_offsets,
        values=values.vectors.reshape(len(values.vectors), shape[1]),
        value_index=value_of.text,
        value_rows=value_of.row,
        value_offsets=_offsets(
            column_offsets[value_of.owner] + value_of.position, len(name_of.text)
        ),
    )


def _link_arrays(reader: Reader, table_ids: Sequence[str]) -> dict[str, Any]:
    """The links between the given tables; in an unfinished pass some lead to former ones."""
    pairs, measures = reader.links()
    numbers = {name: number for number, name in enumerate(table_ids)}
    ends = np.array([[numbers.get(name, -1) for name in pair] for pair in pairs], dtype=np.intp)
    ends = ends.reshape(-1, 2)
    present = (ends >= 0).all(axis=1)
    links = LinkArrays.of(ends[present], measures[present], len(table_ids))
    return {
        "link_offsets": links.offsets,
        "link_neighbours": links.neighbours,
        "link_measures": links.measures,
    }


def _source_arrays(reader: Reader, handles: Sequence[int]) -> dict[str, Any]:
    """Which tables stand in one document, and in documents of one title."""
    known = reader.sources()
    documents = [known[handle][0] for handle in handles]
    titles = [squeezed(known[handle][1]).casefold() for handle in handles]
    return {
        # The store's numbers depend on the order in which documents came; those here do not.
        "documents": _numbered(documents),
        "titles": np.where([title != "" for title in titles], _numbered(titles), -1),
    }


def _numbered(values: Iterable[Any]) -> Integers:
    """Equal values by equal numbers, in order of first appearance."""
    numbers: dict[Any, int] = {}
    return np.array([numbers.setdefault(value, len(numbers)) for value in values], dtype=np.intp)


def _well_arrays(reader: Reader, handles: Sequence[int]) -> dict[str, Any]:
    """The wells of every table, by whichever name its document calls them."""
    identities = reader.identities()
    register = WellRegister.of(identities.values())
    wells = [sorted(register.wells(identities.get(handle, ()))) for handle in handles]
    names = sorted(set(chain.from_iterable(wells)))
    numbers = {name: number for number, name in enumerate(names)}
    return {
        "register": register,
        "well_names": tuple(names),
        "well_index": np.array([numbers[w] for own in wells for w in own], dtype=np.intp),
        "well_offsets": segment_offsets(map(len, wells)),
    }


@dataclass(frozen=True, slots=True)
class _Texts:
    """Distinct texts in order of first use: the store's numbers and their vectors."""

    numbers: NDArray[np.int64]
    vectors: Floats


@dataclass(frozen=True, slots=True)
class _Uses:
    """Uses of texts, by table, column and row; owner: number of the table, text: its index."""

    owner: Integers
    position: Integers
    row: Integers
    text: Integers


def _distinct(reader: Reader, role: Role, owners: NDArray[np.int64]) -> tuple[_Texts, _Uses]:
    uses = reader.uses(role)
    by_handle = np.argsort(owners)
    owner = by_handle[np.searchsorted(owners, uses[:, 0], sorter=by_handle)]
    order = np.lexsort((uses[:, 2], uses[:, 1], owner))
    numbers, first, index = np.unique(uses[order, 3], return_index=True, return_inverse=True)
    by_first_use = np.argsort(first)
    rank = np.empty_like(by_first_use)
    rank[by_first_use] = np.arange(len(by_first_use))
    stored, vectors = reader.vectors(role)
    place = np.searchsorted(stored, numbers[by_first_use])
    return (
        _Texts(numbers[by_first_use], _unit(vectors[place])),
        _Uses(owner[order], uses[order, 1], uses[order, 2], rank[index]),
    )


def _unit(vectors: NDArray[np.float16]) -> Floats:
    """Rows of unit length again, after the rounding to half precision."""
    wide = vectors.astype(np.float32)
    norms = np.linalg.norm(wide, axis=1, keepdims=True)
    np.divide(wide, norms, out=wide, where=norms > 0)
    return wide


def _by_table(vectors: Floats, uses: _Uses, shape: tuple[int, int]) -> Floats:
    rows = np.zeros(shape, dtype=np.float32)
    if len(vectors):
        rows[uses.owner] = vectors[uses.text]
    return rows


def _offsets(segments: Integers, count: int) -> Integers:
    lengths = np.bincount(segments, minlength=count)
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.intp)


def _texts(reader: Reader, role: Role, numbers: Iterable[int]) -> tuple[str, ...]:
    texts = reader.texts(role)
    return tuple(texts[int(number)] for number in numbers)


def _name_weights(
    name_texts: tuple[str, ...], name_index: Integers, offsets: Integers
) -> NDArray[np.float64]:
    words = [tokens(name) for name in name_texts]
    tables = [[words[name] for name in name_index[start:stop]] for start, stop in pairwise(offsets)]
    entropies = word_entropies([word for name in table for word in name] for table in tables)
    weights = [name_weights_from_vocabulary(table, entropies) for table in tables if table]
    return np.concatenate(weights) if weights else np.zeros(0)


def keep(place: Path, arrays: CorpusArrays) -> None:
    """Writes arrays if that is possible: where it is not, it costs time, not results.

    A folder may be read-only or full; on Windows another process may hold the files.
    """
    with suppress(OSError):
        write(place, arrays)


def write(place: Path, arrays: CorpusArrays) -> None:
    """Writes arrays so that `place` appears complete or not at all; OSError if it cannot."""
    draft = place.with_name(f"draft-{os.getpid()}-{os.urandom(4).hex()}")
    draft.mkdir(parents=True)
    try:
        for name in _ARRAYS:
            _write_synced(draft / f"{name}.npy", getattr(arrays, name))
        _write_synced(draft / _TEXTS, _text_parts(arrays))
        # Another process may have been faster with the same content; a damaged folder goes.
        shutil.rmtree(place, ignore_errors=True)
        draft.rename(place)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _write_synced(path: Path, content: Any) -> None:
    with path.open("wb") as file:
        if isinstance(content, np.ndarray):
            np.save(file, content, allow_pickle=False)
        else:
            file.write(json.dumps(content).encode("utf-8"))
        file.flush()
        os.fsync(file.fileno())


def _read(place: Path) -> CorpusArrays:
    texts = json.loads((place / _TEXTS).read_bytes())
    arrays: dict[str, Any] = {name: _mapped(place / f"{name}.npy") for name in _ARRAYS}
    register = WellRegister({name: frozenset(w) for name, w in texts.pop("register").items()})
    words: dict[str, Any] = {name: tuple(part) for name, part in texts.items()}
    return CorpusArrays(register=register, **words, **arrays)


def _text_parts(arrays: CorpusArrays) -> dict[str, Any]:
    """What of the arrays is text, as JSON can hold it."""
    meanings = arrays.register.meanings.items()
    return {
        "table_ids": arrays.table_ids,
        "name_texts": arrays.name_texts,
        "well_names": arrays.well_names,
        "register": {name: sorted(wells) for name, wells in meanings},
    }


def _mapped(path: Path) -> NDArray[Any]:
    """An array mapped into memory; an empty one cannot be mapped and is read."""
    try:
        return np.asarray(np.load(path, mmap_mode="r", allow_pickle=False))
    except ValueError:
        return np.asarray(np.load(path, allow_pickle=False))
