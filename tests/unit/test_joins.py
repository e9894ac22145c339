"""How a question falls into parts."""

import pytest

from relatab.retrieval.joins import question_parts


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "Show the stadium name and the number of concerts in each stadium.",
            ["stadium name", "concerts", "stadium"],
        ),
        (
            'What is the mud weight, in well 7/11-1, below the 9 5/8" shoe?',
            ["mud weight", "well 7/11-1", "below", "9 5/8", "shoe"],
        ),
        ("Which is it?", ["Which is it?"]),
        ("rate rate and rate", ["rate rate", "rate"]),
    ],
)
def test_parts_are_the_runs_between_function_words(question: str, parts: list[str]) -> None:
    assert question_parts(question) == parts
