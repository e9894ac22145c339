"""The pure parts of OCR: images are drawn as arrays, no recogniser runs."""

import numpy as np
import pytest

from extractors.geometry import PageContent, Word, displayed_region
from extractors.ocr.engine import Glyph
from extractors.ocr.metrics import type_metrics
from extractors.ocr.raster import (
    HIGHEST_DPI,
    LOWEST_DPI,
    MOST_PIXELS,
    Raster,
    despeckle,
    ink_of,
    reading_dpi,
    skew_angle,
    upright,
)
from extractors.ocr.rules import find_rules, in_points, without_rules
from extractors.ocr.signs import plain_figure, tidy, without_specks
from extractors.ocr.words import (
    ReadLine,
    page_words,
    split_line,
    text_band,
)

DPI = 200.0


def blank(height: int = 800, width: int = 600) -> np.ndarray:
    return np.full((height, width), 255, dtype=np.uint8)


def lines_of_blocks(height: int = 800, width: int = 600) -> np.ndarray:
    """Rows of letter-sized blocks, as type looks from afar."""
    page = blank(height, width)
    for top in range(100, height - 100, 40):
        for left in range(60, width - 80, 24):
            page[top : top + 16, left : left + 14] = 0
    return page


def turned(page: np.ndarray, degrees: float) -> np.ndarray:
    import cv2

    height, width = page.shape
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    return cv2.warpAffine(page, matrix, (width, height), borderValue=255)


def middle_of_mark(page: np.ndarray) -> tuple[float, float]:
    """(x, y) of the middle of a grey area, edges of letters left out."""
    import cv2

    grey = (np.abs(page.astype(int) - 120) < 15).astype(np.uint8)
    y, x = np.nonzero(cv2.erode(grey, np.ones((7, 7), np.uint8)))
    return float(x.mean()), float(y.mean())


def glyphs_of(text: str, pitch: int, width: int) -> list[Glyph]:
    """Characters of fixed pitch, the first one at the left edge."""
    return [Glyph(sign, (place + 0.5) * pitch / width, 0.9) for place, sign in enumerate(text)]


def inked(text: str, pitch: int) -> np.ndarray:
    """Ink of `text`: a block for each character that is no blank."""
    ink = np.zeros((20, pitch * len(text)), dtype=np.uint8)
    for place, sign in enumerate(text):
        if not sign.isspace():
            ink[2:-2, place * pitch + 1 : (place + 1) * pitch - 1] = 1
    return ink


class TestResolution:
    def test_the_scans_own_resolution_is_kept_within_bounds(self) -> None:
        assert reading_dpi(250.0, 595, 842) == 250.0
        assert reading_dpi(72.0, 595, 842) == LOWEST_DPI
        assert reading_dpi(1200.0, 595, 842) == HIGHEST_DPI
        assert reading_dpi(None, 595, 842) == HIGHEST_DPI

    def test_huge_pages_are_scaled_to_bounded_memory(self) -> None:
        side_pt = 14_400.0
        dpi = reading_dpi(300.0, side_pt, side_pt)
        assert (side_pt / 72 * dpi) ** 2 <= MOST_PIXELS * 1.001


class TestSkew:
    @pytest.mark.parametrize("degrees", [-3.2, -0.7, 0.0, 1.5, 4.0])
    def test_the_angle_of_text_lines_is_found(self, degrees: float) -> None:
        page = turned(lines_of_blocks(), degrees)
        assert skew_angle(ink_of(page), DPI) == pytest.approx(-degrees, abs=0.1)

    def test_a_blank_page_is_level(self) -> None:
        assert skew_angle(ink_of(blank()), DPI) == 0.0

    def test_a_level_page_is_left_alone(self) -> None:
        page = upright(Raster(lines_of_blocks(), DPI), 0)
        assert page.to_display is None

    @pytest.mark.parametrize("quarter_turns", [0, 1, 2, 3])
    def test_coordinates_lead_back_to_the_page_as_displayed(self, quarter_turns: int) -> None:
        straight = lines_of_blocks()
        straight[300:340, 400:500] = 120  # a mark that is found again by its grey
        shown = turned(np.ascontiguousarray(np.rot90(straight, -quarter_turns)), 1.5)
        page = upright(Raster(shown, DPI), quarter_turns)
        x, y = middle_of_mark(page.raster.gray)
        scale = 72 / DPI
        content = PageContent(1, 0, 0, (), to_display=page.to_display)
        region = displayed_region(content, Word("", x * scale, y * scale, x * scale, y * scale))
        shown_x, shown_y = middle_of_mark(shown)
        assert region.x0 == pytest.approx(shown_x * scale, abs=0.5)
        assert region.top == pytest.approx(shown_y * scale, abs=0.5)


