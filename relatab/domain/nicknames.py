"""Other names of wells: short names, nicknames, and what may be a misread number.

On its own platform a well is "A-3 H" for 34/8-A-3 H, and crews give it a name ("Terna").
One document prints the name beside the number, the others the name alone; only all of
them together tell which well is meant (`register`). So a document's names are kept as
identities of kinds of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise, product

from relatab.domain.text import plain_marks, plain_words
from relatab.domain.wells import find_wells
from relatab.domain.wells.names import is_numbered_thing
from relatab.domain.wells.readings import readings
from relatab.model import Identity, Table

NICKNAME = "well_name"
"""The kind of identity that holds a short name or nickname."""
READING = "well_reading"
"""The kind of identity whose value is the skeleton of what may be a well's misread number."""

SLOT = r"[A-Z]{1,2}-0*[0-9]{1,2}(?:\s?[A-Z]{1,2}[0-9]?)?"
"""A well's number on its platform."""

_SLOT = re.compile(SLOT)
_NAME = r"[A-ZÆØÅÄÖ][a-zæøåäöé]{2,}"
_WHOLE_NAME = re.compile(_NAME)
_SAID_SLOT = re.compile(rf"\b(?:[Ww]ell|[Bb]rønn|WELL)[\s:.#]*(?P<slot>{SLOT})(?![\w/-])")
_FOLDER = re.compile(rf"(?P<slot>{SLOT})(?:[ _]+(?P<name>{_NAME}))?")
_IN_BRACKETS = re.compile(rf"\s*\(\s*[\"'“]?(?P<name>{_NAME})[\"'”]?\s*\)")
# A lease, often with its sections, and the number of one of its wells: "OSPREY 4-17 #2", "OSPREY 2H".
_LEASE_WELL = re.compile(
    r"(?<![\w/#-])(?P<lease>[A-Z][A-Za-z'&.]{2,}(?:\s[A-Z][A-Za-z'&.]*){0,3})"
    r"(?P<sections>\s[0-9]{1,3}(?:-[0-9]{1,3}){0,3})?"
    r"\s(?P<mark>#\s?|(?:No|NO)\.?\s?)?(?P<number>[0-9]{1,3}(?P<hole>[A-Z]{0,3}))(?![\w/-]|[.,][0-9])"
)
_NUMBER_MARK = re.compile(r"#|\b(?:NO|No|no)\b\.?(?=\s?[0-9])")
_API_NUMBER = re.compile(r"[0-9]{2}-[0-9]{3}-[0-9]{5}.*")
_LEASE_LABEL = re.compile(r"^(?:[0-9]+[a-z]? )?lease(?: name)?$")
_NUMBER_LABEL = re.compile(r"^(?:[0-9]+[a-z]? )?well (?:no|number|num)$")
_LABEL = re.compile(
    r"^(?:nickname|alias|also known as|aka|popular name|well|well name|well no|wellbore|bronn"
    r"|bronnavn|kallenavn)$"
)


def other_names(table: Table, path: str) -> Iterator[Identity]:
    """Other names of the well that a table of the document at `path` is about.

    Read from forms ("Well | A-3 H", "Nickname | Terna"), from lines around the table
    ("Well A-7", "34/8-A-3 H (Terna)", "OSPREY 4 #2, API 42-987-65432") and from folder names ("A-7 Lomvi"); from all of these
    also what may be a misread number ("7/ll-1"). Not read: names in running text, which
    cannot be told from other names.
    """
    for value in labelled(table, _LABEL):
        yield from _whole(value)
    for lease, number in product(labelled(table, _LEASE_LABEL), labelled(table, _NUMBER_LABEL)):
        yield _identity(f"{lease} {number}", "cell")
    for source, line in _lines(table):
        yield from _beside(line, source)
    for folder in re.split(r"[\\/]", path)[-3:]:
        if named := _FOLDER.fullmatch(folder):
            yield _identity(named["slot"], "path")
            if named["name"]:
                yield _identity(named["name"], "path")
        yield from _misread(folder, "path")


def _lines(table: Table) -> Iterator[tuple[str, str]]:
    """What stands around a table, and where."""
    context = table.context
    if table.caption:
        yield "caption", table.caption.text
    yield from (("page", line) for line in context.page_facts)
    yield from (("heading", line) for line in context.headings)
    yield "title", context.title or ""


def labelled(table: Table, label: re.Pattern[str]) -> Iterator[str]:
    """The texts that stand right behind a label, as in a form: "Well no" | "7/11-7".

    label: a pattern of the label's plain words.
    """
    for row in table.body_texts():
        for name, value in pairwise(filter(None, row)):
            if label.search(" ".join(plain_words(name))):
                yield value


def _whole(value: str) -> Iterator[Identity]:
    text = plain_marks(value).strip()
    if _SLOT.fullmatch(text) or _WHOLE_NAME.fullmatch(text):
        yield _identity(text, "cell")
    yield from _misread(text, "cell")


def _beside(line: str, source: str) -> Iterator[Identity]:
    text = plain_marks(line)
    for match in _SAID_SLOT.finditer(text):
        yield _identity(match["slot"], source)
    wells = find_wells(text)
    if len(wells) == 1 and _API_NUMBER.fullmatch(wells[0].value):
        yield from _leases(text, source)
    for well in wells:
        if bracket := _IN_BRACKETS.match(text, well.end):
            yield _identity(bracket["name"], source)
    yield from _misread(text, source)


def _leases(text: str, source: str) -> Iterator[Identity]:
    """What a line that prints one API number calls the well by its lease."""
    for match in _LEASE_WELL.finditer(text):
        told = match["mark"] or match["sections"] or match["hole"].endswith("H")
        if told and not is_numbered_thing(match["lease"].split()[-1]):
            yield _identity(match.group(), source)


def _misread(text: str, source: str) -> Iterator[Identity]:
    for each in readings(text):
        yield Identity(READING, each.value, each.printed, source)


def _identity(printed: str, source: str) -> Identity:
    return Identity(NICKNAME, folded_name(printed), printed, source)


def is_slot(name: str) -> bool:
    """Whether a folded name is a number on a platform: "A-3 H"."""
    return _SLOT.fullmatch(name) is not None


def folded_name(printed: str) -> str:
    """A name as it is compared: "A-03 H" and "a-3h" are "A-3 H", "Terna" is "TERNA", "Osprey No. 2"
    and "OSPREY #2" are "OSPREY 2".
    """
    name = " ".join(without_number_marks(printed.upper()).split())
    slot = re.fullmatch(r"([A-Z]{1,2})-0*([0-9]{1,2})\s?([A-Z]{0,2}[0-9]?)", name)
    return f"{slot[1]}-{slot[2]} {slot[3]}".strip() if slot else name


def without_number_marks(text: str) -> str:
    """A text with a blank for each mark or word that stands before a number: #, No."""
    return _NUMBER_MARK.sub(" ", text)
