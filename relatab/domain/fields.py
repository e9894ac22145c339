"""Field names: a capitalised name beside the word field, discovery, prospect or structure.

Recognised: `Heron field`, `the Heron discovery well`, `FIELD: HERON`, `Heron-feltet` is not.
A field has no list to check against, so general words ("Oil field", "Magnetic field") are
left out and everything else is believed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from relatab.domain.text import fold, plain_marks, plain_words

_WORD = r"(?i:field|discovery|prospect|structure|felt|veld|campo|champ)"
# A second word before a colon is the next label of a form: "FIELD: HERON DATE: ...".
_NAME = r"[A-ZÆØÅ][^\W\d_]*(?:[ -][A-ZÆØÅ][^\W\d_]*+(?!\s?:))?"
_FIELD = re.compile(
    rf"(?<![^\W_])(?:(?P<before>{_NAME})\s{_WORD}(?![^\W_])"
    rf"|{_WORD}(?:\sname)?\s?[:=]\s?(?P<after>{_NAME}))"
)
_HINT = re.compile(_WORD)
_NO_NAMES = frozenset(
    plain_words(
        """
        oil gas the this each which what a an magnetic electric near far in on of our new old
        producing developed offshore onshore data well wells exploration development north south
        east west central salt fault geological reservoir rock all from other same general units
        field discovery prospect structure core internal de la le du les des el den det der het een
        crystal organisation no not any lease block company county state province country area
        drilling fluid mud rig operator location unknown wildcat exploratory visual sample gravity
        """
    )
)


_SHORTEST_NAME = 3  # letters


@dataclass(frozen=True, slots=True)
class Field:
    """A field: its name in capitals, and how it was printed."""

    value: str
    printed: str


def find_fields(text: str) -> tuple[Field, ...]:
    """The fields that a text names, in reading order."""
    text = plain_marks(text)
    if not _HINT.search(text):
        return ()
    named = (
        (normalise_field(match["before"] or match["after"]), match.group())
        for match in _FIELD.finditer(text)
    )
    return tuple(Field(value, printed) for value, printed in named if value)


def normalise_field(name: str) -> str | None:
    """A field's name in capitals, without general words before it; None if nothing is left."""
    named = name.split()
    while named and fold(named[0]) in _NO_NAMES:
        named = named[1:]
    if not named or fold(named[-1]) in _NO_NAMES or any(map(str.isdigit, name)):
        return None
    whole = " ".join(named).upper()
    short = whole.isascii() and len(whole) < _SHORTEST_NAME
    return whole if whole[0].isalpha() and not short else None
