"""The state of an index as people read it in a terminal."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

from rich.padding import Padding

from relatab.index.roots import Rules, below
from relatab.interfaces.cli.console import result_console
from relatab.interfaces.cli.durations import ago, in_words
from relatab.interfaces.cli.render import styled
from relatab.interfaces.formats import in_hundredths, visible
from relatab.model import DOUBTFUL, is_doubtful
from relatab.model_json import Json

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

STALE_SECONDS = 7 * 86_400
"""Age of a root's last pass from which on its state is not told: much may have happened since."""

MOST_LISTED = 10
"""Changes and groups of documents that are listed."""

_UNREAD = frozenset({"failed", "file unreadable"})
"""Kinds of issues that leave nothing of a document in the index."""

_TOLD_ELSEWHERE = frozenset(
    {"ocr doubtful", "no text layer", "root unreachable", "root empty", "root shrunk"}
)
"""Kinds of issues that the lists of pages and of roots tell already."""


def print_overview(status: Json) -> None:
    """The JSON form of a status, as text."""
    roots = [root["path"] for root in status["roots"]]
    console = result_console()
    for line in (
        *_heading(status),
        *_roots(status["roots"]),
        *_passes(status, roots),
        *_groups("Same content, read once:", "=", status["duplicate_files"], roots),
        *_groups("Versions of each other, by their tables:", "~", status["versions"], roots),
        *_readings(status, roots),
        *_issues(status["issues"], roots),
    ):
        console.print(line)


def _heading(status: Json) -> Iterator[Text]:
    names = {
        "documents": "documents",
        "tables": "tables",
        "pages": "pages",
        "associations": "links",
    }
    counts = [f"{status[key]:,} {name}" for key, name in names.items()]
    sizes = ", ".join([*counts, f"{status['size_bytes'] / 1e6:,.1f} MB"])
    yield styled(status["index"], "bold").append(f": {sizes}", "not bold")
    yield styled(f"model {status['model']}", "dim")
    if writer := status["writer"]:
        who = f"process {writer['pid']} on {writer['host']}"
        yield styled(f"Being written to by {who}, begun {_since(writer['since'])}.", "cyan")
    elif not status["linked"]:
        yield styled("Not linked yet: the last pass was interrupted; refresh again.", "yellow")


def _since(moment: str) -> str:
    """How long ago an ISO time was."""
    return ago((datetime.now(UTC) - datetime.fromisoformat(moment)).total_seconds())


def _roots(roots: Sequence[Json]) -> Iterator[RenderableType]:
    from rich import box
    from rich.table import Table

    if not roots:
        yield "Follows no folder; `relatab index FOLDER` makes it follow one."
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("followed", overflow="fold")
    table.add_column("state")
    table.add_column("documents", justify="right")
    table.add_column("last pass")
    for root in roots:
        age = root["age_seconds"]
        passed = "never" if age is None else ago(age)
        table.add_row(_root(root), _state(root), f"{root['documents']:,}", passed)
    yield table


def _root(root: Json) -> Text:
    """A root's path, and below it what is not as usual."""
    text = styled(root["path"])
    notes = [*_settings(root["settings"])]
    if root["last_deep"] is None:
        notes.append("contents never compared")
    elif root["last_deep"] != root["last_pass"]:
        notes.append(f"contents compared {_since(root['last_deep'])}")
    if notes:
        text.append(f"\n{visible('; '.join(notes))}", "dim")
    if root["trouble"]:
        text.append(f"\n{visible(root['trouble'])}; {root['remedy']}", "yellow")
    return text


def _settings(settings: Json) -> Iterator[str]:
    """The rules of a root that are not the usual ones."""
    usual = Rules()
    if settings["include"]:
        yield f"only {', '.join(settings['include'])}"
    if settings["exclude"]:
        yield f"not {', '.join(settings['exclude'])}"
    if settings["ocr"] != usual.ocr:
        yield f"OCR {settings['ocr']}"
    if settings["most_lost"] != usual.most_lost:
        yield f"up to {settings['most_lost']:.0%} may vanish"


def _state(root: Json) -> Text:
    """A root's state, as far as the last pass can still vouch for it."""
    age = root["age_seconds"]
    if age is None or not 0 <= age < STALE_SECONDS:
        return styled("not known", "yellow")
    return styled(root["state"], "green" if root["state"] == "ok" else "red")


