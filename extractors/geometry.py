"""Words, rules and boxes of a page, and the pure arithmetic on them.

Points, origin at the top left of the page as displayed (after its rotation).
"""

from __future__ import annotations

from dataclasses import dataclass

from relatab.model import Region

Affine = tuple[float, float, float, float, float, float]
"""(a, b, c, d, e, f) of the map x' = a x + b y + c, y' = d x + e y + f."""


@dataclass(frozen=True, slots=True)
class Word:
    """A run of characters without a gap. size: font or text height in points;
    confidence: the recogniser's, in [0, 1], only for OCR text.
    """

    text: str
    x0: float
    top: float
    x1: float
    bottom: float
    size: float = 0.0
    bold: bool = False
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """A drawn line or thin box: horizontal when wider than high, else vertical."""

    x0: float
    top: float
    x1: float
    bottom: float

    @property
    def horizontal(self) -> bool:
        """True for a horizontal rule."""
        return self.x1 - self.x0 >= self.bottom - self.top


@dataclass(frozen=True, slots=True)
class PageContent:
    """What stands on one page (1-based number), whether read from a file or by OCR.

    Where the text was turned upright or straightened for reading, all coordinates are
    those of the straightened page and `to_display` maps them onto the page as displayed.
    """

    number: int
    width: float
    height: float
    words: tuple[Word, ...]
    rules: tuple[Rule, ...] = ()
    label: str | None = None
    to_display: Affine | None = None


def displayed_region(page: PageContent, box: tuple[float, float, float, float]) -> Region:
    """Where a box (x0, top, x1, bottom) of the page's content lies on the page as displayed.

    The bounding box of the mapped corners; the box itself where `to_display` is None.
    """
    x0, top, x1, bottom = box
    if page.to_display is None:
        return Region(page.number, x0, top, x1, bottom)
    a, b, c, d, e, f = page.to_display
    corners = [(x, y) for x in (x0, x1) for y in (top, bottom)]
    xs = [a * x + b * y + c for x, y in corners]
    ys = [d * x + e * y + f for x, y in corners]
    return Region(page.number, min(xs), min(ys), max(xs), max(ys))
