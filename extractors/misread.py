"""Figures in which a recogniser put letters for digits, told by the rest of their column. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from relatab.model import Cell

LOOKALIKES = str.maketrans("OoQDIl|!iSsBZzG", "000011111558226")
"""Letters that are read for digits, and the digits."""

FIGURE = re.compile(r"[-–−+]?\d+(?:[.,]\d+)?")
POSSIBLE = re.compile(r"[-–−+]?[\dOoQDIl|!iSsBZzG]+(?:[.,][\dOoQDIl|!iSsBZzG]+)?")

WITNESSES, AGREEING = 3, 0.7
"""Other cells of the column that must be figures: so many, and that share of them."""

DIGITS = 0.5
"""Share of letters and digits that must be digits; "SO" beside figures may be a word."""


def with_figures(cells: Sequence[Cell], header_rows: int) -> tuple[Cell, ...]:
    """The cells; a recognised one that must be a figure with the figure it stands for.

    "1.O3" stands for 1.03, and "3072,5" for 3072.5, where the other cells of the column are
    figures and use the point. Text as read is not changed, nor are cells without confidence,
    which were not recognised.
    """
    columns: defaultdict[int, list[Cell]] = defaultdict(list)
    for cell in cells:
        if cell.row >= header_rows and cell.text.strip() and not cell.is_header:
            columns[cell.column].append(cell)
    return tuple(
        cell
        if cell.confidence is None or cell.row < header_rows or cell.stands_for is not None
        else _corrected(cell, columns[cell.column])
        for cell in cells
    )


def _corrected(cell: Cell, column: Sequence[Cell]) -> Cell:
    text = cell.text.strip()
    others = [other.text.strip() for other in column if other is not cell]
    figures = [other for other in others if FIGURE.fullmatch(other)]
    if len(figures) < max(WITNESSES, AGREEING * len(others)):
        return cell
    plain = text
    if not FIGURE.fullmatch(text):
        digits, signs = (sum(map(test, text)) for test in (str.isdigit, str.isalnum))
        if not POSSIBLE.fullmatch(text) or digits < DIGITS * signs:
            return cell
        plain = text.translate(LOOKALIKES)
    plain = _with_mark_of(plain, figures)
    if plain == text:
        return cell
    number = float(re.sub("[–−]", "-", plain).replace(",", "."))
    return replace(cell, stands_for=plain, value=number)


def _with_mark_of(text: str, figures: Sequence[str]) -> str:
    """The figure with the decimal mark that the others agree on.

    Three digits behind the mark may be thousands and stay as they are.
    """
    mark = next((sign for sign in ".," if sign in text), None)
    marks = [sign for figure in figures for sign in ".," if sign in figure]
    if mark is None or len(text.rsplit(mark, 1)[1]) == 3 or len(marks) < WITNESSES:
        return text
    return text if mark in marks else text.replace(mark, marks[0])
