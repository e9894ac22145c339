"""Whether camelot would read relatab's table areas better: its four flavours, area by area.

    RELATAB_BENCH=folder python benchmarks/camelot_areas.py [icdar2013 ...]

Every area in which relatab finds a table is given to camelot's lattice, stream, network and
hybrid flavours (vector engine: nothing is rendered). Their cells take the words as relatab reads
them, so that only the structure differs. Printed: the scorer's figures for relatab's grids, for
the best candidate of each area by the truth, and for the one that agrees best with the lines of
text (`extractors.page.refine.agreement`), which is how relatab chooses among its own.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from extraction_data import documents, scorer, truth

import extractors.page.finder as finder
from extractors import Options, extract
from extractors.geometry import Box, PageContent, Word, displayed_region, text_lines
from extractors.page.grid import Grid, GridCell, compact, raw_cells
from extractors.page.refine import AGREES, agreement

FLAVOURS = ("lattice", "stream", "network", "hybrid")
OPPOSITE = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}
STEPS = {"right": (0, 1), "left": (0, -1), "bottom": (1, 0), "top": (-1, 0)}


@dataclass(slots=True)
class Area:
    """A table area of a page, and its candidates by name; "relatab" is the grid that is used."""

    page: PageContent
    candidates: dict[str, Grid]
    agreement: dict[str, float] = field(default_factory=dict)

    @property
    def box(self) -> Box:
        """The area as relatab bounds it."""
        return self.candidates["relatab"].box


def main() -> int:
    """Runs the experiment on the sets named."""
    folder = Path(os.environ["RELATAB_BENCH"])
    for name in sys.argv[1:] or ["icdar2013", "petroleum"]:
        seconds: Counter[str] = Counter()
        areas = {
            path.name: areas_of(path, seconds)
            for path in documents(name, folder)
            if path.suffix == ".pdf"
        }
        _report(name, folder, areas, seconds)
    return 0


def areas_of(path: Path, seconds: Counter[str]) -> list[Area]:
    """The table areas of a file with all candidates; adds processor seconds by flavour."""
    with _recorded() as found:
        extract(path, Options(ocr="off"))
    areas = [
        Area(page, {"relatab": grid})
        for page, grids in found
        for grid in grids
        if page.to_display is None
    ]
    for flavour in FLAVOURS:
        started = time.process_time()
        for area in areas:
            if (grid := camelot_grid(path, area, flavour)) is not None:
                area.candidates[flavour] = grid
        seconds[flavour] += time.process_time() - started
    for area in areas:
        lines = text_lines(_inside(area))
        area.agreement = {name: agreement(grid, lines) for name, grid in area.candidates.items()}
    return areas


@contextmanager
def _recorded() -> Iterator[list[tuple[PageContent, list[Grid]]]]:
    """Pages and grids that the finder finds meanwhile."""
    found: list[tuple[PageContent, list[Grid]]] = []
    original = finder.find_grids

    def recorder(page: PageContent, *arguments: Any) -> list[Grid]:
        grids = original(page, *arguments)
        found.append((page, grids))
        return grids

    finder.find_grids = recorder
    try:
        yield found
    finally:
        finder.find_grids = original


def camelot_grid(path: Path, area: Area, flavour: str) -> Grid | None:
    """The largest table that a flavour finds in the area, as a grid of relatab's words."""
    import camelot

    height = area.page.height
    box = area.box.grown(2.0)
    place = f"{box.x0},{height - box.top},{box.x1},{height - box.bottom}"
    engine = {"engine": "vector"} if flavour in ("lattice", "hybrid") else {}
    try:
        tables = camelot.read_pdf(
            str(path),
            pages=str(area.page.number),
            flavor=flavour,
            table_areas=[place],
            suppress_stdout=True,
            **engine,
        )
    except Exception as error:  # noqa: BLE001 - a peer's failure is no candidate
        print(f"{path.name} page {area.page.number}, {flavour}: {error}", file=sys.stderr)
        return None
    largest = max(tables, key=lambda table: len(table.cells), default=None)
    if largest is None or not largest.cells:
        return None
    merged = flavour in ("lattice", "hybrid")
    return _grid(largest.cells, _inside(area), area, merged=merged)


def _grid(
    rows: Sequence[Sequence[Any]], words: Sequence[Word], area: Area, *, merged: bool
) -> Grid:
    height = area.page.height
    cells = []
    taken: set[int] = set()
    for row, row_end, column, column_end in _blocks(rows, merged=merged):
        first, last = rows[row][column], rows[row_end - 1][column_end - 1]
        box = Box(first.x1, height - first.y2, last.x2, height - last.y1)
        own = tuple(word for word in words if id(word) not in taken and box.holds(word))
        taken.update(map(id, own))
        cells.append(GridCell(row, row_end, column, column_end, own))
    return compact(Grid(tuple(cells), len(rows), len(rows[0]), area.box, "camelot"))


