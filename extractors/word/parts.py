"""Tables of a Word file that its author split by hand over pages, made ready for joining."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from extractors.base import RawTable
from extractors.continuation import Found
from extractors.word.blocks import Block
from extractors.word.neighbours import alone_between

EDGE_BAND = 3.0
"""Points to either side of a column's edge; a border dragged by hand hits within 2."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table stands: its columns' edges in points, how many page breaks the author
    set before its text begins and before it ends, and in which run of pages with the same
    running lines and one count of page numbers.
    """

    edges: tuple[float, ...]
    breaks_at_start: int
    breaks_at_end: int
    run: int


def table_parts(
    tables: Sequence[RawTable], places: Mapping[int, Place], body: Sequence[Block]
) -> list[Found]:
    """The tables with what decides whether each goes on with the one before it.

    places: by position in `tables`; body: the blocks of the document's body. Where a page
    happens to end says nothing: only a break the author set parts a table without a word.
    """
    order = [(index, block.table) for index, block in enumerate(body) if block.line is None]
    alone = alone_between([block.line for block in body])
    first: set[int] = set()
    last: set[int] = set()
    for (_, before), (index, table) in pairwise(order):
        if index in alone:
            first.add(table)
            if {before, table} <= places.keys() and _only_break_between(
                places[before], places[table]
            ):
                last.add(before)
    return [
        Found(
            raw,
            top=0.0,
            bottom=0.0,
            columns=_bands(places[position].edges) if position in places else (),
            first=position in first,
            last=position in last,
        )
        for position, raw in enumerate(tables)
    ]


def _bands(edges: Sequence[float]) -> tuple[tuple[float, float], ...]:
    return tuple((edge - EDGE_BAND, edge + EDGE_BAND) for edge in edges)


def _only_break_between(before: Place, table: Place) -> bool:
    return before.run == table.run and table.breaks_at_start > before.breaks_at_end
