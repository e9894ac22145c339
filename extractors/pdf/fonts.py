"""pdfminer's store of the fonts that a document's pages share, kept from endless widths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pdfminer.pdfinterp import PDFResourceManager
from pdfminer.pdftypes import list_value, resolve1

MOST_WIDTHS = 65_536
"""Glyphs of a composite font (PDF 32000-1, annex C); damaged ranges name billions."""


class FontStore(PDFResourceManager):  # type: ignore[misc]  # pdfminer is not followed
    """Fonts by object id; widths that name more glyphs than a font can have are left out."""

    def get_font(self, objid: object, spec: Mapping[str, Any]) -> Any:
        """The font of a specification, from the store where it has an id."""
        if "W" in spec and count_of_widths(list_value(spec["W"])) > MOST_WIDTHS:
            spec = {key: value for key, value in spec.items() if key != "W"}
        return super().get_font(objid, spec)


def count_of_widths(entries: Sequence[object]) -> float:
    """Glyphs that a /W array names: "first [w w ...]" and "first last w" (9.7.4.3)."""
    count = 0.0
    waiting: list[float] = []
    for entry in map(resolve1, entries):
        if isinstance(entry, list):
            count += len(entry)
            waiting = []
        elif isinstance(entry, (int, float)):
            waiting.append(entry)
        if len(waiting) == 3:
            count += max(0.0, waiting[1] - waiting[0] + 1)
            waiting = []
    return count
