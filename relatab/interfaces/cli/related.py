"""`relatab related`: the tables linked to a table, and by what."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from relatab.interfaces.cli.console import result_console, write_json
from relatab.interfaces.cli.lookup import find_table
from relatab.interfaces.cli.options import (
    index_option,
    json_option,
    limit_option,
    method_option,
    table_argument,
)

if TYPE_CHECKING:
    from relatab.model import Table
    from relatab.retrieval.linked import Linked


@click.command("related", short_help="Show the tables linked to a table, and by what.")
@table_argument
@limit_option
@method_option
@index_option
@json_option
def command(table: str, limit: int, method: str, index_folder: Path, *, as_json: bool) -> None:
    """Show the tables linked to TABLE and the chains that link them, strongest first."""
    from relatab.index.corpus import Corpus
    from relatab.retrieval.linked import related
    from relatab.retrieval.presence import checked_links
    from relatab.settings import preset

    known = find_table(index_folder, table)
    with Corpus.open(index_folder) as corpus:
        found = checked_links(related(corpus, known.id, preset(method), limit=limit))
    if as_json:
        write_json({"table_id": known.id, "related": [_to_json(linked) for linked in found]})
    else:
        _print(known, found)


def _to_json(linked: Linked) -> dict[str, Any]:
    from relatab.retrieval import hop_to_json

    table = linked.table
    return {
        "table_id": table.id,
        "caption": table.caption.text if table.caption else None,
        "document": table.provenance.path,
        "availability": linked.availability,
        "page": table.page,
        "scanned": table.scanned,
        "confidence": table.confidence,
        "page_confidence": table.provenance.page_confidence,
        "score": round(linked.score, 6),
        "via": [hop_to_json(hop) for hop in linked.via],
    }


def _print(table: Table, found: list[Linked]) -> None:
    from relatab.interfaces.cli.render import absence_lines, indented, scan_line, styled, titled
    from relatab.interfaces.formats import scan_note_of
    from relatab.retrieval.wording import path_in_words, shortened

    console = result_console()
    name = shortened(table.caption.text) if table.caption else "a table without caption"
    console.print(styled(f"Linked to {name}", "bold"))
    console.print(styled(table.provenance.place, "cyan"))
    if not found:
        console.print("No table is linked to it.")
    for rank, linked in enumerate(found, start=1):
        other = linked.table
        caption = other.caption.text if other.caption else None
        note = scan_note_of(other)
        console.print()
        console.print(
            indented(
                titled(caption, linked.score),
                styled(other.provenance.place, "cyan").append(f"  {other.id}", "dim"),
                *absence_lines(other.provenance.path, linked.availability, linked.via),
                *([scan_line(*note)] if note else []),
                styled(path_in_words(linked.via)),
                start=[styled(f"{rank}.", "bold")],
            )
        )
