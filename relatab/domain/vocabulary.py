"""The trade's words as data: `vocabulary.csv`, and the rows that a user adds to it.

One row is one concept. `en` holds its English spellings, the usual one first, parted by "|";
abbreviations are written without points and slashes ("p a" for P&A). `cues` are words whose
presence speaks for this concept where a spelling has several meanings. The other columns
hold the spellings in other languages. Words compare folded and stemmed, so neither case nor
accents nor a plural needs a row.

The file that RELATAB_VOCABULARY names has the same columns, in any order; all but `en` may
be left out. A row whose first English spelling is already known adds to that concept.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from relatab.domain.text import words
from relatab.domain.userfiles import read_rows

LANGUAGES = ("no", "nl", "fr", "es", "de", "zh", "ru")
OWN_FILE = "RELATAB_VOCABULARY"
"""The environment variable that names a user's own file."""

_COLUMNS = ("en", "cues", *LANGUAGES)
_PACKAGED = Path(__file__).with_name("vocabulary.csv")


class Spelling(NamedTuple):
    """A spelling as printed, and its folded and stemmed words."""

    text: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One concept: its English spellings, the usual one first, cues, and foreign spellings.

    cues: words that speak for this meaning of an ambiguous spelling, folded and stemmed.
    """

    english: tuple[Spelling, ...]
    cues: frozenset[str]
    foreign: tuple[Spelling, ...]

    @property
    def name(self) -> str:
        """The usual English spelling."""
        return self.english[0].text

    def and_also(self, other: Entry) -> Entry:
        """The concept with what another row adds to it."""
        return Entry(
            (*self.english, *other.english),
            self.cues | other.cues,
            (*self.foreign, *other.foreign),
        )


def entries() -> tuple[Entry, ...]:
    """All concepts, the packaged ones first; UserFileError for a bad row of the user's file."""
    return _entries(os.environ.get(OWN_FILE) or None)


@lru_cache(maxsize=8)
def _entries(own: str | None) -> tuple[Entry, ...]:
    known: dict[str, Entry] = {}
    for path in (_PACKAGED, *([Path(own)] if own else [])):
        for _, row in read_rows(path, _COLUMNS, needed="en"):
            entry = Entry(
                _spellings(row["en"]),
                frozenset(words(row["cues"])),
                _spellings("|".join(row[language] for language in LANGUAGES)),
            )
            name = entry.name.casefold()
            known[name] = known[name].and_also(entry) if name in known else entry
    return tuple(known.values())


def _spellings(cell: str) -> tuple[Spelling, ...]:
    texts = filter(None, map(str.strip, cell.split("|")))
    return tuple(Spelling(text, words(text)) for text in texts)
