"""Which way a page of a PDF is read: its own text, a scan's text layer, or OCR.

A page with good text is never recognised; a picture of a page always is, unless the text
that an earlier OCR left behind it can be trusted. Each page is decided by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from extractors import limits
from extractors.base import UNKNOWN_LETTER, Options
from extractors.geometry import Box, PageContent
from extractors.page.assembly import ReadPage, margin_of
from extractors.page.document import printed_label
from extractors.page.turned import upright
from extractors.pdf.opening import OpenedFile
from extractors.pdf.reader import PageReading, read_page, shown_box
from extractors.pdf.triage import Sketch
from relatab.errors import reason_of
from relatab.model import Issue, ScanReading

LARGE_PICTURE_PT = (227.0, 85.0)  # 8 x 3 cm; smaller ones without ruled cells are logos

UNREADABLE = 0.3  # share of letters unknown from which a text layer tells less than OCR
FEWEST_WORDS = 3  # a page with fewer visible words has no text layer to speak of
STAMPED_WORDS = 60  # a scan may carry a stamp, a title or a file number as text, no more
WHOLE_PAGE_IMAGE = 0.85  # share of the page that a scan covers; charts leave margins
OWN_TEXT = 0.6  # of the words recognised on a pictured page, from which its own text is all


@dataclass(slots=True)
class PageReader:
    """Reads the pages of one opened document; what was irregular is told in its issues."""

    path: Path
    options: Options
    file: OpenedFile
    _pictures_read: set[tuple[int, Box]] = field(default_factory=set)  # page and place

    def read(self, number: int, sketch: Sketch, margin: tuple[str, ...]) -> ReadPage:
        """The page (1-based) as its tables are sought; a defect costs that page only.

        margin: the lines of the sketch that may run through the document.
        """
        try:
            return self._read(number, sketch, margin)
        except Exception as error:  # noqa: BLE001 - whatever the defect
            reason = f"page {number} cannot be read ({reason_of(error)})"
            self._report("unreadable page", reason, number, "left the page out")
            return ReadPage()

    def is_scan(self, sketch: Sketch) -> bool:
        """Whether a page is an image before all, as far as the first look tells."""
        return sketch.kind == "image" or sketch.scan or self.options.ocr == "force"

    def report_pictures(self, sketches: Sequence[Sketch]) -> None:
        """One issue for all pictures beside text, in which tables stay unread."""
        pages = [
            number
            for number, sketch in enumerate(sketches, start=1)
            for picture in sketch.pictures
            if not sketch.scan
            and picture.x1 - picture.x0 >= LARGE_PICTURE_PT[0]
            and picture.bottom - picture.top >= LARGE_PICTURE_PT[1]
            and (number, picture) not in self._pictures_read
        ]
        if pages:
            places = ", ".join(map(str, dict.fromkeys(pages)))
            message = f"{len(pages)} x picture, page {places}: a table there is not found"
            self._report("picture not read", message, pages[0], "left out")

    def _report(self, kind: str, message: str, page: int, action: str) -> None:
        self.file.issues.append(Issue(kind, message, page, action))

    def _read(self, number: int, sketch: Sketch, margin: tuple[str, ...]) -> ReadPage:
        page = self.file.pages[number - 1]
        if sketch.kind == "missing":
            return ReadPage()
        if sketch.kind == "endless":
            return self._begun(page, number)
        width, height = _size(page, sketch)
        if not 0 < min(width, height) <= max(width, height) <= limits.LARGEST_PAGE_PT:
            size = f"page {number} measures {width:g} x {height:g} points"
            self._report("absurd page size", size, number, "left the page out")
            return ReadPage()
        forced = self.options.ocr == "force"
        if sketch.kind == "blank" and not forced:
            return ReadPage()
        pictured = self._pictured(number, sketch)
        if sketch.kind == "prose" and not forced and not pictured:
            return ReadPage(None, sketch.lines, margin)
        if forced or sketch.kind == "image":
            return self._recognised(number, None)
        read = self._with_text(page, number, sketch, printed_label(margin))
        if read.scan or read.content is None:
            return read
        return replace(read, margin=margin or margin_of(read.content), pictured=pictured)

    def _with_text(self, page: Any, number: int, sketch: Sketch, label: str | None) -> ReadPage:
        """The page by its own text, unless that says too little of it."""
        if page is None:
            return self._sketched(number, sketch, label)
        reading = read_page(page, number, label, self.file.resources)
        self._report_reading(reading, number)
        words = len(reading.content.words)
        if words < FEWEST_WORDS:
            scan = reading.image_share or reading.hidden_words
            return self._recognised(number, reading) if scan else ReadPage()
        own = ReadPage(upright(reading.content))
        if self.options.ocr == "off":
            return own
        if reading.unmapped > UNREADABLE * reading.letters:
            recognised = self._recognised(number, reading)
            return recognised if recognised.content else own
        if words < STAMPED_WORDS and reading.image_share > WHOLE_PAGE_IMAGE:
            recognised = self._recognised(number, reading)
            return own if _is_all(reading.content, recognised.content) else recognised
        return own

    def _begun(self, page: Any, number: int) -> ReadPage:
        """What stands on a page before it goes on without end; nothing else looks at it."""
        most = limits.MAX_PAGE_BYTES >> 20
        size = f"page {number} unfolds to more than {most} MB of drawing"
        self._report("page too long", size, number, "read its beginning")
        reading = read_page(page, number, None, self.file.resources)
        return ReadPage(upright(reading.content))

    def _pictured(self, number: int, sketch: Sketch) -> tuple[tuple[Box, Any], ...]:
        """Tables in the pictures of a page, each with its picture's place."""
        if self.options.ocr != "auto" or sketch.scan or not sketch.pictures:
            return ()
        try:
            from extractors.pdf.pictures import pictured_tables

            read = pictured_tables(
                self.path,
                number,
                sketch.pictures,
                password=self.file.password or None,
                cache=self.options.ocr_cache,
            )
        except Exception as error:  # noqa: BLE001 - OCR is optional; the pictures are reported
            self._report("ocr failed", reason_of(error), number, "left its pictures out")
            return ()
        self._pictures_read.update((number, picture) for picture, _, _ in read)
        self.file.issues += [issue for _, _, issues in read for issue in issues]
        return tuple((picture, table) for picture, tables, _ in read for table in tables)

    def _sketched(self, number: int, sketch: Sketch, label: str | None) -> ReadPage:
        """What PDFium saw of a page that pdfminer does not find."""
        message = f"page {number} cannot be read in full"
        self._report("damaged page", message, number, "read its text without rules")
        words = tuple(word for line in sketch.lines for word in line.words)
        return ReadPage(PageContent(number, sketch.width, sketch.height, words, label=label))

    def _recognised(self, number: int, reading: PageReading | None) -> ReadPage:
        """The page by OCR or a trusted text layer; without OCR, by any text layer; else none."""
        layer = None
        if reading is not None and reading.hidden_words and reading.image_share:
            layer = replace(reading.content, words=reading.hidden_words)
        if self.options.ocr == "off":
            return self._without_ocr(number, layer)
        try:
            from extractors.ocr import read_page as recognise

            recognised = recognise(
                self.path,
                number,
                password=self.file.password or None,
                cache=self.options.ocr_cache,
                layer=layer if self.options.ocr == "auto" else None,
            )
        except Exception as error:  # noqa: BLE001 - OCR is optional; the page is reported
            self._report("ocr failed", reason_of(error), number, "left the page out")
            return self._without_ocr(number, layer)
        self.file.issues += recognised.issues
        return ReadPage.of_scan(recognised.content, recognised.reading)

    def _without_ocr(self, number: int, layer: PageContent | None) -> ReadPage:
        if layer is None:
            message = f"page {number} has no text layer"
            self._report("no text layer", message, number, "left the page out")
            return ReadPage(scan=ScanReading(number, "unread"))
        message = f"page {number} is a scan"
        self._report("hidden text layer", message, number, "used its hidden text unchecked")
        return ReadPage.of_scan(layer, ScanReading(number, "text layer"))

    def _report_reading(self, reading: PageReading, number: int) -> None:
        if reading.hidden:
            message = f"{reading.hidden} characters on page {number} cannot be seen"
            self._report("hidden text", message, number, "left them out")
        if reading.unmapped:
            message = f"{reading.unmapped} characters on page {number} have no known letter"
            self._report("unmapped glyphs", message, number, f"kept as {UNKNOWN_LETTER}")
        if reading.strokes_dropped:
            message = f"{reading.strokes_dropped} strokes too many on page {number}"
            self._report("drawing", message, number, "kept the longest")
        if reading.damage:
            message = f"{reading.damage} defects in the content of page {number}"
            self._report("damaged page", message, number, "read the rest")
        if reading.unread:
            message = f"page {number} has more content than is read"
            self._report("page too long", message, number, "left its end out")


def _is_all(own: PageContent, recognised: PageContent | None) -> bool:
    """Whether most of what is recognised on a page stands in its own text too."""
    if recognised is None or not recognised.words:
        return True
    return len(own.words) >= OWN_TEXT * len(recognised.words)


def _size(page: Any, sketch: Sketch) -> tuple[float, float]:
    if page is None:
        return sketch.width, sketch.height
    x0, y0, x1, y1 = shown_box(page)
    return x1 - x0, y1 - y0
