"""Reading whole page images: with a scripted recogniser, and with the real one."""

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from extractors import ocr
from extractors.geometry import PageContent, Word, displayed_region
from extractors.ocr.engine import Box, Glyph, Gray
from extractors.ocr.raster import Raster
from relatab.model import Issue

WIDTH, HEIGHT = 595.0, 420.0
ROWS = [
    ("Formation", "Top RKB", "Thickness"),
    ("Lista", "3072", "94.5"),
    ("Ekofisk", "3166", "291.0"),
    ("Tor", "3457", "-18"),
]
LEFT = (72, 252, 412)
PRINTED = sorted(token for row in ROWS for cell in row for token in cell.split())


def read_image(*arguments: Any, **options: Any) -> tuple[PageContent, tuple[Issue, ...]]:
    recognised = ocr.read_image(*arguments, **options)
    return recognised.content, recognised.issues


def read_page(*arguments: Any, **options: Any) -> tuple[PageContent, tuple[Issue, ...]]:
    recognised = ocr.read_page(*arguments, **options)
    return recognised.content, recognised.issues


class ScriptedEngine:
    """Finds the given boxes and reads every line as the same text."""

    def __init__(self, boxes: list[Box], text: str = "12.5", confidence: float = 0.95) -> None:
        self.boxes, self.text, self.confidence = boxes, text, confidence
        self.calls = 0
        self.name = f"scripted {text}"

    def detect(self, _page: Gray, /) -> list[Box]:
        self.calls += 1
        return self.boxes

    def recognise(self, _line: Gray, /) -> list[Glyph]:
        places = np.linspace(0, 1, 2 * len(self.text) + 1)[1::2]
        return [Glyph(s, float(x), self.confidence) for s, x in zip(self.text, places, strict=True)]


class BrokenEngine:
    name = "broken"

    def detect(self, _page: Gray, /) -> list[Box]:
        raise RuntimeError("no memory")

    def recognise(self, _line: Gray, /) -> list[Glyph]:
        raise RuntimeError("no memory")


def printed_page() -> Raster:
    """A page image with one inked box, 200 pixels an inch."""
    page = np.full((1100, 850), 255, np.uint8)
    page[300:320, 100:160] = 0
    return Raster(page, 200.0)


def typed_pdf(path: Path) -> Path:
    """A born-digital page of typewriter type, in a ruled frame."""
    canvas = Canvas(str(path), pagesize=(WIDTH, HEIGHT))
    canvas.setFont("Courier", 12)
    for row, cells in enumerate(ROWS):
        for x, text in zip(LEFT, cells, strict=True):
            canvas.drawString(x, HEIGHT - 100 - 40 * row, text)
    for row in range(len(ROWS) + 1):
        canvas.line(60, HEIGHT - 75 - 40 * row, 535, HEIGHT - 75 - 40 * row)
    for x in (60, 240, 400, 535):
        canvas.line(x, HEIGHT - 75, x, HEIGHT - 75 - 40 * len(ROWS))
    canvas.save()
    return path


def picture_of(pdf: Path, dpi: float = 200.0) -> Image.Image:
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        return document[0].render(scale=dpi / 72, grayscale=True).to_pil().convert("L")
    finally:
        document.close()


def scanned_pdf(path: Path, *, degrees: float = 0.0, quarter_turns: int = 0) -> Path:
    """The typed page as a scan: turned counter-clockwise, put askew, nothing but a picture."""
    picture = picture_of(typed_pdf(path.with_suffix(".typed.pdf")))
    picture = picture.rotate(90 * quarter_turns, expand=True)
    picture = picture.rotate(degrees, resample=Image.Resampling.BICUBIC, fillcolor=255)
    stream = BytesIO()
    picture.save(stream, "PNG")
    size = (WIDTH, HEIGHT) if quarter_turns % 2 == 0 else (HEIGHT, WIDTH)
    canvas = Canvas(str(path), pagesize=size)
    canvas.drawImage(ImageReader(stream), 0, 0, *size)
    canvas.save()
    return path


def word_named(content: PageContent, text: str) -> Word:
    return next(word for word in content.words if word.text == text)


