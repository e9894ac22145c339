"""The package of a Word file: its parts as XML trees, read within bounds.

A package is a zip archive or, seldom, one XML file that holds all parts ("Flat OPC").

Written on zipfile and lxml alone: python-docx loads every picture of the package into
memory and does not open files in the strict variant of the format.
"""

from __future__ import annotations

import posixpath
import zipfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from lxml import etree

from extractors import limits
from extractors.content import PACKAGE_ERRORS
from relatab.errors import ExtractionError

WORD_NS = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
RELATIONSHIP_NS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

W = f"{{{WORD_NS}}}"
R = f"{{{RELATIONSHIP_NS}}}"
PKG = "{http://schemas.microsoft.com/office/2006/xmlPackage}"

# ISO/IEC 29500 strict files use their own namespaces for the same vocabulary.
_STRICT_NAMESPACES = {
    b"http://purl.oclc.org/ooxml/wordprocessingml/main": WORD_NS.encode(),
    b"http://purl.oclc.org/ooxml/officeDocument/relationships": RELATIONSHIP_NS.encode(),
    b"http://purl.oclc.org/ooxml/officeDocument/math": (
        b"http://schemas.openxmlformats.org/officeDocument/2006/math"
    ),
}

Element = Any
"""An lxml element; lxml has no type stubs."""

DOCTYPES = tuple("<!DOCTYPE".encode(code) for code in ("ascii", "utf-16-le", "utf-16-be"))
"""Opens a declaration of entities, which the standard forbids in a package (ISO/IEC 29500-2)."""


class PartError(Exception):
    """A part cannot be read: the reason, then the remedy."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(f"{reason}; {remedy}")
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Relationship:
    """A link from one part to another; kind is the last word of its type."""

    id: str
    kind: str
    target: str


class Package:
    """An open Word file. ExtractionError, under the given name, for what cannot be read.

    damaged: parts that the document had to do without, with the reasons.
    """

    def __init__(self, path: Path, name: Path) -> None:
        self._name = name
        self._left_bytes = limits.MAX_PACKAGE_BYTES
        self.damaged: dict[str, str] = {}
        self._zip: zipfile.ZipFile | None = None
        self._flat = self._flat_parts(path)
        if self._flat:
            self._names = {part.lower(): part for part in self._flat}
            return
        try:
            self._zip = zipfile.ZipFile(path)
        except PACKAGE_ERRORS as error:
            raise ExtractionError(
                f"{name}: damaged Word file ({error}); copy it again or open and save it in Word"
            ) from error
        self._names = {part.lower(): part for part in self._zip.namelist()}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._zip is not None:
            self._zip.close()

    @cached_property
    def main_part(self) -> str:
        """Name of the part that holds the document's body."""
        for link in self.relationships(""):
            if link.kind == "officeDocument" and link.target.lower() in self._names:
                return link.target
        return "word/document.xml"

    def body(self) -> Element:
        """The document's body element."""
        root = self.tree(self.main_part)
        body = None if root is None else root.find(f"{W}body")
        if body is None:
            raise ExtractionError(f"{self._name}: no document body in it; save it again in Word")
        return body

    def related(self, kind: str) -> list[Relationship]:
        """The main part's links of one kind: "styles", "header", "footer" ..."""
        return [link for link in self.relationships(self.main_part) if link.kind == kind]

    def relationships(self, part: str) -> list[Relationship]:
        """The links of a part ("" = the package itself), targets as part names."""
        folder, name = posixpath.split(part)
        root = self.side_tree(posixpath.join(folder, "_rels", f"{name}.rels"))
        return [
            Relationship(
                link.get("Id", ""),
                link.get("Type", "").rsplit("/", 1)[-1],
                _resolve(folder, link.get("Target", "")),
            )
            for link in (() if root is None else root)
            if isinstance(link.tag, str) and link.get("TargetMode") != "External"
        ]

    def side_tree(self, part: str) -> Element | None:
        """As `tree`, for a part that a document can do without: None, and noted in `damaged`,
        where it cannot be read.
        """
        try:
            return self._root(part)
        except PartError as error:
            self.damaged[part] = error.reason
            return None

    def tree(self, part: str) -> Element | None:
        """Root element of an XML part; None where the package has no such part."""
        try:
            return self._root(part)
        except PartError as error:
            raise ExtractionError(f"{self._name}: {error}") from error

    def _root(self, part: str) -> Element | None:
        name = self._names.get(part.lower())
        if name is None:
            return None
        try:
            content = self._read(name)
            for strict, transitional in _STRICT_NAMESPACES.items():
                content = content.replace(strict, transitional)
            return etree.fromstring(content, _parser())
        except (etree.XMLSyntaxError, *PACKAGE_ERRORS) as error:
            reason = str(error).splitlines()[0] if str(error) else "cut off"
            raise PartError(
                f"part {name} is damaged ({reason})", "restore it or save it anew in Word"
            ) from error

    def _read(self, name: str) -> bytes:
        """The content of a part, refused where it is one that makes trouble on purpose."""
        if self._zip is None:
            return self._flat[name]
        member = self._zip.getinfo(name)
        if member.file_size > max(limits.RATIO_FROM_BYTES, limits.MAX_RATIO * member.compress_size):
            raise PartError(
                f"part {name} unpacks to more than {limits.MAX_RATIO} times its size",
                "refused, copy it again or save it anew in Word",
            )
        with self._zip.open(member) as stream:
            return self._bounded(stream, name)

    def _bounded(self, stream: IO[bytes], name: str) -> bytes:
        most = min(limits.MAX_PART_BYTES, self._left_bytes)
        content = stream.read(most + 1)
        self._left_bytes -= len(content)
        if len(content) > most:
            raise PartError(
                f"part {name} unpacks to more than {most >> 20} MB", "refused, split the document"
            )
        if any(mark in content for mark in DOCTYPES):
            raise PartError(
                f"part {name} declares entities, which no Word file does",
                "refused, save it anew in Word",
            )
        return content

    def _flat_parts(self, path: Path) -> dict[str, bytes]:
        """The XML parts of a package in one XML file; none for a zip archive or damage."""
        with path.open("rb") as stream:
            if stream.read(2) == b"PK":
                return {}
            stream.seek(0)
            try:
                content = self._bounded(stream, path.name)
            except PartError as error:
                raise ExtractionError(f"{self._name}: {error}") from error
        try:
            root = etree.fromstring(content, _parser())
        except etree.XMLSyntaxError:
            return {}
        return {
            part.get(f"{PKG}name", "").lstrip("/"): etree.tostring(data[0])
            for part in root.iterchildren(f"{PKG}part")
            for data in part.iterchildren(f"{PKG}xmlData")
            if len(data)
        }


def _parser() -> Any:
    """Entities stay unexpanded and nothing is fetched: reports come from anywhere."""
    return etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True)


def _resolve(folder: str, target: str) -> str:
    joined = target if target.startswith("/") else posixpath.join("/", folder, target)
    return posixpath.normpath(joined).lstrip("/")


def on(element: Element | None) -> bool:
    """Value of a toggle property: absent element False, no or a true value True."""
    return element is not None and element.get(f"{W}val", "true") not in ("0", "false", "off")


def number(element: Element | None, default: int, name: str = "val") -> int:
    """An integer attribute of the Word namespace; the default where absent or malformed."""
    try:
        return default if element is None else int(element.get(f"{W}{name}", default))
    except ValueError:
        return default
