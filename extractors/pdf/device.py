"""pdfminer's device that collects a page's ink with what decides whether it can be seen."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from pdfminer.pdfdevice import PDFTextDevice
from pdfminer.pdffont import PDFUnicodeNotDefined
from pdfminer.pdfinterp import PDFGraphicState, PDFResourceManager

from extractors.base import UNKNOWN_LETTER
from extractors.geometry import Affine, Box
from extractors.pdf.ink import Colour, Glyph, Ground, Ink, Path, box_of, colour_of, common, is_white

INVISIBLE_MODES = frozenset({3, 7})  # PDF 32000-1, table 106: neither filled nor stroked
FAINTEST = 0.02  # opacity below which nothing shows
OPAQUE = 0.98
MOST_PATHS = 60_000  # a page with more is a drawing: no ruling is told from its strokes
THINNEST_GROUND_PT = 2.0  # thinner areas are rules, no ground for text
BLANK_CODE = 32  # after which word spacing is added (ISO 32000-1, 9.3.3)
EVERYWHERE = Box(-math.inf, -math.inf, math.inf, math.inf)

Point = tuple[float, float]


class InkState(PDFGraphicState):  # type: ignore[misc]  # pdfminer is not followed
    """The graphics state with clipping and opacity, which pdfminer leaves out.

    clip: box around the clipping path; exact: the clipping path is that box; group: opacity
    of the forms that this content stands in.
    """

    def __init__(self) -> None:
        super().__init__()
        self.clip = EVERYWHERE
        self.exact = True
        self.fill_opacity = self.stroke_opacity = self.group = 1.0
        self.blended = False

    def copy(self) -> InkState:
        """An independent state with the same values."""
        twin = InkState.__new__(InkState)
        twin.__dict__.update(self.__dict__)
        return twin

    def clipped(self, points: Sequence[Point], whole: bool) -> None:
        """Clip by a path around `points`; whole: the path is the box of its points."""
        self.clip = common(self.clip, box_of(points))
        self.exact = self.exact and whole


class InkDevice(PDFTextDevice):  # type: ignore[misc]
    """Collects glyphs, paths and grounds; `concealed` is set while a hidden layer is drawn."""

    def __init__(self, resources: PDFResourceManager) -> None:
        super().__init__(resources)
        self.ink = Ink()
        self.concealed = False
        self._unseen = False
        self._colour: Colour | None = None
        self._letters: dict[tuple[Any, int], tuple[str, float]] = {}  # by font and code

    def render_string(self, textstate: Any, seq: Any, ncs: Any, graphicstate: InkState) -> None:
        """As the base class; notes what a string's glyphs have in common."""
        opacity = graphicstate.fill_opacity * graphicstate.group
        stroked = textstate.render in (1, 2, 5, 6)
        self._unseen = (
            self.concealed
            or textstate.render in INVISIBLE_MODES
            or (opacity < FAINTEST and not stroked)
        )
        self._colour = None if stroked else colour_of(graphicstate.ncolor, ncs)
        super().render_string(textstate, seq, ncs, graphicstate)

    def render_string_horizontal(
        self,
        seq: Any,
        matrix: Affine,
        pos: Point,
        font: Any,
        fontsize: float,
        scaling: float,
        charspace: float,
        wordspace: float,
        rise: float,
        dxscale: float,
        ncs: Any,
        graphicstate: InkState,
    ) -> Point:
        """As the base class; the glyphs of an upright string are placed all at once."""
        a, b, c, d, e, f = matrix
        x, y = pos
        low = font.get_descent() * fontsize + rise
        high = low + fontsize
        edges = d * low + (d * y + f), d * high + (d * y + f)
        if b or c or a <= 0 or fontsize * scaling <= 0 or not all(map(math.isfinite, edges)):
            lettering = (fontsize, scaling, charspace, wordspace, rise, dxscale, ncs, graphicstate)
            place: Point = super().render_string_horizontal(seq, matrix, pos, font, *lettering)
            return place
        top, bottom, clip = min(edges), max(edges), graphicstate.clip
        look = abs(d * (high - low)), _is_bold(font.fontname), turn_of(a, 0.0, fontsize * d)
        beside = self._unseen or not clip.top <= (top + bottom) / 2 <= clip.bottom
        spaced = False
        for item in seq:
            if not isinstance(item, bytes):
                x -= item * dxscale if isinstance(item, (int, float)) else 0.0
                spaced = True
                continue
            for cid in font.decode(item):
                x += charspace if spaced else 0.0
                text, width = self._letters.get((font, cid)) or self._letter(font, cid)
                advance = width * fontsize * scaling
                left = a * x + e
                right = left + a * advance
                if math.isfinite(right):
                    hidden = beside or not clip.x0 <= (left + right) / 2 <= clip.x1
                    left, right = min(left, right), max(left, right)
                    self.ink.glyphs.append(
                        Glyph(text, left, top, right, bottom, *look, hidden, self._colour)
                    )
                x += advance + (wordspace if cid == BLANK_CODE else 0.0)
                spaced = True
        return x, y

    def _letter(self, font: Any, cid: int) -> tuple[str, float]:
        """Text and width of a font's character code."""
        try:
            text = letters(font.to_unichr(cid))
        except PDFUnicodeNotDefined:
            text = UNKNOWN_LETTER
        self._letters[font, cid] = text, font.char_width(cid)
        return self._letters[font, cid]

    def render_char(
        self,
        matrix: Affine,
        font: Any,
        fontsize: float,
        scaling: float,
        rise: float,
        cid: int,
        ncs: Any,  # noqa: ARG002 - pdfminer's signature
        graphicstate: InkState,
    ) -> float:
        """Adds one glyph; returns its advance."""
        text, width = self._letters.get((font, cid)) or self._letter(font, cid)
        advance = width * fontsize * scaling
        if font.is_vertical():
            across, up = _vertical_frame(font.char_disp(cid), fontsize, rise, advance)
        else:
            low = font.get_descent() * fontsize + rise
            across, up = (0.0, advance), (low, low + fontsize)
        glyph = _placed(text, font.fontname, matrix, across, up)
        if glyph is not None:
            middle = (glyph.x0 + glyph.x1) / 2, (glyph.top + glyph.bottom) / 2
            glyph.hidden = self._unseen or not _inside(middle, graphicstate.clip)
            glyph.colour = self._colour
            self.ink.glyphs.append(glyph)
        return float(advance)

    def paint_path(
        self, gstate: InkState, stroke: bool, fill: bool, evenodd: bool, path: Sequence[Any]
    ) -> None:
        """Adds the subpaths of a path, and the ground that it lays."""
        del evenodd  # holes are not looked for: a path of several parts covers nothing
        if self.concealed or not path:
            return
        if len(self.ink.paths) >= MOST_PATHS:
            self.ink.paths_left += 1
            return
        stroke_seen = stroke and gstate.stroke_opacity * gstate.group > FAINTEST
        fill_opacity = gstate.fill_opacity * gstate.group if fill else 0.0
        if not stroke_seen and fill_opacity <= FAINTEST:
            return
        colour = colour_of(gstate.ncolor, gstate.ncs)
        seen = (fill_opacity > FAINTEST and not is_white(colour)) or (
            stroke_seen and not is_white(colour_of(gstate.scolor, gstate.scs))
        )
        parts = list(subpaths(path, self.ctm))
        for points in parts:
            self.ink.paths.append(
                Path(
                    points,
                    box_of(points),
                    gstate.clip,
                    stroke,
                    fill,
                    seen,
                    str(gstate.ncolor),
                )
            )
        if fill_opacity > FAINTEST:
            opaque = fill_opacity >= OPAQUE and not gstate.blended and colour is not None
            for points in parts:
                whole = len(parts) == 1 and is_box(points)
                self._lay(box_of(points), gstate, colour, opaque and whole)

    def render_image(self, stream: Any, gstate: InkState) -> None:
        """Adds a picture: the unit square of the current coordinates."""
        if self.concealed or gstate.fill_opacity * gstate.group <= FAINTEST:
            return
        points = [_moved(self.ctm, x, y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
        masked = any(stream.get(key) for key in ("SMask", "Mask", "ImageMask", "IM"))
        opaque = gstate.fill_opacity * gstate.group >= OPAQUE and not gstate.blended
        self.ink.images.append(box_of(points))
        self._lay(box_of(points), gstate, None, opaque and not masked and is_box(points))

    def shade(self, gstate: InkState) -> None:
        """Adds the ground that a shading lays over all of the clipped area."""
        if not self.concealed and math.isfinite(gstate.clip.area):
            self._lay(gstate.clip, gstate, None, covers=False)

    def _lay(self, box: Box, gstate: InkState, colour: Colour | None, covers: bool) -> None:
        shown = common(box, gstate.clip)
        if min(shown.x1 - shown.x0, shown.bottom - shown.top) >= THINNEST_GROUND_PT:
            covers = covers and gstate.exact
            self.ink.grounds.append(Ground(shown, len(self.ink.glyphs), colour, covers))


def letters(text: str) -> str:
    """Ligatures as letters; other compatibility forms (fractions, superscripts) stay."""
    if len(text) == 1 and "\ufb00" <= text <= "\ufb4f":
        return unicodedata.normalize("NFKC", text)
    return text.replace("\u00ad", "-").replace("\u00a0", " ").replace("\x00", "\ufffd")


def subpaths(path: Sequence[Any], ctm: Affine) -> Iterator[list[Point]]:
    """The points of a path's parts, moved by the current matrix; curves by their ends."""
    points: list[Point] = []
    for segment in path:
        operator = segment[0]
        if operator == "m":
            if len(points) > 1:
                yield points
            points = []
        if operator != "h":
            points.append(_moved(ctm, segment[-2], segment[-1]))
        elif points:
            points.append(points[0])
    if len(points) > 1:
        yield points


def is_box(points: Sequence[Point]) -> bool:
    """Whether a subpath is a rectangle along the axes."""
    corners = points[:-1] if len(points) == 5 and points[0] == points[4] else points
    if len(corners) != 4:
        return False
    xs, ys = ({round(corner[axis], 2) for corner in corners} for axis in (0, 1))
    return len(xs) <= 2 and len(ys) <= 2


def _moved(matrix: Affine, x: float, y: float) -> Point:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _inside(point: Point, box: Box) -> bool:
    return box.x0 <= point[0] <= box.x1 and box.top <= point[1] <= box.bottom


def _vertical_frame(
    displacement: Any, fontsize: float, rise: float, advance: float
) -> tuple[tuple[float, float], tuple[float, float]]:
    """The frame of a glyph of vertical writing, about its own origin."""
    across, up = displacement
    left = -0.5 * fontsize if across is None else -across * fontsize * 0.001
    high = (1000 - up) * fontsize * 0.001 + rise
    return (left, left + fontsize), (high + advance, high)


def _placed(
    text: str, font: str, matrix: Affine, across: tuple[float, float], up: tuple[float, float]
) -> Glyph | None:
    """A glyph by its frame in text space; None for one without finite extent.

    A slant that imitates italics is taken out, or words would run into each other.
    """
    a, b, c, d, e, f = matrix
    slant = (a * c + b * d) / ((a * a + b * b) or 1.0)
    ux, uy = c - slant * a, d - slant * b
    xs = [a * x + ux * y + e for x in across for y in up]
    ys = [b * x + uy * y + f for x in across for y in up]
    size = math.hypot(ux, uy) * abs(up[1] - up[0])
    if not math.isfinite(size + sum(xs) + sum(ys)):
        return None
    sense = math.copysign(1.0, across[1] - across[0])
    height = math.copysign(1.0, up[1] - up[0])
    turn = turn_of(sense * a, sense * b, height * uy)
    return Glyph(text, min(xs), min(ys), max(xs), max(ys), size, _is_bold(font), turn)


@lru_cache(maxsize=1024)
def _is_bold(font: str) -> bool:
    name = str(font).lower()
    return "bold" in name or "black" in name


def turn_of(along_x: float, along_y: float, up_y: float) -> int:
    """Degrees clockwise, as displayed with y downwards, by which text is turned.

    Mirrored text counts as upright.
    """
    if abs(along_x) >= abs(along_y):
        return 180 if along_x < 0 < up_y else 0
    return 90 if along_y > 0 else 270
