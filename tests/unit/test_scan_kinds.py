"""The same table on every kind of scan: paper, scanner and file format change nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from pdf_files import texts
from PIL import Image, ImageDraw, ImageFilter, ImageFont, ImageOps

from extractors import extract

DPI = 200
SIZE = (1240, 820)
ROWS = [
    ["Casing", "Depth", "Hole"],
    ["30", "141", "36"],
    ["20", "457", "26"],
    ["16", "1379", "18"],
    ["13", "1965", "17"],
]
Change = Callable[[Image.Image], Image.Image]


def page() -> Image.Image:
    image = Image.new("L", SIZE, 255)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(32)
    for row, cells in enumerate(ROWS):
        for column, text in enumerate(cells):
            draw.text((230 + 270 * column, 214 + 70 * row), text, fill=0, font=font)
    for row in range(len(ROWS) + 1):
        draw.line([(200, 200 + 70 * row), (1010, 200 + 70 * row)], fill=0, width=3)
    for column in range(4):
        x = 200 + 270 * column
        draw.line([(x, 200), (x, 200 + 70 * len(ROWS))], fill=0, width=3)
    return image


def levels(image: Image.Image, change: Callable[[np.ndarray], np.ndarray]) -> Image.Image:  # type: ignore[type-arg]
    """The image with its grey levels changed, with some grain."""
    grain = np.random.default_rng(3).normal(0.0, 4.0, (image.height, image.width))
    changed = change(np.asarray(image, float)) + grain
    return Image.fromarray(changed.clip(0, 255).astype(np.uint8))


def copied(image: Image.Image) -> Image.Image:
    """With the black border of an open lid, askew, and two punch holes."""
    draw = ImageDraw.Draw(image)
    draw.rectangle([0, 0, SIZE[0], 45], fill=10)
    draw.polygon([(0, 0), (50, 0), (35, SIZE[1]), (0, SIZE[1])], fill=8)
    for y in (250, 550):
        draw.ellipse([80, y, 130, y + 50], fill=12)
    return image


def thin_paper(image: Image.Image) -> Image.Image:
    """With the back of the sheet showing through."""
    back = ImageOps.mirror(image).filter(ImageFilter.GaussianBlur(2))
    through = 255.0 - (255.0 - np.asarray(back, float)) * 0.2
    return levels(image, lambda gray: np.minimum(gray, through))


def askew(degrees: float) -> Change:
    return lambda image: image.rotate(degrees, Image.Resampling.BICUBIC, fillcolor=255, expand=True)


def flecked(image: Image.Image) -> Image.Image:
    flecks = np.random.default_rng(5).random((image.height, image.width)) < 0.001
    return Image.fromarray(np.where(flecks, 0, np.asarray(image)).astype(np.uint8))


CHANGES: dict[str, Change] = {
    "border and punch holes": copied,
    "back shows through": thin_paper,
    "five degrees askew": askew(4.9),
    "on its head, askew": askew(178.5),
    "a quarter turn": askew(90.0),
    "faint": lambda image: levels(image, lambda gray: 185.0 + gray / 5.0),
    "negative": ImageOps.invert,
    "flecked": flecked,
    "tinted": lambda image: ImageOps.colorize(image, "navy", "wheat"),
}


def fax(path: Path) -> None:
    size = (round(SIZE[0] * 204 / DPI), round(SIZE[1] * 98 / DPI))
    page().resize(size, Image.Resampling.BOX).point(lambda level: 255 * (level > 190)).convert(
        "1"
    ).save(path, compression="group3", dpi=(204, 98))


# Pillow writes a PDF's pictures by CCITT group 4 when they have two levels, as JPEG 2000 when
# they have transparency.
FILES: dict[str, Callable[[Path], None]] = {
    "group4.tif": lambda path: page().convert("1").save(path, compression="group4", dpi=(DPI, DPI)),
    "fax.tif": fax,
    "colour.jpg": lambda path: page().convert("RGB").save(path, quality=60, dpi=(DPI, DPI)),
    "group4.pdf": lambda path: page().convert("1").save(path, resolution=DPI),
    "wavelets.pdf": lambda path: page().convert("RGBA").save(path, resolution=DPI),
}


@pytest.mark.ocr
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_the_table_is_read_whatever_became_of_the_paper(change: Change, tmp_path: Path) -> None:
    path = tmp_path / "scan.png"
    change(page()).save(path, dpi=(DPI, DPI))
    assert [texts(table) for table in extract(path).tables] == [ROWS]


@pytest.mark.ocr
@pytest.mark.parametrize("name", FILES)
def test_the_table_is_read_from_every_kind_of_file(name: str, tmp_path: Path) -> None:
    FILES[name](tmp_path / name)
    assert [texts(table) for table in extract(tmp_path / name).tables] == [ROWS]
