"""The table model: what extraction hands on and everything else works with.

Plain frozen values: no object of a document or array library crosses this line.
Spans are stored once, as half-open ranges on the cell; the dense grid is derived.
Printed text is never changed; a parsed number or a unit stands beside it.

`relatab.model_json` writes and reads the JSON form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Literal, get_args

Kind = Literal["grid", "key_value", "layout"]
ScanSource = Literal["ocr", "text layer", "unread"]
CaptionSource = Literal[
    "sequence_field", "style", "property", "numbered", "heading", "box_title", "page_title"
]


DOUBTFUL = 0.9
"""Confidence of the recogniser below which a cell, a table or a page is shown as doubtful.
Of 243 scanned pages 15 have means below it, and none between .885 and .907. Of 4,185 table cells
compared with what is printed, 4 of 20 below it were misread, and 41 of the others."""

_LABEL_END = re.compile(r"\s*(?:(?:[.·…_]\s?){3,}|…)?\s*[:：]?\s*$")
"""The colon behind a form's label and the dots or line that lead to its value."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One printed cell; `row:row_end` and `column:column_end` are half-open.

    value: the number the text stands for, where it is one; unit: a unit printed in
    the cell itself; confidence: the recogniser's, in [0, 1], only for OCR text; marks:
    footnote marks at the cell ("2", "a", "*"), never part of its number; notes: places in
    `Table.notes` of the notes that explain them; stands_for: what the text means where it is
    not what is printed: the text above that a ditto mark repeats, or the figure in which a
    recogniser put letters for digits. `value` is the number of that then.
    """

    text: str
    row: int
    row_end: int
    column: int
    column_end: int
    is_header: bool = False
    value: float | None = None
    unit: str | None = None
    confidence: float | None = None
    marks: tuple[str, ...] = ()
    notes: tuple[int, ...] = ()
    stands_for: str | None = None

    @property
    def meaning(self) -> str:
        """What the text stands for: itself, as a rule."""
        return self.text if self.stands_for is None else self.stands_for

    @property
    def doubtful(self) -> bool:
        """Whether the recogniser was not sure of the text (`DOUBTFUL`)."""
        return bool(self.text.strip()) and is_doubtful(self.confidence)

    def __post_init__(self) -> None:
        if not (0 <= self.row < self.row_end and 0 <= self.column < self.column_end):
            raise ValueError(f"cell {self.text!r}: empty or negative span")


@dataclass(frozen=True, slots=True)
class Column:
    """A column's name (its header path joined by " / ") and its unit, as printed in its header
    or, for depths, in a line with the table ("all depths in m RKB").
    """

    name: str
    unit: str | None = None

    @property
    def label(self) -> str:
        """The name for people, its unit behind it where it does not already say it."""
        if not self.unit:
            return self.name
        start = r"(?<!\w)" if self.unit[0].isalnum() else ""  # "m" is not in "MD", "°C" is in "T°C"
        end = r"(?!\w)" if self.unit[-1].isalnum() else ""
        if re.search(start + re.escape(self.unit) + end, self.name, re.IGNORECASE):
            return self.name
        return f"{self.name} ({self.unit})".lstrip()


@dataclass(frozen=True, slots=True)
class Field:
    """An entry of a form: its label and its value, as printed, and the value's first place."""

    label: str
    value: str
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class RowGroup:
    """A label that stands over the body rows `row:row_end` (a section row)."""

    label: str
    row: int
    row_end: int


@dataclass(frozen=True, slots=True)
class Caption:
    """A caption's text and the evidence by which it was recognised."""

    text: str
    source: CaptionSource

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise ValueError("an absent caption is None, never an empty text")