class TestInk:
    def test_grain_of_blank_paper_is_no_ink(self) -> None:
        grain = np.random.default_rng(0).integers(215, 255, (400, 300), dtype=np.uint8)
        assert ink_of(grain).sum() == 0

    def test_decimal_points_survive_on_a_page_strewn_with_specks(self) -> None:
        page = lines_of_blocks()
        rng = np.random.default_rng(1)
        for y, x in zip(rng.integers(0, 798, 1500), rng.integers(0, 598, 1500), strict=True):
            page[y : y + 2, x : x + 2] = 0
        page[112:115, 76:79] = 0  # a full stop in the gap between two letters
        cleaned = despeckle(page, DPI)
        assert cleaned[113, 77] == 0
        assert ink_of(cleaned[:80]).mean() < 0.1 * ink_of(page[:80]).mean()

    def test_leader_dots_survive_on_a_clean_page(self) -> None:
        page = lines_of_blocks()
        page[50:53, 100:400:12] = page[50:53, 101:400:12] = page[50:53, 102:400:12] = 0
        assert (despeckle(page, DPI) == page).all()


class TestRules:
    def test_a_grid_is_found_at_its_place_and_taken_out(self) -> None:
        page = blank()
        for y in (100, 200, 300):
            page[y : y + 3, 50:500] = 0
        for x in (50, 250, 497):
            page[100:303, x : x + 3] = 0
        page[140:160, 100:112] = 0
        boxes, taken = find_rules(ink_of(page), DPI)
        drawn = [(50, y, 500, y + 3) for y in (100, 200, 300)]
        drawn += [(x, 100, x + 3, 303) for x in (50, 250, 497)]
        assert np.abs(np.array(sorted(boxes)) - np.array(sorted(drawn))).max() <= 1
        rules = in_points(boxes, DPI)
        assert sum(rule.horizontal for rule in rules) == 3
        cleaned = without_rules(page, taken)
        assert (cleaned[140:160, 100:112] == 0).all()
        assert ink_of(cleaned).sum() == 20 * 12

    def test_a_letter_that_crosses_a_rule_stays_whole(self) -> None:
        page = blank()
        page[200:203, 50:500] = 0
        page[185:215, 300:304] = 0
        _, taken = find_rules(ink_of(page), DPI)
        assert (without_rules(page, taken)[187:213, 301:303] == 0).all()

    def test_typed_dashes_make_one_rule_and_gaps_between_columns_part_two(self) -> None:
        page = blank()
        for start in (50, 330):
            for dash in range(start, start + 200, 20):
                page[200:203, dash : dash + 13] = 0
        boxes, _ = find_rules(ink_of(page), DPI)
        assert [box[0] for box in sorted(boxes)] == [50, 330]

    def test_a_minus_sign_and_lines_of_type_are_no_rules(self) -> None:
        page = lines_of_blocks()
        page[60:63, 100:112] = 0
        assert find_rules(ink_of(page), DPI)[0] == []

    def test_a_black_bar_is_no_rule(self) -> None:
        page = blank()
        page[100:140, 50:500] = 0
        assert find_rules(ink_of(page), DPI)[0] == []


