"""Other names for linked columns, so that equal names do not give the links away.

Section 5.2.2 of the paper renames the linked columns of the public data sets to names that are
"semantically similar but distinct" and says no more about how.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from zlib import crc32

from relatab.evaluation.multitable.schemas import Schema

SYNONYMS = {
    "id": ("code", "number", "reference", "key", "identifier"),
    "identifier": ("code", "number", "reference", "key"),
    "code": ("identifier", "number", "key", "symbol"),
    "key": ("identifier", "code", "reference"),
    "number": ("code", "index", "identifier"),
    "no": ("code", "index", "identifier"),
    "num": ("code", "index", "identifier"),
    "name": ("label", "designation", "title"),
    "names": ("labels", "designations", "titles"),
    "title": ("name", "heading", "label"),
    "abbreviation": ("short form", "acronym", "symbol"),
    "type": ("kind", "category", "class"),
    "category": ("class", "type", "group"),
    "date": ("day", "calendar date"),
    "year": ("season", "calendar year"),
    "country": ("nation", "state"),
    "email": ("mail address", "electronic mail"),
}
"""Words of nearly the same meaning for the last word of a column name."""
APPENDED = ("code", "reference", "label", "entry")
"""Words that make another name of one whose last word has no synonym here."""

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Rename:
    """A column (number of its table, position) with its new name and a column it referenced."""

    place: Place
    name: str
    referenced: Place


def renames(schema: Schema) -> dict[Place, Rename]:
    """New names for the referencing columns of links between two tables, by place.

    The new name of a column differs from the old and new names of its table's columns and of
    the columns that it is linked with. Which synonym is taken depends on the checksum of
    database, table and column alone. A column for which no name is left keeps its own.
    """
    links: defaultdict[Place, list[Place]] = defaultdict(list)
    for key in schema.foreign_keys:
        links[key.source].append(key.target)
        links[key.target].append(key.source)
    chosen: dict[Place, Rename] = {}
    for key in schema.foreign_keys:
        if key.source[0] == key.target[0] or key.source in chosen:
            continue
        taken = _taken(schema, chosen, [key.source, *links[key.source]])
        for name in _candidates(schema, key.source, key.target):
            if name.casefold() not in taken:
                chosen[key.source] = Rename(key.source, name, key.target)
                break
    return chosen


def _taken(schema: Schema, chosen: dict[Place, Rename], linked: list[Place]) -> set[str]:
    """Old and new names of the columns beside the first place and of all linked ones, folded."""
    table = linked[0][0]
    beside = [(table, position) for position in range(len(schema.tables[table].columns))]
    places = {*beside, *linked}
    old = {schema.tables[number].columns[position].name for number, position in places}
    new = {chosen[place].name for place in places if place in chosen}
    return {name.casefold() for name in old | new}


def _candidates(schema: Schema, source: Place, target: Place) -> Iterator[str]:
    """Names for a column, the one that its checksum points at first."""
    table = schema.tables[source[0]]
    column = table.columns[source[1]]
    *first, last = column.name.split() or [""]
    checksum = crc32(f"{schema.database}|{table.original}|{column.original}".encode())
    synonyms = SYNONYMS.get(last.casefold(), ())
    if synonyms and not first:  # of a bare "id" only what it referenced tells what it is
        first = schema.tables[target[0]].name.split()
    yield from (" ".join((*first, word)) for word in _rotated(synonyms, checksum))
    yield from (f"{column.name} {word}".strip() for word in _rotated(APPENDED, checksum))


def _rotated(words: tuple[str, ...], checksum: int) -> tuple[str, ...]:
    start = checksum % len(words) if words else 0
    return words[start:] + words[:start]
