"""Documents in, tables out: `extract(path)` returns an `Extraction`.

The reader is chosen by what the file holds, then by its suffix; each is imported only
when a document needs it.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import cast

from extractors.base import Extractor, Options, Progress
from extractors.content import CONTENT_OF_SUFFIX, Content, content_of
from extractors.normalize import document_hash
from relatab.errors import ExtractionError
from relatab.model import Extraction, Issue

SUFFIXES = frozenset(CONTENT_OF_SUFFIX)
"""Lower-case suffixes of the files that `extract` reads."""

COLLECT_AFTER = 50_000
"""Objects made between two runs of the garbage collector while a document is read. Glyphs and
words come by the ten thousand a page and in no cycles; looking at them after every 700, as the
collector does by default, costs a twentieth of the time.
"""

_DEFAULT_OPTIONS = Options()


def extract(
    path: str | Path, options: Options = _DEFAULT_OPTIONS, progress: Progress | None = None
) -> Extraction:
    """All tables of a Word file, PDF or scan, with what was irregular about it.

    Older and foreign text formats (.doc, .rtf, .odt) are read through LibreOffice, where it
    is installed. ExtractionError, in one line with the remedy, when the document cannot be
    read at all; lesser trouble is an `Issue` of the result.
    """
    path = Path(path)
    try:
        content = content_of(path)
        digest = document_hash(path)
    except OSError as error:
        raise ExtractionError(f"{path}: cannot be read ({error.strerror or error})") from error
    named = CONTENT_OF_SUFFIX.get(path.suffix.lower())
    chosen = content or named
    if chosen is None or (content is None and chosen.reader == "office"):
        raise ExtractionError(f"{path}: not a Word, PDF or image file; convert it to one of them")
    with _rare_collections():
        extraction = _reader(chosen.reader)(path, digest, options, progress)
    if named is None or named == chosen:
        return extraction
    return replace(extraction, issues=(_disagreement(path, chosen), *extraction.issues))


def _disagreement(path: Path, content: Content) -> Issue:
    return Issue(
        "suffix and content disagree",
        f"named {path.suffix} but holds {content.name}",
        action=f"read as {content.name}",
    )


def _reader(name: str) -> Extractor:
    module = import_module(f"extractors.{name}")
    return cast(Extractor, getattr(module, f"extract_{name}"))


@contextmanager
def _rare_collections() -> Iterator[None]:
    """The garbage collector at `COLLECT_AFTER`, as it was afterwards."""
    usual = gc.get_threshold()
    gc.set_threshold(max(usual[0], COLLECT_AFTER) if usual[0] else 0, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)
