"""Drawn rules of a page image: found, and taken out so that they do not touch the text."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from extractors.geometry import Rule
from extractors.ocr.engine import Box, Gray
from extractors.ocr.raster import POINTS_PER_INCH, Ink, set_runs

SHORTEST_HORIZONTAL_IN = 0.4
"""Four characters of typewriter pitch: shorter runs are dashes and letters that touch."""

SHORTEST_VERTICAL_IN = 0.35
"""Taller than any type of a report but its title."""

GREATEST_THICKNESS_IN = 0.05
"""3.6 points; anything thicker is a bar, a photograph or a scanner's edge."""

STROKE_IN = 0.045
"""Ink that crosses a rule by this much belongs to a letter and is kept."""

BREAK_IN = 0.05
"""Gaps in worn lines and between typed dashes; a typewriter's blank is twice as wide, so
the underlines of neighbouring headings stay apart."""

WORN_IN = 0.02
"""Gaps of a vertical rule that the scanner rendered as a row of dots."""

WORN_SHARE = 0.5
"""Of a gap between two pieces of a rule that still shows ink, without a longer break in it."""

LONGEST_DASH_IN = 0.2
GREATEST_DASH_THICKNESS_IN = 0.035
LEAST_DASHES = 5


def find_rules(ink: Ink, dpi: float) -> tuple[list[Box], Ink]:
    """Rules of a level page and the pixels to take out with them.

    Solid rules are long straight runs of ink (morphological opening); dashed ones are
    rows of at least five dashes. The second result has the shape of `ink`; it leaves out
    the strokes of letters that cross a rule.
    """
    across, across_pixels = _solid(ink, dpi, SHORTEST_HORIZONTAL_IN)
    down, down_pixels = _solid(_mended(_transposed(ink), dpi), dpi, SHORTEST_VERTICAL_IN)
    dashed, dashed_pixels = _dashed(ink, dpi)
    down_pixels = _transposed(down_pixels)
    taken = (across_pixels & (1 - _strokes_down(ink, dpi))) | dashed_pixels
    taken |= down_pixels & (1 - _transposed(_strokes_down(_transposed(ink), dpi)))
    taken |= across_pixels & down_pixels
    boxes = _joined(across + dashed, ink, dpi)
    boxes += [(top, x0, bottom, x1) for x0, top, x1, bottom in _joined(down, _transposed(ink), dpi)]
    return boxes, taken


def without_rules(gray: Gray, taken: Ink) -> Gray:
    """The image with the pixels of the rules, and the grey rim around them, made white."""
    from extractors.ocr.vision import cv2

    cleaned = gray.copy()
    cleaned[cv2.dilate(taken, np.ones((3, 3), np.uint8)) > 0] = 255
    return cleaned


def in_points(boxes: list[tuple[int, int, int, int]], dpi: float) -> tuple[Rule, ...]:
    """The rules in points, in reading order."""
    scale = POINTS_PER_INCH / dpi
    ordered = sorted(boxes, key=lambda box: (box[1], box[0], box[3], box[2]))
    return tuple(Rule(*(value * scale for value in box)) for box in ordered)


def _transposed(ink: Ink) -> Ink:
    return np.ascontiguousarray(ink.T)


def _strokes_down(ink: Ink, dpi: float) -> Ink:
    """Ink in vertical runs of at least `STROKE_IN`."""
    from extractors.ocr.vision import cv2

    stroke = np.ones((_odd(STROKE_IN * dpi), 1), np.uint8)
    return cv2.morphologyEx(ink, cv2.MORPH_OPEN, stroke)  # type: ignore[no-any-return]


def _odd(length: float) -> int:
    """The nearest odd number of pixels: an even kernel would shift what it opens."""
    return int(length) | 1


