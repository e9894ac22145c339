from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont
import pytest

from extractors.ocr import read_image
from extractors.ocr.engine import ENGINE_VARIABLE, default_engine
from extractors.ocr.raster import Raster
from extractors.ocr.tesseract import TesseractEngine
from relatab.errors import ExtractionError

installed = pytest.mark.skipif(
    shutil.which("tesseract") is None, reason="tesseract is not installed"
)


def page_image() -> Raster:
    image = PIL.Image.new("L", (1200, 400), 255)
    draw = PIL.ImageDraw.Draw(image)
    font = PIL.ImageFont.load_default(36)
    for row, cells in enumerate((("Depth", "Weight"), ("2504", "10.3"), ("3072", "12.6"))):
        for x, cell in zip((80, 700), cells, strict=True):
            draw.text((x, 60 + 90 * row), cell, font=font, fill=0)
    return Raster(np.asarray(image), 200.0)


@installed
@pytest.mark.ocr
def test_a_page_is_read_by_tesseract() -> None:
    recognised = read_image(page_image(), 1, engine=TesseractEngine())
    assert sorted(word.text for word in recognised.content.words) == [
        "10.3", "12.6", "2504", "3072", "Depth", "Weight",
    ]  # fmt: skip
    assert recognised.issues == ()
    word = next(word for word in recognised.content.words if word.text == "10.3")
    assert word.x0 == pytest.approx(700 * 0.36, abs=2.0)
    assert 0.5 < (word.confidence or 0.0) <= 1.0


@installed
def test_the_name_tells_version_and_languages() -> None:
    assert TesseractEngine("eng").name.startswith("tesseract ")
    assert TesseractEngine("eng").name != TesseractEngine("eng+nor").name


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program in place of tesseract that fails as it does without a language's data."""
    program = tmp_path / "tesseract"
    program.write_text("#!/bin/sh\necho 'Failed loading language xyz' >&2\nexit 1\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    return program


def test_a_failure_is_told_in_one_line(fake: Path) -> None:
    assert fake.exists()
    with pytest.raises(ExtractionError, match="Failed loading language xyz"):
        TesseractEngine("xyz").detect(page_image().gray)


def test_a_missing_program_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ExtractionError, match="not installed"):
        TesseractEngine().detect(page_image().gray)


@pytest.mark.parametrize(
    ("named", "languages"), [("tesseract", "eng"), ("tesseract:deu+nor", "deu+nor")]
)
def test_the_environment_chooses_the_engine(
    monkeypatch: pytest.MonkeyPatch, named: str, languages: str
) -> None:
    monkeypatch.setenv(ENGINE_VARIABLE, named)
    engine = default_engine.__wrapped__()
    assert isinstance(engine, TesseractEngine)
    assert engine.languages == languages


def test_an_unknown_engine_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENGINE_VARIABLE, "magic")
    with pytest.raises(ExtractionError, match="magic"):
        default_engine.__wrapped__()
