"""Pages of a typewriter of fixed pitch, as OCR reads them, for tests of what is found on them."""

import re
from collections.abc import Mapping

from extractors.base import RawTable
from extractors.geometry import PageContent, Rule, Word
from extractors.page.scan import find_on_scan

PITCH, LEADING, SIZE = 7.2, 14.0, 12.0
LEFT, TOP = 40, 60


def typed(
    text: str,
    *,
    rules: tuple[Rule, ...] = (),
    sizes: Mapping[int, float] | None = None,
    number: int = 1,
) -> PageContent:
    """A page of one word for each run without a blank; sizes: of rows in other type, in points."""
    words = []
    for row, line in enumerate(text.strip("\n").split("\n")):
        size = (sizes or {}).get(row, SIZE)
        bottom = TOP + row * LEADING + SIZE
        for match in re.finditer(r"\S+", line):
            x0, x1 = LEFT + match.start() * PITCH, LEFT + match.end() * PITCH
            words.append(Word(match[0], x0, bottom - size, x1, bottom, size=size, confidence=0.95))
    return PageContent(number, 595.0, 842.0, tuple(words), rules)


def underline(row: int, first: int, last: int) -> Rule:
    """A rule right below the columns `first:last` of a typed row."""
    y = TOP + row * LEADING + SIZE + 1
    return Rule(LEFT + first * PITCH, y, LEFT + last * PITCH, y + 0.5)


def rows_of(table: RawTable) -> list[list[str]]:
    """The texts of a table as a dense grid."""
    grid = [[""] * table.n_columns for _ in range(table.n_rows)]
    for cell in table.cells:
        grid[cell.row][cell.column] = cell.text
    return grid


def tables_of(page: PageContent) -> list[RawTable]:
    """What is found on a scanned page."""
    return [found.raw for found in find_on_scan(page)[1]]
