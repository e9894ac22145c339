"""What was read on page images, kept by the image's hash: no page is recognised twice.

One SQLite file for all processes that read. A page is kept as soon as it is read, so that a
run that was interrupted goes on where it stopped. Nothing in it is the only copy: a cache
that is damaged, locked or on a full disk costs time, never a page.
"""

from __future__ import annotations

import hashlib
import json
import logging
import zlib
from collections.abc import Sequence
from dataclasses import astuple
from functools import cache
from pathlib import Path

import apsw

from extractors.geometry import Affine, PageContent, Rule, Word
from extractors.ocr.raster import Raster
from extractors.ocr.reader import READER_VERSION, Recognised
from relatab.model import Issue, ScanReading

WAIT_MS = 10_000
"""For another process that writes; it writes one page at a time, in milliseconds."""

_SCHEMA = "CREATE TABLE IF NOT EXISTS pages (key BLOB NOT NULL UNIQUE, reading BLOB NOT NULL)"

_logger = logging.getLogger(__name__)


def page_key(raster: Raster, engine: str, layer: PageContent | None = None) -> bytes:
    """SHA-256 of all that a reading comes from: the page image, its resolution, the name of the
    engine, the version of the reader, and the words of a text layer.
    """
    source = (READER_VERSION, engine, raster.gray.shape, round(raster.dpi, 3))
    digest = hashlib.sha256(repr(source).encode())
    digest.update(raster.gray.tobytes())
    if layer is not None:
        digest.update(repr([astuple(word) for word in layer.words]).encode())
    return digest.digest()


class PageCache:
    """Readings by `page_key`, in the SQLite file `path`, which is made when it is missing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db: apsw.Connection | None = None

    def get(self, key: bytes, number: int) -> Recognised | None:
        """What was read on a page image, as that of page `number`; None when it is new."""
        try:
            found = self._connection().execute("SELECT reading FROM pages WHERE key = ?", (key,))
            packed = found.get
            return None if packed is None else _unpacked(packed, number)
        except (apsw.Error, zlib.error, ValueError, TypeError, LookupError) as error:
            self._report(error)
            return None

    def put(self, key: bytes, recognised: Recognised) -> None:
        """Keeps what was read on a page image."""
        try:
            _write(
                self._connection(),
                "INSERT OR REPLACE INTO pages (key, reading) VALUES (?, ?)",
                (key, _packed(recognised)),
            )
        except apsw.Error as error:
            self._report(error)

    def __len__(self) -> int:
        """Number of page images whose reading is kept; 0 when that cannot be told."""
        if not self.path.exists():
            return 0
        try:
            return int(self._connection().execute("SELECT count(*) FROM pages").get)
        except apsw.Error as error:
            self._report(error)
            return 0

    def close(self) -> None:
        """Closes the file; it is opened again when it is used again."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def _connection(self) -> apsw.Connection:
        if self._db is None:
            connection = apsw.Connection(str(self.path))
            connection.set_busy_timeout(WAIT_MS)
            _write(connection, _SCHEMA)
            self._db = connection
        return self._db

    def _report(self, error: Exception) -> None:
        _logger.warning("%s: the cache of recognised pages fails (%s)", self.path, error)


def _write(connection: apsw.Connection, statement: str, values: tuple[bytes, ...] = ()) -> None:
    """One statement in a transaction of its own that takes its lock at once: it waits for other
    writers, where one that only finds out that it must write would fail.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(statement, values)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@cache
def page_cache(path: Path) -> PageCache:
    """The process's one cache at a path."""
    return PageCache(path)


def _packed(recognised: Recognised) -> bytes:
    content, reading = recognised.content, recognised.reading
    plain = {
        "size": [content.width, content.height],
        "words": [astuple(word) for word in content.words],
        "rules": [astuple(rule) for rule in content.rules],
        "to_display": content.to_display,
        "reading": [reading.source, reading.confidence],
        "issues": [[issue.kind, issue.message, issue.action] for issue in recognised.issues],
    }
    return zlib.compress(json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode())


def _unpacked(packed: bytes, number: int) -> Recognised:
    plain = json.loads(zlib.decompress(packed))
    width, height = plain["size"]
    content = PageContent(
        number,
        width,
        height,
        tuple(Word(*word) for word in plain["words"]),
        tuple(Rule(*rule) for rule in plain["rules"]),
        to_display=_affine(plain["to_display"]),
    )
    issues = (Issue(kind, message, number, action) for kind, message, action in plain["issues"])
    return Recognised(content, ScanReading(number, *plain["reading"]), tuple(issues))


def _affine(values: Sequence[float] | None) -> Affine | None:
    if values is None:
        return None
    a, b, c, d, e, f = values
    return a, b, c, d, e, f
