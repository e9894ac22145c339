"""Handwriting told from type: how unevenly the signs of a line stand, and doubt. Pure.

Capitals and figures of a type are of one height on one base line; a hand's stray by a
tenth in both. Broken type varies in height where parts of letters are lost, but keeps its
base line; a jumpy typewriter strays in both, but is read with confidence, as writing is
not: all three together tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean, median, pstdev

from extractors.ocr.metrics import is_tall
from extractors.ocr.words import ReadLine

WRITTEN_SPREAD = 0.05
"""Standard deviation of the heights of a line's capitals and figures, and of their feet, of
the median height: type has 0.015 to 0.045, in the worst case 0.06, handwriting 0.06 to 0.1."""

TYPED_SPREAD = 0.03
"""A line of a written page with less is the form's print."""

CERTAIN = 0.95
"""Mean confidence from which a page is typed in any case: handwriting comes out under 0.935."""

FEWEST_SIGNS, FEWEST_LINES = 3, 8
"""From which a line's spread, and a page's median, are worth anything."""

WRITTEN_CONFIDENCE = 0.5
"""Set, not measured: a recogniser made for print is sure of written figures that it misreads, so
its own confidence is cut to where every reader of the table is warned."""

ONE_SIGN = (0.7, 1.4)
"""Height of a whole sign's ink, of the line's median; less is a part, more are two of them."""
LEAST_HEIGHT, GREATEST_WIDTH = 0.4, 1.5
"""Of the crop's height, and of the signs' own: whole single signs."""


def is_handwritten(lines: Sequence[ReadLine]) -> bool:
    """Whether a page is handwritten for the greater part."""
    measured = [spread for line in lines if (spread := unevenness(line)) is not None]
    confidences = [glyph.confidence for line in lines for glyph in line.glyphs]
    if len(measured) < FEWEST_LINES or fmean(confidences) >= CERTAIN:
        return False
    heights, feet = ([spread[side] for spread in measured] for side in (0, 1))
    return min(median(heights), median(feet)) > WRITTEN_SPREAD


def in_doubt(line: ReadLine) -> ReadLine:
    """A line of a written page: with little confidence, unless it is print."""
    spreads = unevenness(line)
    if spreads is not None and max(spreads) < TYPED_SPREAD:
        return line
    glyphs = (
        replace(glyph, confidence=min(glyph.confidence, WRITTEN_CONFIDENCE))
        for glyph in line.glyphs
    )
    return replace(line, glyphs=tuple(glyphs))


def unevenness(line: ReadLine) -> tuple[float, float] | None:
    """Standard deviations of the heights and of the feet of a line's signs, in parts of the
    median height.

    None unless these are all capitals and figures, at least `FEWEST_SIGNS` that stand apart.
    """
    from extractors.ocr.vision import cv2

    signs = [sign for sign in line.text if not sign.isspace() and sign not in ".,"]
    if sum(map(str.isalnum, signs)) < FEWEST_SIGNS or not all(map(is_tall, signs)):
        return None
    _, _, stats, _ = cv2.connectedComponentsWithStats(line.ink, connectivity=8)
    signs_ink = [row for row in stats[1:] if row[3] >= LEAST_HEIGHT * line.ink.shape[0]]
    if len(signs_ink) < FEWEST_SIGNS:
        return None
    usual = median(int(row[3]) for row in signs_ink)
    low, high = ONE_SIGN
    whole = [
        (int(top), int(height))
        for _, top, width, height, _ in signs_ink
        if low * usual < height < high * usual and width < GREATEST_WIDTH * usual
    ]
    if len(whole) < FEWEST_SIGNS:
        return None
    heights = pstdev(height for _, height in whole)
    feet = pstdev(top + height for top, height in whole)
    return heights / usual, feet / usual
