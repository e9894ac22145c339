"""Scans that are image files: TIFF with one or more pages, PNG, JPEG.

Each picture is read by OCR into words and rules and then treated like a PDF page.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from extractors import limits
from extractors.base import Options, Progress
from extractors.ocr import read_image
from extractors.ocr.raster import Raster, reading_dpi
from extractors.page.assembly import Assembly, ReadPage
from extractors.page.document import recognised_title
from relatab.errors import ExtractionError, reason_of
from relatab.model import Extraction, Issue, ScanReading

if TYPE_CHECKING:
    from PIL.Image import Image

LEAST_TRUSTED_DPI = 100.0
"""Lower resolutions in a file's header are a program's default (72, 96), not a scanner's."""

USUAL_LONG_SIDE_IN = 11.7
"""The longer side of A4; Letter's is 11. Without a resolution the page is taken for it."""


def extract_image(
    path: Path, document_hash: str, options: Options, progress: Progress | None = None
) -> Extraction:
    """All tables of a scan; ExtractionError when it cannot be opened as an image at all.

    A page that cannot be decoded or read costs that page, and an issue says so.
    """
    with _without_remarks(), _opened(path) as (image, pages):
        if options.ocr == "off":
            issue = Issue("no text layer", "the pages are images", action="left them out")
            unread = tuple(ScanReading(number, "unread") for number in range(1, pages + 1))
            return Extraction((), (issue,), pages, readings=unread)
        read, issues = _read_pages(image, pages, options.ocr_cache, progress)
    assembly = Assembly.of(recognised_title(read[0].content), [page.margin for page in read])
    for page in read:
        assembly.add(page)
    tables, found = assembly.tables(str(path), document_hash)
    readings = tuple(page.scan for page in read if page.scan)
    return Extraction(tables, (*issues, *found), pages, assembly.title, readings)


@contextmanager
def _opened(path: Path) -> Iterator[tuple[Image, int]]:
    """The image and the number of its pages, none of them decoded."""
    import PIL.Image

    PIL.Image.MAX_IMAGE_PIXELS = None  # pages are measured here, each before it is decoded
    with ExitStack() as stack:
        try:
            image = stack.enter_context(PIL.Image.open(path))
            pages = int(getattr(image, "n_frames", 1))
        except Exception as error:  # whatever type; damage shows in many
            raise ExtractionError(
                f"{path}: cannot be read as an image ({reason_of(error)}); copy it again"
            ) from error
        yield image, pages


@contextmanager
def _without_remarks() -> Iterator[None]:
    """Keeps Pillow's warnings from the screen: what damage costs is told by issues."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=UserWarning, module=r"PIL\.")
        yield


def _read_pages(
    image: Image, pages: int, cache: Path | None, progress: Progress | None
) -> tuple[list[ReadPage], list[Issue]]:
    """All pages of an opened image, read by OCR, and what was irregular."""
    read: list[ReadPage] = []
    issues: list[Issue] = []
    for number, raster in enumerate(_rasters(image, pages, issues), start=1):
        if raster is None:
            read.append(ReadPage(scan=ScanReading(number, "unread")))
        else:
            recognised = read_image(raster, number, cache=cache)
            read.append(ReadPage.of_scan(recognised.content, recognised.reading))
            issues += recognised.issues
        if progress is not None:
            progress(number, pages, raster is not None)
    return read, issues


def _rasters(image: Image, pages: int, issues: list[Issue]) -> Iterator[Raster | None]:
    """The pages, each decoded when asked for; None, and an issue, for one damaged or too large."""
    for index in range(pages):
        try:
            image.seek(index)
            if image.width * image.height <= limits.MAX_IMAGE_PIXELS:
                yield raster_of(image)
            else:
                issues.append(_too_large(image, index + 1))
                yield None
        except Exception as error:  # noqa: BLE001 - damage shows in errors of any type
            reason = f"the image is damaged ({reason_of(error)})"
            issues.append(Issue("unreadable page", reason, index + 1, "left the page out"))
            yield None


def _too_large(image: Image, page: int) -> Issue:
    most = limits.MAX_IMAGE_PIXELS // 1_000_000
    size = f"page {page} has {image.width} x {image.height} pixels, more than {most} million"
    return Issue("page too large", size, page, "left the page out")


def raster_of(image: Image) -> Raster:
    """A picture as displayed, grey on white, at the resolution for reading."""
    import PIL.Image
    from PIL import ExifTags, ImageOps

    across, down = page_resolution(image.size, image.info.get("dpi"))
    turned = image.getexif().get(ExifTags.Base.Orientation, 1) != 1
    shown = ImageOps.exif_transpose(image) if turned else image  # which else makes a copy
    if shown.size != image.size:
        across, down = down, across
    width, height = shown.size
    dpi = reading_dpi(max(across, down), width / across * 72.0, height / down * 72.0)
    size = (max(1, round(width * dpi / across)), max(1, round(height * dpi / down)))
    gray = _gray(shown)
    if size != gray.size:
        gray = gray.resize(
            size, PIL.Image.Resampling.BOX if dpi < across else PIL.Image.Resampling.BICUBIC
        )
    return Raster(np.asarray(gray, dtype=np.uint8), dpi)


def page_resolution(size: tuple[int, int], printed: object) -> tuple[float, float]:
    """Pixels an inch across and down: those of the file's header where they can be true.

    printed: the header's pair, or None. Fax pages have different ones across and down.
    """
    if isinstance(printed, tuple) and len(printed) == 2:
        across, down = (float(value) for value in printed)
        if all(math.isfinite(value) and value >= LEAST_TRUSTED_DPI for value in (across, down)):
            return across, down
        if max(across, down) >= LEAST_TRUSTED_DPI and min(across, down) >= LEAST_TRUSTED_DPI / 2:
            return across, down
    guess = max(size) / USUAL_LONG_SIDE_IN
    return guess, guess


def _gray(image: Image) -> Image:
    """Grey levels 0 to 255 on a white ground, from any mode."""
    import PIL.Image

    if image.mode.startswith("I"):
        levels = np.asarray(image, dtype=np.float64)
        top = 65535.0 if levels.max(initial=0) > 255 else 255.0
        return PIL.Image.fromarray((levels * (255.0 / top)).clip(0, 255).astype(np.uint8))
    if "A" in image.getbands() or "transparency" in image.info:
        coloured = image if image.mode == "RGBA" else image.convert("RGBA")
        ground = PIL.Image.new("L", coloured.size, "white")
        ground.paste(coloured.convert("L"), mask=coloured.getchannel("A"))
        return ground
    return image.convert("L")
