"""Expansion of a question by the trade's other words for the same, in both directions.

A question that says "top of cement" should meet a column headed "TOC", and the other way
round. A spelling with more than one meaning ("TOC": top of cement, total organic carbon)
is decided by the words around it; where none of them helps, every meaning is added at a
lower weight. The words are those of `vocabulary`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from relatab.domain.text import words
from relatab.domain.vocabulary import AMBIGUOUS, SYNONYMS, TRANSLATIONS

# Another spelling of the same thing is nearly as good as the word itself ...
SYNONYM_WEIGHT = 0.6
# ... one of several possible meanings much less so.
AMBIGUOUS_WEIGHT = 0.25
# A foreign word is rare in a collection of one language, and rarity already speaks for it.
TRANSLATION_WEIGHT = 0.3


@dataclass(frozen=True, slots=True)
class Entry:
    """One concept: its spellings, and cues that speak for it.

    cues: words whose presence decides for this meaning of an ambiguous spelling;
    translates: whether the spellings are one word in several languages.
    """

    spellings: tuple[str, ...]
    cues: tuple[str, ...] = ()
    translates: bool = False


@dataclass(frozen=True, slots=True)
class Expansion:
    """`text` may be printed for words of a question; weight in (0, 1]."""

    text: str
    weight: float


def _spellings(row: str) -> tuple[str, ...]:
    return tuple(row.split("|"))


ENTRIES: tuple[Entry, ...] = (
    *(Entry(_spellings(row)) for row in SYNONYMS),
    *(Entry(_spellings(row), tuple(cues.split())) for row, cues in AMBIGUOUS),
    *(Entry(_spellings(row), translates=True) for row in TRANSLATIONS),
)


def expand(terms: Sequence[str]) -> tuple[Expansion, ...]:
    """Other spellings of what a question says, longest spelling first at each place.

    terms: the question's words as `text.words` gives them, in order. Words that were
    part of a longer spelling do not expand on their own: "kick off point" gives "kop",
    not the partners of "kick". In the order of the question, then of the vocabulary.
    """
    spellings, longest = _index()
    found: list[Expansion] = []
    place = 0
    while place < len(terms):
        for length in range(min(longest, len(terms) - place), 0, -1):
            spelling = tuple(terms[place : place + length])
            if entries := spellings.get(spelling):
                found.extend(_expansions(spelling, entries, terms))
                place += length
                break
        else:
            place += 1
    return tuple(found)


def meanings(spelling: str, around: str) -> frozenset[str]:
    """What a spelling means beside other words, each meaning by its first spelling.

    All of its meanings where none of the words around speaks for one; none if it is unknown.
    """
    entries = _index()[0].get(words(spelling), ())
    return frozenset(entry.spellings[0] for entry in _chosen(entries, set(words(around))))


def _expansions(
    spelling: tuple[str, ...], entries: tuple[Entry, ...], terms: Sequence[str]
) -> Iterator[Expansion]:
    chosen = _chosen(entries, set(terms) - set(spelling))
    weight = SYNONYM_WEIGHT if len(chosen) == 1 else AMBIGUOUS_WEIGHT
    for entry in chosen:
        for text in _others(entry, spelling):
            yield Expansion(text, weight)
    for entry in entries:
        if entry.translates:
            for text in _others(entry, spelling):
                english = text == entry.spellings[0]
                yield Expansion(text, SYNONYM_WEIGHT if english else TRANSLATION_WEIGHT)


def _chosen(entries: tuple[Entry, ...], context: set[str]) -> list[Entry]:
    """The entries that words around speak for, or all where none of these words does."""
    meant = [entry for entry in entries if not entry.translates]
    return [entry for entry in meant if context & set(_words(entry.cues))] or meant


def _others(entry: Entry, spelling: tuple[str, ...]) -> list[str]:
    return [text for text in entry.spellings if words(text) != spelling]


@cache
def _index() -> tuple[dict[tuple[str, ...], tuple[Entry, ...]], int]:
    """Entries by spelling, and the number of words in the longest spelling."""
    index: dict[tuple[str, ...], tuple[Entry, ...]] = {}
    for entry in ENTRIES:
        for spelling in dict.fromkeys(words(text) for text in entry.spellings):
            index[spelling] = (*index.get(spelling, ()), entry)
    return index, max(map(len, index))


@cache
def _words(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for text in texts for word in words(text))
