from __future__ import annotations

from dataclasses import replace

import pytest

from extractors.geometry import PageContent, Rule, Word
from extractors.page.assembly import Assembly, ReadPage
from extractors.page.spread import pages_of_spread
from relatab.model import ScanReading

WIDTH, HEIGHT = 842.0, 595.0
SENTENCE = [
    "the",
    "well",
    "was",
    "drilled",
    "from",
    "the",
    "rig",
    "to",
    "a",
    "depth",
    "below",
    "the",
    "sand",
]
ROWS = [
    ("Lista", "3072", "94"),
    ("Ekofisk", "3166", "291"),
    ("Tor", "3457", "18"),
    ("Hod", "3475", "16"),
]
HEADER = ("Formation", "Top", "Thickness")


def line(words: list[str], x: float, top: float, step: float = 5.0) -> list[Word]:
    out = []
    for text in words:
        out.append(Word(text, x, top, x + 5.0 * len(text), top + 10.0, size=10.0, confidence=0.99))
        x += 5.0 * len(text) + step
    return out


def prose(x: float, top: float, lines: int = 5) -> list[Word]:
    return [word for n in range(lines) for word in line(SENTENCE, x, top + 13.0 * n, 3.0)]


def table(x: float, top: float, label: str) -> list[Word]:
    rows = [HEADER, *((f"{name}{label}", *rest) for name, *rest in ROWS)]
    return [
        word
        for n, row in enumerate(rows)
        for place, text in enumerate(row)
        for word in line([text], x + 100.0 * place, top + 20.0 * n)
    ]


def spread(*parts: list[Word], rules: tuple[Rule, ...] = ()) -> PageContent:
    return PageContent(7, WIDTH, HEIGHT, tuple(w for part in parts for w in part), rules)


def numbers(left: str, right: str) -> list[Word]:
    return line([left], 200, 570) + line([right], 640, 570)


TEXT = [prose(40, 60), prose(470, 60), table(40, 200, "a"), table(470, 200, "b")]


def test_two_pages_with_text_are_parted_and_their_tables_read_in_order() -> None:
    assembly = Assembly.of(None, [])
    assembly.add(ReadPage.of_scan(spread(*TEXT), ScanReading(7, "ocr", 0.99)))
    tables, issues = assembly.tables("a.pdf", "0" * 64)
    assert issues == []
    assert [(t.n_rows, t.n_columns, t.cells[3].text) for t in tables] == [
        (5, 3, "Listaa"),
        (5, 3, "Listab"),
    ]
    left, right = (t.provenance.regions[0] for t in tables)
    assert (left.page, right.page) == (7, 7)
    assert left.x1 < WIDTH / 2 < right.x0


def test_page_numbers_in_a_row_tell_two_pages_without_text() -> None:
    halves = [table(40, 100, "a"), table(40, 300, "c"), table(470, 100, "b"), table(470, 300, "d")]
    assert len(pages_of_spread(spread(*halves, numbers("12", "13")))) == 2
    assert len(pages_of_spread(spread(*halves, numbers("12", "14")))) == 1
    assert len(pages_of_spread(spread(*halves))) == 1


def test_what_crosses_the_gutter_makes_one_page() -> None:
    rule = Rule(40, 180, 800, 180)
    assert len(pages_of_spread(spread(*TEXT, rules=(rule,)))) == 1
    title = line(["A", "title", "over", "the", "whole", "of", "both"], 330, 30)
    assert len(pages_of_spread(spread(*TEXT, title))) == 1


@pytest.mark.parametrize("width", [595.0, 640.0])
def test_a_portrait_page_in_two_columns_is_one_page(width: float) -> None:
    page = replace(spread(*TEXT), width=width, height=842.0)
    assert pages_of_spread(page) == (page,)


def test_a_page_beside_a_blank_one_is_one_page() -> None:
    page = spread(prose(40, 60), table(40, 200, "a"))
    assert pages_of_spread(page) == (page,)
