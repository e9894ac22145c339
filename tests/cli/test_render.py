"""Answers in a terminal of a given width."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from answer_support import HIT
from rich.cells import cell_len

from relatab.interfaces.cli.render import print_answer
from relatab.interfaces.formats import visible
from relatab.retrieval import Answer, Conflict, Copy, Hit, Hop, Match, Statement

Printed = Callable[[Hit, int], list[str]]
"""What `print_answer` writes of an answer with this hit, in a terminal of this width."""


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Printed:
    def printed(hit: Hit, width: int) -> list[str]:
        monkeypatch.setenv("COLUMNS", str(width))
        print_answer(Answer("mud [weight] in 8 1/2", "relatab", (hit,)))
        lines = capsys.readouterr().out.splitlines()
        assert all(cell_len(line) <= width for line in lines)
        return [line.rstrip() for line in lines]

    return printed


@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_block_fits_the_terminal_and_names_the_place(printed: Printed, width: int) -> None:
    lines = printed(HIT, width)
    assert lines[0] == "mud [weight] in 8 1/2"
    whole = " ".join(" ".join(lines).split())
    for text in ("1. Table 4: Mud weight 0.90", "p. 12-13 (printed iv)", HIT.table_id, HIT.why[0]):
        assert text in whole


def test_rows_left_out_between_are_marked(printed: Printed) -> None:
    lines = printed(HIT, 100)
    first = next(number for number, line in enumerate(lines) if "sea water" in line)
    assert lines[first + 1].strip() == "…"
    assert lines[first + 2].split()[:4] == ["8", "1/2", "4012", "1.27"]


def test_matching_columns_are_kept_where_not_all_fit(printed: Printed) -> None:
    lines = printed(HIT, 30)
    assert any("1.27" in line for line in lines)
    assert not any("sea water" in line for line in lines)
    assert any("more column" in line for line in lines)


def test_a_table_without_header_or_caption_is_shown(printed: Printed) -> None:
    lines = printed(replace(HIT, columns=(), matched_columns=(), caption=None), 80)
    assert any("(no caption)" in line for line in lines)
    assert any(line.split() == ["36", "262", "1.03", "sea", "water"] for line in lines)
    assert not any(set(line.strip()) == {"─"} for line in lines)


def test_a_table_without_rows_is_shown_without_preview(printed: Printed) -> None:
    assert any(
        "Mud weight" in line for line in printed(replace(HIT, preview=(), preview_rows=()), 80)
    )


def test_a_caption_of_many_lines_becomes_one_short_text(printed: Printed) -> None:
    lines = printed(replace(HIT, caption="Table 4\nMud\n" + "very long " * 90), 80)
    assert "Table 4 Mud very long" in lines[3]
    assert len([line for line in lines if "very long" in line]) <= 4


def test_wide_letters_take_their_two_columns(printed: Printed) -> None:
    wide = replace(HIT, caption="表 4 泥浆密度" * 9, columns=("井段", "深度", "泥浆密度", "备注"))
    assert any("表 4" in line for line in printed(wide, 40))


def test_nothing_in_a_document_is_obeyed_by_the_terminal(printed: Printed) -> None:
    lines = printed(replace(HIT, caption="[red]a\x1b[31mb[/red]\x07"), 80)
    assert "[red]a\N{REPLACEMENT CHARACTER}[31mb[/red]" in lines[3]
    assert visible("a\x9bb\udce9\tc\nd") == "a\N{REPLACEMENT CHARACTER}b\\xe9\tc\nd"


def test_a_scan_says_how_surely_it_was_read_and_marks_doubtful_cells(printed: Printed) -> None:
    notes = (Match(5, 1, "4012", 0.5), Match(1, 3, "sea water", 0.95, "salt water"))
    hit = replace(
        HIT,
        scanned=True,
        confidence=0.82,
        page_confidence=0.94,
        doubtful_cells=3,
        preview_notes=notes,
    )
    lines = printed(hit, 120)
    assert lines[5].strip() == (
        "doubtful scan, confidence 0.82, page 0.94; 3 doubtful cells [?]"
    ), lines
    assert any("4012 [?]" in line for line in lines)
    assert any("sea water [= salt water]" in line for line in lines)
    assert not any("[?]" in line for line in lines if "262" in line)


def test_other_tables_say_nothing_about_scans(printed: Printed) -> None:
    assert not any("scan" in line or "[?]" in line for line in printed(HIT, 120))


def test_a_document_that_is_not_in_its_place_is_marked_as_such(printed: Printed) -> None:
    hop = Hop("x", None, "/share/slurries.pdf", 3, 0.5, availability="unreachable")
    lines = printed(replace(HIT, availability="removed", via=(hop,)), 120)
    assert lines[5].strip() == "end of well report.pdf: moved or removed since it was indexed"
    assert lines[6].strip() == "slurries.pdf: cannot be reached now"
    assert not any("removed" in line for line in printed(HIT, 120))


def test_copies_and_contradictions_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    hit = replace(HIT, copies=(Copy("cd34ef56ab12-003", "/share/appendix 1.pdf", 2),))
    first = Statement(HIT.table_id, "/share/report.pdf", 12, 3, 1, "Shoe depth", "1 874 m")
    second = Statement("cd34ef56ab12-001", "/share/tally.docx", None, 2, 1, "Shoe", "1875 m")
    print_answer(Answer("shoe", "relatab", (hit,), (Conflict(first, second),)))
    out = " ".join(capsys.readouterr().out.split())
    assert "same table in /share/appendix 1.pdf, p. 2 cd34ef56ab12-003" in out
    assert "These tables disagree: Shoe depth: 1 874 m (/share/report.pdf p. 12)" in out
    assert "against Shoe: 1875 m (/share/tally.docx)" in out
