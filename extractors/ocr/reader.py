"""Reading a page image: turn, straighten, take rules out, recognise, give words in points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from extractors.geometry import PageContent, Word
from extractors.ocr.engine import Box, Glyph, Gray, OcrEngine
from extractors.ocr.handwriting import in_doubt, is_handwritten
from extractors.ocr.raster import Ink, Raster, Upright, cleaned, ink_of, upright
from extractors.ocr.residue import overlooked
from extractors.ocr.rules import find_rules, in_points, without_rules
from extractors.ocr.signs import has_script, plain_dashes, without_scribbles
from extractors.ocr.words import ReadLine, page_words, text_band
from relatab.model import Issue, ScanReading, is_doubtful

READER_VERSION = 3
"""Raised when a page image may be read otherwise than before: readings are kept by it."""

BLANK_SHARE = 0.0002
"""Part of the page covered by ink below which nothing is printed: a line of type of one
word covers about as much of A4."""

UPRIGHT_CONFIDENCE = 0.9
"""Lines read so well that they cannot stand on their heads."""

SAMPLE_LINES = 8
"""Lines read to tell a page from one upside down."""

WORST_CONFIDENCE = 0.3
"""One or two signs read with less are a stain or a stroke of a drawing, not text."""
FEW_SIGNS = 2

NARROWEST_SIGN = 0.12
"""Of the text's height: the stroke of a sans-serif I is 0.14 wide."""

LEAST_CONFIDENCE_OF_MISSED = 0.6
"""What the detector did not take for text needs better evidence."""

LEAST_CONFIDENCE_OF_MARK = 0.5
"""A lone mark's place and shape are evidence already; its two strokes are read as anything."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """What was read on a page image, in points of the page turned upright and levelled;
    `PageContent.to_display` leads back to the page as displayed.

    reading: by what means and how surely; issues: what a reader of the figures must know.
    """

    content: PageContent
    reading: ScanReading
    issues: tuple[Issue, ...] = ()


@dataclass(frozen=True, slots=True)
class Prepared:
    """A page image ready to be read: upright, level, without specks and rules.

    rules: boxes in pixels of what was taken out.
    """

    page: Upright
    gray: Gray
    ink: Ink
    rules: list[Box]


class Remembering:
    """An engine that reads no line of a page twice: those that showed which way up it is."""

    def __init__(self, engine: OcrEngine) -> None:
        self.name = engine.name
        self._engine = engine
        self._read: dict[tuple[tuple[int, ...], bytes], list[Glyph]] = {}

    def detect(self, page: Gray, /) -> list[Box]:
        """See `OcrEngine.detect`."""
        return self._engine.detect(page)

    def recognise(self, line: Gray, /) -> list[Glyph]:
        """See `OcrEngine.recognise`."""
        key = line.shape, line.tobytes()
        if key not in self._read:
            self._read[key] = self._engine.recognise(line)
        return self._read[key]


def read_raster(raster: Raster, number: int, engine: OcrEngine) -> Recognised:
    """Words and rules of a page image; a blank page is not given to the recogniser."""
    gray = cleaned(raster)
    if ink_of(gray).mean() < BLANK_SHARE:
        issue = Issue("blank page", "nothing is printed here", number)
        return Recognised(_empty(raster, number), ScanReading(number, "ocr"), (issue,))
    engine = Remembering(engine)
    prepared, boxes = _oriented(Raster(gray, raster.dpi), engine)
    lines = _read_lines(prepared, boxes, engine)
    written = is_handwritten(lines)
    if written:
        lines = [in_doubt(line) for line in lines]
    words = tuple(page_words(lines, raster.dpi))
    width, height = prepared.page.raster.size_pt
    content = PageContent(
        number,
        width,
        height,
        words,
        rules=in_points(prepared.rules, raster.dpi),
        to_display=prepared.page.to_display,
    )
    confidence = mean_confidence(words)
    reading = ScanReading(number, "ocr", confidence)
    return Recognised(content, reading, _doubts(confidence, written, number))


def _empty(raster: Raster, number: int) -> PageContent:
    width, height = raster.size_pt
    return PageContent(number, width, height, ())


def mean_confidence(words: Sequence[Word]) -> float | None:
    """Mean confidence of the characters of recognised words, in [0, 1]; None without any."""
    known = [(word.confidence, len(word.text)) for word in words if word.confidence is not None]
    if not known:
        return None
    return sum(confidence * size for confidence, size in known) / sum(size for _, size in known)


def _doubts(mean: float | None, written: bool, number: int) -> tuple[Issue, ...]:
    """What a reader of the page's figures must know: by what hand, and the mean confidence."""
    if mean is None:
        return (Issue("ocr empty", "nothing could be read", number, "searched by OCR"),)
    if written:
        message = "the page is handwritten, which OCR reads badly"
        return (Issue("handwriting", message, number, "check the figures against the page"),)
    if not is_doubtful(mean):
        return ()
    message = f"read by OCR, mean confidence {mean:.2f}"
    return (Issue("ocr doubtful", message, number, "check the figures against the page"),)


