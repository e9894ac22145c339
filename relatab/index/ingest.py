"""One document in: identities, features, and vectors of the texts that have none yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from relatab.domain.identities import identities
from relatab.embedding.base import Encoder, Vectors
from relatab.index.features import table_features
from relatab.index.records import DocumentEntry, FileRecord, TableEntry
from relatab.index.scan import printable
from relatab.index.store import Writer
from relatab.model import Extraction, Table


def document_entry(extraction: Extraction, document_hash: str, path: str) -> DocumentEntry:
    """The document as the store takes it; path: the file its identities are read from."""
    return DocumentEntry(
        hash=document_hash,
        path=path,
        pages=extraction.pages,
        title=extraction.title,
        tables=tuple(table_entry(table, path) for table in extraction.tables),
        issues=extraction.issues,
    )


def failed_entry(document_hash: str, path: str, reason: str) -> DocumentEntry:
    """A document of which nothing could be read."""
    return DocumentEntry(document_hash, path, state="failed", reason=reason)


def table_entry(table: Table, path: str) -> TableEntry:
    """A table as extracted, with its identities and its features."""
    found = (*table.context.identities, *identities(table, printable(path)))
    distinct = tuple({(each.kind, each.value): each for each in reversed(found)}.values())[::-1]
    whole = replace(table, context=replace(table.context, identities=distinct))
    return TableEntry(table, distinct, table_features(whole))


def moved_entry(entry: DocumentEntry, path: str) -> DocumentEntry:
    """A stored document whose first file now is `path`: file and folder names tell its
    identities, so these and the features are made again, from the tables as extracted.
    """
    tables = tuple(table_entry(stored.table, path) for stored in entry.tables)
    return replace(entry, path=path, tables=tables)


def ingest(
    store: Writer, entry: DocumentEntry, files: Sequence[FileRecord], encoder: Encoder
) -> None:
    """Stores a document with the files that carry it, in one transaction."""
    missing = store.missing_vectors(entry.texts())
    store.replace_document(
        entry, files, dict(zip(missing, _embedded(missing, encoder), strict=True))
    )


def _embedded(texts: Sequence[str], encoder: Encoder) -> Vectors:
    """One row per text; a text without letters or digits is similar to nothing: zeros."""
    vectors = np.zeros((len(texts), encoder.dimension), dtype=np.float32)
    telling = [n for n, text in enumerate(texts) if any(map(str.isalnum, text))]
    if telling:
        vectors[telling] = encoder.encode([texts[n] for n in telling])
    return vectors
