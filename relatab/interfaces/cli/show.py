"""`relatab show`: one table with where it stands."""

from __future__ import annotations

from pathlib import Path

import click

from relatab.interfaces.cli.console import report_absent, say, text_writer
from relatab.interfaces.cli.lookup import find_table
from relatab.interfaces.cli.options import (
    index_option,
    json_option,
    password_option,
    table_argument,
)
from relatab.interfaces.exports import export
from relatab.interfaces.formats import TEXT_FORMATS, to_json


@click.command("show", short_help="Show one table, or a picture of its page.")
@table_argument
@click.option(
    "--format",
    "format_name",
    type=click.Choice([*TEXT_FORMATS, "xlsx"]),
    default="text",
    show_default=True,
    help="How the table is written; xlsx needs --out.",
)
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write to a file in place of stdout.",
)
@click.option(
    "--image",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="PNG",
    help="Write a picture of the page with the table outlined (PDF and scans); of a table over "
    "several pages one each, as PNG-pN.png.",
)
@password_option
@index_option
@json_option
def command(
    table: str,
    format_name: str,
    out: Path | None,
    image: Path | None,
    password: str | None,
    index_folder: Path,
    *,
    as_json: bool,
) -> None:
    """Show one table with its caption, document, page and notes.

    TABLE is an id from `relatab search`; its first characters are enough.
    """
    if format_name == "xlsx" and out is None:
        raise click.UsageError("--format xlsx needs --out FILE")
    from relatab.retrieval.presence import availability

    found = find_table(index_folder, table)
    known = availability([found.provenance.path])
    report_absent(known)
    if image is not None:
        from relatab.interfaces.pictures import write_pictures

        for written, page in write_pictures(found, image, password):
            say(f"wrote {written} (page {page})")
        return
    if format_name == "xlsx" and out is not None:
        whole = out if out.suffix.lower() == ".xlsx" else out.with_name(out.name + ".xlsx")
        export([found], known, whole)
        return
    write = to_json if as_json else TEXT_FORMATS[format_name]
    if out is None:
        click.echo((write if as_json else text_writer(format_name))(found), nl=False)
    else:
        out.write_text(write(found), encoding="utf-8", errors="backslashreplace")
