import shutil
from collections.abc import Collection, Iterable, Sequence
from dataclasses import astuple, replace
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import pytest
from index_support import FINGERPRINT, make_document, vectors_of

from relatab.core.association import direct_association
from relatab.core.evidence import LinkEvidence
from relatab.core.graph import strength_of
from relatab.core.lexical import text_number
from relatab.index import comparison, derived, link
from relatab.index.arrays import CorpusArrays
from relatab.index.comparison import Comparison, column_arrays
from relatab.index.link import update_links
from relatab.index.records import DocumentEntry, Edge
from relatab.index.store import Writer, open_writer
from relatab.settings import DEFAULT, PAPER

Rows = Sequence[Sequence[str]]

CASING = ("Casing of well 7/11-1", [["Size (in)", "Shoe depth (m)"], ["9 5/8", "2504"]])
LEAK_OFF = ("Leak-off tests of well 7/11-1", [["Shoe depth (m)", "Pressure"], ["2504", "88"]])
CORES = ("Core analysis of well 25/2-3", [["Core", "Porosity (%)"], ["1", "18.4"], ["2", "12.1"]])
GAS = ("Gas composition", [["Component", "Mol %"], ["Methane", "84.2"], ["Ethane", "6.9"]])


def links_of(
    tables: Sequence[tuple[str | None, Rows]], folder: Path
) -> tuple[list[Edge], CorpusArrays]:
    """The links of a corpus in which each table is a document of its own."""
    with open_writer(folder, FINGERPRINT) as store:
        for number, table in enumerate(tables):
            entry = make_document(f"{number:x}", [table], path=f"/{number}.docx")
            store.replace_document(entry, [], vectors_of(entry))
        update_links(folder, store)
        return store.edges(), derived.load(folder, store)


def evidence_of(edges: Sequence[Edge], arrays: CorpusArrays, a: int, b: int) -> LinkEvidence | None:
    pair = (arrays.table_ids[a], arrays.table_ids[b])
    return next((edge.evidence for edge in edges if (edge.source, edge.target) == pair), None)


def test_tables_of_one_well_and_depth_are_linked_by_their_keys(tmp_path: Path) -> None:
    edges, arrays = links_of([CASING, LEAK_OFF, CORES, GAS], tmp_path)
    evidence = evidence_of(edges, arrays, 0, 1)
    assert evidence is not None
    assert "well:7/11-1" in evidence.keys
    assert "2504" in evidence.shared_values
    assert evidence.value_columns == (1, 0)


def test_the_linked_pair_is_the_strongest_by_the_default_method(tmp_path: Path) -> None:
    edges, arrays = links_of([CASING, LEAK_OFF, CORES, GAS], tmp_path)
    strength = strength_of(DEFAULT)
    strongest = max(edges, key=lambda edge: strength(edge.evidence.measures))
    assert (strongest.source, strongest.target) == arrays.table_ids[:2]


def test_similarities_are_those_of_the_equation(tmp_path: Path) -> None:
    edges, arrays = links_of([CASING, LEAK_OFF, CORES], tmp_path)
    columns = column_arrays(arrays)
    for a, b in combinations(range(3), 2):
        match = direct_association(*columns.table(a), *columns.table(b), name_weight=0.5)
        evidence = evidence_of(edges, arrays, a, b)
        assert match is not None
        if evidence is not None:
            assert evidence.name_similarity == pytest.approx(match.name_similarity, abs=2e-6)
            assert evidence.content_similarity == pytest.approx(match.content_similarity, abs=2e-6)
            assert (evidence.column_a, evidence.column_b) == (match.column_a, match.column_b)
    assert evidence_of(edges, arrays, 0, 1) is not None


def test_edges_are_in_order_and_each_pair_stands_once(tmp_path: Path) -> None:
    edges, _ = links_of([CASING, LEAK_OFF, CORES, GAS], tmp_path)
    pairs = [(edge.source, edge.target) for edge in edges]
    assert pairs == sorted(set(pairs))
    assert all(source < target for source, target in pairs)


def test_the_content_of_a_column_is_the_mean_of_its_values(tmp_path: Path) -> None:
    _, arrays = links_of([("Depths", [["Depth", "Empty"], ["2504", ""], ["88", ""]])], tmp_path)
    columns = column_arrays(arrays)
    mean = arrays.values[arrays.value_index].mean(axis=0)
    np.testing.assert_allclose(columns.contents[0], mean / np.linalg.norm(mean), rtol=1e-5)
    assert not columns.contents[1].any()


