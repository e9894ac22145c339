"""Tesseract as the recogniser, where it is installed: `RELATAB_OCR_ENGINE=tesseract:eng+nor`.

The default engine reads typed figures better; Tesseract knows more alphabets.
"""

from __future__ import annotations

import csv
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from extractors.ocr.engine import Box, Glyph, Gray
from relatab.errors import ExtractionError

SECONDS = 120.0
"""For one call; a page takes a few, a line a tenth."""

MARGIN_PX = 10
"""White around a line: the recogniser loses letters that touch the edge."""

SPARSE_TEXT, SINGLE_LINE = "11", "7"
"""Page segmentation modes."""

LINE_LEVEL, WORD_LEVEL = "4", "5"
"""Of the records in Tesseract's table of results."""


@dataclass(frozen=True)
class TesseractEngine:
    """The `tesseract` command with the given languages, joined by "+"."""

    languages: str = "eng"

    @cached_property
    def _command(self) -> str:
        command = shutil.which("tesseract")
        if command is None:
            raise ExtractionError("tesseract is not installed; unset RELATAB_OCR_ENGINE")
        return command

    @cached_property
    def name(self) -> str:
        """See `OcrEngine.name`."""
        told = subprocess.run(  # noqa: S603 - the command found on the path
            [self._command, "--version"], capture_output=True, timeout=SECONDS, check=True
        )
        version = (told.stdout or told.stderr).decode("utf-8", "replace").split("\n", 1)[0]
        return f"{version.strip()} {self.languages}"

    def detect(self, page: Gray, /) -> list[Box]:
        """See `OcrEngine.detect`."""
        return [
            _box(record)
            for record in self._records(page, SPARSE_TEXT)
            if record["level"] == LINE_LEVEL
        ]

    def recognise(self, line: Gray, /) -> list[Glyph]:
        """See `OcrEngine.recognise`; the characters of a word share its room and confidence."""
        width = line.shape[1]
        glyphs: list[Glyph] = []
        for record in self._records(np.pad(line, MARGIN_PX, constant_values=255), SINGLE_LINE):
            word = record["text"].strip()
            if record["level"] != WORD_LEVEL or not word:
                continue
            x0, _, x1, _ = _box(record)
            confidence = min(max(float(record["conf"]) / 100.0, 0.0), 1.0)
            if glyphs:
                glyphs.append(Glyph(" ", glyphs[-1].centre, confidence))
            for place, character in enumerate(word):
                x = x0 - MARGIN_PX + (x1 - x0) * (place + 0.5) / len(word)
                glyphs.append(Glyph(character, min(max(x / width, 0.0), 1.0), confidence))
        return glyphs

    def _records(self, image: Gray, segmentation: str) -> Iterator[dict[str, str]]:
        """What Tesseract says of an image, a record for each block, line and word."""
        height, width = image.shape
        command = [self._command, "stdin", "stdout", "-l", self.languages]
        told = subprocess.run(  # noqa: S603 - the command found on the path
            [*command, "--psm", segmentation, "tsv"],
            input=b"P5 %d %d 255\n" % (width, height) + image.tobytes(),
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
        if told.returncode:
            reason = told.stderr.decode("utf-8", "replace").strip().split("\n")[-1]
            raise ExtractionError(f"tesseract: {reason}")
        lines = told.stdout.decode("utf-8", "replace").splitlines()
        yield from csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)


def _box(record: dict[str, str]) -> Box:
    left, top = int(record["left"]), int(record["top"])
    return left, top, left + int(record["width"]), top + int(record["height"])
