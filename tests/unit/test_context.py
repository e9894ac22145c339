"""Headings in force and lines that every page repeats."""

import pytest

from extractors.context import HeadingStack, numbered_heading_level, page_facts


def test_a_heading_closes_those_of_its_level_and_below() -> None:
    stack = HeadingStack()
    for level, text in ((1, "Drilling"), (2, "Mud"), (3, "Checks"), (2, " Cas\ning "), (4, "")):
        stack.push(level, text)
    assert stack.path() == ("Drilling", "Cas ing")
    stack.push(1, "Testing")
    assert stack.path() == ("Testing",)


def test_page_facts_are_tidy_lines_without_page_numbers_and_repeats() -> None:
    lines = ["Well  7/11-1X", "- 12 -", "", "Well 7/11-1X", "x" * 500, "CONFIDENTIAL"]
    lines += ["Page 3 of 12", "Side 4", "Page", "Page plan A"]
    assert page_facts(lines) == ("Well 7/11-1X", "CONFIDENTIAL", "Page plan A")


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("3 Drilling", 1),
        ("3.2 Casing design", 2),
        ("3.2.1. Liner", 3),
        ("1984 campaign", None),
        ("3.2 m below the flange it was found.", None),
        ("12.5", None),
        ("Casing", None),
    ],
)
def test_a_numbered_line_tells_its_depth(text: str, level: int | None) -> None:
    assert numbered_heading_level(text) == level
