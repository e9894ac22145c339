"""Sideways pages: text turned by a quarter is turned back before tables are looked for."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from extractors.geometry import Box, Boxed, PageContent, Rule, Word

MAJORITY = 0.5  # share of a page's words that must be turned; vertical headers are fewer


def upright(page: PageContent) -> PageContent:
    """The page turned so that most of its words read from left to right.

    `to_display` leads back to the page as displayed; an upright page is returned as it is.
    """
    counts = Counter(word.turn for word in page.words)
    turn, count = max(counts.items(), key=lambda item: item[1], default=(0, 0))
    if turn == 0 or page.to_display is not None or count <= MAJORITY * len(page.words):
        return page
    return turned_back(page, turn)


def turned_back(page: PageContent, turn: int) -> PageContent:
    """The page with text that is turned clockwise by `turn` degrees made upright."""
    width, height = page.width, page.height
    if turn == 90:  # reading downwards: the page's right edge becomes the top
        to_display = (0.0, -1.0, width, 1.0, 0.0, 0.0)
    elif turn == 270:  # reading upwards: the page's left edge becomes the top
        to_display = (0.0, 1.0, 0.0, -1.0, 0.0, height)
    else:
        to_display = (-1.0, 0.0, width, 0.0, -1.0, height)
    size = (width, height) if turn == 180 else (height, width)
    words = tuple(_turn_word(word, page, turn) for word in page.words)
    rules = tuple(Rule(*_turn_box(rule, page, turn)) for rule in page.rules)
    drawings = tuple(Box(*_turn_box(box, page, turn)) for box in page.drawings)
    return PageContent(page.number, *size, words, rules, page.label, to_display, drawings)


def _turn_word(word: Word, page: PageContent, turn: int) -> Word:
    x0, top, x1, bottom = _turn_box(word, page, turn)
    return replace(word, x0=x0, top=top, x1=x1, bottom=bottom, turn=(word.turn - turn) % 360)


def _turn_box(item: Boxed, page: PageContent, turn: int) -> tuple[float, float, float, float]:
    if turn == 90:
        return item.top, page.width - item.x1, item.bottom, page.width - item.x0
    if turn == 270:
        return page.height - item.bottom, item.x0, page.height - item.top, item.x1
    return (
        page.width - item.x1,
        page.height - item.bottom,
        page.width - item.x0,
        page.height - item.top,
    )
