"""Answers, tables and summaries as people read them in a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from relatab.interfaces.cli.console import result_console

if TYPE_CHECKING:
    from rich.console import RenderableType

    from relatab.retrieval import Answer, Hit

SHORTEST_PATH = 60
PREVIEW_COLUMNS = 6
PREVIEW_WIDTH = 18


def print_answer(answer: Answer) -> None:
    """One block per table: rank, caption, place, reasons, and the first rows."""
    console = result_console()
    console.print(f"[bold]{_plain(answer.query)}[/bold]")
    if not answer.hits:
        console.print(
            "  No table matches. Try other words, or `relatab status` for what is indexed."
        )
        return
    chosen = sum(hit.selected for hit in answer.hits)
    console.print(
        f"[dim]{chosen} tables answer it together (marked ●); the others follow by score.[/dim]"
        if chosen > 1
        else "[dim]● marks the table that answers it; the others follow by score.[/dim]"
    )
    for hit in answer.hits:
        console.print()
        for line in _hit_lines(hit):
            console.print(line, overflow="fold")
    console.print()


def _hit_lines(hit: Hit) -> Iterable[RenderableType]:
    mark = "[bold green]●[/bold green]" if hit.selected else "[dim]○[/dim]"
    caption = _plain(hit.caption) if hit.caption else "[italic](no caption)[/italic]"
    yield f"{mark} [bold]{hit.rank}. {caption}[/bold]  [dim]{hit.score:.2f}[/dim]"
    yield f"     [cyan]{_plain(place(hit))}[/cyan]  [dim]{hit.table_id}[/dim]"
    for path in hit.paths[1:]:
        yield f"     [dim]also {_plain(path)}[/dim]"
    for reason in hit.why:
        yield f"     {_plain(reason)}"
    if hit.preview:
        from rich.padding import Padding

        yield Padding(_preview(hit), (0, 0, 0, 5))


def _preview(hit: Hit) -> RenderableType:
    from rich import box
    from rich.table import Table as RichTable

    shown = min(PREVIEW_COLUMNS, max(len(row) for row in hit.preview))
    names = list(hit.columns[:shown]) or [""] * shown
    preview = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, show_header=any(names))
    for name in names:
        preview.add_column(_plain(name), overflow="ellipsis", max_width=PREVIEW_WIDTH, no_wrap=True)
    for row in hit.preview:
        preview.add_row(*(_plain(text.replace("\n", " ")) for text in row[:shown]))
    if len(hit.columns) > shown:
        preview.caption = f"and {len(hit.columns) - shown} more columns"
        preview.caption_justify = "left"
    return preview


def place(hit: Hit) -> str:
    """Document and page of a hit, "about" where a Word file does not record its pages."""
    where = _short(hit.document)
    if not hit.page:
        return where
    about = "" if hit.page_exact else "about "
    last = f"-{hit.pages[-1]}" if len(hit.pages) > 1 else ""
    label = f" (printed {hit.page_label})" if hit.page_label else ""
    return f"{where}, {about}p. {hit.page}{last}{label}"


def _short(path: str) -> str:
    """Relative to the current folder where that is shorter."""
    try:
        return str(Path(path).relative_to(Path.cwd()))
    except ValueError:
        return path


def _plain(text: str) -> str:
    """Text with nothing that the terminal library would read as markup."""
    from rich.markup import escape

    return escape(text)
