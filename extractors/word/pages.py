"""Page numbers of a Word file.

Word files have no pages; Word notes where it last broke them (w:lastRenderedPageBreak).
With these notes the numbers are exact; without, they follow from the breaks the author
set and from how much text there is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from extractors.word.text import HARD_BREAK, RENDERED_BREAK

LINES_PER_PAGE = 46
"""Single-spaced lines of 11 pt on A4 within 2.5 cm margins."""

CHARS_PER_LINE = 90


@dataclass(slots=True)
class Pager:
    """The page (1-based) that the next text stands on.

    rendered: the document records where Word broke its pages; set_breaks: how many breaks
    of the author it has passed.
    """

    rendered: bool
    page: int = 1
    lines: int = 0
    set_breaks: int = 0
    _fresh: bool = True  # nothing printed on this page yet
    _announced: bool = False  # a set break has been counted; its record may follow

    def fork(self) -> Pager:
        """A pager that starts here too: the cells of a row run side by side."""
        return replace(self)

    def advance(self, events: str, text: str) -> int:
        """Pass a paragraph; the page that its first text stands on."""
        first: int | None = None
        for event in events:
            if event == HARD_BREAK:
                self.set_break()
            elif event == RENDERED_BREAK:
                self._recorded_break()
            else:
                first = self.page if first is None else first
                self._fresh = self._announced = False
        start = self.page if first is None else first
        if not self.rendered:
            self._fill(sum(math.ceil(len(line) / CHARS_PER_LINE) or 1 for line in text.split("\n")))
        return start

    def set_break(self) -> None:
        """A break the author set."""
        self.page += 1
        self.lines = 0
        self.set_breaks += 1
        self._fresh = self._announced = True

    def break_before(self) -> None:
        """A paragraph that wants the top of a page, where it may stand already."""
        if not self._fresh:
            self.set_break()

    def join(self, other: Pager) -> None:
        """Go on behind the further of this and a forked pager."""
        if (other.page, other.lines) > (self.page, self.lines):
            self.page, self.lines = other.page, other.lines
            self.set_breaks = other.set_breaks
            self._fresh, self._announced = other._fresh, other._announced

    def _fill(self, lines: int) -> None:
        self.lines += lines
        while self.lines > LINES_PER_PAGE:
            self.lines -= LINES_PER_PAGE
            self.page += 1

    def _recorded_break(self) -> None:
        if self._announced:
            self._announced = False
        else:
            self.page += 1
            self._fresh = True