def _passes(status: Json, roots: Sequence[str]) -> Iterator[RenderableType]:
    """What the last pass did, and what changed when something last did."""
    last, change = status["last_pass"], status["last_change"]
    if last is None:
        return
    seconds = last["seconds"]
    took = f"{seconds:.1f} s" if seconds < 60 else in_words(seconds)
    yield styled(f"Last pass {_told(last)} in {took}.")
    if change is None:
        return
    if change != last:
        yield styled(f"Last change {_told(change)}.")
    for each in change["changes"][:MOST_LISTED]:
        line = styled(f"{each['change']:<8}", "dim")
        yield _indented(line.append_text(styled(_place(each["path"], roots), "not dim cyan")))
    yield from _more(sum(_changed(change).values()) - MOST_LISTED)


def _told(record: Json) -> str:
    counts = {**_changed(record), "unchanged": record["counts"].get("unchanged", 0)}
    done = ", ".join(f"{count:,} {name}" for name, count in counts.items() if count)
    stopped = "" if record["complete"] else ", then stopped"
    return f"{ago(record['age_seconds'])}: {done or 'nothing found'}{stopped}"


def _changed(record: Json) -> dict[str, int]:
    return {name: count for name, count in record["counts"].items() if name != "unchanged"}


def _groups(
    heading: str, mark: str, groups: Sequence[Sequence[str]], roots: Sequence[str]
) -> Iterator[RenderableType]:
    """Documents that belong together; mark: before the others of a group, below its first."""
    if groups:
        yield heading
    for first, *others in groups[:MOST_LISTED]:
        yield _indented(styled(_place(first, roots), "cyan"))
        for other in others:
            yield _indented(styled(f"{mark} {_place(other, roots)}", "cyan"), 4)
    yield from _more(len(groups) - MOST_LISTED)


def _more(count: int) -> Iterator[RenderableType]:
    if count > 0:
        yield _indented(styled(f"and {count:,} more", "dim"))


def _readings(status: Json, roots: Sequence[str]) -> Iterator[RenderableType]:
    """How many pages have no text of their own, how well they were read, and the bad ones."""
    readings = status["page_readings"]
    sources = Counter(reading["source"] for reading in readings)
    ways = {"ocr": "by OCR", "text layer": "from the text that an earlier OCR left"}
    parts = [f"{sources[source]} {way}" for source, way in ways.items() if sources[source]]
    if parts:
        mean = status["page_confidence"]
        known = f", mean confidence {in_hundredths(mean)}" if mean is not None else ""
        yield f"Scanned pages: {', '.join(parts)}{known}."
    doubtful = [reading for reading in readings if is_doubtful(reading["confidence"])]
    heading = f"[yellow]Read with doubt[/yellow] (confidence below {DOUBTFUL:g}), worst first:"
    yield from _pages(heading, sorted(doubtful, key=itemgetter("confidence")), roots)
    unread = [reading for reading in readings if reading["source"] == "unread"]
    yield from _pages("[yellow]Images that were not read:[/yellow]", unread, roots)


def _pages(
    heading: str, readings: Iterable[Json], roots: Sequence[str]
) -> Iterator[RenderableType]:
    """The pages by document, in the order in which they come, with their confidence."""
    pages: defaultdict[str, list[str]] = defaultdict(list)
    for reading in readings:
        known = reading["confidence"]
        shown = str(reading["page"]) + ("" if known is None else f" ({in_hundredths(known)})")
        pages[reading["document"]].append(shown)
    if pages:
        yield heading
    for document, places in pages.items():
        line = styled(_place(document, roots), "cyan")
        yield _indented(line.append(f": p. {', '.join(places)}", "not cyan"))


def _issues(issues: Sequence[Json], roots: Sequence[str]) -> Iterator[RenderableType]:
    """What could not be read, then all other issues."""
    unread = [issue for issue in issues if issue["kind"] in _UNREAD]
    others = [issue for issue in issues if issue["kind"] not in _UNREAD | _TOLD_ELSEWHERE]
    for heading, listed in (("[red]Could not be read:[/red]", unread), ("Notes:", others)):
        if listed:
            yield heading
        for issue in sorted(listed, key=lambda issue: (issue["document"], issue["page"] or 0)):
            page = f", p. {issue['page']}" if issue["page"] else ""
            line = styled(f"{_place(issue['document'], roots)}{page}", "cyan")
            yield _indented(line.append(f": {visible(issue['message'])}", "not cyan"))


def _indented(line: Text, by: int = 2) -> RenderableType:
    """A line set in below its heading."""
    return Padding(line, (0, 0, 0, by))


def _place(path: str, roots: Iterable[str]) -> str:
    """A path from the name of its root on, which is what tells it apart in a short line."""
    around = [root for root in roots if below(root, path) is not None]
    root = max(around, key=len, default="")
    return os.path.relpath(path, Path(root).parent) if root else path
