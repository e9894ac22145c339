"""A data set as an index, made and searched by the product's own code.

Of a table a method sees title, columns and rows. Its id, which may spell database and table,
only makes the hash of its document differ from the others'.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from relatab.index.corpus import Corpus
from relatab.index.features import index_fingerprint
from relatab.index.ingest import document_entry, ingest
from relatab.index.link import update_links
from relatab.index.store import open_writer
from relatab.model import Caption, Cell, Column, Context, Extraction, Provenance, Table, table_id

if TYPE_CHECKING:
    from relatab.embedding import Encoder
    from relatab.evaluation.datasets import Dataset, TableRecord


@dataclass(frozen=True, slots=True)
class IndexedDataset:
    """The corpus of a data set; names: ids of the data set by the corpus's table numbers."""

    corpus: Corpus
    names: tuple[str, ...]


@contextmanager
def indexed(
    dataset: Dataset, encoder: Encoder, *, with_context: bool = False, folder: Path | None = None
) -> Iterator[IndexedDataset]:
    """A temporary index of a data set's tables, one document each, linked.

    with_context: the source of a table is the title of its document. folder: an empty folder
    that keeps the index.
    """
    tables = [
        document_table(record, number, with_context=with_context)
        for number, record in enumerate(dataset.tables)
    ]
    ids = {table.id: record.id for table, record in zip(tables, dataset.tables, strict=True)}
    with tempfile.TemporaryDirectory() as temporary:
        place = folder or Path(temporary)
        with open_writer(place, index_fingerprint(encoder)) as store:
            for table in tables:
                extraction = Extraction((table,), pages=1, title=table.context.title)
                entry = document_entry(extraction, table.provenance.document_hash, "")
                ingest(store, entry, (), encoder)
            update_links(place, store)
        with Corpus.open(place) as corpus:
            yield IndexedDataset(corpus, tuple(ids[name] for name in corpus.table_ids))


def document_table(record: TableRecord, number: int, *, with_context: bool = False) -> Table:
    """A record as the only table of a document; only `with_context` it names its source."""
    document = hashlib.sha256(f"{number} {record.id}".encode()).hexdigest()
    rows = [record.columns, *record.rows]
    return Table(
        id=table_id(document, 0),
        cells=tuple(
            Cell(text, row, row + 1, column, column + 1, is_header=row == 0)
            for row, texts in enumerate(rows)
            for column, text in enumerate(texts)
            if text
        ),
        n_rows=len(rows),
        n_columns=len(record.columns),
        # Without a path: the name of a file counts as what its document is about.
        provenance=Provenance(path="", document_hash=document, position=0),
        header_rows=1,
        caption=Caption(record.title, "style") if record.title.strip() else None,
        columns=tuple(map(Column, record.columns)),
        context=Context(title=record.source.replace("_", " ") or None if with_context else None),
        extractor="dataset",
    )
