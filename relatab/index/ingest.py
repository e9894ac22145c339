"""One document in: identities, features, and vectors of the texts that have none yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from relatab.domain.abbreviations import in_english
from relatab.domain.identities import identities, inherited
from relatab.domain.lexicon import packaged_lexicon
from relatab.domain.nicknames import READING
from relatab.embedding.base import Encoder, Vectors
from relatab.index.features import table_features
from relatab.index.records import DocumentEntry, FileRecord, TableEntry, printable
from relatab.index.store import Writer
from relatab.model import Extraction, Identity, Table


def document_entry(extraction: Extraction, document_hash: str, path: str) -> DocumentEntry:
    """The document as the store takes it; path: the file its identities are read from."""
    return DocumentEntry(
        hash=document_hash,
        path=path,
        pages=extraction.pages,
        title=extraction.title,
        tables=table_entries(extraction.tables, path),
        issues=extraction.issues,
        readings=extraction.readings,
    )


def failed_entry(document_hash: str, path: str, reason: str) -> DocumentEntry:
    """A document of which nothing could be read."""
    return DocumentEntry(document_hash, path, state="failed", reason=reason)


def table_entries(tables: Sequence[Table], path: str) -> tuple[TableEntry, ...]:
    """The tables of one document, as extracted, with their identities and features."""
    known = inherited([identities(table, printable(path)) for table in tables])
    return tuple(_entry(table, found, path) for table, found in zip(tables, known, strict=True))


def _entry(table: Table, found: tuple[Identity, ...], path: str) -> TableEntry:
    """A table with its features, to which what may be a misread well adds nothing."""
    certain = tuple(each for each in found if each.kind != READING)
    told = replace(table, context=replace(table.context, identities=certain))
    return TableEntry(table, found, table_features(told, path))


def moved_entry(entry: DocumentEntry, path: str) -> DocumentEntry:
    """A stored document whose first file now is `path`: file and folder names tell its
    identities, so these and the features are made again, from the tables as extracted.
    """
    return replace(
        entry, path=path, tables=table_entries([stored.table for stored in entry.tables], path)
    )


def ingest(
    store: Writer, entry: DocumentEntry, files: Sequence[FileRecord], encoder: Encoder
) -> None:
    """Stores a document with the files that carry it, in one transaction."""
    missing = store.missing_vectors(entry.texts())
    store.replace_document(
        entry, files, dict(zip(missing, embedded(missing, encoder), strict=True))
    )


def embedded(texts: Sequence[str], encoder: Encoder) -> Vectors:
    """One row per text; a text without letters or digits is similar to nothing: zeros.

    What is known of a text in another language is embedded in English, as of questions.
    """
    known = packaged_lexicon()
    vectors = np.zeros((len(texts), encoder.dimension), dtype=np.float32)
    telling = [n for n, text in enumerate(texts) if any(map(str.isalnum, text))]
    if telling:
        vectors[telling] = encoder.encode([in_english(texts[n], known) for n in telling])
    return vectors
