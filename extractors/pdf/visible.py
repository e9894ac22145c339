"""Which glyphs a viewer of the page sees: not what lies under later paint, nor ink on its like."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from extractors.geometry import Box
from extractors.pdf.ink import Glyph, Ground, is_white

MOST_GROUNDS = 4_000  # a page with more is a drawing; its largest areas decide
CORE = 0.2  # share of a glyph's box at each side that may stick out of what covers it
FULL_PAGE = 0.5  # share of the page from which a picture is a scan over its recognised text

Mask = NDArray[np.bool_]


def seen(glyphs: Sequence[Glyph], grounds: Sequence[Ground], frame: Box) -> Mask:
    """Whether each glyph is seen, shape (len(glyphs),); frame: the displayed page."""
    mask = np.array([not glyph.hidden for glyph in glyphs], dtype=bool)
    if not len(mask):
        return mask
    boxes = np.array([(glyph.x0, glyph.top, glyph.x1, glyph.bottom) for glyph in glyphs])
    largest = sorted(grounds, key=lambda ground: -ground.box.area)[:MOST_GROUNDS]
    areas = sorted(largest, key=lambda ground: ground.before)
    return mask & ~_covered(boxes, areas, frame) & ~_like_its_ground(glyphs, boxes, areas)


def _covered(boxes: np.ndarray, areas: Sequence[Ground], frame: Box) -> Mask:
    """Glyphs that opaque paint lies over, but for a scan's over its recognised text."""
    out = np.zeros(len(boxes), dtype=bool)
    x_core, y_core = (CORE * (boxes[:, edge + 2] - boxes[:, edge]) for edge in (0, 1))
    for area in areas:
        scan = area.colour is None and area.box.area > FULL_PAGE * frame.area
        if not area.covers or area.before == 0 or scan:
            continue
        earlier = slice(0, area.before)
        x0, top, x1, bottom = boxes[earlier].T
        dx, dy = x_core[earlier], y_core[earlier]
        out[earlier] |= (
            (area.box.x0 <= x0 + dx)
            & (x1 - dx <= area.box.x1)
            & (area.box.top <= top + dy)
            & (bottom - dy <= area.box.bottom)
        )
    return out


def _like_its_ground(glyphs: Sequence[Glyph], boxes: np.ndarray, areas: Sequence[Ground]) -> Mask:
    """Glyphs of the colour of what they stand on, which is paper where nothing was painted."""
    shades = {area.colour for area in areas if area.colour is not None}
    suspects = np.array(
        [
            index
            for index, glyph in enumerate(glyphs)
            if is_white(glyph.colour) or (glyph.colour is not None and glyph.colour in shades)
        ],
        dtype=int,
    )
    out = np.zeros(len(glyphs), dtype=bool)
    if not len(suspects):
        return out
    x = (boxes[suspects, 0] + boxes[suspects, 2]) / 2
    y = (boxes[suspects, 1] + boxes[suspects, 3]) / 2
    ground = np.full(len(suspects), -1)
    for index, area in enumerate(areas):
        box = area.box
        on_it = (box.x0 <= x) & (x <= box.x1) & (box.top <= y) & (y <= box.bottom)
        ground[on_it & (suspects >= area.before)] = index
    for suspect, index in zip(suspects, ground, strict=True):
        colour = glyphs[suspect].colour
        if index < 0:
            out[suspect] = is_white(colour)
            continue
        area = areas[index]
        white = is_white(colour) and is_white(area.colour)
        out[suspect] = white or (area.covers and colour == area.colour)
    return out
