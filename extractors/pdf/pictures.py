"""Tables pasted into a page as pictures: read by OCR where a picture shows ruled cells.

Photographs, logos and plain drawings show none and cost no more than the search for rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from extractors.base import RawTable
from extractors.continuation import Found
from extractors.geometry import Affine, Box, PageContent, join_rules
from extractors.ocr import read_image
from extractors.ocr.raster import Raster, cut_out, ink_of, render_page
from extractors.ocr.rules import find_rules, in_points
from extractors.page.lattice import lattice_of, touching_groups, wall_share
from extractors.page.refine import WALLED
from extractors.page.scan import find_on_scan
from relatab.model import Issue

MIN_CELLS = 2
"""Each way, or it is a frame."""

SKETCH_DPI = 120.0
"""Enough to see the rules of a table whose text can be read; reading takes twice as much."""

LEAST_SHARE = 0.5
"""Of a picture that the cells cover: people cut out the table and little else."""

LEAST_FILLED = 0.5
"""Of a table's positions."""

TYPE_PT, MEETING_PT = 8.0, 3.0
"""Usual size of type in a table, and how close rules come that are meant to touch."""

_IN_PLACE: Affine = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)


def pictured_tables(
    path: Path,
    number: int,
    pictures: Sequence[Box],
    *,
    password: str | None = None,
    cache: Path | None = None,
) -> list[tuple[Box, list[Found], tuple[Issue, ...]]]:
    """The pictures of a page (1-based) that show tables, each with these and how it was read.

    pictures: their places on the page as displayed, in points. ExtractionError when the
    page cannot be drawn.
    """
    sketch = render_page(path, number, password=password, highest_dpi=SKETCH_DPI)
    ruled = [picture for picture in pictures if shows_cells(cut_out(sketch, picture))]
    if not ruled:
        return []
    raster = render_page(path, number, password=password)
    out = []
    for picture in ruled:
        recognised = read_image(cut_out(raster, picture), number, cache=cache)
        tables = [
            replace(table, top=picture.top, bottom=picture.bottom, first=False, last=False)
            for table in find_on_scan(put_at(recognised.content, picture))[1]
            if is_table(table.raw)
        ]
        if tables:
            out.append((picture, tables, recognised.issues))
    return out


def shows_cells(part: Raster) -> bool:
    """Whether most of a picture is taken up by ruled cells, two each way at least."""
    boxes, _ = find_rules(ink_of(part.gray), part.dpi)
    width, height = part.size_pt
    touching = touching_groups(join_rules(in_points(boxes, part.dpi), MEETING_PT), MEETING_PT)
    lattices = [lattice_of(group, TYPE_PT) for group in touching]
    return any(
        lattice is not None
        and min(len(lattice.xs), len(lattice.ys)) > MIN_CELLS
        and wall_share(lattice) >= WALLED
        and lattice.box.area >= LEAST_SHARE * width * height
        for lattice in lattices
    )


def is_table(table: RawTable) -> bool:
    """Whether ruled cells hold texts; the grid of a chart has its figures outside."""
    return table.extractor.endswith("/grid") and filled_share(table) >= LEAST_FILLED


def put_at(content: PageContent, picture: Box) -> PageContent:
    """A picture's content with its way to the page, whose corner it does not share."""
    a, b, c, d, e, f = content.to_display or _IN_PLACE
    return replace(content, to_display=(a, b, c + picture.x0, d, e, f + picture.top))


def filled_share(table: RawTable) -> float:
    """Share of a table's positions that cells with text cover, in [0, 1]."""
    covered = sum(
        (cell.row_end - cell.row) * (cell.column_end - cell.column)
        for cell in table.cells
        if cell.text.strip()
    )
    return covered / (table.n_rows * table.n_columns)
