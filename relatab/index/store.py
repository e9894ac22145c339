"""The store's interface, and how an index folder is opened.

A store holds documents (content hashes) with their tables, features and vectors, the
files that carry them, the roots that are followed, and the associations of tables.
`tests/unit/test_store.py` is the conformance suite for any implementation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from relatab.domain.keys import LinkKey
from relatab.errors import IndexMissingError
from relatab.index.lock import writer_lock
from relatab.index.records import (
    DocumentEntry,
    Edge,
    FileRecord,
    Linking,
    PassRecord,
    Role,
    RootRecord,
    SearchText,
)
from relatab.model import Identity, Table

DATABASE = "index.sqlite"


class Reader(Protocol):
    """What can be asked of an index. Tables have an integer handle inside one store."""

    def fingerprint(self) -> str:
        """Encoder and feature version that the vectors were made with."""
        ...

    def generation(self) -> int:
        """Grows with every change of the content."""
        ...

    def state(self) -> str:
        """Names the present content; no other state of this or another index has the name."""
        ...

    def linked(self) -> bool:
        """Whether the associations belong to the present content."""
        ...

    def published(self) -> str:
        """The last state whose derived arrays were kept by a pass, "" if none were."""
        ...

    def roots(self) -> list[RootRecord]:
        """The followed roots, by path."""
        ...

    def passes(self) -> list[PassRecord]:
        """The last pass and, if that is another one, the last that changed something."""
        ...

    def files(self) -> list[FileRecord]:
        """Every file as last seen, by path."""
        ...

    def hashed(self) -> list[FileRecord]:
        """Files whose hashes were kept and that were not recorded since, by path."""
        ...

    def documents(self) -> list[DocumentEntry]:
        """Every document with its issues, but without its tables, by hash."""
        ...

    def document(self, document_hash: str) -> DocumentEntry | None:
        """One document with its tables as they were extracted, without features."""
        ...

    def paths(self, document_hash: str) -> list[str]:
        """The files with this content, by path."""
        ...

    def handles(self) -> dict[str, int]:
        """Handle by table id of every searchable table, in the order of the ids.

        A handle stands for the same content as long as the index exists, and so does the
        number of a text: what has changed goes, and what comes in its place gets new ones.
        """
        ...

    def displaced(self) -> list[tuple[str, str]]:
        """(hash, first path now) of documents whose recorded path is another one, in order."""
        ...

    def table_digests(self) -> list[tuple[str, bytes]]:
        """(document hash, `relatab.index.versions.content_digest`) of tables that have one."""
        ...

    def table_ids(self) -> list[str]:
        """Every table, also those that are kept but not searched, in order."""
        ...

    def tables(self, table_ids: Iterable[str]) -> dict[str, Table]:
        """The tables that exist, complete, with their present path."""
        ...

    def uses(self, role: Role, handles: Iterable[int] | None = None) -> NDArray[np.int64]:
        """Texts of a role: rows (handle, column, body row, text number), ascending.

        handles: of the tables that are asked for, here and below; all by default.
        """
        ...

    def texts(self, role: Role, handles: Iterable[int] | None = None) -> dict[int, str]:
        """Text by text number, of the texts used in a role."""
        ...

    def vectors(
        self, role: Role, handles: Iterable[int] | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.float16]]:
        """Text numbers, ascending, and their vectors (n, dimension), of a role's texts."""
        ...

    def missing_vectors(self, texts: Iterable[str]) -> list[str]:
        """Those texts, in order, which have no vector yet."""
        ...

    def identities(self) -> dict[int, tuple[Identity, ...]]:
        """Identities by table handle, of every table that has some."""
        ...

    def well_names(self) -> dict[str, str | None]:
        """What people say of names of wells, see `domain.register.Corrections`."""
        ...

    def sources(self) -> dict[int, tuple[int, str, str]]:
        """The number of its document, that document's title and the search terms of its own
        caption, "" without one, by table handle.
        """
        ...

    def link_keys(self, handles: Iterable[int] | None = None) -> dict[int, list[LinkKey]]:
        """Link keys by table handle, of every table that has some, or of the given ones."""
        ...

    def words(self, handles: Iterable[int] | None = None) -> dict[int, SearchText]:
        """The words of searchable tables by field, by table handle."""
        ...

    def linking(self) -> Linking:
        """How far the tables were linked when links were last stored."""
        ...

    def levels(self) -> dict[int, float]:
        """`core.association.nearest`: levels by table handle, as of each table's last linking."""
        ...

    def edges(self, pairs: Iterable[tuple[str, str]] | None = None) -> list[Edge]:
        """Links with their evidence, in order; all, or those of some (source, target)."""
        ...

    def links(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The handles of all links' tables, (n, 2), and their measures in millionths, (n, 6).

        Links of tables that have gone since the last linking are among them.
        """
        ...

    def counts(self, *names: str) -> dict[str, int]:
        """Numbers of documents, tables, pages, values and associations, and so on; all, or some."""
        ...


class Writer(Reader, Protocol):
    """A store open for writing. Each method is one transaction."""

    def replace_document(
        self,
        entry: DocumentEntry,
        files: Iterable[FileRecord] = (),
        vectors: Mapping[str, NDArray[np.floating[Any]]] | None = None,
    ) -> None:
        """Stores a document in place of what its hash had, and the files that carry it.

        vectors: at least of the `missing_vectors` of `entry.texts()`; ValueError if not.
        A document which no file carries any more goes.
        """
        ...

    def delete_document(self, document_hash: str) -> None:
        """Removes a document and its files' records; unknown hashes are ignored."""
        ...

    def change_files(self, seen: Iterable[FileRecord], gone: Iterable[str] = ()) -> list[str]:
        """Records files and forgets others; the hashes of documents that went with them."""
        ...

    def keep_hashes(self, hashed: Iterable[FileRecord]) -> None:
        """Keeps the hashes of files until they are recorded."""
        ...

    def drop_hashes(self) -> None:
        """Removes all kept hashes."""
        ...

    def replace_roots(self, roots: Iterable[RootRecord]) -> None:
        """Stores roots in place of those with the same path."""
        ...

    def record_pass(self, record: PassRecord) -> None:
        """Stores a pass as the last one."""
        ...

    def forget(self, roots: Iterable[str], files: Iterable[str]) -> list[str]:
        """Removes roots and records of files; the hashes of documents that went with them."""
        ...

    def replace_edges(
        self, edges: Iterable[Edge], levels: Mapping[int, float] | None = None
    ) -> None:
        """Stores all links in place of all former ones; the index is then linked.

        levels: of the tables that were compared, see `levels`. Links of unknown tables are
        passed over.
        """
        ...

    def change_edges(
        self,
        edges: Iterable[Edge],
        dropped: Iterable[tuple[int, int]],
        levels: Mapping[int, float] | None = None,
    ) -> None:
        """Stores some links and drops those between some handles; the rest is as for
        `replace_edges`.
        """
        ...

    def replace_well_names(self, corrections: Mapping[str, str | None]) -> None:
        """Stores corrections in place of all former ones; new ones leave the index unlinked."""
        ...

    def record_published(self, state: str) -> None:
        """Notes that the derived arrays of a state are kept, see `published`."""
        ...


def database(folder: Path) -> Path:
    """The database file of an index folder; IndexMissingError when there is none."""
    path = folder / DATABASE
    if not path.is_file():
        raise IndexMissingError(f"{folder}: no index here; make one with `relatab index PATH...`")
    return path


@contextmanager
def open_reader(folder: Path, fingerprint: str | None = None) -> Iterator[Reader]:
    """One consistent snapshot of an index, also while another process writes.

    fingerprint: when given, must be the one the index was built with.
    Raises IndexMissingError, FingerprintError, IndexFolderError.
    """
    from relatab.index.sqlite_reader import SqliteReader
    from relatab.index.trouble import trouble_told

    path = database(folder)
    with trouble_told(path), closing(SqliteReader.open(path, fingerprint)) as reader:
        yield reader


@contextmanager
def open_writer(
    folder: Path,
    fingerprint: str | None,
    wait: float = 60.0,
    stop: Callable[[], bool] = lambda: False,
) -> Iterator[Writer]:
    """The index of a folder for writing, made where there is none.

    fingerprint: None for work without an encoder on an index that exists. wait: seconds to
    wait for another writer, unless `stop` says to give up. Raises IndexBusyError (naming the
    holder), FingerprintError, IndexFolderError.
    """
    from relatab.index.sqlite_writer import SqliteWriter
    from relatab.index.trouble import trouble_told

    path = folder / DATABASE
    with (
        writer_lock(folder, wait, stop),
        trouble_told(path),
        closing(SqliteWriter.open(path, fingerprint)) as writer,
    ):
        yield writer
