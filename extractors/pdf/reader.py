"""One page of a PDF read into words and rules, as a reader of the page would see them.

Text that cannot be seen (render mode 3, white on white, zero size, off the page) is
left out and counted; glyphs printed twice for a bold look count once; ligatures become
letters. Characters without a known letter are counted too.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pdfminer.layout import LTChar, LTComponent, LTContainer, LTCurve, LTImage, LTPage
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager

from extractors.geometry import Box, PageContent, Word
from extractors.pdf.device import InkDevice, is_white
from extractors.pdf.strokes import page_rules, path_box

WORD_GAP = 0.2  # em; spaces are at least 0.22 em wide, kerning stays below 0.1
DOUBLED = 0.3  # em; a second glyph this close to an equal one is overprinting
RAISED_REACH_PT = 8.0
RAISED_SIZE = 0.8  # of the neighbour's size; superscripts are set at 0.58 to 0.75
SMALLEST_TEXT_PT = 0.5


@dataclass(slots=True)
class PageReading:
    """A page's content with what was left out: counts of glyphs, by reason."""

    content: PageContent
    hidden: int = 0
    unmapped: int = 0
    strokes_dropped: int = 0
    image_share: float = 0.0
    hidden_words: tuple[Word, ...] = ()


@dataclass(slots=True)
class _Glyph:
    text: str
    x0: float
    top: float
    x1: float
    bottom: float
    size: float
    bold: bool
    turn: int


@dataclass(slots=True)
class _Ink:
    glyphs: list[LTChar] = field(default_factory=list)
    paths: list[LTCurve] = field(default_factory=list)
    images: list[LTImage] = field(default_factory=list)


def read_page(
    page: Any, number: int, label: str | None, resources: PDFResourceManager
) -> PageReading:
    """Words and rules of a pdfminer page; the exceptions of pdfminer pass through."""
    page.mediabox = _shown_box(page)
    device = InkDevice(resources)
    PDFPageInterpreter(resources, device).process_page(page)
    layout = device.get_result()
    ink = _Ink()
    _collect(layout, ink)
    frame = Box(0.0, 0.0, layout.width, layout.height)
    fills = [
        path_box(path, layout.height)
        for path in ink.paths
        if path.fill and id(path) not in device.white_fills
    ]
    shown: list[_Glyph] = []
    hidden: list[_Glyph] = []
    outside = unmapped = 0
    for char in ink.glyphs:
        glyph = _glyph(char, layout.height)
        if glyph is None or not frame.holds(glyph):
            outside += 1
            continue
        unmapped += glyph.text.startswith("(cid:") or "\ufffd" in glyph.text
        unseen = id(char) in device.hidden_glyphs or _white_on_white(char, glyph, fills)
        (hidden if unseen else shown).append(glyph)
    rules, dropped = page_rules(ink.paths, layout.height, frame, device)
    words = tuple(_words(_single(shown)))
    content = PageContent(number, layout.width, layout.height, words, rules, label)
    return PageReading(
        content,
        hidden=sum(1 for glyph in hidden if glyph.text.strip()),
        unmapped=unmapped,
        strokes_dropped=dropped,
        image_share=_image_share(ink.images, frame),
        hidden_words=tuple(_words(_single(hidden))),
    )


def _shown_box(page: Any) -> tuple[float, float, float, float]:
    """The part of the page that a viewer displays: the crop box within the media box."""
    x0, y0, x1, y1 = page.mediabox
    left, low, right, high = page.cropbox
    box = (max(x0, left), max(y0, low), min(x1, right), min(y1, high))
    return box if box[0] < box[2] and box[1] < box[3] else (x0, y0, x1, y1)


def _collect(container: Iterable[LTComponent], ink: _Ink) -> None:
    for item in container:
        if isinstance(item, LTChar):
            ink.glyphs.append(item)
        elif isinstance(item, LTCurve):
            ink.paths.append(item)
        elif isinstance(item, LTImage):
            ink.images.append(item)
        elif isinstance(item, LTContainer) and not isinstance(item, LTPage):
            _collect(item, ink)


def _glyph(char: LTChar, height: float) -> _Glyph | None:
    a, b, _, d = char.matrix[:4]
    turn = 0 if abs(a) >= abs(b) else (270 if b > 0 else 90)
    if turn == 0 and a < 0 and d < 0:
        turn = 180
    em = char.width if turn in (90, 270) else char.height
    if not math.isfinite(em) or em < SMALLEST_TEXT_PT:
        return None
    return _Glyph(
        _letters(char.get_text()),
        char.x0,
        height - char.y1,
        char.x1,
        height - char.y0,
        em,
        "bold" in char.fontname.lower() or "black" in char.fontname.lower(),
        turn,
    )


def _letters(text: str) -> str:
    """Ligatures as letters; other compatibility forms (fractions, superscripts) stay."""
    if len(text) == 1 and "\ufb00" <= text <= "\ufb4f":
        return unicodedata.normalize("NFKC", text)
    return text.replace("\u00ad", "-").replace("\u00a0", " ").replace("\x00", "\ufffd")


def _white_on_white(char: LTChar, glyph: _Glyph, fills: Sequence[Box]) -> bool:
    if not is_white(char.graphicstate.ncolor, char.graphicstate.ncs):
        return False
    return not any(box.holds(glyph) for box in fills)


def _image_share(images: Sequence[LTImage], frame: Box) -> float:
    return max((image.width * image.height for image in images), default=0.0) / (frame.area or 1.0)


