"""pdfminer's interpreter of page content, made to heed what it leaves out.

Clipping, opacity, hidden layers and the state that a form inherits decide what can be
seen; a defect in the content costs the operator it is in; and reading comes to an end on
pages of any length.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.pdftypes import PDFObjRef, PDFStream, dict_value, list_value, resolve1, stream_value
from pdfminer.psparser import PSKeyword, PSLiteral
from pdfminer.utils import MATRIX_IDENTITY, mult_matrix

from extractors.geometry import Affine
from extractors.pdf.content import content_tokens
from extractors.pdf.device import InkDevice, InkState, is_box, subpaths
from extractors.pdf.streams import StreamTooLargeError

MOST_OPERATORS = 1_000_000  # of one page; dense maps come to half of it
FORM_COST = 20  # operators that opening a form is worth
MOST_NESTED = 24  # forms within forms; real ones stay below 6
MOST_DEFECTS = 200  # a page with more is noise from there on

_NAMES = str.maketrans({"*": "_a", '"': "_w", "'": "_q"})


class PageTooLong(Exception):  # noqa: N818 - it ends the reading, and is no error
    """A page holds more operators than are read."""


@dataclass(slots=True)
class Budget:
    """Operators that may still be executed on a page."""

    operators: int

    def spend(self, operators: int = 1) -> None:
        """Count operators; PageTooLong when none is left."""
        self.operators -= operators
        if self.operators < 0:
            raise PageTooLong


class InkInterpreter(PDFPageInterpreter):  # type: ignore[misc]  # pdfminer is not followed
    """Executes content for an `InkDevice`; `hidden_layers`: ids of layers that are off."""

    def __init__(
        self,
        resources: PDFResourceManager,
        device: InkDevice,
        hidden_layers: frozenset[int] = frozenset(),
    ) -> None:
        super().__init__(resources, device)
        self.hidden_layers = hidden_layers
        self.budget = Budget(MOST_OPERATORS)
        self.inherited = InkState()
        self.running: frozenset[int] = frozenset()  # ids of the forms that this one stands in
        self.marked: list[bool] = []  # per open marked-content sequence: is it hidden

    def init_resources(self, resources: dict[object, object]) -> None:
        """As the base class; a font that cannot be loaded costs itself and those after it."""
        try:
            super().init_resources(resources)
        except Exception:  # noqa: BLE001 - damaged fonts; text in them is read by default codes
            self.device.ink.damage += 1

    def init_state(self, ctm: Affine) -> None:
        """As the base class; with the state that the content inherits."""
        super().init_state(ctm)
        self.graphicstate = self.inherited.copy()

    def execute(self, streams: Sequence[object]) -> None:
        """Execute content streams; a defect costs its operator, or the rest where the
        content cannot be taken apart any more.
        """
        for item in content_tokens(self._content(streams)):
            if not isinstance(item, PSKeyword):
                self.argstack.append(item)
                continue
            self.budget.spend()
            try:
                self._operate(item.name)
            except PageTooLong:
                raise
            except Exception:  # noqa: BLE001 - one bad operator, the others stay
                self.device.ink.damage += 1
                if self.device.ink.damage > MOST_DEFECTS:
                    return

    def _content(self, streams: Sequence[object]) -> bytes:
        """The bytes of all streams that can be unpacked; no token crosses the border of two."""
        parts = []
        for stream in map(resolve1, streams):
            if isinstance(stream, PDFStream):
                try:
                    # A copy, because a stream keeps what it unpacks: pages would add up.
                    unpacked = copy(stream)
                    parts.append(unpacked.get_data())
                    self.device.ink.damage += getattr(unpacked, "is_damaged", False)
                except StreamTooLargeError:
                    raise PageTooLong from None
                except Exception:  # noqa: BLE001 - damaged content; the other streams stay
                    self.device.ink.damage += 1
        return b"\n".join(parts)

    def _operate(self, name: bytes) -> None:
        method = getattr(self, _method_name(name), None)
        if method is None:
            self.argstack.clear()
            return
        count = method.__func__.__code__.co_argcount - 1
        operands = self.pop(count)
        if len(operands) == count:
            method(*operands)

    def do_F(self) -> None:  # noqa: N802 - pdfminer's names are the operators
        """Fill, by the operator's older name."""
        self.do_f()

    def do_W(self) -> None:  # noqa: N802
        """Clip by the current path."""
        parts = list(subpaths(self.curpath, self.ctm))
        if parts:
            whole = len(parts) == 1 and is_box(parts[0])
            self.graphicstate.clipped([point for part in parts for point in part], whole)

    def do_W_a(self) -> None:  # noqa: N802
        """Clip by the current path, even-odd rule: its box is the same."""
        self.do_W()

    def do_gs(self, name: object) -> None:
        """Set opacity and blending from an extended graphics state."""
        states = dict_value(self.resources.get("ExtGState", {}))
        entries = dict_value(states.get(_literal(name), {}))
        state = self.graphicstate
        state.fill_opacity = _number(entries.get("ca"), state.fill_opacity)
        state.stroke_opacity = _number(entries.get("CA"), state.stroke_opacity)
        modes = [resolve1(entries.get(key)) for key in ("BM", "SMask") if key in entries]
        if modes:
            plain = {"Normal", "Compatible", "None"}
            state.blended = not all(_literal(mode) in plain for mode in modes)

    def do_sh(self, name: object) -> None:
        """Fill the clipped area with a shading."""
        del name
        self.device.shade(self.graphicstate)

    def do_BMC(self, tag: object) -> None:  # noqa: N802
        """Begin marked content."""
        del tag
        self._mark(False)

    def do_BDC(self, tag: object, properties: object) -> None:  # noqa: N802
        """Begin marked content; that of a hidden layer is not shown."""
        named = dict_value(self.resources.get("Properties", {}))
        group = named.get(_literal(properties))
        self._mark(_literal(tag) == "OC" and is_off(group, self.hidden_layers))

    def do_EMC(self) -> None:  # noqa: N802
        """End marked content."""
        if self.marked:
            self.marked.pop()
        self.device.concealed = any(self.marked)

    def _mark(self, hidden: bool) -> None:
        self.marked.append(hidden)
        self.device.concealed = any(self.marked)

    def do_EI(self, obj: object) -> None:  # noqa: N802
        """Draw an inline image."""
        if isinstance(obj, PDFStream):
            self.device.render_image(obj, self.graphicstate)

    def do_Do(self, name: object) -> None:  # noqa: N802
        """Draw a form or a picture, unless its layer is hidden."""
        if (entry := self.xobjmap.get(_literal(name))) is None:
            return
        item = stream_value(entry)
        if is_off(item.get("OC"), self.hidden_layers):
            return
        kind = _literal(resolve1(item.get("Subtype")))
        if kind == "Form":
            self.draw_form(item, self.ctm)
        elif kind == "Image":
            self.device.render_image(item, self.graphicstate)

    def draw_form(self, form: PDFStream, ctm: Affine) -> None:
        """Execute a form's content in the state it inherits, clipped to its box."""
        if len(self.running) >= MOST_NESTED or form.objid in self.running:
            return
        self.budget.spend(FORM_COST)
        matrix = mult_matrix(matrix_of(form), ctm)
        inner = InkInterpreter(self.rsrcmgr, self.device, self.hidden_layers)
        inner.budget, inner.running = self.budget, self.running | {form.objid}
        inner.marked = [any(self.marked)]
        inner.inherited = state = self.graphicstate.copy()
        state.group, state.fill_opacity, state.stroke_opacity = (
            state.group * state.fill_opacity,
            1.0,
            1.0,
        )
        if "BBox" in form:
            x0, y0, x1, y1 = rectangle(form["BBox"])
            box = [("m", x0, y0), ("l", x1, y0), ("l", x1, y1), ("l", x0, y1), ("h",)]
            (corners,) = subpaths(box, matrix)
            state.clipped(corners, is_box(corners))
        own = resolve1(form.get("Resources"))
        try:
            inner.render_contents(dict_value(own) if own else self.resources, [form], ctm=matrix)
        finally:
            self.device.set_ctm(self.ctm)
            self.device.concealed = any(self.marked)


