"""Ditto marks and "as above": what a cell stands for that repeats the one above it. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from relatab.model import Cell

DITTO = re.compile(
    r"[\"”″“〃„]|''|´´|``|,,"
    r"|-?\s?(?:\"|”|″|'')\s?-?"
    r"|dit?to|do\.|d[it]?to\.|idem|id\.|a\.\s?a\.|as above|same(?:\s+as\s+above)?"
    r"|som over|wie oben|siehe oben|voir ci-dessus|als boven|come sopra",
    re.IGNORECASE,
)
"""Marks and the words of reports in English, Norwegian, German, French, Dutch and Italian.
A lone inch sign is a ditto mark: sizes are printed with their figures."""


def with_repeats(cells: Sequence[Cell], header_rows: int) -> tuple[Cell, ...]:
    """The cells; a ditto mark in the body with the text and the number that it stands for.

    cells: sorted by row. A mark repeats the nearest cell with text above it in its first
    column; one with nothing above it stands for itself. Printed text is not changed.
    """
    above: dict[int, Cell] = {}
    out = []
    for cell in cells:
        if cell.row >= header_rows and not cell.is_header and cell.text.strip():
            source = above.get(cell.column)
            if source is not None and DITTO.fullmatch(cell.text.strip()):
                cell = replace(  # noqa: PLW2901 - the cell with what it stands for
                    cell,
                    stands_for=source.meaning,
                    value=source.value,
                    unit=source.unit,
                )
            above.update(dict.fromkeys(range(cell.column, cell.column_end), cell))
        out.append(cell)
    return tuple(out)
