"""Values that two tables of an answer give for the same thing and that do not agree.

They are shown side by side and never merged: which one is right, only the engineer can tell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from relatab.domain.facts import Fact, facts
from relatab.retrieval.answer import Conflict, Statement

if TYPE_CHECKING:
    from relatab.model import Table


def conflicts(
    tables: Iterable[tuple[Table, Collection[str]]], asked: Collection[str]
) -> Iterator[Conflict]:
    """The conflicts between tables about a common well, in what the question asks for.

    tables: each with its wells, in the order of the answer; asked: terms of the question. Of
    the same values on the same pages only the first pair is told.
    """
    told = set()
    before: list[tuple[Table, frozenset[str], Fact]] = []
    for table, wells in tables:
        own = frozenset(wells)
        found = [(table, own, fact) for fact in facts(table, asked)] if own else []
        for _, _, fact in found:
            for other, others, known in before:
                if not (own & others and known.disagrees(fact)):
                    continue
                places = frozenset((_place(other, known), _place(table, fact)))
                if places not in told:
                    told.add(places)
                    yield Conflict(_statement(other, known), _statement(table, fact))
        before += found


def _place(table: Table, fact: Fact) -> tuple[str, int | None, str]:
    return table.provenance.path, table.page, fact.value


def _statement(table: Table, fact: Fact) -> Statement:
    return Statement(
        table_id=table.id,
        document=table.provenance.path,
        page=table.page,
        row=fact.row,
        column=fact.column,
        name=fact.name,
        value=fact.value,
    )
