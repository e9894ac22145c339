"""A set that covers what a question asks about: several wells at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from index_support import ENCODER, FINGERPRINT, make_document, vectors_of

from relatab.index.corpus import Corpus
from relatab.index.store import open_writer
from relatab.retrieval.completion import wells_covered
from relatab.retrieval.question import Question
from relatab.retrieval.search import search
from relatab.settings import DEFAULT

WELLS = ("7/11-1", "7/11-2", "25/2-3")
SUBJECTS = ("Casing", "Mud", "Bits", "Cores", "Logs", "Leak-off tests")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    """A report per well with the same tables, and some on other wells."""
    folder = tmp_path_factory.mktemp("index")
    wells = (*WELLS, *(f"34/{block}-1" for block in range(1, 7)))
    with open_writer(folder, FINGERPRINT) as store:
        for number, well in enumerate(wells):
            tables = [
                (f"{subject} of well {well}", [["Depth (m)", "Value"], ["2504", f"{number}"]])
                for subject in SUBJECTS
            ]
            entry = make_document(f"{number:x}", tables, path=f"/{number}.docx")
            store.replace_document(entry, [], vectors_of(entry))
    with Corpus.open(folder) as corpus:
        yield corpus


def question(corpus: Corpus, text: str) -> Question:
    return Question(text, corpus, ENCODER)


def test_each_of_several_wells_asked_for_is_to_be_covered(corpus: Corpus) -> None:
    tables = np.arange(len(corpus))
    asked = question(corpus, "leak-off tests in 7/11-1X and 25/2-3")
    covered = wells_covered(corpus, asked, tables)
    assert covered.shape == (len(corpus), 2)
    about = [set(corpus.arrays.wells(number)) for number in tables]
    assert covered.tolist() == [
        [float(well in own) for well in ("25/2-3", "7/11-1")] for own in about
    ]


@pytest.mark.parametrize("text", ["leak-off tests", "leak-off tests in 7/11-1"])
def test_one_well_or_none_asks_for_no_coverage(corpus: Corpus, text: str) -> None:
    assert wells_covered(corpus, question(corpus, text), np.arange(4)).shape == (4, 0)


def test_the_set_has_a_table_of_every_well_that_is_compared(corpus: Corpus) -> None:
    asked = "compare the leak-off tests of 7/11-1, 7/11-2 and 25/2-3"
    answer = search(corpus, ENCODER, asked, DEFAULT, limit=20)
    first = {hit.caption for hit in answer.hits[: len(WELLS)]}
    assert first == {f"Leak-off tests of well {well}" for well in WELLS}
    assert first <= {hit.caption for hit in answer.hits if hit.selected}


def test_without_weight_wells_are_not_covered(corpus: Corpus) -> None:
    asked = "compare the leak-off tests of 7/11-1, 7/11-2 and 25/2-3"
    settings = replace(DEFAULT, well_coverage_weight=0.0)
    answer = search(corpus, ENCODER, asked, settings, limit=20)
    assert sum(hit.selected for hit in answer.hits) < len(WELLS)
