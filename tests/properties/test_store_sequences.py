"""Any sequence of changes leaves the store as if it had been built at once."""

import tempfile
from pathlib import Path

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from index_support import FINGERPRINT, logical_dump, make_document, vectors_of

from relatab.index.records import DocumentEntry, FileRecord
from relatab.index.sqlite_writer import SqliteWriter
from relatab.index.store import open_writer

CONTENTS = st.sampled_from("abcd")
PATHS = st.sampled_from(["/share/1.docx", "/share/2.docx", "/share/3/井.pdf", "/share/\udce9"])
WORDS = st.sampled_from(["", "casing", "9 5/8", "2504", "mud weight", "7/11-1", "12.1"])
ROWS = st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=4)
TABLES = st.lists(st.tuples(st.none() | WORDS.filter(bool), ROWS), max_size=3)


class StoreSequences(RuleBasedStateMachine):
    """A model of two dictionaries beside a real store."""

    def __init__(self) -> None:
        super().__init__()
        self.place = tempfile.TemporaryDirectory()
        self.context = open_writer(Path(self.place.name), FINGERPRINT)
        self.store = self.context.__enter__()
        self.documents: dict[str, DocumentEntry] = {}
        self.files: dict[str, FileRecord] = {}

    def teardown(self) -> None:
        try:
            self.equals_a_store_built_at_once()
        finally:
            self.context.__exit__(None, None, None)
            self.place.cleanup()

    @rule(content=CONTENTS, tables=TABLES, paths=st.lists(PATHS, min_size=1, unique=True))
    def replace(self, content: str, tables: list, paths: list[str]) -> None:
        entry = make_document(content, tables)
        missing = set(self.store.missing_vectors(entry.texts()))
        vectors = {text: vector for text, vector in vectors_of(entry).items() if text in missing}
        files = [FileRecord(path, 1, 2, entry.hash) for path in paths]
        self.store.replace_document(entry, files, vectors)
        self.documents[entry.hash] = entry
        self._settle({file.path: file for file in files})

    @rule(content=CONTENTS)
    def delete(self, content: str) -> None:
        self.store.delete_document(content * 64)
        self.documents.pop(content * 64, None)
        self.files = {p: f for p, f in self.files.items() if f.hash != content * 64}

    @precondition(lambda self: self.files)
    @rule(data=st.data(), new=PATHS)
    def move(self, data: st.DataObject, new: str) -> None:
        old = data.draw(st.sampled_from(sorted(self.files)))
        file = FileRecord(new, 1, 2, self.files[old].hash)
        self.store.change_files([file], [old])
        self.files.pop(old)
        self._settle({new: file})

    @precondition(lambda self: self.files)
    @rule(data=st.data())
    def remove_file(self, data: st.DataObject) -> None:
        path = data.draw(st.sampled_from(sorted(self.files)))
        self.store.change_files([], [path])
        self.files.pop(path)
        self._settle({})

    def _settle(self, files: dict[str, FileRecord]) -> None:
        """A document whose last file has gone goes; one stored without files never had any."""
        self.files |= files
        carried = {file.hash for file in self.files.values()}
        self.documents = {h: entry for h, entry in self.documents.items() if h in carried}

    @invariant()
    def every_text_is_counted_by_its_uses(self) -> None:
        assert isinstance(self.store, SqliteWriter)
        query = "SELECT refs, (SELECT count(*) FROM uses WHERE text = texts.id) FROM texts"
        counts = np.array(self.store._db.execute(query).fetchall()).reshape(-1, 2)
        np.testing.assert_array_equal(counts[:, 0], counts[:, 1])
        assert (counts > 0).all()
        query = "SELECT count(*) FROM texts WHERE id NOT IN (SELECT text FROM vectors)"
        assert self.store._db.execute(query).get == 0

    def equals_a_store_built_at_once(self) -> None:
        with tempfile.TemporaryDirectory() as place, open_writer(Path(place), FINGERPRINT) as fresh:
            for content, entry in sorted(self.documents.items()):
                files = [file for file in self.files.values() if file.hash == content]
                fresh.replace_document(entry, files, vectors_of(entry))
            expected = logical_dump(fresh)
        found = logical_dump(self.store)
        assert found | {"linked": None} == expected | {"linked": None}


TestStoreSequences = StoreSequences.TestCase
TestStoreSequences.settings = settings(max_examples=25, stateful_step_count=10, deadline=None)
