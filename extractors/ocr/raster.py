"""Page images: rendering, ink, specks, skew and turning. Images are grey, uint8."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from extractors.geometry import Affine, Boxed
from extractors.ocr.engine import Gray
from relatab.errors import ExtractionError

Ink = NDArray[np.uint8]
"""Dark pixels of an image, shape (height, width), 0 or 1."""

POINTS_PER_INCH = 72.0

LOWEST_DPI, HIGHEST_DPI = 200.0, 300.0
"""Reading resolution: below, small figures run together; above, nothing more is read."""

USELESS_DPI = 70.0
"""Below this 10-point type is under 10 px high and is not read."""

MOST_PIXELS = 24_000_000
"""Largest page image, 24 MB a copy: A3 at 350 dpi. Larger pages are scaled down to it."""

GREATEST_SKEW_DEG = 6.0
"""Pages lie askew in a feeder by less; a wider search would latch on to drawings."""

LEAST_SKEW_DEG = 0.05
"""Half a pixel over 600: straightening for less only blurs."""

SKEW_DPI = 75.0
"""Resolution of the skew search: text lines stay apart, letters do not matter."""


NEGATIVE_SHARE = 0.6
"""Ink on more of the page than this is the ground; even dark photographs leave margins."""

FAINT_CONTRAST = (40.0, 100.0)
"""Grey levels between print and ground: less is the grain of a blank page, more is legible."""

PRINT_SHARE = 0.001
"""Of a page: less than the dark cores of the letters of a few lines."""

SPECK_IN = 1 / 150
"""Side of the largest speck: a full stop of 6-point type has a side of 1/100 inch."""

FULL_STOP_IN = 1 / 50
"""Side of a full stop of typewriter type."""

FULL_STOP_REACH_IN = 0.04
"""A full stop is at most this far from its letter: 0.4 of a typewriter's pitch."""

STREWN = 60.0
"""Specks a square inch: clean scans of text and tables have under 20, dirty ones 100 to 800."""


@dataclass(frozen=True, slots=True)
class Raster:
    """A page image and its resolution in pixels an inch."""

    gray: Gray
    dpi: float

    @property
    def size_pt(self) -> tuple[float, float]:
        """(width, height) in points."""
        height, width = self.gray.shape
        return width * POINTS_PER_INCH / self.dpi, height * POINTS_PER_INCH / self.dpi


def cut_out(raster: Raster, box: Boxed) -> Raster:
    """The part of a page image that a box in points covers."""
    scale = raster.dpi / POINTS_PER_INCH
    top, bottom, left, right = (
        max(0, round(edge * scale)) for edge in (box.top, box.bottom, box.x0, box.x1)
    )
    return Raster(raster.gray[top:bottom, left:right].copy(), raster.dpi)


def reading_dpi(scan_dpi: float | None, width_pt: float, height_pt: float) -> float:
    """Resolution to read a page at: the scan's own where that serves, within bounds.

    scan_dpi: pixels an inch of the scan on the page, None where there is no single one.
    The result may fall below `LOWEST_DPI` only for pages larger than `MOST_PIXELS` allows.
    """
    wanted = HIGHEST_DPI if scan_dpi is None else min(max(scan_dpi, LOWEST_DPI), HIGHEST_DPI)
    square_inches = max(width_pt * height_pt, 1.0) / POINTS_PER_INCH**2
    return min(wanted, math.sqrt(MOST_PIXELS / square_inches))


def render_page(
    path: Path, page_number: int, *, password: str | None = None, highest_dpi: float = HIGHEST_DPI
) -> Raster:
    """A PDF page as displayed (after its rotation), at the resolution of its scan.

    highest_dpi: for a look that needs no more.

    ExtractionError when the document or the page cannot be opened, or when the page is
    so large that its type could not be read at any affordable resolution.
    """
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(path, password=password)
    except pypdfium2.PdfiumError as error:
        raise ExtractionError(f"{path}: cannot be opened: {error}") from error
    try:
        page = document[page_number - 1]
        dpi = min(reading_dpi(_scan_dpi(page), *page.get_size()), highest_dpi)
        if dpi < USELESS_DPI:
            raise ExtractionError(f"{path}, page {page_number}: too large to be read by OCR")
        bitmap = page.render(scale=dpi / POINTS_PER_INCH, grayscale=True)
        gray = np.array(bitmap.to_numpy()).reshape(bitmap.height, bitmap.width)
    except (pypdfium2.PdfiumError, IndexError) as error:
        raise ExtractionError(f"{path}, page {page_number}: cannot be drawn: {error}") from error
    finally:
        document.close()
    return Raster(gray, dpi)