class TestWithAScriptedEngine:
    def test_a_blank_page_is_not_given_to_the_recogniser(self) -> None:
        engine = ScriptedEngine([(0, 0, 10, 10)])
        content, issues = read_image(
            Raster(np.full((1100, 850), 255, np.uint8), 200.0), 3, engine=engine
        )
        assert engine.calls == 0
        assert (content.number, content.words) == (3, ())
        assert [issue.kind for issue in issues] == ["blank page"]

    def test_words_lie_where_the_ink_is(self) -> None:
        content, issues = read_image(
            printed_page(), 1, engine=ScriptedEngine([(90, 290, 170, 330)])
        )
        (word,) = content.words
        assert word.text == "12.5"
        assert word.x0 == pytest.approx(100 * 0.36, abs=1.0)
        assert word.x1 == pytest.approx(160 * 0.36, abs=1.0)
        assert word.top < 300 * 0.36 < 320 * 0.36 < word.bottom + 0.1
        assert word.confidence == pytest.approx(0.95)
        assert issues == ()

    def test_low_confidence_is_reported(self) -> None:
        engine = ScriptedEngine([(90, 290, 170, 330)], confidence=0.6)
        _, issues = read_image(printed_page(), 1, engine=engine)
        assert [(issue.kind, issue.page) for issue in issues] == [("ocr doubtful", 1)]
        assert "0.60" in issues[0].message

    def test_a_page_on_which_nothing_is_found_is_reported(self) -> None:
        content, issues = read_image(printed_page(), 1, engine=ScriptedEngine([]))
        assert content.words == ()
        assert [issue.kind for issue in issues] == ["ocr empty"]

    def test_a_failing_engine_costs_the_page_and_says_so(self) -> None:
        content, issues = read_image(printed_page(), 7, engine=BrokenEngine())
        assert content.words == ()
        assert [(issue.kind, issue.page) for issue in issues] == [("ocr failed", 7)]
        assert "no memory" in issues[0].message

    def test_white_on_black_is_read_as_black_on_white(self) -> None:
        negative = Raster(255 - printed_page().gray, 200.0)
        content, _ = read_image(negative, 1, engine=ScriptedEngine([(90, 290, 170, 330)]))
        assert content.words[0].x0 == pytest.approx(100 * 0.36, abs=1.0)


class TestPages:
    def test_a_damaged_file_is_an_issue(self, tmp_path: Path) -> None:
        path = tmp_path / "damaged.pdf"
        path.write_bytes(b"%PDF-1.4 no more")
        content, issues = read_page(path, 1, engine=ScriptedEngine([]))
        assert content.words == ()
        assert [issue.kind for issue in issues] == ["ocr failed"]

    def test_a_page_that_does_not_exist_is_an_issue(self, tmp_path: Path) -> None:
        path = typed_pdf(tmp_path / "one.pdf")
        _, issues = read_page(path, 2, engine=ScriptedEngine([]))
        assert [issue.kind for issue in issues] == ["ocr failed"]

    def test_an_absurdly_large_page_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "huge.pdf"
        canvas = Canvas(str(path), pagesize=(14_000, 14_000))
        canvas.drawString(100, 100, "far away")
        canvas.save()
        _, issues = read_page(path, 1, engine=ScriptedEngine([]))
        assert [issue.kind for issue in issues] == ["ocr failed"]
        assert "too large" in issues[0].message


@pytest.mark.ocr
class TestWithTheRealEngine:
    @pytest.mark.parametrize(
        ("degrees", "quarter_turns"), [(0.0, 0), (1.5, 0), (-1.5, 2), (0.8, 1), (0.0, 3)]
    )
    def test_a_scan_is_read_however_it_lies(
        self, tmp_path: Path, degrees: float, quarter_turns: int
    ) -> None:
        path = scanned_pdf(tmp_path / "scan.pdf", degrees=degrees, quarter_turns=quarter_turns)
        content, issues = read_page(path, 1)
        assert sorted(word.text for word in content.words) == PRINTED
        assert issues == ()
        assert min(word.confidence or 0.0 for word in content.words) > 0.8
        flat = [rule for rule in content.rules if rule.horizontal]
        tall = [rule for rule in content.rules if not rule.horizontal]
        assert (len(flat), len(tall)) == (len(ROWS) + 1, 4)

    def test_words_and_rules_lie_where_they_were_typed(self, tmp_path: Path) -> None:
        content, _ = read_page(scanned_pdf(tmp_path / "scan.pdf"), 1)
        for row, cells in enumerate(ROWS):
            for x, cell in zip(LEFT, cells, strict=True):
                word = word_named(content, cell.split()[0])
                assert word.x0 == pytest.approx(x, abs=2.0)
                assert word.bottom == pytest.approx(100 + 40 * row + 2, abs=2.5)
                assert word.size == pytest.approx(12.0, abs=2.5)
        edges = sorted({round(rule.position) for rule in content.rules if not rule.horizontal})
        assert edges == pytest.approx([60, 240, 400, 535], abs=1.5)

    def test_regions_land_on_the_page_as_displayed(self, tmp_path: Path) -> None:
        path = scanned_pdf(tmp_path / "scan.pdf", degrees=1.5, quarter_turns=1)
        content, _ = read_page(path, 1)
        word = word_named(content, "Formation")
        region = displayed_region(content, word)
        # Turned counter-clockwise, the first line stands at the left, reading upwards.
        assert region.x0 == pytest.approx(90, abs=12)
        assert region.bottom == pytest.approx(WIDTH - LEFT[0], abs=12)
        assert region.bottom - region.top > 3 * (region.x1 - region.x0)
