"""Whether a text layer can be trusted: how many of its words look like words. Pure.

Scans often carry the text of an old OCR, with figures broken up and signs strewn in; a
page of that is better read anew. The question arises only where a picture covers the page. Language does not matter: a word is letters in an
orderly case, a figure is digits with the marks that figures have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

FEWEST_WORDS = 5
"""Fewer words are a stamp or a page number on a picture, not the page's text."""

LEAST_WELL_FORMED = 0.95
"""Good text has 0.95 to 1 well-formed words, old OCR of tables 0.55 to 0.95. Reading such a
page anew costs seconds; a wrong figure costs more."""

LONE_SIGN = 0.5
"""Weight of a single letter or point: there are some in good text, many in torn words."""

_OPENING = "([{\"'“‘«¿¡*†‡§#"
_CLOSING = ")]}.,;:!?\"'”’»*†‡…®©™"
_LETTERS = r"[^\W\d_]"
_WORD = re.compile(rf"(?:{_LETTERS}{{2,}}|{_LETTERS}['’&/]{_LETTERS}+)(?:['’./&-]{_LETTERS}+)*")
_SHORT = re.compile(
    rf"{_LETTERS}|(?:{_LETTERS}\.)+{_LETTERS}?|[-–—=+×/&%°#<>≤≥±~@•]|[-–—=.]{{2,}}|§+"
)
_FIGURE = re.compile(
    r"[-–−+±<>≤≥~≈$€£#]?[.,]?\d+(?:[.,:/'’–-]\d+)*(?:[%‰°'\"”″½¼¾⅛⅜⅝⅞⅓⅔]{0,3})(?:[A-Za-z%°³²]{0,4})"
)
_CODE = re.compile(r"[A-Za-z]{1,4}[-/]?\d+(?:[-/.]\w+)*|\d+(?:[-/]\d+)*[-/]?[A-Z]{1,2}")


def well_formed(token: str) -> bool:
    """Whether a word or figure could stand in a report as it is: "Danian", "9 5/8", "7/11-1X"."""
    core = token.lstrip(_OPENING).rstrip(_CLOSING)
    if not core:
        return len(token) == 1 or len(set(token)) == 1
    if _WORD.fullmatch(core):
        return all(_orderly(part) for part in re.split(r"['’./&-]", core) if part)
    return any(pattern.fullmatch(core) for pattern in (_SHORT, _FIGURE, _CODE))


def _orderly(letters: str) -> bool:
    """Lower case, capitals, or a capital first; abbreviations such as "kPa" up to four letters."""
    return letters.islower() or letters.isupper() or letters[1:].islower() or len(letters) <= 4


def has_usable_text(tokens: Iterable[str]) -> bool:
    """Whether the text layer over a scanned page may be used; if not, OCR should read it.

    tokens: the page's words in reading order. False for fewer than `FEWEST_WORDS` words or
    where less than `LEAST_WELL_FORMED` of them look like words and whole figures.
    """
    words = list(tokens)
    if len(words) < FEWEST_WORDS:
        return False
    bad = sum(LONE_SIGN if _is_lone(word) else not well_formed(word) for word in words)
    bad += sum(_is_torn(left, right) for left, right in pairwise(words))
    return bad <= (1.0 - LEAST_WELL_FORMED) * len(words)


def _is_lone(word: str) -> bool:
    return len(word) == 1 and (word.isalpha() or word in ".,'`|_^")


def _is_torn(left: str, right: str) -> bool:
    """Whether a decimal figure was read as two: "0." and "186", or "47" and ".6"."""
    return bool(
        (re.fullmatch(r"\d+[.,]", left) and right[:1].isdigit())
        or (left[-1:].isdigit() and re.match(r"[.,]\d", right))
    )
