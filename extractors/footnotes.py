"""Footnote marks: told from the figures they stand at, and tied to the notes below a table.

A mark is set raised ("24.91²"), or on the line behind the text ("24.91*", "24.91 (a)"). Readers
write raised characters as Unicode superscripts; only a mark that was raised is taken out of the
text, one on the line stays there as printed and is left out of the number alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from unicodedata import normalize

from extractors.base import RawCell
from extractors.numbers import is_unit

_LOW = "0123456789+-()abcdefghijklmnoprstuvwxyz,"
RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ⸴"
_RAISED = str.maketrans(_LOW + "−", RAISED + "⁻")
_LOWERED = str.maketrans(RAISED, _LOW)

# Raised words ("1st", "TM") are no marks and stay readable as they are.
_RAISABLE = re.compile(r"[\d+−()n-]+|\(?\d{1,2}\)?(?:,\d{1,2})+|\(?[a-z]\)?(?:,[a-z])*")

_AT_END = re.compile(rf"(?P<text>.*?\S)\s*(?P<marks>[{RAISED}*†‡§]+)", re.DOTALL)
_ON_LINE = re.compile(
    r"(?P<text>.*?\S)(?:\s*(?P<sign>[*†‡§]{1,3})|\s*\((?P<inner>\d|[a-z])\)|\s+(?P<half>\d|[a-z])\))",
    re.DOTALL,
)
_POWER = re.compile(r"(?:.*[x×·]\s?|[-−+]?)10", re.DOTALL | re.IGNORECASE)
_NOTE_MARK = re.compile(
    rf"\s*(?:note\s+)?(?:(?P<raised>[{RAISED}]{{1,3}})|(?P<sign>\(?[*†‡§]{{1,3}}\)?)"
    r"|\(?(?P<plain>\d{1,2}|[A-Za-z])(?:[).:]|\s))\s*\S",
    re.IGNORECASE,
)


def as_raised(text: str) -> str:
    """Raised text as superscripts: figures, signs and single letters; words stay as they are."""
    return text.translate(_RAISED) if _RAISABLE.fullmatch(text) else text


def is_exponent(base: str) -> bool:
    """Whether what is raised behind `base` is a power of ten and no mark: "10", "2.4 x 10"."""
    return bool(_POWER.fullmatch(base.strip()))


def note_mark(note: str) -> str | None:
    """The mark with which a note begins: "2" of "² measured", "a" of "(a) dry", "*" of "* est."."""
    match = _NOTE_MARK.match(note)
    if match is None:
        return None
    return _plain(match["raised"] or match["sign"] or match["plain"])


def explained_by(marks: Collection[str], notes: Sequence[str]) -> tuple[int, ...]:
    """Places of the notes that begin with one of `marks`."""
    return tuple(place for place, note in enumerate(notes) if marks and note_mark(note) in marks)


def with_marks(cells: Iterable[RawCell], notes: Iterable[str]) -> tuple[RawCell, ...]:
    """The cells with the marks in their texts told apart.

    A raised mark is taken from behind a figure always, from behind words where one of the
    notes begins with it ("Rate¹", but "km²").
    """
    known = {mark for note in notes if (mark := note_mark(note))}
    return tuple(_with_marks(cell, known) for cell in cells)


def without_mark(text: str, marks: Collection[str]) -> str:
    """The text without one of `marks` set on the line behind it, for reading its number."""
    match = _ON_LINE.fullmatch(text)
    return match["text"] if match and _on_line(match) in marks else text


def _with_marks(cell: RawCell, known: Collection[str]) -> RawCell:
    match = _AT_END.fullmatch(cell.text)
    if match and not set(match["marks"]) <= set("*†‡§"):
        marks = tuple(_plain(mark) for mark in match["marks"].split("⸴") if mark)
        if _is_mark(match["text"], match["marks"], marks, known):
            return replace(cell, text=match["text"], marks=(*cell.marks, *marks))
    elif (match := _ON_LINE.fullmatch(cell.text)) and (mark := _on_line(match)) in known:
        return replace(cell, marks=(*cell.marks, mark))
    return cell


def _is_mark(text: str, raised: str, marks: Collection[str], known: Collection[str]) -> bool:
    if is_exponent(text) or is_unit((text + raised).split()[-1]):
        return False
    return text[-1].isdigit() or all(mark in known for mark in marks)


def _on_line(match: re.Match[str]) -> str:
    return str(match["sign"] or match["inner"] or match["half"])


def _plain(mark: str) -> str:
    return normalize("NFKC", mark.translate(_LOWERED)).strip("()")
