"""Where the words of a question stand in a table: the cells, and the rows worth a preview."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from relatab.domain.terms import search_terms
from relatab.retrieval.answer import Match

if TYPE_CHECKING:
    from relatab.model import Cell, Table

PREVIEW_ROWS = 4
MOST_MATCHES = 5
MOST_CELLS = 2_000
"""Cells of a table that are looked through: a mud log of 9,000 rows would cost seconds."""
LONGEST_PHRASE = 4
"""Words of one printed term at most: `13 3 / 8"` has that many."""
SHORTEST_NUMBER = 3
"""Digits from which a lone number of a caption, such as a year, says something."""


def cell_matches(
    table: Table, weights: Mapping[str, float], linked: Collection[str] = ()
) -> tuple[tuple[Match, ...], tuple[int, ...]]:
    """The body cells with terms of the question, best first, and the rows to preview.

    weights: of the terms, > 0. At most `MOST_MATCHES` cells, those of the best rows first: a
    row counts by all terms that it and the label over it hold, so that "tail" is the tail
    slurry of the casing that was asked for, then by its best cell ("15 Oct"). The rows are numbers
    in the grid, ascending: `PREVIEW_ROWS` at most, the first of the table where no others
    match, and the labels over them. linked: terms by which the table was reached; rows
    with them go before others that match as well.
    """
    found: dict[Cell, set[str]] = {}
    rows: defaultdict[int, set[str]] = defaultdict(set)
    ties: defaultdict[int, set[str]] = defaultdict(set)
    for cell in _body_cells(table):
        printed = set(search_terms(cell.meaning))
        ties[cell.row] |= printed.intersection(linked)
        if terms := weights.keys() & printed:
            found[cell] = terms
            rows[cell.row] |= terms
    for group in table.row_groups:
        if terms := weights.keys() & set(search_terms(group.label)):
            for row in range(group.row, group.row_end):
                rows[row] |= terms
    cell_weights = {cell: _total(terms, weights) for cell, terms in found.items()}
    strongest: defaultdict[int, float] = defaultdict(float)
    for cell, weight in cell_weights.items():
        strongest[cell.row] = max(strongest[cell.row], weight)

    def row_rank(row: int) -> tuple[float, float, int, int]:
        return -_total(rows.get(row, ()), weights), -strongest[row], -len(ties[row]), row

    best = sorted(found, key=lambda cell: (row_rank(cell.row), -cell_weights[cell], cell.column))
    shown = sorted(range(table.header_rows, table.n_rows), key=row_rank)[:PREVIEW_ROWS]
    matches = tuple(map(_match, best[:MOST_MATCHES]))
    return matches, tuple(sorted({*shown, *_label_rows(table, shown)}))


def noted_cells(table: Table, rows: Collection[int]) -> tuple[Match, ...]:
    """The cells that start in some rows and were read with doubt or stand for another text."""
    return tuple(
        _match(cell)
        for cell in table.cells
        if cell.row in rows and (cell.doubtful or cell.stands_for is not None)
    )


def _match(cell: Cell) -> Match:
    return Match(cell.row, cell.column, cell.text, cell.confidence, cell.stands_for)


def printed_terms(text: str, terms: Iterable[str]) -> Iterator[str]:
    """The shortest runs of printed words that stand for a term, each term once.

    text: a caption or column name; terms: as `domain.terms.search_terms` makes them.
    """
    open_terms = set(terms)
    words = text.split()
    for length in range(1, LONGEST_PHRASE + 1):
        for start in range(len(words) - length + 1):
            phrase = " ".join(words[start : start + length])
            if found := open_terms.intersection(search_terms(phrase)):
                open_terms -= found
                yield phrase.strip(".,;:()[]")


def telling_phrases(text: str, terms: Iterable[str]) -> list[str]:
    """The printed terms of a text that are worth a quotation.

    Left out is what a longer one holds ("3" beside "DST no. 3") and a lone number of one or
    two digits, which is mostly that of the table itself.
    """
    phrases = list(printed_terms(text, terms))
    return [
        phrase
        for phrase in phrases
        if not (phrase.isdecimal() and len(phrase) < SHORTEST_NUMBER)
        and not any(phrase != other and f" {phrase} " in f" {other} " for other in phrases)
    ]


def _label_rows(table: Table, shown: Iterable[int]) -> Iterator[int]:
    """The rows that hold the labels over the rows shown: which well, which section."""
    labels = {(cell.row, cell.text) for cell in table.cells}
    for group in table.row_groups:
        under = any(group.row <= row < group.row_end for row in shown)
        if under and (group.row - 1, group.label) in labels:
            yield group.row - 1


def _body_cells(table: Table) -> Iterator[Cell]:
    cells = (cell for cell in table.cells if cell.row >= table.header_rows and cell.text)
    for _, cell in zip(range(MOST_CELLS), cells, strict=False):
        yield cell


def _total(terms: Iterable[str], weights: Mapping[str, float]) -> float:
    return sum(weights[term] for term in sorted(terms))
