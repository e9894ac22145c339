"""From a recognised line to words: split at real gaps, boxes fitted to the ink. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from extractors.geometry import Word
from extractors.ocr.engine import Glyph
from extractors.ocr.metrics import (
    ASCENT_EM,
    DESCENT_EM,
    SIDE_BEARING_EM,
    type_metrics,
    usual_em,
)
from extractors.ocr.raster import POINTS_PER_INCH, Ink, set_runs
from extractors.ocr.signs import (
    RULE_SIGN,
    plain_figure,
    plain_formula,
    tidy,
    with_degree,
    without_specks,
)

GAP_EM = 0.6
"""A blank this wide parts words even where the recogniser read none: a typewriter's blank
leaves 0.7 em between the ink of two words, the widest gap inside a word is 0.4."""

FAINT_ROW = 0.015
"""Rows with less than this part of the fullest row's ink lie between lines of text."""

RAISED_EM = (0.15, 0.45)
"""Least and greatest height of a degree sign's ring."""

RING_FOOT = 0.6
"""Of the line's height, from above: where the ring ends at the latest."""

DITTO_EM = 0.4
"""A ditto mark is at most this high; figures are 0.65 em, small letters 0.46."""

DITTO_SIGNS = 2
DITTO_READINGS = "\"'´`“”„″"
"""A ditto mark's two strokes are read as up to so many signs: these, 11, ii, it, 1."""


def text_band(ink: Ink) -> tuple[int, int]:
    """Rows (first, end) of the line itself in a crop that may show parts of its neighbours.

    The run of inked rows with the most ink; (0, height) for a crop without ink.
    """
    rows = ink.sum(axis=1)
    inked = rows > rows.max(initial=0) * FAINT_ROW
    runs = set_runs(inked)
    if not runs:
        return 0, ink.shape[0]
    return max(runs, key=lambda run: int(rows[run[0] : run[1]].sum()))


def split_line(
    glyphs: Sequence[Glyph], ink: Ink, walls: Sequence[float] = ()
) -> list[tuple[list[Glyph], int, int]]:
    """Words of a line, each with its first and end column in the crop.

    Parted at blanks read by the recogniser, at vertical rules (`walls`) and at gaps in the
    ink wider than `GAP_EM`; a word reaches as far as the ink between its limits.
    """
    first, end = text_band(ink)
    columns = ink[first:end].max(axis=0, initial=0) > 0
    width = columns.size
    text = tidy("".join(glyph.text for glyph in glyphs))
    em = type_metrics(text, first, end, usual_em=end - first).em
    cuts = _wide_gaps(columns, GAP_EM * em)
    groups = _groups(glyphs, [*cuts, *walls], width)
    if not groups:
        return []
    limits = [0]
    for left, right in pairwise(groups):
        span = left[-1].centre * width, right[0].centre * width
        wall = next((int(wall) for wall in walls if span[0] < wall < span[1]), None)
        limits.append(_parting(columns, *span) if wall is None else wall)
    limits.append(width)
    words = []
    for group, (low, high) in zip(groups, pairwise(limits), strict=True):
        inked = np.flatnonzero(columns[low:high])
        x0, x1 = (low + int(inked[0]), low + int(inked[-1]) + 1) if inked.size else (low, high)
        words.append((group, x0, max(x1, x0 + 1)))
    return words


def _wide_gaps(columns: NDArray[np.bool_], least: float) -> list[float]:
    """Middles of the inkless stretches at least `least` wide."""
    return [(low + high) / 2 for low, high in set_runs(~columns) if high - low >= least]


def _groups(glyphs: Sequence[Glyph], cuts: Sequence[float], width: int) -> list[list[Glyph]]:
    """Glyphs between blanks and cuts; blanks themselves are dropped."""
    groups: list[list[Glyph]] = [[]]
    place = 0.0
    for glyph in glyphs:
        x = glyph.centre * width
        if glyph.text.isspace() or any(place < cut < x for cut in cuts):
            groups.append([])
        if not glyph.text.isspace():
            groups[-1].append(glyph)
            place = x
    return [group for group in groups if group]


