"""What a grid's words tell: contents and index pages, lists, program code, equations.

All of them stand in aligned columns and none is a table. Each is told by the habits of its
own typography; a grid that is mostly figures is never taken for code or an equation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import mean, median

from extractors.captions import looks_like_note
from extractors.geometry import Word, has_figures, is_figure
from extractors.page.grid import Grid, GridCell

LEADERS = re.compile(r"(?:\.\s?){4,}|…{2,}|_{4,}")
LEADERS_READ = re.compile(r"[^\W\d][\s:]*[.…·]{1,3}$")  # what a recogniser leaves of leaders
SECTION_NUMBER = re.compile(r"(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){0,3}\.?(?:\s.*)?")
PAGE_AT_END = re.compile(r"(?:^|\D)(\d{1,4})$")
IN_ORDER = 0.8  # share of the page numbers that follow the one above; one may be misread
CONTENTS_ROWS = 0.5  # share of rows with leaders to a page number that make a contents page
INDEX_ENTRY = re.compile(
    r"\S.*?(?:,|(?:\s?\.){3,})\s?\d{1,4}(?:[-–]\d{1,4})?(?:,\s?\d{1,4}(?:[-–]\d{1,4})?)*"
)
INDEX_ENTRIES = 4  # fewer show no order
INDEXED = 0.6  # share of the texts that end in page numbers; the rest are wrapped or main entries
ALPHABETICAL = 0.8  # share of an index's entries that follow the one above in the alphabet
BULLET = re.compile(
    r"[•●▪■◦‣·\-–—*†‡o□☐✓➢a-z]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]|\[\d+\]|\(\W\)"
    r"|\d{1,2}(?:\.\d{1,2}){0,3}\.?"
)
WORDS_OF_TEXT = 4.0  # mean of a column's cells from which it holds sentences
STRAY = 0.1  # share of the cells that may hold a figure all the same
MOSTLY_FIGURES = 0.4  # share of the cells from which they are data, whatever stands beside them
PITCH_SPREAD = 0.03  # of the width of a letter; rounding in files stays below it
TYPEWRITTEN = 0.9  # share of the words with one width of letter
CODE = re.compile(
    r"[{}\\;$@&|~^]|[\w.][(\[]|<-|->|::|[=!<>]=|\w=\S|\)\)|\w_\w|^[>+#]+$|^--?\w|^\[+\d+,?\]+$"
)
CODED = 0.25  # share of the words with the punctuation of programs
VARIABLE = re.compile(r"[A-Za-z]\d?[,.]?|[(\[]?[A-Za-z]{1,2}\d?\(.*|[-+=<>/]|\ufffd+")
MATHEMATICAL = re.compile(r"[∑∏∫√∈∉∪∩⊂⊆∂∇∞∀∃⊗⊕⊥∥◦∼≡≠⟨⟩⊤′\uf8e5-\uf8fe]|[α-ωΑ-Ωϵϕϑ]")
RELATION = re.compile(r"[=≤≥≈∼≡<>∈\uf8e5-\uf8fe]")
EQUATED = 0.4  # share of the words that are symbols


def kind_of_text(grid: Grid, filled: Sequence[GridCell]) -> str | None:
    """What the words of a grid without a full ruling are, if no table."""
    if is_index(grid, filled):
        return "index"
    if is_list(grid, filled):
        return "list"
    if is_parallel_text(grid, filled):
        return "text in columns"
    told = _without_count(filled)
    if sum(has_figures(cell.text) for cell in told) >= MOSTLY_FIGURES * len(told):
        return None
    words = [word for cell in told for word in cell.words]
    counted = len(told) < len(filled)
    if is_coded(words) and (counted or is_typewritten(words)):
        return "program code"
    return "equation" if is_equation(words) else None


def _without_count(filled: Sequence[GridCell]) -> list[GridCell]:
    """The cells without a first column that counts the lines 1, 2, 3 ..., from any start."""
    first = sorted((cell for cell in filled if cell.column_end == 1), key=_row)
    counts = [int(cell.text) for cell in first if cell.text.isdecimal()]
    steps = [after - before for before, after in pairwise(counts)]
    if len(counts) < len(first) or not steps or set(steps) != {1}:
        return list(filled)
    return [cell for cell in filled if cell.column_end > 1]


def is_contents(grid: Grid, filled: Sequence[GridCell]) -> bool:
    """Titles with leaders to ascending page numbers; chapters' titles may lack the leaders."""
    led = {cell.row for cell in filled if _has_leaders(cell, grid)}
    if not led:
        return False
    numbered = {c.row for c in filled if c.column == 0 and SECTION_NUMBER.fullmatch(c.text)}
    if len(led | numbered) < CONTENTS_ROWS * grid.n_rows or len(led | numbered) < 3:
        return False
    last = [c for c in filled if c.column_end == grid.n_columns and c.row in led | numbered]
    pages = [int(tail[1]) for cell in last if (tail := PAGE_AT_END.search(cell.text))]
    ordered = sum(before <= after for before, after in pairwise(pages))
    return len(pages) >= 0.6 * len(led | numbered) and ordered >= IN_ORDER * (len(pages) - 1)


