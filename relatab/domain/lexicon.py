"""Concepts of the vocabulary by the words that stand for them, and where a text names them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from relatab.domain.languages import is_english
from relatab.domain.text import plain_words, words
from relatab.domain.vocabulary import Entry, entries, packaged_entries

Words = tuple[str, ...]

HAN = re.compile("[\u4e00-\u9fff]+")
"""Chinese, which prints no blanks between words."""

# Endings of nouns in Norwegian, Dutch, German, French and Spanish. Those of Russian ones are no
# part of a word's stem.
_ENDINGS = frozenset(plain_words("enes ene ens ets ers en et er es as os e a o n s"))
_LONGEST_ENDING = max(map(len, _ENDINGS))
_SHORTEST_ROOT = 4
_SHORTEST_ROOT_OF_A_LONG_ENDING = 3
# In a text of no known language: shorter English words look like forms of foreign ones.
_SHORTEST_INFLECTED = 6
# A compound's last part says what it is: halesement is a cement.
_SHORTEST_LAST_PART = 6
_SHORTEST_FIRST_PART = 3


class Sense(NamedTuple):
    """A concept that a spelling stands for, and whether it does so in English."""

    entry: Entry
    english: bool


class Mention(NamedTuple):
    """The words `start:end` of a text, and the concepts that they stand for by themselves.

    partly: the last part of a compound does, which says less than the whole of it.
    """

    start: int
    end: int
    words: Words
    senses: tuple[Sense, ...]
    partly: bool = False

    def meant(self, terms: Iterable[str], *, english: bool) -> Sequence[Entry]:
        """The concepts that the words mean in English, or in another language, beside others.

        terms: the words of the whole text.
        """
        known = [sense.entry for sense in self.senses if sense.english is english]
        return spoken_for(known, set(terms) - set(self.words))


class Lexicon:
    """The concepts of a vocabulary by their spellings."""

    def __init__(self, known: Sequence[Entry]) -> None:
        senses: defaultdict[Words, dict[Entry, bool]] = defaultdict(dict)
        for entry in known:
            for spelling in entry.english:
                senses[spelling.words][entry] = True
            for spelling in entry.foreign:
                senses[spelling.words].setdefault(entry, False)
        self._senses = {
            spelling: tuple(Sense(entry, english) for entry, english in found.items())
            for spelling, found in senses.items()
        }
        self._longest = max(map(len, self._senses))
        self._entries = {entry.key: entry for entry in known}
        self._parts: defaultdict[str, list[Entry]] = defaultdict(list)
        for entry in known:
            if entry.within:
                self._parts[entry.within].append(entry)
        self._inflected: dict[str, tuple[Sense, ...]] = {}
        for asked, found in self._senses.items():
            foreign = tuple(each for each in found if not each.english)
            if foreign and len(asked) == 1:
                for form in _forms(asked[0]):
                    self._inflected.setdefault(form, foreign)

    def mentions(self, terms: Sequence[str]) -> Iterator[Mention]:
        """What a text's words (`text.words`) name, the longest spelling at each place.

        Unless the text shows to be English, its words are also known with other endings, and
        in another language by the last part of a compound: English words would be taken for
        such ("advertisement").
        """
        english = self.is_english(terms)
        start = 0
        while start < len(terms):
            for end in range(min(start + self._longest, len(terms)), start, -1):
                spelling = tuple(terms[start:end])
                senses, partly = self.senses(spelling), False
                if not senses and len(spelling) == 1:
                    senses = self.inflected(spelling[0], english=english)
                if not senses and len(spelling) == 1 and english is False:
                    senses, partly = self.of_last_part(spelling[0]), True
                if senses:
                    yield Mention(start, end, spelling, senses, partly)
                    start = end
                    break
            else:
                start += 1

    def is_english(self, terms: Sequence[str]) -> bool | None:
        """Whether a text is English: where its small words tell nothing, a long word that the
        vocabulary has in another language only shows that it is not.
        """
        told = is_english(terms)
        if told is None and any(
            len(term) >= _SHORTEST_INFLECTED
            and (senses := self.senses((term,)))
            and not any(sense.english for sense in senses)
            for term in terms
        ):
            return False
        return told

    def senses(self, spelling: Words) -> tuple[Sense, ...]:
        """What a spelling stands for."""
        return self._senses.get(spelling, ())

    def around(self, entry: Entry) -> Iterator[Entry]:
        """The concepts that one lies within, the nearest first."""
        while entry.within:
            entry = self._entries[entry.within]
            yield entry

    def parts(self, entry: Entry) -> Iterator[Entry]:
        """The concepts that lie within one, and those that lie within these."""
        for part in self._parts.get(entry.key, ()):
            yield part
            yield from self._parts.get(part.key, ())

    def inflected(self, word: str, *, english: bool | None = None) -> tuple[Sense, ...]:
        """What another form of a word stands for.

        english: whether the text around is English, None where nothing tells.
        """
        if english or (english is None and len(word) < _SHORTEST_INFLECTED):
            return ()
        return next((self._inflected[form] for form in _forms(word) if form in self._inflected), ())

    def of_last_part(self, word: str) -> tuple[Sense, ...]:
        """What the last part of a compound stands for, the longest that is known."""
        last = len(word) - _SHORTEST_LAST_PART + 1
        parts = (word[start:] for start in range(_SHORTEST_FIRST_PART, last))
        return next(filter(None, (self.inflected(part, english=False) for part in parts)), ())

    def terms(self, text: str) -> list[str]:
        """The words of a text (`text.words`), those of Chinese as far as they are known."""
        return [part for word in words(text) for part in self.parted(word)]

    def parted(self, word: str) -> list[str]:
        """A word, or the known words of one in Chinese."""
        if not HAN.search(word):
            return [word]
        parts: list[str] = []
        place = 0
        while place < len(word):
            end = len(word)
            while end > place and (word[place:end],) not in self._senses:
                end -= 1
            if end > place:
                parts.append(word[place:end])
            place = max(end, place + 1)
        return parts or [word]


def lexicon() -> Lexicon:
    """The lexicon of the packaged vocabulary and the user's own; UserFileError for a bad row."""
    return _lexicon(entries())


def packaged_lexicon() -> Lexicon:
    """The lexicon by which tables are read: an index does not depend on the user's file."""
    return _lexicon(packaged_entries())


@lru_cache(maxsize=8)
def _lexicon(known: tuple[Entry, ...]) -> Lexicon:
    return Lexicon(known)


def spoken_for(known: Sequence[Entry], around: Collection[str]) -> Sequence[Entry]:
    """The concepts that words around speak for, or all where none of these words does."""
    return [entry for entry in known if not entry.cues.isdisjoint(around)] or known


def _forms(word: str) -> Iterator[str]:
    """A word, and what is left of it without an ending, the longest first."""
    yield word
    for length in range(1, _LONGEST_ENDING + 1):
        shortest = _SHORTEST_ROOT if length == 1 else _SHORTEST_ROOT_OF_A_LONG_ENDING
        if word[-length:] in _ENDINGS and len(word) - length >= shortest:
            yield word[:-length]
