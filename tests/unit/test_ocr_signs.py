"""What is put right, doubted and searched for again in the readings of a page image."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from extractors.ocr.engine import Glyph
from extractors.ocr.handwriting import WRITTEN_CONFIDENCE, in_doubt, is_handwritten, unevenness
from extractors.ocr.raster import in_full_contrast, ink_of
from extractors.ocr.residue import overlooked
from extractors.ocr.signs import (
    has_script,
    plain_dashes,
    plain_formula,
    tidy,
    with_degree,
    without_scribbles,
)
from extractors.ocr.words import ReadLine, page_words

DPI = 200.0
FIGURES = ("1452", "2378", "3046", "4187", "5230", "6194", "7348", "8265", "9053", "1278")


def glyphs(text: str, confidence: float = 0.9) -> tuple[Glyph, ...]:
    return tuple(
        Glyph(sign, (place + 0.5) / len(text), confidence) for place, sign in enumerate(text)
    )


def text_of(line: tuple[Glyph, ...]) -> str:
    return "".join(glyph.text for glyph in line)


def line_of(text: str, straying: float = 0.0, confidence: float = 0.9) -> ReadLine:
    """A line of figures whose sizes and feet stray by this part of their height."""
    rng = np.random.default_rng(sum(map(ord, text)))
    image = Image.new("L", (60 * len(text), 80), 255)
    draw = ImageDraw.Draw(image)
    for place, sign in enumerate(text):
        size, drift = 60 * (1 + straying * rng.uniform(-1.5, 1.5, 2))
        font = ImageFont.load_default(size)
        draw.text((60 * place + 8, drift), sign, 0, font, anchor="ls")
    return ReadLine(glyphs(text, confidence), ink_of(np.asarray(image)), 0, 0)


class TestSigns:
    @pytest.mark.parametrize(
        ("read", "printed"),
        [
            ("KCI", "KCl"),
            ("KCI/polymer", "KCl/polymer"),
            ("CaCI2", "CaCl2"),
            ("SPECIAL", "SPECIAL"),
            ("HCIA", "HCIA"),
            ("ANCHOR—SPECIFY", "ANCHOR—SPECIFY"),
        ],
    )
    def test_chlorides_have_their_l(self, read: str, printed: str) -> None:
        assert plain_formula(read) == printed

    @pytest.mark.parametrize(
        ("read", "printed"),
        [("F", "°F"), ("OF", "°F"), ("(oC)", "(°C)"), ("F.", "°F."), ("OFF", "OFF"), ("7F", "7F")],
    )
    def test_only_units_of_temperature_get_a_degree_sign(self, read: str, printed: str) -> None:
        assert with_degree(read) == printed

    @pytest.mark.parametrize(
        ("read", "printed"),
        [("818 ~ 1 880", "818 - 1 880"), ("3~5", "3-5"), ("~ 5 m", "~ 5 m"), ("at ~5", "at ~5")],
    )
    def test_a_tilde_between_figures_is_a_hyphen(self, read: str, printed: str) -> None:
        assert text_of(plain_dashes(glyphs(read))) == printed

    def test_lookalikes_of_other_scripts_are_plain_signs(self) -> None:
        assert tidy("５一十（工）") == "5-+(I)"

    def test_scribbles_go_and_stray_signs_are_without_confidence(self) -> None:
        assert without_scribbles(glyphs("并长")) == ()
        stray = without_scribbles(glyphs("4米"))
        assert [(glyph.text, glyph.confidence) for glyph in stray] == [("4", 0.9), ("米", 0.0)]

    def test_a_page_in_such_a_script_is_kept(self) -> None:
        assert has_script([glyphs("深度 米"), glyphs("3072")])
        assert not has_script([glyphs("Lista 3072 shale, claystone and tuff"), glyphs("米")])


class TestDegree:
    def drawn(self, text: str) -> ReadLine:
        image = Image.new("L", (160, 60), 255)
        ImageDraw.Draw(image).text((10, 8), text, 0, ImageFont.load_default(36))
        return ReadLine(glyphs("F"), ink_of(np.asarray(image)), 0, 0)

    def test_the_ring_that_was_not_read_is_seen_in_the_ink(self) -> None:
        (word,) = page_words([self.drawn("°F")], DPI)
        assert word.text == "°F"

    def test_a_letter_alone_stays_a_letter(self) -> None:
        (word,) = page_words([self.drawn("F")], DPI)
        assert word.text == "F"


class TestHandwriting:
    def test_type_stands_even(self) -> None:
        spreads = unevenness(line_of("14523780"))
        assert spreads is not None
        assert max(spreads) < 0.05

    def test_small_letters_tell_nothing(self) -> None:
        assert unevenness(line_of("page")) is None

    def test_a_page_by_hand_is_told_from_a_typed_one(self) -> None:
        assert is_handwritten([line_of(text, straying=0.12) for text in FIGURES])
        assert not is_handwritten([line_of(text) for text in FIGURES])

    def test_uneven_type_that_is_read_well_is_type(self) -> None:
        lines = [line_of(text, straying=0.12, confidence=0.99) for text in FIGURES]
        assert not is_handwritten(lines)

    def test_a_few_notes_do_not_make_a_page_by_hand(self) -> None:
        assert not is_handwritten([line_of(text, straying=0.12) for text in FIGURES[:4]])

    def test_what_is_written_is_doubted_and_print_on_the_form_is_not(self) -> None:
        written, printed = in_doubt(line_of("14523780", 0.12)), in_doubt(line_of("HTHTHT"))
        assert {glyph.confidence for glyph in written.glyphs} == {WRITTEN_CONFIDENCE}
        assert {glyph.confidence for glyph in printed.glyphs} == {0.9}


class TestContrast:
    def page(self, ground: float, ink: float) -> np.ndarray:  # type: ignore[type-arg]
        page = np.full((400, 400), ground)
        page[100:110, 100:200] = ink
        grain = np.random.default_rng(0).normal(0.0, 3.0, page.shape)
        return (page + grain).clip(0, 255).astype(np.uint8)

    def test_faint_print_becomes_black_on_white(self) -> None:
        clear = in_full_contrast(self.page(235.0, 170.0))
        assert clear[100:110, 100:200].mean() < 40
        assert np.median(clear) >= 250

    @pytest.mark.parametrize("levels", [(240.0, 20.0), (240.0, 232.0)], ids=["legible", "blank"])
    def test_other_pages_stay_as_they_are(self, levels: tuple[float, float]) -> None:
        page = self.page(*levels)
        assert in_full_contrast(page) is page


class TestLoneMarks:
    """Rows of text 20 pixels high, with a blank cell from 120 to 180."""

    BOXES = ((15, 35, 105, 65), (195, 35, 305, 65))
    BANDS = ((40, 60), (40, 60))

    @pytest.fixture
    def ink(self) -> np.ndarray:  # type: ignore[type-arg]
        ink = np.zeros((100, 400), np.uint8)
        ink[40:60, 20:100] = ink[40:60, 200:300] = 1
        return ink

    def test_a_hyphen_that_fills_a_cell_is_found(self, ink: np.ndarray) -> None:  # type: ignore[type-arg]
        ink[49:52, 148:153] = 1
        signs, marks = overlooked(ink, self.BOXES, self.BANDS)
        assert (len(signs), len(marks)) == (0, 1)

    def test_the_strokes_of_a_ditto_mark_are_found_as_one(self, ink: np.ndarray) -> None:  # type: ignore[type-arg]
        ink[41:48, 145:148] = ink[41:48, 151:154] = 1
        signs, marks = overlooked(ink, self.BOXES, self.BANDS)
        assert (len(signs), len(marks)) == (0, 1)

    @pytest.mark.parametrize(
        "piece",
        [
            (slice(49, 52), slice(110, 115)),
            (slice(53, 60), slice(145, 148)),
            (slice(49, 51), slice(148, 150)),
        ],
        ids=["beside a word", "a comma", "a speck"],
    )
    def test_other_small_pieces_are_no_marks(self, ink: np.ndarray, piece: object) -> None:  # type: ignore[type-arg]
        ink[piece] = 1  # type: ignore[index]
        assert overlooked(ink, self.BOXES, self.BANDS) == ([], [])
