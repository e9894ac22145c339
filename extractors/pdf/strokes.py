"""The rules that a page's strokes and filled boxes show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from pdfminer.layout import LTCurve

from extractors.geometry import Box, Rule
from extractors.pdf.device import InkDevice

RULE_THICKNESS_PT = 3.5  # thicker filled boxes are areas, whose edges are rules
SHORTEST_RULE_PT = 4.0
MOST_RULES = 6000  # beyond this a page is a drawing; its strokes are no ruling
MOST_FILLS = 1500  # beyond this, shading is not looked at for seams
SEAM_PT = 0.25  # a wider gap between two shaded boxes can be seen
COVERED = 0.9  # of an edge along which the same shade goes on


def page_rules(
    paths: Sequence[LTCurve], height: float, frame: Box, device: InkDevice
) -> tuple[tuple[Rule, ...], int]:
    """Rules of all visible paths, and how many a drawing's excess cost."""
    seen = [path for path in paths if is_seen(path, device)]
    rules: list[Rule] = []
    shades: dict[str, list[Box]] = {}
    for path in seen:
        box = path_box(path, height)
        if not path.stroke and min(box.x1 - box.x0, box.bottom - box.top) > RULE_THICKNESS_PT:
            shades.setdefault(str(path.non_stroking_color), []).append(box)
        else:
            rules += _edges(path, height)
    for boxes in shades.values():
        rules += _shade_edges(boxes)
    kept = [
        rule
        for rule in rules
        if rule.span[1] - rule.span[0] >= SHORTEST_RULE_PT and frame.grown(1.0).holds(rule)
    ]
    if len(kept) <= MOST_RULES:
        return tuple(kept), 0
    kept.sort(key=lambda rule: rule.span[0] - rule.span[1])
    return tuple(kept[:MOST_RULES]), len(kept) - MOST_RULES


def path_box(path: LTCurve, height: float) -> Box:
    """The box of a path, measured from the top of the page."""
    return Box(path.x0, height - path.y1, path.x1, height - path.y0)


def is_seen(path: LTCurve, device: InkDevice) -> bool:
    """Whether a path leaves ink other than white."""
    stroked = path.stroke and id(path) not in device.white_strokes
    return bool(stroked or (path.fill and id(path) not in device.white_fills))


def _edges(path: LTCurve, height: float) -> Iterator[Rule]:
    """The straight, upright edges of a path."""
    box = path_box(path, height)
    if min(box.x1 - box.x0, box.bottom - box.top) <= RULE_THICKNESS_PT:
        yield Rule(box.x0, box.top, box.x1, box.bottom)
        return
    points = [(x, height - y) for x, y in path.pts]
    for (xa, ya), (xb, yb) in zip(points, [*points[1:], points[0]], strict=True):
        if abs(xa - xb) <= 1.0 or abs(ya - yb) <= 1.0:
            yield Rule(min(xa, xb), min(ya, yb), max(xa, xb), max(ya, yb))


def _shade_edges(boxes: Sequence[Box]) -> Iterator[Rule]:
    """Edges of boxes of one shade, less those where the same shade goes on beyond.

    Word processors shade cell by cell, or line by line within a cell.
    """
    area = np.array([(box.x0, box.top, box.x1, box.bottom) for box in boxes])
    for box in boxes:
        sides = (
            (Rule(box.x0, box.top, box.x1, box.top), (box.x0, box.top - 1, box.x1, box.top)),
            (
                Rule(box.x0, box.bottom, box.x1, box.bottom),
                (box.x0, box.bottom, box.x1, box.bottom + 1),
            ),
            (Rule(box.x0, box.top, box.x0, box.bottom), (box.x0 - 1, box.top, box.x0, box.bottom)),
            (Rule(box.x1, box.top, box.x1, box.bottom), (box.x1, box.top, box.x1 + 1, box.bottom)),
        )
        for rule, strip in sides:
            if len(boxes) > MOST_FILLS or not _goes_on(strip, area):
                yield rule


def _goes_on(strip: tuple[float, float, float, float], area: np.ndarray) -> bool:
    """Whether boxes cover most of a strip one point wide, seams apart."""
    x0, top, x1, bottom = strip
    wide = np.minimum(area[:, 2], x1) - np.maximum(area[:, 0], x0)
    tall = np.minimum(area[:, 3], bottom) - np.maximum(area[:, 1], top)
    covers = (wide > 0) & (tall > 0)
    if x1 - x0 >= bottom - top:
        return bool(wide[covers & (tall >= 1.0 - SEAM_PT)].sum() >= COVERED * (x1 - x0))
    return bool(tall[covers & (wide >= 1.0 - SEAM_PT)].sum() >= COVERED * (bottom - top))
