"""How much content a page unfolds to, told before anything executes it.

A form may draw forms, and each of them many times: twenty levels in a file of 4 kB are more
than any machine executes, as are two forms that draw each other and themselves; and PDFium,
which looks at the pages first, has no bound. Nearly all pages are told by a glance at the
heads of their objects, without unpacking anything.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
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

ENDLESS = float("inf")


@dataclass(slots=True)
class Unfolding:
    """Sizes of the contents of one document; each form is read once."""

    _sizes: dict[int, float] = field(default_factory=dict)  # of forms, by object id

    def is_endless(self, page: Any) -> bool:
        """Whether a pdfminer page unfolds to more than `limits.MAX_PAGE_BYTES`."""
        draws = bool(_forms(page.resources)) or any(True for _ in _besides(page.resources))
        if not draws and all(map(_is_small, page.contents)):
            return False
        return self._size(page.contents, page.resources) > limits.MAX_PAGE_BYTES

    def _size(self, streams: Iterable[object], resources: object) -> float:
        """Bytes of content, with those of all that it draws."""
        forms = _forms(resources)
        size = sum(self._size_of_form(form, around) for form, around in _besides(resources))
        for stream in map(resolve1, streams):
            content = _unpacked(stream)
            if content is None:
                return ENDLESS
            size += len(content)
            for name, times in Counter(DRAW.findall(content)).items():
                if name in forms:
                    size += times * (DRAW_BYTES + self._size_of_form(forms[name], resources))
        return size

    def _size_of_form(self, reference: PDFObjRef, around: object) -> float:
        """As `_size`; around: the resources of a form that has none of its own."""
        if reference.objid not in self._sizes:
            self._sizes[reference.objid] = ENDLESS  # what a form meets that draws itself
            form = resolve1(reference)
            is_form = isinstance(form, PDFStream)
            size = self._size([form], form.get("Resources") or around) if is_form else 0.0
            self._sizes[reference.objid] = size
        return self._sizes[reference.objid]


def _forms(resources: object) -> dict[bytes, PDFObjRef]:
    """References to what may be forms, by name; pictures are none."""
    return {
        name.encode(): entry
        for name, entry in _entries(resources, "XObject").items()
        if isinstance(entry, PDFObjRef) and not IMAGE.search(_head(entry))
    }


def _besides(resources: object) -> Iterator[tuple[PDFObjRef, object]]:
    """Forms that are drawn otherwise than by name, once at least, each with the resources around
    it: patterns, soft masks, and glyphs of fonts (Type 3) that draw forms.
    """
    found = [(pattern, resources) for pattern in _entries(resources, "Pattern").values()]
    for state in _entries(resources, "ExtGState").values():
        found += [(mask, resources) for mask in _entries(state, "SMask").values()]
    for font in _entries(resources, "Font").values():
        around = _entries(font, "Resources")
        if "XObject" in around:
            found += [(glyph, around) for glyph in _entries(font, "CharProcs").values()]
    yield from ((form, around) for form, around in found if isinstance(form, PDFObjRef))


def _entries(holder: object, key: str) -> dict[str, Any]:
    """The dictionary that is another's entry; an empty one where that is none."""
    outer = resolve1(holder)
    inner = resolve1(outer.get(key)) if isinstance(outer, dict) else None
    return inner if isinstance(inner, dict) else {}


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
    stream = resolve1(entry)
    if not isinstance(stream, PDFStream):
        return True
    filters = resolve1(stream.get_any(("F", "Filter")))
    is_packed_once = not isinstance(filters, list) or len(filters) == 1
    packed = len(stream.rawdata or b"")
    return is_packed_once and packed * BEST_RATIO <= limits.MAX_PAGE_BYTES


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
