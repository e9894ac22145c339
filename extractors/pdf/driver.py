"""A PDF file, page by page: triage, reading or OCR, tables, continuations, context."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from extractors.base import Options, Progress, RawTable
from extractors.context import HeadingStack, page_facts
from extractors.continuation import Found, join_continued
from extractors.geometry import Box, Line, PageContent, text_height, text_lines
from extractors.normalize import build_table
from extractors.page.finder import find_on_page
from extractors.page.scan import find_on_scan
from extractors.page.surroundings import line_text
from extractors.page.turned import upright
from extractors.pdf.device import UNKNOWN_LETTER
from extractors.pdf.document import (
    document_title,
    headings,
    line_key,
    margin_lines,
    printed_label,
    running_lines,
    running_text,
)
from extractors.pdf.opening import opened
from extractors.pdf.reader import PageReading, read_page, shown_box
from extractors.pdf.triage import Sketch, sketch_page
from relatab.model import Context, Extraction, Issue

LARGEST_PAGE_PT = 100_000.0  # PDF 1.7 allows 14,400 units, times a unit of up to 7
LARGE_PICTURE_PT = (227.0, 85.0)  # 8 x 3 cm; smaller ones without ruled cells are logos

UNREADABLE = 0.3  # share of letters unknown from which a text layer tells less than OCR
FEWEST_WORDS = 3  # a page with fewer visible words has no text layer to speak of


@dataclass(slots=True)
class _Document:
    """The state of one document's pass."""

    path: Path
    options: Options
    password: str
    resources: Any  # pdfminer's, with the fonts that pages share
    issues: list[Issue] = field(default_factory=list)
    tables: list[Found] = field(default_factory=list)
    headings: HeadingStack = field(default_factory=HeadingStack)
    running: frozenset[str] = frozenset()
    title: str | None = None
    pictures_read: set[tuple[int, Box]] = field(default_factory=set)  # page and place

    def report(self, kind: str, message: str, page: int | None = None, action: str = "") -> None:
        self.issues.append(Issue(kind, message, page, action))


def extract_pdf(
    path: Path, document_hash: str, options: Options, progress: Progress | None = None
) -> Extraction:
    """All tables of a PDF; ExtractionError when it cannot be opened at all.

    A page that cannot be read costs that page, and an issue says so. The permission bits
    of a document that opens are not consulted: they do not protect its contents.
    """
    with opened(path, options.password) as file:
        document = _Document(path, options, file.password, file.resources, file.issues)
        sketches = _sketches(file.pdfium, document)
        margins = [_margin(sketch) for sketch in sketches]
        document.running = running_lines(margins)
        first = () if sketches[0].scan else sketches[0].lines
        document.title = document_title({"Title": file.title}, first)
        for number, sketch in enumerate(sketches, start=1):
            try:
                _take_page(document, file.pages[number - 1], number, sketch, margins[number - 1])
            except Exception as error:  # noqa: BLE001 - any defect of a page costs that page only
                reason = f"page {number} cannot be read ({type(error).__name__}: {error})"
                document.report("unreadable page", reason, number, "left the page out")
            if progress is not None:
                progress(number, len(sketches))
        _report_pictures(document, sketches)
    return _finished(document, document_hash, len(sketches))


def _margin(sketch: Sketch) -> list[str]:
    """Lines that may run through the document; none from a scan's hidden text."""
    return [] if sketch.scan else margin_lines(sketch.lines, sketch.height)


def _finished(document: _Document, document_hash: str, pages: int) -> Extraction:
    tables = []
    issues = list(document.issues)
    for position, raw in enumerate(join_continued(document.tables)):
        try:
            table, found = build_table(
                raw, path=str(document.path), document_hash=document_hash, position=position
            )
        except Exception as error:  # noqa: BLE001 - any defect of a table costs that table only
            page = raw.pages[0]
            message = f"a table on page {page} cannot be read ({_reason(error)})"
            issues.append(Issue("damaged table", message, page, "left out"))
            continue
        tables.append(table)
        issues += found
    return Extraction(tuple(tables), tuple(issues), pages, document.title)


