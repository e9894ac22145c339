"""What a Word file prints on every page, and what it says about itself."""

from __future__ import annotations

from dataclasses import dataclass, replace

from extractors.context import is_page_number, page_facts
from extractors.word.package import Element, Package, R, W, number
from extractors.word.styles import StyleSheet
from extractors.word.text import read_paragraph

CORE_TITLE = "{http://purl.org/dc/elements/1.1/}title"

MAX_ROMAN = 3999
"""Roman numerals end here; a larger number is damage."""

_EMPTY_TITLES = frozenset({"", "word document", "document", "untitled", "title"})


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the document: its running lines and page numbers.

    breaks_page: it starts on a new page; first_number: the number its first page prints,
    None to count on; number_format: None where its pages print no number.
    """

    breaks_page: bool = True
    facts: tuple[str, ...] = ()
    first_number: int | None = None
    number_format: str | None = None

    def label(self, printed: int) -> str | None:
        """How a page number is printed; None where it is not or in a rare format."""
        if self.number_format == "decimal":
            return str(printed)
        if self.number_format in ("lowerRoman", "upperRoman") and 0 < printed <= MAX_ROMAN:
            roman = _roman(printed)
            return roman.lower() if self.number_format == "lowerRoman" else roman
        return None


def read_sections(package: Package, body: Element, sheet: StyleSheet) -> tuple[Section, ...]:
    """The document's sections in order; headers and footers pass on to the next section."""
    parts = {
        link.id: link.target for kind in ("header", "footer") for link in package.related(kind)
    }
    sections: list[Section] = []
    running: dict[tuple[str, str], str] = {}
    read: dict[str, tuple[list[str], bool]] = {}
    for element in body.iter(f"{W}sectPr"):
        if element.getparent().tag == f"{W}sectPrChange":
            continue
        for reference in element.iterchildren(f"{W}headerReference", f"{W}footerReference"):
            key = (reference.tag, reference.get(f"{W}type", "default"))
            running[key] = parts.get(reference.get(f"{R}id", ""), "")
        for part in running.values():
            if part not in read:
                read[part] = _running_lines(package, part, sheet)
        shown = [read[part] for part in running.values()]
        sections.append(_section(element, shown))
    return tuple(sections) or (Section(),)


def core_title(package: Package) -> str | None:
    """The title in the document's properties, unless it is a program's default."""
    for link in package.relationships(""):
        if link.kind == "core-properties":
            root = package.side_tree(link.target)
            title = "" if root is None else " ".join((root.findtext(CORE_TITLE) or "").split())
            return None if title.lower() in _EMPTY_TITLES else title
    return None


def _section(element: Element, shown: list[tuple[list[str], bool]]) -> Section:
    kind = element.find(f"{W}type")
    numbers = element.find(f"{W}pgNumType")
    section = Section(
        breaks_page=kind is None or kind.get(f"{W}val") not in ("continuous", "nextColumn"),
        facts=page_facts(line for lines, _ in shown for line in lines),
    )
    if not any(numbered for _, numbered in shown):
        return section
    first = number(numbers, -1, "start")
    style = "decimal" if numbers is None else numbers.get(f"{W}fmt", "decimal")
    return replace(section, first_number=None if first < 0 else first, number_format=style)


def _running_lines(package: Package, part: str, sheet: StyleSheet) -> tuple[list[str], bool]:
    """The lines of a header or footer, and whether it prints the page number."""
    root = package.side_tree(part) if part else None
    if root is None:
        return [], False
    lines = [line for _, line in _with_values(root, sheet)]
    codes = [element.text or "" for element in root.iter(f"{W}instrText")]
    codes += [element.get(f"{W}instr", "") for element in root.iter(f"{W}fldSimple")]
    numbered = any(code.split()[:1] == ["PAGE"] for code in codes)
    return lines, numbered or root.find(f".//{W}pgNum") is not None


def _with_values(root: Element, sheet: StyleSheet) -> list[tuple[Element | None, str]]:
    """The lines with the row of the table that each stands in; a value goes with its label.

    Running headers are tables as a rule: "Well:" in one cell, "7/11-1" in the next.
    """
    lines: list[tuple[Element | None, str]] = []
    for paragraph in root.iter(f"{W}p"):
        row = next(paragraph.iterancestors(f"{W}tr"), None)
        text = read_paragraph(paragraph, sheet).text
        label_row, label = lines[-1] if lines else (None, "")
        if row is not None and row is label_row and _is_value_of(text, label):
            lines[-1] = row, f"{label} {text}"
        else:
            lines.append((row, text))
    return lines


def _is_value_of(text: str, label: str) -> bool:
    bare = bool(text) and not any(map(str.isalpha, text)) and any(map(str.isalpha, label))
    return (bare and not is_page_number(text)) or (bool(text) and label.endswith(":"))


_ROMAN = ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
          (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))  # fmt: skip


def _roman(value: int) -> str:
    letters = ""
    for worth, letter in _ROMAN:
        count, value = divmod(value, worth)
        letters += letter * count
    return letters
