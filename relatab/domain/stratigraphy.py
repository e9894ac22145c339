"""Formation and age names: what a depth lies in.

Ages are the vocabulary's concepts within that of a geological age: those of the geological time
scale in several languages, with the spellings of older reports (Maestrichtian, Palaeocene).
Formations, groups and members are also recognised by the
word or abbreviation behind the name (`Heron Formation`, `Tern Fm`, `Petrel Group`) or, in
Spanish, before it (`Formación Garza`), because their names are too many to list; a question mark
of doubt before a name is left out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from relatab.domain.lexicon import Lexicon, packaged_lexicon, spoken_for
from relatab.domain.text import fold, plain_marks, plain_words, stem
from relatab.domain.vocabulary import Entry

_NAME = r"[A-ZÆØÅ][^\W\d_]{2,}(?:\s[A-ZÆØÅ][^\W\d_]{2,})?"
_RANKED = re.compile(
    rf"(?<![^\W_])(?P<name>{_NAME})\s"
    r"(?P<rank>(?:Formation|Fm|Group|Gp|Grp|Member|Mbr|Mb|Formatie|Groep|Laagpakket)\b"
    r"|FORMATION\b|FM\b|GROUP\b|GP\b|MEMBER\b|formation\b|group\b|member\b"
    r"|formasjon(?:en)?\b|formatie\b)(?!\s?[:_])"
    rf"|\b(?:Formación|Miembro|Grupo|formación|miembro|grupo)\s(?P<named>{_NAME})"
)
_HINT = re.compile(
    r"formati|formasjon|formación|group|grupo|groep|member|miembro|laagpakket|\b(?:fm|gp|grp|mbr?)\b",
    re.IGNORECASE,
)
# Capitalised words that stand before "formation" or "group" without being a name.
_NO_NAMES = frozenset(
    plain_words(
        "the this each top base upper lower middle which what one another reservoir producing tight"
        " rock working study oil gas formation soft hard same other operator company petroleum"
        " production recombined fluid sample tested perforated principal total geological pressure"
        " water well name date interval age open main new old entire sandstone working user peer"
    )
)

_ROOT = "geological age"
"""The concept within which all ages lie."""
_LONGEST_AGE = 3  # words
_TOO_LONG = 2  # the outermost of what an age lies within: the era, and the root


@dataclass(frozen=True, slots=True)
class Unit:
    """A stratigraphic unit: its folded name without rank, and how it was printed.

    Of an age, the name is the usual English one, and the print is folded; within: the ages that
    it lies within, the nearest first, but for eras, which most of a well lies within.
    """

    value: str
    printed: str
    within: tuple[str, ...] = ()


def find_units(text: str) -> tuple[Unit, ...]:
    """Ages and ranked units of a text; each value once, ages first."""
    text = plain_marks(text)
    known = packaged_lexicon()
    units = {unit.value: unit for unit in _ages(text, known)}
    if _HINT.search(text):
        for match in _RANKED.finditer(text):
            names = fold(match["name"] or match["named"]).split()
            while names and (names[0] in _NO_NAMES or _ages_spelt((stem(names[0]),), known)):
                names = names[1:]
            if names and names[-1] not in _NO_NAMES:
                value = " ".join(names)
                units.setdefault(value, Unit(value, match.group()))
    return tuple(units.values())


def _ages(text: str, known: Lexicon) -> Iterator[Unit]:
    """The ages that a text names, the longest spelling at each place."""
    terms = known.terms(text)
    place = 0
    while place < len(terms):
        for end in range(min(place + _LONGEST_AGE, len(terms)), place, -1):
            spelling = tuple(terms[place:end])
            if ages := _ages_meant(spelling, terms, known):
                around = tuple(known.around(ages[0]))[:-_TOO_LONG]
                names = tuple(age.key for age in around)
                yield Unit(ages[0].key, " ".join(spelling), names)
                place = end
                break
        else:
            place += 1


def _ages_meant(
    spelling: tuple[str, ...], around: Collection[str], known: Lexicon
) -> Sequence[Entry]:
    """The ages that a spelling stands for beside other words; none where it may be English for
    something else, as "perm" is for the permeability.
    """
    if not (ages := _ages_spelt(spelling, known)):
        return ()
    senses = known.senses(spelling)
    meant = spoken_for([sense.entry for sense in senses], set(around) - set(spelling))
    others = (sense for sense in senses if sense.english and sense.entry not in ages)
    return () if any(sense.entry in meant for sense in others) else ages


def _ages_spelt(spelling: tuple[str, ...], known: Lexicon) -> Sequence[Entry]:
    """The ages of a spelling; a word of another script may have another ending."""
    senses = known.senses(spelling)
    if not senses and len(spelling) == 1 and not spelling[0].isascii():
        senses = known.inflected(spelling[0])
    return [sense.entry for sense in senses if _is_age(sense.entry, known)]


def _is_age(entry: Entry, known: Lexicon) -> bool:
    return any(each.name == _ROOT for each in known.around(entry))