def prepare(raster: Raster, quarter_turns: int) -> Prepared:
    """The page turned counter-clockwise by quarter turns, levelled, rules found and removed."""
    page = upright(raster, quarter_turns)
    gray, dpi = page.raster.gray, page.raster.dpi
    boxes, taken = find_rules(ink_of(gray), dpi)
    cleaned = without_rules(gray, taken)
    return Prepared(page, cleaned, ink_of(cleaned), boxes)


def _oriented(raster: Raster, engine: OcrEngine) -> tuple[Prepared, list[Box]]:
    """The page as its text stands upright, with the boxes of the text.

    Boxes higher than wide suggest a quarter turn. Of the possible turns that one is right
    in which a sample of lines is read best; a page read well as it stands is not tried
    upside down.
    """
    found: dict[int, tuple[Prepared, list[Box]]] = {}
    legibility: dict[int, float] = {}
    for turns in (0, 1):
        prepared = prepare(raster, turns)
        boxes = engine.detect(prepared.gray)
        found[turns] = prepared, boxes
        sample = _sample(prepared.gray, boxes)
        legibility[turns], confidence = _legibility(sample, engine)
        if confidence < UPRIGHT_CONFIDENCE:
            upside_down = [np.ascontiguousarray(line[::-1, ::-1]) for line in sample]
            legibility[turns + 2], _ = _legibility(upside_down, engine)
        if not _runs_vertically(boxes):
            break
    best = max(legibility, key=lambda turns: (legibility[turns], -turns))
    if best in found:
        return found[best]
    prepared = prepare(raster, best)
    return prepared, engine.detect(prepared.gray)


def _runs_vertically(boxes: Sequence[Box]) -> bool:
    """True when most text stands in boxes higher than wide.

    Weighted by length: single figures in narrow columns are higher than wide as well.
    """
    down = sum(y1 - y0 for x0, y0, x1, y1 in boxes if y1 - y0 > 1.5 * (x1 - x0))
    across = sum(x1 - x0 for x0, y0, x1, y1 in boxes if x1 - x0 > 1.5 * (y1 - y0))
    return down > across


def _sample(gray: Gray, boxes: Sequence[Box]) -> list[Gray]:
    """Pictures of the longest lines."""
    longest = sorted(boxes, key=lambda box: box[0] - box[2])[:SAMPLE_LINES]
    return [_crop(gray, box) for box in longest]


def _legibility(lines: Sequence[Gray], engine: OcrEngine) -> tuple[float, float]:
    """Sum and mean of the confidences of the characters read; the sum favours more text."""
    confidences = [glyph.confidence for line in lines for glyph in engine.recognise(line)]
    total = sum(confidences)
    return total, total / max(len(confidences), 1)


def _crop(image: Gray, box: Box) -> Gray:
    x0, top, x1, bottom = box
    return np.ascontiguousarray(image[top:bottom, x0:x1])


def _read_lines(prepared: Prepared, boxes: Sequence[Box], engine: OcrEngine) -> list[ReadLine]:
    """All lines of a prepared page, in the order of their boxes.

    What the detector overlooked (lone dashes, small figures) is read after it.
    """
    lines = _recognised(prepared, boxes, engine, WORST_CONFIDENCE)
    signs, marks = overlooked(prepared.ink, boxes, [line.band for line in lines])
    lines += _recognised(prepared, signs, engine, LEAST_CONFIDENCE_OF_MISSED)
    lines += _recognised(prepared, marks, engine, LEAST_CONFIDENCE_OF_MARK)
    if not has_script([line.glyphs for line in lines]):
        doubted = [replace(line, glyphs=without_scribbles(line.glyphs)) for line in lines]
        lines = [line for line in doubted if line.glyphs]
    return sorted(lines, key=lambda line: (sum(line.band), line.left))


def _recognised(
    prepared: Prepared, boxes: Sequence[Box], engine: OcrEngine, least_confidence: float
) -> list[ReadLine]:
    """Lines read from boxes, without what is no text."""
    tall = [rule for rule in prepared.rules if rule[3] - rule[1] > rule[2] - rule[0]]
    lines = []
    for box in boxes:
        ink = _crop(prepared.ink, box)
        glyphs = engine.recognise(_crop(prepared.gray, box)) if ink.any() else []
        if _is_noise(glyphs, ink, least_confidence):
            continue
        middle = (box[1] + box[3]) / 2
        walls = [(x0 + x1) / 2 - box[0] for x0, top, x1, end in tall if top < middle < end]
        lines.append(ReadLine(plain_dashes(glyphs), ink, box[0], box[1], tuple(walls)))
    return lines


def _is_noise(glyphs: Sequence[Glyph], ink: Ink, least_confidence: float) -> bool:
    """Whether a reading comes from a stain, a drawing or a piece of a rule.

    A recogniser finds signs in everything; a lone one without confidence is none, nor are
    several in ink that is narrower than a single stroke of type.
    """
    signs = [glyph for glyph in glyphs if not glyph.text.isspace()]
    if not signs:
        return True
    if len(signs) <= FEW_SIGNS:
        mean = sum(glyph.confidence for glyph in signs) / len(signs)
        if mean < least_confidence:
            return True
    width = int(np.count_nonzero(ink.any(axis=0)))
    first, end = text_band(ink)
    return width < NARROWEST_SIGN * len(signs) * (end - first)
