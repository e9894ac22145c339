"""The builder's inventory of the sample tables, and how extracted tables differ from it.

A deviation is one sentence; `deviations` gives those of a file, by table. The inventory is
what the builder printed, not what an extraction once gave: an empty answer means right.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from relatab.model import Table

SAMPLES = Path(__file__).resolve().parents[2] / "sample_docs"

LEAST_SHARED = 0.3
"""Share of cell texts (Dice) from which an extracted table can be the expected one."""

Expected = dict[str, Any]
CellFact = tuple[int, int, int, int, str]


def read_inventory() -> dict[str, list[Expected]]:
    """Expected tables by file, in document order."""
    tables = json.loads((SAMPLES / "tables.json").read_text(encoding="utf-8"))
    by_file: dict[str, list[Expected]] = {}
    for table in tables:
        by_file.setdefault(table["file"], []).append(table)
    return by_file


def is_recognised(table: Expected) -> bool:
    """Whether only OCR can read it: on a scanned page, or pasted in as a picture."""
    return bool(table["scanned"] or table["picture"])


def deviations(expected: Sequence[Expected], found: Sequence[Table]) -> dict[str, list[str]]:
    """What is not as printed, by table; the cells of recognised tables are not compared."""
    pairs = match(expected, found)
    out: dict[str, list[str]] = {}
    for number, (table, partner) in enumerate(zip(expected, pairs, strict=True), 1):
        if sentences := ["missing"] if partner is None else differences(table, partner):
            out[f"{number}: {table['caption'] or '(no caption)'}"] = sentences
    for table in found:
        if not any(table is partner for partner in pairs):
            caption = table.caption.text if table.caption else "(no caption)"
            out[f"p. {table.page}, not printed: {caption}"] = ["extra"]
    return out


def match(expected: Sequence[Expected], found: Sequence[Table]) -> list[Table | None]:
    """For each expected table the extracted one that shares most cell texts with it."""
    shares = sorted(
        (
            (-shared_texts(table, other), row, column)
            for row, table in enumerate(expected)
            for column, other in enumerate(found)
        ),
    )
    partner: dict[int, int] = {}
    for share, row, column in shares:
        if -share >= LEAST_SHARED and row not in partner and column not in partner.values():
            partner[row] = column
    return [found[partner[row]] if row in partner else None for row in range(len(expected))]


def shared_texts(expected: Expected, found: Table) -> float:
    """Dice coefficient of the two multisets of filled cells' texts, in [0, 1]."""
    wanted = Counter(fact[-1] for fact in expected_cells(expected))
    read = Counter(fact[-1] for fact in found_cells(found))
    return 2 * (wanted & read).total() / max(wanted.total() + read.total(), 1)


def differences(expected: Expected, found: Table) -> list[str]:
    """Each property that is not as printed, as "property: found, not expected"."""
    compared = {
        "pages": (list(found.provenance.pages), expected["pages"]),
        "caption": (found.caption and found.caption.text, expected["caption"]),
        "header rows": (found.header_rows, expected["header_rows"]),
        "kind": (found.kind, expected["kind"]),
        "shape": (
            [found.n_rows, found.n_columns],
            [expected["n_rows"], expected["n_columns"]],
        ),
    }
    sentences = [
        f"{name}: {is_}, not {ought}" for name, (is_, ought) in compared.items() if is_ != ought
    ]
    wanted, read = expected_cells(expected), found_cells(found)
    if wanted != read and not is_recognised(expected):
        sentences.append(f"cells: {len(wanted - read)} wrong of {len(wanted)}")
    return sentences


def expected_cells(table: Expected) -> frozenset[CellFact]:
    """Filled cells as (row, column, row span, column span, text)."""
    return frozenset(
        (cell["row"], cell["col"], cell["rowspan"], cell["colspan"], one_line(cell["text"]))
        for cell in table["cells"]
        if cell["text"].strip()
    )


def found_cells(table: Table) -> frozenset[CellFact]:
    """Filled cells as (row, column, row span, column span, text)."""
    return frozenset(
        (
            cell.row,
            cell.column,
            cell.row_end - cell.row,
            cell.column_end - cell.column,
            one_line(cell.text),
        )
        for cell in table.cells
        if cell.text.strip()
    )


def one_line(text: str) -> str:
    """White space as one blank each: line breaks inside a cell follow its width."""
    return " ".join(text.split())
