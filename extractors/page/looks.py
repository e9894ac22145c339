"""How a line of text looks: its size and weight, rules under it, capitals, running text."""

from __future__ import annotations

from collections.abc import Sequence

from extractors.geometry import Line, Rule, Segment, is_figure, text_height

UNDERLINE = 1.8
"""Widths of a line that its underline is long at most: the one above it may be the longer."""

PROSE_WORDS, PROSE_FIGURES = 6, 0.34
"""A line of running text has so many words and fewer figures among them."""


def line_text(line: Line) -> str:
    """All text of a line."""
    return " ".join(segment.text for segment in line.segments)


def line_size(line: Line) -> float:
    """Type size of a line in points."""
    return text_height(line.words)


def line_is_bold(line: Line) -> bool:
    """Whether every word of a line is bold."""
    return all(word.bold for word in line.words)


def is_underlined(segment: Segment, rules: Sequence[Rule], em: float) -> bool:
    """Whether a rule of about its length runs right below a text; em: the page's, in points."""
    width = segment.x1 - segment.x0
    return any(
        rule.horizontal
        and abs(rule.position - segment.bottom) <= 0.4 * em
        and abs(rule.x0 + rule.x1 - segment.x0 - segment.x1) <= 2 * em
        and width - 2 * em <= rule.x1 - rule.x0 <= UNDERLINE * width + 2 * em
        for rule in rules
    )


def is_wordy(line: Line) -> bool:
    """Whether a line has as many words, and as few figures among them, as running text."""
    words = line.words
    figures = sum(is_figure(word.text) for word in words)
    return len(words) >= PROSE_WORDS and figures <= PROSE_FIGURES * len(words)
