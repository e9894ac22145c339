"""Tables that run over page ends, joined into one: for fixed pages and for Word alike.

A caption says so best, then a header that repeats; else the columns must stand below one
another and the second part must have no header. When in doubt two tables stay two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from extractors import captions
from extractors.base import RawCell, RawTable
from extractors.cells import filled
from extractors.forms import is_key_value
from extractors.geometry import Line, is_figure, overlap
from extractors.headers import count_header_rows

SHARED = 0.3  # of the narrower text that columns of the two parts must have in common


@dataclass(frozen=True, slots=True)
class Found:
    """A table with its upper and lower edge and what decides whether it goes on: where its
    columns begin and end, and whether it is the first or last thing on its page (running
    lines, notes and its caption apart). Word tables have no upper and lower edge.
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
    """The tables in document order, each continuation appended to what it continues.

    A nested table stays as it is; it does not part the pieces of the table around it.
    """
    out: list[Found] = []
    place: list[int] = []  # of each table in the output, for the parents of nested ones
    before: int | None = None  # the last table in the output that is not nested
    for table in tables:
        if table.raw.parent is not None:
            place.append(len(out))
            out.append(table)
        elif before is not None and _continues(out[before], table):
            place.append(before)
            out[before] = _joined(out[before], table)
        else:
            before = len(out)
            place.append(before)
            out.append(table)
    return [
        table.raw
        if table.raw.parent is None
        else replace(table.raw, parent=place[table.raw.parent])
        for table in out
    ]


def _continues(before: Found, table: Found) -> bool:
    if not table.first or not _on_next_page(before.raw, table.raw):
        return False
    if before.raw.n_columns != table.raw.n_columns:
        return False
    named = _same_caption(before.raw, table.raw)
    if named is not None:
        return named
    if not before.last or _is_named_anew(before.raw, table.raw):
        return False
    if _are_like_forms(before.raw, table.raw):
        return False
    if _repeated_header(before.raw, table.raw):
        return True
    return _are_aligned(before, table) and not _has_header(table.raw)


def _has_header(raw: RawTable) -> bool:
    """Whether a header of its own is seen: by a rule, by type, or by figures below words.

    The first row of a table without figures may be like any other.
    """
    count = count_header_rows(raw)
    if count == 0 or raw.header_rows:
        return count > 0
    header = [cell for cell in filled(raw.cells) if cell.row < count]
    body = [cell for cell in filled(raw.cells) if cell.row >= count]
    if all(cell.bold for cell in header) and not all(cell.bold for cell in body):
        return True
    named = {cell.column for cell in header if not is_figure(cell.text)}
    below = [cell for cell in body if cell.column in named and cell.column > 0]
    return 2 * sum(is_figure(cell.text) for cell in below) >= len(below) > 0


def _are_aligned(before: Found, table: Found) -> bool:
    """Whether the columns of both, where they are known, stand below one another."""
    if not table.columns or len(before.columns) != len(table.columns):
        return False
    return all(
        overlap(*a, *b) >= SHARED * min(a[1] - a[0], b[1] - b[0])
        for a, b in zip(before.columns, table.columns, strict=True)
    )


def _on_next_page(before: RawTable, table: RawTable) -> bool:
    """Whether fixed pages say that `table` may go on; the pages of Word files do not."""
    if not (before.regions and table.regions):
        return True
    return table.pages[0] == before.pages[-1] + 1


def _are_like_forms(before: RawTable, table: RawTable) -> bool:
    """Whether both are forms with labels in common: one sheet for each well or test."""
    if not (is_key_value(before) and is_key_value(table)):
        return False
    labels = {_key(cell) for cell in filled(before.cells) if cell.column == 0}
    return any(_key(cell) in labels for cell in filled(table.cells) if cell.column == 0)


def _same_caption(before: RawTable, table: RawTable) -> bool | None:
    """Whether captions say that it goes on; None when they say nothing."""
    text, earlier_text = _caption_text(table), _caption_text(before)
    match = captions.match_caption(text)
    if match is None:
        return None
    if not earlier_text:
        return match.continued
    earlier = captions.match_caption(earlier_text)
    if earlier is None or earlier.number != match.number:
        return False
    return match.continued or earlier.title.casefold() == match.title.casefold()


def _is_named_anew(before: RawTable, table: RawTable) -> bool:
    """Whether a caption without a number stands at the second part; the title of its page may be
    that of the page before.
    """
    if table.caption is None or table.caption.source != "page_title":
        return table.caption is not None
    return before.caption is None or before.caption.text.casefold() != table.caption.text.casefold()


def _caption_text(raw: RawTable) -> str:
    """The caption above a table or, where there is none, a numbered one in its title row."""
    if raw.caption is not None:
        return raw.caption.text
    return next((cell.text for cell in raw.cells[: _title_rows(raw)]), "")


def _title_rows(raw: RawTable) -> int:
    """1 where the first row is one cell with a numbered caption, else 0."""
    first = [cell for cell in raw.cells if cell.row == 0]
    titled = len(first) == 1 and captions.match_caption(first[0].text) is not None
    return 1 if titled and raw.n_columns > 1 and raw.n_rows > 1 else 0


def _repeated_header(before: RawTable, table: RawTable) -> int:
    """Leading rows of `table` that repeat those of `before`, whose title rows may differ."""
    count, title = max(count_header_rows(before), 1), _title_rows(table)
    if count >= table.n_rows or _title_rows(before) != title:
        return 0
    head, again = (
        {(c.row, c.column): _key(c) for c in raw.cells if title <= c.row < count and c.text.strip()}
        for raw in (before, table)
    )
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
        pages=tuple(dict.fromkeys((*first.pages, *second.pages))),
        regions=(*first.regions, *second.regions),
        page_confidence=_least(first.page_confidence, second.page_confidence),
        notes=(*first.notes, *(note for note in second.notes if note not in first.notes)),
        header_rows=header_rows,
        issues=(*first.issues, *second.issues),
    )
    return replace(before, raw=raw, last=table.last)
