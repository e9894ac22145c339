"""Image pages: words with boxes and confidence, and drawn rules, by OCR."""

from __future__ import annotations

from pathlib import Path

from extractors.geometry import PageContent
from extractors.ocr.cache import PageCache, Reading, page_cache, page_key
from extractors.ocr.engine import Glyph, OcrEngine, default_engine
from extractors.ocr.raster import Raster, render_page
from extractors.ocr.reader import READER_VERSION, mean_confidence, read_raster
from relatab.errors import ExtractionError
from relatab.model import Issue

__all__ = [
    "Glyph",
    "OcrEngine",
    "PageCache",
    "Raster",
    "default_engine",
    "mean_confidence",
    "read_image",
    "read_page",
]


def read_page(
    path: Path,
    page_number: int,
    *,
    password: str | None = None,
    engine: OcrEngine | None = None,
    cache: Path | None = None,
) -> tuple[PageContent, tuple[Issue, ...]]:
    """A PDF page (1-based) read by OCR: its content, and issues that say how well.

    The content's coordinates are points of the page turned upright and levelled;
    `PageContent.to_display` (see `geometry.displayed_region`) leads to the page as
    displayed. Trouble with the page or the recogniser gives empty content and an issue;
    nothing is raised. cache: the file of a `PageCache`.
    """
    try:
        raster = render_page(path, page_number, password=password)
    except ExtractionError as error:
        return PageContent(page_number, 0.0, 0.0, ()), (_failure(str(error), page_number),)
    return read_image(raster, page_number, engine=engine, cache=cache)


def read_image(
    raster: Raster,
    page_number: int,
    *,
    engine: OcrEngine | None = None,
    cache: Path | None = None,
) -> tuple[PageContent, tuple[Issue, ...]]:
    """A page image read by OCR, as `read_page` does."""
    try:
        return _cached(raster, page_number, engine or default_engine(), cache)
    except Exception as error:  # noqa: BLE001 - a recogniser's own errors have no common type
        width, height = raster.size_pt
        reason = f"the OCR engine failed: {type(error).__name__}: {error}"
        return PageContent(page_number, width, height, ()), (_failure(reason, page_number),)


def _cached(raster: Raster, page_number: int, engine: OcrEngine, cache: Path | None) -> Reading:
    """The page's reading, from the cache where it is kept there."""
    if cache is None:
        return read_raster(raster, page_number, engine)
    pages = page_cache(cache)
    key = page_key(raster, f"{READER_VERSION} {engine.name}")
    reading = pages.get(key, page_number)
    if reading is None:
        reading = read_raster(raster, page_number, engine)
        pages.put(key, reading)
    return reading


def _failure(reason: str, page_number: int) -> Issue:
    return Issue("ocr failed", reason, page_number, "the page was left out")
