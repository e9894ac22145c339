"""`relatab related`: the tables linked to a table, and by what."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from relatab.interfaces.cli.console import result_console, write_json
from relatab.interfaces.cli.lookup import complete
from relatab.interfaces.cli.options import (
    index_option,
    json_option,
    limit_option,
    method_option,
    table_argument,
)

if TYPE_CHECKING:
    from relatab.retrieval.linked import Linked


@click.command("related")
@table_argument
@limit_option
@method_option
@index_option
@json_option
def command(table: str, limit: int, method: str, index_folder: Path, *, as_json: bool) -> None:
    """Show the tables linked to TABLE and the chains that link them, strongest first."""
    from relatab.index.corpus import Corpus
    from relatab.index.store import open_reader
    from relatab.retrieval.linked import related
    from relatab.settings import preset

    with open_reader(index_folder) as reader:
        table_id = complete(reader, table)
    with Corpus.open(index_folder) as corpus:
        found = related(corpus, table_id, preset(method), limit=limit)
    if as_json:
        write_json({"table_id": table_id, "related": [_to_json(linked) for linked in found]})
    else:
        _print(found)


def _to_json(linked: Linked) -> dict[str, Any]:
    from relatab.retrieval import hop_to_json

    table = linked.table
    return {
        "table_id": table.id,
        "caption": table.caption.text if table.caption else None,
        "document": table.provenance.path,
        "page": table.page,
        "score": round(linked.score, 6),
        "via": [hop_to_json(hop) for hop in linked.via],
    }


def _print(found: list[Linked]) -> None:
    from rich.markup import escape

    from relatab.retrieval.wording import path_in_words

    console = result_console()
    if not found:
        console.print("No table is linked to it.")
    for rank, linked in enumerate(found, start=1):
        caption = linked.table.caption.text if linked.table.caption else "(no caption)"
        console.print(f"[bold]{rank}. {escape(caption)}[/bold]  [dim]{linked.score:.2f}[/dim]")
        place = linked.table.provenance.place
        console.print(f"   [cyan]{escape(place)}[/cyan]  [dim]{linked.table.id}[/dim]")
        console.print(f"   {escape(path_in_words(linked.via))}")
