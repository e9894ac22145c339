from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import networkx as nx
import numpy as np
import pytest
from index_support import ENCODER, FINGERPRINT, make_document, vectors_of

from relatab.core.graph import strength_of
from relatab.core.propagation import Chain, propagate
from relatab.domain.terms import search_terms
from relatab.index import derived
from relatab.index.corpus import Corpus
from relatab.index.link import update_links
from relatab.index.records import Edge, FileRecord
from relatab.index.store import DATABASE, Writer, open_reader, open_writer
from relatab.settings import DEFAULT, PAPER, Settings

CASING = ("Casing", [["Size (in)", "Depth (m)"], ["9 5/8", "2504"], ["7", ""]])
MUD = (None, [["Depth (m)", "Weight (ppg)"], ["2504", "10.3"]])
NOTES = ("Remarks", [["Remark"], [""]])


def fill(folder: Path, store: Writer) -> None:
    """Two documents, linked, without the derived arrays that linking keeps."""
    for name, tables in (("b", [CASING, MUD]), ("a", [NOTES])):
        entry = make_document(name, tables, path=f"/{name}.docx")
        store.replace_document(entry, [FileRecord(entry.path, 1, 2, entry.hash)], vectors_of(entry))
    update_links(folder, store)
    shutil.rmtree(folder / derived.FOLDER)


@pytest.fixture
def index(tmp_path: Path) -> Path:
    with open_writer(tmp_path / "index", FINGERPRINT) as store:
        fill(tmp_path / "index", store)
    return tmp_path / "index"


@pytest.fixture
def corpus(index: Path) -> Iterator[Corpus]:
    with Corpus.open(index, FINGERPRINT) as corpus:
        yield corpus


def test_tables_are_in_the_order_of_their_ids(corpus: Corpus) -> None:
    assert corpus.table_ids == tuple(sorted(corpus.table_ids))
    assert [corpus.number(name) for name in corpus.table_ids] == [0, 1, 2]
    assert corpus.number("unknown") is None
    assert len(corpus) == 3


def test_vectors_are_those_of_the_texts(corpus: Corpus) -> None:
    _, casing, _ = range(3)
    vectors = corpus.vectors(casing)
    caption, size, depth, nine, seven = ENCODER.encode(
        ["Casing", "Size (in)", "Depth (m)", "9 5/8", "7"]
    )
    assert vectors.caption is not None
    np.testing.assert_allclose(vectors.caption, caption, atol=1e-3)
    np.testing.assert_allclose(vectors.names, [size, depth], atol=1e-3)
    np.testing.assert_allclose(vectors.values[0], [nine, seven], atol=1e-3)
    assert [rows.tolist() for rows in vectors.rows] == [[0, 1], [0]]


def test_all_vectors_are_of_unit_length_or_zero(corpus: Corpus) -> None:
    for vectors in (corpus.arrays.dense, corpus.arrays.names, corpus.arrays.values):
        np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, rtol=1e-6)
        assert vectors.dtype == np.float32


def test_a_table_without_a_caption_has_a_zero_row(corpus: Corpus) -> None:
    notes, _, mud = range(3)
    assert not corpus.arrays.captions[mud].any()
    assert corpus.vectors(mud).caption is None
    assert corpus.vectors(notes).caption is not None


def test_a_column_without_values_is_empty(corpus: Corpus) -> None:
    assert [values.shape for values in corpus.vectors(0).values] == [(0, ENCODER.dimension)]


def test_texts_that_tables_share_are_stored_once(corpus: Corpus) -> None:
    assert sorted(corpus.arrays.name_texts) == ["Depth (m)", "Remark", "Size (in)", "Weight (ppg)"]
    assert len(corpus.arrays.values) == 4
    assert len(corpus.arrays.value_index) == 5


def test_offsets_bound_the_columns_and_cells(corpus: Corpus) -> None:
    assert corpus.arrays.column_offsets.tolist() == [0, 1, 3, 5]
    assert corpus.arrays.value_offsets.tolist() == [0, 0, 2, 3, 4, 5]
    assert corpus.column_names(1) == ("Size (in)", "Depth (m)")


def test_name_weights_sum_to_one_and_prefer_rare_words(corpus: Corpus) -> None:
    size, depth = corpus.name_weights(1)
    assert size + depth == pytest.approx(1.0)
    assert size > depth


