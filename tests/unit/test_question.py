"""What is computed of a question once."""

from pathlib import Path

import pytest
from index_support import ENCODER, FINGERPRINT, make_document, put

from relatab.index.corpus import Corpus
from relatab.index.store import open_writer
from relatab.retrieval.question import Question


@pytest.mark.parametrize(
    ("text", "own"),
    [
        (
            "Tykningstid for halesementen i Terna",
            "tykningstid halesementen thicken time cement terna",
        ),
        ("thickening time for cement in Terna", "thicken time cement terna"),
    ],
)
def test_words_of_the_trade_in_another_language_are_asked_for_in_english_too(
    tmp_path: Path, text: str, own: str
) -> None:
    with open_writer(tmp_path, FINGERPRINT) as store:
        put(store, make_document("a", [("Cement", [["Thickening time"], ["4:10"]])]))
    with Corpus.open(tmp_path, FINGERPRINT) as corpus:
        terms = Question(text, corpus, ENCODER).terms
    assert {term for term, weight in terms.items() if weight == 1.0} == set(own.split())
