"""The text that an earlier OCR left behind a scan: whether it can be trusted, and its use.

Such a layer is free, where recognising a page costs seconds; but old ones tear figures
apart and strew signs in. It is used only if its words look like words and a sample of its
lines says what the recogniser reads there now. Language does not matter: a word is letters
in an orderly case, a figure is digits with the marks that figures have.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import pairwise

import numpy as np

from extractors.geometry import Affine, Box, Line, PageContent, Segment, Word, text_lines
from extractors.ocr.engine import Gray, OcrEngine
from extractors.ocr.raster import Raster, cleaned, cut_out
from extractors.ocr.reader import Recognised, prepare
from extractors.ocr.rules import in_points
from relatab.model import ScanReading

FEWEST_WORDS = 20
"""Fewer words are a stamp, a file number or a title, not the page's text."""

LEAST_WELL_FORMED = 0.95
"""Good text has 0.95 to 1 well-formed words, old OCR of tables 0.55 to 0.95."""

LEAST_AGREEMENT = 0.98
"""Share of a sample's characters that the recogniser must read alike. Two good readings of
typed figures differ in one of a hundred; a wrong figure costs more than reading anew."""

SAMPLE_SEGMENTS = 16
"""Parts of lines read for the sample: half a second."""

LONE_SIGN = 0.5
"""Weight of a single letter or point: there are some in good text, many in torn words."""

LINE_MARGIN = 0.15
"""Of a line's height, added around its picture for the recogniser; boxes of layers are inexact."""

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


def trusted_layer(page: PageContent, raster: Raster, engine: OcrEngine) -> Recognised | None:
    """The words of a scan's text layer with the rules of its image; None if it must be redone.

    page: the layer's words, in points of the page as displayed; raster: the same page. The
    reading's confidence is the share of a sample's characters that are read alike now.
    Sideways pages are redone: their text layers seldom know which way the text runs.
    """
    if any(word.turn for word in page.words) or not looks_like_text(page.words):
        return None
    gray = cleaned(raster)
    agreement = _agreement(page.words, Raster(gray, raster.dpi), engine)
    if agreement < LEAST_AGREEMENT:
        return None
    prepared = prepare(Raster(gray, raster.dpi), 0)
    to_display = prepared.page.to_display
    words = page.words if to_display is None else _levelled(page.words, to_display)
    rules = in_points(prepared.rules, raster.dpi)
    content = replace(page, words=words, rules=rules, to_display=to_display)
    return Recognised(content, ScanReading(page.number, "text layer", agreement))


def well_formed(token: str) -> bool:
    """Whether a word or figure could stand in a report as it is: "Danian", "9 5/8", "7/11-1X"."""
    core = token.lstrip(_OPENING).rstrip(_CLOSING)
    if not core:
        return len(token) == 1 or len(set(token)) == 1
    if _WORD.fullmatch(core):
        return all(_orderly(part) for part in re.split(r"['’./&-]", core) if part)
    return any(pattern.fullmatch(core) for pattern in (_SHORT, _FIGURE, _CODE))


def looks_like_text(words: Sequence[Word]) -> bool:
    """Whether a text layer looks like text: `FEWEST_WORDS` at least, most of them well-formed.

    words: in reading order, so that figures torn in two are seen.
    """
    if len(words) < FEWEST_WORDS:
        return False
    texts = [word.text for line in text_lines(words) for word in line.words]
    bad = sum(LONE_SIGN if _is_lone(text) else not well_formed(text) for text in texts)
    bad += sum(_is_torn(left, right) for left, right in pairwise(texts))
    return bad <= (1.0 - LEAST_WELL_FORMED) * len(texts)


def _orderly(letters: str) -> bool:
    """Lower case, capitals, or a capital first; abbreviations such as "kPa" up to four letters."""
    return letters.islower() or letters.isupper() or letters[1:].islower() or len(letters) <= 4


def _is_lone(text: str) -> bool:
    return len(text) == 1 and (text.isalpha() or text in ".,'`|_^")


def _is_torn(left: str, right: str) -> bool:
    """Whether a decimal figure was read as two: "0." and "186", or "47" and ".6"."""
    return bool(
        (re.fullmatch(r"\d+[.,]", left) and right[:1].isdigit())
        or (left[-1:].isdigit() and re.match(r"[.,]\d", right))
    )


def _agreement(words: Sequence[Word], raster: Raster, engine: OcrEngine) -> float:
    """Share of the characters of a sample that the recogniser reads alike."""
    alike = total = 0.0
    for segment in _sample(text_lines(words)):
        told = "".join(segment.text.split())
        glyphs = engine.recognise(_picture(segment, raster))
        seen = "".join(glyph.text for glyph in glyphs if not glyph.text.isspace())
        length = max(len(told), len(seen))
        alike += SequenceMatcher(None, told, seen, autojunk=False).ratio() * length
        total += length
    return alike / total if total else 0.0


def _sample(lines: Sequence[Line]) -> Sequence[Segment]:
    """Parts of lines with the most digits, whose misreading costs most."""
    segments = [segment for line in lines for segment in line.segments]
    segments.sort(key=lambda segment: sum(map(str.isdigit, segment.text)), reverse=True)
    return segments[:SAMPLE_SEGMENTS]


def _picture(segment: Segment, raster: Raster) -> Gray:
    margin = LINE_MARGIN * (segment.bottom - segment.top)
    box = Box(segment.x0, segment.top, segment.x1, segment.bottom)
    return cut_out(raster, box.grown(margin)).gray


def _levelled(words: Sequence[Word], to_display: Affine) -> tuple[Word, ...]:
    """The words where they stand once the page is levelled; their size stays."""
    a, b, c, d, e, f = to_display
    back = np.linalg.inv(np.array([[a, b, c], [d, e, f], [0.0, 0.0, 1.0]]))
    centres = np.array([[(w.x0 + w.x1) / 2, (w.top + w.bottom) / 2, 1.0] for w in words])
    moved = centres @ back.T
    return tuple(
        replace(
            word,
            x0=x - (word.x1 - word.x0) / 2,
            x1=x + (word.x1 - word.x0) / 2,
            top=y - (word.bottom - word.top) / 2,
            bottom=y + (word.bottom - word.top) / 2,
        )
        for word, (x, y) in zip(words, moved[:, :2].tolist(), strict=True)
    )