def _parting(columns: NDArray[np.bool_], left: float, right: float) -> int:
    """Column between two glyph centres at which to part: the middle of the widest gap,
    or midway where the ink has none.
    """
    low, high = int(left), max(int(right), int(left) + 1)
    gaps = set_runs(~columns[low:high])
    if not gaps:
        return (low + high) // 2
    start, end = max(gaps, key=lambda gap: gap[1] - gap[0])
    return low + (start + end) // 2


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line as recognised: its characters, the ink of its crop, the crop's left and top.

    walls: columns of the crop at which vertical rules were taken out.
    """

    glyphs: tuple[Glyph, ...]
    ink: Ink
    left: int
    top: int
    walls: tuple[float, ...] = ()

    @property
    def text(self) -> str:
        """All characters, plain."""
        return tidy("".join(glyph.text for glyph in self.glyphs))

    @property
    def band(self) -> tuple[int, int]:
        """First and end row of the line's ink, on the page."""
        first, end = text_band(self.ink)
        return self.top + first, self.top + end


def page_words(lines: Sequence[ReadLine], dpi: float) -> list[Word]:
    """Words of all lines, in points, with boxes of the type's size as in a PDF with fonts.

    All words of a line share its base line and size, so that a dash or a comma does not
    fall out of its row.
    """
    bands = [text_band(line.ink) for line in lines]
    em = usual_em((line.text, end - first) for line, (first, end) in zip(lines, bands, strict=True))
    return [
        word
        for line, band in zip(lines, bands, strict=True)
        for word in _line_words(line, band, em, POINTS_PER_INCH / dpi)
    ]


def _line_words(line: ReadLine, band: tuple[int, int], em: float, scale: float) -> list[Word]:
    first, end = band
    metrics = type_metrics(line.text, first, end, usual_em=em)
    bearing = SIDE_BEARING_EM * metrics.em
    top = (line.top + metrics.baseline - ASCENT_EM * metrics.em) * scale
    bottom = (line.top + metrics.baseline + DESCENT_EM * metrics.em) * scale
    words = []
    parts = split_line(line.glyphs, line.ink, line.walls)
    for group, x0, x1 in parts:
        read = tidy("".join(glyph.text for glyph in group)).strip(RULE_SIGN)
        text = plain_formula(plain_figure(read))
        if not text:
            continue
        if _has_ring(line.ink[first:end, x0:x1], metrics.em):
            text = with_degree(text)
        if len(parts) == 1:  # in a sentence the point would be a full stop
            text = without_specks(text)
        if _is_ditto(text, line.ink[first:end, x0:x1], em):
            text = '"'
        words.append(
            Word(
                text,
                (line.left + x0 - bearing) * scale,
                top,
                (line.left + x1 + bearing) * scale,
                bottom,
                size=metrics.em * scale,
                confidence=round(sum(glyph.confidence for glyph in group) / len(group), 4),
            )
        )
    return words


def _has_ring(ink: Ink, em: float) -> bool:
    """Whether a word begins with a sign as small and as high up as the ring of a degree."""
    runs = set_runs(ink.max(axis=0, initial=0) > 0)
    if len(runs) < 2:
        return False
    sign = ink[:, runs[0][0] : runs[0][1]]
    rows = np.flatnonzero(sign.any(axis=1))
    low, high = RAISED_EM
    return bool(low * em <= _height(sign) <= high * em and rows[-1] < ink.shape[0] * RING_FOOT)


def _is_ditto(text: str, ink: Ink, em: float) -> bool:
    """Whether letters or strokes were read in ink too low for letters: a typed ditto mark."""
    strokes = len(text) <= DITTO_SIGNS and all(
        sign.isalnum() or sign in DITTO_READINGS for sign in text
    )
    return strokes and _height(ink) <= DITTO_EM * em


def _height(ink: Ink) -> int:
    """Rows from the first to the last with ink."""
    rows = np.flatnonzero(ink.any(axis=1))
    return int(rows[-1] - rows[0]) + 1 if rows.size else 0
