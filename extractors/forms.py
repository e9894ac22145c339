"""Forms: tables of labels with their values beside them, such as a well header."""

from __future__ import annotations

import re
from collections.abc import Sequence

from extractors.base import RawCell, RawTable
from extractors.cells import CHECK_BOX, MAX_LABEL_CHARS, NIL, filled, quantity_of, shape

COLON_SHARE = 0.6
"""Of a form's labels end with a colon; the typist forgets it here and there."""

_VALUE_NAME = re.compile(
    r"values?|results?|units?|data|descriptions?|details?|comments?|remarks?|verdi|resultat|enhet"
    r"|waarde|eenheid|valeur|unité|valor|unidad|wert|einheit|значение|数值|值",
    re.IGNORECASE,
)
_BRACKETED_UNIT = re.compile(r"[(\[][^()\[\]]{1,24}[)\]]\s*$")


def is_key_value(raw: RawTable) -> bool:
    """Whether the table is a form: labels in the even columns, their values beside them.

    Colons or bold type tell labels; without either, values that are of no one kind (a
    date, a depth, a name) in columns that otherwise would hold one kind each.
    """
    if raw.n_columns not in (2, 4, 6) or raw.n_rows == 0:
        return False
    cells = filled(raw.cells)
    labels = [cell for cell in cells if cell.column % 2 == 0 and cell.column_end < raw.n_columns]
    values = [cell for cell in cells if cell.column % 2 == 1]
    if not labels or not values or any(quantity_of(cell) for cell in labels):
        return False
    if any(len(cell.text) > MAX_LABEL_CHARS for cell in labels):
        return False
    colons = sum(_ends_with_colon(cell) for cell in labels)
    if colons >= COLON_SHARE * len(labels):
        return not all(map(_ends_with_colon, values))
    if raw.n_rows > 1 and all(cell.bold for cell in labels):
        return not any(cell.bold for cell in values)
    return _is_mixed_form(labels, values)


def _is_mixed_form(labels: Sequence[RawCell], values: Sequence[RawCell]) -> bool:
    """Whether distinct labels stand beside values of several kinds, in every column pair."""
    texts = [cell.text.strip().casefold() for cell in labels]
    if len(set(texts)) < len(texts) or any(CHECK_BOX.search(text) for text in texts):
        return False
    coded = sum(any(map(str.isdigit, text)) for text in texts)
    first = [cell for cell in values if cell.row == 0]
    named = any(_VALUE_NAME.fullmatch(cell.text.strip()) for cell in first)
    if 2 * coded >= len(texts) or named or any(_BRACKETED_UNIT.search(cell.text) for cell in first):
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


def _ends_with_colon(cell: RawCell) -> bool:
    return cell.text.rstrip().endswith((":", "："))
