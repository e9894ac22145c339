"""Image pages: words with boxes and confidence, and drawn rules, by OCR."""

from __future__ import annotations

from pathlib import Path

from extractors.geometry import PageContent
from extractors.ocr.cache import page_cache, page_key
from extractors.ocr.engine import OcrEngine, default_engine
from extractors.ocr.layer import trusted_layer
from extractors.ocr.raster import Raster, render_page
from extractors.ocr.reader import Recognised, read_raster
from relatab.errors import ExtractionError, reason_of
from relatab.model import Issue, ScanReading


def read_page(
    path: Path,
    page_number: int,
    *,
    password: str | None = None,
    engine: OcrEngine | None = None,
    cache: Path | None = None,
    layer: PageContent | None = None,
) -> Recognised:
    """A PDF page (1-based) read by OCR, or from its text layer where that can be trusted.

    cache: the file of a `PageCache`; layer: the text that an earlier OCR left behind the
    scan. Trouble with the page or the recogniser gives empty content and an issue; nothing
    is raised.
    """
    try:
        raster = render_page(path, page_number, password=password)
    except ExtractionError as error:
        return _failure(PageContent(page_number, 0.0, 0.0, ()), str(error))
    return read_image(raster, page_number, engine=engine, cache=cache, layer=layer)


def read_image(
    raster: Raster,
    page_number: int,
    *,
    engine: OcrEngine | None = None,
    cache: Path | None = None,
    layer: PageContent | None = None,
) -> Recognised:
    """A page image read by OCR, as `read_page` does."""
    try:
        return _cached(raster, page_number, engine or default_engine(), cache, layer)
    except Exception as error:  # noqa: BLE001 - a recogniser's own errors have no common type
        width, height = raster.size_pt
        reason = f"the OCR engine failed: {reason_of(error)}"
        return _failure(PageContent(page_number, width, height, ()), reason)


def _cached(
    raster: Raster,
    number: int,
    engine: OcrEngine,
    cache: Path | None,
    layer: PageContent | None,
) -> Recognised:
    """The page's reading, from the cache where it is kept there."""
    if cache is None:
        return _read(raster, number, engine, layer)
    pages = page_cache(cache)
    key = page_key(raster, engine.name, layer)
    recognised = pages.get(key, number)
    if recognised is None:
        recognised = _read(raster, number, engine, layer)
        pages.put(key, recognised)
    return recognised


def _read(raster: Raster, number: int, engine: OcrEngine, layer: PageContent | None) -> Recognised:
    trusted = None if layer is None else trusted_layer(layer, raster, engine)
    return trusted or read_raster(raster, number, engine)


def _failure(content: PageContent, reason: str) -> Recognised:
    issue = Issue("ocr failed", reason, content.number, "the page was left out")
    return Recognised(content, ScanReading(content.number, "unread"), (issue,))
