"""What surrounds a table: headings above it, running headers and footers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

MAX_FACT_CHARS = 200
"""A running header is short; longer lines are body text that strayed there."""

MAX_HEADING_CHARS = 120

_NUMBERED_HEADING = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+[^\W\d]")

_PAGE_NUMBER = re.compile(
    r"(?:page|side|sivu|pagina|página|seite|стр(?:аница)?\.?|第)\W*[\divxl]*"
    r"(?:\s*(?:of|av|af|van|de|von|sur|из|/)\s*\d*)?\W*页?",
    re.IGNORECASE,
)


@dataclass(slots=True)
class HeadingStack:
    """The headings in force at a point of the document, outermost first."""

    _open: list[tuple[int, str]] = field(default_factory=list)

    def push(self, level: int, text: str) -> None:
        """A heading of `level` (1 = outermost) closes all of its level and below."""
        tidy = " ".join(text.split())
        if not tidy:
            return
        while self._open and self._open[-1][0] >= level:
            self._open.pop()
        self._open.append((level, tidy))

    def path(self) -> tuple[str, ...]:
        """The headings in force, outermost first."""
        return tuple(text for _, text in self._open)


def page_facts(lines: Iterable[str]) -> tuple[str, ...]:
    """Header and footer lines worth keeping: tidy, each once, page numbers left out."""
    facts: dict[str, None] = {}
    for line in lines:
        tidy = " ".join(line.split())
        if len(tidy) > MAX_FACT_CHARS or is_page_number(tidy):
            continue
        if any(map(str.isalpha, tidy)):
            facts.setdefault(tidy)
    return tuple(facts)


def is_page_number(text: str) -> bool:
    """Whether a line says on which page it stands and nothing else: "Page 2 of 7"."""
    return bool(_PAGE_NUMBER.fullmatch(text.strip()))


def numbered_heading_level(text: str) -> int | None:
    """Depth of a heading's own number ("3.2 Casing" = 2); None for other text.

    For documents without heading styles; the caller knows that the line is set off.
    """
    match = _NUMBERED_HEADING.match(text)
    if match is None or len(text) > MAX_HEADING_CHARS or text.rstrip().endswith((".", ";", ",")):
        return None
    return match[1].count(".") + 1
