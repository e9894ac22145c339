"""Aligned text that is no table, each kind on a page drawn for it, beside tables like it."""

from __future__ import annotations

from pathlib import Path

import pytest
from pdf_files import FIGURES, Draw, Sheet, read_pdf, texts, write_pdf

from extractors.geometry import PageContent, Word
from extractors.page.finder import find_on_page
from relatab.model import Table

PROGRAM = [
    "def depth(log, mark):",
    "    rows = log.read(mark)",
    "    for row in rows.values():",
    "        if row.top >= 0:",
    "            yield (row.top)",
    "    return rows[-1]",
]
TERMS = ["anhydrite", "barite", "casing", "chalk", "core", "density", "dolomite", "gas cap"]


def tables_of(folder: Path, draw: Draw) -> list[Table]:
    return list(read_pdf(write_pdf(folder / "page.pdf", draw)).tables)


def typewrite(sheet: Sheet, x: float, top: float, text: str, size: float = 9.0) -> None:
    sheet.canvas.setFont("Courier", size)
    sheet.canvas.drawString(x, sheet.height - top - size, text)


def test_program_with_small_line_numbers_holds_no_table(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        for number, line in enumerate(PROGRAM):
            top = 100 + 12.0 * number
            sheet.text(72, top + 2, str(number + 127), size=6)
            typewrite(sheet, 100, top, line)

    assert tables_of(tmp_path, page) == []


def test_aligned_program_holds_no_table(tmp_path: Path) -> None:
    names = ("top", "base", "porosity", "shale")

    def page(sheet: Sheet) -> None:
        for number, name in enumerate(names):
            typewrite(sheet, 72, 100 + 12.0 * number, f"$log{{{name}}}")
            typewrite(sheet, 200, 100 + 12.0 * number, f"= read($file)->{name};")

    assert tables_of(tmp_path, page) == []


def test_typewritten_table_stays_one(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        for number, row in enumerate(FIGURES):
            for x, text in zip((72, 200, 300), row, strict=True):
                typewrite(sheet, x, 100 + 12.0 * number, text)

    (table,) = tables_of(tmp_path, page)
    assert texts(table) == FIGURES


def test_numbers_of_full_size_before_the_rows_are_a_column(tmp_path: Path) -> None:
    rows = [[str(number), name] for number, name in enumerate(("Brent", "Statfjord", "Cook"), 1)]

    def page(sheet: Sheet) -> None:
        sheet.columns((72, 120, 220), 100, [["No.", "Sand", "Top"]])
        sheet.columns((72, 120, 220), 114, [[*row, "2180"] for row in rows])

    (table,) = tables_of(tmp_path, page)
    assert texts(table)[1] == ["1", "Brent", "2180"]


def test_numbered_headings_hold_no_table(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.text(72, 100, "3", size=14)
        sheet.text(100, 100, "Drilling", size=14)
        sheet.text(72, 122, "This part follows the well down.")
        sheet.text(72, 140, "3.1", size=12)
        sheet.text(100, 140, "Surface hole", size=12)
        sheet.prose(170)

    assert tables_of(tmp_path, page) == []


@pytest.mark.parametrize("leader", [", ", " . . . . . . "])
def test_index_in_two_columns_holds_no_table(tmp_path: Path, leader: str) -> None:
    def page(sheet: Sheet) -> None:
        for number, term in enumerate(TERMS):
            column, row = divmod(number, 4)
            text = f"{term}{leader}{40 - number}, {60 - 2 * number}"
            sheet.text(72 + 250 * column, 100 + 14.0 * row, text)

    assert tables_of(tmp_path, page) == []


def test_dated_events_are_no_index(tmp_path: Path) -> None:
    dates = ["May 12, 1981", "June 3, 1981", "June 9, 1981", "July 2, 1981", "July 30, 1981"]

    def page(sheet: Sheet) -> None:
        events = ["Spudded", "Set casing", "Cored", "Logged", "Abandoned"]
        sheet.columns((72, 250), 100, list(zip(dates, events, strict=True)))

    (table,) = tables_of(tmp_path, page)
    assert table.n_rows == 5


def test_contents_with_leaders_in_sections_only_hold_no_table(tmp_path: Path) -> None:
    titles = [("1", "Summary", 1), ("2", "Geology", 2), ("3", "Drilling", 5), ("4", "Tests", 9)]

    def page(sheet: Sheet) -> None:
        for row, (number, title, folio) in enumerate(titles):
            sheet.columns((72, 100, 450), 100 + 28.0 * row, [[number, title, str(folio)]])
        leaders = ". " * 60
        sheet.columns((100, 130, 450), 114, [["1.1", f"Results {leaders}", "1"]])

    assert tables_of(tmp_path, page) == []


def test_display_formulas_hold_no_table() -> None:
    rows = ["(3.1) φ=α+β θ∈Ω", "(3.2) σ=γ−δ τ∈Ω", "(3.3) λ=μ+ν ω∈Ω"]
    words = []
    for number, row in enumerate(rows):
        top = 100.0 + 20.0 * number
        for x, text in zip((72.0, 180.0, 320.0), row.split(), strict=True):
            for place, mark in enumerate([text] if "." in text else list(text)):
                left = x + 8.0 * place
                words.append(Word(mark, left, top, left + 6.0, top + 10.0, size=10.0))
    page = PageContent(1, 595.0, 842.0, tuple(words))
    assert find_on_page(page)[1] == []


def test_marks_of_an_axis_hold_no_table(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.columns((72, 300), 100, [["100", "oil rate"], ["50", "water rate"]])
        for place, mark in enumerate(("1980", "1982", "1984", "1986", "1988")):
            sheet.centred(100 + 60 * place, 128, mark)

    assert tables_of(tmp_path, page) == []


def tree(sheet: Sheet) -> None:
    for row, names in enumerate((["oil", "gas"], ["sweet", "sour"], ["light", "lean"])):
        sheet.columns((120, 240), 140 + 26.0 * row, [names])


def test_labels_between_slanted_strokes_hold_no_table(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        tree(sheet)
        for row in range(2):
            sheet.rule(130, 150 + 26 * row, 240, 168 + 26 * row)
            sheet.rule(240, 150 + 26 * row, 130, 168 + 26 * row)

    assert tables_of(tmp_path, page) == []


def test_symbols_within_rows_leave_a_table_alone(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.columns((72, 172, 272), 100, FIGURES)
        for row in range(5):
            sheet.canvas.circle(350, sheet.height - 106 - 14 * row, 5)

    (table,) = tables_of(tmp_path, page)
    assert texts(table) == FIGURES


def test_header_set_tight_over_figures_belongs_to_its_table(tmp_path: Path) -> None:
    rows = [
        ["", "size", "depth m", "grade"],
        ["Surface", "20.0", "423", "56"],
        ["Middle", "13.4", "1503", "80"],
        ["Deep", "9.6", "3321", "110"],
    ]

    def page(sheet: Sheet) -> None:
        for number, (label, size, depth, grade) in enumerate(rows):
            typewrite(sheet, 72, 100 + 12.0 * number, label)
            typewrite(sheet, 130, 100 + 12.0 * number, f"{size:>5}{depth:>8}{grade:>6}")

    (table,) = tables_of(tmp_path, page)
    assert texts(table) == rows


def test_sentence_over_figures_stays_out_of_their_table(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.text(72, 88, "The strings were set as listed here, from the surface on")
        sheet.columns((72, 172, 272), 100, FIGURES[1:], pitch=12)

    (table,) = tables_of(tmp_path, page)
    assert texts(table)[0] == FIGURES[1]


def test_verse_beside_its_translation_holds_no_table(tmp_path: Path) -> None:
    left = ["Who rides so late this night", "through wind and rain and dark", "a father with his",
            "only child held close to him"]  # fmt: skip
    right = ["Wer reitet so spaet durch", "Nacht und Wind es ist", "der Vater mit seinem Kind er",
             "hat den Knaben wohl"]  # fmt: skip

    def page(sheet: Sheet) -> None:
        sheet.columns((72, 320), 100, list(zip(left, right, strict=True)))

    assert tables_of(tmp_path, page) == []


def test_table_over_scattered_labels_is_found_alone(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        bottom = sheet.columns((72, 172, 272), 100, FIGURES, pitch=12)
        places = (330, 90, 420, 210, 380, 140, 300, 240, 460, 110)
        for number, x in enumerate(places):
            sheet.columns((x, x + 60), bottom + 12 + 24.0 * number, [["oil", "gas"]])

    (table,) = tables_of(tmp_path, page)
    assert texts(table) == FIGURES


def test_program_with_line_numbers_of_full_size_holds_no_table(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        for number, line in enumerate(PROGRAM):
            typewrite(sheet, 60, 100 + 12.0 * number, str(number + 127))
            typewrite(sheet, 100, 100 + 12.0 * number, line)

    assert tables_of(tmp_path, page) == []
