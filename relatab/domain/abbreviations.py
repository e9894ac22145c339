"""Expansion of a question by the trade's other words for the same, in both directions.

A question that says "top of cement" should meet a column headed "TOC", and the other way
round, and so should one in another language ("topp sement"). A spelling with more than one
meaning ("TOC": top of cement, total organic carbon) is decided by the words around it;
where none of them helps, every meaning is added at a lower weight. The words are those of
`vocabulary`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from relatab.domain.text import plain_words, words
from relatab.domain.vocabulary import Entry, Spelling, entries

# Another spelling of the same thing is nearly as good as the word itself ...
SYNONYM_WEIGHT = 0.6
# ... one of several possible meanings much less so.
AMBIGUOUS_WEIGHT = 0.25
# A foreign word is rare in a collection of one language, and rarity already speaks for it.
TRANSLATION_WEIGHT = 0.3

_Words = tuple[str, ...]

_HAN = re.compile("[\u4e00-\u9fff]+")
# Endings of nouns in Norwegian, Dutch, German, French, Spanish and Russian.
_ENDINGS = frozenset(
    plain_words(
        "enes ene ens ets ers en et er es as os e a o n s "
        "ами ями ого ая ой ом ем ах ях ов ей ий ый ые ам ям ую а я ы и у ю е о ь"
    )
)
_LONGEST_ENDING = max(map(len, _ENDINGS))
_SHORTEST_ROOT = 4
_SHORTEST_ROOT_OF_A_LONG_ENDING = 3


@dataclass(frozen=True, slots=True)
class Expansion:
    """`text` may be printed for words of a question; weight in (0, 1]."""

    text: str
    weight: float


class _Sense(NamedTuple):
    """A concept that a spelling stands for, and whether it does so in English."""

    entry: Entry
    english: bool


class _Lexicon:
    """Senses by spelling; `longest`: words in the longest spelling."""

    def __init__(self, known: Iterable[Entry]) -> None:
        senses: defaultdict[_Words, dict[Entry, bool]] = defaultdict(dict)
        for entry in known:
            for spelling in entry.english:
                senses[spelling.words][entry] = True
            for spelling in entry.foreign:
                senses[spelling.words].setdefault(entry, False)
        self._senses = {
            spelling: tuple(_Sense(entry, english) for entry, english in found.items())
            for spelling, found in senses.items()
        }
        self.longest = max(map(len, self._senses))
        self._inflected: dict[str, tuple[_Sense, ...]] = {}
        for asked, found in self._senses.items():
            foreign = tuple(each for each in found if not each.english)
            if foreign and len(asked) == 1:
                for form in _forms(asked[0]):
                    self._inflected.setdefault(form, foreign)

    def senses(self, spelling: _Words) -> tuple[_Sense, ...]:
        """What a spelling stands for; a foreign word is also known with another ending."""
        found = self._senses.get(spelling, ())
        if found or len(spelling) > 1:
            return found
        known = (self._inflected[form] for form in _forms(spelling[0]) if form in self._inflected)
        return next(known, ())

    def parted(self, term: str) -> list[str]:
        """A term, or the known words of one in Chinese, which prints no blanks between them."""
        if not _HAN.search(term):
            return [term]
        parts: list[str] = []
        place = 0
        while place < len(term):
            end = len(term)
            while end > place and (term[place:end],) not in self._senses:
                end -= 1
            if end > place:
                parts.append(term[place:end])
            place = max(end, place + 1)
        return parts or [term]


@lru_cache(maxsize=8)
def _lexicon(known: tuple[Entry, ...]) -> _Lexicon:
    return _Lexicon(known)


def _forms(word: str) -> Iterator[str]:
    """A word, and what is left of it without an ending, the longest first."""
    yield word
    for length in range(1, _LONGEST_ENDING + 1):
        shortest = _SHORTEST_ROOT if length == 1 else _SHORTEST_ROOT_OF_A_LONG_ENDING
        if word[-length:] in _ENDINGS and len(word) - length >= shortest:
            yield word[:-length]


def expand(terms: Sequence[str]) -> tuple[Expansion, ...]:
    """Other spellings of what a question says, longest spelling first at each place.

    terms: the question's words as `text.words` gives them, in order. Words that were
    part of a longer spelling do not expand on their own: "kick off point" gives "kop",
    not the partners of "kick". In the order of the question, then of the vocabulary.
    """
    lexicon = _lexicon(entries())
    terms = [part for term in terms for part in lexicon.parted(term)]
    found: list[Expansion] = []
    place = 0
    while place < len(terms):
        for length in range(min(lexicon.longest, len(terms) - place), 0, -1):
            spelling = tuple(terms[place : place + length])
            if senses := lexicon.senses(spelling):
                found.extend(_expansions(spelling, senses, set(terms) - set(spelling)))
                place += length
                break
        else:
            place += 1
    return tuple(found)


def meanings(spelling: str, around: str) -> frozenset[str]:
    """What a spelling means beside other words, each meaning by its first spelling.

    All of its meanings where none of the words around speaks for one; none if it is unknown.
    """
    senses = _lexicon(entries()).senses(words(spelling))
    meant = _chosen([sense.entry for sense in senses], set(words(around)))
    return frozenset(entry.name for entry in meant)


def _expansions(
    spelling: _Words, senses: Sequence[_Sense], context: Collection[str]
) -> Iterator[Expansion]:
    english = [sense.entry for sense in senses if sense.english]
    foreign = [sense.entry for sense in senses if not sense.english]
    meant = _chosen(english, context)
    weight = SYNONYM_WEIGHT if len(meant) == 1 else AMBIGUOUS_WEIGHT
    for entry in meant:
        yield from _at(weight, entry.english, spelling)
        yield from _at(min(weight, TRANSLATION_WEIGHT), entry.foreign, spelling)
    meant = _chosen(foreign, context)
    weight = SYNONYM_WEIGHT if len(meant) == 1 and not english else AMBIGUOUS_WEIGHT
    for entry in meant:
        usual, *others = entry.english
        yield from _at(weight, [usual], spelling)
        yield from _at(min(weight, TRANSLATION_WEIGHT), (*others, *entry.foreign), spelling)


def _chosen(known: Sequence[Entry], context: Collection[str]) -> Sequence[Entry]:
    """The concepts that words around speak for, or all where none of these words does."""
    return [entry for entry in known if not entry.cues.isdisjoint(context)] or known


def _at(weight: float, spellings: Iterable[Spelling], asked: _Words) -> Iterator[Expansion]:
    """Spellings at a weight, without the one that was asked for."""
    return (Expansion(each.text, weight) for each in spellings if each.words != asked)
