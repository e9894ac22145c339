"""A picture of the page a table stands on, the table outlined, to check values against."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from relatab.errors import RelatabError

if TYPE_CHECKING:
    from PIL.Image import Image

    from relatab.model import Region, Table

DPI = 150
POINTS_PER_INCH = 72
OUTLINE_RED = (200, 30, 30)


def write_picture(table: Table, out: Path) -> None:
    """Write the table's first page as PNG; RelatabError where there is no page to show,
    OSError where the picture cannot be written.
    """
    place = table.provenance
    if not place.regions:
        raise RelatabError(
            f"{place.place}: a Word file has no fixed pages to picture; use --format html"
        )
    region = place.regions[0]
    path = Path(place.path)
    try:
        picture = page_image(path, region.page)
    except OSError as error:
        raise RelatabError(f"{place.path}: cannot be pictured ({error})") from error
    outline(picture, region).save(out, format="PNG")


def page_image(path: Path, page: int) -> Image:
    """The page (1-based) of a PDF or image file at `DPI`; OSError where it cannot be read."""
    from PIL import Image as Images
    from PIL import ImageSequence

    if path.suffix.lower() == ".pdf":
        import pypdfium2

        try:
            with pypdfium2.PdfDocument(path) as document:
                rendered = document[page - 1].render(scale=DPI / POINTS_PER_INCH)
                picture: Image = rendered.to_pil().convert("RGB")
                return picture
        except pypdfium2.PdfiumError as error:
            raise OSError(str(error)) from error
    with Images.open(path) as image:
        frames = ImageSequence.Iterator(image)
        frame = next(frame for number, frame in enumerate(frames, start=1) if number == page)
        dpi = float(frame.info.get("dpi", (DPI, DPI))[0]) or DPI
        size = (round(frame.width * DPI / dpi), round(frame.height * DPI / dpi))
        return frame.convert("RGB").resize(size)


def outline(picture: Image, region: Region) -> Image:
    """The picture with a frame around the region."""
    from PIL import ImageDraw

    scale = DPI / POINTS_PER_INCH
    box = [
        value * scale for value in (region.x0 - 3, region.top - 3, region.x1 + 3, region.bottom + 3)
    ]
    ImageDraw.Draw(picture).rectangle(box, outline=OUTLINE_RED, width=3)
    return picture
