"""Answers as people read them in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from rich.cells import cell_len

from relatab.domain.text import squeezed
from relatab.interfaces.cli.console import result_console
from relatab.interfaces.formats import additions, scan_note, visible
from relatab.model import is_doubtful
from relatab.retrieval.presence import IN_WORDS
from relatab.retrieval.wording import shortened

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from relatab.retrieval import Answer, Availability, Conflict, Copy, Hit, Hop, Match, Statement

LONGEST_CAPTION = 200
PREVIEW_COLUMNS = 8
PREVIEW_WIDTH = 20
COLUMN_GAP = 2
INDENT = 6
"""Width of the mark and the rank, and so what a preview loses of the terminal's width."""


def print_answer(answer: Answer) -> None:
    """One block per table: rank, caption, place, reasons, and the rows that match best."""
    console = result_console()
    console.print(styled(answer.query, "bold"))
    if not answer.hits:
        console.print("No table matches. Try other words, or `relatab status` for what is indexed.")
        return
    chosen = sum(hit.selected for hit in answer.hits)
    console.print(
        f"[dim]{chosen} tables answer it together (marked ●); the others follow.[/dim]"
        if chosen > 1
        else "[dim]● marks the table that answers it; the others follow.[/dim]"
    )
    for hit in answer.hits:
        console.print()
        console.print(_block(hit, console.width - INDENT))
    if answer.conflicts:
        console.print()
        console.print(_conflicts(answer.conflicts))
    console.print()


def styled(text: str, style: str = "") -> Text:
    """Text as it is, never read as markup, with what a terminal would obey left out."""
    from rich.text import Text

    return Text(visible(text), style=style, overflow="fold")


def titled(caption: str | None, score: float) -> Text:
    """The first line about a table: its caption and its score."""
    known = shortened(caption, LONGEST_CAPTION) if caption else "(no caption)"
    return styled(known, "bold" if caption else "italic").append(f"  {score:.2f}", "not bold dim")


def scan_line(note: str, doubtful: bool) -> Text:
    """How a table on a scan was read; in yellow where its figures must be checked."""
    return styled(note, "yellow" if doubtful else "dim")


def absence_lines(
    document: str, availability: Availability, beside: Sequence[Hop | Copy]
) -> Iterator[RenderableType]:
    """One line for a table's document, and each that is named with it, if it has left its place."""
    states = {document: availability} | {each.document: each.availability for each in beside}
    for path, state in states.items():
        if note := IN_WORDS[state]:
            yield styled(f"{Path(path).name}: {note}", "yellow")


def indented(*lines: RenderableType, start: Sequence[RenderableType]) -> RenderableType:
    """Lines one below the other, to the right of what stands at their start."""
    from rich.console import Group
    from rich.table import Table as RichTable

    grid = RichTable.grid(padding=(0, 1, 0, 0))
    for _ in start:
        grid.add_column(no_wrap=True)
    grid.add_column()
    grid.add_row(*start, Group(*lines))
    return grid


def _conflicts(conflicts: Sequence[Conflict]) -> RenderableType:
    """Values that contradict each other, side by side."""
    lines = [
        styled(" against ".join(map(_statement, (each.first, each.second))), "yellow")
        for each in conflicts
    ]
    return indented(styled("These tables disagree:", "bold"), *lines, start=(styled("!"),))


def _statement(said: Statement) -> str:
    page = f" p. {said.page}" if said.page else ""
    absent = f", {note}" if (note := IN_WORDS[said.availability]) else ""
    return f"{said.name}: {said.value} ({short_path(said.document)}{page}{absent})"


def _block(hit: Hit, width: int) -> RenderableType:
    mark = styled("●", "bold green") if hit.selected else styled("○", "dim")
    rank = styled(f"{hit.rank}.".ljust(INDENT - 3), "bold")
    return indented(*_lines(hit, width), start=(mark, rank))


