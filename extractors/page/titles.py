"""Titles set apart from their tables, as the name of a form stands at the head of its page.

PHILLIPS PETROLEUM COMPANY           letterhead
DST NO. 2 SUMMARY                    title
Well: 31/5-4      Date: 2 Oct 1968   entries of the form
Time    Choke    Rate                table

A title is a short line outside of running text that is set off: in capitals, larger, bold,
underlined, or centred in a block of its own.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from statistics import mean

from extractors.captions import is_capitals, is_remark, is_title, match_caption
from extractors.geometry import (
    Box,
    Line,
    Rule,
    Segment,
    bounding_box,
    has_figures,
    segment_of,
    text_height,
)
from extractors.letterheads import is_entry, is_firm
from extractors.page.looks import (
    is_underlined,
    line_is_bold,
    line_text,
)

LARGE, DISPLAY = 1.25, 1.5
"""Of the page's type size from which a line in its own block, or any line, is larger. The ink of
scanned lines of one size varies by 0.2."""

OWN_BLOCK = 0.7
"""Em of blank above and below a line that stands in a block of its own at least."""

ONE_TITLE, SAME_SIZE = 1.5, 0.35
"""Em of blank between the lines of one title at most; of its size by which they differ."""

LETTERHEAD = 0.5
"""Em of blank between the lines of a letterhead at most: a firm, its trade, its place."""

SAME_LETTERS = 0.85
"""Similarity from which two lines of letterheads are one that was misread."""

MOST_LINES, MOST_WORDS, MOST_FIGURES = 3, 14, 2
"""Lines, words and figures of a title at most."""

FLUSH_WORDS = 3
"""Words of a title that begins a line of entries at least; labels have fewer."""

LONG_WORD = 6
"""Letters of a single word that is a title at least."""

CENTRED = 0.15
"""Of the text's width by which the middle of a title may be off that of page or table."""

MOST_PARTS = 6
"""Parts of a line of entries at most; a table's header has more."""

VALUE_GAP = 6.0
"""Em between a label and the value that was filled in at most."""

CERTAIN = 0.85
"""Mean confidence of a recognised title's words at least."""

_CHART_WORD = (
    r"(?:histogram\w*|diagram\w*|charts?|graph\w*|(?:cross)?plots?|curves?|courbes?|kurven?|map|kart|carte"
    r"|karte|mapa|sketch|skisse|schematic|figur\w*)"
)
_CHART = re.compile(rf"{_CHART_WORD}\b.*|.*\b{_CHART_WORD}", re.IGNORECASE)
_BEFORE_BLANK = re.compile(
    r"\b(?:no|nr|num|nº|n°|№|of|on|for|from|in|at|by|av|fra|på|ved|van|voor|op|de|du|des|del|para|en|von|für|vom)"
    r"\W*$",
    re.IGNORECASE,
)
"""What leads to a blank that is filled in: "DST NO. __", "ANALYSIS OF __"."""

_NO_TITLE_SIGNS = frozenset("=@<>|{}_~")

_SECTION_NUMBER = re.compile(r"\d{1,2}(?:\.\d{1,2}){0,3}\.?")


@dataclass(frozen=True, slots=True)
class Title:
    """A title and the place of its lines; names: it says enough, and is set off clearly enough,
    to be a caption; amid: it stands between the entries of a form, on their lines.
    """

    text: str
    box: Box
    names: bool
    amid: bool

    @property
    def middle(self) -> float:
        """Half way between top and bottom."""
        return (self.box.top + self.box.bottom) / 2


