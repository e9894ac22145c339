"""`relatab extract`: the tables of files, without an index."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import click

from relatab.errors import RelatabError
from relatab.interfaces.cli.console import progress_bar, say, text_writer, write_json_list
from relatab.interfaces.cli.options import json_option, reading_options
from relatab.interfaces.formats import TEXT_FORMATS
from relatab.model import Extraction
from relatab.model_json import issue_to_json, table_to_json


@click.command("extract", short_help="Write the tables of files, without an index.")
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
    outcomes: list[bool] = []
    documents = _reported(_extract_all(paths, ocr, password), outcomes)
    if as_json:
        write_json_list(map(_to_json, documents))
    else:
        write = text_writer(format_name)
        for document in documents:
            for table in document.found.tables:
                click.echo(write(table))
    if not outcomes:
        raise RelatabError(f"{', '.join(map(str, paths))}: no file that relatab reads")
    if not any(outcomes):
        raise RelatabError("none of the files could be read; the reasons stand above")


class Document(NamedTuple):
    """What one file gave: its extraction, or an empty one and the error; the seconds it took."""

    path: Path
    found: Extraction
    error: str | None
    seconds: float


def _reported(documents: Iterator[Document], outcomes: list[bool]) -> Iterator[Document]:
    """The same documents, each told on stderr once it has been written, and whether it could
    be read.
    """
    for document in documents:
        yield document
        outcomes.append(document.error is None)
        if document.error:
            say(f"relatab: {document.error}")
            continue
        for issue in document.found.issues:
            page = f", page {issue.page}" if issue.page else ""
            say(f"{document.path}{page}: {issue.message}")
        say(f"{document.path}: {len(document.found.tables)} tables, {document.found.pages} pages")


def _extract_all(paths: tuple[Path, ...], ocr: str, password: str | None) -> Iterator[Document]:
    """Each file with its extraction or its error, and the seconds it took."""
    from extractors.base import Options
    from relatab.index.workers import extract_here

    files = _files(paths)
    options = Options(password=password, ocr=ocr)
    with progress_bar("files", hidden=sys.stdout.isatty()) as progress:
        task = progress.add_task("Extracting", total=len(files), note="")
        for path in files:
            progress.update(task, note=path.name)
            started = time.perf_counter()
            outcome = extract_here(str(path), options, lambda *_: None)
            error = f"{path}: {outcome.reason}" if outcome.reason else None
            progress.advance(task)
            found = outcome.extraction or Extraction(())
            yield Document(path, found, error, time.perf_counter() - started)


def _files(paths: tuple[Path, ...]) -> list[Path]:
    """The files named, and those of the folders named that relatab reads, sorted."""
    from relatab.index.scan import document_files

    return [file for path in paths for file in (document_files(path) if path.is_dir() else [path])]


def _to_json(document: Document) -> dict[str, Any]:
    """The JSON form of a file; "page_readings" are its pages without good text of their own, as
    in `relatab status --json`.
    """
    out: dict[str, Any] = {
        "file": document.path.name,
        "path": str(document.path),
        "seconds": round(document.seconds, 3),
        "pages": document.found.pages,
        "page_readings": [asdict(reading) for reading in document.found.readings],
        "tables": [table_to_json(table) for table in document.found.tables],
        "issues": [issue_to_json(issue) for issue in document.found.issues],
    }
    return out | ({"error": document.error} if document.error else {})
