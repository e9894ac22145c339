"""A question in, ranked and selected tables with explanations out."""

from relatab.retrieval.answer import (
    Answer,
    Availability,
    Conflict,
    Copy,
    Hit,
    Hop,
    Match,
    Statement,
    answer_to_json,
    hop_to_json,
)
from relatab.retrieval.search import search

__all__ = [
    "Answer",
    "Availability",
    "Conflict",
    "Copy",
    "Hit",
    "Hop",
    "Match",
    "Statement",
    "answer_to_json",
    "hop_to_json",
    "search",
]
