from __future__ import annotations

from dataclasses import replace

import numpy as np
import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont
import pytest

from extractors.geometry import PageContent, Word
from extractors.ocr.engine import Box, Glyph, Gray, default_engine
from extractors.ocr.layer import looks_like_text, trusted_layer, well_formed
from extractors.ocr.raster import Raster

DPI = 200.0
SCALE = 72.0 / DPI
ROWS = [
    ("Formation", "Top", "Base", "Remark"),
    ("Lista", "3072", "3166.5", "shale"),
    ("Ekofisk", "3166.5", "3457", "chalk"),
    ("Tor", "3457", "3512.25", "chalk"),
    ("Hod", "3512.25", "3600", "chalk"),
    ("Sele", "2980", "3072", "tuff"),
]
LEFT = (150, 600, 900, 1250)


def scan(texts: list[tuple[str, ...]], angle: float = 0.0) -> tuple[Raster, PageContent]:
    """A page image of ROWS, and a text layer that lies where they do and says `texts`."""
    image = PIL.Image.new("L", (1700, 1000), 255)
    draw = PIL.ImageDraw.Draw(image)
    font = PIL.ImageFont.load_default(36)
    words = []
    for row, (printed, told) in enumerate(zip(ROWS, texts, strict=True)):
        for x, cell, text in zip(LEFT, printed, told, strict=True):
            draw.text((x, 100 + 120 * row), cell, font=font, fill=0)
            box = draw.textbbox((x, 100 + 120 * row), cell, font=font)
            words.append(Word(text, *(edge * SCALE for edge in box), size=13.0))
    image = image.rotate(angle, resample=PIL.Image.Resampling.BICUBIC, fillcolor=255)
    content = PageContent(1, 1700 * SCALE, 1000 * SCALE, tuple(words))
    return Raster(np.asarray(image), DPI), content


class NoEngine:
    """Is not asked when the words alone tell."""

    name = "none"

    def detect(self, _page: Gray, /) -> list[Box]:
        raise AssertionError("asked for boxes")

    def recognise(self, _line: Gray, /) -> list[Glyph]:
        raise AssertionError("asked for a line")


@pytest.mark.parametrize(
    "token", ["Danian", ["9", "5/8"][1], "7/11-1X", "12,250", "(see", "kPa", "3166.5", "—", "..."]
)
def test_words_and_figures_of_reports_are_well_formed(token: str) -> None:
    assert well_formed(token)


@pytest.mark.parametrize("token", ["D@nian", "l2,2S0|", "tHe~", "3~66"])
def test_torn_and_strewn_tokens_are_not(token: str) -> None:
    assert not well_formed(token)


def test_figures_torn_in_two_make_a_layer_look_bad() -> None:
    _, content = scan(ROWS)
    assert looks_like_text(content.words)
    torn: list[Word] = []
    for word in content.words:
        whole, point, part = word.text.partition(".")
        middle = word.x0 + (word.x1 - word.x0) * 0.7
        if point:
            torn += [
                replace(word, text=f"{whole}.", x1=middle),
                replace(word, text=part, x0=middle),
            ]
        else:
            torn.append(word)
    assert not looks_like_text(torn)


def test_a_bad_layer_is_refused_without_a_look_at_the_image() -> None:
    raster, content = scan([tuple(f"{cell[:1]}~{cell[1:]}" for cell in row) for row in ROWS])
    assert trusted_layer(content, raster, NoEngine()) is None


def test_a_stamp_is_no_layer() -> None:
    raster, content = scan(ROWS)
    stamp = replace(content, words=content.words[:4])
    assert trusted_layer(stamp, raster, NoEngine()) is None


@pytest.mark.ocr
def test_a_good_layer_is_used_and_its_agreement_told() -> None:
    raster, content = scan(ROWS)
    layer = trusted_layer(content, raster, default_engine())
    assert layer is not None
    assert [word.text for word in layer.content.words] == [cell for row in ROWS for cell in row]
    assert layer.reading.source == "text layer"
    assert 0.98 < (layer.reading.confidence or 0.0) <= 1.0


@pytest.mark.ocr
def test_figures_that_look_well_but_are_wrong_are_found_out() -> None:
    wrong = [tuple(cell.translate(str.maketrans("3560", "8569")) for cell in row) for row in ROWS]
    raster, content = scan(wrong)
    assert looks_like_text(content.words)
    assert trusted_layer(content, raster, default_engine()) is None


@pytest.mark.ocr
def test_the_words_of_an_askew_page_are_levelled() -> None:
    straight, content = scan(ROWS)
    askew, _ = scan(ROWS, angle=0.5)
    layer = trusted_layer(content, straight, default_engine())
    assert layer is not None
    assert layer.content.to_display is None
    # The layer of an askew page lies askew with it.
    angle = np.radians(0.5)
    turned = []
    cx, cy = content.width / 2, content.height / 2
    for word in content.words:
        x, y = (word.x0 + word.x1) / 2 - cx, (word.top + word.bottom) / 2 - cy
        dx = x * np.cos(angle) + y * np.sin(angle) - x
        dy = -x * np.sin(angle) + y * np.cos(angle) - y
        turned.append(
            replace(
                word, x0=word.x0 + dx, x1=word.x1 + dx, top=word.top + dy, bottom=word.bottom + dy
            )
        )
    layer = trusted_layer(replace(content, words=tuple(turned)), askew, default_engine())
    assert layer is not None
    tops = {word.text: word.top for word in layer.content.words}
    assert tops["Formation"] == pytest.approx(tops["Remark"], abs=1.0)
