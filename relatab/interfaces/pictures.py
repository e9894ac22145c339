"""Pictures of the pages a table stands on, the table outlined, to check values against."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from relatab.errors import RelatabError

if TYPE_CHECKING:
    from PIL.Image import Image

    from relatab.model import Region, Table

DPI = 150
"""Figures of 6 points, the smallest in reports, are 12 pixels high then."""

POINTS_PER_INCH = 72
MOST_PIXELS = 40_000_000
"""Of one picture, which takes 120 MB while it is drawn: A0 at 150 dpi has 35 million. Larger
pages, such as logs of many metres, are drawn smaller."""

OUTLINE_RED = (200, 30, 30)
OUTLINE_GAP_PT, OUTLINE_PX = 3, 3


def write_pictures(table: Table, out: Path, password: str | None = None) -> list[tuple[Path, int]]:
    """Writes each page of a table as PNG, turned so that the table can be read, and returns the
    files with their pages (1-based).

    The first page goes to `out`; page 13 of "picture.png" to "picture-p13.png". password: of
    an encrypted PDF. RelatabError where there is no page to show or it is not the one that was
    indexed, OSError where a picture cannot be written.
    """
    place = table.provenance
    if not place.regions:
        raise RelatabError(
            f"{place.place}: a Word file has no fixed pages to picture; use --format html"
        )
    _check_unchanged(Path(place.path), place.document_hash)
    written: list[tuple[Path, int]] = []
    for page, regions in _by_page(place.regions):
        try:
            picture, pixels_per_point = page_image(Path(place.path), page, password)
        except OSError as error:
            raise RelatabError(
                f"{place.path}, page {page}: cannot be pictured ({error})"
            ) from error
        target = out.with_name(f"{out.stem}-p{page}{out.suffix}") if written else out
        framed = outline(picture, regions, pixels_per_point)
        framed.rotate(90 * regions[0].turn, expand=True).save(target, format="PNG")
        written.append((target, page))
    return written


def page_image(path: Path, page: int, password: str | None = None) -> tuple[Image, float]:
    """The page (1-based) of a PDF or image file as a viewer shows it, and its pixels per point;
    OSError where it cannot be read.
    """
    from extractors.content import content_of

    content = content_of(path)
    if content is not None and content.reader == "pdf":
        return _pdf_page(path, page, password)
    return _scan_page(path, page)


def outline(picture: Image, regions: Sequence[Region], pixels_per_point: float) -> Image:
    """The picture with a frame around each region."""
    from PIL import ImageDraw

    draw = ImageDraw.Draw(picture)
    for region in regions:
        corners = (
            region.x0 - OUTLINE_GAP_PT,
            region.top - OUTLINE_GAP_PT,
            region.x1 + OUTLINE_GAP_PT,
            region.bottom + OUTLINE_GAP_PT,
        )
        limits = (picture.width, picture.height) * 2
        box = [
            min(max(value * pixels_per_point, 0), limit - 1)
            for value, limit in zip(corners, limits, strict=True)
        ]
        draw.rectangle(box, outline=OUTLINE_RED, width=OUTLINE_PX)
    return picture


def _check_unchanged(path: Path, document_hash: str) -> None:
    from extractors.normalize import document_hash as hash_now

    try:
        unchanged = hash_now(path) == document_hash
    except OSError as error:
        reason = error.strerror or error
        raise RelatabError(f"{path}: cannot be pictured ({reason}); index again") from error
    if not unchanged:
        raise RelatabError(f"{path}: has changed since it was indexed; index again")


def _by_page(regions: Sequence[Region]) -> Iterator[tuple[int, list[Region]]]:
    pages: defaultdict[int, list[Region]] = defaultdict(list)
    for region in regions:
        pages[region.page].append(region)
    yield from sorted(pages.items())


def _pdf_page(path: Path, number: int, password: str | None) -> tuple[Image, float]:
    import pypdfium2

    try:
        with pypdfium2.PdfDocument(path, password=password) as document:
            page = document[number - 1]
            width, height = page.get_size()
            scale = _scale(width, height)
            picture: Image = page.render(scale=scale).to_pil().convert("RGB")
            return picture, scale
    except pypdfium2.PdfiumError as error:
        hint = "; give --password" if "password" in str(error).lower() else ""
        raise OSError(f"{error}{hint}") from error


def _scan_page(path: Path, number: int) -> tuple[Image, float]:
    """In grey, as it was read."""
    import PIL.Image

    from extractors.image import raster_of

    try:
        with PIL.Image.open(path) as image:
            image.seek(number - 1)
            raster = raster_of(image)
    except (PIL.Image.DecompressionBombError, EOFError, SyntaxError, ValueError) as error:
        raise OSError(str(error)) from error
    scale = _scale(*raster.size_pt)
    height, width = raster.gray.shape
    factor = scale * POINTS_PER_INCH / raster.dpi
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    return PIL.Image.fromarray(raster.gray).resize(size).convert("RGB"), scale


def _scale(width: float, height: float) -> float:
    """Pixels per point for a page of that many points."""
    usual = DPI / POINTS_PER_INCH
    return min(usual, math.sqrt(MOST_PIXELS / max(width * height, 1.0)))
