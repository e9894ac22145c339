"""The trade's words as data: `vocabulary.csv`, the ages of the geological time scale in `ages.csv`,
and the rows that a user adds to them.

One row is one concept. `en` holds its English spellings, the usual one first, parted by "|";
abbreviations are written without points and slashes ("p a" for P&A). `cues` are words whose
presence speaks for this concept where a spelling has several meanings. `within` names, by its
usual English spelling, the concept of which this one is a part: the Danian lies within the
Paleocene. The other columns hold the spellings in other languages. Words compare folded and stemmed, so neither case nor
accents nor a plural needs a row.

The file that RELATAB_VOCABULARY names has the same columns, in any order; all but `en` may
be left out. A row whose first English spelling is already known adds to that concept.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from relatab.domain.text import words
from relatab.domain.userfiles import bad_row, read_rows

LANGUAGES = ("no", "nl", "fr", "es", "de", "zh", "ru")
OWN_FILE = "RELATAB_VOCABULARY"
"""The environment variable that names a user's own file."""

_COLUMNS = ("en", "cues", "within", *LANGUAGES)
_PACKAGED = tuple(Path(__file__).with_name(name) for name in ("vocabulary.csv", "ages.csv"))


class Spelling(NamedTuple):
    """A spelling as printed, and its folded and stemmed words."""

    text: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One concept: its English spellings, the usual one first, cues, and foreign spellings.

    cues: words that speak for this meaning of an ambiguous spelling, folded and stemmed; within:
    the key of the concept of which this one is a part, "" where there is none.
    """

    english: tuple[Spelling, ...]
    cues: frozenset[str]
    foreign: tuple[Spelling, ...]
    within: str = ""

    @property
    def name(self) -> str:
        """The usual English spelling."""
        return self.english[0].text

    @property
    def key(self) -> str:
        """The name as `within` and a user's rows compare it."""
        return self.name.casefold()

    def and_also(self, other: Entry) -> Entry:
        """The concept with what another row adds to it."""
        return Entry(
            (*self.english, *other.english),
            self.cues | other.cues,
            (*self.foreign, *other.foreign),
            other.within or self.within,
        )


def entries() -> tuple[Entry, ...]:
    """All concepts, the packaged ones first; UserFileError for a bad row of the user's file."""
    return _entries(os.environ.get(OWN_FILE) or None)


def packaged_entries() -> tuple[Entry, ...]:
    """All concepts but those of the user's file."""
    return _entries(None)


@lru_cache(maxsize=8)
def _entries(own: str | None) -> tuple[Entry, ...]:
    known: dict[str, Entry] = {}
    for path in (*_PACKAGED, *([Path(own)] if own else [])):
        for line, row in read_rows(path, _COLUMNS, needed="en"):
            entry = Entry(
                _spellings(row["en"]),
                frozenset(words(row["cues"])),
                _spellings("|".join(row[language] for language in LANGUAGES)),
                row["within"].casefold(),
            )
            if entry.key in known:
                entry = known[entry.key].and_also(entry)
            known[entry.key] = entry
            if not _is_placed(entry, known):
                wanted = "a concept of an earlier row that is no part of this one"
                raise bad_row(path, line, f"within {row['within']!r}, which is not {wanted}")
    return tuple(known.values())


def _is_placed(entry: Entry, known: Mapping[str, Entry]) -> bool:
    """Whether what a concept lies within is known, and does not lie within the concept."""
    around = entry.within
    while around and around != entry.key:
        if around not in known:
            return False
        around = known[around].within
    return not around


def _spellings(cell: str) -> tuple[Spelling, ...]:
    texts = filter(None, map(str.strip, cell.split("|")))
    return tuple(Spelling(text, words(text)) for text in texts)