def test_values_of_very_many_tables_link_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparison, "MAX_FREQUENCY", 2)
    tables = [(f"Sheet {n}", [["Passed", "Code"], ["yes", f"{n // 2}x"]]) for n in range(4)]
    with open_writer(tmp_path, FINGERPRINT) as store:
        for number, table in enumerate(tables):
            entry = make_document(f"{number:x}", [table], path=f"/{number}.docx")
            store.replace_document(entry, [], vectors_of(entry))
        compared = Comparison(derived.build(store))
    values = compared.values
    assert np.diff(values.offsets).tolist() == [1, 1, 1, 1]
    numbers = compared.value_numbers[values.features].tolist()
    assert numbers == [text_number(f"{n // 2}x") for n in range(4)]


def test_each_table_keeps_its_strongest_links_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [(f"Casing {n}", [["Size", "Depth"], ["7", f"{n}"]]) for n in range(12)]
    everything, arrays = links_of(tables, tmp_path / "all")
    few = {"edges_per_table": 2}
    monkeypatch.setattr(link, "PAPER", type(PAPER)(method="paper", **few))
    monkeypatch.setattr(link, "DEFAULT", type(DEFAULT)(**few))
    kept, _ = links_of(tables, tmp_path / "few")
    assert {astuple(edge) for edge in kept} < {astuple(edge) for edge in everything}
    for settings in (PAPER, DEFAULT):
        strength = strength_of(settings)
        for table in arrays.table_ids:
            own = [edge for edge in everything if table in (edge.source, edge.target)]
            own.sort(key=lambda edge: (-strength(edge.evidence.measures), edge.source, edge.target))
            assert all(edge in kept for edge in own[:2])


@pytest.mark.parametrize(
    "tables",
    [
        [],
        [CASING],
        [(None, [["", ""], ["", ""]]), (None, [["", ""], ["", ""]])],
        [(None, [[""]]), CASING],
    ],
)
def test_degenerate_corpora_have_no_links(
    tables: Sequence[tuple[str | None, Rows]], tmp_path: Path
) -> None:
    edges, arrays = links_of(tables, tmp_path)
    assert edges == []
    assert len(arrays.table_ids) == len(tables)


def report(number: int, random: Random) -> DocumentEntry:
    """A document of two tables of like reports; its hash is its number."""
    well = f"7/11-{number % 5 + 1}"
    tables = [
        (
            f"{random.choice(['Casing', 'Mud', 'Cores'])} of well {well}",
            [
                [f"{random.choice(['Size', 'Depth', 'Weight'])} ({unit})" for unit in ("in", "m")],
                *([str(random.randint(1, 9)), str(random.randint(100, 130))] for _ in range(4)),
            ],
        )
        for _ in range(2)
    ]
    return make_document(f"{number:04x}", tables, path=f"/share/{number}.docx")


def put(store: Writer, *entries: DocumentEntry) -> None:
    for entry in entries:
        store.replace_document(entry, [], vectors_of(entry))


@pytest.fixture
def reports() -> list[DocumentEntry]:
    random = Random(1)
    return [report(number, random) for number in range(14)]


@pytest.fixture
def incremental(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "ALWAYS_FULLY", 0)
    monkeypatch.setattr(link, "_MOST_CHANGED", 0.5)


@pytest.fixture
def sparse(monkeypatch: pytest.MonkeyPatch) -> None:
    """One link per table, so that few tables lose one when a document goes."""
    monkeypatch.setattr(link, "PAPER", type(PAPER)(method="paper", edges_per_table=1))
    monkeypatch.setattr(link, "DEFAULT", type(DEFAULT)(edges_per_table=1))


def told(edge: Edge) -> tuple[object, ...]:
    """A link without what ages: the level of the neighbourhood of its tables."""
    return edge.source, edge.target, astuple(replace(edge.evidence, document_similarity=0.0))


def of(tables: Collection[str], edges: Iterable[Edge]) -> list[Edge]:
    return [edge for edge in edges if {edge.source, edge.target} & set(tables)]