def _scan_dpi(page: object) -> float | None:
    """Resolution of the largest image on a PDF page; None without images."""
    import pypdfium2.raw

    images = [
        image.get_metadata()
        for image in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_IMAGE])  # type: ignore[attr-defined]
    ]
    if not images:
        return None
    largest = max(images, key=lambda image: image.width * image.height)
    return float(max(largest.horizontal_dpi, largest.vertical_dpi))


def ink_of(gray: Gray) -> Ink:
    """Dark pixels, by Otsu's threshold (1979) bounded to the middle of the range.

    The bounds keep the grain of a blank page from counting as ink.
    """
    from extractors.ocr.vision import cv2

    threshold, _ = cv2.threshold(gray, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    return (gray < min(max(threshold, 90.0), 200.0)).astype(np.uint8)


def as_positive(gray: Gray) -> Gray:
    """Dark print on a light ground: negatives, as microfilm readers print them, inverted."""
    return 255 - gray if ink_of(gray).mean() > NEGATIVE_SHARE else gray


def in_full_contrast(gray: Gray) -> Gray:
    """A faint page with its print black and its ground white; any other as it is.

    The ground is the median level, the print that of the darkest `PRINT_SHARE`.
    """
    ground, ink = float(np.median(gray)), float(np.quantile(gray, PRINT_SHARE))
    least, legible = FAINT_CONTRAST
    if not least <= ground - ink < legible:
        return gray
    return ((gray - ink) * (255.0 / (ground - ink))).clip(0, 255).astype(np.uint8)


def despeckle(gray: Gray, dpi: float) -> Gray:
    """Without specks: ink too small to be even a full stop of the smallest type.

    On a page that is strewn with specks (more than `STREWN` a square inch) also without
    anything up to the size of a full stop that no letter stands next to; leader dots may
    go with it there, decimal points stay.
    """
    from extractors.ocr.vision import cv2

    ink = ink_of(gray)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    area = stats[:, cv2.CC_STAT_AREA]
    speck = area < max(2.0, (dpi * SPECK_IN) ** 2)
    small = area < (dpi * FULL_STOP_IN) ** 2
    if small.sum() > STREWN * gray.size / dpi**2:
        reach = np.ones((2 * round(dpi * FULL_STOP_REACH_IN) + 1,) * 2, np.uint8)
        near_letters = cv2.dilate((~small[labels] & (ink > 0)).astype(np.uint8), reach)
        accompanied = np.zeros_like(speck)
        accompanied[np.unique(labels[near_letters > 0])] = True
        speck |= small & ~accompanied
    speck[0] = False
    cleaned = gray.copy()
    cleaned[speck[labels]] = 255
    return cleaned


def cleaned(raster: Raster) -> Gray:
    """The page as dark print on a light ground, in full contrast, without specks."""
    return despeckle(in_full_contrast(as_positive(raster.gray)), raster.dpi)


def skew_angle(ink: Ink, dpi: float) -> float:
    """Angle in degrees, counter-clockwise, by which the page must be turned to lie level.

    The angle at which the row profile is sharpest (Postl 1986: largest sum of squared
    differences of neighbouring rows), sought coarsely, then finely. 0.0 for a blank page.
    """
    from extractors.ocr.vision import cv2

    scale = min(1.0, SKEW_DPI / dpi)
    small = cv2.resize(
        ink * np.float32(255), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA
    )
    if not small.any():
        return 0.0

    def sharpest(angles: NDArray[np.float64]) -> float:
        sharpness = [_row_sharpness(_rotated(small, angle, 0)) for angle in angles]
        return float(angles[int(np.argmax(sharpness))])

    coarse = sharpest(np.arange(-GREATEST_SKEW_DEG, GREATEST_SKEW_DEG + 0.1, 0.5))
    medium = sharpest(coarse + np.arange(-0.5, 0.51, 0.1))
    angle = sharpest(medium + np.arange(-0.1, 0.11, 0.025))
    return angle if abs(angle) < GREATEST_SKEW_DEG else 0.0


def _row_sharpness(image: NDArray[np.float32]) -> float:
    """Sum of squared differences of neighbouring rows of the row profile."""
    return float(np.square(np.diff(image.sum(axis=1))).sum())


def _rotation(shape: tuple[int, ...], angle_deg: float) -> NDArray[np.float64]:
    """The 2 x 3 matrix that turns an image counter-clockwise about its centre."""
    from extractors.ocr.vision import cv2

    height, width = shape[:2]
    centre = ((width - 1) / 2.0, (height - 1) / 2.0)
    return np.asarray(cv2.getRotationMatrix2D(centre, angle_deg, 1.0))


def _rotated(image: NDArray[np.float32] | Gray, angle_deg: float, border: int) -> NDArray:  # type: ignore[type-arg]
    """The image turned counter-clockwise about its centre, in a frame of the same size."""
    from extractors.ocr.vision import cv2

    height, width = image.shape[:2]
    matrix = _rotation(image.shape, angle_deg)
    return cv2.warpAffine(  # type: ignore[no-any-return]
        image, matrix, (width, height), flags=cv2.INTER_LINEAR, borderValue=border
    )


@dataclass(frozen=True, slots=True)
class Upright:
    """A page image turned by quarter turns and straightened, and the way back.

    to_display maps points of the upright page onto points of the page as displayed.
    """

    raster: Raster
    to_display: Affine | None


def upright(raster: Raster, quarter_turns: int) -> Upright:
    """The page turned counter-clockwise by `quarter_turns` x 90 degrees, then levelled."""
    turned = np.ascontiguousarray(np.rot90(raster.gray, quarter_turns))
    angle = skew_angle(ink_of(turned), raster.dpi)
    back = _unturn(raster.gray.shape, quarter_turns % 4)
    if abs(angle) >= LEAST_SKEW_DEG:
        levelling = np.vstack([_rotation(turned.shape, angle), [0.0, 0.0, 1.0]])
        back = back @ np.linalg.inv(levelling)
        turned = _rotated(turned, angle, 255)
    elif quarter_turns % 4 == 0:
        return Upright(raster, None)
    return Upright(Raster(turned, raster.dpi), _in_points(back, raster.dpi))


def _unturn(shape: tuple[int, ...], quarter_turns: int) -> NDArray[np.float64]:
    """3 x 3 map of pixel centres of the turned image to those of the original.

    shape: (height, width) of the original; quarter_turns: 0 to 3, counter-clockwise.
    """
    bottom, right = shape[0] - 1.0, shape[1] - 1.0
    maps = (
        [[1, 0, 0], [0, 1, 0]],
        [[0, -1, right], [1, 0, 0]],
        [[-1, 0, right], [0, -1, bottom]],
        [[0, 1, 0], [-1, 0, bottom]],
    )
    return np.array([*maps[quarter_turns], [0, 0, 1]], dtype=np.float64)


def _in_points(pixels: NDArray[np.float64], dpi: float) -> Affine:
    """A 3 x 3 map between pixel centres, as a map between points (pixel edges)."""
    to_pixels = np.array([[dpi / 72, 0, -0.5], [0, dpi / 72, -0.5], [0, 0, 1]])
    a, b, c, d, e, f = (np.linalg.inv(to_pixels) @ pixels @ to_pixels)[:2].ravel().tolist()
    return (a, b, c, d, e, f)


def set_runs(flags: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Half-open ranges in which all flags are set."""
    edges = np.flatnonzero(np.diff(flags.astype(np.int8), prepend=0, append=0))
    return [(int(start), int(end)) for start, end in edges.reshape(-1, 2)]
