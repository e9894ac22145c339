"""Words, rules and boxes of a page, and the pure arithmetic on them.

Points, origin at the top left of the page as displayed (after its rotation).
"""

from __future__ import annotations

from dataclasses import dataclass


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
    """What stands on one page (1-based number), whether read from a file or by OCR."""

    number: int
    width: float
    height: float
    words: tuple[Word, ...]
    rules: tuple[Rule, ...] = ()
    label: str | None = None
