"""Image pages: words with boxes and confidence, and drawn rules, by OCR."""

from __future__ import annotations

from pathlib import Path

from extractors.geometry import PageContent
from extractors.ocr.cache import PageCache, page_cache, page_key
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
    engine = engine or default_engine()
    pages = None if cache is None else page_cache(cache)
    key = page_key(raster, f"{READER_VERSION} {engine.name}")
    if pages is not None and (known := pages.get(key, page_number)) is not None:
        return known
    try:
        reading = read_raster(raster, page_number, engine)
    except Exception as error:  # noqa: BLE001 - a recogniser's own errors have no common type
        width, height = raster.size_pt
        reason = f"the OCR engine failed: {type(error).__name__}: {error}"
        return PageContent(page_number, width, height, ()), (_failure(reason, page_number),)
    if pages is not None:
        pages.put(key, reading)
    return reading


def _failure(reason: str, page_number: int) -> Issue:
    return Issue("ocr failed", reason, page_number, "the page was left out")
