"""Header rows, column names and units of a raw table.

Evidence, in the order of its weight: what the source marks, spans that want a row below
them, a row of units, numbers (they belong to the body, years and sizes excepted), bold.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from extractors.base import RawCell, RawTable
from extractors.cells import (
    CHECK_BOX,
    MAX_LABEL_CHARS,
    NIL,
    Rows,
    filled,
    quantity_of,
    rows_of,
    shape,
)
from extractors.forms import is_key_value
from extractors.numbers import Quantity, is_unit, unit_in_header

MAX_HEADER_ROWS = 6
"""More levels than any report was seen to have (3); the rest of the page is body."""

UNITS_SHARE = 0.6
"""Of the texts of a units row are units: a year or "0/10" (gels) may stand among them."""

NAME_JOINER = " / "

_DEPTHS = r"depths?|dybder?|dieptes?|profundidad(?:es)?|profondeurs?|tiefen?|глубин[аы]"
_DEPTHS_IN = re.compile(
    rf"\b(?:{_DEPTHS})\b(?:\s+(?!in\b)\S+){{0,4}}?\s+(?:in|i|en|в)\s+(?P<rest>\S.*)", re.IGNORECASE
)
_DEPTH_NAME = re.compile(
    rf"\b(?:{_DEPTHS}|md(?:rt|rkb)?|tvd(?:ss|rt|rkb)?|shoe|top|base|bottom|from|to)\b",
    re.IGNORECASE,
)

_CODE_NAME = re.compile(r"\w+(?:[:._@\\]\w+)+")  # w:tbl, report.doc, WELL_NAME


def count_header_rows(raw: RawTable) -> int:
    """The number of header rows, 0 for a table that has none.

    A title row over the whole width above a header counts as a header row; a form
    (label beside value) has none.
    """
    rows = rows_of(raw.cells)
    if raw.n_rows == 0 or not rows:
        return 0
    marked = raw.header_rows if raw.header_rows is not None else _marked_rows(rows)
    if marked and not _is_data_row(rows.get(0, [])):
        count = min(marked, raw.n_rows)
    elif raw.header_rows == 0 or is_key_value(raw):
        return 0
    else:
        count = _title_rows(rows, raw)
        if not _opens_with_header(rows, raw, count):
            return min(count, raw.n_rows - 1) if _is_lone_title(rows, raw) else 0
        count += 1
    count = _deepen(rows, raw, count)
    return min(count, raw.n_rows, MAX_HEADER_ROWS)


def column_names(cells: Sequence[RawCell], header_rows: int, n_columns: int) -> tuple[str, ...]:
    """One name per grid column: its header texts from the top, joined by " / ".

    A spanning header cell names each of its columns. A title row and a row of units are
    left out, the units only as long as the names stay different without them.
    """
    rows = rows_of(cell for cell in cells if cell.row < header_rows)
    titles = {row for row in rows if header_rows > 1 and _is_full_width(rows[row], n_columns)}
    units = {row for row in rows if _is_units_row(rows[row])}
    full = _joined_names(rows, n_columns, skip=titles)
    short = _joined_names(rows, n_columns, skip=titles | units)
    return tuple(short if "" not in short and len(set(short)) == len(set(full)) else full)


def column_units(
    cells: Sequence[RawCell], header_rows: int, n_columns: int
) -> tuple[str | None, ...]:
    """One unit per grid column, read from a units row or the header text; None if unprinted."""
    units: list[str | None] = [None] * n_columns
    for _, row in sorted(rows_of(cell for cell in cells if cell.row < header_rows).items()):
        of_units = _is_units_row(row)
        for cell in row:
            if unit := (of_units and _whole_unit(cell)) or unit_in_header(cell.text):
                for column in range(cell.column, min(cell.column_end, n_columns)):
                    units[column] = unit
    return tuple(units)


def stated_depth_unit(lines: Iterable[str]) -> str | None:
    """The unit that a caption or note states for all depths: "(all depths in m RKB)"."""
    for line in lines:
        if match := _DEPTHS_IN.search(line):
            words = re.split(r"[\s,;)\]]+", match["rest"].rstrip(" )]"))
            for count in (3, 2, 1):
                if len(words) >= count and is_unit(unit := " ".join(words[:count]).rstrip(".")):
                    return unit
    return None


def is_depth_name(name: str) -> bool:
    """Whether a column so named holds depths."""
    return bool(_DEPTH_NAME.search(name))


def _whole_unit(cell: RawCell) -> str | None:
    text = " ".join(cell.text.split())
    if not is_unit(text):
        return None
    return text[1:-1].strip() if text[0] in "([" else text


def _marked_rows(rows: Rows) -> int:
    """Leading rows all of whose texts the source marks as header."""
    count = 0
    while count in rows and all(cell.header for cell in rows[count]):
        count = max(cell.row_end for cell in rows[count])
    return count


def _is_data_row(cells: Sequence[RawCell]) -> bool:
    """Whether a row holds numbers that name nothing, though a rule stands below it: they do
    not rise from column to column, as the years, sizes or classes of a header do.
    """
    texts = filled(cells)
    values = [value.value for cell in texts if (value := quantity_of(cell))]
    rising = all(before < after for before, after in pairwise(values))
    return len(values) > 2 and 2 * len(values) > len(texts) and not rising


def _is_full_width(cells: Sequence[RawCell], n_columns: int) -> bool:
    """One text over the whole row; cells left blank beside it do not count."""
    texts = filled(cells)
    return (
        len(texts) == 1 and n_columns > 1 and (texts[0].column_end - texts[0].column == n_columns)
    )


def _title_rows(rows: Rows, raw: RawTable) -> int:
    count = 0
    while count < raw.n_rows - 1 and _is_full_width(rows.get(count, []), raw.n_columns):
        count += 1
    return count


def _is_lone_title(rows: Rows, raw: RawTable) -> bool:
    return bool(rows.get(0)) and _is_full_width(rows[0], raw.n_columns)


def _opens_with_header(rows: Rows, raw: RawTable, start: int) -> bool:
    """Whether row `start` names columns instead of holding values."""
    cells = rows.get(start, [])
    first = filled(cells)
    if not first or any(len(cell.text) > MAX_LABEL_CHARS * 2 for cell in first):
        return False
    if any(cell.header is False or CHECK_BOX.search(cell.text) for cell in first):
        return False
    if raw.n_rows - start == 1:  # nothing below to name
        return len(first) == len(cells) > 2 and all(cell.bold for cell in first)
    if len(first) == 1 and (start > 0 or (raw.n_columns > 2 and first[0].column == 0)):
        return False  # a section row
    if len(first) > 1 and first[0].bold and not any(cell.bold for cell in first[1:]):
        return False  # the bold column of row labels
    if _is_blank_form(raw, cells):
        return False
    numbers = [cell for cell in first if quantity_of(cell)]
    if numbers and not _are_number_labels(numbers, rows, raw, start):
        return False
    return not (
        _continues_enumeration(rows, start) or _repeats_body(rows, start) or _is_abbreviation(first)
    )


def _is_abbreviation(first: Sequence[RawCell]) -> bool:
    """Whether two texts are an abbreviation and what it stands for: "LOT", "Leak-off test"."""
    letters = first[0].text.strip().casefold()
    if len(first) != 2 or len(letters) < 2 or not letters.isalpha():
        return False
    initials = iter(word[0].casefold() for word in re.findall(r"[^\W\d_]+", first[1].text))
    return next(initials, None) == letters[0] and all(letter in initials for letter in letters[1:])


def _is_blank_form(raw: RawTable, first: Sequence[RawCell]) -> bool:
    """A form to fill in: blank fields beside labels, from the first row on."""
    fields = [cell for cell in raw.cells if cell.column > 0]
    blank = sum(not cell.text.strip() for cell in fields)
    return any(cell.column > 0 and not cell.text.strip() for cell in first) and (
        2 * blank >= len(fields)
    )


def _are_number_labels(numbers: Sequence[RawCell], rows: Rows, raw: RawTable, start: int) -> bool:
    """Years, sizes and plain counts (1, 2, 3 ...) name columns as words do."""
    if raw.n_columns > 1 and any(cell.column == 0 for cell in numbers):
        return False
    values = [quantity_of(cell) for cell in numbers]
    below = [
        quantity_of(cell)
        for row, cells in rows.items()
        if row > start
        for cell in cells
        if cell.column in {number.column for number in numbers}
    ]
    for kind in (_is_year, _is_size):
        if all(map(kind, values)):
            return not all(map(kind, below))
    return _counts_up([value.value for value in values if value])


def _is_year(quantity: Quantity | None) -> bool:
    return (
        quantity is not None
        and quantity.unit is None
        and 1900 <= quantity.value <= 2100
        and quantity.value.is_integer()
    )


def _is_size(quantity: Quantity | None) -> bool:
    return quantity is not None and quantity.size


def _counts_up(values: Sequence[float]) -> bool:
    return len(values) > 2 and all(after - before == 1 for before, after in pairwise(values))


def _continues_enumeration(rows: Rows, start: int) -> bool:
    """Whether the first column counts rows from `start` on (4, 5, 6): then no row is a header."""
    numbers = [
        quantity.value
        for row in range(start, start + 4)
        for cell in rows.get(row, [])[:1]
        if cell.column == 0 and (quantity := quantity_of(cell))
    ]
    return bool(quantity_of(rows[start][0])) and _counts_up(numbers)


def _repeats_body(rows: Rows, start: int) -> bool:
    """Whether row `start` is written like the rows below: ranges, dates and codes beside labels.

    The shape of "4220-260" is "9-9", of "w:tbl" "a:a"; a header has the shape of its column
    only by chance.
    """
    below: dict[int, Counter[str]] = {}
    for row, cells in rows.items():
        for cell in cells if row > start else ():
            below.setdefault(cell.column, Counter())[shape(cell.text)] += 1
    coded = [
        cell
        for cell in filled(rows[start])
        if cell.column > 0 and _is_code(cell) and not quantity_of(cell)
    ]
    alike = [
        cell
        for cell in coded
        if 2 * below.get(cell.column, Counter())[shape(cell.text)]
        > sum(below.get(cell.column, Counter()).values())
    ]
    return bool(coded) and len(alike) == len(coded)


def _is_code(cell: RawCell) -> bool:
    """Whether a text has digits, or marks inside as names of files and fields have."""
    return "9" in shape(cell.text) or bool(_CODE_NAME.fullmatch(cell.text.strip()))


def _deepen(rows: Rows, raw: RawTable, count: int) -> int:
    """Add the rows that belong to a header of `count` rows already found."""
    while count < min(raw.n_rows - 1, MAX_HEADER_ROWS):
        above = [cell for row in range(count) for cell in rows.get(row, [])]
        reach = max((cell.row_end for cell in above), default=count)
        if reach > count and reach < raw.n_rows:
            count = reach
        elif _is_units_row(rows.get(count, [])) or _is_subheader(rows, raw, count):
            count += 1
        else:
            break
    return count


def _is_units_row(cells: Sequence[RawCell]) -> bool:
    texts = [cell for cell in filled(cells) if not NIL.fullmatch(cell.text.strip())]
    units = sum(is_unit(cell.text) for cell in texts)
    if units < UNITS_SHARE * len(texts):
        return False
    # Beside one unit, a word makes it another header row.
    return units > 1 or len(texts) == units == 1


def _is_subheader(rows: Rows, raw: RawTable, row: int) -> bool:
    """Whether row `row` divides the spanning header cells right above it.

    Under a span only labels (or years and counts) are allowed, beside it no numbers:
    "Recovered | feet | %" below "Core" is a level of the header, "93 | 77" is not.
    """
    spans = [
        cell
        for cell in rows.get(row - 1, [])
        if cell.text.strip() and 1 < cell.column_end - cell.column < raw.n_columns
    ]
    titled = _is_full_width(rows.get(row - 1, []), raw.n_columns)
    cells = filled(rows.get(row, []))
    if not cells or any(len(cell.text) > MAX_LABEL_CHARS * 2 for cell in cells):
        return False
    if not spans:
        return _is_bold_level(rows, row) or (titled and len(cells) > 1 and _all_labels(cells))
    under = [cell for cell in cells if any(_divides(cell, span) for span in spans)]
    beside = [cell for cell in cells if cell not in under]
    numbers = [cell for cell in cells if quantity_of(cell)]
    if len(under) < 2 or any(_is_nil_mark(cell.text) for cell in cells):
        return False
    if not all(_names_differ(under, span) for span in spans):
        return False
    counts = _counts_up([value.value for cell in numbers if (value := quantity_of(cell))])
    if not counts and not all(_is_year(quantity_of(cell)) for cell in beside if cell in numbers):
        return False
    return not numbers or _are_number_labels(numbers, rows, raw, row)


def _names_differ(cells: Sequence[RawCell], span: RawCell) -> bool:
    """Whether the texts under one span tell its columns apart, as names do and ticks do not."""
    texts = [cell.text.strip() for cell in cells if _divides(cell, span)]
    return len(texts) < 2 or len(set(texts)) > 1


def _is_nil_mark(text: str) -> bool:
    """A dash or the like; a word such as "None" may be the name of a class."""
    return bool(NIL.fullmatch(text.strip())) and not any(map(str.isalpha, text))


def _all_labels(cells: Sequence[RawCell]) -> bool:
    return not any(quantity_of(cell) or NIL.fullmatch(cell.text.strip()) for cell in cells)


def _divides(cell: RawCell, span: RawCell) -> bool:
    inside = span.column <= cell.column and cell.column_end <= span.column_end
    return inside and cell.column_end - cell.column < span.column_end - span.column


def _is_bold_level(rows: Rows, row: int) -> bool:
    """A second bold row without numbers, over a body that is not bold."""
    here, below = filled(rows.get(row, [])), filled(rows.get(row + 1, []))
    above = filled(rows.get(row - 1, []))
    return (
        len(here) > 1
        and all(cell.bold for cell in here + above)
        and bool(below)
        and not any(cell.bold for cell in below)
        and _all_labels(here)
    )


def _joined_names(rows: Rows, n_columns: int, skip: set[int]) -> list[str]:
    paths: list[list[str]] = [[] for _ in range(n_columns)]
    for row in sorted(rows):
        for cell in rows[row]:
            text = " ".join(cell.text.split()).rstrip(":： ")
            if row in skip or not text:
                continue
            for path in paths[cell.column : cell.column_end]:
                if text not in path[-1:]:
                    path.append(text)
    return [NAME_JOINER.join(path) for path in paths]
