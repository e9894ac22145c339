"""Public Word files with known tables: every cell where a reader sees it."""

import json
from pathlib import Path
from typing import Any

import pytest

from extractors import extract
from relatab.model import table_to_json

pytestmark = pytest.mark.bench

SET = Path("bench/extraction")

HEADER_ACCURACY = 0.9
"""Of the tables whose header rows are known; some are forms on which people disagree."""


@pytest.fixture(scope="module")
def documents(bench: Path) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    truth = json.loads((bench / SET / "docx_gt.json").read_text(encoding="utf-8"))
    return [
        (
            document,
            [
                table_to_json(table)
                for table in extract(bench / SET / "docx" / document["file"]).tables
            ],
        )
        for document in truth
    ]


def cells(table: dict[str, Any]) -> frozenset[tuple[object, ...]]:
    """Filled cells; white space and bullets are set differently by different programs."""
    return frozenset(
        (cell["row"], cell["col"], cell["rowspan"], cell["colspan"], "".join(cell["text"].split()))
        for cell in table["cells"]
        if cell["text"].strip()
    )


def test_every_table_comes_out_cell_by_cell(documents: list[Any]) -> None:
    for document, found in documents:
        wanted = sorted(sorted(map(str, cells(table))) for table in document["tables"])
        assert sorted(sorted(map(str, cells(table))) for table in found) == wanted, document["file"]


def test_header_rows_are_counted_as_people_count_them(documents: list[Any]) -> None:
    right = known = 0
    for document, found in documents:
        by_cells = {cells(table): table for table in found}
        for table in document["tables"]:
            if "header_rows" in table:
                allowed = [table["header_rows"], *(table.get("header_rows_alt") or [])]
                known += 1
                right += by_cells[cells(table)]["header_rows"] in allowed
    assert right >= HEADER_ACCURACY * known
