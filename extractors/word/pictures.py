"""Pictures and embedded sheets of a Word file: tables may hide in them unread."""

from __future__ import annotations

import re

from extractors.word.package import Element

EMU_PER_CM = 360_000
POINTS_PER_CM = 28.35

MIN_WIDTH_CM, MIN_HEIGHT_CM = 8.0, 3.0
"""Smaller pictures are logos, signatures and stamps; no table is legible in them."""

_DRAWING_NS = "http://schemas.openxmlformats.org/drawingml/2006"
_EXTENT = f"{{{_DRAWING_NS}/wordprocessingDrawing}}extent"
_BLIP = f"{{{_DRAWING_NS}/main}}blip"
_VML_SHAPE = "{urn:schemas-microsoft-com:vml}shape"
_VML_IMAGE = "{urn:schemas-microsoft-com:vml}imagedata"
_OLE_OBJECT = "{urn:schemas-microsoft-com:office:office}OLEObject"
_VML_SIZE = re.compile(r"(?:^|;)\s*(width|height)\s*:\s*([\d.]+)pt")


def unread_content(drawing: Element) -> str | None:
    """What a w:drawing, w:pict or w:object shows that the reader does not read; else None."""
    embedded = next(drawing.iter(_OLE_OBJECT), None)
    if embedded is not None and embedded.get("ProgID", "").startswith("Excel"):
        return "embedded spreadsheet"
    return "picture" if _is_large_picture(drawing) else None


def _is_large_picture(drawing: Element) -> bool:
    if next(drawing.iter(_BLIP), None) is not None:
        return any(
            _is_large(_number(extent, "cx") / EMU_PER_CM, _number(extent, "cy") / EMU_PER_CM)
            for extent in drawing.iter(_EXTENT)
        )
    for shape in drawing.iter(_VML_SHAPE):
        size = {name: float(points) for name, points in _VML_SIZE.findall(shape.get("style", ""))}
        width, height = size.get("width", 0.0), size.get("height", 0.0)
        if shape.find(_VML_IMAGE) is not None:
            return _is_large(width / POINTS_PER_CM, height / POINTS_PER_CM)
    return False


def _is_large(width_cm: float, height_cm: float) -> bool:
    return width_cm >= MIN_WIDTH_CM and height_cm >= MIN_HEIGHT_CM


def _number(element: Element, name: str) -> int:
    text = element.get(name, "")
    return int(text) if text.isdecimal() else 0
