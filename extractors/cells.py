"""Small things that header rows and forms both ask of raw cells."""

from __future__ import annotations

import re
from collections.abc import Iterable

from extractors.base import RawCell
from extractors.numbers import Quantity, parse_quantity

Rows = dict[int, list[RawCell]]

MAX_LABEL_CHARS = 60
"""A header names a column; longer texts are cell contents."""

CHECK_BOX = re.compile("[\u2610-\u2612\u25a1\u25a0]")
NIL = re.compile(r"[-–—−.*·\s]*|n\.?/?a\.?|nil|none|nvt", re.IGNORECASE)
"""Marks that stand for "no value"."""


def rows_of(cells: Iterable[RawCell]) -> Rows:
    """Cells by the row they start in, left to right."""
    rows: Rows = {}
    for cell in sorted(cells, key=lambda cell: (cell.row, cell.column)):
        rows.setdefault(cell.row, []).append(cell)
    return rows


def filled(cells: Iterable[RawCell]) -> list[RawCell]:
    """The cells that hold a text."""
    return [cell for cell in cells if cell.text.strip()]


def quantity_of(cell: RawCell) -> Quantity | None:
    """The number a raw cell holds."""
    return parse_quantity(cell.text)


def shape(text: str) -> str:
    """A text with its numbers as 9 and its words as a: "DST 2A" gives "a 9a"."""
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "9", text.strip()))
