"""The rules that a page's strokes and filled boxes show, and the shapes that rule nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from extractors.geometry import Box, Rule
from extractors.pdf.ink import Path, common

RULE_THICKNESS_PT = 3.5  # thicker filled boxes are areas, whose edges are rules
SHORTEST_RULE_PT = 4.0
MOST_RULES = 6000  # beyond this a page is a drawing; its strokes are no ruling
MOST_FILLS = 1500  # beyond this, shading is not looked at for seams
SEAM_PT = 0.25  # a wider gap between two shaded boxes can be seen
HALF_SEEN_PT = 1.0  # a stroke along the edge of its clipping path shows half its width
COVERED = 0.9  # of an edge along which the same shade goes on
OBLIQUE = 0.1  # ratio of a piece's extents from which it is neither level nor upright
OBLIQUE_SHARE = 0.5  # of a path's length; round corners of a box come to less
SYMBOL_PT = 8.0  # lower curves are symbols or marks within a line of text


def page_rules(paths: Sequence[Path], frame: Box) -> tuple[tuple[Rule, ...], int]:
    """Rules of all visible paths, and how many a drawing's excess cost."""
    rules: list[Rule] = []
    shades: dict[str, list[Box]] = {}
    for path in paths:
        if not path.seen:
            continue
        box = path.box
        if not path.stroke and min(box.x1 - box.x0, box.bottom - box.top) > RULE_THICKNESS_PT:
            shades.setdefault(path.shade, []).append(common(box, path.clip))
        else:
            rules += _shown(_edges(path), path.clip.grown(HALF_SEEN_PT))
    for boxes in shades.values():
        rules += _shade_edges([box for box in boxes if box.area])
    paper = frame.grown(1.0)
    kept = [
        rule
        for rule in rules
        if rule.span[1] - rule.span[0] >= SHORTEST_RULE_PT and paper.holds(rule)
    ]
    if len(kept) <= MOST_RULES:
        return tuple(kept), 0
    kept.sort(key=lambda rule: rule.span[0] - rule.span[1])
    return tuple(kept[:MOST_RULES]), len(kept) - MOST_RULES


def oblique_shapes(paths: Sequence[Path]) -> tuple[Box, ...]:
    """Boxes of the visible paths, symbols apart, that are mostly oblique or curved."""
    boxes = (common(path.box, path.clip) for path in paths if path.seen and _is_oblique(path))
    return tuple(box for box in boxes if box.area and box.bottom - box.top >= SYMBOL_PT)


def _is_oblique(path: Path) -> bool:
    if path.box.bottom - path.box.top < SYMBOL_PT:
        return False
    oblique = length = 0.0
    for (xa, ya), (xb, yb) in pairwise(path.points):
        wide, tall = abs(xa - xb), abs(ya - yb)
        length += wide + tall
        if min(wide, tall) > OBLIQUE * max(wide, tall):
            oblique += wide + tall
    return oblique > OBLIQUE_SHARE * length


def _shown(rules: Iterator[Rule], clip: Box) -> Iterator[Rule]:
    """The parts of rules that are not clipped away."""
    for rule in rules:
        if clip.contains(rule):
            yield rule
            continue
        part = common(Box(rule.x0, rule.top, rule.x1, rule.bottom), clip)
        if part.x0 <= part.x1 and part.top <= part.bottom:
            yield Rule(part.x0, part.top, part.x1, part.bottom)


def _edges(path: Path) -> Iterator[Rule]:
    """The straight, upright edges of a path."""
    box = path.box
    if min(box.x1 - box.x0, box.bottom - box.top) <= RULE_THICKNESS_PT:
        yield Rule(box.x0, box.top, box.x1, box.bottom)
        return
    points = path.points
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
