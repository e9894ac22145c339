"""The SQLite schema of an index folder, as ordered, named migrations.

Each migration runs once, in one transaction with the record that it ran. A released
migration is never edited; a change of the schema is a new one at the end.

Paths are stored as bytes (`os.fsencode`), because a file name need not be valid text.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from contextlib import contextmanager

import apsw

from relatab.errors import FingerprintError

# domain.search_terms decides what a term is ('9.625', '7/11-1x'), so the tokenizer may
# split at white space only: every printable ASCII mark counts as part of a term, and the
# "ascii" tokenizer keeps all other characters as they are.
_TOKENIZER = "ascii tokenchars '" + string.punctuation.replace("'", "''") + "'"

_INITIAL = f"""
CREATE TABLE meta (key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;

CREATE TABLE roots (
    path BLOB PRIMARY KEY,
    settings TEXT NOT NULL,
    state TEXT NOT NULL,
    last_pass REAL,
    issues TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE files (
    path BLOB PRIMARY KEY,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    hash TEXT,
    reason TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX files_by_hash ON files (hash);

CREATE TABLE documents (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    path BLOB NOT NULL,
    title TEXT,
    pages INTEGER NOT NULL,
    state TEXT NOT NULL,
    reason TEXT NOT NULL
);

CREATE TABLE issues (
    document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL,
    message TEXT NOT NULL,
    page INTEGER,
    action TEXT NOT NULL,
    PRIMARY KEY (document, ordinal)
) WITHOUT ROWID;

CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL UNIQUE,
    document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    json BLOB NOT NULL,
    identities TEXT NOT NULL
);
CREATE INDEX tables_by_document ON tables (document);

CREATE TABLE texts (
    id INTEGER PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE,
    text TEXT NOT NULL,
    refs INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX texts_unused ON texts (id) WHERE refs = 0;

CREATE TABLE vectors (
    text INTEGER PRIMARY KEY REFERENCES texts ON DELETE CASCADE,
    vector BLOB NOT NULL
);

CREATE TABLE uses (
    owner INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    role INTEGER NOT NULL,
    position INTEGER NOT NULL,  -- column of the table
    body_row INTEGER NOT NULL,
    text INTEGER NOT NULL,  -- counted by the triggers; a foreign key would need an index
    PRIMARY KEY (owner, role, position, body_row)
) WITHOUT ROWID;
CREATE TRIGGER use_added AFTER INSERT ON uses BEGIN
    UPDATE texts SET refs = refs + 1 WHERE id = new.text;
END;
CREATE TRIGGER use_removed AFTER DELETE ON uses BEGIN
    UPDATE texts SET refs = refs - 1 WHERE id = old.text;
END;

CREATE TABLE link_keys (
    owner INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    position INTEGER,  -- column, NULL for the whole table
    printed TEXT NOT NULL,
    PRIMARY KEY (owner, ordinal)
) WITHOUT ROWID;

CREATE VIRTUAL TABLE search USING fts5 (
    caption, columns, cells, context,
    content = '', contentless_delete = 1, tokenize = "{_TOKENIZER.replace('"', '""')}"
);
CREATE TRIGGER table_removed AFTER DELETE ON tables BEGIN
    DELETE FROM search WHERE rowid = old.id;
END;

CREATE TABLE edges (
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    measures BLOB NOT NULL,  -- core.evidence.LinkMeasures as little-endian 32-bit millionths
    evidence TEXT NOT NULL,
    PRIMARY KEY (source, target),
    CHECK (source < target)
) WITHOUT ROWID;
"""

_READINGS = """
CREATE TABLE readings (
    document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    page INTEGER NOT NULL,
    source TEXT NOT NULL,
    confidence REAL,
    PRIMARY KEY (document, page)
) WITHOUT ROWID;
"""

_PASSES = """
CREATE TABLE passes (
    id INTEGER PRIMARY KEY,
    ended REAL NOT NULL,
    seconds REAL NOT NULL,
    complete INTEGER NOT NULL,
    counts TEXT NOT NULL,
    changes TEXT NOT NULL
);
"""

# What is derived from an index names tables and texts by their numbers, so no number is given
# twice, also not after the row with the highest one went. Links lead between numbers: as ids,
# which are long, their ends were a third of an index. The words come from the full-text index
# that held them formerly; it counted them, so their order does not matter.
_NUMBERS_AND_WORDS = """
INSERT OR IGNORE INTO meta (key, value) SELECT 'last_table', coalesce(max(id), 0) FROM tables;
INSERT OR IGNORE INTO meta (key, value) SELECT 'last_text', coalesce(max(id), 0) FROM texts;

ALTER TABLE tables ADD COLUMN level REAL;  -- core.association.neighbour_levels, when linked

DROP TABLE edges;
CREATE TABLE edges (
    source INTEGER NOT NULL,  -- the table of the smaller id; links of tables that went stay
    target INTEGER NOT NULL,  -- until the next linking, which learns from them who lost one
    measures BLOB NOT NULL,  -- core.evidence.LinkMeasures as little-endian 32-bit millionths
    evidence TEXT NOT NULL,
    PRIMARY KEY (source, target)
) WITHOUT ROWID;
UPDATE meta SET value = -1 WHERE key = 'linked';

CREATE TABLE words (
    owner INTEGER PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    caption TEXT NOT NULL,
    columns TEXT NOT NULL,
    cells TEXT NOT NULL,
    context TEXT NOT NULL
);
CREATE VIRTUAL TABLE temp.instances USING fts5vocab(main, search, instance);
INSERT INTO words (owner, caption, columns, cells, context)
SELECT
    tables.id,
    coalesce(group_concat(term, ' ') FILTER (WHERE col = 'caption'), ''),
    coalesce(group_concat(term, ' ') FILTER (WHERE col = 'columns'), ''),
    coalesce(group_concat(term, ' ') FILTER (WHERE col = 'cells'), ''),
    coalesce(group_concat(term, ' ') FILTER (WHERE col = 'context'), '')
FROM tables LEFT JOIN temp.instances ON doc = tables.id
WHERE EXISTS (SELECT 1 FROM uses WHERE owner = tables.id)
GROUP BY tables.id;
DROP TABLE temp.instances;
DROP TRIGGER table_removed;
DROP TABLE search;
"""

_DEEP_PASSES = """
ALTER TABLE roots ADD COLUMN last_deep REAL;
"""

# What tables hold, to find versions of documents: a function of relatab's own, which the
# writer registers.
_DIGESTS = """
ALTER TABLE tables ADD COLUMN digest BLOB;
UPDATE tables SET digest = content_digest(json);
"""

# Stems of words that no answer quotes took a quarter of the links' evidence. One that is damaged
# is left to `relatab doctor`.
_NO_SHARED_WORDS = """
UPDATE edges SET evidence = json_remove(evidence, '$[2]') WHERE json_valid(evidence);
"""

_HASHES = """
CREATE TABLE hashed (  -- files that a pass hashed and has not come to record
    path BLOB PRIMARY KEY,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    hash TEXT NOT NULL
) WITHOUT ROWID;
"""

MIGRATIONS: tuple[tuple[str, str], ...] = (
    ("initial", _INITIAL),
    ("page readings", _READINGS),
    ("passes", _PASSES),
    ("numbers given once, words as text", _NUMBERS_AND_WORDS),
    ("deep passes", _DEEP_PASSES),
    ("digests of tables", _DIGESTS),
    ("links without shared words", _NO_SHARED_WORDS),
    ("hashes of files that are not read yet", _HASHES),
)
"""(name, SQL), in the order in which they run."""


@contextmanager
def transaction(connection: apsw.Connection) -> Iterator[None]:
    """All or nothing of what is done inside.

    A full disk makes SQLite roll back by itself, after which a second rollback is an error
    that would hide the first: apsw's own context manager does not look.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def migrate(connection: apsw.Connection) -> None:
    """Runs the migrations that have not run yet; FingerprintError for a newer index."""
    done = applied(connection)
    for number, (_, statements) in enumerate(MIGRATIONS[done:], start=done + 1):
        with transaction(connection):
            connection.execute(statements)
            connection.pragma("user_version", number)


def applied(connection: apsw.Connection) -> int:
    """Number of migrations that have run; FingerprintError for a newer index."""
    done = int(connection.pragma("user_version"))
    if done > len(MIGRATIONS):
        raise FingerprintError(
            f"{connection.filename}: schema {done} was made by a newer relatab, this one knows "
            f"{len(MIGRATIONS)}; update relatab or index into another folder"
        )
    return done
