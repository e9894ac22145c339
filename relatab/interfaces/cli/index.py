"""`relatab index`: make the index true to files and folders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from relatab.errors import RelatabError
from relatab.interfaces.cli.console import progress_bar, say
from relatab.interfaces.cli.encoders import named_encoder
from relatab.interfaces.cli.options import (
    index_option,
    limit_options,
    model_option,
    pass_options,
    password_option,
    rule_options,
    wish_options,
)

if TYPE_CHECKING:
    from relatab.index.progress import Progress, Summary
    from relatab.index.workers import Limits

MOST_ISSUES = 12


@click.command("index", short_help="Index files and folders of reports, or what changed in them.")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@rule_options
@pass_options
@limit_options
@wish_options
@password_option
@model_option
@index_option
def command(
    paths: tuple[Path, ...],
    jobs: int | None,
    limits: Limits | None,
    wait: float,
    password: str | None,
    model: str | None,
    index_folder: Path,
    *,
    strict: bool,
    retry_failed: bool,
    accept_deletions: bool,
    deep: bool,
    relink: bool,
    **rules: Any,
) -> None:
    """Index files and folders of reports; run it again and only what changed is read.

    Globs are read as in a .gitignore file, upper and lower case alike, from each folder on.
    --include, --exclude, --most-lost and --ocr are kept with the folders: later passes go by
    them until they are given again.
    """
    from extractors.base import Options
    from relatab.index.refresh import update_index
    from relatab.index.roots import Wishes

    encoder = named_encoder(model, lazy=True)
    given = {name: value for name, value in rules.items() if value is not None}
    with progress_on_stderr() as watch:
        summary = update_index(
            index_folder,
            paths,
            encoder=encoder,
            options=Options(password=password),
            jobs=jobs,
            limits=limits,
            wait=wait,
            watch=watch,
            rules=lambda registered: replace(registered, **given),
            wishes=Wishes(retry_failed, accept_deletions, deep, relink),
        )
    report(summary, index_folder)
    if not summary.reached:
        raise RelatabError("nothing could be reached; the reasons stand above")
    if strict:
        check_all_read(summary)


def check_all_read(summary: Summary) -> None:
    """RelatabError where a document could not be read by this or a former pass."""
    if failed := summary.failed + summary.still_failed:
        raise RelatabError(f"{failed} documents could not be read (--strict)")


@contextmanager
def progress_on_stderr() -> Iterator[Callable[[Progress], None]]:
    """A bar of documents with the running counts of pages and tables."""
    with progress_bar("documents") as bar:
        task = bar.add_task("Scanning", total=None, note="")

        def watch(progress: Progress) -> None:
            name = Path(progress.path).name
            of_pages = f"p. {progress.page}/{progress.page_count} " if progress.page_count else ""
            counts = {
                "pages": progress.pages,
                "by OCR": progress.recognised,
                "tables": progress.tables,
                f"of {progress.to_link} linked": progress.linked,
            }
            so_far = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
            titles = {"scan": "Scanning", "read": "Reading", "link": "Linking", "done": "Done"}
            bar.update(
                task,
                description=titles[progress.stage],
                total=progress.files or None,
                completed=progress.files_done,
                note=f"{so_far}  {of_pages}{name}".strip(),
            )

        yield watch


def report(summary: Summary, index_folder: Path) -> None:
    """What a pass did, and what is irregular, on stderr."""
    say(f"Documents: {counts_in_words(summary) or 'none found'}")
    say(f"Read: {summary.pages} pages, {summary.tables} tables in {summary.seconds:.1f} s")
    if summary.scanned:
        say(f"Scans: {summary.scanned} pages, OCR done on {summary.recognised} page images")
    if summary.unread:
        say(f"Left out: {summary.unread} pages that are images; `relatab status` lists them")
    if summary.still_failed:
        say(
            f"Not read before and not changed: {summary.still_failed}; "
            "`relatab status` says why, --retry-failed tries again"
        )
    _report_issues(summary)
    say(f"Index: {index_folder}")


def counts_in_words(summary: Summary) -> str:
    """How many documents and files a pass met with each change: "3 new, 1 deleted"."""
    return ", ".join(f"{count} {name}" for name, count in summary.counts().items() if count)


def _report_issues(summary: Summary) -> None:
    from relatab.index.records import printable

    for path, issue in summary.unavailable:
        say(f"{printable(path)}: {issue.message}; {issue.action}")
    issues = [(path, issue) for path, issue in summary.issues if issue.kind != "no text layer"]
    for path, issue in issues[:MOST_ISSUES]:
        page = f", page {issue.page}" if issue.page else ""
        say(f"  {Path(path).name}{page}: {issue.message}")
    if (more := len(issues) - MOST_ISSUES) > 0:
        say(f"  and {more} more; `relatab status` lists them all")
