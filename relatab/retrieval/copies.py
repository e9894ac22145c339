"""Tables that stand in several documents: a scan filed twice, an appendix filed alone.

Byte-equal files are one document already; here two readings of one printed table meet, so
that letters and digits may differ here and there. Forms of different tests share all their
labels, so the figures decide as much as the text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING

from relatab.domain.text import plain_words

if TYPE_CHECKING:
    from relatab.index.corpus import Corpus
    from relatab.model import Table

FEWEST_NUMBERS = 8
"""Below, two forms that were hardly filled in would be one."""
ALIKE = 0.8
"""Share of the numbers, and of the runs of three letters, that both prints must have."""

LIKELY = 0.4
"""Share of equal cells from which two tables are compared in full: recognised twice, a copy
has one cell in three or four read otherwise."""
LOOKED = 2
"""How many times the tables that are shown are looked through for copies."""

_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)*")


@dataclass(frozen=True, slots=True)
class Print:
    """What a table prints, to be compared: how often each number, and each run of three
    letters or digits within its cells in reading order.
    """

    document: str
    numbers: Counter[str]
    runs: Counter[str]

    @classmethod
    def of(cls, table: Table) -> Print:
        """The print of a table's body."""
        cells = [cell for row in table.body_texts() for cell in row]
        text = "".join(word for cell in cells for word in plain_words(cell))
        triples = zip(text, text[1:], text[2:], strict=False)
        numbers = (number for cell in cells for number in _NUMBER.findall(cell))
        return cls(table.provenance.document_hash, Counter(numbers), Counter(map("".join, triples)))

    def copies(self, other: Print) -> bool:
        """Whether both are readings of one printed table that lies in two documents."""
        if self.document == other.document or self.numbers.total() < FEWEST_NUMBERS:
            return False
        return (
            _in_common(self.numbers, other.numbers) >= ALIKE
            and _in_common(self.runs, other.runs) >= ALIKE
        )


def _in_common(left: Counter[str], right: Counter[str]) -> float:
    """How much of the longer one both have, in [0, 1]."""
    longer = max(left.total(), right.total())
    return (left & right).total() / longer if longer else 0.0


def without_copies(
    corpus: Corpus, tables: Mapping[str, Table], order: Sequence[int], limit: int
) -> dict[int, list[int]]:
    """The first `limit` tables of a ranking that are no copy of one before them, in order.

    By number, each with its copies among the first `LOOKED` x limit tables. tables: the corpus's
    own by id, of which few are asked for.
    """
    looked = order[: LOOKED * limit]
    values = {number: frozenset(corpus.values_of(number)) for number in looked}
    kept: dict[int, list[int]] = {}
    prints: dict[int, Print] = {}

    def printed(number: int) -> Print:
        if number not in prints:
            prints[number] = Print.of(tables[corpus.table_ids[number]])
        return prints[number]

    for number in looked:
        likely = (known for known in kept if _may_be_copies(values[known], values[number]))
        first = next((known for known in likely if printed(known).copies(printed(number))), None)
        if first is not None:
            kept[first].append(number)
        elif len(kept) < limit:
            kept[number] = []
    return kept


def _may_be_copies(one: Set[int], other: Set[int]) -> bool:
    """A look at the values that are in the index anyway, which spares reading most tables."""
    shorter, longer = sorted((len(one), len(other)))
    return shorter >= LIKELY * longer and len(one & other) >= LIKELY * longer
