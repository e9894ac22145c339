"""What a file holds, told by its content; suffixes lie, above all `.doc`.

ExtractionError for what is recognised and cannot be read: encrypted, empty, no document.
"""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path

from relatab.errors import ExtractionError

SNIFF_BYTES = 4096
"""The namespaces of an XML file stand within 2,000 bytes."""

PDF_HEADER_BYTES = 1024
"""A PDF may carry this much before its header (ISO 32000-1, implementation note 13)."""

TEXT_PART_BYTES = 1 << 20
"""Of an OpenDocument's list of parts; the list of a report with 1,000 pictures takes 0.2 MB."""

PACKAGE_ERRORS = (
    *(zipfile.BadZipFile, zlib.error, OSError, ValueError, EOFError),
    RuntimeError,  # a password; of it NotImplementedError, another way of packing
)
"""What reading a damaged archive raises."""


@dataclass(frozen=True, slots=True)
class Content:
    """A kind of content: the reader for it, its name for people, its suffixes (the usual first)."""

    reader: str
    name: str
    suffixes: tuple[str, ...]


WORD = Content("word", "a Word document", (".docx", ".docm", ".dotx", ".dotm"))
FLAT_WORD = Content("word", "a Word document in one XML file", (".xml",))
PDF = Content("pdf", "a PDF", (".pdf",))
IMAGE = Content("image", "an image", (".png", ".tif", ".tiff", ".jpg", ".jpeg"))
OLD_WORD = Content("office", "a Word 97-2003 document", (".doc", ".dot"))
RICH_TEXT = Content("office", "an RTF document", (".rtf",))
OPEN_TEXT = Content("office", "an OpenDocument text", (".odt", ".ott"))
FLAT_OPEN_TEXT = Content("office", "an OpenDocument text in one XML file", (".fodt",))
WORD_2003_XML = Content("office", "a Word 2003 XML document", (".xml",))
WEB_PAGE = Content("office", "a web page", (".html", ".htm"))
WEB_ARCHIVE = Content("office", "a web archive", (".mht", ".mhtml"))
PLAIN_TEXT = Content("office", "plain text", (".txt",))

_NAMED = (WORD, PDF, IMAGE, OLD_WORD, RICH_TEXT, OPEN_TEXT, FLAT_OPEN_TEXT)

CONTENT_OF_SUFFIX = {suffix: content for content in _NAMED for suffix in content.suffixes}
"""The content that a lower-case suffix promises, for the suffixes of reports."""

