"""Arrays derived from the store, kept per state of it so that a search starts fast.

They hold nothing that the store does not: where they are missing they are built again,
in memory if the folder cannot be written.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from relatab.core.graph import LinkArrays
from relatab.core.lexical import Postings
from relatab.domain.register import WellRegister
from relatab.index.arrays import CorpusArrays, advance, with_links
from relatab.index.store import Reader, Writer

FOLDER = "derived"
_TEXTS = "texts.json"

STORE_NUMBERS = ("handles", "name_numbers", "value_numbers")
"""What of the arrays depends on the order in which the documents came, and nothing else does."""

_NO_ARRAYS = frozenset({"table_ids", "name_texts", "well_names", "register", "links_token"})
_NESTED: Mapping[str, type[Any]] = {"postings": Postings, "links": LinkArrays}


def parts(arrays: CorpusArrays) -> dict[str, NDArray[Any]]:
    """All arrays by name, those of the postings and links as "links.offsets"."""
    found: dict[str, NDArray[Any]] = {}
    for name in CorpusArrays.__slots__:
        part = getattr(arrays, name)
        if name in _NESTED:
            found |= {f"{name}.{each.name}": getattr(part, each.name) for each in fields(part)}
        elif name not in _NO_ARRAYS:
            found[name] = part
    return found


def load(folder: Path, reader: Reader) -> CorpusArrays:
    """The arrays of the reader's state: from the index folder, else made and kept there.

    Arrays of an unfinished pass are not kept: the next document would outdate them.
    """
    own = place_of(folder, reader)
    if (arrays := _kept(own)) is None:
        arrays = advance(former(folder, reader), reader)
        if reader.linked():
            keep(own, arrays)
    return arrays


def place_of(folder: Path, reader: Reader) -> Path:
    """Where the arrays of the reader's state are kept."""
    return folder / FOLDER / reader.state()


def former(folder: Path, reader: Reader) -> CorpusArrays | None:
    """The arrays that the last pass kept; None where they are gone or damaged."""
    state = reader.published()
    return _kept(folder / FOLDER / state) if state else None


def publish(folder: Path, store: Writer, arrays: CorpusArrays) -> None:
    """Keeps the arrays of the present state and removes those of former ones.

    arrays: of the present tables; where links were stored since, they are read.
    """
    if arrays.links_token != store.linking().token:
        arrays = with_links(arrays, store)
    current = place_of(folder, store)
    keep(current, arrays)
    store.record_published(current.name)
    for other in (folder / FOLDER).glob("*"):
        if other != current:
            # A process that still reads them on Windows keeps them until the next pass.
            shutil.rmtree(other, ignore_errors=True)


def build(reader: Reader) -> CorpusArrays:
    """The arrays of a store's content, all read anew."""
    return advance(None, reader)


def differences(folder: Path, reader: Reader) -> list[str]:
    """Names of the parts in which the arrays kept for the reader's state are not those of the
    store's content; none where no arrays are kept that could be read.
    """
    if (kept := _kept(place_of(folder, reader))) is None:
        return []
    made = build(reader)
    ours, theirs = parts(kept), parts(made)
    words, truth = _text_parts(kept), _text_parts(made)
    return [name for name in theirs if not np.array_equal(ours[name], theirs[name])] + [
        name for name in truth if words[name] != truth[name]
    ]


def leftovers(folder: Path, reader: Reader) -> list[Path]:
    """Drafts and arrays that no state has: what was interrupted leaves them."""
    known = {place_of(folder, reader).name, reader.published()}
    return sorted(each for each in (folder / FOLDER).glob("*") if each.name not in known)


def keep(place: Path, arrays: CorpusArrays) -> None:
    """Writes arrays if that is possible: where it is not, it costs time, not results.

    A folder may be read-only or full; on Windows another process may hold the files.
    """
    with suppress(OSError):
        write(place, arrays)


def write(place: Path, arrays: CorpusArrays) -> None:
    """Writes arrays so that `place` appears complete or not at all; OSError if it cannot."""
    draft = place.with_name(f"draft-{os.getpid()}-{os.urandom(4).hex()}")
    draft.mkdir(parents=True)
    try:
        for name, array in parts(arrays).items():
            _write_synced(draft / f"{name}.npy", array)
        _write_synced(draft / _TEXTS, _text_parts(arrays))
        # Another process may have been faster with the same content; a damaged folder goes.
        shutil.rmtree(place, ignore_errors=True)
        draft.rename(place)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _write_synced(path: Path, content: Any) -> None:
    with path.open("wb") as file:
        if isinstance(content, np.ndarray):
            np.save(file, content, allow_pickle=False)
        else:
            file.write(json.dumps(content).encode("utf-8"))
        file.flush()
        os.fsync(file.fileno())


def _kept(place: Path) -> CorpusArrays | None:
    """The arrays kept in a place, None where they are missing, older or damaged."""
    try:
        return _read(place)
    except (OSError, ValueError, LookupError, TypeError):
        return None


def _read(place: Path) -> CorpusArrays:
    texts = json.loads((place / _TEXTS).read_bytes())
    register = WellRegister({name: frozenset(w) for name, w in texts.pop("register").items()})
    known: dict[str, Any] = {"register": register, "links_token": texts.pop("links_token")}
    known |= {name: tuple(part) for name, part in texts.items()}
    for name in CorpusArrays.__slots__:
        if name in _NESTED:
            own = [each.name for each in fields(_NESTED[name])]
            known[name] = _NESTED[name](*(_mapped(place / f"{name}.{each}.npy") for each in own))
        elif name not in _NO_ARRAYS:
            known[name] = _mapped(place / f"{name}.npy")
    return CorpusArrays(**known)


def _text_parts(arrays: CorpusArrays) -> dict[str, Any]:
    """What of the arrays is text, as JSON can hold it."""
    meanings = arrays.register.meanings.items()
    return {
        "table_ids": arrays.table_ids,
        "name_texts": arrays.name_texts,
        "well_names": arrays.well_names,
        "links_token": arrays.links_token,
        "register": {name: sorted(wells) for name, wells in meanings},
    }


def _mapped(path: Path) -> NDArray[Any]:
    """An array mapped into memory; an empty one cannot be mapped and is read."""
    try:
        return np.asarray(np.load(path, mmap_mode="r", allow_pickle=False))
    except ValueError:
        return np.asarray(np.load(path, allow_pickle=False))
