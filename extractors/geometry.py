"""Words, rules and boxes of a page, and the pure arithmetic on them.

Points, origin at the top left of the page as displayed (after its rotation).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import median
from typing import Protocol, TypeVar

from extractors.footnotes import as_raised
from relatab.model import Region

Affine = tuple[float, float, float, float, float, float]

SAME_LINE_OVERLAP = 0.5  # share of the lower of two words' heights that a shared line needs
SEGMENT_GAP = 0.9  # em; justified prose stretches a space to about 0.6 em
NUMBER_GAP = 0.45  # em; figures in tight columns stand closer than words, a digit group at 0.3
REFERENCE_GAP = 1.5  # em; a reference to a note stands off its figure, in no column of its own
NOTE_REFERENCE = re.compile(r"\([\da-z*†‡]\)|[*†‡§]{1,3}")
NOTE_MARKS = "*†‡§"
NOTE_OPENINGS = frozenset(f"({NOTE_MARKS}")
BULLETS = frozenset("•●▪■◦‣➢\uf0b7\uf0a7")


@dataclass(frozen=True, slots=True)
class Word:
    """A run of characters without a gap. size: font or text height in points;
    confidence: the recogniser's, in [0, 1], only for OCR text; turn: degrees by which the
    text is turned clockwise (0, 90, 180, 270); raised: a superscript.
    """

    text: str
    x0: float
    top: float
    x1: float
    bottom: float
    size: float = 0.0
    bold: bool = False
    confidence: float | None = None
    turn: int = 0
    raised: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A drawn line or thin box: horizontal when wider than high, else vertical."""

    x0: float
    top: float
    x1: float
    bottom: float

    @property
    def horizontal(self) -> bool:
        """True for a horizontal rule."""
        return self.x1 - self.x0 >= self.bottom - self.top

    @property
    def position(self) -> float:
        """The coordinate across the rule: y of a horizontal, x of a vertical one."""
        return (self.top + self.bottom) / 2 if self.horizontal else (self.x0 + self.x1) / 2

    @property
    def span(self) -> tuple[float, float]:
        """The interval along the rule."""
        return (self.x0, self.x1) if self.horizontal else (self.top, self.bottom)


@dataclass(frozen=True, slots=True)
class PageContent:
    """What stands on one page (1-based number), whether read from a file or by OCR.

    drawings: boxes of the shapes that are mostly oblique or curved, as charts have them.
    to_display: set where OCR turned the text upright or levelled it; coordinates are then
    those of the straightened page and (a, b, c, d, e, f) leads to the page as displayed by
    x' = a x + b y + c, y' = d x + e y + f (`displayed_region`).
    """

    number: int
    width: float
    height: float
    words: tuple[Word, ...]
    rules: tuple[Rule, ...] = ()
    label: str | None = None
    to_display: Affine | None = None
    drawings: tuple[Box, ...] = ()


class Boxed(Protocol):
    """Anything with a bounding box."""

    @property
    def x0(self) -> float:
        """Left edge."""

    @property
    def top(self) -> float:
        """Upper edge."""

    @property
    def x1(self) -> float:
        """Right edge."""

    @property
    def bottom(self) -> float:
        """Lower edge."""


B = TypeVar("B", bound=Boxed)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the page."""

    x0: float
    top: float
    x1: float
    bottom: float

    @property
    def area(self) -> float:
        """Area in square points, 0 for an inverted box."""
        return max(0.0, self.x1 - self.x0) * max(0.0, self.bottom - self.top)

    def holds(self, item: Boxed) -> bool:
        """True when the centre of `item` lies inside."""
        x, y = (item.x0 + item.x1) / 2, (item.top + item.bottom) / 2
        return self.x0 <= x <= self.x1 and self.top <= y <= self.bottom

    def contains(self, other: Boxed) -> bool:
        """True when all of `other` lies inside."""
        return (
            self.x0 <= other.x0
            and self.top <= other.top
            and other.x1 <= self.x1
            and other.bottom <= self.bottom
        )

    def grown(self, margin: float) -> Box:
        """The box with `margin` points added on every side."""
        return Box(self.x0 - margin, self.top - margin, self.x1 + margin, self.bottom + margin)


@dataclass(frozen=True, slots=True)
class Segment:
    """Words of one line without a wide gap: one cell's worth of a line, or a line of prose."""

    words: tuple[Word, ...]
    x0: float
    top: float
    x1: float
    bottom: float

    @property
    def text(self) -> str:
        """The words joined by single spaces."""
        return join_words(self.words)


