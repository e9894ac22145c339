"""Checks of what is stored: that it can be read, belongs together, and is counted right.

A check only reads, and yields findings.
"""

from __future__ import annotations

import os
import re
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

import apsw
import numpy as np

from relatab.index.doctor.findings import Case, Check, Finding, Repair, shown
from relatab.index.records import printable
from relatab.index.sqlite_packing import (
    VECTOR_TYPE,
    text_digest,
    unpack_identities,
    unpack_table,
)
from relatab.index.store import DATABASE

_MOST_MESSAGES = 20  # of SQLite about one database
_LENGTH_TOLERANCE = 1e-2  # of a vector in half precision

# What SQLite says of its own indexes alone; everything else it says is about the data.
_OF_INDEXES = re.compile(r"row \d+ missing from index|wrong # of entries in index|non-unique entry")


def database_intact(case: Case) -> Iterator[Finding]:
    """SQLite's own examination of the file and its indexes."""
    try:
        rows = case.rows(f"PRAGMA integrity_check({_MOST_MESSAGES})").fetchall()
        messages = [str(message) for (message,) in rows]
    except apsw.CorruptError as error:
        messages = [str(error)]
    for message in messages:
        if message == "ok":
            return
        if _OF_INDEXES.search(message):
            yield Finding("database", DATABASE, message, Repair.REINDEX)
        else:
            yield Finding("database", DATABASE, message, remedy=_index_anew(case))


def _index_anew(case: Case) -> str:
    try:
        roots = " ".join(f'"{printable(root.path)}"' for root in case.store.roots())
    except (apsw.Error, ValueError, TypeError, LookupError):
        roots = "PATH..."
    return f"run `relatab index --index NEW_FOLDER {roots}` and delete this folder"


def records_readable(case: Case) -> Iterator[Finding]:
    """The roots, the passes and the state of the links can be read."""
    for what, read in (
        ("roots", case.store.roots),
        ("passes", case.store.passes),
        ("names of wells", case.store.well_names),
        ("state of the links", case.store.linking),
    ):
        try:
            read()
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            message = f"{what} cannot be read ({error})"
            yield Finding("records", DATABASE, message, remedy=_index_anew(case))


def owners_present(case: Case) -> Iterator[Finding]:
    """Every row that belongs to another one has it."""
    lost: defaultdict[tuple[str, str], int] = defaultdict(int)
    for child, _, parent, _ in case.rows("PRAGMA foreign_key_check"):
        lost[child, parent] += 1
    for (child, parent), count in sorted(lost.items()):
        message = f"{count} rows of {child} belong to nothing in {parent}"
        yield Finding("orphans", DATABASE, message, Repair.DROP_ORPHANS)


def documents_have_files(case: Case) -> Iterator[Finding]:
    """Every document lies somewhere, and every file that was read has its document."""
    for content, path in case.rows(
        "SELECT hash, path FROM documents WHERE NOT EXISTS "
        "(SELECT 1 FROM files WHERE files.hash = documents.hash) ORDER BY path"
    ):
        message = "no file has this document any more"
        yield Finding("document", shown(path), message, Repair.REMOVE_DOCUMENT, (content,))
    for (path,) in case.rows(
        "SELECT path FROM files WHERE hash IS NOT NULL AND NOT EXISTS "
        "(SELECT 1 FROM documents WHERE documents.hash = files.hash) ORDER BY path"
    ):
        message = "counts as read, but its document is missing"
        yield Finding("file", shown(path), message, Repair.FORGET_FILE, (os.fsdecode(path),))


def tables_readable(case: Case) -> Iterator[Finding]:
    """Every stored table can be unpacked; what is packed carries a checksum."""
    broken: defaultdict[tuple[str, bytes], list[str]] = defaultdict(list)
    rows: Iterable[tuple[Any, ...]] = case.rows(
        "SELECT hash, path, table_id, json, identities FROM tables "
        "JOIN documents ON documents.id = document ORDER BY path, table_id"
    )
    for content, path, table_id, data, identities in rows:
        if not _readable(data, identities):
            broken[content, path].append(table_id)
    for (content, path), ids in broken.items():
        message = f"{len(ids)} of its stored tables cannot be read, such as {ids[0]}"
        yield Finding("tables", shown(path), message, Repair.REMOVE_DOCUMENT, (content,))


