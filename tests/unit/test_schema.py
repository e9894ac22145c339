"""Indexes made by earlier versions are brought up to date with what they hold."""

import os
from collections import Counter
from contextlib import closing
from pathlib import Path

import apsw
import pytest
from index_support import FINGERPRINT, all_words, make_document, vectors_of

from relatab.core.evidence import LinkEvidence
from relatab.index import schema
from relatab.index.records import Edge, Role
from relatab.index.sqlite_packing import pack_evidence, pack_table, text_digest
from relatab.index.store import DATABASE, open_writer

CASING = ("Casing of well 7/11-1", [["Size (in)", "Depth (m)"], ["9 5/8", "2504"], ["7", ""]])
BLANK = (None, [[""], [""]])


@pytest.fixture
def older(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> apsw.Connection:
    """An empty index with a full-text table and links between ids, as up to version 0.1."""
    connection = apsw.Connection(os.fspath(tmp_path / DATABASE))
    connection.pragma("foreign_keys", True)
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:3])
        schema.migrate(connection)
    meta = [("fingerprint", FINGERPRINT), ("generation", 4), ("linked", 4), ("token", "x")]
    connection.executemany("INSERT INTO meta (key, value) VALUES (?, ?)", meta)
    return connection


def test_words_handles_and_links_of_an_older_index(older: apsw.Connection, tmp_path: Path) -> None:
    entry = make_document("a", [CASING, BLANK])
    older.execute("INSERT INTO documents VALUES (1, ?, '', NULL, 1, 'ok', '')", (entry.hash,))
    vectors = vectors_of(entry)
    for number, text in enumerate(entry.texts(), start=1):
        older.execute("INSERT INTO texts VALUES (?, ?, ?, 0)", (number, text_digest(text), text))
        vector = vectors[text].astype("<f2").tobytes()
        older.execute("INSERT INTO vectors VALUES (?, ?)", (number, vector))
    for handle, table in enumerate(entry.tables, start=7):
        assert table.features
        words = table.features.search
        older.execute(
            "INSERT INTO tables VALUES (?, ?, 1, ?, '[]')",
            (handle, table.table.id, pack_table(table.table)),
        )
        older.executemany(
            "INSERT INTO uses VALUES (?, ?, ?, ?, ?)",
            (
                (handle, role, position, row, entry.texts().index(text) + 1)
                for role, position, row, text in table.features.uses()
            ),
        )
        older.execute(
            "INSERT INTO search (rowid, caption, columns, cells, context) VALUES (?, ?, ?, ?, ?)",
            (handle, words.caption, words.columns, words.cells, words.context),
        )
    ids = [table.table.id for table in entry.tables]
    older.execute("INSERT INTO edges VALUES (?, ?, ?, ?)", (*ids, *pack_evidence(LinkEvidence())))
    older.close()

    with open_writer(tmp_path, FINGERPRINT) as store:
        assert store.handles() == dict(zip(ids, (7, 8), strict=True))
        for table, handle in zip(entry.tables, (7, 8), strict=True):
            assert table.features
            found, expected = store.words()[handle], table.features.search
            for field in ("caption", "columns", "cells", "context"):
                words = getattr(found, field).split()
                assert Counter(words) == Counter(getattr(expected, field).split())
        assert len(all_words(store.words()[7])) > 5
        assert store.links()[0].shape == (0, 2)
        assert not store.linked()
        last = max(store.texts(Role.VALUE))
        other = make_document("b", [("Other", [["New"], ["never seen"]])])
        store.replace_document(other, [], vectors_of(other))
        assert store.handles()[other.tables[0].table.id] == 9
        assert max(store.texts(Role.VALUE)) > last
        store.replace_edges([Edge(*ids, LinkEvidence())])
        assert [edge.source for edge in store.edges()] == ids[:1]


def test_links_of_an_older_index_lose_the_words_that_tables_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = make_document("a", [CASING, CASING, CASING])
    one, two, three = (table.table.id for table in entry.tables)
    evidence = LinkEvidence(
        word_overlap=0.5, shared_values=("2504",), value_columns=(1, 0), keys=("well:7/11-1",)
    )
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:6])
        with open_writer(tmp_path, FINGERPRINT) as store:
            store.replace_document(entry, [], vectors_of(entry))
            store.replace_edges([Edge(one, two, evidence), Edge(two, three, evidence)])
    with closing(apsw.Connection(os.fspath(tmp_path / DATABASE))) as older:
        stored = '[null, null, ["casing"], ["2504"], [1, 0], ["well:7/11-1"]]'
        older.execute("UPDATE edges SET evidence = ? WHERE source = 1", (stored,))
        older.execute("UPDATE edges SET evidence = '' WHERE source = 2")
    with open_writer(tmp_path, FINGERPRINT) as store:
        assert store.edges([(one, two)]) == [Edge(one, two, evidence)]
        assert store.linked()
