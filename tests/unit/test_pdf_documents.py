"""PDF documents as a whole: continued tables, context, broken and protected files."""

from __future__ import annotations

from pathlib import Path

import pytest
from pdf_files import PAGE, Sheet, read_pdf, texts, write_pdf
from reportlab.lib.pdfencrypt import StandardEncryption

from extractors.base import Options
from extractors.pdf import extract_pdf
from relatab.errors import ExtractionError

LOCK_WORD = "drill-bit"
XS = (72, 172, 272, 372)
HEADER = ["Depth", "Porosity", "Permeability"]
CORE = [[str(9000 + step), f"0.{10 + step}", str(100 + 3 * step)] for step in range(60)]


def test_continued_table_with_repeated_header_is_one(tmp_path: Path) -> None:
    def first(sheet: Sheet) -> None:
        sheet.text(72, 60, "Table 1: Core analysis")
        sheet.grid(XS, 80, [HEADER, *CORE[:30]])

    def second(sheet: Sheet) -> None:
        sheet.text(72, 60, "Table 1: Core analysis (continued)")
        sheet.grid(XS, 80, [HEADER, *CORE[30:]])

    (table,) = read_pdf(write_pdf(tmp_path / "a.pdf", first, second)).tables
    assert texts(table) == [HEADER, *CORE]
    assert table.provenance.pages == (1, 2)
    assert [region.page for region in table.provenance.regions] == [1, 2]


def test_continued_table_without_repeated_header_is_one(tmp_path: Path) -> None:
    def first(sheet: Sheet) -> None:
        sheet.prose(60, 10)
        sheet.grid(XS, 220, [HEADER, *CORE[:30]])

    (table,) = read_pdf(
        write_pdf(tmp_path / "a.pdf", first, lambda sheet: sheet.grid(XS, 60, CORE[30:]))
    ).tables
    assert texts(table) == [HEADER, *CORE]
    assert table.header_rows == 1


def test_next_table_with_a_caption_of_its_own_is_not_joined(tmp_path: Path) -> None:
    def second(sheet: Sheet) -> None:
        sheet.text(72, 60, "Table 2: Core analysis of the side track")
        sheet.grid(XS, 80, [HEADER, *CORE[30:]])

    def first(sheet: Sheet) -> None:
        sheet.text(72, 60, "Table 1: Core analysis")
        sheet.grid(XS, 80, [HEADER, *CORE[:30]])

    assert len(read_pdf(write_pdf(tmp_path / "a.pdf", first, second)).tables) == 2


def test_context_has_title_headings_running_lines_and_page_label(tmp_path: Path) -> None:
    def page(number: int, sheet: Sheet) -> None:
        sheet.text(72, 30, "Final Well Report 7/11-1")
        sheet.text(290, 810, f"{number + 10}")
        sheet.text(72, 80, f"{number}.1 Casing", size=14, bold=True)
        sheet.prose(110, 4)
        sheet.grid(XS, 200, [HEADER, *CORE[number : number + 4]])

    def cover(sheet: Sheet) -> None:
        sheet.text(100, 200, "Completion report", size=28)
        sheet.prose(400, 8)

    extraction = read_pdf(
        write_pdf(tmp_path / "a.pdf", cover, *(lambda s, n=n: page(n, s) for n in (1, 2, 3)))
    )
    assert extraction.title == "Completion report"
    assert [table.page for table in extraction.tables] == [2, 3, 4]
    table = extraction.tables[1]
    assert table.context.title == "Completion report"
    assert table.context.headings == ("Completion report", "2.1 Casing")
    assert table.context.page_facts == ("Final Well Report 7/11-1",)
    assert table.provenance.page_label == "12"


def test_running_header_is_no_table_row(tmp_path: Path) -> None:
    def page(number: int, sheet: Sheet) -> None:
        sheet.text(72, 36, "Well 7/11-1")
        sheet.text(450, 36, f"Page {number}")
        sheet.columns(XS, 70, [HEADER, *CORE[number * 5 : number * 5 + 5]])
        sheet.prose(200, 8)

    tables = read_pdf(
        write_pdf(tmp_path / "a.pdf", *(lambda s, n=n: page(n, s) for n in (1, 2)))
    ).tables
    assert [texts(table)[0] for table in tables] == [HEADER, HEADER]


def test_encrypted_file_opens_with_its_password(tmp_path: Path) -> None:
    path = write_pdf(
        tmp_path / "a.pdf",
        lambda sheet: sheet.grid(XS, 80, [HEADER, *CORE[:3]]),
        encrypt=StandardEncryption(LOCK_WORD),
    )
    assert len(read_pdf(path, password=LOCK_WORD).tables) == 1
    with pytest.raises(ExtractionError, match=r"a\.pdf: encrypted; give its password"):
        read_pdf(path)
    with pytest.raises(ExtractionError, match="does not open it"):
        read_pdf(path, password=LOCK_WORD + "?")


