"""Short names and nicknames of wells, and the register that says which well they mean.

On its own platform a well is "A-3 H" for 34/8-A-3 H, and crews give it a name ("Terna").
One document prints the name beside the number, the others the name alone; only all of
them together tell which well is meant. So a document's names are kept as identities of
the kind "well_name", and `WellRegister` is made over a whole corpus.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from relatab.domain.text import plain_marks, plain_words
from relatab.domain.wells import find_wells
from relatab.model import Identity, Table

NICKNAME = "well_name"
"""The kind of identity that holds a short name or nickname."""

_SLOT = r"[A-Z]{1,2}-0*[0-9]{1,2}(?:\s?[A-Z]{1,2}[0-9]?)?"
_NAME = r"[A-ZÆØÅÄÖ][a-zæøåäöé]{2,}"
_WHOLE_SLOT = re.compile(_SLOT)
_WHOLE_NAME = re.compile(_NAME)
_SAID_SLOT = re.compile(rf"\b(?:[Ww]ell|[Bb]rønn|WELL)[\s:.#]*(?P<slot>{_SLOT})(?![\w/-])")
_FOLDER = re.compile(rf"(?P<slot>{_SLOT})(?:[ _]+(?P<name>{_NAME}))?")
_IN_BRACKETS = re.compile(rf"\s*\(\s*[\"'“]?(?P<name>{_NAME})[\"'”]?\s*\)")
_LABEL = re.compile(
    r"^(?:nickname|alias|also known as|aka|popular name|well|well name|well no|wellbore|bronn"
    r"|bronnavn|kallenavn)$"
)


def nicknames(table: Table, path: str) -> Iterator[Identity]:
    """Short names and nicknames of the well that a table of the document at `path` is about.

    Read from forms ("Well | A-3 H", "Nickname | Terna"), from lines around the table
    ("Well A-7", "34/8-A-3 H (Terna)") and from folder names ("A-7 Lomvi"). Not read: names
    in running text, which cannot be told from other names.
    """
    for value in labelled(table, _LABEL):
        yield from _whole(value, "cell")
    context = table.context
    for source, lines in (
        ("page", context.page_facts),
        ("heading", context.headings),
        ("title", (context.title or "",)),
    ):
        for line in lines:
            yield from _beside(line, source)
    for folder in re.split(r"[\\/]", path)[-3:]:
        if named := _FOLDER.fullmatch(folder):
            yield _identity(named["slot"], "path")
            if named["name"]:
                yield _identity(named["name"], "path")


def labelled(table: Table, label: re.Pattern[str]) -> Iterator[str]:
    """The texts that stand right behind a label, as in a form: "Well no" | "7/11-7".

    label: a pattern of the label's plain words.
    """
    for row in table.body_texts():
        for name, value in pairwise(filter(None, row)):
            if label.search(" ".join(plain_words(name))):
                yield value


def _whole(value: str, source: str) -> Iterator[Identity]:
    text = plain_marks(value).strip()
    if _WHOLE_SLOT.fullmatch(text) or _WHOLE_NAME.fullmatch(text):
        yield _identity(text, source)


def _beside(line: str, source: str) -> Iterator[Identity]:
    text = plain_marks(line)
    for match in _SAID_SLOT.finditer(text):
        yield _identity(match["slot"], source)
    for well in find_wells(text):
        if bracket := _IN_BRACKETS.match(text, well.end):
            yield _identity(bracket["name"], source)


def _identity(printed: str, source: str) -> Identity:
    return Identity(NICKNAME, folded_name(printed), printed, source)


def folded_name(printed: str) -> str:
    """A name as it is compared: "A-03 H" and "a-3h" are "A-3 H", "Terna" is "TERNA"."""
    name = " ".join(printed.upper().split())
    slot = re.fullmatch(r"([A-Z]{1,2})-0*([0-9]{1,2})\s?([A-Z]{0,2}[0-9]?)", name)
    return f"{slot[1]}-{slot[2]} {slot[3]}".strip() if slot else name


@dataclass(frozen=True, slots=True)
class WellRegister:
    """Which wells the names of a corpus stand for.

    meanings: normalised wells by folded name; a name of several wells stands for each.
    """

    meanings: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, tables: Iterable[Sequence[Identity]]) -> WellRegister:
        """The register of a corpus from the identities of all its tables.

        A short name means the wells that end in it. Another name means the wells, or the
        short names, of the tables that carry it, where these agree on one.
        """
        companions: defaultdict[str, set[str]] = defaultdict(set)
        wells: set[str] = set()
        for identities in tables:
            own = {each.value for each in identities if each.kind == "well"}
            names = {each.value for each in identities if each.kind == NICKNAME}
            wells |= own
            for name in names:
                companions[name] |= own if len(own) == 1 else set()
                companions[name] |= {slot for slot in names - {name} if _WHOLE_SLOT.fullmatch(slot)}
        short = {name: _ending_in(name, wells) for name in companions}
        meanings = {}
        for name, others in companions.items():
            meant = short[name] or frozenset(
                well
                for other in others
                for well in (short.get(other) or ({other} if other in wells else ()))
            )
            if meant and (short[name] or len(meant) == 1):
                meanings[name] = frozenset(meant)
        for well in wells:  # "A-3 H" may stand in a question though in no report
            if (slot := well.partition("-")[2]) and _WHOLE_SLOT.fullmatch(slot):
                meanings.setdefault(slot, _ending_in(slot, wells))
        return cls(meanings)

    def wells(self, identities: Iterable[Identity]) -> frozenset[str]:
        """The wells that a table's identities name, by number or by another name."""
        found: set[str] = set()
        for each in identities:
            if each.kind == "well":
                found.add(each.value)
            elif each.kind == NICKNAME:
                found |= self.meanings.get(each.value, frozenset())
        return frozenset(found)

    def named_in(self, text: str) -> frozenset[str]:
        """The wells that a text names, by number or by another name."""
        text = plain_marks(text)
        found = {well.value for well in find_wells(text)}
        if not found:
            for match in re.finditer(rf"{_SLOT}(?![\w/-])|[^\W\d_]+", text):
                found |= self.meanings.get(folded_name(match.group()), frozenset())
        return frozenset(found)


def _ending_in(name: str, wells: Collection[str]) -> frozenset[str]:
    """The wells whose number ends in a short name; "A-3" also stands for A-3 H."""
    if not _WHOLE_SLOT.fullmatch(name):
        return frozenset()
    exact = frozenset(well for well in wells if well.endswith(f"-{name}"))
    return exact or frozenset(well for well in wells if f"-{name} " in f"{well} ")
