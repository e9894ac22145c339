"""What the tests of the index share: small tables, an extractor without formats, dumps."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict, astuple
from pathlib import Path
from typing import Any

from extractors.base import Options
from extractors.normalize import document_hash
from relatab.embedding import load_encoder
from relatab.errors import ExtractionError
from relatab.index import ingest
from relatab.index.features import index_fingerprint
from relatab.index.ingest import document_entry
from relatab.index.records import DocumentEntry, FileRecord, Role, SearchText
from relatab.index.store import Reader, Writer
from relatab.model import (
    Caption,
    Cell,
    Column,
    Context,
    Extraction,
    Issue,
    Provenance,
    Table,
    table_id,
)
from relatab.model_json import issue_to_json, table_to_json

ENCODER = load_encoder("hashing")
FINGERPRINT = index_fingerprint(ENCODER)

Rows = Sequence[Sequence[str]]


def make_table(
    rows: Rows,
    *,
    caption: str | None = None,
    content: str = "a" * 64,
    position: int = 0,
    headings: tuple[str, ...] = (),
    kind: Any = "grid",
) -> Table:
    """A table with one header row."""
    return Table(
        id=table_id(content, position),
        cells=tuple(
            Cell(text, row, row + 1, column, column + 1, is_header=row == 0)
            for row, texts in enumerate(rows)
            for column, text in enumerate(texts)
        ),
        n_rows=len(rows),
        n_columns=len(rows[0]),
        provenance=Provenance("", content, position, pages=(position + 1,)),
        header_rows=1,
        caption=Caption(caption, "numbered") if caption else None,
        columns=tuple(map(Column, rows[0])),
        context=Context(headings=headings),
        kind=kind,
    )


def make_document(
    content: str, tables: Iterable[tuple[str | None, Rows]], *, path: str = "/share/report.docx"
) -> DocumentEntry:
    """A document whose hash is `content`, repeated to the usual length."""
    full = (content * 64)[:64]
    found = tuple(
        make_table(rows, caption=caption, content=full, position=position)
        for position, (caption, rows) in enumerate(tables)
    )
    issues = (Issue("odd", "something irregular", 1, "kept"),)
    return document_entry(Extraction(found, issues, pages=len(found), title="Report"), full, path)


def vectors_of(entry: DocumentEntry) -> dict[str, Any]:
    """Vectors of all texts of a document, as ingestion makes them."""
    texts = entry.texts()
    return dict(zip(texts, ingest.embedded(texts, ENCODER), strict=True))


def file_of(entry: DocumentEntry, path: str = "/share/report.docx") -> FileRecord:
    """A file that carries a document."""
    return FileRecord(path, size=10, mtime_ns=20, hash=entry.hash)


def put(store: Writer, entry: DocumentEntry, *paths: str) -> DocumentEntry:
    """Stores a document that lies at the given paths, else at its own."""
    files = [file_of(entry, path) for path in paths or [entry.path]]
    store.replace_document(entry, files, vectors_of(entry))
    return entry


def write_report(path: Path, *tables: tuple[str, Rows]) -> Path:
    """A document for `read_report`: a caption line, then tab-separated rows, then a blank line."""
    blocks = ["\n".join([caption, *("\t".join(row) for row in rows)]) for caption, rows in tables]
    path.write_text("\n\n".join(blocks), encoding="utf-8")
    return path


def read_report(path: Path, _: Options, progress: Any = None) -> Extraction:
    """An extractor of the format of `write_report`, with the errors of a real one."""
    text = path.read_text("utf-8")
    if text.startswith("damaged"):
        raise ExtractionError(f"{path}: damaged; copy it again")
    if text.startswith("defect"):
        raise AssertionError("a defect in a reader")
    content = document_hash(path)
    tables = []
    for position, block in enumerate(filter(None, text.split("\n\n"))):
        caption, *rows = block.splitlines()
        cells = [row.split("\t") for row in rows]
        tables.append(make_table(cells, caption=caption, content=content, position=position))
    if progress:
        progress(1, 1, False)
    return Extraction(tuple(tables), (), pages=1, title=None)


def all_words(text: SearchText) -> list[str]:
    """The words of a table, field after field."""
    return " ".join(astuple(text)).split()


def logical_dump(reader: Reader, base: Path | None = None) -> dict[str, Any]:
    """Everything in a store except times and internal numbers; paths relative to `base`."""
    handles = reader.handles()
    ids = {handle: name for name, handle in handles.items()}
    return {
        "fingerprint": reader.fingerprint(),
        "linked": reader.linked(),
        "roots": [
            (
                _below(root.path, base),
                root.state,
                [issue_to_json(issue) for _, issue in root.issues],
            )
            for root in reader.roots()
        ],
        "files": [
            (_below(file.path, base), file.size, file.hash, file.reason) for file in reader.files()
        ],
        "documents": [
            {**asdict(document), "path": _below(document.path, base)}
            for document in reader.documents()
        ],
        "tables": {
            name: table_to_json(table) | {"document": _below(table.provenance.path, base)}
            for name, table in reader.tables(reader.table_ids()).items()
        },
        "searchable": sorted(handles),
        "features": _dump_features(reader, ids),
        "keys": {
            ids[handle]: [asdict(key) for key in keys]
            for handle, keys in reader.link_keys().items()
        },
        "words": {ids[handle]: astuple(words) for handle, words in reader.words().items()},
        "edges": [asdict(edge) for edge in reader.edges()],
        "counts": reader.counts(),
    }


def _below(path: str, base: Path | None) -> str:
    return os.path.relpath(path, base) if base else path


def _dump_features(reader: Reader, ids: dict[int, str]) -> list[tuple[Any, ...]]:
    features = []
    for role in Role:
        texts = reader.texts(role)
        numbers, vectors = reader.vectors(role)
        by_number = dict(zip(numbers.tolist(), vectors, strict=True))
        for owner, position, row, text in reader.uses(role).tolist():
            vector = by_number[text].tobytes().hex()
            features.append((ids[owner], role.name, position, row, texts[text], vector))
    return sorted(features)
