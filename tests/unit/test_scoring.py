from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from index_support import FINGERPRINT, make_document, vectors_of

from relatab.index.corpus import Corpus
from relatab.index.store import open_writer
from relatab.retrieval.scoring import well_agreement

MUD = [["Depth (m)", "Weight (ppg)"], ["2504", "10.3"]]
CAPTIONS = (
    "Mud of well 34/8-A-3 H",
    "Mud of well 7/11-1",
    "Mud of wells 7/11-1 and 7/11-5",
    "Mud",
)
FORM = [["Item", "Entry"], ["Well", "34/8-A-3 H"], ["Nickname", "Terna"]]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    """One report per caption, and a form that gives a well its nickname."""
    folder = tmp_path_factory.mktemp("index")
    tables = [*((caption, MUD) for caption in CAPTIONS), ("Well", FORM)]
    with open_writer(folder, FINGERPRINT) as store:
        for number, table in enumerate(tables):
            entry = make_document(f"{number:x}", [table], path=f"/{number}.docx")
            store.replace_document(entry, [], vectors_of(entry))
    with Corpus.open(folder) as corpus:
        yield corpus


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("mud weight", [0, 0, 0, 0, 0]),
        ("mud weight in 7/11-1", [-1, 1, 1, 0, -1]),
        ("mud weight in 7/11-5", [-1, -1, 1, 0, -1]),
        ("mud weight in Terna", [1, -1, -1, 0, 1]),
        ("mud weight in A-3 H", [1, -1, -1, 0, 1]),
        ("mud weight in 25/2-3", [-1, -1, -1, 0, -1]),
    ],
)
def test_tables_agree_with_the_wells_that_a_question_names(
    corpus: Corpus, question: str, expected: list[int]
) -> None:
    assert well_agreement(corpus, corpus.arrays.register.named_in(question)).tolist() == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("mud of 31/5-4", [1, 0, 0, -1]),
        ("mud of 31/5-4 A", [1, 1, 0, -1]),
        ("mud of 31/5-4 B", [1, 0, 1, -1]),
        ("mud of 31/5-4 C", [1, 0, 0, -1]),
        ("mud of 31/S-4 A", [1, 1, 0, -1]),
    ],
)
def test_another_wellbore_of_the_same_well_counts_neither_for_nor_against(
    tmp_path: Path, question: str, expected: list[int]
) -> None:
    wells = ("31/5-4", "31/5-4 A", "31/5-4 B", "31/5-6")
    with open_writer(tmp_path, FINGERPRINT) as store:
        for number, well in enumerate(wells):
            entry = make_document(f"{number:x}", [(f"Mud of {well}", MUD)], path=f"/{number}.docx")
            store.replace_document(entry, [], vectors_of(entry))
    with Corpus.open(tmp_path) as corpus:
        assert (
            well_agreement(corpus, corpus.arrays.register.named_in(question)).tolist() == expected
        )


def test_an_empty_corpus_agrees_with_nothing(tmp_path: Path) -> None:
    with open_writer(tmp_path, FINGERPRINT):
        pass
    with Corpus.open(tmp_path) as corpus:
        assert well_agreement(corpus, {"7/11-1"}).shape == (0,)