def _has_leaders(cell: GridCell, grid: Grid) -> bool:
    """Whether dots lead on from a text; of recognised ones a few are left, which in more than
    two columns may end abbreviations.
    """
    few = grid.n_columns == 2 and all(word.confidence is not None for word in cell.words)
    return bool(LEADERS.search(cell.text) or (few and LEADERS_READ.search(cell.text)))


def is_index(grid: Grid, filled: Sequence[GridCell]) -> bool:
    """Entries in the order of the alphabet, each with its page numbers behind it."""
    texts = [cell for cell in filled if sum(map(str.isalpha, cell.text)) > 1]
    entries = [cell for cell in texts if INDEX_ENTRY.fullmatch(cell.text)]
    if len(entries) < max(INDEX_ENTRIES, INDEXED * len(texts)):
        return False
    pairs = ordered = 0
    for column in range(grid.n_columns):
        keys = [_sorting(c.text) for c in sorted(entries, key=_row) if c.column == column]
        pairs += max(0, len(keys) - 1)
        ordered += sum(before <= after for before, after in pairwise(keys))
    return pairs >= INDEX_ENTRIES - 1 and ordered >= ALPHABETICAL * pairs


def _row(cell: GridCell) -> int:
    return cell.row


def _sorting(entry: str) -> str:
    """The first letters of an index entry, by which it is sorted."""
    return "".join(filter(str.isalpha, entry.casefold()))[:3]


def is_list(grid: Grid, filled: Sequence[GridCell]) -> bool:
    """Two columns of which the first holds only bullets, item or section numbers, the other
    text; a longer one without dots may be a table of numbered things.
    """
    if grid.n_columns != 2 or grid.header_rows:
        return False
    first = [cell.text for cell in filled if cell.column == 0]
    others = [cell.text for cell in filled if cell.column == 1]
    if len(first) == len(others) and all(
        BULLET.fullmatch(mark) or looks_like_note(f"{mark} {text}")
        for mark, text in zip(first, others, strict=True)
    ):
        return 2 * sum(map(is_figure, others)) <= len(others)
    return False


def is_parallel_text(grid: Grid, filled: Sequence[GridCell]) -> bool:
    """Sentences side by side, as in verse or translations: no column names the rows."""
    if grid.ruling != "space" or sum(has_figures(c.text) for c in filled) > STRAY * len(filled):
        return False
    columns = [[c for c in filled if c.column == column] for column in range(grid.n_columns)]
    return all(
        cells and mean(len(cell.words) for cell in cells) >= WORDS_OF_TEXT for cells in columns
    )


def is_coded(words: Sequence[Word]) -> bool:
    """Whether the punctuation of programs is as frequent as in no other text."""
    coded = sum(CODE.search(word.text) is not None for word in words)
    return coded >= CODED * len(words)


def is_typewritten(words: Sequence[Word]) -> bool:
    """Whether all letters are equally wide, as on a typewriter; unknown for recognised words."""
    widths = [
        (word.x1 - word.x0) / (len(word.text) * word.size)
        for word in words
        if len(word.text) > 1 and word.size and word.confidence is None
    ]
    if len(widths) < 2:
        return False
    usual = median(widths)
    alike = sum(abs(width - usual) <= PITCH_SPREAD * usual for width in widths)
    return alike >= TYPEWRITTEN * len(widths)


def is_equation(words: Sequence[Word]) -> bool:
    """Mostly symbols, some of which only formulas have, and a sign of relation."""
    formal = sum(MATHEMATICAL.search(word.text) is not None for word in words)
    if not formal or not any(RELATION.search(word.text) for word in words):
        return False
    symbols = sum(
        bool(MATHEMATICAL.search(word.text) or VARIABLE.fullmatch(word.text)) for word in words
    )
    return symbols >= EQUATED * len(words)
