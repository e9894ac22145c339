"""One page of a PDF read into words and rules, as a reader of the page would see them.

Text that cannot be seen (render mode 3, clipped, covered, white on white, of zero size, on
a hidden layer, off the page) is left out and counted; glyphs printed twice for a bold look
count once; ligatures become letters. Characters without a known letter are counted too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pdfminer.pdfinterp import PDFResourceManager

from extractors.base import UNKNOWN_LETTER
from extractors.geometry import Affine, Box, PageContent, Word
from extractors.pdf.annotations import draw_annotations
from extractors.pdf.device import InkDevice
from extractors.pdf.ink import Glyph, Ink, covered_share
from extractors.pdf.interpreter import InkInterpreter, PageTooLong, hidden_layers
from extractors.pdf.strokes import oblique_shapes, page_rules
from extractors.pdf.visible import seen

WORD_GAP = 0.2  # em; spaces are at least 0.22 em wide, kerning stays below 0.1
DOUBLED = 0.3  # em; a second glyph this close to an equal one is overprinting
RAISED_REACH_PT, RAISED_DROP_PT = 8.0, 40.0  # for type of up to 26 and 40 points
RAISED_SIZE = 0.8  # of the neighbour's size; superscripts are set at 0.58 to 0.75
SMALLEST_TEXT_PT = 0.5
MOST_WORDS = 20_000  # of one page; a dense one has 1,500, a wall chart 10,000


@dataclass(slots=True)
class PageReading:
    """A page's content with what was left out.

    hidden, unmapped: glyphs that cannot be seen, or whose letter is not known; letters:
    all that are seen; strokes_dropped: of a drawing; damage: defects passed over; unread:
    the page was too long to be read to its end; image_share: of the page, in [0, 1].
    """

    content: PageContent
    hidden: int = 0
    unmapped: int = 0
    letters: int = 0
    strokes_dropped: int = 0
    damage: int = 0
    unread: bool = False
    image_share: float = 0.0
    hidden_words: tuple[Word, ...] = ()


def read_page(
    page: Any, number: int, label: str | None, resources: PDFResourceManager
) -> PageReading:
    """Words and rules of a pdfminer page.

    Places are in the page's default unit, 1/72 inch but for the rare page with a unit of
    its own, as renderers count them.
    """
    ctm, frame = display_matrix(shown_box(page), page.rotate)
    ink, typed = _ink(page, ctm, resources)
    visible = seen(ink.glyphs, ink.grounds, frame)
    shown: list[Glyph] = []
    hidden: list[Glyph] = []
    outside = 0
    for glyph, is_seen in zip(ink.glyphs, visible, strict=True):
        if glyph.size < SMALLEST_TEXT_PT or not frame.holds(glyph):
            outside += bool(glyph.text.strip())
            continue
        (shown if is_seen else hidden).append(glyph)
    rules, dropped = page_rules(ink.paths, frame)
    words = (*_words(_single(shown)), *typed)
    drawings = oblique_shapes(ink.paths)
    kept = words[:MOST_WORDS]
    content = PageContent(number, frame.x1, frame.bottom, kept, rules, label, drawings=drawings)
    return PageReading(
        content,
        hidden=outside + sum(1 for glyph in hidden if glyph.text.strip()),
        unmapped=sum(UNKNOWN_LETTER in glyph.text for glyph in shown),
        letters=sum(1 for glyph in shown if glyph.text.strip()),
        strokes_dropped=dropped + ink.paths_left,
        damage=ink.damage,
        unread=ink.unread or len(words) > len(kept),
        image_share=covered_share(ink.images, frame),
        hidden_words=tuple(_words(_single(hidden))),
    )


def _ink(page: Any, ctm: Affine, resources: PDFResourceManager) -> tuple[Ink, list[Word]]:
    """What content and annotations paint, and words that annotations leave to the viewer."""
    device = InkDevice(resources)
    interpreter = InkInterpreter(resources, device, hidden_layers(page.doc.catalog))
    typed: list[Word] = []
    try:
        interpreter.render_contents(page.resources or {}, page.contents, ctm=ctm)
        typed += draw_annotations(page, interpreter, ctm)
    except PageTooLong:
        device.ink.unread = True
    return device.ink, typed


def shown_box(page: Any) -> tuple[float, float, float, float]:
    """The part of the page that a viewer displays: the crop box within the media box."""
    media, crop = (
        (min(xa, xb), min(ya, yb), max(xa, xb), max(ya, yb))
        for xa, ya, xb, yb in (page.mediabox, page.cropbox)
    )
    box = (
        max(media[0], crop[0]),
        max(media[1], crop[1]),
        min(media[2], crop[2]),
        min(media[3], crop[3]),
    )
    return box if box[0] < box[2] and box[1] < box[3] else media


def display_matrix(box: tuple[float, float, float, float], rotation: int) -> tuple[Affine, Box]:
    """The way from a page's own coordinates to those of its display, and the display's frame."""
    x0, y0, x1, y1 = box
    width, height = x1 - x0, y1 - y0
    if rotation == 90:
        return (0.0, 1.0, 1.0, 0.0, -y0, -x0), Box(0.0, 0.0, height, width)
    if rotation == 180:
        return (-1.0, 0.0, 0.0, 1.0, x1, -y0), Box(0.0, 0.0, width, height)
    if rotation == 270:
        return (0.0, -1.0, -1.0, 0.0, y1, x1), Box(0.0, 0.0, height, width)
    return (1.0, 0.0, 0.0, -1.0, -x0, y1), Box(0.0, 0.0, width, height)


def _single(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """Glyphs without their overprinted doubles (the same letter within `DOUBLED` em)."""
    seen: dict[tuple[str, int, int], list[Glyph]] = {}  # by squares of twice the reach
    out = []
    for glyph in glyphs:
        reach = DOUBLED * glyph.size
        if not _is_printed(glyph, seen, reach):
            side = 2.0 * reach
            place = glyph.text, int(glyph.x0 // side), int(glyph.top // side)
            seen.setdefault(place, []).append(glyph)
            out.append(glyph)
    return out


def _is_printed(
    glyph: Glyph, seen: Mapping[tuple[str, int, int], Sequence[Glyph]], reach: float
) -> bool:
    """Whether a glyph was printed before at its place; `seen` by squares of twice the reach."""
    text, side = glyph.text, 2.0 * reach
    left, right = int((glyph.x0 - reach) // side), int((glyph.x0 + reach) // side)
    low, high = int((glyph.top - reach) // side), int((glyph.top + reach) // side)
    near = {(text, left, low), (text, right, low), (text, left, high), (text, right, high)}
    return any(
        _is_double(glyph, other, reach) for place in near & seen.keys() for other in seen[place]
    )


def _is_double(glyph: Glyph, other: Glyph, reach: float) -> bool:
    """Whether two equal letters stand on each other; those of "ll" are further apart."""
    if glyph.turn != other.turn:
        return False
    start, end, top, _ = _axes(glyph)
    other_start, other_end, other_top, _ = _axes(other)
    half_letter = min(end - start, other_end - other_start) / 2
    return abs(other_start - start) < min(reach, half_letter) and abs(other_top - top) < reach


def _words(glyphs: Sequence[Glyph]) -> Iterator[Word]:
    """Words in the order of the page's content: runs of glyphs without a gap."""
    run: list[Glyph] = []
    runs: list[list[Glyph]] = []
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


