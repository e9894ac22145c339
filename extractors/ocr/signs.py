"""Signs that recognisers put for others, by what stands around them. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from extractors.ocr.engine import Glyph

LOOKALIKES = str.maketrans(
    {"一": "-", "ー": "-", "─": "-", "二": "=", "ニ": "=", "十": "+", "工": "I"}
    | {"，": ",", "。": ".", "、": ",", "・": ".", "’": "'", "‘": "'"}
    | {"℃": "°C", "℉": "°F"}
)
"""Signs of other scripts, and signs for two, that recognisers put for plain ones."""

RULE_SIGN = "|"
"""What a recogniser reads in the rest of a vertical rule; reports print it for nothing else."""

FOREIGN_SHARE = 0.05
"""Of a page's characters: fewer signs of another script are stains and scribbles."""

_FOREIGN = re.compile(r"[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff]")
_MISREAD_FIGURE = re.compile(r"[-+(]?\d(?:[\d.,OI]|l(?=[\d.,]))*[)+]?")
_LETTERS_TO_DIGITS = str.maketrans("OIl", "011")
_SPECKED_FIGURE = re.compile(r"[.·]?(\d+[.,]\d+)[.·]?")
_CHLORIDE = re.compile(r"(?<![A-Za-z])((?:K|Na|H|Li|Ca|Mg|Ba|Sr|Zn|Fe|Al|NH4)C)I(?![A-Z])")
_DEGREES = re.compile(r"([(\[]?)[°ºoO0]?([FC][.)\],:]*)")


def tidy(text: str) -> str:
    """Full-width forms and lookalikes as plain characters; everything else as read."""
    plain = [chr(ord(sign) - 0xFEE0) if "！" <= sign <= "～" else sign for sign in text]
    return "".join(plain).translate(LOOKALIKES)


def plain_figure(text: str) -> str:
    """A figure in which O, I or l was read for 0 or 1, with the digits; other text as it is.

    Two digits at least must stand for each such letter, and a final l may be litres.
    """
    if not _MISREAD_FIGURE.fullmatch(text):
        return text
    digits, letters = (sum(map(test, text)) for test in (str.isdigit, str.isalpha))
    return text.translate(_LETTERS_TO_DIGITS) if digits >= 2 * letters else text


def plain_formula(text: str) -> str:
    """Chlorides with the letter l that was read as I: "KCI" is KCl, there is no element CI."""
    return _CHLORIDE.sub(r"\1l", text)


def without_specks(text: str) -> str:
    """A decimal figure that stands alone, less the dust before or after it: ".9.4", "9.4."."""
    match = _SPECKED_FIGURE.fullmatch(text)
    return match[1] if match else text


def with_degree(text: str) -> str:
    """A unit of temperature with the ring that was lost or read as O: "F", "OF", "oC"."""
    match = _DEGREES.fullmatch(text)
    return f"{match[1]}°{match[2]}" if match else text


def plain_dashes(glyphs: Sequence[Glyph]) -> tuple[Glyph, ...]:
    """A line's characters with a hyphen for "~" between two figures: "818 ~ 1 880" is a range,
    and "about" stands before its figure only.
    """
    signs = [index for index, glyph in enumerate(glyphs) if not glyph.text.isspace()]
    plain = list(glyphs)
    for before, index, after in zip(signs, signs[1:], signs[2:], strict=False):
        if tidy(glyphs[index].text) == "~" and all(
            glyphs[place].text.isdigit() for place in (before, after)
        ):
            plain[index] = replace(glyphs[index], text="-")
    return tuple(plain)


def without_scribbles(glyphs: Sequence[Glyph]) -> tuple[Glyph, ...]:
    """A line's characters, those of East Asia without any confidence; empty if all are such."""
    signs = tuple(
        replace(glyph, confidence=0.0) if _is_foreign(glyph.text) else glyph for glyph in glyphs
    )
    return signs if any(glyph.confidence > 0.0 for glyph in signs) else ()


def has_script(lines: Sequence[Sequence[Glyph]]) -> bool:
    """Whether so much of a page is in signs of East Asia that these are meant."""
    signs = [glyph.text for line in lines for glyph in line if not glyph.text.isspace()]
    return sum(map(_is_foreign, signs)) > FOREIGN_SHARE * len(signs)


def _is_foreign(sign: str) -> bool:
    return bool(_FOREIGN.search(tidy(sign)))
