"""Records of data files: JSON lines, a JSON list, CSV or TSV, each with its place.

Every trouble is one `DatasetError` that names the file and the line.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import sys
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from relatab.errors import DatasetError

SEPARATORS = {".csv": ",", ".tsv": "\t"}


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a file and where it stands: "pairs.jsonl, line 7"."""

    fields: dict[str, Any]
    place: str

    def text(self, name: str, *, default: str | None = None) -> str:
        """A text or a number, as text; what is missing or null is the default, if there is one."""
        value = self.fields.get(name)
        if value is None and default is not None:
            return default
        if isinstance(value, bool) or not isinstance(value, (str, int, float)):
            self.fail(f'no text in "{name}"{self._instead(name)}')
        return str(value)

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts, see `cell_text`."""
        return self._cells(self.fields.get(name), name)

    def rows(self, name: str) -> tuple[tuple[str, ...], ...]:
        """A list of lists of texts; none where it is missing."""
        value = self.fields.get(name) or []
        if not isinstance(value, list):
            self.fail(f'"{name}" is no list of rows')
        return tuple(self._cells(row, name) for row in value)

    def fail(self, message: str) -> NoReturn:
        """DatasetError that names the place."""
        raise DatasetError(f"{self.place}: {message}")

    def _instead(self, name: str) -> str:
        """For a message on a field that is not there: those that are, for one may be misspelt."""
        if name in self.fields:
            return ""
        return f"; the fields are {', '.join(self.fields) or 'none'}"[:200]

    def _cells(self, value: Any, name: str) -> tuple[str, ...]:
        if not isinstance(value, list):
            self.fail(f'"{name}" is no list of texts{self._instead(name)}')
        try:
            return tuple(map(cell_text, value))
        except TypeError as error:
            self.fail(f'"{name}": {error}')


def cell_text(value: Any) -> str:
    """A cell as text: "" for null, numbers and booleans as JSON writes them; TypeError else."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, int, float)):
        return json.dumps(value)
    raise TypeError(f"{json.dumps(value)[:40]} is no text")


def read_text(path: Path) -> str:
    """The UTF-8 text of a file, unpacked where its name ends in ".gz"; DatasetError else."""
    try:
        content = path.read_bytes()
        unpacked = gzip.decompress(content) if path.suffix == ".gz" else content
        return unpacked.decode("utf-8-sig")  # Windows editors write a mark first
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise DatasetError(f"{path}: damaged gzip file ({error}); copy it again") from error
    except UnicodeDecodeError as error:
        raise DatasetError(f"{path}: not UTF-8 text ({error}); save it as UTF-8") from error


def read_records(path: Path) -> Iterator[Record]:
    """The records of a JSON-lines file, of a JSON list, or of a CSV or TSV file with a header.

    Told apart by the suffix (".csv", ".tsv", each also with ".gz"), then by the first
    character: "[" starts a list.
    """
    text = read_text(path)
    suffix = Path(path.stem).suffix if path.suffix == ".gz" else path.suffix
    if suffix.lower() in SEPARATORS:
        return _of_separated(text, path, SEPARATORS[suffix.lower()])
    return _of_list(text, path) if text.lstrip().startswith("[") else _of_lines(text, path)


def _of_lines(text: str, path: Path) -> Iterator[Record]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        place = f"{path}, line {number}"
        try:
            yield _record(json.loads(line), place)
        except ValueError as error:
            raise DatasetError(f"{place}: not JSON ({error})") from error


def _of_list(text: str, path: Path) -> Iterator[Record]:
    """Each item at the line on which it starts."""
    decoder, position, line = json.JSONDecoder(), text.index("[") + 1, 1
    counted = 0
    while True:
        position = _beyond_blanks(text, position)
        line += text.count("\n", counted, position)
        counted = position
        place = f"{path}, line {line}"
        if text.startswith("]", position):
            break
        try:
            item, position = decoder.raw_decode(text, position)
        except ValueError as error:
            raise DatasetError(f"{place}: not JSON ({error})") from error
        yield _record(item, place)
        position = _beyond_blanks(text, position)
        if text.startswith(",", position):
            position += 1
        elif not text.startswith("]", position):
            raise DatasetError(f"{place}: the list does not go on with a comma behind this item")
    if text[position + 1 :].strip():
        raise DatasetError(f"{place}: text behind the end of the list")


def _beyond_blanks(text: str, position: int) -> int:
    while position < len(text) and text[position].isspace():
        position += 1
    return position


def _record(value: Any, place: str) -> Record:
    if not isinstance(value, dict):
        raise DatasetError(f"{place}: not a JSON object")
    return Record(value, place)


def _of_separated(text: str, path: Path, separator: str) -> Iterator[Record]:
    csv.field_size_limit(sys.maxsize)  # a cell may hold a whole table as JSON
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    header: Sequence[str] = ()
    try:
        for cells in reader:
            if not any(cells):
                continue
            place = f"{path}, line {reader.line_num}"
            if not header:
                header = [name.strip() for name in cells]
            elif len(cells) != len(header):
                raise DatasetError(f"{place}: {len(cells)} fields under {len(header)} names")
            else:
                yield Record(dict(zip(header, cells, strict=True)), place)
    except csv.Error as error:
        raise DatasetError(f"{path}, line {reader.line_num}: {error}") from error
