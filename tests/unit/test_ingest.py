from dataclasses import replace
from pathlib import Path

import numpy as np
from index_support import ENCODER, FINGERPRINT, make_document, make_table

from relatab.embedding.base import Vectors
from relatab.index.ingest import document_entry, embedded, failed_entry, ingest, moved_entry
from relatab.index.records import FileRecord, Role
from relatab.index.store import open_reader, open_writer
from relatab.model import Context, Extraction, Issue

CONTENT = "a" * 64


class CountingEncoder:
    """Remembers what it was asked to encode."""

    dimension = ENCODER.dimension
    fingerprint = ENCODER.fingerprint

    def __init__(self) -> None:
        self.texts: list[str] = []

    def encode(self, texts: list[str]) -> Vectors:
        self.texts += texts
        return ENCODER.encode(texts)


def test_a_document_keeps_everything_of_its_extraction() -> None:
    table = make_table([["A"], ["1"]], content=CONTENT)
    extraction = Extraction((table,), (Issue("k", "m"),), pages=3, title="T")
    entry = document_entry(extraction, CONTENT, "/share/a.docx")
    assert (entry.hash, entry.path, entry.pages, entry.title) == (CONTENT, "/share/a.docx", 3, "T")
    assert (entry.tables[0].table, entry.issues) == (table, extraction.issues)


def test_a_well_in_the_file_name_is_an_identity_and_a_link_key() -> None:
    extraction = Extraction((make_table([["A"], ["1"]], content=CONTENT),))
    (table,) = document_entry(extraction, CONTENT, "/share/well 7-11-1 final.pdf").tables
    assert [(each.kind, each.value) for each in table.identities] == [("well", "7/11-1")]
    assert table.features is not None
    assert [(key.kind, key.value) for key in table.features.keys] == [("well", "7/11-1")]


def test_a_moved_document_takes_its_identities_from_the_new_path() -> None:
    extraction = Extraction((make_table([["A"], ["1"]], content=CONTENT),))
    entry = document_entry(extraction, CONTENT, "/share/well 7-11-1.pdf")
    moved = moved_entry(entry, "/share/well 15-9-F-12.pdf")
    assert moved == document_entry(extraction, CONTENT, "/share/well 15-9-F-12.pdf")


def test_page_evidence_outlasts_a_move() -> None:
    table = make_table([["A"], ["1"]], content=CONTENT)
    table = replace(table, context=Context(page_facts=("Well 25/2-3",)))
    entry = document_entry(Extraction((table,)), CONTENT, "/share/well 7-11-1.pdf")
    moved = moved_entry(entry, "/share/well 15-9-F-12.pdf")
    assert [each.value for each in moved.tables[0].identities] == ["25/2-3"]


def test_only_texts_without_a_vector_are_encoded_and_each_once(tmp_path: Path) -> None:
    first = make_document("a", [("Casing", [["Size", "Size"], ["7", "7"], ["9", "7"]])])
    second = make_document("b", [("Casing", [["Size", "Depth"], ["9", "8"]])])
    encoder = CountingEncoder()
    with open_writer(tmp_path, FINGERPRINT) as store:
        ingest(store, first, [], encoder)
        assert sorted(encoder.texts) == sorted(set(first.texts()))
        encoder.texts.clear()
        ingest(store, second, [], encoder)
    assert set(encoder.texts) == set(second.texts()) - set(first.texts())
    assert {"Depth", "8"} <= set(encoder.texts)


def test_texts_without_words_are_similar_to_nothing(tmp_path: Path) -> None:
    entry = make_document("a", [("Casing", [["", "Size"], ["-", "7"]])])
    encoder = CountingEncoder()
    with open_writer(tmp_path, FINGERPRINT) as store:
        ingest(store, entry, [], encoder)
        numbers, vectors = store.vectors(Role.VALUE)
        texts = store.texts(Role.VALUE)
    assert not {"", "-"} & set(encoder.texts)
    lengths = {
        texts[int(n)]: float(np.linalg.norm(v)) for n, v in zip(numbers, vectors, strict=True)
    }
    assert lengths["-"] == 0.0
    assert lengths["7"] > 0.99


def test_texts_in_other_languages_are_embedded_in_english_by_the_packaged_words() -> None:
    printed, english = embedded(["Spülungsdichte (kg/l)", "mud weight (kg/l)"], ENCODER)
    np.testing.assert_array_equal(printed, english)
    with_articles, plain = embedded(["the pump and the Spülung", "the pump and the mud"], ENCODER)
    assert not np.array_equal(with_articles, plain)  # shows to be English


def test_a_failed_document_is_kept_with_its_reason(tmp_path: Path) -> None:
    entry = failed_entry(CONTENT, "/share/a.docx", "damaged")
    with open_writer(tmp_path, FINGERPRINT) as store:
        ingest(store, entry, [FileRecord("/share/a.docx", 1, 2, CONTENT)], ENCODER)
    with open_reader(tmp_path) as reader:
        (document,) = reader.documents()
        assert (document.state, document.reason) == ("failed", "damaged")
        assert reader.counts()["failed"] == 1
