"""A question judged over a whole corpus: what is found, selected and left out."""

from pathlib import Path

import pytest
from index_support import ENCODER, FINGERPRINT, make_document, vectors_of

from relatab.errors import QueryError
from relatab.index.corpus import Corpus
from relatab.index.store import open_writer
from relatab.retrieval import Answer, search
from relatab.settings import DEFAULT, METHODS, Settings, preset

MUD = ("Mud program", [["Interval", "Weight (ppg)"], ["0 - 4000", "9.1"], ["4000 - 9000", "12"]])
CASING = ("Casing record", [["Size", "Depth (ft)"], ["20", "1600"], ["13 3/8", "5200"]])


def answer(folder: Path, *tables: object, query: str, settings: Settings = DEFAULT) -> Answer:
    with open_writer(folder, FINGERPRINT) as store:
        for content, table in zip("abc", tables, strict=False):
            entry = make_document(content, [table])  # type: ignore[list-item]
            store.replace_document(entry, (), vectors_of(entry))
    with Corpus.open(folder, FINGERPRINT) as corpus:
        return search(corpus, ENCODER, query, settings)


@pytest.mark.parametrize("settings", map(preset, METHODS), ids=METHODS)
def test_the_only_table_of_an_index_is_found_and_selected(
    tmp_path: Path, settings: Settings
) -> None:
    (hit,) = answer(tmp_path, MUD, query="mud weight", settings=settings).hits
    assert (hit.caption, hit.rank, hit.selected) == ("Mud program", 1, True)


def test_the_weaker_of_two_tables_follows_unselected(tmp_path: Path) -> None:
    first, second = answer(tmp_path, MUD, CASING, query="mud program weight").hits
    assert (first.caption, first.selected) == ("Mud program", True)
    assert (second.caption, second.selected) == ("Casing record", False)


def test_an_index_without_tables_answers_with_none(tmp_path: Path) -> None:
    assert answer(tmp_path, query="mud weight").hits == ()


def test_an_empty_question_is_refused(tmp_path: Path) -> None:
    with pytest.raises(QueryError, match="empty"):
        answer(tmp_path, MUD, query="  ")


def test_words_alone_find_no_table_without_a_word_of_the_question(tmp_path: Path) -> None:
    (hit,) = answer(tmp_path, MUD, CASING, query="mud program", settings=preset("bm25")).hits
    assert hit.caption == "Mud program"
    assert answer(tmp_path / "other", MUD, query="zebra", settings=preset("bm25")).hits == ()


def test_meaning_alone_ranks_every_table(tmp_path: Path) -> None:
    hits = answer(tmp_path, MUD, CASING, query="zebra", settings=preset("dense")).hits
    assert len(hits) == 2
    assert {hit.via for hit in hits} == {()}
