"""Text that the detector overlooked: lone dashes, colons and figures between longer texts. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from extractors.ocr.engine import Box
from extractors.ocr.raster import Ink
from extractors.ocr.rules import component_box

LEAST_HEIGHT, GREATEST_HEIGHT = 0.5, 1.5
"""Of the text's height: a letter or figure. Lower ones must be as long as a dash."""

LEAST_WIDTH = 0.3
"""Of the text's height: narrower ink is a piece of a worn vertical rule, not a figure."""

LEAST_DASH = 0.4
"""Of the text's height: the length of a dash."""

LONE_DASH = (0.25, 1.5)
"""A hyphen that alone fills a cell ("nil"): its least length, of the text's height, and how
many times longer than thick it is at least; the scan rounds its three or four pixels."""

DITTO_HEIGHT = (0.25, 0.5)
DITTO_WIDTH = 0.5
"""Of the text's height: a ditto mark, or one of its two strokes."""

DITTO_DRIFT = 0.2
"""Of the text's height: how far a ditto mark's head may be from the head of its row."""

DASH_DRIFT = 0.25
"""Of the row's height: how far a dash may stand off the middle."""

SAME_WORD = 0.8
"""Of the text's height: signs nearer than this make one word."""

MOST_BOXES = 100
"""Of signs or lone marks; where more were left over, it is a drawing or dirt."""


def overlooked(
    ink: Ink, boxes: Sequence[Box], bands: Sequence[tuple[int, int]]
) -> tuple[list[Box], list[Box]]:
    """Boxes of ink that stands in a row of text but in none of `boxes`: of signs and long
    dashes, and of hyphens and ditto marks that stand alone.

    bands: (first, end) rows of the lines that were read. Each box spans the rows of the
    line it stands in, so that a dash keeps its place between them.
    """
    import cv2

    if not bands:
        return [], []
    rest = ink.copy()
    for x0, top, x1, bottom in boxes:
        rest[top:bottom, x0:x1] = 0
    height = median(end - first for first, end in bands)
    _, _, stats, _ = cv2.connectedComponentsWithStats(rest, connectivity=8)
    placed = [(piece, _row_of(piece, bands)) for piece in sorted(map(component_box, stats[1:]))]
    rowed = [(piece, row) for piece, row in placed if row is not None]
    signs = _words(
        [
            (piece, row)
            for piece, row in rowed
            if _is_sign(piece, height) and (not _is_dash(piece) or _midway(piece, row))
        ],
        height,
    )
    marks = _words([(piece, row) for piece, row in rowed if _is_mark(piece, row, height)], height)
    alone = [
        mark
        for mark in marks
        if mark not in signs and _is_alone(mark, [*boxes, *signs], SAME_WORD * height)
    ]

    def likely(left_over: list[Box]) -> list[Box]:
        if len(left_over) > MOST_BOXES:
            return []
        return [_padded(box, round(0.2 * height), ink.shape) for box in left_over]

    return likely(signs), likely(alone)


def _words(pieces: Sequence[tuple[Box, tuple[int, int]]], height: float) -> list[Box]:
    """Boxes of neighbouring pieces of one row, each as high as the row."""
    found: list[Box] = []
    for piece, row in pieces:
        x0, _, x1, _ = piece
        near = next(
            (box for box in found if box[1:4:2] == row and x0 - box[2] < SAME_WORD * height), None
        )
        if near is not None:
            found.remove(near)
            x0, x1 = near[0], max(near[2], x1)
        found.append((x0, row[0], x1, row[1]))
    return found


def _is_sign(piece: Box, height: float) -> bool:
    across, down = piece[2] - piece[0], piece[3] - piece[1]
    letter = LEAST_HEIGHT * height <= down <= GREATEST_HEIGHT * height
    letter = letter and across >= LEAST_WIDTH * height
    dash = across >= LEAST_DASH * height and _is_dash(piece)
    return across <= GREATEST_HEIGHT * height and (letter or dash)


def _is_mark(piece: Box, row: tuple[int, int], height: float) -> bool:
    """Whether a small piece could be a hyphen or a ditto mark that alone fills a cell."""
    across, down = piece[2] - piece[0], piece[3] - piece[1]
    length, slender = LONE_DASH
    if across >= length * height and across >= slender * down:
        return across <= GREATEST_HEIGHT * height and _midway(piece, row)
    low, high = DITTO_HEIGHT
    ditto = low * height <= down <= high * height and across <= DITTO_WIDTH * height
    return ditto and abs(piece[1] - row[0]) <= DITTO_DRIFT * height


def _is_alone(mark: Box, others: Sequence[Box], reach: float) -> bool:
    """Whether no text stands within `reach` of a mark, in its row."""
    x0, top, x1, bottom = mark
    return not any(
        left < x1 + reach and right > x0 - reach and upper < bottom and lower > top
        for left, upper, right, lower in others
        if (left, upper, right, lower) != mark
    )


def _is_dash(piece: Box) -> bool:
    return piece[2] - piece[0] >= 2 * (piece[3] - piece[1])


def _midway(piece: Box, row: tuple[int, int]) -> bool:
    """Whether a dash stands half way up its row; at the foot it is part of an underline."""
    off = abs(piece[1] + piece[3] - sum(row)) / 2
    return off <= DASH_DRIFT * (row[1] - row[0])


def _row_of(piece: Box, bands: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """The row of text whose middle is nearest to the piece's, if it stands within it."""
    middle = (piece[1] + piece[3]) / 2
    within = [band for band in bands if band[0] <= middle <= band[1]]
    return min(within, key=lambda band: abs(sum(band) / 2 - middle), default=None)


def _padded(box: Box, margin: int, shape: tuple[int, ...]) -> Box:
    x0, top, x1, bottom = box
    return (
        max(x0 - margin, 0),
        max(top - margin, 0),
        min(x1 + margin, shape[1]),
        min(bottom + margin, shape[0]),
    )
