"""Documents in, tables out: `extract(path)` returns an `Extraction`.

The reader is chosen by what the file holds, then by its suffix; each is imported only
when a document needs it.
"""

from __future__ import annotations

import zipfile
from dataclasses import replace
from importlib import import_module
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import cast

from extractors.base import Extractor, Options, Progress
from extractors.normalize import document_hash
from relatab.errors import ExtractionError
from relatab.model import Extraction, Issue

_FORMAT_OF_SUFFIX = {
    ".docx": "word",
    ".docm": "word",
    ".dotx": "word",
    ".dotm": "word",
    ".pdf": "pdf",
    ".tif": "image",
    ".tiff": "image",
    ".png": "image",
    ".jpg": "image",
    ".jpeg": "image",
}

SUFFIXES = frozenset(_FORMAT_OF_SUFFIX)
"""Lower-case suffixes of the files that `extract` reads."""

SNIFF_BYTES = 1024
"""A PDF may carry this much before its header (ISO 32000-1, implementation note 13)."""

_IMAGE_MAGIC = (b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+", b"\x89PNG\r\n", b"\xff\xd8\xff")
_OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

_DEFAULT_OPTIONS = Options()


def extract(
    path: str | Path, options: Options = _DEFAULT_OPTIONS, progress: Progress | None = None
) -> Extraction:
    """All tables of a Word file, PDF or scan, with what was irregular about it.

    ExtractionError, in one line with the remedy, when the document cannot be read at all;
    lesser trouble is an `Issue` of the result.
    """
    path = Path(path)
    try:
        with path.open("rb") as stream:
            head = stream.read(SNIFF_BYTES)
        content = _format_of_content(path, head)
        digest = document_hash(path)
    except OSError as error:
        raise ExtractionError(f"{path}: cannot be read ({error.strerror or error})") from error
    named = _FORMAT_OF_SUFFIX.get(path.suffix.lower())
    chosen = content or named
    if chosen is None:
        raise ExtractionError(f"{path}: not a Word, PDF or image file; convert it to one of them")
    extraction = _reader(chosen)(path, digest, options, progress)
    if content is None or named in (None, content):
        return extraction
    issue = Issue(
        "suffix and content disagree",
        f"named {path.suffix} but holds {_NAMES[content]}",
        action=f"read as {_NAMES[content]}",
    )
    return replace(extraction, issues=(issue, *extraction.issues))


_NAMES = {"word": "a Word document", "pdf": "a PDF", "image": "an image"}


def _format_of_content(path: Path, head: bytes) -> str | None:
    """Format by the file's first bytes; None when they say nothing."""
    if not head:
        raise ExtractionError(f"{path}: the file is empty; copy it again")
    if head.startswith(_IMAGE_MAGIC):
        return "image"
    if head.startswith(b"PK"):
        return _format_of_package(path)
    if head.startswith(_OLE_MAGIC):
        raise ExtractionError(f"{path}: {_ole_trouble(path)}")
    return "pdf" if b"%PDF-" in head else None


def _format_of_package(path: Path) -> str | None:
    try:
        with zipfile.ZipFile(path) as package:
            names = set(package.namelist())
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        raise ExtractionError(f"{path}: damaged zip package ({error}); copy it again") from error
    if any(name.startswith("word/") for name in names):
        return "word"
    if "[Content_Types].xml" in names:
        raise ExtractionError(f"{path}: an Office file but no Word document; save it as .docx")
    raise ExtractionError(f"{path}: a zip archive, no Word document; unpack it first")


def _ole_trouble(path: Path) -> str:
    """Why a file in Microsoft's old container cannot be read, and what to do."""
    with path.open("rb") as stream, mmap(stream.fileno(), 0, access=ACCESS_READ) as content:
        encrypted = content.find("EncryptedPackage".encode("utf-16-le")) >= 0
    if encrypted:
        return "protected by a password; open it in Word, remove the password and save it"
    return "a legacy Word or Office file; open it in Word and save it as .docx"


def _reader(name: str) -> Extractor:
    module = import_module(f"extractors.{name}")
    return cast(Extractor, getattr(module, f"extract_{name}"))
