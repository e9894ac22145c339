"""Two pages on one image: open books and two-up copies, told and parted along the gutter. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from extractors.geometry import PageContent, Rule, Word, join_spans, text_lines
from extractors.page.document import margin_lines, printed_label
from extractors.page.looks import is_wordy

LANDSCAPE = 1.2
"""Width to height of two portrait pages is 1.41 (A4) or 1.29 (Letter), less where edges are cut."""

MIDDLE = (0.38, 0.62)
"""Part of the width in which the gutter lies; books lie off the centre of the glass."""

GUTTER = 0.02
"""Of the width that the gutter is blank at least: inner margins of half an inch come to more."""

FEWEST_WORDS = 20
"""On each page; a page with less is the blank or title side of a sheet, or there is none."""

PROSE_LINES = 3
"""Lines of running text on a page at least."""


def pages_of_spread(page: PageContent) -> tuple[PageContent, ...]:
    """The left and the right page of a spread; the page itself where it is none.

    A landscape page of which no word and no rule crosses a blank gutter, and whose halves
    both have running text or carry two page numbers in a row. A wide table has neither. Places
    stay those of the whole image.
    """
    if page.width < LANDSCAPE * page.height:
        return (page,)
    gutter = _gutter(page)
    if gutter is None:
        return (page,)
    halves = _half(page, -1.0, gutter), _half(page, gutter, page.width + 1.0)
    if any(len(half.words) < FEWEST_WORDS for half in halves):
        return (page,)
    return halves if _numbered(halves) or all(map(_has_prose, halves)) else (page,)


def _gutter(page: PageContent) -> float | None:
    """The middle of the widest blank in the middle of the page, which nothing may cross."""
    items: Iterable[Word | Rule] = (
        *page.words,
        *(rule for rule in page.rules if rule.horizontal),
    )
    low, high = (share * page.width for share in MIDDLE)
    covered = join_spans((item.x0, item.x1) for item in items)
    edges = [low, *(edge for span in covered for edge in span if low < edge < high), high]
    if any(start <= low < high <= end for start, end in covered):
        return None
    blanks = [
        (right - left, (left + right) / 2)
        for left, right in pairwise(edges)
        if not any(start < (left + right) / 2 < end for start, end in covered)
    ]
    width, middle = max(blanks, default=(0.0, 0.0))
    return middle if width >= GUTTER * page.width else None


def _half(page: PageContent, left: float, right: float) -> PageContent:
    return replace(
        page,
        words=tuple(word for word in page.words if left < (word.x0 + word.x1) / 2 < right),
        rules=tuple(rule for rule in page.rules if left < (rule.x0 + rule.x1) / 2 < right),
    )


def _numbered(halves: Sequence[PageContent]) -> bool:
    """Whether the two pages carry page numbers that follow each other."""
    labels = [printed_label(margin_lines(text_lines(h.words), h.height)) for h in halves]
    left, right = (int(label) if label and label.isdigit() else None for label in labels)
    return left is not None and right == left + 1


def _has_prose(half: PageContent) -> bool:
    lines = [line for line in text_lines(half.words) if len(line.segments) == 1]
    return sum(map(is_wordy, lines)) >= PROSE_LINES