@dataclass(frozen=True, slots=True)
class Region:
    """An area of a page (1-based), in points from the top left of the page as displayed.

    turn: quarter turns counter-clockwise, 0 to 3, by which it is to be turned to be read.
    """

    page: int
    x0: float
    top: float
    x1: float
    bottom: float
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a table stands.

    pages: 1-based, ascending, as a viewer counts; page_label: the number printed on
    the first page; page_exact: False where a Word file does not record its page breaks;
    regions: one per page for fixed layouts (PDF, images), empty for Word; page_confidence:
    mean confidence of the characters on the worst read of the pages, for scans, in [0, 1].
    """

    path: str
    document_hash: str
    position: int
    pages: tuple[int, ...] = ()
    page_label: str | None = None
    page_exact: bool = True
    regions: tuple[Region, ...] = ()
    page_confidence: float | None = None

    @property
    def place(self) -> str:
        r"""Where it is, for people: "well.pdf, p. 4-5 (printed iv)"; `caf\xe9.pdf` where the
        name's bytes are no valid text.
        """
        name = self.path.replace("\\", "/").rsplit("/", 1)[-1]
        name = name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
        if not self.pages:
            return name
        first, last = self.pages[0], self.pages[-1]
        about = "" if self.page_exact else "about "
        label = f" (printed {self.page_label})" if self.page_label else ""
        return f"{name}, {about}p. {first}{'' if first == last else f'-{last}'}{label}"


@dataclass(frozen=True, slots=True)
class Identity:
    """A thing of the trade that a table speaks of, such as a well.

    kind: "well", "field", ...; value: the normalised form; printed: as found;
    source: where it was read ("cell", "caption", "page", "heading", "title", "path"), or
    "document" where only another table of the document names it.
    """

    kind: str
    value: str
    printed: str
    source: str


@dataclass(frozen=True, slots=True)
class Context:
    """What surrounds a table: outermost heading first; facts are header and footer lines."""

    title: str | None = None
    headings: tuple[str, ...] = ()
    page_facts: tuple[str, ...] = ()
    identities: tuple[Identity, ...] = ()


@dataclass(frozen=True, slots=True)
class Issue:
    """Something irregular: what kind, what it was, on which page, what was done about it."""

    kind: str
    message: str
    page: int | None = None
    action: str = ""


@dataclass(frozen=True, slots=True)
class ScanReading:
    """How a page (1-based) was read that has no text of its own, or none that can be trusted.

    source: by OCR, from the text that an earlier OCR left in the file, or not at all;
    confidence: mean over the characters, in [0, 1], where the recogniser gives it.
    """

    page: int
    source: ScanSource
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a document.

    Cells are sorted by row, then column, lie inside `n_rows` x `n_columns` and never
    overlap. `columns` has one entry per grid column. Rows below `header_rows` are the body.
    `notes` are lines printed with the table that belong to no cell (footnotes).
    `parent` is the id of the table in one of whose cells this one is nested.
    """

    id: str
    cells: tuple[Cell, ...]
    n_rows: int
    n_columns: int
    provenance: Provenance
    header_rows: int = 0
    caption: Caption | None = None
    columns: tuple[Column, ...] = ()
    row_groups: tuple[RowGroup, ...] = ()
    notes: tuple[str, ...] = ()
    kind: Kind = "grid"
    context: Context = field(default_factory=Context)
    extractor: str = ""
    confidence: float | None = None
    parent: str | None = None

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            raise ValueError(f"table {self.id}: kind {self.kind!r} is not one of {get_args(Kind)}")
        if self.columns and len(self.columns) != self.n_columns:
            raise ValueError(
                f"table {self.id}: {len(self.columns)} names, {self.n_columns} columns"
            )
        if not 0 <= self.header_rows <= self.n_rows:
            raise ValueError(f"table {self.id}: {self.header_rows} header rows of {self.n_rows}")
        taken: set[tuple[int, int]] = set()
        for cell in self.cells:
            if cell.row_end > self.n_rows or cell.column_end > self.n_columns:
                raise ValueError(f"table {self.id}: cell {cell.text!r} leaves the grid")
            if any(not 0 <= note < len(self.notes) for note in cell.notes):
                raise ValueError(f"table {self.id}: cell {cell.text!r} names a note it has not")
            for position in _positions(cell):
                if position in taken:
                    raise ValueError(f"table {self.id}: cells overlap at {position}")
                taken.add(position)

    @property
    def page(self) -> int | None:
        """First page, or None where the document has no pages."""
        return self.provenance.pages[0] if self.provenance.pages else None

    @property
    def scanned(self) -> bool:
        """Whether it was read on an image: by OCR, or from what an earlier OCR left there."""
        return self.extractor.startswith("ocr")

    def grid(self) -> list[list[Cell | None]]:
        """The dense view: `n_rows` x `n_columns`, a spanning cell at each of its positions."""
        rows: list[list[Cell | None]] = [[None] * self.n_columns for _ in range(self.n_rows)]
        for cell in self.cells:
            for row, column in _positions(cell):
                rows[row][column] = cell
        return rows

    def fields(self, *, resolved: bool = False) -> tuple[Field, ...]:
        """The entries of a form in reading order; none for another kind of table.

        Its labels are header cells (where none is marked, those in the even columns). The
        value of a label stands at its right, or below it where another label or nothing
        does. Any other text with a colon inside is label and value in one. resolved: what
        ditto marks stand for in place of the marks.
        """
        if self.kind != "key_value":
            return ()
        grid = self.grid()
        marked = any(cell.is_header for cell in self.cells)
        found: list[Field] = []
        values: set[Cell] = set()
        for cell in self.cells:
            label, colon, rest = cell.text.partition(":")
            inside = bool(colon and rest.strip())
            if cell in values or not cell.text.strip():
                continue
            if cell.is_header if marked else cell.column % 2 == 0 and not inside:
                value = _value_of(cell, grid)
                values.update([value] if value else [])
                place = value or cell
                name = _LABEL_END.sub("", cell.text)
                text = "" if value is None else value.meaning if resolved else value.text
                found.append(Field(name, text, place.row, place.column))
            elif inside:
                found.append(Field(label.strip(), rest.strip(), cell.row, cell.column))
        return tuple(found)

    def body_texts(self, *, resolved: bool = False) -> list[list[str]]:
        """Printed text of the body, `n_rows - header_rows` x `n_columns`; "" where blank.

        A spanning cell gives its text once, at its first position, so that nothing is
        counted twice. resolved: what ditto marks stand for in place of the marks.
        """
        rows = [[""] * self.n_columns for _ in range(self.n_rows - self.header_rows)]
        for cell in self.cells:
            if cell.row >= self.header_rows:
                rows[cell.row - self.header_rows][cell.column] = (
                    cell.meaning if resolved else cell.text
                )
        return rows


