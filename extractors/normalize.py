"""From a raw table to the public one, the same way for every source.

Never raises on odd input: cells that overlap or leave the grid are repaired and the
repair is reported.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from pathlib import Path

from extractors.base import RawCell, RawTable
from extractors.captions import is_title, match_caption
from extractors.cells import rows_of
from extractors.footnotes import explained_by, with_marks, without_mark
from extractors.forms import form_labels
from extractors.headers import (
    column_names,
    column_units,
    count_header_rows,
    is_depth_name,
    stated_depth_unit,
)
from extractors.misread import with_figures
from extractors.numbers import DecimalMark, decimal_mark_of, is_accounting, parse_quantity
from extractors.repeats import with_repeats
from relatab.model import (
    Caption,
    Cell,
    Column,
    Issue,
    Kind,
    Provenance,
    RowGroup,
    Table,
    table_id,
)

HASH_BLOCK_BYTES = 1 << 20


def document_hash(path: Path) -> str:
    """SHA-256 of the file's bytes, as hex."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(HASH_BLOCK_BYTES):
            digest.update(block)
    return digest.hexdigest()


def build_table(
    raw: RawTable, *, path: str, document_hash: str, position: int
) -> tuple[Table, tuple[Issue, ...]]:
    """The public table at `position` (0-based) of a document, and what was irregular."""
    raw, issues = _repaired(raw)
    raw = replace(raw, cells=with_marks(raw.cells, raw.notes))
    header_rows = 0 if raw.layout else count_header_rows(raw)
    labels = form_labels(raw) if header_rows == 0 and not raw.layout else None
    kind: Kind = "layout" if raw.layout else "grid" if labels is None else "key_value"
    columns = _columns(raw, header_rows)
    table = Table(
        id=table_id(document_hash, position),
        cells=_cells(raw, header_rows, columns, labels or ()),
        n_rows=raw.n_rows,
        n_columns=raw.n_columns,
        provenance=Provenance(
            path=path,
            document_hash=document_hash,
            position=position,
            pages=raw.pages,
            page_label=raw.page_label,
            page_exact=raw.page_exact,
            regions=raw.regions,
            page_confidence=raw.page_confidence,
        ),
        header_rows=header_rows,
        caption=raw.caption or (box_title(raw) if header_rows or kind == "key_value" else None),
        columns=columns,
        row_groups=_row_groups(raw, header_rows) if kind == "grid" else (),
        notes=raw.notes,
        kind=kind,
        context=raw.context,
        extractor=raw.extractor,
        confidence=raw.confidence,
        parent=None if raw.parent is None else table_id(document_hash, raw.parent),
    )
    return table, raw.issues + issues


def _repaired(raw: RawTable) -> tuple[RawTable, tuple[Issue, ...]]:
    """The table with cells sorted, inside the grid and free of overlaps; no text is lost."""
    n_rows = max([raw.n_rows, *(max(cell.row, 0) + 1 for cell in raw.cells)])
    n_columns = max([raw.n_columns, *(max(cell.column, 0) + 1 for cell in raw.cells)])
    cells: list[RawCell] = []
    holders: dict[tuple[int, int], int] = {}
    repaired = 0
    for cell in sorted(raw.cells, key=lambda cell: (cell.row, cell.column)):
        fitted = _fitted(cell, n_rows, n_columns, holders)
        repaired += fitted != cell
        holder = holders.get((fitted.row, fitted.column))
        if holder is not None:
            joined = f"{cells[holder].text}\n{fitted.text}".strip()
            cells[holder] = replace(cells[holder], text=joined)
            continue
        area = product(range(fitted.row, fitted.row_end), range(fitted.column, fitted.column_end))
        holders.update(dict.fromkeys(area, len(cells)))
        cells.append(fitted)
    fixed = replace(raw, cells=tuple(cells), n_rows=n_rows, n_columns=n_columns)
    grown = (n_rows, n_columns) != (raw.n_rows, raw.n_columns)
    if not repaired and not grown and len(cells) == len(raw.cells):
        return fixed, ()
    issue = Issue(
        "cells overlap",
        f"{repaired} of {len(raw.cells)} cells overlap others or leave the grid",
        page=raw.pages[0] if raw.pages else None,
        action="kept their text, cut their spans",
    )
    return fixed, (issue,)


