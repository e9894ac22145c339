"""`relatab status`: what the index holds and what was irregular."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from relatab.interfaces.cli.console import result_console, write_json
from relatab.interfaces.cli.options import index_option, json_option
from relatab.interfaces.formats import in_hundredths, visible
from relatab.model import DOUBTFUL, is_doubtful
from relatab.model_json import Json

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

UNREAD = frozenset({"failed", "file unreadable"})
"""Kinds of issues that leave nothing of a document in the index."""


OF_SCANS = frozenset({"ocr doubtful", "no text layer"})
"""Kinds of issues that the pages listed as doubtful or as not read tell already."""


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
    _print_readings(console, status)
    unread = [issue for issue in status["issues"] if issue["kind"] in UNREAD]
    others = [issue for issue in status["issues"] if issue["kind"] not in UNREAD | OF_SCANS]
    _print_issues(console, "[red]Could not be read:[/red]", unread)
    _print_issues(console, "Notes:", others)


def _print_readings(console: Console, status: Json) -> None:
    """How many pages have no text of their own, how well they were read, and the bad ones."""
    readings = status["page_readings"]
    sources = Counter(reading["source"] for reading in readings)
    ways = {"ocr": "by OCR", "text layer": "from the text that an earlier OCR left"}
    parts = [f"{sources[source]} {way}" for source, way in ways.items() if sources[source]]
    if parts:
        mean = status["page_confidence"]
        known = f", mean confidence {in_hundredths(mean)}" if mean is not None else ""
        console.print(f"Scanned pages: {', '.join(parts)}{known}.")
    doubtful = [reading for reading in readings if is_doubtful(reading["confidence"])]
    heading = f"[yellow]Read with doubt[/yellow] (confidence below {DOUBTFUL:g}), worst first:"
    _print_pages(console, heading, sorted(doubtful, key=itemgetter("confidence")))
    unread = [reading for reading in readings if reading["source"] == "unread"]
    _print_pages(console, "[yellow]Images that were not read:[/yellow]", unread)


def _print_pages(console: Console, heading: str, readings: Sequence[Json]) -> None:
    """The pages by document, in the order in which they come, with their confidence."""
    from relatab.interfaces.cli.render import styled

    pages: defaultdict[str, list[str]] = defaultdict(list)
    for reading in readings:
        known = reading["confidence"]
        shown = str(reading["page"]) + ("" if known is None else f" ({in_hundredths(known)})")
        pages[reading["document"]].append(shown)
    for number, (document, places) in enumerate(pages.items()):
        if not number:
            console.print(heading)
        line = styled(_name(document), "cyan").append(f": p. {', '.join(places)}", "not cyan")
        _print_below(console, line)


def _print_below(console: Console, line: Text) -> None:
    """A line set in below its heading."""
    from rich.padding import Padding

    console.print(Padding(line, (0, 0, 0, 2)))


def _print_issues(console: Console, heading: str, issues: Iterable[Json]) -> None:
    from relatab.interfaces.cli.render import styled

    for number, issue in enumerate(sorted(issues, key=_place)):
        if not number:
            console.print(heading)
        page = f", p. {issue['page']}" if issue["page"] else ""
        line = styled(f"{_name(issue['document'])}{page}", "cyan")
        line.append(f": {visible(issue['message'])}", "not cyan")
        _print_below(console, line)


def _time(passed: str | None) -> str:
    return passed.replace("T", " ").replace("+00:00", " UTC") if passed else "never"


def _place(issue: Json) -> tuple[str, int]:
    return issue["document"], issue["page"] or 0


def _name(path: str) -> str:
    return Path(path).name or path
