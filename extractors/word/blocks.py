"""A story as blocks: its paragraphs as lines, its tables by position.

The pure half of the reader: what a paragraph says by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from extractors.captions import Line, is_caption_line, is_title
from extractors.context import numbered_heading_level
from extractors.word.package import Element, W
from extractors.word.text import ALTERNATE, TRANSPARENT, Paragraph, chosen_branch
from extractors.word.typed import Fields, fields_of

MAX_COVER_LINES = 6
"""Company, report, well, licence, date; what follows is no title."""

_BLOCKS = frozenset({f"{W}p", f"{W}tbl", f"{W}altChunk"})
_OTHER_SEQUENCE = re.compile(
    r"fig|abb|equation|ligning|gleichung|photo|plate|map|рис|图", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph as a line, or a table by its position.

    page: of its first text; level: of a heading, from 0; joins_next: its line goes on in
    the next block; fields: of each of its lines, where all of them have tabs.
    """

    line: Line | None
    page: int
    table: int = -1
    level: int | None = None
    joins_next: bool = False
    fields: tuple[Fields, ...] = ()


def block_children(container: Element) -> Iterator[Element]:
    """Paragraphs and tables of a container, through wrappers that a reader does not see."""
    for child in container:
        if child.tag in _BLOCKS:
            yield child
        elif child.tag in TRANSPARENT:
            yield from block_children(child)
        elif child.tag == ALTERNATE and (branch := chosen_branch(child)) is not None:
            yield from block_children(branch)


def block_of(paragraph: Paragraph, page: int) -> Block:
    """A paragraph as its neighbours see it."""
    style, level = paragraph.style, _heading_level(paragraph)
    line = Line(
        paragraph.text,
        bold=paragraph.bold,
        centred=bool(style.centred),
        heading=level is not None,
        caption_style=style.caption,
        sequence_field=any(not _OTHER_SEQUENCE.match(name) for name in paragraph.sequences),
        furniture=style.contents or style.title,
    )
    fields = tuple(map(fields_of, paragraph.lines))
    of_table = all(fields) and level is None and not (style.contents or is_caption_line(line))
    return Block(
        line,
        page,
        level=level,
        joins_next=paragraph.joins_next,
        fields=fields if of_table else (),
    )


def _heading_level(paragraph: Paragraph) -> int | None:
    """Outline level from 0; a bold line with a section number counts as a heading too."""
    style = paragraph.style
    if not paragraph.text or style.caption or style.contents or style.title:
        return None
    if style.level is not None:
        return style.level
    level = numbered_heading_level(paragraph.text) if paragraph.bold else None
    return None if level is None else level - 1


def lone_top_heading(blocks: Sequence[Block]) -> int | None:
    """Index of the document's only top heading when it opens the document: its title."""
    filled = [index for index, block in enumerate(blocks) if block.line is None or block.line.text]
    tops = [index for index in filled if blocks[index].level == 0]
    return tops[0] if tops == filled[:1] and tops else None


def opening_lines(blocks: Sequence[Block]) -> list[str]:
    """The lines of a cover: set off from the text at the very beginning of the document.

    One that stands right above a table names the table and not the document.
    """
    lines: list[str] = []
    for block in blocks:
        if block.line is None:
            return lines[:-1]
        line = block.line
        if not line.text:
            continue
        if not (line.bold or line.centred or line.text.isupper()) or not is_title(line.text):
            return lines
        if is_caption_line(line) or len(lines) == MAX_COVER_LINES:
            return lines
        lines.append(line.text)
    return lines


def is_bold(block: Block) -> bool:
    """Whether a block is a line set off by its type."""
    return block.line is not None and block.line.bold


def joined_text(blocks: Sequence[Block]) -> str:
    """The text of a cell: its paragraphs line by line, without the tables nested in it."""
    return "".join(
        block.line.text + ("" if block.joins_next else "\n")
        for block in blocks
        if block.line is not None
    ).strip()
