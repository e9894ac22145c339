"""The arrays that a search and the linking work on, made from the store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from relatab.core.graph import LinkArrays
from relatab.core.lexical import Postings, text_numbers, tokens
from relatab.core.vectors import segment_members, segment_offsets
from relatab.core.weighting import name_weights_from_vocabulary
from relatab.domain.keys import LinkKey
from relatab.domain.matching import link_features
from relatab.domain.register import WellRegister
from relatab.domain.text import squeezed
from relatab.index.contents import Contents, TextPool, merged
from relatab.index.store import Reader

Floats = NDArray[np.float32]
Integers = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class CorpusArrays:
    """All searchable tables as flat arrays, n tables in the order of their ids.

    captions, dense: (n, dim), a zero row for a table without a caption; has_caption: (n,).
    names: (distinct names, dim), values: (distinct values, dim), in the order of their first
    use. Table i has the columns `column_offsets[i]:column_offsets[i + 1]`; column j has the
    name `name_index[j]`, the weight `name_weights[j]` (EWM over the vocabulary of column
    names, Eq. (4-2), summing to one per table), and the cells
    `value_offsets[j]:value_offsets[j + 1]`; cell c has the value `value_index[c]` and
    stands in body row `value_rows[c]`. All vectors are float32 of unit length; in an index
    without tables their dimension is 0.

    documents, titles: (n,) numbers that are equal for tables of one document, and of documents
    of one title; -1 for a table without a title. series: (n,) numbers that are equal for tables
    of one document whose captions are the same but for figures, as of the sheets of a daily
    record; -1 for a table without a caption.

    Table i is about the wells `well_index[well_offsets[i]:well_offsets[i + 1]]` of
    `well_names`, whose other names are in `register`.

    postings: the words that are searched. words, keys: `text_numbers` of what table i can be
    linked by, at `word_offsets[i]:word_offsets[i + 1]` and so on; key_kinds: those of the
    keys' kinds; value_features: (distinct values,), those of what each value says, or 0.
    links: as of the linking `links_token`.

    handles, name_numbers, value_numbers: the numbers by which this one store knows the
    tables, names and values.
    """

    table_ids: tuple[str, ...]
    name_texts: tuple[str, ...]
    well_names: tuple[str, ...]
    register: WellRegister
    links_token: str
    handles: NDArray[np.int64]
    documents: Integers
    titles: Integers
    series: Integers
    captions: Floats
    has_caption: NDArray[np.bool_]
    dense: Floats
    names: Floats
    name_numbers: NDArray[np.int64]
    name_index: Integers
    name_weights: NDArray[np.floating[Any]]
    column_offsets: Integers
    values: Floats
    value_numbers: NDArray[np.int64]
    value_index: Integers
    value_rows: Integers
    value_offsets: Integers
    value_features: NDArray[np.uint64]
    well_index: Integers
    well_offsets: Integers
    word_offsets: Integers
    words: NDArray[np.uint64]
    key_offsets: Integers
    keys: NDArray[np.uint64]
    key_kinds: NDArray[np.uint64]
    postings: Postings
    links: LinkArrays

    def wells(self, number: int) -> list[str]:
        """The wells that a table is about, in order."""
        own = self.well_index[self.well_offsets[number] : self.well_offsets[number + 1]]
        return [self.well_names[well] for well in own]


def advance(former: CorpusArrays | None, reader: Reader) -> CorpusArrays:
    """The arrays of a store's content, from those of a former state.

    former: of a state from which the store came to the present one (`former`): what has not
    changed is not read again. The arrays are the same without it.
    """
    contents = merged(_contents_of(former) if former else None, reader)
    handles = contents.handles.tolist()
    name_pool = contents.name_pool
    name_numbers, name_index = _by_first_use(contents.names)
    value_numbers, value_index = _by_first_use(contents.values)
    name_places = name_pool.places(name_numbers)
    value_places = contents.value_pool.places(value_numbers)
    name_texts = tuple(name_pool.marks[name_places])
    identities = reader.identities()
    register = WellRegister.of(identities.values(), reader.well_names())
    wells = [sorted(register.wells(identities.get(handle, ()))) for handle in handles]
    return CorpusArrays(
        **_link_arrays(reader, contents.handles, former),
        **_source_arrays(reader, handles),
        **_key_arrays(reader, contents.handles, wells, former),
        **_well_arrays(register, wells),
        table_ids=tuple(reader.handles()),
        handles=contents.handles,
        captions=contents.captions,
        has_caption=np.asarray(contents.captions.any(axis=1)),
        dense=contents.dense,
        name_texts=name_texts,
        names=name_pool.vectors[name_places],
        name_numbers=name_numbers,
        name_index=name_index,
        name_weights=name_weights_from_vocabulary(
            [tokens(name) for name in name_texts], name_index, contents.column_offsets
        ),
        column_offsets=contents.column_offsets,
        values=contents.value_pool.vectors[value_places],
        value_numbers=value_numbers,
        value_index=value_index,
        value_rows=contents.value_rows,
        value_offsets=contents.value_offsets,
        value_features=contents.value_pool.marks[value_places],
        word_offsets=contents.word_offsets,
        words=contents.words,
        postings=Postings.of(
            contents.terms, contents.term_tables, contents.frequencies, contents.lengths
        ),
    )


def with_links(arrays: CorpusArrays, reader: Reader) -> CorpusArrays:
    """Arrays with the links as they are stored now, between the same tables."""
    return replace(arrays, **_link_arrays(reader, arrays.handles, None))


def _contents_of(arrays: CorpusArrays) -> Contents:
    names = np.empty(len(arrays.name_texts), dtype=object)
    names[:] = arrays.name_texts
    postings = arrays.postings
    return Contents(
        handles=arrays.handles,
        captions=arrays.captions,
        dense=arrays.dense,
        column_offsets=arrays.column_offsets,
        names=arrays.name_numbers[arrays.name_index],
        value_offsets=arrays.value_offsets,
        values=arrays.value_numbers[arrays.value_index],
        value_rows=arrays.value_rows,
        name_pool=TextPool(arrays.name_numbers, arrays.names, names),
        value_pool=TextPool(arrays.value_numbers, arrays.values, arrays.value_features),
        word_offsets=arrays.word_offsets,
        words=arrays.words,
        terms=np.repeat(postings.terms, np.diff(postings.offsets)),
        term_tables=postings.tables.astype(np.intp),
        frequencies=postings.frequencies,
        lengths=postings.lengths,
    )


def _by_first_use(numbers: NDArray[np.int64]) -> tuple[NDArray[np.int64], Integers]:
    """Distinct numbers in the order of their first use, and for each use its place among them."""
    distinct, first, index = np.unique(numbers, return_index=True, return_inverse=True)
    by_first_use = np.argsort(first)
    rank = np.empty_like(by_first_use)
    rank[by_first_use] = np.arange(len(by_first_use))
    return distinct[by_first_use], rank[index]


def _link_arrays(
    reader: Reader, handles: NDArray[np.int64], former: CorpusArrays | None
) -> dict[str, Any]:
    """The links between the tables; in an unfinished pass some stored ones lead to former ones."""
    token = reader.linking().token
    if former and former.links_token == token:
        places = _places_in(handles, former.handles)
        return {"links_token": token, "links": former.links.renumbered(places, len(handles))}
    ends, measures = reader.links()
    places = _places_in(handles, ends.ravel()).reshape(-1, 2)
    present = (places >= 0).all(axis=1)
    links = LinkArrays.of(places[present], measures[present], len(handles))
    return {"links_token": token, "links": links}


def _places_in(handles: NDArray[np.int64], wanted: NDArray[np.int64]) -> Integers:
    """Where some handles stand, -1 for those that do not."""
    order = np.argsort(handles)
    places = np.searchsorted(handles, wanted, sorter=order)
    found = order[np.minimum(places, len(handles) - 1)] if len(handles) else places
    return np.where(np.isin(wanted, handles), found, -1)


def _source_arrays(reader: Reader, handles: Sequence[int]) -> dict[str, Any]:
    """Which tables stand in one document, in documents of one title, and in one series."""
    known = reader.sources()
    documents = [known[handle][0] for handle in handles]
    folded = {title: squeezed(title).casefold() for title in {each[1] for each in known.values()}}
    titles = [folded[known[handle][1]] for handle in handles]
    names = [_without_figures(known[handle][2]) for handle in handles]
    return {
        # The store's numbers depend on the order in which documents came; those here do not.
        "documents": _numbered(documents),
        "titles": _numbered(titles),
        "series": _numbered(
            name and (document, name) for document, name in zip(documents, names, strict=True)
        ),
    }


def _without_figures(terms: str) -> str:
    """Search terms but those with a figure: "dst 2 summari" as "dst summari"."""
    return " ".join(term for term in terms.split() if not any(map(str.isdigit, term)))


def _numbered(values: Iterable[Any]) -> Integers:
    """Equal values by equal numbers, in order of first appearance; -1 for ""."""
    numbers: dict[Any, int] = {}
    return np.array(
        [numbers.setdefault(value, len(numbers)) if value else -1 for value in values],
        dtype=np.intp,
    )


def _well_arrays(register: WellRegister, wells: Sequence[Sequence[str]]) -> dict[str, Any]:
    """The wells of every table, by whichever name its document calls them."""
    names = sorted(set(chain.from_iterable(wells)))
    numbers = {name: number for number, name in enumerate(names)}
    return {
        "register": register,
        "well_names": tuple(names),
        "well_index": np.array([numbers[w] for own in wells for w in own], dtype=np.intp),
        "well_offsets": segment_offsets(map(len, wells)),
    }


def _key_arrays(
    reader: Reader,
    handles: NDArray[np.int64],
    wells: Sequence[Sequence[str]],
    former: CorpusArrays | None,
) -> dict[str, Any]:
    """The link keys of every table. They depend on its wells, which other documents may name."""
    if former is None:
        return _read_keys(reader.link_keys(), handles.tolist(), wells)
    places = _places_in(former.handles, handles)
    new = [
        number
        for number, (place, own) in enumerate(zip(places.tolist(), wells, strict=True))
        if place < 0 or former.wells(place) != own
    ]
    missing = handles[new].tolist()
    read = _read_keys(reader.link_keys(missing), missing, [wells[number] for number in new])
    places[new] = len(former.handles) + np.arange(len(new))
    joined = np.concatenate([former.key_offsets, read["key_offsets"][1:] + former.key_offsets[-1]])
    chosen, offsets = segment_members(joined, places)
    return {
        "key_offsets": offsets,
        "keys": np.concatenate([former.keys, read["keys"]])[chosen],
        "key_kinds": np.concatenate([former.key_kinds, read["key_kinds"]])[chosen],
    }


def _read_keys(
    stored: Mapping[int, Sequence[LinkKey]], handles: Iterable[int], wells: Iterable[Sequence[str]]
) -> dict[str, Any]:
    texts = [
        sorted(table_keys(stored.get(handle, ()), own))
        for handle, own in zip(handles, wells, strict=True)
    ]
    flat = list(chain.from_iterable(texts))
    return {
        "key_offsets": segment_offsets(map(len, texts)),
        "keys": text_numbers(flat),
        "key_kinds": text_numbers(key.partition(":")[0] for key in flat),
    }


def table_keys(keys: Iterable[LinkKey], wells: Iterable[str]) -> frozenset[str]:
    """What a table can be linked by of its keys and the wells that it is about: "kind:value"."""
    return link_features((*keys, *(LinkKey("well", well, None, well) for well in wells)))