def _readable(data: bytes, identities: str) -> bool:
    try:
        unpack_table(data)
        unpack_identities(identities)
    except (zlib.error, ValueError, TypeError, LookupError, AttributeError):
        return False
    return True


def texts_whole(case: Case) -> Iterator[Finding]:
    """Every text is the one it was stored as, and every use has its text."""
    altered = [
        number
        for number, digest, text in case.rows("SELECT id, digest, text FROM texts")
        if text_digest(text) != digest
    ]
    if altered:
        message = f"{len(altered)} texts are not what they were stored as"
        yield Finding("texts", DATABASE, message, Repair.DROP_TEXTS, tuple(altered))
    for content, path, count in case.rows(
        "SELECT hash, path, count(*) FROM uses JOIN tables ON tables.id = owner "
        "JOIN documents ON documents.id = document "
        "WHERE NOT EXISTS (SELECT 1 FROM texts WHERE texts.id = uses.text) "
        "GROUP BY documents.id ORDER BY path"
    ):
        message = f"{count} places in its tables have lost their text"
        yield Finding("texts", shown(path), message, Repair.REBUILD, (content,))


def texts_counted(case: Case) -> Iterator[Finding]:
    """The count of each text's uses is right, and no text is kept unused."""
    wrong = case.rows(
        "SELECT count(*) FROM texts LEFT JOIN "
        "(SELECT text, count(*) AS counted FROM uses GROUP BY text) AS used "
        "ON used.text = texts.id WHERE refs IS NOT counted"
    ).get
    if wrong:
        message = f"{wrong} texts have a wrong count of uses, or none"
        yield Finding("texts", DATABASE, message, Repair.RECOUNT)


def numbers_ahead(case: Case) -> Iterator[Finding]:
    """No number of a table or text will be given a second time."""
    for things in ("tables", "texts"):
        counter = f"last_{things[:-1]}"
        last = case.rows("SELECT value FROM meta WHERE key = ?", (counter,)).get
        highest = case.rows(f"SELECT coalesce(max(id), 0) FROM {things}").get  # noqa: S608
        if not isinstance(last, int) or last < highest:
            message = f"numbers of {things} would be given twice"
            yield Finding("numbers", DATABASE, message, Repair.RECOUNT)


def vectors_present(case: Case) -> Iterator[Finding]:
    """Every text has a vector of the encoder's dimension, finite, of length one or zero."""
    missing = case.rows(
        "SELECT id FROM texts WHERE NOT EXISTS (SELECT 1 FROM vectors WHERE text = texts.id)"
    ).fetchall()
    if missing:
        message = f"{len(missing)} texts have no vector"
        numbers = tuple(number for (number,) in missing)
        yield Finding("vectors", DATABASE, message, Repair.EMBED, numbers)
    odd = tuple(
        number
        for number, vector in case.rows("SELECT text, vector FROM vectors")
        if not _is_vector(vector, case.encoder.dimension)
    )
    if odd:
        message = f"{len(odd)} vectors have a wrong size or length, or values that are none"
        yield Finding("vectors", DATABASE, message, Repair.EMBED, odd)


def _is_vector(data: bytes, dimension: int) -> bool:
    if len(data) != dimension * VECTOR_TYPE.itemsize:
        return False
    values = np.frombuffer(data, dtype=VECTOR_TYPE).astype(np.float32)
    square = float(values @ values)
    return square == 0 or abs(square - 1) <= 2 * _LENGTH_TOLERANCE  # false for NaN and infinity


def words_present(case: Case) -> Iterator[Finding]:
    """Every table with texts has the words it is searched by, and no other table has."""
    for content, path, count in case.rows(
        "SELECT hash, path, count(*) FROM tables JOIN documents ON documents.id = document "
        "WHERE EXISTS (SELECT 1 FROM uses WHERE owner = tables.id) "
        "IS NOT EXISTS (SELECT 1 FROM words WHERE owner = tables.id) "
        "GROUP BY documents.id ORDER BY path"
    ):
        message = f"{count} of its tables have only one of texts and words"
        yield Finding("words", shown(path), message, Repair.REBUILD, (content,))


STORED: tuple[Check, ...] = (
    records_readable,
    owners_present,
    documents_have_files,
    tables_readable,
    texts_whole,
    texts_counted,
    numbers_ahead,
    vectors_present,
    words_present,
)
"""In the order in which they are made; `database_intact` comes before them."""
