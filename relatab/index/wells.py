"""The wells of an index with their names, relatives, fields and documents."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from relatab.domain.register import WellRegister
from relatab.domain.text import squeezed
from relatab.domain.wellnames import normal_name
from relatab.domain.wells import mother_well
from relatab.errors import QueryError
from relatab.index import derived
from relatab.index.records import printable
from relatab.index.store import Reader, database, open_reader, open_writer
from relatab.model import Identity
from relatab.model_json import Json

INHERITED = "document"
"""The source of an identity that another table of the document names."""

_NUMBER = re.compile("[0-9]+")


@dataclass(slots=True)
class _Well:
    """What the tables say of a well: by printed name and by field the number of tables."""

    names: Counter[str] = field(default_factory=Counter)
    fields: Counter[str] = field(default_factory=Counter)
    tables: Counter[str] = field(default_factory=Counter)
    """Number of tables by the start of the document's hash."""


def index_wells(folder: Path, asked: str | None = None) -> list[Json]:
    """The JSON form of `relatab wells --json`, by well; the errors are those of `open_reader`.

    "names" are printed forms with the number of tables that print them, the most frequent
    first; "relatives" other wellbores of the same well that the index holds; "fields" are
    likewise counted; "documents" and "tables" are numbers. asked: only the wells that this
    names, with their "files", each a path and its number of tables; QueryError without any.
    """
    with open_reader(folder) as reader:
        register = derived.load(folder, reader).register
        wells = _wells(reader, register)
        chosen = _named(asked, wells, register) if asked else wells.keys()
        relatives = _relatives(wells)
        paths = _paths(reader) if asked else {}
        return [
            {
                "well": well,
                "names": [
                    {"printed": name, "tables": count}
                    for name, count in _by_count(wells[well].names)
                ],
                "relatives": [other for other in relatives[mother_well(well)] if other != well],
                "fields": [name for name, _ in _by_count(wells[well].fields)],
                "documents": len(wells[well].tables),
                "tables": wells[well].tables.total(),
                **({"files": _files(wells[well].tables, paths)} if asked else {}),
            }
            for well in sorted(chosen, key=_in_order)
        ]


def register_well_names(folder: Path, corrections: Mapping[str, str | None], wait: float) -> None:
    """Keeps other names of wells with an index; searches know them at once, links after a pass.

    wait, and the errors: those of `open_writer` for an index that exists.
    """
    database(folder)  # an index that does not exist is not made
    with open_writer(folder, None, wait) as store:
        store.replace_well_names(corrections)


def _wells(reader: Reader, register: WellRegister) -> dict[str, _Well]:
    documents = {handle: name.partition("-")[0] for name, handle in reader.handles().items()}
    wells: defaultdict[str, _Well] = defaultdict(_Well)
    for handle, identities in reader.identities().items():
        if handle in documents:
            for well in register.wells(identities):
                known = wells[well]
                known.tables[documents[handle]] += 1
                known.names.update(_printed(well, identities, register))
                known.fields.update({each.value for each in identities if each.kind == "field"})
    return dict(wells)


def _printed(well: str, identities: Iterable[Identity], register: WellRegister) -> set[str]:
    """The forms in which a table itself prints a well."""
    return {
        squeezed(each.printed)
        for each in identities
        if each.source != INHERITED and well in register.wells([each])
    }


def _named(asked: str, wells: Mapping[str, _Well], register: WellRegister) -> set[str]:
    named = register.named_in(asked) | register.meanings.get(normal_name(asked), frozenset())
    if found := named & wells.keys():
        return set(found)
    raise QueryError(f"no table of the index is about {asked!r}; `relatab wells` lists its wells")


def _relatives(wells: Iterable[str]) -> dict[str, list[str]]:
    """The wellbores of each well."""
    related: defaultdict[str, list[str]] = defaultdict(list)
    for well in sorted(wells, key=_in_order):
        related[mother_well(well)].append(well)
    return related


def _in_order(well: str) -> str:
    """Key by which 7/2-1 stands before 7/11-1."""
    return _NUMBER.sub(lambda match: match.group().zfill(9), well)


def _by_count(counted: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counted.items(), key=lambda item: (-item[1], item[0]))


def _paths(reader: Reader) -> dict[str, str]:
    """The first path of every document by the start of its hash, as in the ids of tables."""
    return {
        document.hash[:12]: next(iter(reader.paths(document.hash)), document.path)
        for document in reader.documents()
    }


def _files(tables: Counter[str], paths: Mapping[str, str]) -> list[Json]:
    found = ({"path": printable(paths[name]), "tables": count} for name, count in tables.items())
    return sorted(found, key=lambda each: (-each["tables"], each["path"]))
