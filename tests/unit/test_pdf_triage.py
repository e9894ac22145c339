"""Which pages are worth reading in full."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from pdf_files import Draw, Sheet, write_pdf

from extractors.pdf.triage import sketch_page


def kind_of(path: Path, draw: Draw) -> str:
    document = pypdfium2.PdfDocument(write_pdf(path, draw))
    try:
        return sketch_page(document[0]).kind
    finally:
        document.close()


def underlined(sheet: Sheet) -> None:
    top = sheet.prose(60)
    for width in (90, 160, 240, 310, 125):
        sheet.text(72, top, "Summary")
        sheet.rule(72, top + 12, 72 + width, top + 12)
        top = sheet.prose(top + 24, 6)


def framed(sheet: Sheet) -> None:
    bottom = sheet.prose(60)
    for side in (60, bottom + 6):
        sheet.rule(66, side, 520, side)
    for side in (66, 520):
        sheet.rule(side, 54, side, bottom + 6)


def booktabs(sheet: Sheet) -> None:
    top = sheet.prose(60)
    for place in (0, 20, 80):
        sheet.rule(72, top + place, 400, top + place)
    sheet.text(72, top + 4, "Depth Porosity")


def rows_of_cells(sheet: Sheet) -> None:
    for place in range(5):
        sheet.canvas.rect(72, 300 + 20 * place, 400, 20)
    sheet.prose(60)


@pytest.mark.parametrize("draw", [underlined, framed])
def test_rules_under_headings_and_around_text_do_not_make_a_page_worth_reading(
    draw: Draw, tmp_path: Path
) -> None:
    assert kind_of(tmp_path / "a.pdf", draw) == "prose"


@pytest.mark.parametrize("draw", [booktabs, rows_of_cells])
def test_rules_of_one_length_do(draw: Draw, tmp_path: Path) -> None:
    assert kind_of(tmp_path / "a.pdf", draw) == "candidate"