def _fitted(
    cell: RawCell, n_rows: int, n_columns: int, holders: Mapping[tuple[int, int], int]
) -> RawCell:
    """The cell cut to the grid, and to its first position where others hold the rest."""
    row, column = max(cell.row, 0), max(cell.column, 0)
    row_end = max(row + 1, min(cell.row_end, n_rows))
    column_end = max(column + 1, min(cell.column_end, n_columns))
    if any((r, c) in holders for r in range(row, row_end) for c in range(column, column_end)):
        row_end, column_end = row + 1, column + 1
    if (row, row_end, column, column_end) == (cell.row, cell.row_end, cell.column, cell.column_end):
        return cell
    return replace(cell, row=row, row_end=row_end, column=column, column_end=column_end)


@dataclass(frozen=True, slots=True)
class _Writing:
    """How the numbers of a column are written."""

    mark: DecimalMark
    brackets_negate: bool


def _cells(
    raw: RawTable, header_rows: int, columns: Sequence[Column], labels: Sequence[RawCell]
) -> tuple[Cell, ...]:
    """The cells with their numbers and notes; those of the header and a form's labels marked."""
    writings = _writings(raw, header_rows, columns)
    headed = {*labels, *(cell for cell in raw.cells if cell.row < header_rows)}
    cells = [
        replace(
            _cell(cell, cell in headed, writings[cell.column]),
            marks=cell.marks,
            notes=explained_by(cell.marks, raw.notes),
        )
        for cell in raw.cells
    ]
    return with_repeats(with_figures(cells, header_rows), header_rows)


def _writings(raw: RawTable, header_rows: int, columns: Sequence[Column]) -> list[_Writing]:
    """One per column; a column that does not show its decimal mark has the table's."""
    texts: list[list[str]] = [[] for _ in columns]
    for cell in raw.cells:
        if cell.row >= header_rows:
            texts[cell.column].append(cell.text)
    usual = decimal_mark_of(cell.text for cell in raw.cells)
    caption = raw.caption.text if raw.caption else ""
    return [
        _Writing(decimal_mark_of(of, usual), is_accounting(of, f"{column.label} {caption}"))
        for column, of in zip(columns, texts, strict=True)
    ]


def _cell(raw: RawCell, is_header: bool, writing: _Writing) -> Cell:
    figure = without_mark(raw.text, raw.marks)
    quantity = (
        None
        if is_header
        else parse_quantity(figure, writing.mark, brackets_negate=writing.brackets_negate)
    )
    return Cell(
        text=raw.text,
        row=raw.row,
        row_end=raw.row_end,
        column=raw.column,
        column_end=raw.column_end,
        is_header=is_header,
        value=quantity.value if quantity else None,
        unit=quantity.unit if quantity else None,
        confidence=raw.confidence,
    )


def _columns(raw: RawTable, header_rows: int) -> tuple[Column, ...]:
    names = column_names(raw.cells, header_rows, raw.n_columns)
    units = column_units(raw.cells, header_rows, raw.n_columns)
    stated = stated_depth_unit([*([raw.caption.text] if raw.caption else []), *raw.notes])
    return tuple(
        Column(name, unit or (stated if stated and is_depth_name(name) else None))
        for name, unit in zip(names, units, strict=True)
    )


def _row_groups(raw: RawTable, header_rows: int) -> tuple[RowGroup, ...]:
    """Full-width label rows of the body, each over the rows up to the next one."""
    labels = [
        (row, label)
        for row, cells in rows_of(raw.cells).items()
        if row >= header_rows and (label := _group_label(cells, raw.n_columns))
    ]
    return tuple(
        RowGroup(label, row + 1, end)
        for (row, label), (end, _) in pairwise([*labels, (raw.n_rows, "")])
        if end > row + 1
    )


def _group_label(cells: Sequence[RawCell], n_columns: int) -> str | None:
    """The label of a section row: one text in the first column, the rest merged or blank.

    Beside one blank cell only, a label may just lack its value: it must be set off.
    """
    filled = [cell for cell in cells if cell.text.strip()]
    if len(filled) != 1 or filled[0].column != 0 or n_columns < 2:
        return None
    label = filled[0]
    spans = label.column_end - label.column == n_columns
    if n_columns == 2 and not (spans or label.bold or label.text.isupper()):
        return None
    if label.row_end - label.row > 1 or parse_quantity(label.text):
        return None
    return " ".join(label.text.split())


def box_title(raw: RawTable) -> Caption | None:
    """A title row inside the table names it when no line outside does."""
    first = [cell for cell in raw.cells if cell.row == 0 and cell.text.strip()]
    if len(first) != 1 or raw.n_columns < 2 or raw.n_rows < 2:
        return None
    text = " ".join(first[0].text.split())
    if first[0].column_end - first[0].column < raw.n_columns:
        return None
    if match_caption(text):
        return Caption(text, "numbered")
    return Caption(text, "box_title") if is_title(text) else None
