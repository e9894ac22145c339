"""Which well is meant by each of the names that the documents of a corpus use.

One report prints a well's number, another its nickname, its number on the platform, an
older spelling, or what a recogniser made of it. Only all of them together tell: a name is
taken for another one where the corpus holds the well that it can mean.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from relatab.domain.nicknames import (
    NICKNAME,
    READING,
    SLOT,
    folded_name,
    is_slot,
    without_number_marks,
)
from relatab.domain.text import plain_marks
from relatab.domain.wells import find_wells, in_latin, short_name
from relatab.domain.wells.readings import readings, skeleton
from relatab.model import Identity

Corrections = Mapping[str, str | None]
"""By the normal form of a name the well it is a name of, or None where it names no well."""

NO_CORRECTIONS: Corrections = MappingProxyType({})

Meanings = Mapping[str, frozenset[str]]

_READ = "~"
"""Stands before a skeleton in a register, so that it is not taken for a printed name."""
_ENDS_IN_SLOT = re.compile(rf".*-(?P<slot>{SLOT})")
_PARTED = re.compile(r"(?P<block>[0-9]+/[0-9]+)[A-Z](?P<rest>-.+)")
_LETTER_FIGURE = re.compile(
    r"(?:(?<=/[0-9])(?P<block>[ILO])(?=-))|(?<=-)(?P<number>[ILO])-(?=[0-9]\b)"
)
_RUSSIAN_AREA = re.compile(r"[А-ЯЁ]{4,}(?:-[А-ЯЁ]+)?(?P<rest>-[0-9]+[А-ЯЁ]*)")
_FIGURES = {"I": "1", "L": "1", "O": "0"}
_PLACED = re.compile(r"(?P<place>[^\W\d_]{3,}|[^0-9]+(?=-GT))(?P<rest>-(?:GT-)?[0-9].*)")
_WORD = re.compile(rf"{SLOT}(?![\w/-])|[^\W_]+(?:-[0-9][^\W_]*)?")
_WITH_NUMBER = re.compile(r"[^\W\d_]{3}.*[0-9](?:\s?[A-Z]{1,2})?")
_LONGEST_NAME = 3  # words
_LEFT_OUT = 2  # letters, at least, that a code of a place leaves out


@dataclass(frozen=True, slots=True)
class WellRegister:
    """Which wells the names of a corpus stand for.

    meanings: normalised wells by folded name, of every well and every other name; a name of
    several wells stands for each, one of none is known to name no well.
    """

    meanings: Meanings

    @classmethod
    def of(
        cls, tables: Iterable[Sequence[Identity]], corrections: Corrections = NO_CORRECTIONS
    ) -> WellRegister:
        """The register of a corpus from the identities of all its tables.

        corrections: what people know better; they win over what the corpus says.
        """
        counts: Counter[str] = Counter()
        companions: defaultdict[str, set[str]] = defaultdict(set)
        for identities in tables:
            own = {each.value for each in identities if each.kind == "well"}
            names = {each.value for each in identities if each.kind == NICKNAME}
            counts.update(own)
            for name in names:
                companions[name] |= own if len(own) == 1 else set()
                companions[name] |= {slot for slot in names - {name} if is_slot(slot)}
        wells = {well: frozenset({well}) for well in counts} | _other_spellings(counts)
        names_by_slot = _by_slot(counts)
        meanings = names_by_slot | wells
        meanings = _nicknames(companions, meanings) | meanings
        meanings = {name: _through(wells, meant) for name, meant in meanings.items()}
        return cls(_corrected(meanings | _by_skeleton(counts, meanings), corrections))

    def wells(self, identities: Iterable[Identity]) -> frozenset[str]:
        """The wells that a table's identities name, by number or by another name."""
        found: set[str] = set()
        for each in identities:
            if each.kind == "well":
                found |= self._numbered(each.value)
            elif each.kind == NICKNAME:
                found |= self.meanings.get(each.value, frozenset())
            elif each.kind == READING:
                found |= self.meanings.get(_READ + each.value, frozenset())
        return frozenset(found)

    def named_in(self, text: str) -> frozenset[str]:
        """The wells that a text names, by number, else by another name or a misread number."""
        text = plain_marks(text)
        numbers = {well.value for well in find_wells(text)}
        if numbers:
            return frozenset().union(*map(self._numbered, numbers))
        names = {*(_READ + each.value for each in readings(text)), *_possible_names(text)}
        return frozenset().union(*(self.meanings.get(each, frozenset()) for each in names))

    def _numbered(self, well: str) -> frozenset[str]:
        """The wells that a well's number means: itself, as a rule."""
        known = (name for name in (_with_figures(well), well) if name in self.meanings)
        return self.meanings.get(next(known, ""), frozenset({well}))


