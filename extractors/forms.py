"""Forms: tables of labels with their values, such as a well header.

A value stands beside its label, behind it in the same box ("Rig: Ocean Viking"), or below it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from extractors.base import RawCell, RawTable
from extractors.cells import CHECK_BOX, MAX_LABEL_CHARS, NIL, filled, quantity_of, shape

COLON_SHARE = 0.6
"""Of a form's labels end with a colon; the typist forgets it here and there."""

FEWEST_BOXES = 4
"""Fewer boxes with a colon in them, or rows of labels and values, may be so by chance."""

_LABEL_END = re.compile(r"(?:[:：]|(?:[.·…_]\s?){3,}|…)\s*:?\s*$")
# The boxes of official forms are numbered: "7. Total depth".
_NUMBERED_LABEL = re.compile(r"\s*[0-9]{1,2}[a-zA-Z]?[.)]\s*[^\W\d_]")
_LABEL_INSIDE = re.compile(r"\s*[^\W\d][^:：\n]{0,39}(?::\s+|：\s*)\S.{0,60}$", re.DOTALL)
_VALUE_NAME = re.compile(
    r"values?|results?|units?|data|descriptions?|details?|comments?|remarks?|verdi|resultat|enhet"
    r"|waarde|eenheid|valeur|unité|valor|unidad|wert|einheit|значение|数值|值",
    re.IGNORECASE,
)
_BRACKETED_UNIT = re.compile(r"[(\[][^()\[\]]{1,24}[)\]]\s*$")


def is_key_value(raw: RawTable) -> bool:
    """Whether the table is a form."""
    return form_labels(raw) is not None


def form_labels(raw: RawTable) -> tuple[RawCell, ...] | None:
    """The cells of a form that hold a label alone; None where the table is no form."""
    if raw.n_rows == 0:
        return None
    cells = filled(raw.cells)
    if _is_beside(raw, cells):
        return tuple(_in_label_columns(raw, cells))
    if _is_inside(raw, cells):
        return ()
    if _is_above(raw, cells):
        return tuple(cell for cell in cells if cell.row % 2 == 0)
    return None


def _in_label_columns(raw: RawTable, cells: Sequence[RawCell]) -> list[RawCell]:
    return [cell for cell in cells if cell.column % 2 == 0 and cell.column_end < raw.n_columns]


def _is_beside(raw: RawTable, cells: Sequence[RawCell]) -> bool:
    """Whether labels stand in the even columns, their values beside them.

    Numbers, colons, leaders or bold type tell labels; without, values that are of no one kind (a
    date, a depth, a name) in columns that otherwise would hold one kind each.
    """
    if raw.n_columns not in (2, 4, 6):
        return False
    labels = _in_label_columns(raw, cells)
    values = [cell for cell in cells if cell.column % 2 == 1]
    if not labels or not values or any(quantity_of(cell) for cell in labels):
        return False
    if any(len(cell.text) > MAX_LABEL_CHARS for cell in labels):
        return False
    if _names_values([cell for cell in values if cell.row == 0]):
        return False
    if raw.n_columns > 2 and all(_NUMBERED_LABEL.match(cell.text) for cell in labels):
        return not any(_NUMBERED_LABEL.match(cell.text) for cell in values)
    colons = sum(_ends_as_label(cell) for cell in labels)
    if colons >= COLON_SHARE * len(labels):
        return not all(map(_ends_as_label, values))
    if raw.n_rows > 1 and all(cell.bold for cell in labels):
        return not any(cell.bold for cell in values)
    return _is_mixed_form(labels, values)


def _is_inside(raw: RawTable, cells: Sequence[RawCell]) -> bool:
    """Whether the boxes hold a label with a colon and its value each."""
    inside = sum(bool(_LABEL_INSIDE.match(cell.text)) for cell in cells)
    return raw.n_columns > 1 and len(cells) >= FEWEST_BOXES and inside >= COLON_SHARE * len(cells)


def _is_above(raw: RawTable, cells: Sequence[RawCell]) -> bool:
    """Whether rows of labels and rows of their values take turns.

    The labels are distinct words, and most columns hold values of several kinds, which the
    body of a grid does not.
    """
    if raw.n_rows < FEWEST_BOXES or raw.n_rows % 2 or any(c.row_end - c.row > 1 for c in cells):
        return False
    labels = [cell for cell in cells if cell.row % 2 == 0]
    values = [cell for cell in cells if cell.row % 2 == 1]
    texts = {cell.text.strip().casefold() for cell in labels}
    if len(texts) < len(labels) or any(
        _kind_of_value(cell) != "words" or len(cell.text) > MAX_LABEL_CHARS for cell in labels
    ):
        return False
    rows = range(0, raw.n_rows, 2)
    if any(sum(cell.row == row for cell in labels) < 2 for row in rows):
        return False
    if any(all(_kind_of_value(c) == "words" for c in values if c.row == row + 1) for row in rows):
        return False
    kinds = [
        {_kind_of_value(cell) for cell in values if cell.column == column} - {None}
        for column in {cell.column for cell in values}
    ]
    return 2 * sum(len(found) > 1 for found in kinds) > len(kinds)


def _names_values(first: Sequence[RawCell]) -> bool:
    """Whether the first row is a header over the values: "Property | Value"."""
    return any(_VALUE_NAME.fullmatch(cell.text.strip()) for cell in first)


def _is_mixed_form(labels: Sequence[RawCell], values: Sequence[RawCell]) -> bool:
    """Whether distinct labels stand beside values of several kinds, in every column pair."""
    texts = [cell.text.strip().casefold() for cell in labels]
    if len(set(texts)) < len(texts) or any(CHECK_BOX.search(text) for text in texts):
        return False
    coded = sum(any(map(str.isdigit, text)) for text in texts)
    first = [cell for cell in values if cell.row == 0]
    if first and not any(cell.row == cell.column == 0 for cell in labels):
        return False  # a blank corner stands over row labels
    if 2 * coded >= len(texts) or any(_BRACKETED_UNIT.search(cell.text) for cell in first):
        return False
    if not {_kind_of_value(cell) for cell in values if cell.row > 0} & {"words"} and all(
        _kind_of_value(cell) == "words" for cell in first
    ):
        return False  # words over figures of any kind are column names
    kinds: dict[int, set[str]] = {}
    for cell in values:
        if kind := _kind_of_value(cell):
            kinds.setdefault(cell.column, set()).add(kind)
    paired = len(kinds) > 1 and any(_kind_of_value(cell) != "words" for cell in first)
    needed = 2 if paired else 3
    return bool(kinds) and all(len(found) >= needed for found in kinds.values())


def _kind_of_value(cell: RawCell) -> str | None:
    """A number, its unit, the shape of a date, range or code, or "words"; None for nil marks."""
    if NIL.fullmatch(cell.text.strip()):
        return None
    if quantity := quantity_of(cell):
        return quantity.unit or "number"
    return shape(cell.text) if any(map(str.isdigit, cell.text)) else "words"


def _ends_as_label(cell: RawCell) -> bool:
    """Whether a text ends with a colon, or with the dots or line that lead to its value."""
    return bool(_LABEL_END.search(cell.text))