def test_terms_score_the_tables_that_hold_them(corpus: Corpus) -> None:
    terms = search_terms('9-5/8" casing')
    scores = corpus.term_scores(terms)
    assert scores.shape == (len(terms), 3)
    assert np.flatnonzero(scores.sum(axis=0)).tolist() == [1]
    assert corpus.term_scores([]).shape == (0, 3)


def test_the_graph_around_a_table_holds_its_associations(corpus: Corpus) -> None:
    casing, mud = corpus.table_ids[1:]
    graph = corpus.graph(DEFAULT, [casing, "unknown"])
    assert set(graph) == {casing, mud}
    assert 0 < graph.edges[casing, mud]["association"] <= 1
    for pair in ((casing, mud), (mud, casing)):
        assert corpus.evidence(*pair).shared_values == ("2504",)


@pytest.mark.parametrize("settings", [DEFAULT, replace(DEFAULT, max_hops=3), PAPER])
def test_chains_are_those_of_the_whole_graph_of_stored_evidence(
    tmp_path: Path, settings: Settings
) -> None:
    random = Random(1)
    with open_writer(tmp_path, FINGERPRINT) as store:
        for number in range(40):
            rows = [[random.choice("ABCDE") * 2, random.choice("FGH")] for _ in range(3)]
            rows += [[str(random.randint(1, 9)), str(random.randint(100, 130))] for _ in range(5)]
            caption = f"{random.choice(['Casing', 'Mud', 'Cores'])} of well 7/11-{number % 7 + 1}"
            entry = make_document(f"{number:03x}", [(caption, rows)])
            store.replace_document(entry, [], vectors_of(entry))
        update_links(tmp_path, store)
    with open_reader(tmp_path) as reader:
        whole = whole_graph(reader.edges(), settings)
    with Corpus.open(tmp_path) as corpus:
        found = 0
        for seeds in ([name] for name in corpus.table_ids):
            chains = chains_from(corpus.graph(settings, seeds), seeds, settings)
            assert chains == chains_from(whole, seeds, settings)
            found += len(chains[seeds[0]])
        seeds = random.sample(corpus.table_ids, 8)
        around = corpus.graph(settings, seeds)
        assert chains_from(around, seeds, settings) == chains_from(whole, seeds, settings)
    assert found > 100


def whole_graph(edges: Iterable[Edge], settings: Settings) -> nx.Graph[str]:
    """The graph of all links, each of the strength of its stored evidence."""
    strength = strength_of(settings)
    graph: nx.Graph[str] = nx.Graph()
    for edge in edges:
        if (association := strength(edge.evidence.measures)) > 0:
            graph.add_edge(edge.source, edge.target, association=min(association, 1.0))
    return graph


def chains_from(
    graph: nx.Graph[str], seeds: Iterable[str], settings: Settings
) -> dict[str, dict[str, Chain]]:
    return {
        seed: propagate(
            graph,
            seed,
            decay=settings.decay,
            max_hops=settings.max_hops,
            chain_threshold=settings.chain_threshold,
        )
        for seed in seeds
    }


def test_links_to_tables_that_went_are_no_part_of_the_graph(index: Path) -> None:
    with open_writer(index, FINGERPRINT) as store:
        store.delete_document("b" * 64)
    with Corpus.open(index) as corpus:
        assert not corpus.linked
        assert not corpus.graph(DEFAULT, corpus.table_ids).edges


def test_tables_know_their_wells_by_any_name(tmp_path: Path) -> None:
    named = ("Well", [["Item", "Entry"], ["Well", "34/8-A-3 H"], ["Nickname", "Terna"]])
    with open_writer(tmp_path, FINGERPRINT) as store:
        for content, table in (("a", CASING), ("b", named)):
            entry = make_document(content, [table], path=f"/{content}.docx")
            store.replace_document(entry, [], vectors_of(entry))
        store.replace_edges([])
    for _ in range(2):  # first built, then read
        with open_reader(tmp_path) as reader:
            arrays = derived.load(tmp_path, reader)
        assert arrays.wells(0) == []
        assert arrays.wells(1) == ["34/8-A-3 H"]
        assert arrays.register.named_in("mud of Terna") == {"34/8-A-3 H"}


def test_hits_are_read_with_their_paths(corpus: Corpus) -> None:
    (table,) = corpus.tables(corpus.table_ids[1:2]).values()
    assert table.caption is not None
    assert table.caption.text == "Casing"
    assert corpus.paths(table) == ["/b.docx"]


