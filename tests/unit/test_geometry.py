"""Boxes, rules, lines and segments: arithmetic with numbers worked by hand."""

from __future__ import annotations

import math

import pytest

from extractors.geometry import (
    Box,
    PageContent,
    Rule,
    Word,
    bounding_box,
    clusters,
    displayed_region,
    has_figures,
    is_figure,
    join_rules,
    join_spans,
    join_words,
    overlap,
    text_height,
    text_lines,
)


def word(text: str, x0: float, top: float = 100.0, **more: object) -> Word:
    """A word of 10 point type, 5 points a letter."""
    return Word(text, x0, top, x0 + 5 * len(text), top + 10, size=10.0, **more)


def segments(*words: Word) -> list[list[str]]:
    return [[segment.text for segment in line.segments] for line in text_lines(words)]


def test_words_on_one_base_line_make_one_segment_up_to_a_wide_gap() -> None:
    assert segments(word("Casing", 0), word("size", 33), word("Depth", 80)) == [
        ["Casing size", "Depth"]
    ]


def test_figures_part_at_a_smaller_gap_than_words() -> None:
    assert segments(word("1503", 0), word("3321", 26)) == [["1503", "3321"]]
    assert segments(word("sand", 0), word("shale", 26)) == [["sand shale"]]


def test_digit_groups_and_ranges_stay_together() -> None:
    assert segments(word("12", 0), word("500", 13)) == [["12 500"]]
    assert segments(word("1", 0), word("-", 11), word("2", 22)) == [["1 - 2"]]


def test_bullet_belongs_to_the_text_after_it() -> None:
    assert segments(word("•", 0), word("Sand", 20)) == [["• Sand"]]


def test_note_reference_belongs_to_its_figure() -> None:
    assert segments(word("10,000", 0), word("(1)", 40)) == [["10,000 (1)"]]


def test_lines_come_from_the_top_whatever_the_order_of_words() -> None:
    assert segments(word("b", 0, 120), word("a", 0, 100)) == [["a"], ["b"]]


def test_turned_words_stand_on_no_line() -> None:
    assert segments(word("up", 0, turn=270)) == []


def test_raised_mark_is_attached_as_a_superscript() -> None:
    assert join_words([word("m", 0), word("3", 5, raised=True), word("oil", 12)]) == "m³ oil"


def test_rules_drawn_piecewise_and_twice_become_one() -> None:
    pieces = [Rule(0, 10, 50, 10), Rule(50.5, 10.4, 100, 10.4), Rule(0, 11, 100, 11)]
    (rule,) = join_rules(pieces, tolerance=3.0)
    assert rule.span == (0, 100)
    assert rule.position == pytest.approx(10.467, abs=0.01)


def test_rules_apart_stay_apart() -> None:
    assert (
        len(join_rules([Rule(0, 10, 50, 10), Rule(60, 10, 100, 10), Rule(0, 10, 0, 90)], 3.0)) == 3
    )


def test_join_spans_bridges_gaps_within_tolerance() -> None:
    assert join_spans([(5, 8), (0, 4), (20, 21)], tolerance=1.0) == [(0, 8), (20, 21)]


def test_overlap_is_negative_for_a_gap() -> None:
    assert overlap(0, 4, 6, 9) == -2
    assert overlap(0, 7, 6, 9) == 1


def test_clusters_chain_neighbours() -> None:
    assert clusters([3.0, 1.0, 9.0, 2.2], lambda value: value, 1.5) == [[1.0, 2.2, 3.0], [9.0]]


def test_box_holds_by_centre_and_contains_by_edges() -> None:
    box = Box(0, 0, 10, 10)
    assert box.holds(Box(4, 4, 14, 14))
    assert not box.contains(Box(4, 4, 14, 14))
    assert box.grown(4).contains(Box(4, 4, 14, 14))
    assert Box(5, 5, 1, 1).area == 0


def test_bounding_box_of_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="no items"):
        bounding_box([])


def test_text_height_is_the_median_without_superscripts() -> None:
    small = Word("2", 0, 0, 3, 5, size=5.0, raised=True)
    assert text_height([word("a", 0), small, small]) == 10.0
    assert text_height([], default=8.0) == 8.0


@pytest.mark.parametrize("text", ["1,503.2", "-", "(4.2–4.9)", "9 5/8", "12ft"])
def test_figures(text: str) -> None:
    assert is_figure(text)


@pytest.mark.parametrize("text", ["Sand", "P-110 grade", "", "Nil"])
def test_no_figures(text: str) -> None:
    assert not is_figure(text)


def test_nil_marks_have_no_figures() -> None:
    assert has_figures("12.5")
    assert not has_figures("—")


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_a_region_says_how_to_turn_a_page_whose_lines_run_askew(turn: int) -> None:
    angle = math.radians(90 * turn + 1.5)  # of the lines, clockwise
    cosine, sine = math.cos(angle), math.sin(angle)
    page = PageContent(1, 595, 842, (), to_display=(cosine, -sine, 0.0, sine, cosine, 0.0))
    assert displayed_region(page, Box(72, 100, 372, 172)).turn == turn


def test_region_of_a_turned_page_is_turned_back() -> None:
    page = PageContent(3, 842, 595, (), to_display=(0.0, 1.0, 0.0, -1.0, 0.0, 842.0))
    region = displayed_region(page, Box(72, 100, 372, 172))
    assert (region.page, region.x0, region.top, region.x1, region.bottom) == (3, 100, 470, 172, 770)