@dataclass(frozen=True, slots=True)
class Line:
    """The segments on one base line, left to right."""

    segments: tuple[Segment, ...]
    top: float
    bottom: float

    @property
    def words(self) -> tuple[Word, ...]:
        """The words of all segments, left to right."""
        return tuple(word for segment in self.segments for word in segment.words)

    @property
    def x0(self) -> float:
        """Left edge of the first segment."""
        return self.segments[0].x0

    @property
    def x1(self) -> float:
        """Right edge of the last segment."""
        return max(segment.x1 for segment in self.segments)

    @property
    def middle(self) -> float:
        """Half way between top and bottom."""
        return (self.top + self.bottom) / 2


def bounding_box(items: Iterable[Boxed]) -> Box:
    """The smallest box around all items; ValueError if there are none."""
    boxes = list(items)
    if not boxes:
        raise ValueError("no items to bound")
    return Box(
        min([item.x0 for item in boxes]),
        min([item.top for item in boxes]),
        max([item.x1 for item in boxes]),
        max([item.bottom for item in boxes]),
    )


def overlap(a0: float, a1: float, b0: float, b1: float) -> float:
    """Length that the intervals [a0, a1] and [b0, b1] share; negative: the gap between them."""
    return min(a1, b1) - max(a0, b0)


def text_height(words: Iterable[Word], default: float = 10.0) -> float:
    """Median size of the words, in points: the unit of every tolerance."""
    sizes = [word.size or word.bottom - word.top for word in words if not word.raised]
    return median(sizes) if sizes else default


def clusters(items: Iterable[B], key: Callable[[B], float], tolerance: float) -> list[list[B]]:
    """Items whose keys follow each other at most `tolerance` apart, in ascending order."""
    groups: list[list[B]] = []
    last = 0.0
    for item in sorted(items, key=key):
        value = key(item)
        if groups and value - last <= tolerance:
            groups[-1].append(item)
        else:
            groups.append([item])
        last = value
    return groups


def join_rules(rules: Iterable[Rule], tolerance: float) -> list[Rule]:
    """Rules snapped to common positions and joined where their pieces meet within `tolerance`.

    A border is often drawn twice, or cell by cell; afterwards it is one rule.
    """
    joined: list[Rule] = []
    for horizontal in (True, False):
        alike = [rule for rule in rules if rule.horizontal is horizontal]
        for group in clusters(alike, lambda rule: rule.position, tolerance / 2):
            position = sum(rule.position for rule in group) / len(group)
            for low, high in join_spans((rule.span for rule in group), tolerance):
                joined.append(
                    Rule(low, position, high, position)
                    if horizontal
                    else Rule(position, low, position, high)
                )
    return joined


def join_spans(
    spans: Iterable[tuple[float, float]], tolerance: float = 0.0
) -> list[tuple[float, float]]:
    """Intervals united where they overlap or lie at most `tolerance` apart, ascending."""
    out: list[tuple[float, float]] = []
    for low, high in sorted(spans):
        if out and low <= out[-1][1] + tolerance:
            out[-1] = (out[-1][0], max(out[-1][1], high))
        else:
            out.append((low, high))
    return out


def text_lines(words: Iterable[Word], gap: float = SEGMENT_GAP) -> list[Line]:
    """Upright words as lines from top to bottom, each split into segments at wide gaps.

    gap: em of the words' own size; figures are parted at `NUMBER_GAP` already.
    """
    lines: list[list[Word]] = []  # each begins with a word that is not raised, if it has one
    for word in sorted((word for word in words if not word.turn), key=lambda w: (w.top, w.x0)):
        line = next((line for line in lines[:-7:-1] if _shares_line(line[0], word)), None)
        if line is None:
            lines.append([word])
            continue
        line.append(word)
        if line[0].raised and not word.raised:
            line[0], line[-1] = word, line[0]
    made = [_line(sorted(line, key=lambda word: word.x0), gap) for line in lines]
    return sorted(made, key=lambda line: (line.middle, line.x0))


