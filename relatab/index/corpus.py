"""An index as retrieval sees it: arrays over all tables, words, associations, tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from relatab.core.evidence import LinkEvidence
from relatab.core.graph import association_graph, strength_of
from relatab.core.vectors import Floats, TableVectors, segment_members
from relatab.domain.keys import LinkKey
from relatab.index import derived
from relatab.index.arrays import CorpusArrays
from relatab.index.store import Reader, open_reader
from relatab.model import Table

if TYPE_CHECKING:
    import networkx as nx

    from relatab.settings import Settings


class Corpus:
    """One snapshot of an index; `arrays` are described by `CorpusArrays`."""

    def __init__(self, reader: Reader, arrays: CorpusArrays) -> None:
        self._reader = reader
        self.arrays = arrays
        self.table_ids = arrays.table_ids
        self._numbers = {name: number for number, name in enumerate(arrays.table_ids)}

    @classmethod
    @contextmanager
    def open(cls, folder: Path, fingerprint: str | None = None) -> Iterator[Corpus]:
        """The corpus of an index folder; the errors are those of `open_reader`."""
        with open_reader(folder, fingerprint) as reader:
            yield cls(reader, derived.load(folder, reader))

    def __len__(self) -> int:
        return len(self.table_ids)

    @property
    def generation(self) -> int:
        """Generation of the index that this snapshot shows."""
        return self._reader.generation()

    @property
    def linked(self) -> bool:
        """False while a pass is under way: associations of new tables are still missing."""
        return self._reader.linked()

    def number(self, table_id: str) -> int | None:
        """Position of a table in the arrays, None if it is not there."""
        return self._numbers.get(table_id)

    def term_scores(self, terms: Sequence[str]) -> NDArray[np.float64]:
        """What each of `domain.search_terms` adds to the BM25 of every table: (len(terms), n).

        0 where a table does not hold the term.
        """
        scores = np.zeros((len(terms), len(self)))
        for row, term in zip(scores, terms, strict=True):
            tables, added = self.arrays.postings.scores(term)
            row[tables] = added
        return scores

    def associations(self, tables: Sequence[int] | NDArray[np.intp], settings: Settings) -> Floats:
        """Direct associations among some tables by a method: (k, k), in [0, 1], the diagonal 0."""
        return self.arrays.links.among(np.asarray(tables, dtype=np.intp), strength_of(settings))

    def column_names(self, number: int) -> tuple[str, ...]:
        """Names of a table's columns."""
        columns = self.arrays.name_index[self._columns(number)]
        return tuple(self.arrays.name_texts[name] for name in columns)

    def columns_of(self, tables: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The columns of some tables, table after table, and the offsets (k + 1,) of each."""
        return segment_members(self.arrays.column_offsets, tables)

    def name_weights(self, number: int) -> Floats:
        """EWM weights of a table's column names over the vocabulary, summing to one."""
        return self.arrays.name_weights[self._columns(number)]

    def values_of(self, number: int) -> list[int]:
        """The values of one table's cells, by their places in `arrays.values`."""
        columns, offsets = self._columns(number), self.arrays.value_offsets
        cells: list[int] = self.arrays.value_index[
            offsets[columns.start] : offsets[columns.stop]
        ].tolist()
        return cells

    def vectors(self, number: int) -> TableVectors:
        """The vectors of one table's caption, column names and cells."""
        arrays, columns = self.arrays, self._columns(number)
        cells = [
            slice(arrays.value_offsets[column], arrays.value_offsets[column + 1])
            for column in range(columns.start, columns.stop)
        ]
        caption = arrays.captions[number]
        return TableVectors(
            caption=caption if caption.any() else None,
            names=arrays.names[arrays.name_index[columns]],
            values=tuple(arrays.values[arrays.value_index[cell]] for cell in cells),
            rows=tuple(arrays.value_rows[cell] for cell in cells),
        )

    def graph(self, settings: Settings, seeds: Iterable[str]) -> nx.Graph[str]:
        """The part of a method's association graph that kept chains from `seeds` can pass.

        Each seed that is a table of the corpus is a node, whether it is linked or not.
        """
        known = sorted(self._numbers[seed] for seed in seeds if seed in self._numbers)
        return association_graph(
            self.table_ids,
            self.arrays.links,
            strength_of(settings),
            np.array(known, dtype=np.intp),
            decay=settings.decay,
            max_hops=settings.max_hops,
            chain_threshold=settings.chain_threshold,
        )

    def evidence(self, a: str, b: str) -> LinkEvidence:
        """Why two linked tables are linked, read from the store: for the hops that are shown."""
        (edge,) = self._reader.edges([(min(a, b), max(a, b))])
        return edge.evidence

    def link_keys(self, table_id: str) -> Sequence[LinkKey]:
        """The link keys of one table, read from the store: for the hops that are shown."""
        handle = int(self.arrays.handles[self._numbers[table_id]])
        return self._reader.link_keys([handle]).get(handle, ())

    def tables(self, table_ids: Iterable[str]) -> dict[str, Table]:
        """The complete tables, read from the store: for the hits, not for all."""
        return self._reader.tables(table_ids)

    def paths(self, table: Table) -> list[str]:
        """All files that hold the table's document."""
        return self._reader.paths(table.provenance.document_hash)

    def _columns(self, number: int) -> slice:
        offsets = self.arrays.column_offsets
        return slice(int(offsets[number]), int(offsets[number + 1]))


class ReadTables(dict[str, Table]):
    """Complete tables of a corpus by id, each read once, when it is first asked for."""

    def __init__(self, corpus: Corpus) -> None:
        super().__init__()
        self._corpus = corpus

    def __missing__(self, table_id: str) -> Table:
        self.read([table_id])
        return self[table_id]

    def read(self, table_ids: Iterable[str]) -> None:
        """Reads those of some tables that were not read yet, all at once."""
        self.update(self._corpus.tables(set(table_ids) - self.keys()))
