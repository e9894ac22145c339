"""Figures in which a recogniser put letters for digits, told by the rest of their column. Pure."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from extractors.numbers import decimal_mark_of, parse_quantity
from relatab.model import Cell

LOOKALIKES = str.maketrans("OoQDIl|!iSsBZzG", "000011111558226")
"""Letters that are read for digits, and the digits."""

MARKS = ".,"
FIGURE = re.compile(r"[-–−+]?\d+(?:[.,]\d+)?")
POSSIBLE = re.compile(r"[-–−+]?[\dOoQDIl|!iSsBZzG]+(?:[.,:;·][\dOoQDIl|!iSsBZzG]+)?")
SPECKS_BEHIND = re.compile(r"(?<=\w)\s*[.,:;'’`´·_]+$")
"""Dirt of a scan and ends of rules; a figure does not end so in a table."""
MARKED = re.compile(r"(?:[.,'’`´·_]\s*|(\d+)[.,])(\d+)")
"""A figure with a speck, or a decimal mark, before it or inside."""

WITNESSES, AGREEING = 3, 0.7
"""Other cells of the column that must be figures: so many, and that share of them."""

STRAY = 0.1
"""Share of a column's figures with a decimal mark up to which the marks may be specks."""

MANY = 8
"""Whole figures beside which a lone decimal that is half of the smallest, or less, is none."""

DIGITS = 0.5
"""Share of letters and digits that must be digits; "SO" beside figures may be a word."""


def with_figures(cells: Sequence[Cell], header_rows: int) -> tuple[Cell, ...]:
    """The cells; a recognised one that must be a figure with the figure it stands for.

    "1.O3" stands for 1.03, and "3072,5", "3072:5" and "3072.5 ." for 3072.5, where the other
    cells of the column are figures and use the point. Text as read is not changed, nor are
    cells without confidence, which were not recognised.
    """
    texts: defaultdict[int, list[str]] = defaultdict(list)
    for cell in cells:
        if cell.row >= header_rows and cell.text.strip() and not cell.is_header:
            texts[cell.column].append(cell.text.strip())
    columns = {place: _Column.of(of_column) for place, of_column in texts.items()}
    return tuple(
        cell
        if cell.confidence is None
        or cell.is_header
        or cell.row < header_rows
        or cell.stands_for is not None
        else _corrected(cell, columns.get(cell.column, _NO_COLUMN))
        for cell in cells
    )


class _Column(NamedTuple):
    """How many texts a column has, those that are figures, and how many have which mark."""

    size: int
    figures: tuple[str, ...]
    marks: Counter[str]

    @classmethod
    def of(cls, texts: Sequence[str]) -> _Column:
        figures = tuple(text for text in texts if FIGURE.fullmatch(text))
        return cls(len(texts), figures, Counter(m for text in figures for m in MARKS if m in text))


_NO_COLUMN = _Column.of(())


def _corrected(cell: Cell, column: _Column) -> Cell:
    text = cell.text.strip()
    if FIGURE.fullmatch(text) and all(
        column.marks[mark] - 1 > STRAY * len(column.figures) for mark in MARKS if mark in text
    ):
        return cell  # written like another
    figures = list(column.figures)
    if text in figures:
        figures.remove(text)
    if len(figures) < max(WITNESSES, AGREEING * (column.size - 1)):
        return cell
    plain = _with_mark_of(_without_specks(text, figures), figures)
    if not FIGURE.fullmatch(plain):
        plain = _with_digits(plain, figures)
    if plain == text or not FIGURE.fullmatch(plain):
        return cell
    quantity = parse_quantity(plain, decimal_mark_of(figures))
    if quantity is not None and quantity.value == cell.value and plain in text:
        return cell  # "10337." is that figure anyway
    return replace(cell, stands_for=plain, value=quantity.value) if quantity else cell


def _without_specks(text: str, figures: Sequence[str]) -> str:
    """The text without what stands behind a figure; without a mark in front of it or inside
    where it must be whole: nearly all others are, and only so does it lie between them.
    """
    text = SPECKS_BEHIND.sub("", text)
    match = MARKED.fullmatch(text)
    whole = [int(figure) for figure in figures if figure.isdecimal()]
    if match is None or len(whole) < max(WITNESSES, (1.0 - STRAY) * len(figures)):
        return text
    before, behind = match[1] or "", match[2]
    inside = bool(before)
    if inside and (len(whole) < MANY or 2 * float(f"{before}.{behind}") >= min(whole)):
        return text
    return before + behind if min(whole) <= int(before + behind) <= max(whole) else text


def _with_digits(text: str, figures: Sequence[str]) -> str:
    """The text with digits for the letters that look like them, where it must be a figure.

    Most of its signs are digits. A letter at either end of a whole figure may belong there
    ("13B"): then the figure must be as long as another.
    """
    digits, signs = (sum(map(test, text)) for test in (str.isdigit, str.isalnum))
    if not POSSIBLE.fullmatch(text) or digits < DIGITS * signs:
        return text
    plain = text.translate(LOOKALIKES)
    whole = not any(mark in text for mark in MARKS)
    if whole and not (text[0].isdigit() and text[-1].isdigit()):
        return plain if len(plain) in map(len, figures) else text
    return plain


def _with_mark_of(text: str, figures: Sequence[str]) -> str:
    """The figure with the decimal mark that the others agree on.

    Three digits behind the mark may be thousands and stay as they are; behind a colon there
    are as many digits as behind another mark, or it may be a time.
    """
    marks = [sign for figure in figures for sign in MARKS if sign in figure]
    mark = next((sign for sign in ".,:;·" if sign in text), None)
    if mark is None or len(marks) < WITNESSES or mark in marks or text.count(mark) > 1:
        return text
    decimals = len(text.rsplit(mark, 1)[1])
    known = {
        len(re.split("[.,]", figure)[1])
        for figure in figures
        if any(sign in figure for sign in MARKS)
    }
    if decimals == 3 or (mark not in MARKS and decimals not in known):
        return text
    return text.replace(mark, marks[0])
