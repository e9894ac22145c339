"""`relatab extract`: the tables of files, without an index."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from relatab.errors import ExtractionError, RelatabError
from relatab.interfaces.cli.console import progress_bar, say, write_json_list
from relatab.interfaces.cli.options import json_option, reading_options
from relatab.interfaces.formats import TEXT_FORMATS
from relatab.model import Extraction, issue_to_json, table_to_json


@click.command("extract")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--format",
    "format_name",
    type=click.Choice([name for name in TEXT_FORMATS if name != "json"]),
    default="text",
    show_default=True,
    help="How tables are written when it is not JSON.",
)
@reading_options
@json_option
def command(
    paths: tuple[Path, ...], format_name: str, ocr: str, password: str | None, *, as_json: bool
) -> None:
    """Write the tables of files or folders, without an index.

    A file that cannot be read is reported and the others go on; the exit code is 1 only
    when nothing could be read.
    """
    documents = _extract_all(paths, ocr, password)
    failures = 0
    if as_json:
        write_json_list(_to_json(*document) for document in documents)
        return
    count = 0
    for path, extraction, error, _ in documents:
        count += 1
        if extraction is None:
            failures += 1
            say(f"relatab: {error}")
            continue
        for table in extraction.tables:
            click.echo(TEXT_FORMATS[format_name](table))
        for issue in extraction.issues:
            say(f"{path}{f', page {issue.page}' if issue.page else ''}: {issue.message}")
        say(f"{path}: {len(extraction.tables)} tables, {extraction.pages} pages")
    if count and failures == count:
        raise RelatabError("none of the files could be read; the reasons stand above")


Document = tuple[Path, Extraction | None, str | None, float]


def _extract_all(paths: tuple[Path, ...], ocr: str, password: str | None) -> Iterator[Document]:
    """Each file with its extraction or its error, and the seconds it took."""
    from extractors import extract
    from extractors.base import Options

    files = _files(paths)
    options = Options(password=password, ocr=ocr)
    with progress_bar("files") as progress:
        task = progress.add_task("Extracting", total=len(files), note="")
        for path in files:
            progress.update(task, note=path.name)
            started = time.perf_counter()
            extraction, error = None, None
            try:
                extraction = extract(path, options)
            except ExtractionError as trouble:
                error = str(trouble)
            progress.advance(task)
            yield path, extraction, error, time.perf_counter() - started


def _files(paths: tuple[Path, ...]) -> list[Path]:
    """The files named, and those of the folders named that relatab reads, sorted."""
    from relatab.index.scan import document_files

    return [file for path in paths for file in (document_files(path) if path.is_dir() else [path])]


def _to_json(
    path: Path, extraction: Extraction | None, error: str | None, seconds: float
) -> dict[str, Any]:
    found = extraction or Extraction(())
    document: dict[str, Any] = {
        "file": path.name,
        "path": str(path),
        "seconds": round(seconds, 3),
        "pages": found.pages,
        "tables": [table_to_json(table) for table in found.tables],
        "issues": [issue_to_json(issue) for issue in found.issues],
    }
    return document | ({"error": error} if error else {})
