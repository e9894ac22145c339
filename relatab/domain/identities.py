"""Which well and field a table speaks of: inherited report -> page -> table.

The nearest evidence wins: what the table itself prints, then the page's header and footer,
the headings above, the document's title, and last the names of the file and its folders,
because reports are filed under the wrong well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from relatab.domain.fields import find_fields, normalise_field
from relatab.domain.nicknames import NICKNAME, READING, labelled, other_names
from relatab.domain.wells import find_wells, normalise_well
from relatab.model import Identity, Table

_WELL_LABEL = re.compile(
    r"^(?:well|wellbore|borehole|bronn|bronnbane|boring|boorgat|put|putnaam|bohrung|puits?|forage"
    r"|pozo|poco|pozzo|скважина|井[号名])(?: (?:no|nr|name|id|number|nome|nombre|nom|n|№))?$"
)
_FIELD_LABEL = re.compile(
    r"^(?:field|felt|veld|feld|campo|champ|yacimiento|месторождение|油田)(?: (?:name|nombre|nom))?$"
)

Reader = Callable[[str], Iterable[tuple[str, str]]]
"""Reads (normalised value, printed form) pairs out of a text."""


def identities(table: Table, path: str) -> tuple[Identity, ...]:
    """The wells and fields of a table that lies in the document at `path`, strongest first.

    What the caption, a column name or a form's own entry ("Well no: ...") names ends the
    search. What only other cells name is kept behind the nearest inherited evidence: the
    table mentions it, and is still the page's.
    """
    found: dict[tuple[str, str], Identity] = {}
    for kind, label, read in (("well", _WELL_LABEL, _wells), ("field", _FIELD_LABEL, _fields)):
        for source, value, printed in _nearest(table, path, label, read):
            found.setdefault((kind, value), Identity(kind, value, printed, source))
    for name in other_names(table, path):
        found.setdefault((name.kind, name.value), name)
    return tuple(found.values())


def inherited(tables: Sequence[tuple[Identity, ...]]) -> list[tuple[Identity, ...]]:
    """The identities of a document's tables, those of the document added where a table has none.

    tables: `identities` of each table. A report on one well names it in a header form or on
    the cover only; a table without a well of its own is then about that well. A report that
    names several wells says nothing about its other tables. The same holds for fields.
    A well's other names go with it.
    """
    document: list[Identity] = []
    for kind in ("well", "field", NICKNAME, READING):
        named = {each.value: each for found in tables for each in found if each.kind == kind}
        wells = {each.value for each in document if each.kind == "well"}
        if len(named) == 1 or (kind == NICKNAME and len(wells) == 1):
            document += (replace(each, source="document") for each in named.values())
    return [
        (*found, *(each for each in document if each.kind not in {own.kind for own in found}))
        for found in tables
    ]


def _nearest(
    table: Table, path: str, label: re.Pattern[str], read: Reader
) -> Iterator[tuple[str, str, str]]:
    own = [*_read("cell", _own_cells(table), read), *_entries(table, label)]
    if table.caption:
        own += _read("caption", [table.caption.text], read)
    yield from own
    if not own:
        yield from _inherited(table, path, read)
    yield from _read("cell", _body_cells(table), read)


def _inherited(table: Table, path: str, read: Reader) -> list[tuple[str, str, str]]:
    """What the nearest place outside the table names; a page's lines count together."""
    context = table.context
    places = [
        ("page", list(context.page_facts)),
        *(("heading", [heading]) for heading in reversed(context.headings)),
        ("title", [context.title or ""]),
        *(("path", _pieces(name)) for name in reversed(re.split(r"[\\/]", path))),
    ]
    for source, texts in places:
        if found := _read(source, texts, read):
            return found
    return []


def _pieces(name: str) -> list[str]:
    """What underscores part in a file's or folder's name, but for 31_5-4, where one is a slash."""
    return [name] if find_wells(name) else name.split("_")


def _read(source: str, texts: Iterable[str], read: Reader) -> list[tuple[str, str, str]]:
    return [(source, value, printed) for text in texts for value, printed in read(text)]


def _own_cells(table: Table) -> list[str]:
    """Column names, or the header cells where the columns have none."""
    if table.columns:
        return list(dict.fromkeys(column.name for column in table.columns))
    return [cell.text for cell in table.cells if cell.is_header]


def _body_cells(table: Table) -> list[str]:
    """Different texts of the body, in order."""
    return list(dict.fromkeys(cell for row in table.body_texts() for cell in row if cell))


def _entries(table: Table, label: re.Pattern[str]) -> Iterator[tuple[str, str, str]]:
    """The values beside the labels of a form: "Well no" | "7/11-7"."""
    normalise = normalise_well if label is _WELL_LABEL else normalise_field
    for value in labelled(table, label):
        if known := normalise(value):
            yield "cell", known, value.strip(" .,:;")


def _wells(text: str) -> Iterator[tuple[str, str]]:
    for well in find_wells(text):
        yield well.value, well.printed


def _fields(text: str) -> Iterator[tuple[str, str]]:
    for field in find_fields(text):
        yield field.value, field.printed