@lru_cache(maxsize=1024)
def _method_name(operator: bytes) -> str:
    return "do_" + operator.decode("latin-1").translate(_NAMES)


def matrix_of(form: PDFStream) -> Affine:
    """A form's matrix; the identity where it has none or a damaged one."""
    entries = [resolve1(entry) for entry in list_value(form.get("Matrix", MATRIX_IDENTITY))]
    if len(entries) != 6 or not all(isinstance(entry, (int, float)) for entry in entries):
        return (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    a, b, c, d, e, f = map(float, entries)
    return a, b, c, d, e, f


def rectangle(entry: object) -> tuple[float, float, float, float]:
    """A rectangle given by any two opposite corners; ValueError for anything else."""
    corners = [resolve1(corner) for corner in list_value(entry)]
    if len(corners) != 4:
        raise ValueError(f"a rectangle of {len(corners)} numbers")
    xa, ya, xb, yb = map(float, corners)
    return min(xa, xb), min(ya, yb), max(xa, xb), max(ya, yb)


def hidden_layers(catalog: Mapping[str, Any]) -> frozenset[int]:
    """Object ids of the optional content groups that a viewer does not show at first."""
    properties = dict_value(catalog.get("OCProperties", {}))
    default = dict_value(properties.get("D", {}))
    off = _ids(default.get("OFF"))
    if _literal(resolve1(default.get("BaseState"))) == "OFF":
        off |= _ids(properties.get("OCGs")) - _ids(default.get("ON"))
    return off


def is_off(group: object, off: frozenset[int]) -> bool:
    """Whether content of a layer, or of a set of layers (its policy counts), is not shown."""
    if not off or group is None:
        return False
    if isinstance(group, PDFObjRef) and group.objid in off:
        return True
    entries = resolve1(group)
    members = entries.get("OCGs") if isinstance(entries, dict) else None
    if members is None:
        return False
    several = members if isinstance(resolve1(members), list) else [members]
    states = [member in off for member in _ids(several)]
    if not states:
        return False
    policy = _literal(resolve1(entries.get("P")))
    shown = {
        "AllOn": not any(states),
        "AnyOff": any(states),
        "AllOff": all(states),
    }.get(policy, not all(states))
    return not shown


def _ids(groups: object) -> frozenset[int]:
    items: Iterable[object] = list_value(groups) if groups else ()
    return frozenset(item.objid for item in items if isinstance(item, PDFObjRef))


def _literal(name: object) -> str:
    return str(name.name) if isinstance(name, PSLiteral) else ""


def _number(entry: object, default: float) -> float:
    value = resolve1(entry)
    return float(value) if isinstance(value, (int, float)) else default
