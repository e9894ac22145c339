"""Signs on a scan that stand for nothing: specks, strokes at the sheet's edge, stains.

A nil mark or ditto mark stands in a column, so there is text above or below it; a ditto
mark repeats what is above.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from extractors.geometry import PageContent, Word, clusters, overlap, text_height, text_lines

COLUMN_REACH = 4.0
"""Em of blank between a sign and the text of its column at most."""

DITTO_SERIES = 3
"""Ditto marks in one column from which gaps between them are marks that were passed over."""

BESIDE = 0.5
"""Em by which a sign may stand beside the text above or below it."""

FAINTEST_DITTO = 0.25
"""Em: lower ink is a speck or a piece of a rule."""

_DITTO = frozenset('"”″')
_STROKES = frozenset("1Il|!¦:;.,'\"`´-–—_=~°·•T()[]/\\")


def without_strays(page: PageContent) -> PageContent:
    """The page without signs that no column and no text accounts for."""
    upright = [word for word in page.words if not word.turn]
    em = text_height(upright)
    within = _without_edge_strokes(upright, em)
    lone = _lone_signs(within)
    alone = {id(word) for word in lone}
    kept = [word for word in within if id(word) not in alone]
    kept += _ditto_series(lone, kept, em)
    held = {id(word) for word in kept}
    for word in sorted(lone, key=lambda word: word.top):
        if id(word) not in held and _accounted_for(word, kept, em, above=True):
            kept.append(word)
    held = {id(word) for word in kept}
    for word in sorted(lone, key=lambda word: -word.top):
        if id(word) not in held and _accounted_for(word, kept, em, above=False):
            kept.append(word)
    held = {id(word) for word in kept}
    return replace(page, words=tuple(w for w in page.words if w.turn or id(w) in held))


def _ditto_series(lone: Sequence[Word], kept: Sequence[Word], em: float) -> list[Word]:
    """Ditto marks that stand in one column with others, the first of them under a text."""
    dittos = [word for word in lone if word.text in _DITTO and word.size >= FAINTEST_DITTO * em]
    series: list[Word] = []
    for column in clusters(dittos, lambda word: word.x0 + word.x1, BESIDE * em):
        first = min(column, key=lambda word: word.top)
        if len(column) >= DITTO_SERIES and _accounted_for(first, kept, em, above=True):
            series += column
    return series


def _lone_signs(words: Sequence[Word]) -> list[Word]:
    """Words without letters or figures in parts of lines without any."""
    return [
        word
        for line in text_lines(words)
        for part in line.segments
        if not any(map(_is_readable, part.words))
        for word in part.words
    ]


def _is_readable(word: Word) -> bool:
    return any(map(str.isalnum, word.text))


def _accounted_for(sign: Word, kept: Iterable[Word], em: float, *, above: bool) -> bool:
    """Whether text or a sign that counts stands near, over (or under) a sign."""
    ditto = sign.text in _DITTO
    if ditto and (not above or sign.size < FAINTEST_DITTO * em):
        return False
    for word in kept:
        blank = sign.top - word.bottom if above else word.top - sign.bottom
        near = -em < blank <= COLUMN_REACH * em and (word.top < sign.top) is above
        if near and overlap(sign.x0, sign.x1, word.x0, word.x1) > -BESIDE * em:
            return True
    return False


def _without_edge_strokes(words: Sequence[Word], em: float) -> list[Word]:
    """The words without lone strokes beyond the text on its left and right, where the sheet's
    edge, a fold or the binding is.
    """
    text = [word for word in words if sum(map(str.isalnum, word.text)) > 1]
    if not text:
        return list(words)
    left, right = min(word.x0 for word in text), max(word.x1 for word in text)
    outside = [word for word in words if word.x1 < left - em or word.x0 > right + em]
    if any(set(word.text) - _STROKES for word in outside):
        return list(words)
    beyond = {id(word) for word in outside}
    return [word for word in words if id(word) not in beyond]