def _single(glyphs: Sequence[_Glyph]) -> list[_Glyph]:
    """Glyphs without their overprinted doubles (the same letter within `DOUBLED` em)."""
    seen: dict[tuple[str, int, int], list[_Glyph]] = {}
    out = []
    for glyph in glyphs:
        reach = DOUBLED * glyph.size
        x, y = int(glyph.x0 // reach), int(glyph.top // reach)
        near = (
            other
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            for other in seen.get((glyph.text, x + dx, y + dy), ())
        )
        if any(_is_double(glyph, other, reach) for other in near):
            continue
        seen.setdefault((glyph.text, x, y), []).append(glyph)
        out.append(glyph)
    return out


def _is_double(glyph: _Glyph, other: _Glyph, reach: float) -> bool:
    """Whether two equal letters stand on each other; those of "ll" are further apart."""
    if glyph.turn != other.turn:
        return False
    start, end, top, _ = _axes(glyph)
    other_start, other_end, other_top, _ = _axes(other)
    half_letter = min(end - start, other_end - other_start) / 2
    return abs(other_start - start) < min(reach, half_letter) and abs(other_top - top) < reach


def _words(glyphs: Sequence[_Glyph]) -> Iterator[Word]:
    """Words in the order of the page's content: runs of glyphs without a gap."""
    run: list[_Glyph] = []
    runs: list[list[_Glyph]] = []
    for glyph in glyphs:
        if not glyph.text.strip():
            if run:
                runs.append(run)
            run = []
            continue
        if run and not _continues(run[-1], glyph):
            runs.append(run)
            run = []
        run.append(glyph)
    if run:
        runs.append(run)
    yield from _touching(_mark_raised([_word(part) for part in runs]))


def _axes(glyph: _Glyph | Word) -> tuple[float, float, float, float]:
    """Start, end along the text and the interval across it, in the text's own direction."""
    if glyph.turn == 90:
        return glyph.top, glyph.bottom, -glyph.x1, -glyph.x0
    if glyph.turn == 270:
        return -glyph.bottom, -glyph.top, glyph.x0, glyph.x1
    if glyph.turn == 180:
        return -glyph.x1, -glyph.x0, -glyph.bottom, -glyph.top
    return glyph.x0, glyph.x1, glyph.top, glyph.bottom


def _continues(before: _Glyph, glyph: _Glyph) -> bool:
    if before.turn != glyph.turn:
        return False
    start, end, top, bottom = _axes(before)
    next_start, _, next_top, next_bottom = _axes(glyph)
    em = max(before.size, glyph.size)
    return (
        -0.5 * em < next_start - end < WORD_GAP * em
        and next_start >= start
        and abs(next_bottom - bottom) < 0.15 * em
        and abs(before.size - glyph.size) < 0.2 * em
        and abs(next_top - top) < 0.3 * em
    )


def _word(run: Sequence[_Glyph]) -> Word:
    return Word(
        "".join(glyph.text for glyph in run),
        min(glyph.x0 for glyph in run),
        min(glyph.top for glyph in run),
        max(glyph.x1 for glyph in run),
        max(glyph.bottom for glyph in run),
        size=run[0].size,
        bold=all(glyph.bold for glyph in run),
        turn=run[0].turn,
    )


def _mark_raised(words: Sequence[Word]) -> list[Word]:
    """Smaller words that begin where a larger one ends and stand higher are marked raised.

    They may be drawn long after the word they belong to, so neighbours are found by place.
    """
    ending: dict[int, list[Word]] = {}
    for word in words:
        ending.setdefault(int(word.x1 // RAISED_REACH_PT), []).append(word)
    out: list[Word] = []
    for word in words:
        place = int(word.x0 // RAISED_REACH_PT)
        near = (other for step in (-1, 0, 1) for other in ending.get(place + step, ()))
        out.append(replace(word, raised=True) if any(_above(word, o) for o in near) else word)
    return out


def _above(word: Word, other: Word) -> bool:
    return (
        word.size < RAISED_SIZE * other.size
        and word.turn == other.turn == 0
        and other.top - 0.4 * other.size < word.top < other.bottom
        and word.bottom < other.bottom - 0.12 * other.size
        and -0.3 * other.size < word.x0 - other.x1 < 0.3 * other.size
    )


def _touching(words: Sequence[Word]) -> Iterator[Word]:
    """Words joined again that touch (drawn piecewise), keeping raised marks apart."""
    previous: Word | None = None
    for word in words:
        if previous is not None and _joins(previous, word):
            previous = Word(
                previous.text + word.text,
                min(previous.x0, word.x0),
                min(previous.top, word.top),
                max(previous.x1, word.x1),
                max(previous.bottom, word.bottom),
                max(previous.size, word.size),
                previous.bold and word.bold,
                None,
                previous.turn,
            )
            continue
        if previous is not None:
            yield previous
        previous = word
    if previous is not None:
        yield previous


def _joins(before: Word, word: Word) -> bool:
    """Pieces of one word in different type sizes (small capitals, subscripts)."""
    if before.turn != word.turn or before.raised or word.raised:
        return False
    start, end, top, bottom = _axes(before)
    next_start, _, next_top, next_bottom = _axes(word)
    em = max(before.size, word.size)
    shared = min(bottom, next_bottom) - max(top, next_top)
    return (
        next_start > start
        and abs(next_start - end) < 0.08 * em
        and shared > 0.5 * min(bottom - top, next_bottom - next_top)
    )