def test_a_corpus_keeps_its_state_while_the_index_changes(index: Path, corpus: Corpus) -> None:
    before = corpus.term_scores(["remark"])
    with open_writer(index, FINGERPRINT) as store:
        store.delete_document("a" * 64)
    np.testing.assert_array_equal(corpus.term_scores(["remark"]), before)
    with Corpus.open(index) as later:
        assert len(later) == 2
        assert not later.linked


def equal(one: derived.CorpusArrays, two: derived.CorpusArrays) -> bool:
    found, expected = derived.parts(one), derived.parts(two)
    texts = ("table_ids", "name_texts", "well_names", "register", "links_token")
    return all(np.array_equal(found[name], expected[name]) for name in found) and all(
        getattr(one, name) == getattr(two, name) for name in texts
    )


def test_derived_arrays_are_kept_and_read_back_equal(index: Path) -> None:
    with open_reader(index) as reader:
        built = derived.build(reader)
        assert equal(derived.load(index, reader), built)
        assert (index / "derived" / reader.state()).is_dir()
        assert equal(derived.load(index, reader), built)


@pytest.mark.skipif(os.name == "nt", reason="modes of POSIX")
def test_derived_arrays_are_as_open_to_others_as_the_database(index: Path) -> None:
    with Corpus.open(index):
        pass
    modes = {path.stat().st_mode & 0o004 for path in (index / "derived").rglob("*")}
    assert modes == {(index / DATABASE).stat().st_mode & 0o004}


@pytest.mark.parametrize("damage", ["missing", "file missing", "file cut", "text cut"])
def test_missing_or_damaged_arrays_are_built_again(index: Path, damage: str) -> None:
    with open_reader(index) as reader:
        built = derived.load(index, reader)
        place = index / "derived" / reader.state()
        if damage == "missing":
            shutil.rmtree(place)
        elif damage == "file missing":
            (place / "names.npy").unlink()
        else:
            path = place / ("names.npy" if damage == "file cut" else "texts.json")
            path.write_bytes(path.read_bytes()[:-20])
        assert equal(derived.load(index, reader), built)
        assert equal(derived.load(index, reader), built)


def test_arrays_left_by_a_former_index_are_not_taken_for_those_of_a_new_one(index: Path) -> None:
    with Corpus.open(index) as corpus:
        former = corpus.generation
    for file in index.glob("index.sqlite*"):
        file.unlink()
    with open_writer(index, FINGERPRINT) as store:
        entry = make_document("c", [MUD])
        store.replace_document(entry, [], vectors_of(entry))
        while store.generation() < former:
            store.replace_edges([])
    with Corpus.open(index) as corpus:
        assert corpus.generation == former
        assert corpus.table_ids == (entry.tables[0].table.id,)


def test_arrays_that_cannot_be_kept_are_still_there(
    index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "read-only")

    monkeypatch.setattr(derived, "write", refuse)
    with Corpus.open(index) as corpus:
        assert len(corpus) == 3
    assert not (index / "derived").exists()


def test_arrays_of_an_unfinished_pass_are_not_kept(index: Path) -> None:
    with open_writer(index, FINGERPRINT) as store:
        store.delete_document("a" * 64)
    with Corpus.open(index) as corpus:
        assert len(corpus) == 2
    assert not (index / "derived").exists()


def test_a_corpus_without_tables_is_empty(tmp_path: Path) -> None:
    with open_writer(tmp_path, FINGERPRINT):
        pass
    for _ in range(2):
        with Corpus.open(tmp_path) as corpus:
            assert len(corpus) == 0
            assert corpus.term_scores(["a"]).shape == (1, 0)
            assert len(corpus.graph(DEFAULT, ())) == 0


def test_a_corpus_of_blank_tables_has_vectors_of_the_right_size(tmp_path: Path) -> None:
    with open_writer(tmp_path, FINGERPRINT) as store:
        entry = make_document("a", [(None, [["", ""], ["", ""]])])
        store.replace_document(entry, [], vectors_of(entry))
    with Corpus.open(tmp_path) as corpus:
        assert corpus.arrays.captions.shape == (1, ENCODER.dimension)
        assert corpus.arrays.values.shape == (0, ENCODER.dimension)