class TestWords:
    def test_words_part_at_blanks_and_fit_the_ink(self) -> None:
        text = "Mud weight"
        parts = split_line(glyphs_of(text, 12, 120), inked(text, 12))
        assert ["".join(g.text for g in group) for group, _, _ in parts] == ["Mud", "weight"]
        assert [(x0, x1) for _, x0, x1 in parts] == [(1, 35), (49, 119)]

    def test_a_wide_gap_parts_even_where_no_blank_was_read(self) -> None:
        ink = np.concatenate([inked("40", 12), np.zeros((20, 40), np.uint8), inked("55", 12)], 1)
        width = ink.shape[1]
        centres = [6, 18, 70, 82]
        glyphs = [Glyph(s, c / width, 0.9) for s, c in zip("4055", centres, strict=True)]
        parts = split_line(glyphs, ink)
        assert ["".join(g.text for g in group) for group, _, _ in parts] == ["40", "55"]

    def test_nothing_read_gives_no_words(self) -> None:
        assert split_line([], inked("abc", 12)) == []

    def test_the_neighbouring_lines_remains_are_not_the_line(self) -> None:
        ink = np.zeros((40, 60), np.uint8)
        ink[0:3, 5:50] = 1
        ink[12:30, 5:50] = 1
        assert text_band(ink) == (12, 30)

    def test_all_words_of_a_line_share_base_line_and_size(self) -> None:
        text = "9.5 - 12"
        line = ReadLine(tuple(glyphs_of(text, 12, 96)), inked(text, 12), left=100, top=50)
        words = page_words([line], DPI)
        assert [word.text for word in words] == ["9.5", "-", "12"]
        assert len({(word.top, word.bottom, word.size) for word in words}) == 1
        assert words[0].confidence == pytest.approx(0.9)

    def test_a_ditto_mark_is_told_from_an_eleven_by_its_height(self) -> None:
        def line(ink: np.ndarray) -> ReadLine:
            return ReadLine(tuple(glyphs_of("11", 8, 16)), ink, left=0, top=0)

        text = ReadLine(tuple(glyphs_of("1969", 8, 32)), inked("1969", 8), left=0, top=0)
        mark = np.zeros((20, 16), np.uint8)
        mark[2:9, 2:4] = mark[2:9, 10:12] = 1
        words = page_words([text, line(mark), line(inked("11", 8))], DPI)
        assert [word.text for word in words] == ["1969", '"', "11"]

    def test_full_width_signs_become_plain_ones_and_letters_stay(self) -> None:
        assert tidy("１２，５（ｍ）") == "12,5(m)"
        assert tidy("Høyde ½ °C") == "Høyde ½ °C"

    @pytest.mark.parametrize(
        ("read", "meant"), [("65I", "651"), ("4,O47", "4,047"), ("0l8", "018"), ("(1O5)", "(105)")]
    )
    def test_letters_in_figures_are_digits(self, read: str, meant: str) -> None:
        assert plain_figure(read) == meant

    @pytest.mark.parametrize(
        ("read", "meant"),
        [(".9.4", "9.4"), ("9.4.", "9.4"), ("·1,250", "1,250"), (".22", ".22"), ("12.", "12.")],
    )
    def test_dust_at_a_decimal_figure_is_left_out(self, read: str, meant: str) -> None:
        assert without_specks(read) == meant

    @pytest.mark.parametrize("text", ["25l", "1O", "I5", "7/11-1X", "OIL", "3DI", "12.5"])
    def test_what_may_be_meant_so_stays(self, text: str) -> None:
        assert plain_figure(text) == text


class TestMetrics:
    @pytest.mark.parametrize(
        ("text", "first", "end"),
        [("HOLE", 43.4, 50.0), ("ppg", 45.4, 52.0), ("Depth", 43.4, 52.0), ("vane", 45.4, 50.0)],
    )
    def test_the_same_type_gives_the_same_size_whatever_its_letters(
        self, text: str, first: float, end: float
    ) -> None:
        metrics = type_metrics(text, first, end, usual_em=99.0)
        assert metrics.em == pytest.approx(10.0)
        assert metrics.baseline == pytest.approx(50.0)

    def test_a_dash_takes_the_usual_size(self) -> None:
        metrics = type_metrics("-", 46.0, 47.4, usual_em=10.0)
        assert metrics.em == 10.0
        assert metrics.baseline == pytest.approx(50.0)