def join_words(words: Sequence[Word]) -> str:
    """Text of words in reading order; a raised mark is attached to the word before it."""
    text = ""
    for word in words:
        if word.raised and text:
            text += as_raised(word.text)
        else:
            text += (" " if text else "") + word.text
    return text


@lru_cache(maxsize=65536)
def is_figure(text: str) -> bool:
    """True when at least half of the letters and digits are digits, or it is a nil mark."""
    marks = [character for character in text if character.isalnum()]
    if not marks:
        return bool(text.strip())
    return 2 * sum(character.isdigit() for character in marks) >= len(marks)


@lru_cache(maxsize=65536)
def has_figures(text: str) -> bool:
    """True for a figure with digits: no dash, no nil mark."""
    return is_figure(text) and any(map(str.isdigit, text))


def _shares_line(reference: Word, word: Word) -> bool:
    lower = min(reference.bottom - reference.top, word.bottom - word.top)
    shared = min(reference.bottom, word.bottom) - max(reference.top, word.top)
    return max(0.0, shared) >= SAME_LINE_OVERLAP * lower


def _line(words: Sequence[Word], gap: float) -> Line:
    parts: list[list[Word]] = []
    reach = 0.0  # right edge of the last part
    for word in words:
        if parts and (_leads(parts) or not _parted(parts[-1][-1], word, reach, gap)):
            parts[-1].append(word)
            reach = max(reach, word.x1)
        else:
            parts.append([word])
            reach = word.x1
    segments = tuple(segment_of(part) for part in parts)
    plain = [word for word in words if not word.raised] or words
    return Line(
        segments,
        median([word.top for word in plain]),
        median([word.bottom for word in plain]),
    )


def segment_of(words: Sequence[Word]) -> Segment:
    """A segment around `words`, which are in reading order."""
    if len(words) == 1:
        (word,) = words
        return Segment((word,), word.x0, word.top, word.x1, word.bottom)
    box = bounding_box(words)
    return Segment(tuple(words), box.x0, box.top, box.x1, box.bottom)


def _leads(parts: Sequence[Sequence[Word]]) -> bool:
    """Whether the last part is a bullet, or a footnote's mark at the start of the line."""
    if len(parts[-1]) > 1:
        return False
    text = parts[-1][0].text
    return text in BULLETS or (len(parts) == 1 and text != "" and not text.strip(NOTE_MARKS))


def _parted(before: Word, word: Word, reach: float, gap: float) -> bool:
    """Whether a word begins a part of its own; reach: right edge of the part before it."""
    blank = word.x0 - reach
    em = max(before.size, word.size) or word.bottom - word.top
    if blank <= min(gap, NUMBER_GAP) * em:
        return False
    if word.text[:1] in NOTE_OPENINGS and NOTE_REFERENCE.fullmatch(word.text):
        return blank > max(gap, REFERENCE_GAP) * em
    if blank > gap * em:
        return True
    # A recognised figure's box is its ink, and a typewriter's blank is 0.6 em of it: in scans
    # figures stand as far apart as words.
    return (
        before.confidence is None
        and not word.raised
        and has_figures(before.text)
        and has_figures(word.text)
    )


def displayed_region(page: PageContent, box: Boxed) -> Region:
    """Where a box of the page's content lies on the page as displayed.

    The bounding box of the mapped corners, with the turn by which its lines come level; the
    box itself where `to_display` is None.
    """
    if page.to_display is None:
        return Region(page.number, box.x0, box.top, box.x1, box.bottom)
    a, b, c, d, e, f = page.to_display
    corners = [(x, y) for x in (box.x0, box.x1) for y in (box.top, box.bottom)]
    xs = [a * x + b * y + c for x, y in corners]
    ys = [d * x + e * y + f for x, y in corners]
    turn = round(math.atan2(d, a) / (math.pi / 2)) % 4
    return Region(page.number, min(xs), min(ys), max(xs), max(ys), turn)
