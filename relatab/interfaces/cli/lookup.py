"""Finding a table of the index by the id, or the start of one, that a person typed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from relatab.errors import QueryError

if TYPE_CHECKING:
    from relatab.index.store import Reader
    from relatab.model import Table


def find_table(index_folder: Path, typed: str) -> Table:
    """The table; QueryError when there is none, or more than one with that start."""
    from relatab.index.store import open_reader

    with open_reader(index_folder) as reader:
        table_id = complete(reader, typed)
        return reader.tables([table_id])[table_id]


def complete(reader: Reader, typed: str) -> str:
    """The one table id that is, or starts with, what was typed."""
    ids = reader.table_ids()
    if typed in ids:
        return typed
    begun = [table_id for table_id in ids if table_id.startswith(typed)] if typed else []
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise QueryError(
            f"{typed}: {len(begun)} tables start so, such as {begun[0]}; type more of the id"
        )
    raise QueryError(f"{typed}: no such table; `relatab search` shows the ids")
