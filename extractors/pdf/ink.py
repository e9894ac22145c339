"""What a page's content leaves on paper, in display coordinates, in the order of painting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from extractors.geometry import Box

Colour = tuple[str, tuple[float, ...]]
"""Colour space and components, each in [0, 1] for the spaces of `KNOWN_SPACES`."""

KNOWN_SPACES = frozenset({"DeviceGray", "CalGray", "DeviceRGB", "CalRGB", "DeviceCMYK", "ICCBased"})
SAMPLES = 200  # points a side at which a page is asked whether an image covers it
WHITE = 0.97  # lightness from which ink cannot be told from paper


@dataclass(slots=True)
class Glyph:
    """A printed character. size: height of its type; turn: degrees clockwise (0, 90, 180,
    270); hidden: the content itself says that it is not shown; colour: None where unknown.
    """

    text: str
    x0: float
    top: float
    x1: float
    bottom: float
    size: float
    bold: bool
    turn: int
    hidden: bool = False
    colour: Colour | None = None


@dataclass(slots=True)
class Path:
    """A subpath as painted; clip: the part of the page in which it shows.

    stroke, fill: how it was painted; seen: whether that leaves ink other than white.
    """

    points: list[tuple[float, float]]
    box: Box
    clip: Box
    stroke: bool
    fill: bool
    seen: bool
    shade: str = ""


@dataclass(slots=True)
class Ground:
    """An area painted after the first `before` glyphs: ground for later ones.

    covers: it is opaque and fills its box, so that earlier glyphs below it are gone.
    colour: None for pictures, patterns and shadings.
    """

    box: Box
    before: int
    colour: Colour | None
    covers: bool


@dataclass(slots=True)
class Ink:
    """All that a page's content paints; damage: defects of the content that were passed over;
    unread: the page holds more than is read.
    """

    glyphs: list[Glyph] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)
    grounds: list[Ground] = field(default_factory=list)
    images: list[Box] = field(default_factory=list)
    paths_left: int = 0
    damage: int = 0
    unread: bool = False


def colour_of(components: Any, space: Any) -> Colour | None:
    """The colour of a graphics state; None for patterns and spaces whose look is unknown."""
    if space.name not in KNOWN_SPACES:
        return None
    parts = components if isinstance(components, (tuple, list)) else (components,)
    if not parts or not all(isinstance(part, (int, float)) for part in parts):
        return None
    return space.name, tuple(float(part) for part in parts)


def is_white(colour: Colour | None) -> bool:
    """True for white in a grey, RGB or CMYK space; any other space prints ink at 1."""
    if colour is None:
        return False
    _, parts = colour
    if len(parts) == 4:
        return max(parts) <= 1.0 - WHITE
    return min(parts) >= WHITE


def common(box: Box, other: Box) -> Box:
    """The part that two boxes share; inverted where they share none."""
    return Box(
        max(box.x0, other.x0),
        max(box.top, other.top),
        min(box.x1, other.x1),
        min(box.bottom, other.bottom),
    )


def box_of(points: Sequence[tuple[float, float]]) -> Box:
    """The box around points; ValueError if there are none."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def covered_share(boxes: Sequence[Box], frame: Box) -> float:
    """Share of a page that images cover together, in [0, 1]: scans may come in strips or tiles."""
    if frame.area <= 0.0:
        return 0.0
    steps = (np.arange(SAMPLES) + 0.5) / SAMPLES
    xs = frame.x0 + steps * (frame.x1 - frame.x0)
    ys = frame.top + steps * (frame.bottom - frame.top)
    covered = np.zeros((SAMPLES, SAMPLES), bool)
    for box in boxes:
        top, bottom = np.searchsorted(ys, (box.top, box.bottom))
        left, right = np.searchsorted(xs, (box.x0, box.x1))
        covered[top:bottom, left:right] = True
    return float(covered.mean())