def test_file_encrypted_against_copying_only_is_read(tmp_path: Path) -> None:
    protection = StandardEncryption("", ownerPassword="owner", canCopy=0)
    path = write_pdf(
        tmp_path / "a.pdf",
        lambda sheet: sheet.grid(XS, 80, [HEADER, *CORE[:3]]),
        encrypt=protection,
    )
    assert len(read_pdf(path).tables) == 1


@pytest.mark.parametrize("content", [b"", b"no PDF at all", b"%PDF-1.4\n1 0 obj\n<<"])
def test_damaged_file_is_a_clear_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.pdf"
    path.write_bytes(content)
    with pytest.raises(ExtractionError, match=r"broken\.pdf"):
        extract_pdf(path, "0" * 64, Options(ocr="off"))


def test_truncated_file_never_crashes(tmp_path: Path) -> None:
    path = write_pdf(tmp_path / "a.pdf", lambda sheet: sheet.grid(XS, 80, [HEADER, *CORE]))
    whole = path.read_bytes()
    for share in (0.3, 0.6, 0.9):
        path.write_bytes(whole[: int(share * len(whole))])
        try:
            extraction = extract_pdf(path, "0" * 64, Options(ocr="off"))
        except ExtractionError:
            continue
        assert extraction.pages >= 1


def test_page_that_fails_costs_that_page_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from extractors.page import assembly

    def failing(content: object, *rest: object) -> object:
        if getattr(content, "number", 0) == 1:
            raise ZeroDivisionError("odd matrix")
        return real(content, *rest)

    real = assembly.find_on_page
    monkeypatch.setattr(assembly, "find_on_page", failing)
    draw = [lambda sheet: sheet.grid(XS, 80, [HEADER, *CORE[:4]])] * 2
    extraction = extract_pdf(write_pdf(tmp_path / "a.pdf", *draw), "0" * 64, Options(ocr="off"))
    assert [table.page for table in extraction.tables] == [2]
    assert [(issue.kind, issue.page) for issue in extraction.issues] == [("unreadable page", 1)]


def test_blank_page_is_silent_and_image_page_is_reported(tmp_path: Path) -> None:
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    def scan(sheet: Sheet) -> None:
        image = ImageReader(Image.new("L", (60, 80), 200))
        sheet.canvas.drawImage(image, 0, 0, *PAGE)

    extraction = read_pdf(write_pdf(tmp_path / "a.pdf", lambda _: None, scan))
    assert extraction.pages == 2
    assert [(issue.kind, issue.page) for issue in extraction.issues] == [("no text layer", 2)]


def test_failing_ocr_is_an_issue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> object:
        raise RuntimeError("no engine")

    monkeypatch.setattr("extractors.ocr.read_page", broken)
    path = write_pdf(tmp_path / "a.pdf", lambda sheet: sheet.prose(60))
    extraction = extract_pdf(path, "0" * 64, Options(ocr="force"))
    assert [issue.kind for issue in extraction.issues] == ["ocr failed", "no text layer"]


def test_thousands_of_strokes_are_survived_and_reported(tmp_path: Path) -> None:
    def page(sheet: Sheet) -> None:
        sheet.prose(60, 4)
        for number in range(7000):
            sheet.rule(72, 150 + number * 0.05, 80 + number % 300, 150 + number * 0.05)

    extraction = read_pdf(write_pdf(tmp_path / "a.pdf", page))
    assert "drawing" in {issue.kind for issue in extraction.issues}


def test_progress_counts_every_page(tmp_path: Path) -> None:
    seen: list[tuple[int, int, bool]] = []
    path = write_pdf(tmp_path / "a.pdf", *[lambda sheet: sheet.prose(60)] * 3)
    extract_pdf(path, "0" * 64, Options(ocr="off"), lambda *page: seen.append(page))
    assert seen == [(0, 3, False), (1, 3, False), (2, 3, False), (3, 3, False)]


def test_picture_beside_text_is_reported_once(tmp_path: Path) -> None:
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    def page(sheet: Sheet) -> None:
        sheet.prose(60, 20)
        sheet.canvas.drawImage(ImageReader(Image.new("L", (60, 30), 90)), 72, 200, 300, 150)

    (issue,) = read_pdf(write_pdf(tmp_path / "a.pdf", page, page)).issues
    assert issue.kind == "picture not read"
    assert "2 x picture, page 1, 2" in issue.message


def test_page_number_below_does_not_stop_a_continuation(tmp_path: Path) -> None:
    def page(number: int, sheet: Sheet) -> None:
        sheet.text(290, 800, str(number))
        sheet.grid(XS, 60, CORE[30:] if number == 2 else [HEADER, *CORE[:30]])

    (table,) = read_pdf(
        write_pdf(tmp_path / "a.pdf", *(lambda s, n=n: page(n, s) for n in (1, 2)))
    ).tables
    assert table.provenance.pages == (1, 2)
    assert table.n_rows == 61


def test_page_with_nothing_but_its_number_is_blank(tmp_path: Path) -> None:
    path = write_pdf(tmp_path / "a.pdf", lambda sheet: sheet.text(290, 800, "iv"))
    assert read_pdf(path).issues == ()
