"""What every extractor works with: the raw table, its neighbourhood, and the protocol.

A reader (Word, PDF, image) finds cells and the lines around them and says so in a
`RawTable`; `extractors.normalize.build_table` turns that into the public `Table`
(header rows, column names, units, kind, numbers), the same way for every source.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from relatab.model import Caption, Context, Extraction, Issue, Region

Progress = Callable[[int, int, bool], None]
"""Called with (pages done, pages in all, whether the last of them was read by OCR); with none
done as a sign of life while a document is looked over.
"""


UNKNOWN_LETTER = "\N{REPLACEMENT CHARACTER}"
"""Stands in texts for a glyph whose letter the document does not tell."""


@dataclass(frozen=True, slots=True)
class RawCell:
    """A cell as found; `header`: True/False where the source itself says so, else None;
    marks: footnote marks already kept out of the text.
    """

    text: str
    row: int
    row_end: int
    column: int
    column_end: int
    header: bool | None = None
    bold: bool = False
    confidence: float | None = None
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RawTable:
    """A table as found in a document, before normalisation.

    header_rows: where the source marks them (Word's repeated header, a rule under the
    header), else None and `headers.count_header_rows` decides. parent: position of the
    enclosing table. `layout` marks a table used to arrange a page, not to hold data.
    """

    cells: tuple[RawCell, ...]
    n_rows: int
    n_columns: int
    pages: tuple[int, ...] = ()
    page_exact: bool = True
    page_label: str | None = None
    regions: tuple[Region, ...] = ()
    page_confidence: float | None = None
    caption: Caption | None = None
    header_rows: int | None = None
    notes: tuple[str, ...] = ()
    context: Context = field(default_factory=Context)
    extractor: str = ""
    confidence: float | None = None
    parent: int | None = None
    layout: bool = False
    issues: tuple[Issue, ...] = ()


@dataclass(frozen=True, slots=True)
class Options:
    """How to read: password for encrypted files; ocr: "auto" reads image pages only,
    "off" never, "force" every page; ocr_cache: file that keeps what was read on page images,
    so that none is recognised twice.
    """

    password: str | None = None
    ocr: str = "auto"
    ocr_cache: Path | None = None


class Extractor(Protocol):
    """A reader of one family of formats."""

    def __call__(
        self, path: Path, document_hash: str, options: Options, progress: Progress | None = None
    ) -> Extraction:
        """All tables of the document; ExtractionError when it cannot be read at all."""
        ...