def _reason(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _sketches(pdfium: Any, document: _Document) -> list[Sketch]:
    """The first look at every page; a page on which it fails is read in full."""
    sketches = []
    for index in range(len(pdfium)):
        try:
            page = pdfium[index]
            sketches.append(sketch_page(page))
            page.close()
        except Exception as error:  # noqa: BLE001 - the full reading decides about the page
            document.report("damaged page", _reason(error), index + 1, "read without triage")
            sketches.append(Sketch("candidate"))
    return sketches


def _take_page(
    document: _Document, page: Any, number: int, sketch: Sketch, margin: list[str]
) -> None:
    """Adds a page's tables, issues and headings to the document."""
    width, height = _size(page, sketch)
    if not 0 < min(width, height) <= max(width, height) <= LARGEST_PAGE_PT:
        size = f"page {number} measures {width:g} x {height:g} points"
        document.report("absurd page size", size, number, "left the page out")
        return
    forced = document.options.ocr == "force"
    if sketch.kind == "blank" and not forced:
        return
    pictured = _pictured(document, number, sketch)
    if sketch.kind == "prose" and not forced and not pictured:
        body = text_height(word for line in sketch.lines for word in line.words)
        _push_headings(document, sketch.lines, body)
        return
    content, extractor = _content(document, page, number, sketch, margin)
    if content is not None and content.words:
        _take_tables(document, content, extractor, margin, pictured)


def _size(page: Any, sketch: Sketch) -> tuple[float, float]:
    if page is None:
        return sketch.width, sketch.height
    x0, y0, x1, y1 = shown_box(page)
    return x1 - x0, y1 - y0


def _pictured(document: _Document, number: int, sketch: Sketch) -> list[tuple[Box, Found]]:
    """Tables in the pictures of a page, each with its picture's place."""
    if document.options.ocr != "auto" or sketch.scan or not sketch.pictures:
        return []
    try:
        from extractors.pdf.pictures import pictured_tables

        read = pictured_tables(document.path, number, sketch.pictures, document.password or None)
    except Exception as error:  # noqa: BLE001 - OCR is optional; the pictures are reported
        document.report("ocr failed", _reason(error), number, "left its pictures out")
        return []
    document.pictures_read.update((number, picture) for picture, _, _ in read)
    document.issues += [issue for _, _, issues in read for issue in issues]
    return [(picture, table) for picture, tables, _ in read for table in tables]


def _content(
    document: _Document, page: Any, number: int, sketch: Sketch, margin: list[str]
) -> tuple[PageContent | None, str]:
    """The page's words and rules, from its text layer or by OCR."""
    if document.options.ocr == "force" or sketch.kind == "image":
        return _recognised(document, number, None), "ocr"
    label = printed_label(margin)
    if page is None:
        return _sketched(document, number, sketch, label), "pdf"
    reading = read_page(page, number, label, document.resources)
    _report_reading(document, reading, number)
    if len(reading.content.words) < FEWEST_WORDS:
        if reading.image_share or reading.hidden_words:
            return _recognised(document, number, reading), "ocr"
        return None, "pdf"
    if reading.unmapped > UNREADABLE * reading.letters and document.options.ocr == "auto":
        recognised = _recognised(document, number, reading)
        return (recognised, "ocr") if recognised else (upright(reading.content), "pdf")
    return upright(reading.content), "pdf"


def _sketched(
    document: _Document, number: int, sketch: Sketch, label: str | None
) -> PageContent | None:
    """What PDFium saw of a page that pdfminer does not find."""
    message = f"page {number} cannot be read in full"
    document.report("damaged page", message, number, "read its text without rules")
    words = tuple(word for line in sketch.lines for word in line.words)
    return PageContent(number, sketch.width, sketch.height, words, label=label)


def _recognised(
    document: _Document, number: int, reading: PageReading | None
) -> PageContent | None:
    """The page by OCR; without it, the hidden text layer of a scan; without that, an issue."""
    if document.options.ocr != "off":
        try:
            from extractors.ocr import read_page as recognise

            content, issues = recognise(document.path, number, password=document.password or None)
        except Exception as error:  # noqa: BLE001 - OCR is optional; the page is reported
            document.report("ocr failed", _reason(error), number, "left the page out")
        else:
            document.issues += issues
            return content
    if reading is not None and reading.hidden_words and reading.image_share:
        document.report(
            "hidden text layer", f"page {number} is a scan", number, "used its hidden text"
        )
        return replace(reading.content, words=reading.hidden_words)
    document.report(
        "no text layer", f"page {number} has no text layer", number, "left the page out"
    )
    return None


def _report_pictures(document: _Document, sketches: Sequence[Sketch]) -> None:
    """One issue for all pictures beside text, in which tables stay unread."""
    pages = [
        number
        for number, sketch in enumerate(sketches, start=1)
        for picture in sketch.pictures
        if not sketch.scan
        and picture.x1 - picture.x0 >= LARGE_PICTURE_PT[0]
        and picture.bottom - picture.top >= LARGE_PICTURE_PT[1]
        and (number, picture) not in document.pictures_read
    ]
    if pages:
        places = ", ".join(map(str, dict.fromkeys(pages)))
        message = f"{len(pages)} x picture, page {places}: a table there is not found"
        document.report("picture not read", message, pages[0], "left out")


def _report_reading(document: _Document, reading: PageReading, number: int) -> None:
    if reading.hidden:
        message = f"{reading.hidden} characters on page {number} cannot be seen"
        document.report("hidden text", message, number, "left them out")
    if reading.unmapped:
        message = f"{reading.unmapped} characters on page {number} have no known letter"
        document.report("unmapped glyphs", message, number, f"kept as {UNKNOWN_LETTER}")
    if reading.strokes_dropped:
        message = f"{reading.strokes_dropped} strokes too many on page {number}"
        document.report("drawing", message, number, "kept the longest")
    if reading.damage:
        message = f"{reading.damage} defects in the content of page {number}"
        document.report("damaged page", message, number, "read the rest")
    if reading.unread:
        message = f"page {number} has more content than is read"
        document.report("page too long", message, number, "left its end out")


def _take_tables(
    document: _Document,
    content: PageContent,
    extractor: str,
    margin: list[str],
    pictured: Sequence[tuple[Box, Found]],
) -> None:
    content_lines = text_lines(content.words)
    if content.label is None:
        label = printed_label(margin_lines(content_lines, content.height))
        content = replace(content, label=label)
    furniture = _furniture(document, content_lines, margin)
    find = find_on_scan if extractor == "ocr" else find_on_page
    lines, found = find(content, extractor, furniture)
    if pictured:
        found = _with_pictured(found, pictured, lines, content)
    facts = page_facts(text for text in margin if line_key(text) in document.running)
    body = text_height(content.words)
    base = len(document.tables)
    waiting = [line for line in lines if not any(table.covers(line) for table in found)]
    for table in found:
        _push_headings(document, [line for line in waiting if line.bottom <= table.top], body)
        waiting = [line for line in waiting if line.bottom > table.top]
        parent = None if table.raw.parent is None else base + table.raw.parent
        context = Context(document.title, document.headings.path(), facts)
        issues = (*table.raw.issues, *_unmapped(table.raw, content.number))
        raw = replace(table.raw, context=context, parent=parent, issues=issues)
        document.tables.append(replace(table, raw=raw))
    _push_headings(document, waiting, body)


def _unmapped(table: RawTable, page: int) -> tuple[Issue, ...]:
    """What share of a table's characters has no known letter, where there are such."""
    text = "".join("".join(cell.text.split()) for cell in table.cells)
    unknown = text.count(UNKNOWN_LETTER)
    if not unknown:
        return ()
    share = f"{unknown} of {len(text)} characters ({unknown / len(text):.0%})"
    message = f"{share} of a table on page {page} have no known letter"
    return (Issue("unmapped glyphs", message, page, f"kept as {UNKNOWN_LETTER}"),)


def _with_pictured(
    found: Sequence[Found],
    pictured: Sequence[tuple[Box, Found]],
    lines: Sequence[Line],
    content: PageContent,
) -> list[Found]:
    """A page's tables and those in its pictures, from top to bottom."""
    from extractors.pdf.pictures import captioned

    em = text_height(content.words)
    tables = [*found]
    tables += [captioned(table, box, lines, em, content.label) for box, table in pictured]
    order = sorted(range(len(tables)), key=lambda index: tables[index].top)
    place = {index: number for number, index in enumerate(order)}
    return [
        table
        if table.raw.parent is None
        else replace(table, raw=replace(table.raw, parent=place[table.raw.parent]))
        for table in (tables[index] for index in order)
    ]


def _furniture(document: _Document, lines: Sequence[Line], margin: list[str]) -> frozenset[str]:
    """Texts of a page's running lines and page number, which belong to no table."""
    outermost = set(margin)
    return frozenset(
        line_text(line)
        for line in lines
        if line_key(text := running_text(line)) in document.running
        or (text in outermost and not line_key(text))
    )


def _push_headings(document: _Document, lines: Sequence[Line], body: float) -> None:
    for level, text in headings(lines, body):
        if line_key(text) not in document.running:
            document.headings.push(level, text)