def _blocks(rows: Sequence[Sequence[Any]], *, merged: bool) -> Iterator[tuple[int, int, int, int]]:
    """Cells as ranges of rows and columns; where no wall parts them they are one, if a box."""
    seen: set[tuple[int, int]] = set()
    for start in ((r, c) for r, row in enumerate(rows) for c in range(len(row))):
        if start in seen:
            continue
        block = _without_walls(rows, start) - seen if merged else {start}
        rs, cs = sorted(r for r, _ in block), sorted(c for _, c in block)
        height, width = rs[-1] - rs[0] + 1, cs[-1] - cs[0] + 1
        whole = (height, width) == (len(rows), len(rows[0]))
        if len(block) != height * width or whole:
            block, rs, cs, height, width = {start}, [start[0]], [start[1]], 1, 1
        seen |= block
        yield rs[0], rs[0] + height, cs[0], cs[0] + width


def _without_walls(rows: Sequence[Sequence[Any]], start: tuple[int, int]) -> set[tuple[int, int]]:
    block, waiting = {start}, [start]
    while waiting:
        r, c = waiting.pop()
        for side, (down, across) in STEPS.items():
            to = r + down, c + across
            inside = 0 <= to[0] < len(rows) and 0 <= to[1] < len(rows[0])
            if inside and to not in block:
                open_here = not getattr(rows[r][c], side)
                if open_here and not getattr(rows[to[0]][to[1]], OPPOSITE[side]):
                    block.add(to)
                    waiting.append(to)
    return block


def _inside(area: Area) -> list[Word]:
    return [word for word in area.page.words if area.box.grown(1.0).holds(word)]


def _report(name: str, folder: Path, areas: dict[str, list[Area]], seconds: Counter[str]) -> None:
    measure = scorer(folder)
    known = truth(name, folder)
    known = [document for document in known if document["file"] in areas]
    tables = {document["file"]: document["tables"] for document in known}
    count = sum(map(len, areas.values()))
    pages = len({(file, area.page.number) for file, found in areas.items() for area in found})
    print(f"== {name}: {count} areas on {pages} pages")
    for flavour in FLAVOURS:
        found = sum(flavour in area.candidates for every in areas.values() for area in every)
        print(f"{flavour}: a table in {found} areas, {seconds[flavour] / pages:.3f} s a page")

    def gain(file: str, area: Area, candidate: str) -> float:
        """F1 of a candidate's relations against the table of the page that it fits best."""
        found = measure.relations(_table(area, candidate))
        return max(
            (
                2 * sum((wanted & found).values()) / ((wanted + found).total() or 1)
                for table in tables[file]
                if area.page.number in measure.pages_of(table)
                for wanted in [measure.relations(table)]
            ),
            default=0.0,
        )

    def by_truth(file: str, area: Area) -> str:
        return max(area.candidates, key=lambda candidate: gain(file, area, candidate))

    def by_agreement(file: str, area: Area) -> str:
        del file
        best = max(area.agreement, key=lambda candidate: area.agreement[candidate])
        return best if area.agreement[best] > area.agreement["relatab"] + AGREES else "relatab"

    choices: dict[str, Callable[[str, Area], str]] = {
        "relatab's own grids": lambda _file, _area: "relatab",
        "best by the truth": by_truth,
        "best by agreement": by_agreement,
    }
    for title, choose in choices.items():
        chosen = {file: [choose(file, area) for area in found] for file, found in areas.items()}
        predicted = [
            {
                "file": file,
                "tables": [_table(a, c) for a, c in zip(areas[file], picked, strict=True)],
            }
            for file, picked in chosen.items()
        ]
        figures = measure.score(known, predicted)[0]
        print(
            f"{title}: micro F1 {figures['adjacency_micro']['F1']:.4f}, "
            f"GriTS-Con {figures['grits_con']['F1']:.4f}; "
            f"{dict(Counter(pick for picked in chosen.values() for pick in picked))}"
        )
        for file, picked in chosen.items():
            for area, pick in zip(areas[file], picked, strict=True):
                if pick != "relatab" and (
                    delta := gain(file, area, pick) - gain(file, area, "relatab")
                ):
                    print(f"    {file} page {area.page.number}, {pick}: {delta:+.3f}")


def _table(area: Area, candidate: str) -> dict[str, Any]:
    grid = area.candidates[candidate]
    region = displayed_region(area.page, area.box)
    return {
        "page": area.page.number,
        "bbox": [region.x0, region.top, region.x1, region.bottom],
        "cells": [
            {
                "row": cell.row,
                "col": cell.column,
                "rowspan": cell.row_end - cell.row,
                "colspan": cell.column_end - cell.column,
                "text": cell.text,
            }
            for cell in raw_cells(grid)
        ],
        "n_rows": grid.n_rows,
        "n_cols": grid.n_columns,
    }


if __name__ == "__main__":
    sys.exit(main())
