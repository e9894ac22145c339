"""What an encoder is trained on: questions, and the texts of the tables that answer them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from relatab.errors import DatasetError
from relatab.evaluation.corpus import document_table
from relatab.index.features import dense_text

if TYPE_CHECKING:
    from relatab.evaluation.datasets import Dataset

MIN_HELD_OUT = 8
"""Questions: with fewer held out, chance decides which of two states of a model is better."""


@dataclass(frozen=True, slots=True)
class Example:
    """A question with the numbers of the tables that answer it together.

    wrong: numbers of tables known not to answer it, by its asker or by mining.
    """

    question: str
    gold: tuple[int, ...]
    wrong: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Material:
    """Tables by number, as the texts that an index embeds, and examples over them.

    sources: database or document of each table; tables of one source make the hardest
    negatives for each other.
    """

    tables: tuple[str, ...]
    sources: tuple[str, ...]
    examples: tuple[Example, ...]


def material_of(dataset: Dataset) -> Material:
    """The questions of a data set, and its tables as an index would embed them."""
    numbers = {table.id: number for number, table in enumerate(dataset.tables)}
    return Material(
        tables=tuple(
            dense_text(document_table(table, number), "")
            for number, table in enumerate(dataset.tables)
        ),
        sources=tuple(map(dataset.full_source, dataset.tables)),
        examples=tuple(
            Example(question.text, tuple(numbers[name] for name in question.gold))
            for question in dataset.questions
        ),
    )


def parts_of(text: str) -> tuple[str, ...]:
    """Caption, column names and lines of context of a serialised table, as an index embeds them."""
    return tuple(part for line in text.split("\n") for part in line.split(" | "))


def joined(parts: Iterable[Material]) -> Material:
    """Several materials as one; the numbers of the later ones' tables are moved on."""
    tables: list[str] = []
    sources: list[str] = []
    examples: list[Example] = []
    for part in parts:
        first = len(tables)
        examples += [_moved(example, first) for example in part.examples]
        tables += part.tables
        sources += part.sources
    return Material(tuple(tables), tuple(sources), tuple(examples))


def held_out(material: Material, share: float, *, seed: int) -> tuple[Material, Material | None]:
    """The material in two parts without a common source: to train on, and to judge by.

    share: of the questions that the second part should have, at least; sources that a
    question joins stay together. None for the second part where share is 0, or where
    either part would have fewer than `MIN_HELD_OUT` questions.
    """
    if not material.examples:
        raise DatasetError("there are no questions to train on")
    groups = _groups(material)
    random.Random(seed).shuffle(groups)  # noqa: S311 - a choice of questions is no secret
    wanted, total = share * len(material.examples), len(material.examples)
    chosen: set[int] = set()
    count = 0
    for tables, questions in groups:
        # A group that would take more than twice its share leaves too little to train on.
        if count < wanted and count + questions <= 2 * wanted:
            chosen |= tables
            count += questions
    if min(count, total - count) < MIN_HELD_OUT:
        return material, None
    everything = range(len(material.tables))
    rest = [number for number in everything if number not in chosen]
    return _part(material, rest), _part(material, sorted(chosen))


def _groups(material: Material) -> list[tuple[set[int], int]]:
    """Tables that must stay together, with how many questions are about them."""
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(material.tables)))
    first: dict[str, int] = {}
    for number, source in enumerate(material.sources):
        graph.add_edge(first.setdefault(source, number), number)
    for example in material.examples:
        graph.add_edges_from(pairwise((*example.gold, *example.wrong)))
    groups = [set(group) for group in nx.connected_components(graph)]
    place = {number: group for group, numbers in enumerate(groups) for number in numbers}
    counts = [0] * len(groups)
    for example in material.examples:
        counts[place[example.gold[0]]] += 1
    return list(zip(groups, counts, strict=True))


def _part(material: Material, tables: Sequence[int]) -> Material:
    """The material of some tables, renumbered."""
    numbers = {number: position for position, number in enumerate(tables)}
    return Material(
        tuple(material.tables[number] for number in tables),
        tuple(material.sources[number] for number in tables),
        tuple(
            Example(
                example.question,
                tuple(numbers[number] for number in example.gold),
                tuple(numbers[number] for number in example.wrong if number in numbers),
            )
            for example in material.examples
            if example.gold[0] in numbers
        ),
    )


def _moved(example: Example, by: int) -> Example:
    return Example(
        example.question,
        tuple(number + by for number in example.gold),
        tuple(number + by for number in example.wrong),
    )