@pytest.mark.usefixtures("incremental")
def test_tables_that_came_are_linked_as_if_all_were_and_the_others_stay(
    tmp_path: Path, reports: list[DocumentEntry]
) -> None:
    with open_writer(tmp_path, FINGERPRINT) as store:
        put(store, *reports[1:])
        update_links(tmp_path, store)
        before = store.edges()
        put(store, reports[0])
        update_links(tmp_path, store)
        assert store.linked()
        assert store.linking().changed == 2
        new = [table.table.id for table in reports[0].tables]
        found = store.edges()
        assert [edge for edge in found if edge not in of(new, found)] == before
        update_links(tmp_path, store, fully=True)
        assert store.linking().changed == 0
        assert list(map(told, of(new, found))) == list(map(told, of(new, store.edges())))
        assert len(of(new, found)) > 10


@pytest.mark.usefixtures("incremental", "sparse")
def test_a_table_that_lost_its_link_takes_another(
    tmp_path: Path, reports: list[DocumentEntry]
) -> None:
    with open_writer(tmp_path, FINGERPRINT) as store:
        put(store, *reports)
        update_links(tmp_path, store)
        gone = [table.table.id for table in reports[0].tables]
        bereft = {n for edge in of(gone, store.edges()) for n in (edge.source, edge.target)}
        store.delete_document(reports[0].hash)
        left = store.edges()
        update_links(tmp_path, store)
        assert bereft - set(gone)
        for table in bereft - set(gone):
            assert of([table], store.edges())
        assert len(store.edges()) > len(left)
        assert not of(gone, store.edges())
        assert len(store.links()[0]) == len(store.edges())


@pytest.mark.usefixtures("incremental", "sparse")
def test_when_much_has_changed_all_tables_are_linked_anew(
    tmp_path: Path, reports: list[DocumentEntry]
) -> None:
    with open_writer(tmp_path, FINGERPRINT) as store:
        put(store, *reports[:10])
        update_links(tmp_path, store)
        counts = []
        for entry in reports[10:]:
            store.delete_document(reports[len(counts)].hash)
            put(store, entry)
            update_links(tmp_path, store)
            counts.append(store.linking().changed)
        # Of 20 tables 4 change at each pass; the third one goes beyond the half.
        assert counts == [4, 8, 0, 4]


@pytest.mark.usefixtures("incremental", "sparse")
def test_links_do_not_depend_on_where_a_pass_was_interrupted(
    tmp_path: Path, reports: list[DocumentEntry]
) -> None:
    found = []
    for breaks in (False, True):
        folder = tmp_path / str(breaks)
        with open_writer(folder, FINGERPRINT) as store:
            put(store, *reports[:11])
            update_links(folder, store)
        with open_writer(folder, FINGERPRINT) as store:
            store.delete_document(reports[3].hash)
            put(store, reports[11])
            if breaks:
                put(store, reports[12], reports[11])  # read again, after a kill
        with open_writer(folder, FINGERPRINT) as store:
            put(store, reports[12], reports[13])
            if breaks:
                shutil.rmtree(folder / derived.FOLDER)
            update_links(folder, store)
            assert store.linking().changed > 0
            found.append(store.edges())
    assert found[0] == found[1]


@pytest.mark.usefixtures("incremental")
@pytest.mark.parametrize("seed", range(3))
def test_kept_arrays_are_those_of_the_store_after_any_changes(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    with open_writer(tmp_path, FINGERPRINT) as store:
        present: set[int] = set()
        for _ in range(8):
            for number in random.sample(range(12), 3):
                if number in present and random.random() < 0.5:
                    store.delete_document((f"{number:04x}" * 64)[:64])
                    present.remove(number)
                else:
                    put(store, report(number, random))
                    present.add(number)
            update_links(tmp_path, store)
            found, expected = (
                derived.parts(arrays)
                for arrays in (derived.load(tmp_path, store), derived.build(store))
            )
            for name, part in expected.items():
                np.testing.assert_array_equal(found[name], part, err_msg=name)
            assert store.published() == store.state()


def test_linking_tells_how_far_it_is(tmp_path: Path, reports: list[DocumentEntry]) -> None:
    seen: list[tuple[int, int]] = []
    with open_writer(tmp_path, FINGERPRINT) as store:
        put(store, *reports)
        update_links(tmp_path, store, watch=lambda *state: seen.append(state))
    assert seen == sorted(seen)
    assert seen[-1] == (28, 28)
