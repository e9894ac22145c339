"""Words of a typed page as its reader takes them: figures, ranges, labels and headings made whole.

A typist parts with blanks what belongs together (13 3/8, 0 -  4000, S U M M A R Y), sets the
colons of a form in a column of their own and types on across a printed rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import mean, median

from extractors.geometry import (
    Line,
    PageContent,
    Rule,
    Segment,
    Word,
    has_figures,
    is_figure,
    overlap,
    text_lines,
)

ONE_BLANK = 0.85
"""Em: a blank of fixed pitch is 0.5 to 0.7 wide between ink and ink, two are 1.1 or more."""

NEARER = 1.5
"""A dash that much nearer to the figure on its right is that figure's sign."""

RANGE_BLANK = 2.5
"""Em between a dash and the figure it leads to at most: right-aligned ends of ranges."""

HEADER_FIGURES = 0.34
"""Share of figures in a table's header line at most; body lines have more."""

SPACED_WORDS, SPACED_LETTERS = 4, 2.0
"""So many words of so few letters on the average are one heading, typed letter by letter."""

SPACED_GAP, HEADING_GAP = 1.6, 4.5
"""Of the usual gap between spaced letters: a wider one parts words, a still wider one headings."""

SET_OFF = 0.35
"""Em between a figure and a sign on its right from which the sign is no inch mark."""

_DASH = re.compile(r"[.·]?[-–—−][.·]?")
_FRACTION = re.compile(r"\d{1,2}/\d{1,2}[\"”″]?")
_OPEN = re.compile(r"\(?\d[\d.,]*['’]?[-–—]")
_DITTO = frozenset('"”″')


def with_whole_words(page: PageContent) -> PageContent:
    """The page with what a typist set apart made whole.

    "13 3/8" and "- 483" are one word each, so are the dash and the end of a range, a spaced
    heading's letters and letters on both sides of a rule; a lone colon ends the label before
    it. A dash midway between two figures that have headings of their own is left out: typists
    put it where printers put a rule.
    """
    verticals = [rule for rule in page.rules if not rule.horizontal]
    lines = text_lines(page.words)
    words: list[Word] = []
    for index, line in enumerate(lines):
        row = list(_without_separators(line.words, lines[:index]))
        row = _closed_up(_with_labels_ended(_across_rules(row, verticals)))
        words += _with_whole_ranges(_with_whole_figures(row))
    words += [word for word in page.words if word.turn]
    return replace(page, words=tuple(words))


def gap(left: Word, right: Word) -> float:
    """Blank between two words in em."""
    return (right.x0 - left.x1) / (max(left.size, right.size) or 1.0)


def figure_share(segments: Sequence[Segment]) -> float:
    """Share of the segments that are figures, in [0, 1]."""
    return sum(is_figure(segment.text) for segment in segments) / len(segments)


def _without_separators(row: Sequence[Word], above: Sequence[Line]) -> Iterator[Word]:
    for index, word in enumerate(row):
        if 0 < index < len(row) - 1 and _DASH.fullmatch(word.text):
            left, right = row[index - 1], row[index + 1]
            midway = gap(word, right) * NEARER >= gap(left, word) and gap(left, word) < ONE_BLANK
            figures = is_figure(left.text) and is_figure(right.text)
            if midway and figures and _headed_apart(left, right, above):
                continue
        yield word


def _headed_apart(left: Word, right: Word, above: Sequence[Line]) -> bool:
    """Whether the nearest heading line over two figures has a part for each of them."""
    for line in reversed(above):
        if figure_share(line.segments) > HEADER_FIGURES:
            continue
        over = [
            next((s for s in line.segments if overlap(s.x0, s.x1, word.x0, word.x1) > 0), None)
            for word in (left, right)
        ]
        if over[0] is not None and over[1] is not None:
            return over[0] is not over[1]
    return False


def _across_rules(row: Sequence[Word], verticals: Sequence[Rule]) -> list[Word]:
    """The row with pieces of a word that a vertical rule cut put together."""
    words: list[Word] = []
    for word in row:
        if words and _typed_across(words[-1], word, verticals):
            words[-1] = _joined(words[-1], word, "")
        else:
            words.append(word)
    return words


def _typed_across(left: Word, right: Word, verticals: Sequence[Rule]) -> bool:
    """Whether two words are letters whose boxes, wider than their ink, meet at a vertical rule."""
    if not (left.text.isalpha() and right.text.isalpha() and right.x0 < left.x1):
        return False
    reach = SET_OFF * max(left.size, right.size)
    middle = (right.top + right.bottom) / 2
    return any(
        right.x0 - reach <= rule.position <= left.x1 + reach and rule.top <= middle <= rule.bottom
        for rule in verticals
    )


