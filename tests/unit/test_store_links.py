"""Conformance suite of the store: links, and what unlinks the tables, in any implementation."""

from dataclasses import replace

from index_support import make_document, put

from relatab.core.evidence import LinkEvidence
from relatab.index.records import (
    Edge,
    Linking,
)
from relatab.index.store import Writer

CASING = ("Casing data of well 7/11-1", [["Size (in)", "Depth (m)"], ["9 5/8", "2504"]])
MUD = ("Mud weights", [["Depth (m)", "Mud weight (ppg)"], ["2504", "10.3"], ["", "12.1"]])
WHY = LinkEvidence(0.5, -0.25, 1, 0, 0.1, 1 / 3, 0.3, ("v",), (1, 0), ("well:7/11-1",), 1.0)


def linked_tables(store: Writer) -> list[str]:
    """Ids of four tables in a store."""
    entry = put(store, make_document("a", [CASING, MUD, CASING, MUD]))
    return [table.table.id for table in entry.tables]


def test_edges_replace_all_former_ones_and_make_the_index_linked(store: Writer) -> None:
    a, b, c, d = linked_tables(store)
    assert not store.linked()
    weak = LinkEvidence(value_overlap=0.7)
    edges = [Edge(a, b, replace(WHY, word_overlap=0.3)), Edge(a, c, weak), Edge(b, d, weak)]
    store.replace_edges([Edge(c, d, WHY), Edge("unknown", a, WHY)])
    store.replace_edges(edges)
    assert store.linked()
    assert store.edges() == edges
    assert store.edges([(b, d), (a, b), (a, d)]) == [edges[0], edges[2]]
    assert store.edges([]) == []


def test_some_edges_are_changed_and_dropped(store: Writer) -> None:
    a, b, c, d = linked_tables(store)
    gone = put(store, make_document("b", [CASING]), "/b").tables[0].table.id
    weak = LinkEvidence(value_overlap=0.7)
    store.replace_edges([Edge(a, b, weak), Edge(a, c, weak), Edge(a, gone, weak)])
    handles = store.handles()
    store.delete_document("b" * 64)
    assert len(store.links()[0]) == 3
    assert [edge.target for edge in store.edges()] == [b, c]
    dropped = [(handles[a], handles[b]), (handles[a], handles[gone])]
    store.change_edges([Edge(a, c, LinkEvidence()), Edge(c, d, weak)], dropped)
    assert store.linked()
    assert store.edges() == [Edge(a, c, LinkEvidence()), Edge(c, d, weak)]
    assert len(store.links()[0]) == 2


def test_links_are_read_as_arrays(store: Writer) -> None:
    a, b, c, d = linked_tables(store)
    handles = store.handles()
    store.replace_edges([Edge(b, c, WHY), Edge(a, d, LinkEvidence(value_overlap=0.7))])
    ends, measures = store.links()
    assert ends.tolist() == [[handles[a], handles[d]], [handles[b], handles[c]]]
    assert measures.tolist() == [
        [0, 0, 0, 0, 700_000, 0],
        [500_000, -250_000, 100_000, 333_333, 300_000, 1_000_000],
    ]
    store.replace_edges([])
    ends, measures = store.links()
    assert ends.shape == (0, 2)
    assert measures.shape == (0, 6)


def test_a_linking_tells_what_it_covered_and_what_changed_since_all_were_linked(
    store: Writer,
) -> None:
    assert store.linking() == Linking()
    linked_tables(store)
    store.replace_edges([])
    full = store.linking()
    assert (full.tables, full.fully, full.changed) == (4, 4, 0)
    assert full.through == max(store.handles().values())
    put(store, make_document("b", [CASING]), "/b")
    store.change_edges([], [])
    later = store.linking()
    assert (later.tables, later.fully, later.changed) == (5, 4, 1)
    assert later.token != full.token
    store.delete_document("a" * 64)
    put(store, make_document("c", [MUD]), "/c")
    store.change_edges([], [])
    assert store.linking().changed == 1 + 4 + 1
    store.replace_edges([])
    assert (store.linking().fully, store.linking().changed) == (2, 0)


def test_levels_are_those_of_the_last_linking_of_each_table(store: Writer) -> None:
    linked_tables(store)
    handles = list(store.handles().values())
    store.replace_edges([], {handles[0]: 0.25, handles[1]: 0.5})
    store.change_edges([], [], {handles[1]: 0.75})
    assert store.levels() == {handles[0]: 0.25, handles[1]: 0.75}


def test_names_of_wells_take_the_place_of_former_ones_and_unlink_the_index(store: Writer) -> None:
    assert store.well_names() == {}
    store.replace_edges([])
    store.replace_well_names({"COD-1": "7/11-1", "CLASS-3": None})
    assert store.well_names() == {"COD-1": "7/11-1", "CLASS-3": None}
    assert not store.linked()
    store.replace_edges([])
    store.replace_well_names({"CLASS-3": None, "COD-1": "7/11-1"})
    assert store.linked()
    store.replace_well_names({})
    assert store.well_names() == {}


def test_a_changed_document_unlinks_the_index(store: Writer) -> None:
    store.replace_edges([])
    put(store, make_document("a", [CASING]))
    assert not store.linked()


def test_the_generation_grows_with_every_change_of_content(store: Writer) -> None:
    seen = [store.generation()]
    entry = put(store, make_document("a", [CASING]))
    seen.append(store.generation())
    store.replace_edges([])
    seen.append(store.generation())
    store.delete_document(entry.hash)
    seen.append(store.generation())
    assert seen == sorted(set(seen))
    store.delete_document(entry.hash)
    assert store.generation() == seen[-1]
