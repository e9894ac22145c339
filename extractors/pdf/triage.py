"""A first, cheap look at every page: whether it may hold a table, and text at all.

PDFium lists a page's runs of text and its paths in milliseconds, where a full reading
takes fifty; pages of running text end here. Its sketch of the lines also shows which
lines run through the document as headers and footers.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal

from extractors.geometry import Box, Line, Word, text_height, text_lines
from extractors.page.areas import without_prose
from extractors.pdf.ink import covered_share

TABULAR_LINES = 2  # lines of several parts from which a table is possible
STROKES = 3  # of one direction that begin and end alike; two of them frame a text
ALIKE_PT = 3.0  # by which their ends may differ
MOST_STROKES = 200  # a page with more is read in full
FEW_CHARACTERS = 8  # a scan may carry a stamp or page number as text
FULL_PAGE_IMAGE = 0.5  # share of the page that a scan's images cover
MOST_RUNS = 4_000  # a page with more is read in full: each run costs a search of them all
MOST_OBJECTS = 50_000  # a page with more is a drawing, beyond which no picture is looked for
PICTURE_PT = (142.0, 57.0)  # 5 x 2 cm; in a smaller picture no table is legible
INK_TO_TYPE = 1.35  # capitals are about 0.72 em high, and a run's box is that of its ink
FLAT_PT = 3.5

PageKind = Literal["blank", "image", "prose", "candidate", "endless", "missing"]


@dataclass(frozen=True, slots=True)
class Sketch:
    """What the first look showed; lines are approximate (runs of text, no superscripts).

    Nobody looked at an endless page, which unfolds to more content than any program executes,
    nor at a missing one. scan: an image covers the page, so that text may be an old recogniser's; pictures: their
    places beside the text, where a table could be shown.
    """

    kind: PageKind
    lines: tuple[Line, ...] = ()
    width: float = 0.0
    height: float = 0.0
    scan: bool = False
    pictures: tuple[Box, ...] = ()


def sketch_page(page: Any) -> Sketch:
    """The sketch of a pypdfium2 page, in display coordinates where it is not rotated."""
    width, height = page.get_size()
    textpage = page.get_textpage()
    try:
        if textpage.count_rects() > MOST_RUNS:
            return Sketch("candidate", (), width, height)
        words = tuple(_words(textpage, height))
    finally:
        textpage.close()
    found = _objects(page, height)
    characters = sum(len(word.text) for word in words)
    typed = has_typed_text(page)
    if characters < FEW_CHARACTERS and not typed:
        blank = not found.strokes and not found.ruled and not found.images
        return Sketch("blank" if blank else "image", (), width, height, scan=not blank)
    scan = covered_share(found.images, Box(0.0, 0.0, width, height)) > FULL_PAGE_IMAGE
    if page.get_rotation():
        return Sketch("candidate", (), width, height, scan, tuple(found.pictures))
    lines = tuple(text_lines(words))
    em = text_height(words)
    several = sum(len(line.segments) > 1 for line in without_prose(lines, em))
    promising = several >= TABULAR_LINES or found.ruled or scan or typed
    kind: PageKind = "candidate" if promising else "prose"
    return Sketch(kind, lines, width, height, scan, tuple(found.pictures))


def has_typed_text(page: Any) -> bool:
    """Whether annotations may add text to a page: form fields and typewriter notes."""
    import pypdfium2.raw as raw

    kinds = set()
    for index in range(raw.FPDFPage_GetAnnotCount(page)):
        annotation = raw.FPDFPage_GetAnnot(page, index)
        kinds.add(raw.FPDFAnnot_GetSubtype(annotation))
        raw.FPDFPage_CloseAnnot(annotation)
    return not kinds.isdisjoint({raw.FPDF_ANNOT_WIDGET, raw.FPDF_ANNOT_FREETEXT})


def _words(textpage: Any, height: float) -> Iterator[Word]:
    """Words of PDFium's text runs; the room of a run is shared out by length."""
    for index in range(textpage.count_rects()):
        left, bottom, right, top = textpage.get_rect(index)
        text = textpage.get_text_bounded(left, bottom, right, top)
        tokens = text.split()
        if not tokens:
            continue
        share = (right - left) / max(1, sum(map(len, tokens)) + len(tokens) - 1)
        x = left
        for token in tokens:
            end = x + share * len(token)
            yield Word(
                token, x, height - top, end, height - bottom, size=INK_TO_TYPE * (top - bottom)
            )
            x = end + share


@dataclass(slots=True)
class _Objects:
    """Strokes that could rule a table (horizontal?, begin, end), pictures that could show one,
    and the places of all images.

    ruled: several strokes begin and end alike, as the rules of a table do. Rules under
    headings, over footnotes and around one box do not.
    """

    strokes: list[tuple[bool, float, float]] = field(default_factory=list)
    ruled: bool = False
    pictures: list[Box] = field(default_factory=list)
    images: list[Box] = field(default_factory=list)

    def draw(self, horizontal: bool, begin: float, end: float) -> None:
        """Add a stroke."""
        alike = sum(
            other == horizontal and abs(low - begin) <= ALIKE_PT and abs(high - end) <= ALIKE_PT
            for other, low, high in self.strokes
        )
        self.strokes.append((horizontal, begin, end))
        self.ruled |= alike + 1 >= STROKES or len(self.strokes) >= MOST_STROKES


def _objects(page: Any, page_height: float) -> _Objects:
    """The page's drawn objects; a form (a drawing used by reference) counts as ruling."""
    import pypdfium2.raw as raw

    found = _Objects()
    for item in islice(page.get_objects(max_depth=1), MOST_OBJECTS):
        if item.type == raw.FPDF_PAGEOBJ_IMAGE:
            left, bottom, right, top = item.get_bounds()
            width, height = right - left, top - bottom
            place = Box(left, page_height - top, right, page_height - bottom)
            found.images.append(place)
            if width >= PICTURE_PT[0] and height >= PICTURE_PT[1]:
                found.pictures.append(place)
        elif item.type == raw.FPDF_PAGEOBJ_FORM:
            found.ruled = True
        elif item.type == raw.FPDF_PAGEOBJ_PATH and not found.ruled:
            _add_path(found, item, raw)
    return found


def _add_path(found: _Objects, item: Any, raw: Any) -> None:
    left, bottom, right, top = item.get_bounds()
    width, height = right - left, top - bottom
    if raw.FPDFPath_CountSegments(item) > 6 and max(width, height) > 50.0:
        found.ruled = True  # a grid drawn as one path
    elif height <= FLAT_PT and width > 20.0:
        found.draw(True, left, right)
    elif width <= FLAT_PT and height > 20.0:
        found.draw(False, bottom, top)
    elif min(width, height) > FLAT_PT and width > 50.0 and _stroked(item, raw):
        for _edge in range(2):
            found.draw(True, left, right)
            found.draw(False, bottom, top)


def _stroked(item: Any, raw: Any) -> bool:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(item, fill, stroke)
    return bool(stroke.value or fill.value)
