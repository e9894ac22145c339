"""The lines around each table of a story, as `extractors.captions` wants them.

A report sets its captions all above or all below its tables. Where one stands between
two tables, that habit decides whose it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from extractors.captions import (
    NUMBERED_REACH_LINES,
    Line,
    is_caption_line,
    looks_like_note,
)

Flow = Sequence[Line | None]
"""A story in order: its lines, None where a table stands."""

MAX_NOTES = 12
"""More lines that look like notes below a table are a list of the text's."""


def neighbours(flow: Flow) -> dict[int, tuple[list[Line], list[Line]]]:
    """For each table, by its index in the flow: the lines above and below, nearest first."""
    owners = _owners(flow)
    return {
        index: (
            _side(flow, range(index - 1, -1, -1), index, owners),
            _side(flow, range(index + 1, len(flow)), index, owners),
        )
        for index, line in enumerate(flow)
        if line is None
    }


def notes_below(flow: Flow, table: int) -> tuple[str, ...]:
    """Footnote and source lines right below the table at index `table`."""
    notes: list[str] = []
    for line in flow[table + 1 : table + 1 + 2 * MAX_NOTES]:
        if line is None or line.furniture:
            break
        if not line.text or is_caption_line(line):
            continue
        if not looks_like_note(line.text) or len(notes) == MAX_NOTES:
            break
        notes.append(" ".join(line.text.split()))
    return tuple(notes)


def alone_between(flow: Flow) -> set[int]:
    """The tables, by index in the flow, that only blank lines and captions part from the
    table before.
    """
    found: set[int] = set()
    alone = False
    for index, line in enumerate(flow):
        if line is None:
            if alone:
                found.add(index)
            alone = True
        elif line.text and not line.furniture and not is_caption_line(line):
            alone = False
    return found


def _side(flow: Flow, indexes: Iterable[int], table: int, owners: Mapping[int, int]) -> list[Line]:
    lines: list[Line] = []
    for distance, index in enumerate(indexes):
        line = flow[index]
        if line is None or distance > NUMBERED_REACH_LINES:
            break
        if owners.get(index, table) == table:
            lines.append(replace(line, distance=distance))
    return lines


def _owners(flow: Flow) -> dict[int, int]:
    """For each caption between two tables, the index of the one it belongs to."""
    between: dict[int, tuple[int, int]] = {}
    habit = 0
    for index, line in enumerate(flow):
        if line is None or not is_caption_line(line):
            continue
        above = _nearest_table(flow, range(index - 1, -1, -1))
        below = _nearest_table(flow, range(index + 1, len(flow)))
        if above is not None and below is not None:
            between[index] = (above, below)
        else:
            habit += (below is not None) - (above is not None)
    return {index: tables[habit >= 0] for index, tables in between.items()}


def _nearest_table(flow: Flow, indexes: Iterable[int]) -> int | None:
    for distance, index in enumerate(indexes):
        line = flow[index]
        if line is None:
            return index
        if distance >= NUMBERED_REACH_LINES or (line.text and not looks_like_note(line.text)):
            return None
    return None
