"""Footnote marks: out of the figures, kept, and tied to the notes below."""

from pathlib import Path

import pytest
from raw_tables import raw_table
from word_files import cell, paragraph, read_body, row, run, table

from extractors.base import RawCell
from extractors.footnotes import as_raised, is_exponent, note_mark, with_marks
from extractors.normalize import build_table
from relatab.model import Table
from relatab.model_json import table_from_json, table_to_json


def marked(text: str, *notes: str) -> tuple[str, tuple[str, ...]]:
    (found,) = with_marks([RawCell(text, 0, 1, 0, 1)], notes)
    return found.text, found.marks


def built(*rows: list[str], notes: tuple[str, ...] = ()) -> Table:
    found, _ = build_table(raw_table(*rows, notes=notes), path="a", document_hash="f", position=0)
    return found


def test_raised_mark_behind_a_figure_is_taken_out_of_the_text() -> None:
    assert marked("24.91²") == ("24.91", ("2",))
    assert marked("24.91ᵃ⸴ᵇ") == ("24.91", ("a", "b"))


@pytest.mark.parametrize("text", ["m³", "12 km²", "10³", "2.4 × 10⁻⁵", "xⁿ", "Kerala²"])
def test_exponents_and_words_without_a_note_keep_what_is_raised(text: str) -> None:
    assert marked(text) == (text, ())


def test_raised_mark_behind_a_word_is_taken_out_where_a_note_explains_it() -> None:
    assert marked("Kerala²", "² estimate") == ("Kerala", ("2",))
    assert marked("Area, km²", "² estimate") == ("Area, km²", ())


def test_mark_on_the_line_stays_as_printed_and_out_of_the_number() -> None:
    found = built(["Zone", "Rate"], ["A", "24.9 (a)"], ["B", "7.1*"], notes=("a) dry", "* wet"))
    first, second = (found.grid()[place][1] for place in (1, 2))
    assert first is not None
    assert second is not None
    assert (first.text, first.value, first.notes) == ("24.9 (a)", 24.9, (0,))
    assert (second.text, second.value, second.notes) == ("7.1*", 7.1, (1,))


def test_bracketed_letter_without_a_note_is_no_mark() -> None:
    assert marked("Formation (a)", "b) other") == ("Formation (a)", ())


@pytest.mark.parametrize(
    ("note", "mark"),
    [
        ("² measured", "2"),
        ("2 measured", "2"),
        ("(a) dry", "a"),
        ("a. dry", "a"),
        ("* estimate", "*"),
        ("Note 1: dry", "1"),
        ("Source: report", None),
        ("1974 was dry", None),
    ],
)
def test_mark_at_the_start_of_a_note(note: str, mark: str | None) -> None:
    assert note_mark(note) == mark


def test_raised_words_are_no_marks() -> None:
    assert as_raised("st") == "st"
    assert as_raised("2") == "²"
    assert is_exponent("2.4 x 10")
    assert not is_exponent("24.10")


def test_superscript_in_word_is_kept_out_of_the_number(tmp_path: Path) -> None:
    raised = run("2", '<w:vertAlign w:val="superscript"/>')
    figure = cell(f"<w:p>{run('24.91')}{raised}</w:p>")
    rows = row(cell(paragraph("Zone")), cell(paragraph("Rate")))
    rows += row(cell(paragraph("A")), figure)
    note = f"<w:p>{raised}{run(' at the separator')}</w:p>"
    (found,) = read_body(tmp_path, table(rows) + note).tables
    rate = found.grid()[1][1]
    assert rate is not None
    assert (rate.text, rate.value, rate.marks) == ("24.91", 24.91, ("2",))
    assert [found.notes[place] for place in rate.notes] == ["² at the separator"]
    assert table_from_json(table_to_json(found)) == found
