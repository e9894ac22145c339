"""One printed table in several documents is one hit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from index_support import ENCODER, FINGERPRINT, make_document, make_table, vectors_of

from relatab.index.corpus import Corpus
from relatab.index.store import open_writer
from relatab.retrieval.answer import answer_to_json
from relatab.retrieval.copies import Print
from relatab.retrieval.search import search
from relatab.settings import DEFAULT

MUD = [
    ["Depth (ft)", "Weight (ppg)", "Viscosity"],
    ["0-1500", "8.6", "45"],
    ["1500-6500", "9.4", "42"],
    ["6500-10300", "10.8", "47"],
    ["10300-13036", "12.0", "51"],
]
MISREAD = [[*row] for row in MUD]
MISREAD[0][1] = "We1ght (ppg)"
MISREAD[3][0] = "6500-103OO"


def prints(rows: list[list[str]], content: str) -> Print:
    return Print.of(make_table(rows, content=content * 64))


def test_a_second_reading_with_a_misread_cell_is_a_copy() -> None:
    assert prints(MUD, "a").copies(prints(MISREAD, "b"))
    assert prints(MISREAD, "b").copies(prints(MUD, "a"))


def test_the_same_form_with_other_figures_is_no_copy() -> None:
    other = [MUD[0], *([f"{row[0]}1", f"1{row[1]}", "60"] for row in MUD[1:])]
    assert not prints(MUD, "a").copies(prints(other, "b"))


def test_two_tables_of_one_document_are_no_copies() -> None:
    assert not prints(MUD, "a").copies(prints(MUD, "a"))


def test_forms_that_were_hardly_filled_in_are_no_copies() -> None:
    form = [["Item", "Entry"], ["Formation", ""], ["Zone", "3"], ["Status", ""]]
    assert not prints(form, "a").copies(prints(form, "b"))


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    """A mud program, a second reading of it, and a like one of another section."""
    folder = tmp_path_factory.mktemp("index")
    like = [MUD[0], *([f"2{row[0]}", f"3{row[1]}", "77"] for row in MUD[1:])]
    with open_writer(folder, FINGERPRINT) as store:
        for content, rows in (("a", MUD), ("b", MISREAD), ("c", like)):
            entry = make_document(content, [("Mud program", rows)], path=f"/{content}.pdf")
            store.replace_document(entry, [], vectors_of(entry))
    with Corpus.open(folder) as corpus:
        yield corpus


def test_copies_are_one_hit_with_all_their_places(corpus: Corpus) -> None:
    hits = search(corpus, ENCODER, "mud weight", DEFAULT, limit=5).hits
    assert [hit.rank for hit in hits] == [1, 2]
    places = {frozenset((hit.table_id, *(copy.table_id for copy in hit.copies))) for hit in hits}
    a, b, c = (f"{content * 12}-000" for content in "abc")
    assert places == {frozenset((a, b)), frozenset((c,))}


@pytest.mark.parametrize("limit", [1, 2])
def test_the_first_hits_do_not_depend_on_how_many_are_asked_for(corpus: Corpus, limit: int) -> None:
    some = search(corpus, ENCODER, "mud weight", DEFAULT, limit=limit).hits
    more = search(corpus, ENCODER, "mud weight", DEFAULT, limit=5).hits
    assert [hit.table_id for hit in some] == [hit.table_id for hit in more[:limit]]


def test_copies_are_told_in_json(corpus: Corpus) -> None:
    answer = search(corpus, ENCODER, "mud weight", DEFAULT, limit=5)
    told = [table["copies"] for table in answer_to_json(answer)["tables"]]
    assert sorted(map(len, told)) == [0, 1]
    (copy,) = max(told, key=len)
    assert copy["document"] in ("/a.pdf", "/b.pdf")
    assert copy["page"] == 1
