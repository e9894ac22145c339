"""An index as retrieval sees it: arrays over all tables, words, associations, tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from relatab.core.evidence import LinkEvidence
from relatab.core.graph import Strength, association_graph
from relatab.core.vectors import TableVectors
from relatab.index import derived
from relatab.index.derived import CorpusArrays
from relatab.index.records import Edge
from relatab.index.store import Reader, open_reader
from relatab.model import Identity, Table

if TYPE_CHECKING:
    import networkx as nx

FIELD_WEIGHTS = (4.0, 4.0, 1.0, 1.0)
"""BM25 weights of the fields caption, columns, cells, context."""


class Corpus:
    """One snapshot of an index; `arrays` are described by `CorpusArrays`."""

    def __init__(self, reader: Reader, arrays: CorpusArrays) -> None:
        self._reader = reader
        self.arrays = arrays
        self.table_ids = arrays.table_ids
        self._numbers = {name: number for number, name in enumerate(arrays.table_ids)}
        self._by_handle = {int(handle): n for n, handle in enumerate(arrays.handles)}

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

    def bm25(
        self, terms: Sequence[str], weights: Sequence[float] = FIELD_WEIGHTS
    ) -> NDArray[np.float64]:
        """BM25 of all tables for `domain.search_terms` of a question: (n,), 0 without a match.

        weights: of the fields caption, columns, cells, context.
        """
        scores = np.zeros(len(self))
        for handle, score in self._reader.bm25(terms, weights).items():
            scores[self._by_handle[handle]] = score
        return scores

    def identities(self) -> list[tuple[Identity, ...]]:
        """Identities of all tables, in the order of their ids."""
        known = self._reader.identities()
        return [known.get(int(handle), ()) for handle in self.arrays.handles]

    def column_names(self, number: int) -> tuple[str, ...]:
        """Names of a table's columns."""
        columns = self.arrays.name_index[self._columns(number)]
        return tuple(self.arrays.name_texts[name] for name in columns)

    def name_weights(self, number: int) -> NDArray[np.float64]:
        """EWM weights of a table's column names over the vocabulary, summing to one."""
        return self.arrays.name_weights[self._columns(number)]

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

    def graph(
        self, strength: Strength, seeds: Iterable[str] | None = None, hops: int = 2
    ) -> nx.Graph[str]:
        """Association graph of a method, see `relatab.core.graph.association_graph`.

        strength: `strength_of(settings)`; seeds: only what chains of at most `hops` hops from
        these tables can pass; None for the whole graph with all tables as nodes.
        """
        if seeds is None:
            return association_graph(self.table_ids, _links(self._reader.edges()), strength)
        passed: set[str] = set()
        frontier = set(seeds)
        edges: dict[tuple[str, str], LinkEvidence] = {}
        for _ in range(hops):
            near = self._reader.edges(sorted(frontier))
            edges |= {(edge.source, edge.target): edge.evidence for edge in near}
            passed |= frontier
            frontier = {table for pair in edges for table in pair} - passed
        links = ((*pair, evidence) for pair, evidence in sorted(edges.items(), key=itemgetter(0)))
        return association_graph(sorted(passed | frontier), links, strength)

    def tables(self, table_ids: Iterable[str]) -> dict[str, Table]:
        """The complete tables, read from the store: for the hits, not for all."""
        return self._reader.tables(table_ids)

    def paths(self, table: Table) -> list[str]:
        """All files that hold the table's document."""
        return self._reader.paths(table.provenance.document_hash)

    def _columns(self, number: int) -> slice:
        offsets = self.arrays.column_offsets
        return slice(int(offsets[number]), int(offsets[number + 1]))


def _links(edges: Iterable[Edge]) -> Iterator[tuple[str, str, LinkEvidence]]:
    return ((edge.source, edge.target, edge.evidence) for edge in edges)
