"""Every table of the sample documents against the inventory that their builder writes.

`known.json` lists what extraction does not yet get right, by file and table. A deviation
that is not listed fails the run, and so does a listed one that no longer occurs:
`--update-golden` rewrites the list and then fails, so that somebody looks at the change.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from inventory import (
    SAMPLES,
    deviations,
    expected_cells,
    found_cells,
    is_recognised,
    match,
    read_inventory,
)

from extractors import extract
from extractors.base import Options
from relatab.errors import ExtractionError
from relatab.model import Extraction, Table

KNOWN = Path(__file__).with_name("known.json")
PASSWORD = "terneegg84"  # noqa: S105  printed in the samples' README

LEAST_RECOGNISED_CELLS = 0.9
"""Share of a file's filled cells read letter by letter, in the right row and column.

Dust, blur and skew cost single letters, which on another processor may be others."""

INVENTORY = read_inventory()
RECOGNISED = sorted(file for file, tables in INVENTORY.items() if any(map(is_recognised, tables)))
DIGITAL = sorted(INVENTORY.keys() - set(RECOGNISED))
FILES = [*DIGITAL, *(pytest.param(file, marks=pytest.mark.ocr) for file in RECOGNISED)]

Extract = Callable[[str], Extraction]


def read(file: str) -> Extraction:
    return extract(SAMPLES / file, Options(password=PASSWORD))


@pytest.fixture(scope="session")
def extracted() -> Extract:
    """Extracts a sample file, each only once in a run."""
    return cache(read)


def listed() -> dict[str, dict[str, list[str]]]:
    return json.loads(KNOWN.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def rewrite(file: str, found: dict[str, list[str]]) -> None:
    known = {name: tables for name, tables in listed().items() if name in INVENTORY}
    known[file] = found
    text = json.dumps(
        {name: known[name] for name in sorted(known) if known[name]}, ensure_ascii=False, indent=1
    )
    KNOWN.write_text(text + "\n", encoding="utf-8")


@pytest.mark.parametrize("file", FILES)
def test_deviations_from_the_inventory_are_the_listed_ones(
    file: str, extracted: Extract, request: pytest.FixtureRequest
) -> None:
    found = deviations(INVENTORY[file], extracted(file).tables)
    if request.config.getoption("--update-golden"):
        rewrite(file, found)
        pytest.fail(f"{KNOWN.name} rewritten for {file}; look at the difference and run again")
    assert found == listed().get(file, {})


def test_the_list_names_only_files_of_the_inventory() -> None:
    assert listed().keys() <= INVENTORY.keys()


@pytest.mark.ocr
@pytest.mark.parametrize("file", RECOGNISED)
def test_recognised_cells_are_read_to_the_letter(file: str, extracted: Extract) -> None:
    partners = match(INVENTORY[file], extracted(file).tables)
    right = wanted = 0
    for table, partner in zip(INVENTORY[file], partners, strict=True):
        if is_recognised(table):
            facts = expected_cells(table)
            wanted += len(facts)
            right += len(facts & found_cells(partner)) if partner else 0
    assert right >= LEAST_RECOGNISED_CELLS * wanted


@pytest.mark.parametrize("file", DIGITAL)
def test_extracting_again_gives_equal_tables(file: str, extracted: Extract) -> None:
    assert read(file) == extracted(file)


def test_files_outside_the_inventory_are_refused_with_their_name() -> None:
    documents = {
        path.relative_to(SAMPLES).as_posix() for path in (SAMPLES / "Havsule").rglob("*.*")
    }
    others = sorted(documents - INVENTORY.keys())
    assert len(others) == 2  # those cut short in copying
    for file in others:
        with pytest.raises(ExtractionError, match=Path(file).name):
            extract(SAMPLES / file)


SIMPLEST = "Havsule/A-7 Lomvi/Liner_tally_7in.pdf"


def without_first_cell(table: Table) -> Table:
    return replace(table, cells=table.cells[1:])


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (without_first_cell, "cells: 1 wrong of"),
        (lambda table: replace(table, caption=None), "caption: None, not "),
        (lambda table: replace(table, header_rows=0), "header rows: 0, not "),
        (lambda table: replace(table, kind="layout"), "kind: layout, not "),
        (lambda table: replace(table, n_rows=table.n_rows + 1), "shape: "),
        (lambda table: replace(table, provenance=replace(table.provenance, pages=())), "pages: "),
        (lambda table: replace(table, cells=()), "missing"),
    ],
)
def test_the_comparison_notices(
    change: Callable[[Table], Table], sentence: str, extracted: Extract
) -> None:
    (table,) = extracted(SIMPLEST).tables
    assert not deviations(INVENTORY[SIMPLEST], [table])
    said: dict[str, Any] = deviations(INVENTORY[SIMPLEST], [change(table)])
    assert any(text.startswith(sentence) for texts in said.values() for text in texts)
