"""Rules of a printed form that part no cells: lines to write on, the box around a page.

Producing interval  ____9770-9800____ ft
Tubing size         _________________ in
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from extractors.geometry import (
    Line,
    PageContent,
    Rule,
    bounding_box,
    clusters,
    join_rules,
    overlap,
    text_height,
    text_lines,
)
from extractors.page.lattice import touching_groups

FEWEST = 3
"""Lines of one length under each other from which they are lines to write on."""

LABELLED = 0.6
"""Share of them that have a label on their left, which they do not underline."""

PITCH = 3.5
"""Em between neighbours at most."""

FRAME = (0.6, 0.6)
"""Of the page's width and height that a box around all of it has at least."""

FRAME_LEVELS = 4
"""Rules across such a box at most: its own two, and those of a band at its head or foot."""

INNER = 0.2
"""Of its height that a rule down its inside has if it parts columns."""

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


def without_page_frame(page: PageContent) -> PageContent:
    """The page without the box that is drawn around all of it, its band for a title included."""
    em = text_height(page.words)
    framing: list[Rule] = []
    for group in touching_groups(join_rules(page.rules, 0.3 * em), 0.3 * em):
        box = bounding_box(group)
        width, height = box.x1 - box.x0, box.bottom - box.top
        if width < FRAME[0] * page.width or height < FRAME[1] * page.height:
            continue
        columns = any(
            not rule.horizontal
            and box.x0 + em < rule.position < box.x1 - em
            and rule.bottom - rule.top >= INNER * height
            for rule in group
        )
        levels = sum(rule.horizontal and rule.x1 - rule.x0 >= 0.5 * width for rule in group)
        if not columns and levels <= FRAME_LEVELS:
            framing += group
    kept = [r for r in page.rules if not any(_is_part(r, whole, em) for whole in framing)]
    return replace(page, rules=tuple(kept))


def _is_part(rule: Rule, whole: Rule, em: float) -> bool:
    """Whether a rule is one of the pieces that a joined one was made of."""
    return (
        rule.horizontal == whole.horizontal
        and abs(rule.position - whole.position) <= 0.3 * em
        and overlap(*rule.span, *whole.span) > 0
    )


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