def _mended(ink: Ink, dpi: float) -> Ink:
    """Ink with the small gaps along its rows closed.

    Only for vertical rules (transposed): lines of type are further apart than this, letters
    of a line are not.
    """
    from extractors.ocr.vision import cv2

    return cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((1, _odd(WORN_IN * dpi)), np.uint8))  # type: ignore[no-any-return]


def _solid(ink: Ink, dpi: float, shortest_in: float) -> tuple[list[Box], Ink]:
    """Long thin horizontal runs of ink and their pixels."""
    from extractors.ocr.vision import cv2

    # Three rows are taken together, as a slightly sloping rule changes rows in steps.
    thick = cv2.dilate(ink, np.ones((3, 1), np.uint8))
    runs = cv2.morphologyEx(thick, cv2.MORPH_OPEN, np.ones((1, _odd(shortest_in * dpi)), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(runs & ink, connectivity=8)
    width, area = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_AREA]
    thin = area <= width * GREATEST_THICKNESS_IN * dpi
    kept = thin & (width >= shortest_in * dpi)
    kept[0] = False
    boxes = [component_box(stats[index]) for index in np.flatnonzero(kept[:count])]
    return boxes, kept[labels].astype(np.uint8)


def _dashed(ink: Ink, dpi: float) -> tuple[list[Box], Ink]:
    """Rows of dashes, joined, and their pixels."""
    from extractors.ocr.vision import cv2

    _, labels, stats, centroids = cv2.connectedComponentsWithStats(ink, connectivity=8)
    width, height = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    dash = (height <= GREATEST_DASH_THICKNESS_IN * dpi) & (width >= 2 * height)
    dash &= width <= LONGEST_DASH_IN * dpi
    dash[0] = False
    dashes = dash[labels].astype(np.uint8)
    bridge = np.ones((3, _odd(BREAK_IN * dpi)), np.uint8)
    rows = cv2.morphologyEx(dashes, cv2.MORPH_CLOSE, bridge)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(rows, connectivity=8)
    x, y = np.rint(centroids[dash]).astype(int).T
    dashes_in = np.bincount(labels[y, x], minlength=count)
    long_enough = stats[:, cv2.CC_STAT_WIDTH] >= SHORTEST_HORIZONTAL_IN * dpi
    kept = long_enough & (dashes_in >= LEAST_DASHES)
    kept[0] = False
    boxes = [component_box(stats[index]) for index in np.flatnonzero(kept)]
    return boxes, kept[labels].astype(np.uint8) & dashes


def component_box(stats: NDArray[np.int32]) -> Box:
    """The box of a connected component, from its row of OpenCV's statistics."""
    x0, top, width, height = (int(value) for value in stats[:4])
    return x0, top, x0 + width, top + height


def _joined(boxes: list[Box], ink: Ink, dpi: float) -> list[Box]:
    """Horizontal boxes with the pieces of one line put together.

    Pieces belong together where they almost touch or where worn ink leads across the gap.
    """
    drift = GREATEST_DASH_THICKNESS_IN * dpi
    joined: list[Box] = []
    for box in sorted(boxes):
        level = [
            index
            for index, other in enumerate(joined)
            if box[1] <= other[3] + drift and other[1] <= box[3] + drift
        ]
        nearest = max(level, key=lambda index: joined[index][2], default=None)
        if nearest is not None and _leads_across(joined[nearest], box, ink, BREAK_IN * dpi):
            joined[nearest] = _hull(joined[nearest], box)
        else:
            joined.append(box)
    return joined


def _leads_across(left: Box, right: Box, ink: Ink, gap: float) -> bool:
    if right[0] - left[2] <= gap:
        return True
    top, bottom = min(left[1], right[1]), max(left[3], right[3])
    worn = ink[top:bottom, left[2] : right[0]].max(axis=0) > 0
    longest = max((end - start for start, end in set_runs(~worn)), default=0)
    return bool(worn.mean() >= WORN_SHARE) and longest <= 2 * gap


def _hull(a: Box, b: Box) -> Box:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])
