"""Any sequence of changes leaves the store as if it had been built at once."""

import tempfile
from pathlib import Path
from random import Random

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from index_support import FINGERPRINT, logical_dump, make_document, vectors_of

from relatab.core.evidence import LinkEvidence
from relatab.index.arrays import CorpusArrays, advance
from relatab.index.derived import build, parts
from relatab.index.records import DocumentEntry, Edge, FileRecord
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
        self.arrays: CorpusArrays | None = None

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

    @rule()
    def advance(self) -> None:
        self.arrays = advance(self.arrays, self.store)
        built = build(self.store)
        found, expected = parts(self.arrays), parts(built)
        assert list(found) == list(expected)
        for name, part in found.items():
            assert part.dtype == expected[name].dtype
            np.testing.assert_array_equal(part, expected[name], err_msg=name)
        for name in ("table_ids", "name_texts", "well_names", "register", "links_token"):
            assert getattr(self.arrays, name) == getattr(built, name)

    @rule(link=st.randoms(use_true_random=False))
    def link(self, link: Random) -> None:
        names = self.store.table_ids()
        chosen = {tuple(sorted(link.sample(names, 2))) for _ in range(4)} if names[1:] else set()
        edges = [Edge(*pair, LinkEvidence(word_overlap=link.random())) for pair in sorted(chosen)]
        self.store.replace_edges(edges)

    def equals_a_store_built_at_once(self) -> None:
        with tempfile.TemporaryDirectory() as place, open_writer(Path(place), FINGERPRINT) as fresh:
            for content, entry in sorted(self.documents.items()):
                files = [file for file in self.files.values() if file.hash == content]
                fresh.replace_document(entry, files, vectors_of(entry))
            expected = logical_dump(fresh)
        found = logical_dump(self.store)
        others = {"linked": None, "edges": None, "counts": found["counts"] | {"associations": 0}}
        expected["counts"]["associations"] = 0
        assert found | others == expected | others


TestStoreSequences = StoreSequences.TestCase
TestStoreSequences.settings = settings(max_examples=25, stateful_step_count=10, deadline=None)