def page_titles(
    lines: Sequence[Line], rules: Sequence[Rule], em: float, letterheads: Collection[str] = ()
) -> list[Title]:
    """The titles among a page's lines, from the top; em: its usual size of type in points.

    letterheads: the lines of other pages' (`letterhead_keys`), which may be misread here.
    """
    if not lines:
        return []
    page = bounding_box([segment for line in lines for segment in line.segments])
    letterhead = _letterhead(lines, em)
    groups: list[list[_SetOff]] = []
    before: _SetOff | None = None
    for index in range(len(lines)):
        line = None if index in letterhead else _set_off(lines, index, page, rules, em)
        if line is not None and _is_known(line.part.text, letterheads):
            line = None
        if line is not None and before is not None and _are_one(before.part, line.part, em):
            groups[-1].append(line)
        elif line is not None and not line.entry:
            groups.append([line])
        else:
            line = None
        before = line
    return [_title(group) for group in groups]


def letterhead_keys(lines: Sequence[Line], em: float) -> set[str]:
    """The letters of each line of a page's letterheads."""
    return {_key(line_text(lines[index])) for index in _letterhead(lines, em)}


def _is_known(text: str, letterheads: Collection[str]) -> bool:
    return bool(get_close_matches(_key(text), letterheads, 1, SAME_LETTERS))


def _key(text: str) -> str:
    return "".join(filter(str.isalpha, text)).casefold()


def amid_entries(line: Line) -> Segment | None:
    """The title between entries on a line of a form, or with a blank filled in, else None.

    "Started: 0605   DST NO. 2 SUMMARY   Page: 3", "ANALYSIS OF __separator__ GAS SAMPLE"
    """
    if len(line.segments) > MOST_PARTS:
        return None
    free: list[Segment] = []
    label: Segment | None = None
    for part in line.segments:
        value = label is not None and part.x0 - label.x1 <= VALUE_GAP * (part.bottom - part.top)
        label = part if part.text.rstrip().endswith((":", "：")) else None
        if label is None and not value and not is_entry(part.text):
            free.append(part)
    printed = [index for index, part in enumerate(free) if is_capitals(part.text)]
    if len(printed) == 2 and printed[1] == printed[0] + 2:
        first, filled, last = free[printed[0] : printed[1] + 1]
        if _BEFORE_BLANK.search(first.text):
            return segment_of((*first.words, *filled.words, *last.words))
    names = [free[index] for index in printed if len(free[index].text.split()) > 1]
    return names[0] if len(names) == 1 and len(free) < len(line.segments) else None


@dataclass(frozen=True, slots=True)
class _SetOff:
    """A line, or the part of it, that is set as titles are; clearly: whatever stands around it;
    alone: centred in a block of its own; entry: of a form, which goes on with a title at most;
    amid: others stand on its line.
    """

    part: Segment
    clearly: bool
    alone: bool = False
    entry: bool = False
    amid: bool = False


def _set_off(
    lines: Sequence[Line], index: int, page: Box, rules: Sequence[Rule], em: float
) -> _SetOff | None:
    """The title part of a line, or None."""
    line = lines[index]
    parts = _parts(line)
    part = parts[0] if len(parts) == 1 else amid_entries(line)
    if part is None or not _may_name(part):
        return None
    centred = _middle_off(part, page) <= CENTRED * (page.x1 - page.x0)
    size = text_height(part.words)
    if len(parts) > 1:
        flush = part.x0 - page.x0 <= 2 * em and len(part.text.split()) >= FLUSH_WORDS
        return _SetOff(part, clearly=True, amid=True) if centred or flush else None
    below = _below_remarks(lines, index)
    whole = replace(part, bottom=lines[below - 1].bottom)
    display = (
        size >= DISPLAY * em or is_underlined(part, rules, em) or is_underlined(whole, rules, em)
    )
    if part.text.endswith((":", "：")) and not display:
        return None
    block = _blank(lines, index, em) and _blank(lines, below, em)
    clearly = (
        display or is_capitals(part.text) or line_is_bold(line) or (block and size >= LARGE * em)
    )
    alone = block and centred
    if not clearly and not (alone and _is_titled(part.text)):
        return None
    return _SetOff(part, clearly, alone, is_entry(part.text))


