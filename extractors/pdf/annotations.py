"""Text that stands on a page as annotation: values typed into a form, and typewriter notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pdfminer.pdftypes import PDFStream, dict_value, list_value, resolve1
from pdfminer.psparser import PSLiteral
from pdfminer.utils import decode_text, mult_matrix

from extractors.geometry import Affine, Box, Word
from extractors.pdf.device import subpaths
from extractors.pdf.ink import box_of
from extractors.pdf.interpreter import InkInterpreter, matrix_of, rectangle

READ_KINDS = frozenset({"Widget", "FreeText"})
NOT_SHOWN = 1 | 2 | 32  # PDF 32000-1, table 165: invisible, hidden, no view
MULTI_LINE, PASSWORD, PUSH_BUTTON = 1 << 12, 1 << 13, 1 << 16  # tables 226 and 228
USUAL_SIZE_PT = 10.0
SIZE_TO_HEIGHT = 0.7  # of a field's height at most that its type takes
LEADING = 1.2
GLYPH_WIDTH = 0.5  # em, of an average letter
INDENT_PT = 2.0
DEEPEST_PARENTS = 16

Entries = Mapping[str, Any]


def draw_annotations(page: Any, interpreter: InkInterpreter, ctm: Affine) -> Iterator[Word]:
    """Draws what the page's annotations look like; gives the words of those that leave
    their look to the viewer.
    """
    for item in _annotations(page):
        kind = _name(item.get("Subtype"))
        flags = _whole(item.get("F"))
        button = _name(inherited(item, "FT")) == "Btn"
        field_flags = _whole(inherited(item, "Ff"))
        if kind not in READ_KINDS or flags & NOT_SHOWN or (button and field_flags & PUSH_BUTTON):
            continue
        if (look := _appearance(item)) is not None:
            _draw(look, item, interpreter, ctm)
        elif kind == "Widget" and not button and not field_flags & PASSWORD:
            yield from _typed(item, field_flags, ctm)


def _annotations(page: Any) -> Iterator[Entries]:
    for entry in list_value(page.annots) if page.annots else ():
        item = resolve1(entry)
        if isinstance(item, dict):
            yield item


def inherited(field: Entries, key: str) -> Any:
    """A form field's entry, or that of the field it belongs to; None where neither has it."""
    for _ in range(DEEPEST_PARENTS):
        if key in field:
            return resolve1(field[key])
        parent = resolve1(field.get("Parent"))
        if not isinstance(parent, dict):
            return None
        field = parent
    return None


def _appearance(item: Entries) -> PDFStream | None:
    """The stream that draws an annotation in its present state."""
    looks = resolve1(dict_value(item.get("AP", {})).get("N"))
    if isinstance(looks, dict):
        looks = resolve1(looks.get(_name(item.get("AS"))))
    return looks if isinstance(looks, PDFStream) and looks.get_data().strip() else None


def _draw(look: PDFStream, item: Entries, interpreter: InkInterpreter, ctm: Affine) -> None:
    """Draw an appearance, its box fitted into the annotation's (PDF 32000-1, algorithm 8.1)."""
    x0, y0, x1, y1 = rectangle(item["Rect"])
    left, low, right, high = rectangle(look.get("BBox", [0, 0, x1 - x0, y1 - y0]))
    corners = [("m", left, low), ("l", right, low), ("l", right, high), ("l", left, high)]
    (points,) = subpaths(corners, matrix_of(look))
    box = box_of(points)
    wide, tall = box.x1 - box.x0, box.bottom - box.top
    sx = (x1 - x0) / wide if wide else 1.0
    sy = (y1 - y0) / tall if tall else 1.0
    fitted = (sx, 0.0, 0.0, sy, x0 - sx * box.x0, y0 - sy * box.top)
    interpreter.init_resources({})
    interpreter.init_state(ctm)
    interpreter.draw_form(look, mult_matrix(fitted, ctm))


def _typed(item: Entries, flags: int, ctm: Affine) -> Iterator[Word]:
    """Words of a field's value, spread over its place by their length."""
    value = inherited(item, "V")
    text = decode_text(value) if isinstance(value, bytes) else ""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    if not lines:
        return
    place = _place(item, ctm)
    height = place.bottom - place.top
    several = bool(flags & MULTI_LINE)
    size = min(USUAL_SIZE_PT, SIZE_TO_HEIGHT * height / (len(lines) if several else 1))
    top = place.top + (INDENT_PT if several else (height - size) / 2)
    for number, line in enumerate(lines):
        room = place.x1 - place.x0 - 2 * INDENT_PT
        count = sum(map(len, line)) + len(line) - 1
        step = min(GLYPH_WIDTH * size, room / count)
        x, y = place.x0 + INDENT_PT, top + number * LEADING * size
        for word in line:
            yield Word(word, x, y, x + step * len(word), y + size, size)
            x += step * (len(word) + 1)


def _place(item: Entries, ctm: Affine) -> Box:
    x0, y0, x1, y1 = rectangle(item["Rect"])
    (points,) = subpaths([("m", x0, y0), ("l", x1, y1)], ctm)
    return box_of(points)


def _name(entry: object) -> str:
    value = resolve1(entry)
    return str(value.name) if isinstance(value, PSLiteral) else ""


def _whole(entry: object) -> int:
    value = resolve1(entry)
    return value if isinstance(value, int) else 0
