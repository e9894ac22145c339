"""Many tables in one file, each value with its caption, document and page.

Excel gets an inventory sheet and one sheet per table. CSV and Parquet get one record
per body cell, since tables with different columns share no other shape. JSON lines
get one whole table a line.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from relatab.errors import RelatabError
from relatab.interfaces.formats import (
    doubtful_cells,
    new_workbook,
    put,
    visible,
    write_sheet,
)
from relatab.model import Table
from relatab.model_json import table_to_json

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from relatab.retrieval import Availability

    Known = Mapping[str, Availability]

CELL_FIELDS = (
    "table_id",
    "caption",
    "document",
    "availability",
    "page",
    "row",
    "row_group",
    "column",
    "column_name",
    "column_unit",
    "text",
    "stands_for",
    "confidence",
    "page_confidence",
    "value",
    "cell_unit",
)


def cell_records(table: Table, known: Known) -> Iterator[dict[str, Any]]:
    """One record per non-blank body cell; rows and columns count from 1 in the body.

    known: what became of each document, here and below, by path.
    """
    for cell in table.cells:
        if cell.row < table.header_rows or not cell.text:
            continue
        column = table.columns[cell.column] if table.columns else None
        group = next((g for g in table.row_groups if g.row <= cell.row < g.row_end), None)
        yield {
            "table_id": table.id,
            "caption": table.caption.text if table.caption else None,
            "document": visible(table.provenance.path),
            "availability": known[table.provenance.path],
            "page": table.page,
            "row": cell.row - table.header_rows + 1,
            "row_group": group.label if group else None,
            "column": cell.column + 1,
            "column_name": column.name if column else None,
            "column_unit": column.unit if column else None,
            "text": cell.text,
            "stands_for": cell.stands_for,
            "confidence": cell.confidence,
            "page_confidence": table.provenance.page_confidence,
            "value": cell.value,
            "cell_unit": cell.unit,
        }


def write_csv(tables: Iterable[Table], known: Known, out: Path) -> None:
    """UTF-8 with a byte order mark, which Excel needs to read it as such."""
    with out.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, CELL_FIELDS)
        writer.writeheader()
        for table in tables:
            writer.writerows(cell_records(table, known))


def write_json_lines(tables: Iterable[Table], known: Known, out: Path) -> None:
    """One table a line; a path that is no valid text is escaped so that JSON reads it back."""
    with out.open("w", encoding="utf-8", errors="backslashreplace") as file:
        for table in tables:
            record = table_to_json(table) | {"availability": known[table.provenance.path]}
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


def write_excel(tables: Iterable[Table], known: Known, out: Path) -> None:
    """An inventory with a link to each table's sheet."""
    from openpyxl.styles import Font
    from openpyxl.worksheet.hyperlink import Hyperlink

    workbook = new_workbook()
    inventory = workbook.create_sheet("Tables")
    header = ["Sheet", "Caption", "Document", "Pages", "Rows", "Columns", "Column names", "Path"]
    header += ["Table id", "Confidence", "Page confidence", "Doubtful cells", "Availability"]
    _append(inventory, 1, header)
    for cell in inventory[1]:
        cell.font = Font(bold=True)
    for number, table in enumerate(tables, start=1):
        name = f"T{number}"
        write_sheet(workbook.create_sheet(name), table)
        _append(inventory, number + 1, [*_inventory_row(name, table), known[table.provenance.path]])
        place = inventory.cell(row=number + 1, column=1)
        place.hyperlink = Hyperlink(ref=place.coordinate, location=f"'{name}'!A1")
    inventory.freeze_panes = "A2"
    for letter, width in zip("BCGH", (50, 40, 50, 50), strict=True):
        inventory.column_dimensions[letter].width = width
    workbook.save(out)


def write_parquet(tables: Iterable[Table], known: Known, out: Path) -> None:
    """The records of `cell_records` with typed columns."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise RelatabError(
            "Parquet files need pyarrow: install it with  pip install 'relatab[parquet]'"
        ) from error
    whole, number = pa.int32(), pa.float64()
    types = dict.fromkeys(("page", "row", "column"), whole)
    types |= dict.fromkeys(("confidence", "page_confidence", "value"), number)
    schema = pa.schema([(field, types.get(field, pa.string())) for field in CELL_FIELDS])
    records = [record for table in tables for record in cell_records(table, known)]
    pq.write_table(pa.Table.from_pylist(records, schema=schema), out)


WRITERS: dict[str, Callable[[Iterable[Table], Known, Path], None]] = {
    ".xlsx": write_excel,
    ".csv": write_csv,
    ".parquet": write_parquet,
    ".jsonl": write_json_lines,
}


def export(tables: Sequence[Table], known: Known, out: Path) -> None:
    """Write the tables in the format that the file's suffix names.

    The file appears whole or not at all: it is written beside its place and renamed.
    """
    writer = WRITERS.get(out.suffix.lower())
    if writer is None:
        raise RelatabError(f"{out}: cannot write {out.suffix!r}; use one of {', '.join(WRITERS)}")
    unfinished = out.with_name(f".{out.stem}.unfinished{out.suffix}")
    try:
        writer(tables, known, unfinished)
        unfinished.replace(out)
    except OSError as error:
        raise RelatabError(f"{out}: cannot be written ({error.strerror})") from error
    finally:
        unfinished.unlink(missing_ok=True)


def _append(sheet: Worksheet, row: int, values: Sequence[str | float | None]) -> None:
    for column, value in enumerate(values, start=1):
        put(sheet, row, column, value)


def _inventory_row(sheet: str, table: Table) -> list[str | float | None]:
    pages = ", ".join(str(page) for page in table.provenance.pages)
    names = "; ".join(column.name for column in table.columns)
    return [
        sheet,
        table.caption.text if table.caption else "",
        visible(Path(table.provenance.path).name),
        pages,
        table.n_rows - table.header_rows,
        table.n_columns,
        names,
        visible(table.provenance.path),
        table.id,
        table.confidence,
        table.provenance.page_confidence,
        doubtful_cells(table) if table.scanned else None,
    ]
