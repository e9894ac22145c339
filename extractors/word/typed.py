"""Tables typed with tabs, spaces or bars, as on a typewriter, without Word's table tool.

Prose, lists and contents pages have tabs too, so the lines must agree on their columns
and hold numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

Fields = tuple[str, ...]
"""The texts between the tabs or wide gaps of a line; "" where two tabs meet."""

MIN_ROWS = 3
"""Two lines with tabs are an address or a signature as often as a table."""

MAX_FIELD_CHARS = 60
"""A longer text behind a tab is an indented paragraph."""

NUMBERS_SHARE = 0.5
"""Of the fields of one column at least, below the first line, that begin with a number."""

_BARRED = re.compile(r"\s*\|([^|]*(?:\|[^|]*)+)\|\s*")  # | Balder | 1650 |
_RULE = re.compile(r"[-=_+:.\s]*")
_GAP = re.compile(r"\t| {3,}")  # two spaces also end a sentence
_NUMBER_FIRST = re.compile(r"[-+−–<>~≈±(]?\s?[\d.,]*\d")  # 0 - 4000 too, but no "Tel. 110"
_LIST_MARK = re.compile(r"[•▪·–—*-]|\(?[\da-zA-Z]{1,3}[.)]|\d+(?:\.\d+)+\.?")


def fields_of(text: str) -> Fields:
    """The fields of a line; () for a line without tabs, wide gaps or bars between texts."""
    if (barred := _BARRED.fullmatch(text)) is not None:
        pieces = barred[1].split("|")
    elif _GAP.search(text):
        pieces = _GAP.split(text.rstrip().lstrip(" "))
    else:
        return ()
    fields = tuple(" ".join(piece.split()) for piece in pieces)
    return fields if sum(map(bool, fields)) > 1 else ()


def is_rule(fields: Fields) -> bool:
    """Whether a line is drawn with dashes, to part the column names from the rows."""
    return all(map(_RULE.fullmatch, fields))


def typed_rows(lines: Sequence[Fields]) -> list[Fields] | None:
    """The rows of a table that these lines make, all of one length; None if they make none."""
    rows = _aligned(lines)
    if rows is None or len(rows) < MIN_ROWS or len(rows[0]) < 2:
        return None
    if any(len(text) > MAX_FIELD_CHARS for row in rows for text in row):
        return None
    return None if _is_list(rows) or _is_contents(rows) or not _holds_numbers(rows) else rows


def _aligned(lines: Sequence[Fields]) -> list[Fields] | None:
    """Tab by tab where all lines have as many; else by their texts, if those are as many."""
    for rows in (list(lines), [tuple(filter(None, line)) for line in lines]):
        if len({len(row) for row in rows}) == 1:
            columns = [column for column in zip(*rows, strict=True) if any(column)]
            return list(zip(*columns, strict=True))
    return None


def _is_list(rows: Sequence[Fields]) -> bool:
    return len(rows[0]) == 2 and all(_LIST_MARK.fullmatch(row[0]) for row in rows)


def _is_contents(rows: Sequence[Fields]) -> bool:
    """Titles with page numbers that only rise, from the first line on."""
    last = [row[-1] for row in rows]
    if len(rows[0]) > 3 or not all(text.isdecimal() for text in last):
        return False
    return all(int(before) <= int(after) for before, after in pairwise(last))


def _holds_numbers(rows: Sequence[Fields]) -> bool:
    for column in list(zip(*rows[1:], strict=True))[1:]:
        filled = [text for text in column if text]
        numbers = sum(bool(_NUMBER_FIRST.match(text)) for text in filled)
        if filled and numbers >= NUMBERS_SHARE * len(filled):
            return True
    return False
