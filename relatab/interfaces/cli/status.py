"""`relatab status`: what the index holds and what was irregular."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from relatab.interfaces.cli.console import result_console, write_json
from relatab.interfaces.cli.options import index_option, json_option
from relatab.interfaces.formats import visible
from relatab.model import Json

if TYPE_CHECKING:
    from rich.console import Console

UNREAD = frozenset({"failed", "file unreadable"})
"""Kinds of issues that leave nothing of a document in the index."""


@click.command("status", short_help="Show what the index holds and every issue.")
@index_option
@json_option
def command(index_folder: Path, *, as_json: bool) -> None:
    """Show the followed folders, what was indexed from them, and every issue."""
    from relatab.index.status import index_status

    status = index_status(index_folder)
    if as_json:
        write_json(status)
    else:
        _print(status)


def _print(status: Json) -> None:
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    console = result_console()
    console.print(
        f"[bold]{escape(status['index'])}[/bold]: {status['documents']} documents, "
        f"{status['tables']} tables, {status['pages']} pages, {status['associations']} links, "
        f"{status['size_bytes'] / 1e6:.1f} MB"
    )
    console.print(f"[dim]model {escape(status['model'])}[/dim]")
    if not status["linked"]:
        console.print(
            "[yellow]Not linked yet: the last pass was interrupted; index again.[/yellow]"
        )
    roots = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("followed", "state", "documents", "last pass"):
        roots.add_column(name, overflow="fold")
    for root in status["roots"]:
        passed = _time(root["last_pass"])
        roots.add_row(escape(root["path"]), root["state"], str(root["documents"]), passed)
    console.print(roots)
    if count := status["duplicates"]:
        files = f"{count} files have" if count > 1 else "1 file has"
        console.print(f"{files} the same content as another one.")
    _print_readings(console, status["page_readings"])
    unread = [issue for issue in status["issues"] if issue["kind"] in UNREAD]
    others = [issue for issue in status["issues"] if issue["kind"] not in UNREAD]
    _print_issues(console, "[red]Could not be read:[/red]", unread)
    _print_issues(console, "Notes:", others)


def _print_readings(console: Console, readings: Sequence[Json]) -> None:
    """How many pages have no text of their own, and how well they were read."""
    sources = Counter(reading["source"] for reading in readings)
    known = [reading["confidence"] for reading in readings if reading["confidence"] is not None]
    if recognised := sources["ocr"]:
        mean = f", mean confidence {sum(known) / len(known):.2f}" if known else ""
        console.print(f"{recognised} pages read by OCR{mean}.")
    if hidden := sources["hidden text"]:
        console.print(f"{hidden} scanned pages read from the text an earlier OCR left in the file.")
    if left := sources["unread"]:
        console.print(f"[yellow]{left} pages have no text and were not read.[/yellow]")


def _print_issues(console: Console, heading: str, issues: Iterable[Json]) -> None:
    from rich.padding import Padding

    from relatab.interfaces.cli.render import styled

    for number, issue in enumerate(sorted(issues, key=_place)):
        if not number:
            console.print(heading)
        page = f", p. {issue['page']}" if issue["page"] else ""
        line = styled(f"{_name(issue['document'])}{page}", "cyan")
        line.append(f": {visible(issue['message'])}", "not cyan")
        console.print(Padding(line, (0, 0, 0, 2)))


def _time(passed: str | None) -> str:
    return passed.replace("T", " ").replace("+00:00", " UTC") if passed else "never"


def _place(issue: Json) -> tuple[str, int]:
    return issue["document"], issue["page"] or 0


def _name(path: str) -> str:
    return Path(path).name or path
