"""All tables of a page's words and rules; tolerances follow the height of its text.

    rules that touch   -> ruled grids
    remaining words    -> lines without running text -> runs of lines with several parts
                       -> aligned grids
    grids              -> less the false ones -> captions, notes -> raw tables
"""

from __future__ import annotations

from collections.abc import Sequence

from extractors.base import RawTable
from extractors.geometry import (
    Box,
    Line,
    PageContent,
    Rule,
    Word,
    displayed_region,
    join_rules,
    text_height,
    text_lines,
)
from extractors.pdf.alignment import aligned_grid
from extractors.pdf.areas import table_runs, without_prose
from extractors.pdf.filters import reason_to_reject
from extractors.pdf.grid import Grid, cell_text, compact, raw_cells, words_box
from extractors.pdf.lattice import lattice_grid, lattice_of, touching_groups
from extractors.pdf.surroundings import caption_of, notes_of
from relatab.model import Issue


def find_tables(page: PageContent, extractor: str = "pdf") -> list[RawTable]:
    """The tables of a page from top to bottom; pure, works on read and on recognised words."""
    if not page.words:
        return []
    em = text_height(page.words)
    lines = text_lines(page.words)
    grids = find_grids(page, lines, em)
    boxes = [words_box(grid) for grid in grids]
    return [
        _raw_table(grid, box, page, lines, boxes, em, extractor)
        for grid, box in zip(grids, boxes, strict=True)
    ]


def find_grids(page: PageContent, lines: Sequence[Line], em: float) -> list[Grid]:
    """Grids of the page that pass for tables, from top to bottom."""
    rules = join_rules(page.rules, 0.3 * em)
    ruled = _ruled_grids(page.words, rules, em)
    inside = [grid.box for grid in ruled]
    free = [word for word in page.words if not any(box.holds(word) for box in inside)]
    open_lines = without_prose(text_lines(free), em)
    grids = list(ruled)
    for box in table_runs(open_lines, rules, em):
        words = [word for line in open_lines for s in line.segments for word in s.words]
        grid = aligned_grid(words, rules, box.grown(0.1 * em))
        if grid is not None:
            grid = compact(grid)
            if reason_to_reject(grid) is None:
                grids.append(grid)
    return sorted(grids, key=lambda grid: (grid.box.top, grid.box.x0))


def _ruled_grids(words: Sequence[Word], rules: Sequence[Rule], em: float) -> list[Grid]:
    grids = []
    for group in touching_groups(rules, 0.3 * em):
        lattice = lattice_of(group, em)
        if lattice is None:
            continue
        inside = [word for word in words if lattice.box.holds(word)]
        if len(inside) < 3:
            continue
        grid = compact(lattice_grid(lattice, inside))
        if reason_to_reject(grid) is None:
            grids.append(grid)
    return grids


def _raw_table(
    grid: Grid,
    box: Box,
    page: PageContent,
    lines: Sequence[Line],
    boxes: Sequence[Box],
    em: float,
    extractor: str,
) -> RawTable:
    marks = [mark for cell in grid.cells for mark in cell_text(cell.words)[1]]
    issues = (
        (Issue("footnote mark", ", ".join(marks), page.number, "kept out of the figures"),)
        if marks
        else ()
    )
    return RawTable(
        raw_cells(grid),
        grid.n_rows,
        grid.n_columns,
        pages=(page.number,),
        page_label=page.label,
        regions=(displayed_region(page, box),),
        caption=caption_of(box, lines, boxes, em),
        header_rows=grid.header_rows,
        notes=notes_of(box, lines, boxes, em),
        extractor=f"{extractor}/{grid.ruling}",
        issues=issues,
    )