def _parts(line: Line) -> list[Segment]:
    """The segments of a line but rubble; the number of a section and its title are one."""
    parts = [part for part in line.segments if any(map(str.isalnum, part.text))]
    if len(parts) == 2 and _SECTION_NUMBER.fullmatch(parts[0].text):
        return [segment_of((*parts[0].words, *parts[1].words))]
    return parts


def _may_name(part: Segment) -> bool:
    """Whether the text, whatever its look, can be a title: words, no firm, no marking."""
    text = part.text.rstrip(" :：")
    known = [word.confidence for word in part.words if word.confidence is not None]
    return (
        (text[:1].isalpha() or _SECTION_NUMBER.fullmatch(text.split()[0]) is not None)
        and not text[:1].islower()
        and len(text.split()) <= MOST_WORDS
        and sum(map(has_figures, text.split())) <= MOST_FIGURES
        and any(len(word) > 3 and word.isalpha() for word in text.replace("-", " ").split())
        and _NO_TITLE_SIGNS.isdisjoint(text)
        and '"' not in text.split()
        and is_title(text)
        and match_caption(text) is None
        and (not known or mean(known) >= CERTAIN)
    )


def _title(group: Sequence[_SetOff]) -> Title:
    text = " ".join(line.part.text for line in group)
    words = [word for word in text.split() if sum(map(str.isalpha, word)) > 1]
    says = len(words) > 1 or (group[0].alone and any(len(word) >= LONG_WORD for word in words))
    names = (
        len(group) <= MOST_LINES
        and says
        and all(line.clearly for line in group)
        and _CHART.fullmatch(text) is None
    )
    box = bounding_box([line.part for line in group])
    return Title(text, box, names, amid=any(line.amid for line in group))


def _letterhead(lines: Sequence[Line], em: float) -> set[int]:
    """Indexes of the lines that name a firm, with those that form one block with them."""
    found: set[int] = set()
    block: list[int] = []
    for index, line in enumerate(lines):
        if block and not _are_near(lines[index - 1], line, LETTERHEAD * em, em):
            block = []
        block.append(index)
        parts = _parts(line)
        if found & set(block) or (len(parts) == 1 and is_firm(parts[0].text)):
            found |= set(block)
    return found


def _are_one(above: Segment, below: Segment, em: float) -> bool:
    """Whether two lines are of one title: set alike, one right under the other."""
    sizes = [text_height(part.words) for part in (above, below)]
    alike = max(sizes) - min(sizes) <= SAME_SIZE * max(sizes)
    return alike and _are_near(above, below, ONE_TITLE * em, em)


def _are_near(above: Line | Segment, below: Line | Segment, blank: float, em: float) -> bool:
    """Whether one line follows another after so much blank at most, both flush or centred."""
    aligned = abs(above.x0 - below.x0) <= em or _middle_off(above, below) <= 2 * em
    return aligned and below.top - above.bottom <= blank


def _middle_off(part: Line | Segment, box: Box | Line | Segment) -> float:
    """Points between the middles of two boxes."""
    return abs(part.x0 + part.x1 - box.x0 - box.x1) / 2


def _below_remarks(lines: Sequence[Line], index: int) -> int:
    """The index of the line below a line and the remarks in brackets right under it."""
    below = index + 1
    while below < len(lines) and is_remark(line_text(lines[below])):
        below += 1
    return below


def _blank(lines: Sequence[Line], index: int, em: float) -> bool:
    """Whether a blank parts a line from the one above it; so it does at the ends of the page."""
    if not 0 < index < len(lines):
        return True
    return lines[index].top - lines[index - 1].bottom >= OWN_BLOCK * em


def _is_titled(text: str) -> bool:
    """Whether long words begin with a capital: "Pressure-Volume Relations of Reservoir Fluid"."""
    words = [word for word in text.split() if len(word) > 3 and word[0].isalpha()]
    return len(words) > 1 and all(word[0].isupper() for word in words)
