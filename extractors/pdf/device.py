"""pdfminer's page device, extended to remember which ink cannot be seen."""

from __future__ import annotations

from typing import Any

from pdfminer.converter import PDFPageAggregator
from pdfminer.pdfinterp import PDFResourceManager

INVISIBLE_MODES = frozenset({3, 7})  # PDF 32000-1, table 106: neither filled nor stroked
KNOWN_SPACES = frozenset({"DeviceGray", "CalGray", "DeviceRGB", "CalRGB", "DeviceCMYK", "ICCBased"})
WHITE = 0.97  # lightness from which ink cannot be told from paper


class InkDevice(PDFPageAggregator):  # type: ignore[misc]  # pdfminer is not followed
    """Collects a page's objects; strings in an invisible render mode are marked hidden."""

    def __init__(self, resources: PDFResourceManager) -> None:
        super().__init__(resources, laparams=None)
        self.hidden_glyphs: set[int] = set()
        self.white_fills: set[int] = set()
        self.white_strokes: set[int] = set()

    def render_string(self, textstate: Any, seq: Any, ncs: Any, graphicstate: Any) -> None:
        """As the base class; remembers glyphs that the render mode hides."""
        before = len(self.cur_item)
        super().render_string(textstate, seq, ncs, graphicstate)
        if textstate.render in INVISIBLE_MODES:
            added = list(self.cur_item)[before:]
            self.hidden_glyphs.update(id(glyph) for glyph in added)

    def paint_path(self, graphicstate: Any, *args: Any, **kwargs: Any) -> None:
        """As the base class; remembers paths painted white."""
        before = len(self.cur_item)
        super().paint_path(graphicstate, *args, **kwargs)
        added = [id(path) for path in list(self.cur_item)[before:]]
        if is_white(graphicstate.ncolor, graphicstate.ncs):
            self.white_fills.update(added)
        if is_white(graphicstate.scolor, graphicstate.scs):
            self.white_strokes.update(added)


def is_white(colour: Any, space: Any) -> bool:
    """True for white in a grey, RGB or CMYK space; any other space prints ink at 1."""
    if space.name not in KNOWN_SPACES:
        return False
    parts = colour if isinstance(colour, (tuple, list)) else (colour,)
    if not parts or not all(isinstance(part, (int, float)) for part in parts):
        return False
    if len(parts) == 4:
        return bool(max(parts) <= 1.0 - WHITE)
    return bool(min(parts) >= WHITE)