@dataclass(frozen=True, slots=True)
class Extraction:
    """All tables of one document, what was irregular, and the number of its pages.

    readings: of the pages that were not read from text of their own, ascending.
    """

    tables: tuple[Table, ...]
    issues: tuple[Issue, ...] = ()
    pages: int = 0
    title: str | None = None
    readings: tuple[ScanReading, ...] = ()


def _value_of(label: Cell, grid: list[list[Cell | None]]) -> Cell | None:
    """The cell at the right of a form's label, or below it, that can hold its value."""
    right = grid[label.row][label.column_end : label.column_end + 1]
    below = [row[label.column] for row in grid[label.row_end : label.row_end + 1]]
    if not label.is_header:
        return right[0] if right else None
    free = [cell for cell in (*right, *below) if cell and not cell.is_header]
    return next((cell for cell in free if cell.text.strip()), free[0] if free else None)


def _positions(cell: Cell) -> Iterator[tuple[int, int]]:
    return product(range(cell.row, cell.row_end), range(cell.column, cell.column_end))


def is_doubtful(confidence: float | None) -> bool:
    """Whether a confidence is known and below `DOUBTFUL`."""
    return confidence is not None and confidence < DOUBTFUL


def table_id(document_hash: str, position: int) -> str:
    """Stable id of the table at `position` (0-based, document order) of a document."""
    return f"{document_hash[:12]}-{position:03d}"
