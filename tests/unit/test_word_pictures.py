"""Tables that hide in pictures or embedded sheets are not lost silently."""

from pathlib import Path

import pytest
from word_files import casing_table, read_body

DRAWING = "http://schemas.openxmlformats.org/drawingml/2006"
VML = "urn:schemas-microsoft-com:vml"
CM = 360_000


def picture(width_cm: int, height_cm: int) -> str:
    return (
        f'<w:p><w:r><w:drawing><wp:inline xmlns:wp="{DRAWING}/wordprocessingDrawing">'
        f'<wp:extent cx="{width_cm * CM}" cy="{height_cm * CM}"/>'
        f'<a:blip xmlns:a="{DRAWING}/main"/></wp:inline></w:drawing></w:r></w:p>'
    )


def old_picture(width_pt: int, height_pt: int) -> str:
    return (
        f'<w:p><w:r><w:pict><v:shape xmlns:v="{VML}" style="width:{width_pt}pt;height:{height_pt}pt">'
        "<v:imagedata/></v:shape></w:pict></w:r></w:p>"
    )


@pytest.mark.parametrize("large", [picture(15, 8), old_picture(400, 200)])
def test_a_large_picture_is_reported_with_its_page(large: str, tmp_path: Path) -> None:
    issues = read_body(tmp_path, casing_table() + large + large).issues
    assert [(issue.kind, issue.page) for issue in issues] == [("picture not read", 1)]
    assert issues[0].message.startswith("2 x picture")


@pytest.mark.parametrize("small", [picture(4, 2), picture(15, 1), old_picture(60, 60)])
def test_logos_and_rules_are_not_worth_a_word(small: str, tmp_path: Path) -> None:
    assert read_body(tmp_path, casing_table() + small).issues == ()


def test_an_embedded_sheet_is_reported(tmp_path: Path) -> None:
    sheet = (
        '<w:p><w:r><w:object><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office"'
        ' ProgID="Excel.Sheet.12"/></w:object></w:r></w:p>'
    )
    issues = read_body(tmp_path, sheet + casing_table()).issues
    assert [issue.kind for issue in issues] == ["embedded spreadsheet not read"]
