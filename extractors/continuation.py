"""Tables that run over page ends, joined into one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from extractors import captions
from extractors.base import RawCell, RawTable
from extractors.geometry import Line, overlap
from extractors.headers import count_header_rows

SHARED = 0.3  # of the narrower text that columns of the two parts must have in common


@dataclass(frozen=True, slots=True)
class Found:
    """A table with its upper and lower edge and what decides whether it goes on: its columns' left
    edges, and whether it is the first or last thing on its page (running lines and notes apart).
    """

    raw: RawTable
    top: float
    bottom: float
    columns: tuple[tuple[float, float], ...]
    first: bool = False
    last: bool = False

    def covers(self, line: Line) -> bool:
        """Whether a line of text stands at the height of the table."""
        return self.top <= line.middle <= self.bottom


def join_continued(tables: Sequence[Found]) -> list[RawTable]:
    """The tables in document order, each continuation appended to what it continues."""
    out: list[Found] = []
    place: list[int] = []  # of each table in the output, for the parents of nested ones
    for table in tables:
        if out and _continues(out[-1], table):
            out[-1] = _joined(out[-1], table)
        else:
            out.append(table)
        place.append(len(out) - 1)
    return [
        table.raw
        if table.raw.parent is None
        else replace(table.raw, parent=place[table.raw.parent])
        for table in out
    ]


def _continues(before: Found, table: Found) -> bool:
    if not before.raw.pages or not table.raw.pages:
        return False
    if table.raw.pages[0] != before.raw.pages[-1] + 1 or not table.first:
        return False
    if before.raw.n_columns != table.raw.n_columns:
        return False
    named = _same_caption(before.raw, table.raw)
    if named is not None:
        return named
    if not before.last or table.raw.caption is not None:
        return False
    aligned = all(
        overlap(*a, *b) >= SHARED * min(a[1] - a[0], b[1] - b[0])
        for a, b in zip(before.columns, table.columns, strict=True)
    )
    repeated = _repeated_header(before.raw, table.raw) > 0
    return repeated or (aligned and count_header_rows(table.raw) == 0)


def _same_caption(before: RawTable, table: RawTable) -> bool | None:
    """Whether captions say that it goes on; None when they say nothing."""
    if table.caption is None:
        return None
    match = captions.match_caption(table.caption.text)
    if match is None:
        return None
    if before.caption is None:
        return match.continued
    earlier = captions.match_caption(before.caption.text)
    if earlier is None or earlier.number != match.number:
        return False
    return match.continued or earlier.title.casefold() == match.title.casefold()


def _repeated_header(before: RawTable, table: RawTable) -> int:
    """Leading rows of `table` that repeat those of `before`."""
    count = max(count_header_rows(before), 1)
    if count >= table.n_rows:
        return 0
    head = {(c.row, c.column): _key(c) for c in before.cells if c.row < count and c.text.strip()}
    again = {(c.row, c.column): _key(c) for c in table.cells if c.row < count and c.text.strip()}
    return count if head and head == again else 0


def _least(*confidences: float | None) -> float | None:
    return min((known for known in confidences if known is not None), default=None)


def _key(cell: RawCell) -> str:
    return "".join(cell.text.split()).casefold()


def _joined(before: Found, table: Found) -> Found:
    first, second = before.raw, table.raw
    skip = _repeated_header(first, second)
    shift = first.n_rows - skip
    moved = tuple(
        replace(cell, row=cell.row + shift, row_end=cell.row_end + shift)
        for cell in second.cells
        if cell.row >= skip
    )
    header_rows = first.header_rows
    if skip and header_rows is None:
        header_rows = skip
    raw = replace(
        first,
        cells=(*first.cells, *moved),
        n_rows=first.n_rows + second.n_rows - skip,
        pages=(*first.pages, *second.pages),
        regions=(*first.regions, *second.regions),
        page_confidence=_least(first.page_confidence, second.page_confidence),
        notes=(*first.notes, *(note for note in second.notes if note not in first.notes)),
        header_rows=header_rows,
        issues=(*first.issues, *second.issues),
    )
    return replace(before, raw=raw, last=table.last)
