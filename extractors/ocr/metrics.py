"""Type size and base line of a line of print, from its ink and its letters. Pure.

The ink of "ppg", "HOLE" and "40" is of different height though the type is one; knowing
which letters were read, the size follows. Parts of the em below are means of Courier,
Times and Helvetica, which differ from them by about a tenth.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

ASCENT_EM, DESCENT_EM = 0.8, 0.2
"""A word's box reaches this far above and below its base line, as in a PDF with fonts."""

SIDE_BEARING_EM = 0.06
"""Blank that belongs to a letter on either side of its ink."""

_TALL = (0.66, 0.0)
_SMALL = (0.46, 0.0)
_HANGING = (0.46, 0.2)
_FULL = (0.7, 0.17)
_COMMA = (0.1, 0.14)
_EXTENT_EM = (
    dict.fromkeys("acemnorsuvwxzæø", _SMALL)
    | dict.fromkeys("gpqy", _HANGING)
    | dict.fromkeys("jQ()[]{}|/\\§$", _FULL)
    | dict.fromkeys(",;", _COMMA)
)
"""How far the ink of a letter reaches above and below the base line; others are tall."""


@dataclass(frozen=True, slots=True)
class TypeMetrics:
    """Size of the type (em) and row of the base line, in the unit of the ink."""

    em: float
    baseline: float


def type_metrics(text: str, first: float, end: float, *, usual_em: float) -> TypeMetrics:
    """Metrics of a line whose ink fills the rows `first` to `end`.

    Signs alone (a dash, a ditto mark) tell nothing; then `usual_em` counts and the ink is
    taken to lie midway between base line and capital height.
    """
    above, below = _reach(text)
    if not any(character.isalnum() for character in text):
        return TypeMetrics(usual_em, (first + end) / 2 + _TALL[0] / 2 * usual_em)
    em = (end - first) / (above + below)
    return TypeMetrics(em, end - below * em)


def is_tall(sign: str) -> bool:
    """Whether a sign reaches from the base line to the height of a capital."""
    return _EXTENT_EM.get(sign, _TALL) == _TALL


def _reach(text: str) -> tuple[float, float]:
    extents = [_EXTENT_EM.get(character, _TALL) for character in text if not character.isspace()]
    above = max((high for high, _ in extents), default=_TALL[0])
    return above, max((low for _, low in extents), default=0.0)


def usual_em(lines: Iterable[tuple[str, float]]) -> float:
    """Median type size of lines given as (text, height of ink); 0.0 without any letter."""
    sizes = sorted(
        type_metrics(text, 0.0, height, usual_em=0.0).em
        for text, height in lines
        if any(character.isalnum() for character in text)
    )
    return sizes[len(sizes) // 2] if sizes else 0.0
