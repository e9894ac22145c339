"""How a document as a whole sets its header rows, which tells of tables that say nothing.

Where headers stand in bold type or on a shade as a rule, a first row of plain words over
plain words is no header: a list of terms or a grammar has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from extractors.base import RawTable
from extractors.cells import filled, quantity_of
from extractors.headers import count_header_rows

MIN_TABLES = 4
"""With its header set off; fewer are chance."""

MIN_SHARE = 0.6
"""Of the tables with a header by their texts; the rest have it plain or have none."""


def with_header_habit(tables: Sequence[RawTable]) -> list[RawTable]:
    """The tables of one document, those whose header is in doubt marked as having none.

    Nothing changes where the source marks the header or words stand over numbers.
    """
    if len(tables) <= MIN_TABLES:
        return list(tables)
    headed = [table for table in tables if not table.layout and count_header_rows(table) > 0]
    set_off = sum(all(_bold(table)) for table in headed)
    if set_off < MIN_TABLES or set_off < MIN_SHARE * len(headed):
        return list(tables)
    doubtful = {
        id(table)
        for table in headed
        if table.header_rows is None and not any(_bold(table)) and not _has_numbers(table)
    }
    return [replace(table, header_rows=0) if id(table) in doubtful else table for table in tables]


def _bold(table: RawTable) -> list[bool]:
    return [cell.bold for cell in filled(table.cells) if cell.row == 0]


def _has_numbers(table: RawTable) -> bool:
    """Whether numbers stand below the first row: words over numbers are a header."""
    return any(quantity_of(cell) for cell in table.cells if cell.row > 0 and cell.column > 0)
