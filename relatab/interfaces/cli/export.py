"""`relatab export`: many tables into one file."""

from __future__ import annotations

from pathlib import Path

import click

from relatab.errors import QueryError
from relatab.interfaces.cli.console import report_absent, say
from relatab.interfaces.cli.lookup import complete
from relatab.interfaces.cli.options import (
    index_option,
    limit_option,
    method_option,
    model_option,
    question,
)
from relatab.interfaces.exports import WRITERS, export


@click.command("export", short_help="Write many tables to Excel, CSV, Parquet or JSON lines.")
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "-q",
    "--query",
    metavar="TEXT",
    callback=question,
    help="Only the tables found for this question, at most as many as --limit.",
)
@click.option(
    "-t", "--table", "typed", multiple=True, metavar="TABLE", help="Only this table; repeatable."
)
@limit_option
@method_option
@model_option
@index_option
def command(
    out: Path,
    query: str | None,
    typed: tuple[str, ...],
    limit: int,
    method: str,
    model: str | None,
    index_folder: Path,
) -> None:
    """Write tables with caption, document and page to OUT: .xlsx, .csv, .parquet or .jsonl.

    All tables of the index, or those of a question, or those named.
    """
    if out.suffix.lower() not in WRITERS:
        raise click.UsageError(f"{out}: use one of {', '.join(WRITERS)}")
    if query is not None and typed:
        raise click.UsageError("give --query or --table, not both")

    from relatab.index.corpus import Corpus
    from relatab.index.store import open_reader
    from relatab.retrieval.presence import availability

    if query is not None:
        from relatab.interfaces.cli.encoders import encoder_of, settings_of
        from relatab.retrieval import search

        encoder, fingerprint = encoder_of(index_folder, model)
        with Corpus.open(index_folder, fingerprint) as corpus:
            answer = search(corpus, encoder, query, settings_of(method, model), limit=limit)
            found = corpus.tables([hit.table_id for hit in answer.hits])
            tables = [found[hit.table_id] for hit in answer.hits]
    else:
        with open_reader(index_folder) as reader:
            ids = [complete(reader, name) for name in typed] or reader.table_ids()
            found = reader.tables(ids)
            tables = [found[table_id] for table_id in ids]
    if not tables:
        raise QueryError("there is no table to export")
    known = availability(table.provenance.path for table in tables)
    export(tables, known, out)
    report_absent(known)
    say(f"wrote {len(tables)} table{'s' if len(tables) > 1 else ''} to {out}")