def _possible_names(text: str) -> Iterator[str]:
    """The words of a text, and few words in a row, as a register would hold them."""
    found = [match.group() for match in _WORD.finditer(without_number_marks(text))]
    for start in range(len(found)):
        for end in range(start + 1, min(start + _LONGEST_NAME, len(found)) + 1):
            name = " ".join(found[start:end])
            yield folded_name(name)
            if _WITH_NUMBER.fullmatch(name):
                yield _READ + skeleton(name)


def _other_spellings(counts: Mapping[str, int]) -> dict[str, frozenset[str]]:
    """Names of wells that leave something out, and places by their code, with what they mean."""
    fuller: defaultdict[str, set[str]] = defaultdict(set)
    for well in counts:
        for shorter in _left_out(well):
            fuller[shorter].add(well)
    return {shorter: frozenset(wells) for shorter, wells in fuller.items()} | _coded(counts)


def _with_figures(well: str) -> str:
    """A well whose letter like a figure is one: "7/1L-1" is "7/11-1", "7/11-O-1" too."""

    def figure(match: re.Match[str]) -> str:
        read = _FIGURES[match["block"] or match["number"]]
        return read if match["block"] else read.lstrip("0")

    return _LETTER_FIGURE.sub(figure, well)


def _left_out(well: str) -> Iterator[str]:
    """What reports print for a well without its place or the part letter of its block."""
    if short := short_name(well):
        yield short
    if match := _PARTED.fullmatch(well):
        yield match["block"] + match["rest"]
    if (match := _RUSSIAN_AREA.fullmatch(well)) and not well.startswith("СКВ-"):
        yield "СКВ" + match["rest"]


def _coded(counts: Mapping[str, int]) -> dict[str, frozenset[str]]:
    """Pairs of wells of one number whose places are a name and a code made of its letters.

    Both mean the one that more tables name. A code that fits two places fits none.
    """
    places: defaultdict[str, list[str]] = defaultdict(list)
    for well in counts:
        if match := _PLACED.fullmatch(well):
            places[match["rest"]].append(match["place"])
    meanings: dict[str, frozenset[str]] = {}
    for rest, named in places.items():
        pairs = [(code, place) for code in named for place in named if _is_code(code, place)]
        uses = Counter(name for pair in pairs for name in pair)
        for pair in pairs:
            if all(uses[name] == 1 for name in pair):
                both = [name + rest for name in pair]
                known = min(both, key=lambda well: (-counts[well], well))
                meanings |= dict.fromkeys(both, frozenset({known}))
    return meanings


def _is_code(code: str, place: str) -> bool:
    """Whether a code consists of some of a longer place's letters, in order, the first among them."""
    rest = iter(place)
    return (
        len(code) + _LEFT_OUT <= len(place)
        and code[0] == place[0]
        and all(each in rest for each in code)
    )


def _by_slot(wells: Collection[str]) -> dict[str, frozenset[str]]:
    """The wells by their number on the platform: "A-3 H", and "A-3" where none is only that."""
    whole: defaultdict[str, set[str]] = defaultdict(set)
    for well in wells:
        if match := _ENDS_IN_SLOT.fullmatch(well):
            whole[match["slot"]].add(well)
    bare: defaultdict[str, set[str]] = defaultdict(set)
    for slot, named in whole.items():
        bare[slot.partition(" ")[0]] |= named
    return {slot: frozenset(named) for slot, named in (bare | whole).items()}


def _nicknames(companions: Mapping[str, set[str]], meanings: Meanings) -> dict[str, frozenset[str]]:
    """What other names mean: the well of the tables that carry them, where these agree on one."""
    found = {}
    for name, others in companions.items():
        meant = frozenset().union(*(meanings.get(other, frozenset()) for other in others))
        if len(meant) == 1:
            found[name] = meant
    return found


def _by_skeleton(wells: Iterable[str], meanings: Meanings) -> dict[str, frozenset[str]]:
    """What a misread name means: the well with the same skeleton, where there is only one."""
    alike: defaultdict[str, frozenset[str]] = defaultdict(frozenset)
    for well in wells:
        for spelt in {well, in_latin(well)}:
            alike[_READ + skeleton(spelt)] |= meanings[well]
    return {name: meant for name, meant in alike.items() if len(meant) == 1}


def _through(spellings: Meanings, wells: Iterable[str]) -> frozenset[str]:
    """The wells that some wells are spellings of."""
    return frozenset().union(*(spellings.get(well, {well}) for well in wells))


def _corrected(meanings: Meanings, corrections: Corrections) -> Meanings:
    """Meanings in which the corrected names, and all that led to them, mean what people say."""
    known = {
        name: meanings.get(well, frozenset({well})) if well else frozenset()
        for name, well in corrections.items()
    }
    return {name: _through(known, meant) for name, meant in meanings.items()} | known