_IMAGE_MAGIC = (b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+", b"\x89PNG\r\n", b"\xff\xd8\xff")
_OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OPEN_TEXT_TYPE = b"application/vnd.oasis.opendocument.text"
_WEB_PAGE = re.compile(
    rb"\s*(?:<!--.*?-->\s*)*<(?:!doctype html|html\b)", re.IGNORECASE | re.DOTALL
)
_WEB_ARCHIVE = re.compile(rb"\s*(?:[\w-]+:[^\n]*\n)*?mime-version:", re.IGNORECASE)

_XML_MARKS = (
    (b"http://schemas.microsoft.com/office/2006/xmlPackage", FLAT_WORD),
    (b"http://schemas.microsoft.com/office/word/2003/wordml", WORD_2003_XML),
    (b"urn:oasis:names:tc:opendocument:xmlns:office:1.0", FLAT_OPEN_TEXT),
    (b"http://www.w3.org/1999/xhtml", WEB_PAGE),
)


def content_of(path: Path) -> Content | None:
    """What the file holds; None where its first bytes say nothing. OSError if unreadable."""
    with path.open("rb") as stream:
        head = stream.read(SNIFF_BYTES)
    if not head:
        raise ExtractionError(f"{path}: the file is empty; copy it again")
    if head.startswith(_IMAGE_MAGIC):
        return IMAGE
    if head.startswith(b"PK"):
        return _content_of_package(path)
    if head.startswith(_OLE_MAGIC):
        return _content_of_container(path)
    return PDF if b"%PDF-" in head[:PDF_HEADER_BYTES] else _content_of_text(path, head)


def _content_of_text(path: Path, head: bytes) -> Content | None:
    """Markup by its opening; other text only where the suffix promises a document."""
    text = head.replace(b"\x00", b"") if head[:2] in (b"\xff\xfe", b"\xfe\xff") else head
    text = text.lstrip(b"\xff\xfe\xef\xbb\xbf \r\n\t")
    if text.startswith(b"{\\rtf"):
        return RICH_TEXT
    if text.startswith(b"<"):
        for mark, content in _XML_MARKS:
            if mark in text:
                return content
    if _WEB_PAGE.match(text):
        return WEB_PAGE
    if _WEB_ARCHIVE.match(text):
        return WEB_ARCHIVE
    named = CONTENT_OF_SUFFIX.get(path.suffix.lower())
    return PLAIN_TEXT if named and named.reader == "office" and b"\x00" not in text else None


def _content_of_package(path: Path) -> Content:
    """What a zip archive holds."""
    try:
        with zipfile.ZipFile(path) as package:
            names = set(package.namelist())
            if "mimetype" in names:
                return _content_of_open_document(path, package)
    except PACKAGE_ERRORS as error:
        raise ExtractionError(f"{path}: damaged zip package ({error}); copy it again") from error
    if any(name.startswith("word/") for name in names):
        return WORD
    if "[Content_Types].xml" in names:
        raise ExtractionError(f"{path}: an Office file but no Word document; save it as .docx")
    raise ExtractionError(f"{path}: a zip archive, no Word document; unpack it first")


def _content_of_open_document(path: Path, package: zipfile.ZipFile) -> Content:
    with package.open("mimetype") as stream:
        kind = stream.read(len(_OPEN_TEXT_TYPE))
    if kind != _OPEN_TEXT_TYPE:
        raise ExtractionError(f"{path}: an archive but no Word document; save it as .docx")
    if "META-INF/manifest.xml" in package.namelist():
        with package.open("META-INF/manifest.xml") as stream:
            if b"encryption-data" in stream.read(TEXT_PART_BYTES):
                raise ExtractionError(f"{path}: {_PROTECTED}")
    return OPEN_TEXT


_PROTECTED = "protected by a password; open it in Word, remove the password and save it"


def _content_of_container(path: Path) -> Content:
    """What a file in Microsoft's compound format (MS-CFB) holds, by its directory entries."""
    with path.open("rb") as stream, mmap(stream.fileno(), 0, access=ACCESS_READ) as content:
        if _entry(content, "EncryptedPackage") >= 0:
            raise ExtractionError(f"{path}: {_PROTECTED}")
        document = _entry(content, "WordDocument")
        if document < 0:
            raise ExtractionError(
                f"{path}: an old Office file, damaged or no Word document; save it as .docx"
            )
        if _is_encrypted(content, document):
            raise ExtractionError(f"{path}: {_PROTECTED}")
    return OLD_WORD


def _entry(container: mmap, name: str) -> int:
    """Where a stream's directory entry begins in a compound file; -1 where there is none."""
    return container.find(f"{name}\0".encode("utf-16-le"))


def _is_encrypted(container: mmap, entry: int) -> bool:
    """Whether the Word document of this directory entry is encrypted or obfuscated.

    MS-CFB 2.2 and 2.6.1: sector size at 30, a stream's first sector at 116 of its entry;
    MS-DOC 2.5.2: bit 8 of the flags at 10 in the stream's head (FibBase).
    """
    (shift,) = struct.unpack_from("<H", container, 30)
    if entry + 120 > len(container) or shift not in (9, 12):
        return False
    (sector,) = struct.unpack_from("<I", container, entry + 116)
    flags_at = ((sector + 1) << shift) + 10
    if flags_at + 2 > len(container):
        return False
    (flags,) = struct.unpack_from("<H", container, flags_at)
    return bool(flags & 0x0100)
