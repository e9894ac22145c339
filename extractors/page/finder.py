"""All tables of a page's words and rules; tolerances follow the height of its text.

rules that touch   -> ruled grids
remaining words    -> lines without running text -> runs of lines with several parts
                   -> aligned grids
grids              -> less the false ones -> captions, notes -> raw tables
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from extractors.base import RawTable
from extractors.continuation import Found
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
from extractors.page.alignment import aligned_grid
from extractors.page.areas import (
    BLANK,
    PARAGRAPH,
    table_runs,
    without_line_numbers,
    without_prose,
)
from extractors.page.filters import holds_data, reason_to_reject
from extractors.page.grid import Grid, column_extents, compact, raw_cells, words_box
from extractors.page.lattice import (
    Lattice,
    lattice_grid,
    lattice_of,
    touching_groups,
    wall_share,
    with_joined_bands,
    with_outer_labels,
    without_slivers,
)
from extractors.page.refine import (
    AGREES,
    CLEAR_CASE,
    WALLED,
    agreement,
    lacks_columns,
    with_rows_of_text,
)
from extractors.page.sides import tables_within
from extractors.page.surroundings import (
    Surroundings,
    captions_of,
    without_lines_around,
)

LineTest = Callable[[Line], bool]


def find_on_page(
    page: PageContent, extractor: str = "pdf", is_furniture: LineTest = lambda _: False
) -> tuple[list[Line], list[Found]]:
    """The page's lines without furniture (running lines), and its tables.

    Tables come from top to bottom. Pure; works on read and on recognised words.
    """
    em = text_height(page.words)
    lines = [line for line in text_lines(page.words) if not is_furniture(line)]
    words = tuple(word for line in lines for word in line.words)
    turned = tuple(word for word in page.words if word.turn)
    content = replace(page, words=words + turned)
    grids = find_grids(content, lines, em)
    boxes = [words_box(grid) for grid in grids]
    sizes = [text_height(word for cell in grid.cells for word in cell.words) for grid in grids]
    tables = [
        Surroundings(box, lines, boxes, em, size, grid.ruling != "space")
        for grid, box, size in zip(grids, boxes, sizes, strict=True)
    ]
    found = []
    for grid, around, caption in zip(grids, tables, captions_of(tables), strict=True):
        raw = _raw_table(grid, content, around, extractor, _enclosing(grid, grids))
        box = around.box
        found.append(
            Found(
                replace(raw, caption=caption),
                box.top,
                box.bottom,
                column_extents(grid),
                first=around.is_first(),
                last=around.is_last(),
            )
        )
    return lines, found


def find_grids(page: PageContent, lines: Sequence[Line], em: float) -> list[Grid]:
    """Grids of the page that pass for tables, from top to bottom; lines: those of its words."""
    rules = join_rules(page.rules, 0.3 * em)
    ruled = _ruled_grids(page, lines, rules, em)
    free = _outside(page.words, lines, [grid.box for grid in ruled])
    open_lines = without_prose(without_line_numbers(free), em, rules)
    grids = ruled + _open_grids(open_lines, rules, page.drawings, em)
    return sorted(grids, key=lambda grid: (grid.box.top, grid.box.x0))


def _outside(words: Sequence[Word], lines: Sequence[Line], boxes: Sequence[Box]) -> Sequence[Line]:
    """The lines of the words that stand in none of the boxes; lines: those of all words."""
    if not boxes:
        return lines
    return text_lines(word for word in words if not any(box.holds(word) for box in boxes))


def _open_grids(
    lines: Sequence[Line],
    rules: Sequence[Rule],
    drawings: Sequence[Box],
    em: float,
    blank: float = BLANK,
) -> list[Grid]:
    """Grids of aligned text among lines outside ruled grids; `blank` em part them.

    An area that is no table as a whole may hold one of figures between narrower blanks.
    """
    grids: list[Grid] = []
    words = [word for line in lines for word in line.words]
    for run in table_runs(lines, rules, em, blank):
        inside = [line for line in lines if run.top <= line.middle <= run.bottom]
        for area in tables_within(run, inside, rules, em):
            grid = aligned_grid(words, rules, area.grown(0.1 * em))
            if grid is None:
                continue
            grid = without_lines_around(compact(grid))
            if reason_to_reject(grid, drawings) is None:
                grids.append(grid)
            elif blank > PARAGRAPH and area == run:
                parts = _open_grids(inside, rules, drawings, em, PARAGRAPH)
                grids += [part for part in parts if holds_data(part)]
    return grids


def _ruled_grids(
    page: PageContent, lines: Sequence[Line], rules: Sequence[Rule], em: float
) -> list[Grid]:
    """Grids of touching rules; an inner one takes its words away from the outer."""
    lattices = [
        lattice
        for group in touching_groups(rules, 0.3 * em)
        if (lattice := lattice_of(group, em)) is not None
    ]
    if not lattices:
        return []
    lattices = with_joined_bands(lattices, lines)
    free = _outside(page.words, lines, [lattice.box for lattice in lattices])
    outside = without_prose(free, em)
    grids: list[Grid] = []
    for bare in sorted(lattices, key=lambda lattice: lattice.box.area):
        lattice = with_outer_labels(bare, outside, em)
        inner = [grid.box for grid in grids if lattice.box.grown(em).contains(grid.box)]
        inside = [
            word
            for word in page.words
            if lattice.box.holds(word) and not any(box.holds(word) for box in inner)
        ]
        if len(inside) < 3:
            continue
        grid = without_lines_around(_best_grid(without_slivers(lattice, inside, em), inside, rules))
        if reason_to_reject(grid, page.drawings) is None:
            grids.append(grid)
    return grids


def _best_grid(lattice: Lattice, words: Sequence[Word], rules: Sequence[Rule]) -> Grid:
    """Of the rules' own grid, that with rows of text and the aligned one, the one that agrees
    best with the lines of text; the rules win unless another is clearly better.
    """
    lines = text_lines(words)
    ruled = compact(lattice_grid(lattice, words))
    if agreement(ruled, lines) >= CLEAR_CASE:
        return ruled
    candidates = [ruled, compact(with_rows_of_text(ruled))]
    if wall_share(lattice) < WALLED or lacks_columns(ruled):
        aligned = aligned_grid(words, rules, lattice.box)
        candidates += [compact(aligned)] if aligned else []
    scores = [agreement(grid, lines) for grid in candidates]
    best = max(range(len(candidates)), key=lambda index: scores[index])
    return candidates[best] if scores[best] > scores[0] + AGREES else ruled


def _enclosing(grid: Grid, grids: Sequence[Grid]) -> int | None:
    """Index of the smallest other grid around this one."""
    around = [
        (other.box.area, index)
        for index, other in enumerate(grids)
        if other is not grid and other.box.contains(grid.box) and other.box.area > grid.box.area
    ]
    return min(around)[1] if around else None


def _raw_table(
    grid: Grid, page: PageContent, around: Surroundings, extractor: str, parent: int | None
) -> RawTable:
    cells = raw_cells(grid)
    return RawTable(
        cells,
        grid.n_rows,
        grid.n_columns,
        pages=(page.number,),
        page_label=page.label,
        regions=(displayed_region(page, around.box),),
        header_rows=grid.header_rows,
        notes=(*around.remarks(), *around.notes({mark for cell in cells for mark in cell.marks})),
        extractor=f"{extractor}/{grid.ruling}",
        parent=parent,
    )
