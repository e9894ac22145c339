"""What a Word style says about a paragraph, a run or a table, inheritance resolved."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from extractors.word.package import Element, W, number, on

BODY_LEVEL = 9
"""The outline level that stands for body text (0 to 8 are headings)."""

# Built-in names are English whatever the user's language; only style ids are translated.
_HEADING = re.compile(r"heading ([1-9])")
_CONTENTS = re.compile(r"(toc|table of figures|table of authorities|index)\b")
_CAPTION = re.compile(
    r"caption|(table|tab)[ _-]?(title|heading|header|legend)"
    r"|tabell?(tekst|tittel|overskrift)|tabell?titel|beschriftung|bildetekst|bijschrift|légende",
)

_NO_SHADE = frozenset({"", "auto", "ffffff"})
_NO_PATTERN = frozenset({"clear", "nil"})  # others are dots and lines: "pct20"


@dataclass(frozen=True, slots=True)
class Style:
    """A style with everything it inherits; None where neither it nor a parent says so."""

    level: int | None = None
    bold: bool | None = None
    hidden: bool | None = None
    centred: bool | None = None
    page_break_before: bool | None = None
    caption: bool = False
    title: bool = False
    contents: bool = False
    bold_first_row: bool = False
    bold_first_column: bool = False


PLAIN = Style()


@dataclass(slots=True)
class StyleSheet:
    """The styles of a document by id; `root` is the styles part, None where missing."""

    root: Element | None
    _elements: dict[str, Element] = field(init=False)
    _resolved: dict[str, Style] = field(default_factory=dict, init=False)
    default_paragraph: Style = field(default=PLAIN, init=False)

    def __post_init__(self) -> None:
        styles = () if self.root is None else self.root.iterchildren(f"{W}style")
        self._elements = {style.get(f"{W}styleId", ""): style for style in styles}
        for name, style in self._elements.items():
            if style.get(f"{W}type") == "paragraph" and style.get(f"{W}default") in ("1", "true"):
                self.default_paragraph = self.get(name)

    def get(self, style_id: str | None) -> Style:
        """The style of an id; a plain one for ids that the document does not define."""
        if style_id is None:
            return PLAIN
        if style_id not in self._resolved:
            self._resolved[style_id] = PLAIN  # ends a chain of styles based on each other
            self._resolved[style_id] = self._resolve(style_id)
        return self._resolved[style_id]

    def _resolve(self, style_id: str) -> Style:
        element = self._elements.get(style_id)
        if element is None:
            return _named(style_id, PLAIN)
        based_on = element.find(f"{W}basedOn")
        parent = PLAIN if based_on is None else self.get(based_on.get(f"{W}val"))
        name = element.find(f"{W}name")
        style = _named("" if name is None else name.get(f"{W}val", ""), parent)
        style = _with_paragraph(style, element.find(f"{W}pPr"))
        style = _with_run(style, element.find(f"{W}rPr"))
        for conditional in element.iterchildren(f"{W}tblStylePr"):
            part = conditional.get(f"{W}type")
            if part == "firstRow" and _emphasised(conditional):
                style = replace(style, bold_first_row=True)
            elif part == "firstCol" and _emphasised(conditional):
                style = replace(style, bold_first_column=True)
        return style


def _named(name: str, parent: Style) -> Style:
    """What follows from the name alone."""
    lower = name.lower()
    heading = _HEADING.fullmatch(lower)
    return replace(
        parent,
        level=int(heading[1]) - 1 if heading else parent.level,
        caption=parent.caption or bool(_CAPTION.search(lower)),
        title=lower in ("title", "subtitle") or parent.title,
        contents=parent.contents or bool(_CONTENTS.match(lower)),
    )


def _with_paragraph(style: Style, properties: Element | None) -> Style:
    if properties is None:
        return style
    level = number(properties.find(f"{W}outlineLvl"), -1)
    alignment = properties.find(f"{W}jc")
    breaks = properties.find(f"{W}pageBreakBefore")
    return replace(
        style,
        level=style.level if level < 0 else (level if level < BODY_LEVEL else None),
        centred=style.centred if alignment is None else alignment.get(f"{W}val") == "center",
        page_break_before=style.page_break_before if breaks is None else on(breaks),
    )


def _with_run(style: Style, properties: Element | None) -> Style:
    if properties is None:
        return style
    bold, hidden = properties.find(f"{W}b"), properties.find(f"{W}vanish")
    return replace(
        style,
        bold=style.bold if bold is None else on(bold),
        hidden=style.hidden if hidden is None else on(hidden),
    )


def _emphasised(conditional: Element) -> bool:
    """Whether a table style sets its first row or column off by bold type or a shade."""
    return on(conditional.find(f"{W}rPr/{W}b")) or bool(shade_of(conditional))


def shade_of(cell: Element) -> str:
    """The background of a w:tc or of a style's cells, colour or pattern as written in the
    file; "" for none and white.
    """
    shade = cell.find(f"{W}tcPr/{W}shd")
    if shade is None:
        return ""
    pattern, fill = shade.get(f"{W}val", "clear"), shade.get(f"{W}fill", "").lower()
    if pattern not in _NO_PATTERN:
        return f"{pattern} {fill}"
    return "" if fill in _NO_SHADE else fill


def paragraph_style(sheet: StyleSheet, paragraph: Element) -> Style:
    """The style of a paragraph with its own properties applied."""
    properties = paragraph.find(f"{W}pPr")
    if properties is None:
        return sheet.default_paragraph
    reference = properties.find(f"{W}pStyle")
    style = sheet.default_paragraph if reference is None else sheet.get(reference.get(f"{W}val"))
    return _with_paragraph(style, properties)