def _with_labels_ended(row: Sequence[Word]) -> list[Word]:
    """The row with lone colons put to the labels before them, which keep their own width."""
    words: list[Word] = []
    for word in row:
        if word.text == ":" and words and not has_figures(words[-1].text):
            words[-1] = replace(_joined(words[-1], word, ""), x1=words[-1].x1)
        else:
            words.append(word)
    return words


def _closed_up(row: Sequence[Word]) -> list[Word]:
    """The words of a heading typed letter by letter; other rows as they are."""
    letters = [word.text for word in row]
    spaced = (
        len(row) >= SPACED_WORDS
        and all(text.isalpha() and text.isupper() for text in letters)
        and mean(map(len, letters)) <= SPACED_LETTERS
    )
    if not spaced:
        return list(row)
    usual = max(median(gap(left, right) for left, right in pairwise(row)), 0.1)
    words = [row[0]]
    for before, word in pairwise(row):
        blank = gap(before, word) / usual
        if blank <= HEADING_GAP:
            words[-1] = _joined(words[-1], word, "" if blank <= SPACED_GAP else " ")
        else:
            words.append(word)
    return words


def _with_whole_figures(row: Sequence[Word]) -> list[Word]:
    words: list[Word] = []
    for word in row:
        before = words[-1] if words else None
        if before is not None and gap(before, word) < ONE_BLANK:
            blank_before = gap(words[-2], before) if len(words) > 1 else float("inf")
            if _belongs(before, word, blank_before):
                words[-1] = _joined(before, word)
                continue
        words.append(word)
    return words


def _belongs(before: Word, word: Word, blank_before: float) -> bool:
    """Whether `before` is the whole number or the sign of the figure `word`."""
    if before.text.isdigit() and len(before.text) <= 2 and _FRACTION.fullmatch(word.text):
        return True
    is_sign = bool(_DASH.fullmatch(before.text)) and word.text[:1].isdigit()
    return is_sign and blank_before > NEARER * max(gap(before, word), 0.1)


def _with_whole_ranges(row: Sequence[Word]) -> list[Word]:
    """The row with the dash and the end of a range as one word, where a wide blank parts them.

    A ditto mark between two figures is a dash that was misread.
    """
    words: list[Word] = []
    for word in row:
        if words and _is_open_range(words[-1], word):
            words[-1] = _joined(words[-1], word)
            continue
        if len(words) > 1 and _leads_to(words[-2], words[-1], word):
            dash = replace(words[-1], text="-") if words[-1].text in _DITTO else words[-1]
            words[-1] = _joined(dash, word) if gap(dash, word) >= ONE_BLANK else dash
            if gap(dash, word) >= ONE_BLANK:
                continue
        words.append(word)
    return words


def _is_open_range(first: Word, last: Word) -> bool:
    """Whether a figure that ends with a dash is followed by the end of the range."""
    return (
        _OPEN.fullmatch(first.text) is not None
        and last.text[-1:] not in "-–—"
        and _ascends(first, last)
        and gap(first, last) <= RANGE_BLANK
    )


def _ascends(first: Word, last: Word) -> bool:
    """Whether a range counts up; its end may be shortened, as in "4220- 260"."""
    start, end = _value(first), _value(last)
    shortened = 10.0 ** len(re.sub(r"\D", "", last.text.partition(".")[0]))
    if 100.0 <= shortened <= start:
        end += start - start % shortened
    return end > start


def _value(word: Word) -> float:
    """The number in a word; -1 where there is none."""
    number = re.sub(r"[^\d.]", "", word.text)
    try:
        return float(number)
    except ValueError:
        return -1.0


def _leads_to(first: Word, dash: Word, last: Word) -> bool:
    """Whether a dash right behind a figure leads to the next one."""
    if not (has_figures(first.text) and has_figures(last.text)):
        return False
    before, after = gap(first, dash), gap(dash, last)
    if last.text.startswith("("):
        return False  # the same in other units
    misread = dash.text in _DITTO and before > SET_OFF
    is_dash = misread or bool(_DASH.fullmatch(dash.text))
    return is_dash and before < ONE_BLANK and after <= RANGE_BLANK


def _joined(left: Word, right: Word, blank: str = " ") -> Word:
    confidences = [word.confidence for word in (left, right) if word.confidence is not None]
    return replace(
        left,
        text=f"{left.text}{blank}{right.text}",
        x1=right.x1,
        confidence=min(confidences, default=None),
    )
