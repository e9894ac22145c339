"""Lines of a printed form to write on: no rules of a table, though they stand in a row.

Producing interval  ____9770-9800____ ft
Tubing size         _________________ in
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from extractors.geometry import Line, PageContent, Rule, clusters, text_height, text_lines

FEWEST = 3
"""Lines of one length under each other from which they are lines to write on."""

LABELLED = 0.6
"""Share of them that have a label on their left, which they do not underline."""

PITCH = 3.5
"""Em between neighbours at most."""

OFF_BASE = 0.6
"""Em between a line to write on and the foot of its label at most."""


def without_blanks(page: PageContent) -> PageContent:
    """The page without the rules of a form that are lines to write on."""
    em = text_height(page.words)
    lines = text_lines(page.words)
    uprights = [rule for rule in page.rules if not rule.horizontal]
    blanks: set[int] = set()
    flat = [rule for rule in page.rules if rule.horizontal]
    for begun_alike in clusters(flat, lambda rule: rule.x0, em):
        for alike in clusters(begun_alike, lambda rule: rule.x1, em):
            for stack in clusters(alike, lambda rule: rule.position, PITCH * em):
                if _are_blanks(stack, lines, uprights, em):
                    blanks |= {id(rule) for rule in stack}
    return replace(page, rules=tuple(rule for rule in page.rules if id(rule) not in blanks))


def _are_blanks(
    stack: Sequence[Rule], lines: Sequence[Line], uprights: Sequence[Rule], em: float
) -> bool:
    if len(stack) < FEWEST or any(_touch(rule, other, em) for rule in stack for other in uprights):
        return False
    labelled = sum(any(_follows(rule, line, em) for line in lines) for rule in stack)
    return labelled >= LABELLED * len(stack)


def _touch(flat: Rule, upright: Rule, em: float) -> bool:
    return (
        flat.x0 - em <= upright.position <= flat.x1 + em
        and upright.top - em <= flat.position <= upright.bottom + em
    )


def _follows(rule: Rule, line: Line, em: float) -> bool:
    """Whether a rule stands on a line's foot, right of a text that it does not underline."""
    return abs(rule.position - line.bottom) <= OFF_BASE * em and any(
        segment.words[0].x1 < rule.x0 + em and segment.x0 < rule.x0 for segment in line.segments
    )
