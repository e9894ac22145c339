"""How much content a page unfolds to, told before anything executes it.

A form may draw forms, and each of them many times: twenty levels in a file of 4 kB are more
than any machine executes, as are two forms that draw each other and themselves; and PDFium,
which looks at the pages first, has no bound. Nearly all pages are told by a glance at the heads of their objects, without unpacking anything.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from pdfminer.pdftypes import PDFObjRef, PDFStream, resolve1

from extractors import limits
from extractors.pdf.streams import StreamTooLargeError

DRAW_BYTES = 100
"""Content that takes PDFium as long as beginning a form does."""

HEAD_BYTES = 512
"""Of an object; dictionaries of pictures take 300."""

BEST_RATIO = 1032
"""By which the usual packing shrinks at most."""

DRAW = re.compile(rb"/([^\s/\[\]<>(){}%]+)\s+Do\b")
IMAGE = re.compile(rb"/Subtype\s*/Image\b")
LENGTH = re.compile(rb"/Length\s+(\d+)(?:\s+\d+\s+(R)\b)?")

ENDLESS = float("inf")


@dataclass(slots=True)
class Unfolding:
    """Sizes of the contents of one document; each form is read once."""

    _sizes: dict[int, float] = field(default_factory=dict)  # of forms, by object id

    def is_endless(self, page: Any) -> bool:
        """Whether a pdfminer page unfolds to more than `limits.MAX_PAGE_BYTES`."""
        forms = self._forms(page.resources)
        if not forms and all(map(_is_small, page.contents)):
            return False
        return self._size(page.contents, forms) > limits.MAX_PAGE_BYTES

    def _forms(self, resources: object) -> dict[bytes, PDFObjRef]:
        """References to what may be forms, by name; pictures are none."""
        entries = resolve1(resources)
        objects = resolve1(entries.get("XObject")) if isinstance(entries, dict) else None
        return {
            name.encode(): entry
            for name, entry in (objects if isinstance(objects, dict) else {}).items()
            if isinstance(entry, PDFObjRef) and not IMAGE.search(_head(entry))
        }

    def _size(self, streams: Iterable[object], forms: Mapping[bytes, PDFObjRef]) -> float:
        """Bytes of content, with those of the forms it draws."""
        size = 0.0
        for stream in map(resolve1, streams):
            content = _unpacked(stream)
            if content is None:
                return ENDLESS
            size += len(content)
            for name, times in Counter(DRAW.findall(content)).items():
                if name in forms:
                    size += times * (DRAW_BYTES + self._size_of_form(forms[name], forms))
        return size

    def _size_of_form(self, reference: PDFObjRef, around: Mapping[bytes, PDFObjRef]) -> float:
        """As `_size`; around: the forms that one without resources of its own draws."""
        if reference.objid not in self._sizes:
            self._sizes[reference.objid] = ENDLESS  # what a form meets that draws itself
            form = resolve1(reference)
            if isinstance(form, PDFStream):
                own = resolve1(form.get("Resources"))
                forms = self._forms(own) if isinstance(own, dict) else around
                self._sizes[reference.objid] = self._size([form], forms)
        return self._sizes[reference.objid]


def _unpacked(stream: object) -> bytes | None:
    """The content of a stream, b"" where it is damaged; None where it has no end."""
    if not isinstance(stream, PDFStream):
        return b""
    try:
        content: bytes = copy(stream).get_data()  # a stream keeps what it unpacks
    except StreamTooLargeError:
        return None
    except Exception:  # noqa: BLE001 - the reading of the page tells what is damaged
        return b""
    return content


def _is_small(entry: object) -> bool:
    """Whether a content stream is too short to hold much, however it is packed."""
    if not isinstance(entry, PDFObjRef):
        return False
    head = _head(entry)
    length = LENGTH.search(head)
    if length is None or head.count(b"/Fl") > 1:
        return False
    size = resolve1(PDFObjRef(entry.doc, int(length[1]))) if length[2] else int(length[1])
    return isinstance(size, int) and size * BEST_RATIO <= limits.MAX_PAGE_BYTES


def _head(reference: PDFObjRef) -> bytes:
    """The first bytes of an object that stands in the file by itself, as streams do."""
    document = reference.doc
    for xref in document.xrefs:
        try:
            container, place, _ = xref.get_pos(reference.objid)
        except KeyError:
            continue
        if container is None:
            file = document._parser.fp  # noqa: SLF001 - no public name gives the file
            before = file.tell()
            file.seek(place)
            head: bytes = file.read(HEAD_BYTES)
            file.seek(before)
            return head.partition(b"stream")[0]
    return b""
