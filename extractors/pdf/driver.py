"""A PDF file: a first look at every page, then each read the way it needs, then its tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from extractors.base import Options, Progress
from extractors.page.assembly import Assembly, ReadPage
from extractors.page.document import (
    largest_text,
    margin_lines,
    metadata_title,
    recognised_title,
)
from extractors.pdf.opening import OpenedFile, opened
from extractors.pdf.pages import PageReader
from extractors.pdf.triage import Sketch, sketch_page
from extractors.pdf.unfolding import Unfolding
from relatab.errors import reason_of
from relatab.model import Extraction, Issue

LOOKS_PER_SIGN = 100
"""Pages of the first look, which takes 10 ms a page, between two signs of life."""


def extract_pdf(
    path: Path, document_hash: str, options: Options, progress: Progress | None = None
) -> Extraction:
    """All tables of a PDF; ExtractionError when it cannot be opened at all.

    A page that cannot be read costs that page, and an issue says so. The permission bits
    of a document that opens are not consulted: they do not protect its contents.

    Scans are read first, since only then is it known which lines run through them; what is
    kept of them is their words. Other pages are read one at a time.
    """
    with opened(path, options.password) as file:
        reader = PageReader(path, options, file)
        sketches = list(_sketches(file, progress))
        margins = [_margin(sketch) for sketch in sketches]
        done = 0

        def read(number: int) -> ReadPage:
            nonlocal done
            page = reader.read(number, sketches[number - 1], margins[number - 1])
            done += 1
            if progress is not None:
                progress(done, len(sketches), page.scan is not None and page.scan.source == "ocr")
            return page

        numbers = range(1, len(sketches) + 1)
        scans = {n: read(n) for n in numbers if reader.is_scan(sketches[n - 1])}
        running = [scans[n].margin if n in scans else margins[n - 1] for n in numbers]
        assembly = Assembly.of(_title(file, sketches[0], scans.get(1)), running)
        readings = []
        for number in numbers:
            page = scans.pop(number) if number in scans else read(number)
            assembly.add(page)
            readings += [page.scan] if page.scan else []
        reader.report_pictures(sketches)
    tables, issues = assembly.tables(str(path), document_hash)
    return Extraction(
        tables, (*file.issues, *issues), len(sketches), assembly.title, tuple(readings)
    )


def _sketches(file: OpenedFile, progress: Progress | None) -> Iterator[Sketch]:
    """The first look at every page; a page on which it fails is read in full."""
    unfolding = Unfolding()
    missing: list[int] = []
    for index, page in enumerate(file.pages):
        if progress is not None and index % LOOKS_PER_SIGN == 0:
            progress(0, len(file.pages), False)
        try:
            endless = page is not None and unfolding.is_endless(page)
            yield Sketch("endless") if endless else _sketch(file, index)
        except Exception as error:  # noqa: BLE001 - the full reading decides about the page
            if page is None:
                missing.append(index + 1)
                yield Sketch("missing")
                continue
            reason = reason_of(error)
            file.issues.append(Issue("damaged page", reason, index + 1, "read without triage"))
            yield Sketch("candidate")
    if missing:
        message = f"{len(missing)} of {len(file.pages)} pages cannot be found"
        file.issues.append(Issue("missing pages", message, missing[0], "left out"))


def _sketch(file: OpenedFile, index: int) -> Sketch:
    page = file.pdfium[index]
    try:
        return sketch_page(page)
    finally:
        page.close()


def _margin(sketch: Sketch) -> tuple[str, ...]:
    """Lines that may run through the document; none from a scan's hidden text."""
    return () if sketch.scan else tuple(margin_lines(sketch.lines, sketch.height))


def _title(file: OpenedFile, sketch: Sketch, scan: ReadPage | None) -> str | None:
    """The document's title in its metadata, or on its first page."""
    if named := metadata_title({"Title": file.title}):
        return named
    return recognised_title(scan.content) if scan else largest_text(sketch.lines)
