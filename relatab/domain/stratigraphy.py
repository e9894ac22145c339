"""Formation and age names: what a depth lies in.

Ages are those of the geological time scale with the spellings of older reports
(Maestrichtian, Palaeocene). Formations, groups and members are recognised by the word or
abbreviation behind the name (`Ekofisk Formation`, `Balder Fm`, `Chalk Group`), because
their names are too many to list; a question mark of doubt before a name is left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from relatab.domain.text import fold, plain_marks, plain_words

_AGES = plain_words(
    "quaternary tertiary neogene paleogene holocene pleistocene pliocene miocene oligocene eocene "
    "paleocene cretaceous jurassic triassic permian carboniferous devonian silurian ordovician "
    "cambrian precambrian rotliegend zechstein "
    "piacenzian zanclean messinian tortonian serravallian langhian burdigalian aquitanian chattian "
    "rupelian priabonian bartonian lutetian ypresian thanetian selandian danian maastrichtian "
    "campanian santonian coniacian turonian cenomanian albian aptian barremian hauterivian "
    "valanginian berriasian ryazanian tithonian volgian kimmeridgian oxfordian callovian bathonian "
    "bajocian aalenian toarcian pliensbachian sinemurian hettangian rhaetian norian carnian "
    "ladinian anisian olenekian"
)
_VARIANTS = {
    "maestrichtian": "maastrichtian",
    "palaeocene": "paleocene",
    "palaeogene": "paleogene",
    "pliocen": "pliocene",
    "miocen": "miocene",
    "oligocen": "oligocene",
    "eocen": "eocene",
    "paleocen": "paleocene",
    "jura": "jurassic",
    "trias": "triassic",
    "perm": "permian",
    "kritt": "cretaceous",
    "krijt": "cretaceous",
    "cretace": "cretaceous",
    "cretacico": "cretaceous",
    "oligoceno": "oligocene",
    "mioceno": "miocene",
    "eoceno": "eocene",
    "paleoceno": "paleocene",
}
_AGE_NAMES = {name: name for name in _AGES} | _VARIANTS
_AGE = re.compile(
    rf"(?<![^\W_])(?:{'|'.join(sorted(_AGE_NAMES, key=len, reverse=True))})(?![^\W_])"
)
_RANKED = re.compile(
    r"(?<![^\W_])(?P<name>[A-ZÆØÅ][^\W\d_]{2,}(?:\s[A-ZÆØÅ][^\W\d_]{2,})?)\s"
    r"(?P<rank>(?:Formation|Fm|Group|Gp|Grp|Member|Mbr|Mb)\b|FORMATION\b|FM\b|GROUP\b|GP\b|MEMBER\b"
    r"|formation\b|group\b|member\b)(?!\s?[:_])"
)
_HINT = re.compile(r"formation|group|member|\b(?:fm|gp|grp|mbr?)\b", re.IGNORECASE)
# Capitalised words that stand before "formation" or "group" without being a name.
_NO_NAMES = frozenset(
    plain_words(
        "the this each top base upper lower middle which what one another reservoir producing tight"
        " rock working study oil gas formation soft hard same other operator company petroleum"
        " production recombined fluid sample tested perforated principal total geological pressure"
        " water well name date interval age open main new old entire sandstone working user peer"
    )
)


@dataclass(frozen=True, slots=True)
class Unit:
    """A stratigraphic unit: its folded name without rank, and how it was printed."""

    value: str
    printed: str


def find_units(text: str) -> tuple[Unit, ...]:
    """Ages and ranked units of a text; each value once, ages first."""
    text = plain_marks(text)
    units: dict[str, str] = {}
    for match in _AGE.finditer(fold(text)):
        units.setdefault(_AGE_NAMES[match.group()], match.group())
    if _HINT.search(text):
        for match in _RANKED.finditer(text):
            names = fold(match["name"]).split()
            while names and (names[0] in _NO_NAMES or names[0] in _AGE_NAMES):
                names = names[1:]
            if names and names[-1] not in _NO_NAMES:
                units.setdefault(" ".join(names), match.group())
    return tuple(Unit(value, printed) for value, printed in units.items())
