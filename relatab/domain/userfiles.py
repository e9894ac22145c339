"""Small tables that people keep by hand, in a spreadsheet or an editor: CSV with a header."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

from relatab.errors import UserFileError


def read_rows(
    path: Path, columns: Sequence[str], *, needed: str
) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a CSV file with their lines, as texts by column, "" where one is left out;
    blank rows are skipped, and rows that begin with "#".

    The header names some of `columns` in any order, `needed` among them, which is empty in no
    row. Cells are parted by commas or, as some spreadsheets write them, by semicolons.
    UserFileError, naming file and line, for anything else.
    """
    lines = _lines(path)
    separator = ";" if lines and ";" in lines[0] else ","
    reader = csv.reader(lines, delimiter=separator, strict=True)
    try:
        names = _filled(next(reader, []))
        if needed not in names or not set(names) <= set(columns) or len(set(names)) < len(names):
            wanted = f"{needed} among the columns {', '.join(columns)}"
            raise bad_row(path, 1, f"the header must name {wanted}, each once at most")
        for row in reader:
            cells = _filled(row)
            if not cells or cells[0].startswith("#"):
                continue
            if len(cells) > len(names):
                raise bad_row(path, reader.line_num, f"{len(cells)} cells, {len(names)} columns")
            known = dict.fromkeys(columns, "") | dict(zip(names, cells, strict=False))
            if not any(map(str.isalnum, known[needed])):
                raise bad_row(path, reader.line_num, f"no {needed}")
            yield reader.line_num, known
    except csv.Error as error:
        raise bad_row(path, reader.line_num, str(error)) from error


def bad_row(path: Path, line: int, what: str) -> UserFileError:
    """The error of a line."""
    return UserFileError(f"{path}, line {line}: {what}")


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise UserFileError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise UserFileError(f"{path}: not UTF-8 text; save it as CSV UTF-8") from error


def _filled(cells: Sequence[str]) -> list[str]:
    """Cells without blanks around them, up to the last one that is not blank."""
    stripped = [cell.strip() for cell in cells]
    while stripped and not stripped[-1]:
        stripped.pop()
    return stripped
