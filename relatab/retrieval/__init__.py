"""A question in, ranked and selected tables with explanations out."""

from relatab.retrieval.answer import (
    Answer,
    Availability,
    Hit,
    Hop,
    Match,
    answer_to_json,
    hop_to_json,
)
from relatab.retrieval.search import search

__all__ = [
    "Answer",
    "Availability",
    "Hit",
    "Hop",
    "Match",
    "answer_to_json",
    "hop_to_json",
    "search",
]