def _lines(hit: Hit, width: int) -> Iterator[RenderableType]:
    yield titled(hit.caption, hit.score)
    yield styled(place(hit), "cyan").append(f"  {hit.table_id}", "dim")
    yield from absence_lines(hit.document, hit.availability, (*hit.via, *hit.copies))
    if hit.scanned:
        yield scan_line(*scan_note(hit.confidence, hit.page_confidence, hit.doubtful_cells))
    for path in hit.paths[1:]:
        yield styled(f"also {short_path(path)}", "dim")
    for copy in hit.copies:
        page = f", p. {copy.page}" if copy.page else ""
        yield styled(f"same table in {short_path(copy.document)}{page}  {copy.table_id}", "dim")
    for reason in hit.why:
        yield styled(reason)
    if hit.preview:
        yield ""
        yield from _preview(hit, width)


def _preview(hit: Hit, width: int) -> Iterator[RenderableType]:
    """The rows of a hit's preview with its matching cells in bold, and the columns that fit."""
    from rich import box
    from rich.table import Table as RichTable

    total = max(len(row) for row in hit.preview)
    names = hit.columns or ("",) * total
    shown = _shown_columns(hit, names, width)
    matches = {(match.row, match.column) for match in hit.matches}
    notes = {(cell.row, cell.column): cell for cell in hit.preview_notes}
    preview = RichTable(
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
        show_header=any(names),
    )
    for place, column_width in shown.items():
        preview.add_column(styled(names[place]), width=column_width)
    last = hit.preview_rows[0] - 1
    for number, row in zip(hit.preview_rows, hit.preview, strict=True):
        if number > last + 1:
            preview.add_row("…", style="dim")
        preview.add_row(
            *(
                _cell(row[place], notes.get((number, place)), bold=(number, place) in matches)
                for place in shown
            )
        )
        last = number
    yield preview
    if left_out := total - len(shown):
        yield styled(f"and {left_out} more column{'s' if left_out > 1 else ''}", "dim italic")


def _cell(text: str, note: Match | None, *, bold: bool) -> Text:
    cell = styled(squeezed(text), "bold" if bold else "")
    cell.append(visible(_added(note)), "not bold yellow")
    cell.no_wrap, cell.overflow = True, "ellipsis"
    return cell


def _added(note: Match | None) -> str:
    """What follows the text of a noted cell."""
    if note is None:
        return ""
    return additions(doubtful=is_doubtful(note.confidence), stands_for=note.stands_for)


def _shown_columns(hit: Hit, names: Sequence[str], width: int) -> dict[int, int]:
    """The columns that fit, ascending, with their widths: the first, which names the rows,
    then those that match, then the others in their order.

    Cells that were cut get what is left of the width.
    """
    notes = {(cell.row, cell.column): cell for cell in hit.preview_notes}
    texts = [
        [
            row[place] + _added(notes.get((number, place)))
            for number, row in zip(hit.preview_rows, hit.preview, strict=True)
        ]
        for place in range(len(names))
    ]
    cells = [match.column for match in hit.matches if match.row in hit.preview_rows]
    shown: dict[int, int] = {}
    for place in dict.fromkeys((0, *cells, *hit.matched_columns, *range(len(names)))):
        wanted = _column_width(names[place], texts[place])
        if shown and (wanted + COLUMN_GAP > width or len(shown) == PREVIEW_COLUMNS):
            break
        shown[place] = wanted
        width -= wanted + COLUMN_GAP
    for place in sorted(shown):
        more = min(width, max(map(cell_len, texts[place])) - shown[place])
        if more > 0:
            shown[place] += more
            width -= more
    return dict(sorted(shown.items()))


def _column_width(name: str, column: Sequence[str]) -> int:
    """Wide enough for the cells, the longest word of the name, and half of the name."""
    texts = [*column, *name.split()]
    return min(PREVIEW_WIDTH, max(ceil(cell_len(name) / 2), *map(cell_len, texts), 1))


def place(hit: Hit) -> str:
    """Document and page of a hit, "about" where a Word file does not record its pages."""
    where = short_path(hit.document)
    if not hit.page:
        return where
    about = "" if hit.page_exact else "about "
    last = f"-{hit.pages[-1]}" if len(hit.pages) > 1 else ""
    label = f" (printed {hit.page_label})" if hit.page_label else ""
    return f"{where}, {about}p. {hit.page}{last}{label}"


def short_path(path: str) -> str:
    """Relative to the current folder where that is shorter."""
    try:
        return str(Path(path).relative_to(Path.cwd()))
    except ValueError:
        return path
