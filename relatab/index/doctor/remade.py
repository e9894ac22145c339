"""Checks that make again what was made from something else, and compare.

They hold only where the checks of `relatab.index.doctor.stored` found nothing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import apsw
import numpy as np

from relatab.core.evidence import LinkMeasures
from relatab.core.graph import MEASURE_SCALE
from relatab.index import derived
from relatab.index.doctor.findings import Case, Check, Finding, Repair
from relatab.index.ingest import embedded, moved_entry
from relatab.index.records import DocumentEntry, SearchText, TableEntry, printable
from relatab.index.refresh import OCR_CACHE
from relatab.index.sqlite_packing import EVIDENCE_IN_WORDS, MEASURE_TYPE, VECTOR_TYPE, storable
from relatab.index.store import DATABASE
from relatab.index.versions import content_digest

SAMPLED_DOCUMENTS = 200
SAMPLED_TEXTS = 500

# Half precision is within 0.0005 of a coordinate; the rest is left to another processor.
_VECTOR_TOLERANCE = 2e-3
_MEASURE_TOLERANCE = 1e-5
_COSINES = frozenset({"name_similarity", "content_similarity"})
_BATCH = 512

Row = TypeVar("Row")


def features_true(case: Case) -> Iterator[Finding]:
    """Of a sample of documents all that is made from the stored tables is what they give."""
    hashes = [content for (content,) in case.rows("SELECT hash FROM documents ORDER BY hash")]
    for content in case.sample(hashes, SAMPLED_DOCUMENTS):
        stored = case.store.document(content)
        assert stored is not None
        if what := _disagreement(case, stored):
            message = f"{what} are not those of its stored tables"
            yield Finding("features", printable(stored.path), message, Repair.REBUILD, (content,))


def _disagreement(case: Case, stored: DocumentEntry) -> str:
    """The first kind of features that differ from what the tables give, "" if none does."""
    made = moved_entry(stored, stored.path).tables
    for kept, again in zip(stored.tables, made, strict=True):
        if kept.identities != again.identities:
            return "identities"
        handle, digest = case.rows(
            "SELECT id, digest FROM tables WHERE table_id = ?", (kept.table.id,)
        ).get
        if digest != content_digest(kept.table):
            return "digests"
        if _stored_texts(case, handle) != _texts_of(again):
            return "texts"
        if _stored_keys(case, handle) != _keys_of(again):
            return "link keys"
        if case.store.words([handle]).get(handle) != _words_of(again):
            return "words"
    return ""


Places = list[tuple[Any, ...]]


def _stored_texts(case: Case, handle: int) -> Places:
    return case.rows(
        "SELECT role, position, body_row, texts.text FROM uses JOIN texts ON texts.id = uses.text "
        "WHERE owner = ? ORDER BY role, position, body_row",
        (handle,),
    ).fetchall()


def _texts_of(entry: TableEntry) -> Places:
    uses = entry.features.uses() if entry.features else ()
    return sorted((int(role), *place, storable(text)) for role, *place, text in uses)


def _stored_keys(case: Case, handle: int) -> Places:
    return [
        (key.kind, key.value, key.column, key.printed)
        for key in case.store.link_keys([handle]).get(handle, ())
    ]


def _keys_of(entry: TableEntry) -> Places:
    keys = entry.features.keys if entry.features else ()
    return [(key.kind, storable(key.value), key.column, storable(key.printed)) for key in keys]


def _words_of(entry: TableEntry) -> SearchText | None:
    if entry.features is None:
        return None
    words = entry.features.search
    return SearchText(*map(storable, (words.caption, words.columns, words.cells, words.context)))


def vectors_true(case: Case) -> Iterator[Finding]:
    """The vectors of a sample of texts are those that the encoder gives."""
    numbers = [number for (number,) in case.rows("SELECT id FROM texts ORDER BY id")]
    chosen = case.sample(numbers, SAMPLED_TEXTS)
    other: list[int] = []
    for batch in _batches(chosen):
        rows: list[Any] = [
            case.rows(
                "SELECT texts.text, vector FROM texts JOIN vectors ON vectors.text = id "
                "WHERE id = ?",
                (number,),
            ).fetchone()
            for number in batch
        ]
        stored = np.frombuffer(b"".join(vector for _, vector in rows), dtype=VECTOR_TYPE)
        expected = embedded([text for text, _ in rows], case.encoder)
        away = np.abs(stored.reshape(expected.shape) - expected).max(axis=1) > _VECTOR_TOLERANCE
        other += [number for number, is_away in zip(batch, away, strict=True) if is_away]
    if other:
        message = f"{len(other)} of {len(chosen)} vectors are not those of their texts"
        yield Finding("vectors", DATABASE, message, Repair.EMBED, tuple(other))


def links_whole(case: Case) -> Iterator[Finding]:
    """Links lead from one searchable table to another, with measures in their ranges."""
    if not case.store.linked():
        message = "the last pass was interrupted before it linked the tables"
        yield Finding("links", DATABASE, message, Repair.LINK, harmless=True)
        return
    known = set(case.store.handles().values())
    broken = [
        (source, target)
        for source, target, measures, evidence in case.rows(
            "SELECT source, target, measures, evidence FROM edges"
        )
        if not {source, target} <= known or not _is_link(measures, evidence)
    ]
    if broken:
        message = f"{len(broken)} links are damaged or lead to tables that are not there"
        yield Finding("links", DATABASE, message, Repair.LINK)


def _is_link(measures: bytes, evidence: str) -> bool:
    if len(measures) != len(LinkMeasures._fields) * MEASURE_TYPE.itemsize:
        return False
    values = np.frombuffer(measures, dtype=MEASURE_TYPE) / MEASURE_SCALE
    least = np.array([-1.0 if name in _COSINES else 0.0 for name in LinkMeasures._fields])
    if (values < least - _MEASURE_TOLERANCE).any() or (values > 1 + _MEASURE_TOLERANCE).any():
        return False
    try:
        return len(json.loads(evidence)) == len(EVIDENCE_IN_WORDS)
    except (ValueError, TypeError):
        return False


def arrays_true(case: Case) -> Iterator[Finding]:
    """The arrays kept for searching are those that the database gives."""
    if odd := derived.differences(case.folder, case.store):
        place = derived.place_of(case.folder, case.store)
        message = f"not those of the database: {', '.join(odd)}"
        yield Finding("arrays", case.below(place), message, Repair.SWEEP, (place,))


def nothing_left_over(case: Case) -> Iterator[Finding]:
    """No drafts and arrays of former states lie about, and the readings of scans can be used."""
    for left in derived.leftovers(case.folder, case.store):
        message = "left by a pass or a search that was interrupted"
        yield Finding("leftover", case.below(left), message, Repair.SWEEP, (left,), harmless=True)
    cache = case.folder / OCR_CACHE
    if cache.exists() and (trouble := _cache_trouble(cache)):
        message = f"the readings of scans cannot be used ({trouble})"
        parts = tuple(cache.with_name(cache.name + suffix) for suffix in ("", "-wal", "-shm"))
        yield Finding("readings", OCR_CACHE, message, Repair.SWEEP, parts, harmless=True)


def _cache_trouble(path: Path) -> str:
    try:
        connection = apsw.Connection(os.fspath(path), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            found = str(connection.execute("PRAGMA quick_check(1)").get)
        finally:
            connection.close()
    except apsw.Error as error:
        return str(error)
    return "" if found == "ok" else found


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    left = iter(rows)
    while batch := list(islice(left, _BATCH)):
        yield batch


REMADE: tuple[tuple[Check, ...], ...] = (
    (features_true, vectors_true, links_whole),
    (arrays_true, nothing_left_over),
)
"""In the order in which they are made; the last ones rely on the links, too."""
