from collections.abc import Sequence
from dataclasses import astuple
from itertools import combinations
from pathlib import Path

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
from relatab.index.records import Edge
from relatab.index.store import open_writer
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
        values = Comparison(derived.build(store)).values
    assert set(values.numbers.tolist()) == {text_number("0x"), text_number("1x")}
    assert np.diff(values.offsets).tolist() == [1, 1, 1, 1]


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
