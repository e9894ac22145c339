"""The text of a paragraph as a reader sees it with all tracked changes accepted.

Deleted and moved-away text, hidden runs, field codes, note references, symbol-font
glyphs and list numbers are no text; the result of a field is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from extractors.footnotes import as_raised
from extractors.word.package import Element, W, on
from extractors.word.pictures import unread_content
from extractors.word.styles import Style, StyleSheet, paragraph_style

MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
COMPATIBILITY = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
ALTERNATE = f"{COMPATIBILITY}AlternateContent"

HARD_BREAK, RENDERED_BREAK, TEXT = "H", "R", "T"
"""What a pager needs to know of a paragraph: breaks and text, in order."""

# Wrappers that a reader does not see: their content counts as if they were not there.
TRANSPARENT = frozenset(
    W + name
    for name in (
        *("ins", "moveTo", "hyperlink", "smartTag", "sdt", "sdtContent", "customXml"),
        *("fldSimple", "dir", "bdo", "ruby", "rubyBase"),
    )
)
_MATH_WRAPPERS = frozenset({f"{MATH}oMath", f"{MATH}oMathPara"})


@dataclass(slots=True)
class Paragraph:
    """A paragraph's visible text and what its neighbours and the pager want to know.

    lines: the text with its leading tabs, line by line; bold: all of its text is, or is underlined as typewriters set titles off; sequences: names of its SEQ fields ("Table"); boxes: contents
    of the text boxes anchored in it; unread: pictures and sheets in it; joins_next: its mark is deleted, so the next
    paragraph goes on in the same line.
    """

    text: str
    lines: tuple[str, ...]
    style: Style
    bold: bool
    events: str
    sequences: tuple[str, ...]
    boxes: tuple[Element, ...]
    unread: tuple[str, ...]
    joins_next: bool


def read_paragraph(paragraph: Element, sheet: StyleSheet) -> Paragraph:
    """Read one w:p."""
    style = paragraph_style(sheet, paragraph)
    reading = _Reading(sheet, style)
    reading.children(paragraph)
    mark = paragraph.find(f"{W}pPr/{W}rPr")
    text = "".join(reading.pieces)
    return Paragraph(
        text=text.strip(),
        lines=tuple(text.strip("\n").split("\n")),
        style=style,
        bold=reading.bold is True,
        events="".join(reading.events),
        sequences=tuple(reading.sequences),
        boxes=tuple(reading.boxes),
        unread=tuple(reading.unread),
        joins_next=mark is not None
        and (mark.find(f"{W}del") is not None or mark.find(f"{W}moveFrom") is not None),
    )


def chosen_branch(alternate: Element) -> Element | None:
    """The one branch of an mc:AlternateContent to read: the modern one if it holds text."""
    choices = [child for child in alternate if child.tag == f"{COMPATIBILITY}Choice"]
    fallback = alternate.find(f"{COMPATIBILITY}Fallback")
    for choice in choices:
        if fallback is None or next(choice.iter(f"{W}p", f"{W}t", f"{W}tbl"), None) is not None:
            return choice
    return fallback


@dataclass(slots=True)
class _Reading:
    """State while the content of one paragraph goes by."""

    sheet: StyleSheet
    style: Style
    pieces: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    sequences: list[str] = field(default_factory=list)
    boxes: list[Element] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    bold: bool | None = None
    raised: bool = False  # the run that goes by is superscript
    fields: list[bool] = field(default_factory=list)  # per open field: still in its code?
    codes: list[str] = field(default_factory=list)

    def children(self, parent: Element) -> None:
        for child in parent:
            tag = child.tag
            if tag == f"{W}r":
                self.run(child)
            elif tag in TRANSPARENT:
                if tag == f"{W}fldSimple":
                    self.note_sequence(child.get(f"{W}instr", ""))
                self.children(child)
            elif tag == ALTERNATE:
                if (branch := chosen_branch(child)) is not None:
                    self.children(branch)
            elif tag in _MATH_WRAPPERS:
                self.put("".join(piece.text or "" for piece in child.iter(f"{MATH}t")), None)

    def run(self, run: Element) -> None:
        properties = run.find(f"{W}rPr")
        hidden, bold = self.style.hidden, self.style.bold
        if properties is not None:
            reference = properties.find(f"{W}rStyle")
            own = self.sheet.get(None if reference is None else reference.get(f"{W}val"))
            hidden = _toggle(properties, "vanish", own.hidden, hidden)
            bold = _toggle(properties, "b", own.bold, bold) or _underlined(properties)
        self.raised = properties is not None and _is_raised(properties)
        for child in run:
            if handler := _RUN_CONTENT.get(child.tag):
                handler(self, child, bool(hidden), bool(bold))

    def put(self, text: str, bold: bool | None) -> None:
        """Visible text; `bold` None leaves the paragraph's boldness as it is."""
        if not text or (self.fields and any(self.fields)):
            return
        self.pieces.append(text)
        if text.strip():
            if self.events[-1:] != [TEXT]:
                self.events.append(TEXT)
            if bold is not None:
                self.bold = bold if self.bold is None else self.bold and bold

    def note_sequence(self, code: str) -> None:
        words = code.split()
        if len(words) > 1 and words[0].upper() == "SEQ":
            self.sequences.append(words[1].strip('"'))


