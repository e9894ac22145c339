"""Which questions and tables are compared with each other in one step of training."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from relatab.training.material import Material

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Batch:
    """Numbers of examples and of the tables that each of them is compared with."""

    examples: tuple[int, ...]
    tables: tuple[int, ...]


def epoch_batches(
    material: Material,
    *,
    size: int,
    per_source: int,
    neighbours: int,
    wrong: int,
    seed: int,
) -> list[Batch]:
    """Every example once, in batches of at most `size`, in an order that the seed decides.

    per_source: examples about one source that come together, so that its tables, all in
    one batch, are hard negatives for each other; 1 mixes freely.
    neighbours: tables of a source in a batch besides the gold ones; 0: gold tables alone.
    wrong: known wrong tables of the examples that are added to a batch, at most.
    """
    chance = random.Random(seed)  # noqa: S311 - an order of examples is no secret
    of_source: dict[str, list[int]] = {}
    for number, example in enumerate(material.examples):
        of_source.setdefault(material.sources[example.gold[0]], []).append(number)
    tables_of: dict[str, list[int]] = {}
    for number, source in enumerate(material.sources):
        tables_of.setdefault(source, []).append(number)
    chunks = [
        chunk
        for source in sorted(of_source)
        for chunk in _chunks(_shuffled(of_source[source], chance), per_source)
    ]
    chance.shuffle(chunks)
    return [
        Batch(examples, _tables(material, examples, tables_of, neighbours, wrong, chance))
        for examples in _filled(chunks, size)
    ]


def _tables(
    material: Material,
    examples: Sequence[int],
    tables_of: dict[str, list[int]],
    neighbours: int,
    wrong: int,
    chance: random.Random,
) -> tuple[int, ...]:
    """Gold tables first, then those of the same sources, then known wrong ones; no repetition."""
    chosen = [table for number in examples for table in material.examples[number].gold]
    for source in dict.fromkeys(material.sources[table] for table in chosen):
        others = [table for table in tables_of[source] if table not in chosen]
        chosen += chance.sample(others, min(neighbours, len(others)))
    known = [table for number in examples for table in material.examples[number].wrong]
    others = sorted(set(known) - set(chosen))
    chosen += chance.sample(others, min(wrong, len(others)))
    return tuple(dict.fromkeys(chosen))


def positives_and_ignored(material: Material, batch: Batch) -> tuple[Mask, Mask]:
    """Which tables of a batch answer each of its examples, and which are no evidence either way.

    Both of shape (examples, tables). No evidence is a table whose text is that of a gold table,
    such as a repeated one, or which answers the same question asked elsewhere in the
    batch: as a negative it would teach the opposite.
    """
    answers: dict[str, set[int]] = {}
    for number in batch.examples:
        example = material.examples[number]
        answers.setdefault(example.question, set()).update(example.gold)
    positive = np.zeros((len(batch.examples), len(batch.tables)), dtype=bool)
    alike = np.zeros_like(positive)
    for row, number in enumerate(batch.examples):
        example = material.examples[number]
        texts = {material.tables[table] for table in answers[example.question]}
        for column, table in enumerate(batch.tables):
            positive[row, column] = table in example.gold
            alike[row, column] = material.tables[table] in texts
    return positive, alike & ~positive


def partners(material: Material, batch: Batch) -> Mask:
    """Which tables of a batch answer a question of it together: (tables, tables), symmetric."""
    place = {table: position for position, table in enumerate(batch.tables)}
    together = np.zeros((len(batch.tables), len(batch.tables)), dtype=bool)
    for number in batch.examples:
        places = [place[table] for table in material.examples[number].gold]
        together[np.ix_(places, places)] = True
    np.fill_diagonal(together, val=False)
    return together


def _shuffled(numbers: Sequence[int], chance: random.Random) -> list[int]:
    return chance.sample(numbers, len(numbers))


def _chunks(numbers: Sequence[int], size: int) -> list[list[int]]:
    return [list(numbers[start : start + size]) for start in range(0, len(numbers), size)]


def _filled(chunks: Sequence[Sequence[int]], size: int) -> list[tuple[int, ...]]:
    """Chunks put together, in order, to batches of `size`; a chunk may be cut in two."""
    numbers = [number for chunk in chunks for number in chunk]
    return [tuple(batch) for batch in _chunks(numbers, size)]
