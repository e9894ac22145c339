"""Hard negatives: tables that look like answers to a question and are none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from relatab.core.lexical import BM25, tokens
from relatab.core.vectors import ranking
from relatab.training.material import Example, Material

if TYPE_CHECKING:
    from relatab.core.vectors import Floats
    from relatab.embedding.base import Encoder

_BLOCK = 256  # questions whose cosines to all tables are held in memory together


def with_hard_negatives(material: Material, encoder: Encoder, *, count: int) -> Material:
    """Every example with up to `count` mined negatives after the wrong tables it knows.

    They are drawn in turn from the best of BM25 and of the encoder's cosines, leaving out
    the gold tables and those of the same text.
    """
    if not count:
        return material
    lexical = BM25([tokens(text) for text in material.tables])
    tables = encoder.encode(material.tables)
    return replace(
        material,
        examples=tuple(
            replace(example, wrong=tuple(dict.fromkeys((*example.wrong, *mined))))
            for example, dense in zip(
                material.examples, _cosines(material.examples, tables, encoder), strict=True
            )
            for mined in [
                hard_negatives(
                    material, example, (lexical.scores(tokens(example.question)), dense), count
                )
            ]
        ),
    )


def hard_negatives(
    material: Material, example: Example, scores: Iterable[Floats], count: int
) -> tuple[int, ...]:
    """The best tables by each of several scores in turn, that do not answer the example.

    scores: each of shape (tables,); a table that scores 0 or less is none.
    """
    gold = {material.tables[number] for number in example.gold}
    best = [
        [number for number in _leading(each) if material.tables[number] not in gold][:count]
        for each in scores
    ]
    in_turn = chain.from_iterable(zip_longest(*best))
    return tuple(dict.fromkeys(number for number in in_turn if number is not None))[:count]


def _leading(scores: Floats) -> list[int]:
    """Numbers of the tables that score above 0, best first."""
    order = ranking(scores)
    leading: list[int] = order[scores[order] > 0].tolist()
    return leading


def _cosines(examples: tuple[Example, ...], tables: Floats, encoder: Encoder) -> Iterator[Floats]:
    for start in range(0, len(examples), _BLOCK):
        questions = [example.question for example in examples[start : start + _BLOCK]]
        yield from encoder.encode_questions(questions) @ tables.T