def _axes(glyph: Glyph | Word) -> tuple[float, float, float, float]:
    """Start, end along the text and the interval across it, in the text's own direction."""
    if glyph.turn == 90:
        return glyph.top, glyph.bottom, -glyph.x1, -glyph.x0
    if glyph.turn == 270:
        return -glyph.bottom, -glyph.top, glyph.x0, glyph.x1
    if glyph.turn == 180:
        return -glyph.x1, -glyph.x0, -glyph.bottom, -glyph.top
    return glyph.x0, glyph.x1, glyph.top, glyph.bottom


def _continues(before: Glyph, glyph: Glyph) -> bool:
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


def _word(run: Sequence[Glyph]) -> Word:
    return Word(
        "".join(glyph.text for glyph in run),
        min([glyph.x0 for glyph in run]),
        min([glyph.top for glyph in run]),
        max([glyph.x1 for glyph in run]),
        max([glyph.bottom for glyph in run]),
        size=run[0].size,
        bold=all(glyph.bold for glyph in run),
        turn=run[0].turn,
    )


def _mark_raised(words: Sequence[Word]) -> list[Word]:
    """Smaller words that begin where a larger one ends and stand higher are marked raised.

    They may be drawn long after the word they belong to, so neighbours are found by place.
    """
    largest = max((word.size for word in words), default=0.0)
    ending: dict[tuple[int, int], list[Word]] = {}
    for word in words:
        ending.setdefault(_raised_place(word.x1, word.top), []).append(word)
    out: list[Word] = []
    for word in words:
        if word.size >= RAISED_SIZE * largest:
            out.append(word)
            continue
        x, y = _raised_place(word.x0, word.top)
        near = (
            other
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            for other in ending.get((x + dx, y + dy), ())
        )
        out.append(replace(word, raised=True) if any(_above(word, o) for o in near) else word)
    return out


def _raised_place(x: float, y: float) -> tuple[int, int]:
    return int(x // RAISED_REACH_PT), int(y // RAISED_DROP_PT)


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