def _toggle(
    properties: Element, name: str, of_style: bool | None, inherited: bool | None
) -> bool | None:
    own = properties.find(f"{W}{name}")
    if own is not None:
        return on(own)
    return inherited if of_style is None else of_style


def _underlined(properties: Element) -> bool:
    underline = properties.find(f"{W}u")
    return underline is not None and underline.get(f"{W}val", "single") != "none"


def _is_raised(properties: Element) -> bool:
    alignment = properties.find(f"{W}vertAlign")
    return alignment is not None and alignment.get(f"{W}val") == "superscript"


def _text(reading: _Reading, element: Element, hidden: bool, bold: bool) -> None:
    if hidden:
        return
    text = element.text or ""
    reading.put(as_raised(text) if reading.raised else text, bold)


def _literal(text: str) -> Callable[[_Reading, Element, bool, bool], None]:
    def put(reading: _Reading, _element: Element, hidden: bool, _bold: bool) -> None:
        if not hidden:
            reading.put(text, None)

    return put


def _break(reading: _Reading, element: Element, hidden: bool, _bold: bool) -> None:
    if element.get(f"{W}type") == "page":
        reading.events.append(HARD_BREAK)
    if not hidden:
        reading.put("\n", None)


def _rendered_break(reading: _Reading, _element: Element, _hidden: bool, _bold: bool) -> None:
    reading.events.append(RENDERED_BREAK)


def _field_mark(reading: _Reading, element: Element, _hidden: bool, _bold: bool) -> None:
    kind = element.get(f"{W}fldCharType")
    if kind == "begin":
        reading.fields.append(True)
        reading.codes.append("")
    elif reading.fields and kind in ("separate", "end"):
        if reading.fields[-1]:
            reading.note_sequence(reading.codes[-1])
        reading.fields[-1] = False
        if kind == "end":
            reading.fields.pop()
            reading.codes.pop()


def _field_code(reading: _Reading, element: Element, _hidden: bool, _bold: bool) -> None:
    if reading.codes:
        reading.codes[-1] += element.text or ""


def _drawing(reading: _Reading, element: Element, hidden: bool, _bold: bool) -> None:
    if hidden:
        return
    reading.boxes.extend(_text_boxes(element))
    if kind := unread_content(element):
        reading.unread.append(kind)


def _text_boxes(element: Element) -> Iterator[Element]:
    """Text boxes of a drawing; one inside another is found when the outer one is read."""
    for child in element:
        if child.tag == f"{W}txbxContent":
            yield child
        elif child.tag == ALTERNATE:
            branch = chosen_branch(child)
            yield from () if branch is None else _text_boxes(branch)
        else:
            yield from _text_boxes(child)


def _alternate(reading: _Reading, element: Element, hidden: bool, bold: bool) -> None:
    branch = chosen_branch(element)
    for child in () if branch is None else branch:
        if handler := _RUN_CONTENT.get(child.tag):
            handler(reading, child, hidden, bold)


def _ruby(reading: _Reading, element: Element, _hidden: bool, _bold: bool) -> None:
    for base in element.iterchildren(f"{W}rubyBase"):
        reading.children(base)


_RUN_CONTENT: dict[str, Callable[[_Reading, Element, bool, bool], None]] = {
    f"{W}t": _text,
    f"{W}tab": _literal("\t"),
    f"{W}ptab": _literal("\t"),
    f"{W}br": _break,
    f"{W}cr": _literal("\n"),
    f"{W}noBreakHyphen": _literal("-"),
    f"{W}lastRenderedPageBreak": _rendered_break,
    f"{W}fldChar": _field_mark,
    f"{W}instrText": _field_code,
    f"{W}drawing": _drawing,
    f"{W}pict": _drawing,
    f"{W}object": _drawing,
    f"{W}ruby": _ruby,
    ALTERNATE: _alternate,
}
