"""What a sample document consists of, independent of the file format it is written to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Span:
    """A cell over several rows or columns.

    Word only: `nested` is a table inside the cell; `was` a text struck out before this one
    with the changes tracked.
    """

    text: str
    columns: int = 1
    rows: int = 1
    nested: Grid | None = None
    was: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. Rows leave out the positions that a span above or to the left covers.

    rules: all lines, lines around the header and below the body only, or none.
    repeat_header: header printed again on every page the table runs on to.
    breaks: rows before which Word broke the page when it last laid the file out.
    caption_is_heading: Word only; the caption is an ordinary heading, as in forms.
    picture: PDF only; pasted in as an image.
    """

    rows: tuple[tuple[str | Span, ...], ...]
    caption: str = ""
    header_rows: int = 1
    kind: Literal["grid", "key_value", "layout"] = "grid"
    rules: Literal["full", "header", "none"] = "full"
    caption_below: bool = False
    caption_is_heading: bool = False
    picture: bool = False
    repeat_header: bool = False
    breaks: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    widths: tuple[float, ...] = ()
    size: float = 8.0

    @property
    def n_columns(self) -> int:
        """Number of grid columns, as the first row spans them."""
        return sum(cell.columns if isinstance(cell, Span) else 1 for cell in self.rows[0])


@dataclass(frozen=True, slots=True)
class Placed:
    """A cell at its place in the grid."""

    text: str
    row: int
    column: int
    rows: int
    columns: int
    nested: Grid | None = None
    was: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the outermost."""

    text: str
    level: int = 1


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph, or one item of a list."""

    text: str
    style: Literal["body", "bullet", "note", "title", "leader"] = "body"


@dataclass(frozen=True, slots=True)
class Beside:
    """Tables side by side on the page."""

    grids: tuple[Grid, ...]


@dataclass(frozen=True, slots=True)
class Break:
    """A page break; `landscape` turns the pages that follow."""

    landscape: bool = False


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents page: headings and captions with the printed page numbers."""

    tables: bool = True


Block = Heading | Text | Grid | Beside | Break | Contents


@dataclass(frozen=True, slots=True)
class Document:
    """A document to write. path: relative to the folder of the samples.

    header, footer: running lines; front_pages: pages before printed page 1;
    scan: seed of the scanner's faults, None for a document born digital;
    page_marks: which traces of page breaks a Word file carries.
    turned: landscape pages of a PDF are upright ones on which everything lies on its side.
    long_fields: caption numbers as begin/separate/end runs instead of one simple field.
    """

    path: str
    title: str
    blocks: tuple[Block, ...]
    header: str = ""
    footer: str = ""
    front_pages: int = 0
    face: Literal["sans", "serif", "typewriter"] = "sans"
    password: str | None = None
    scan: int | None = None
    page_marks: Literal["both", "rendered", "explicit"] = "both"
    turned: bool = False
    long_fields: bool = False


@dataclass(slots=True)
class Layout:
    """Where the writer put things: pages (1-based) of each table and heading."""

    tables: list[tuple[Grid, list[int]]] = field(default_factory=list)
    headings: list[tuple[str, int]] = field(default_factory=list)

    def open(self, grid: Grid) -> list[int]:
        """Register a table in reading order; its pages are appended as it is written."""
        pages: list[int] = []
        self.tables.append((grid, pages))
        return pages


def place(grid: Grid) -> Iterator[Placed]:
    """Cells with their grid positions, filling each row from the left around spans."""
    taken: set[tuple[int, int]] = set()
    for row, cells in enumerate(grid.rows):
        column = 0
        for cell in cells:
            span = cell if isinstance(cell, Span) else Span(cell)
            while (row, column) in taken:
                column += 1
            taken |= {
                (row + down, column + right)
                for down in range(span.rows)
                for right in range(span.columns)
            }
            yield Placed(span.text, row, column, span.rows, span.columns, span.nested, span.was)
            column += span.columns


def inventory_entry(document: Document, grid: Grid, pages: list[int]) -> Json:
    """What extraction should find for a table: place, shape and the exact cell texts."""
    return {
        "file": document.path,
        "page": pages[0],
        "pages": sorted(set(pages)),
        "caption": grid.caption or None,
        "kind": grid.kind,
        "n_rows": len(grid.rows),
        "n_columns": grid.n_columns,
        "header_rows": grid.header_rows,
        "repeat_header": grid.repeat_header,
        "rules": grid.rules,
        "scanned": document.scan is not None,
        "picture": grid.picture,
        "cells": [
            {
                "row": cell.row,
                "col": cell.column,
                "rowspan": cell.rows,
                "colspan": cell.columns,
                "text": " ".join(cell.text.split()),
            }
            for cell in place(grid)
        ],
    }
