"""Other names of wells as people know them: a CSV file of names and the wells they mean."""

from __future__ import annotations

from pathlib import Path

from relatab.domain.nicknames import folded_name
from relatab.domain.userfiles import bad_row, read_rows
from relatab.domain.wells import normalise_well


def read_well_names(path: Path) -> dict[str, str | None]:
    """Corrections for `WellRegister.of` from a file with the columns "name" and "well".

    A row without a well says that the name is no well's. Wells and names may be written as
    in any report. UserFileError, naming file and line, for what cannot be read and for a name
    of two wells.
    """
    known: dict[str, str | None] = {}
    for line, row in read_rows(path, ("name", "well"), needed="name"):
        name, well = normal_name(row["name"]), normal_name(row["well"]) or None
        if known.setdefault(name, well) != well:
            raise bad_row(path, line, f"{row['name']!r} is said to be {known[name]!r} before")
    return known


def normal_name(printed: str) -> str:
    """A name as a register holds it: a well's normal form, else folded."""
    return normalise_well(printed) or normalise_well(printed.upper()) or folded_name(printed)
