"""A method run over the questions of a data set."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from relatab.evaluation.metrics import mean, ranked_measures, set_measures
from relatab.retrieval.search import rank

if TYPE_CHECKING:
    from relatab.embedding import Encoder
    from relatab.evaluation.corpus import IndexedDataset
    from relatab.evaluation.datasets import Question
    from relatab.settings import Settings

DEPTH = 100
"""Ranked tables that a run keeps of a question."""
MOST_TOLD = 3
"""Questions of so many gold tables and of more are one part: few have four."""


@dataclass(frozen=True, slots=True)
class Run:
    """What a method answered, by question id: tables ranked, best first, and the chosen set.

    seconds: for all questions together.
    """

    ranked: dict[str, tuple[str, ...]]
    sets: dict[str, tuple[str, ...]]
    seconds: float


def answer_all(
    indexed: IndexedDataset,
    encoder: Encoder,
    questions: Iterable[Question],
    settings: Settings,
    watch: Callable[[], None] = lambda: None,
) -> Run:
    """Rank the tables of a data set for every question; a method sees only its text.

    watch: called after each question.
    """
    corpus, names = indexed.corpus, indexed.names
    ranked, sets, started = {}, {}, time.perf_counter()
    for question in questions:
        ranking = rank(corpus, encoder, question.text, settings)
        ranked[question.id] = tuple(names[number] for number in ranking.order[:DEPTH])
        chosen = [number for number in ranking.order if number in ranking.selected]
        sets[question.id] = tuple(names[number] for number in chosen)
        watch()
    return Run(ranked, sets, time.perf_counter() - started)


def parts_by_gold(questions: Iterable[Question]) -> dict[str, list[Question]]:
    """The questions by the number of their gold tables, fewest first: "1", "2", "3+"."""
    parts: dict[str, list[Question]] = {}
    for question in sorted(questions, key=lambda question: len(question.gold)):
        name = str(len(question.gold)) if len(question.gold) < MOST_TOLD else f"{MOST_TOLD}+"
        parts.setdefault(name, []).append(question)
    return parts


def question_measures(run: Run, questions: Iterable[Question]) -> list[dict[str, float]]:
    """Measures of every question, of the ranking and, by "set P" and the like, of the set.

    A question that the run lacks counts as nothing found.
    """
    return [
        ranked_measures(run.ranked.get(question.id, ()), question.gold)
        | {
            f"set {name}": value
            for name, value in set_measures(run.sets.get(question.id, ()), question.gold).items()
        }
        for question in questions
    ]


def mean_measures(run: Run, questions: Iterable[Question]) -> dict[str, float]:
    """Means of `question_measures` over the questions, in [0, 1] but for "set size"."""
    return mean(question_measures(run, questions))
