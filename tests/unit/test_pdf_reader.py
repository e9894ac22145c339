"""What of a page's ink is text to be read, and what is ruling."""

from __future__ import annotations

from pathlib import Path

import pytest
from pdf_files import Draw, Sheet, read_pdf, write_pdf

from extractors.pdf.opening import opened
from extractors.pdf.reader import PageReading, read_page


def reading(tmp_path: Path, draw: Draw) -> PageReading:
    with opened(write_pdf(tmp_path / "a.pdf", draw), None) as file:
        return read_page(file.pages[0], 1, None, file.resources)


def words(tmp_path: Path, draw: Draw) -> list[str]:
    return [word.text for word in reading(tmp_path, draw).content.words]


def test_words_have_their_place_size_and_weight(tmp_path: Path) -> None:
    page = reading(tmp_path, lambda sheet: sheet.text(72, 100, "Casing program", 10, bold=True))
    first, second = page.content.words
    assert (first.text, second.text) == ("Casing", "program")
    assert first.x0 == pytest.approx(72, abs=1)
    assert first.top == pytest.approx(100, abs=3)
    assert first.bold
    assert 9 <= first.size <= 12


def test_overprinted_glyphs_count_once_but_double_letters_twice(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        for shift in (0, 0.4):
            sheet.text(72 + shift, 100, "still 110")

    assert words(tmp_path, page) == ["still", "110"]


def test_double_letters_of_vertical_text_stay(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.canvas.translate(100, 400)
        sheet.canvas.rotate(90)
        sheet.canvas.drawString(0, 0, "Settling")

    (word,) = reading(tmp_path, page).content.words
    assert (word.text, word.turn) == ("Settling", 270)


def test_invisible_text_is_left_out_and_counted(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.text(72, 100, "seen")
        text = sheet.canvas.beginText(72, 600)
        text.setTextRenderMode(3)
        text.textOut("hidden")
        sheet.canvas.drawText(text)

    page_reading = reading(tmp_path, page)
    assert [word.text for word in page_reading.content.words] == ["seen"]
    assert [word.text for word in page_reading.hidden_words] == ["hidden"]
    assert page_reading.hidden == 6


def test_white_text_counts_only_on_a_dark_ground(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.canvas.setFillGray(0.2)
        sheet.canvas.rect(70, 842 - 120, 100, 24, stroke=0, fill=1)
        sheet.canvas.setFillGray(1)
        sheet.text(72, 104, "header")
        sheet.text(72, 300, "unseen")

    assert words(tmp_path, page) == ["header"]


def test_text_off_the_page_is_left_out(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.text(72, 100, "on")
        sheet.text(72, -40, "off")

    assert words(tmp_path, page) == ["on"]


def test_text_outside_the_crop_box_is_left_out_and_places_count_from_it(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.canvas.setCropBox((50, 50, 500, 700))
        sheet.text(100, 200, "in")
        sheet.text(100, 20, "out")

    (word,) = reading(tmp_path, page).content.words
    assert word.x0 == pytest.approx(50, abs=1)
    assert word.top == pytest.approx(200 - 142, abs=3)


def test_ligature_is_read_as_letters() -> None:
    from extractors.pdf.device import letters

    assert letters("\ufb01") == "fi"
    assert letters("½") == "½"
    assert letters("\x00") == "\ufffd"


def test_unmapped_glyphs_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("extractors.pdf.device.letters", lambda text: text.replace("Z", "\ufffd"))
    path = write_pdf(
        tmp_path / "a.pdf",
        lambda sheet: sheet.grid(
            (72, 172, 272), 100, [["Zone", "Top"], ["Z1", "95"], ["Z2", "99"]]
        ),
    )
    issues = read_pdf(path).issues
    assert {issue.kind for issue in issues} == {"unmapped glyphs"}
    assert [issue.message for issue in issues] == [
        "3 characters on page 1 have no known letter",
        "3 of 15 characters (20%) of a table on page 1 have no known letter",
    ]


def test_letters_drawn_one_by_one_make_a_word(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        x = 72.0
        for letter in "Casing":
            sheet.text(x, 100, letter)
            x += sheet.canvas.stringWidth(letter, "Helvetica", 9)

    assert words(tmp_path, page) == ["Casing"]


def test_seams_between_boxes_of_one_shade_are_no_rules(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.canvas.setFillGray(0.8)
        for number in range(3):
            sheet.canvas.rect(72, 700 - 12 * number, 200, 12, stroke=0, fill=1)

    rules = reading(tmp_path, page).content.rules
    assert sorted(round(rule.position) for rule in rules if rule.horizontal) == [
        842 - 712,
        842 - 676,
    ]


def test_white_strokes_are_no_rules(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.canvas.setStrokeGray(1)
        sheet.rule(72, 100, 300, 100)

    assert reading(tmp_path, page).content.rules == ()
