"""The text recogniser behind a small protocol, so that another can stand in.

The default is RapidOCR with the PP-OCRv6 models that its package carries: it finds
text boxes (differentiable binarisation) and reads each of them (CTC), on ONNX runtime.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import version
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from relatab.errors import ExtractionError

if TYPE_CHECKING:
    from rapidocr import RapidOCR

Gray = NDArray[np.uint8]
"""A grey image, shape (height, width), 0 black to 255 white."""

Box = tuple[int, int, int, int]
"""(x0, top, x1, bottom) in pixels, half-open."""

ENGINE_VARIABLE = "RELATAB_OCR_ENGINE"
"""Environment variable: "rapidocr" unless set; "tesseract" or "tesseract:LANGUAGES", where
that program is installed.
"""

THREADS_VARIABLE = "RELATAB_OCR_THREADS"
"""Environment variable: threads of the recogniser; 1 unless set, as workers run in parallel."""

DETECTION_SIDE_PX = 1600
"""Longer side at which text is looked for: 8-point type on A4 is then 15 px high."""


LEAST_LINE_PX = (48, 240)
"""Height of a line given to the recogniser and width to which short ones are filled up with
blank. The models' own 320 costs a tenth more time; under 100 the case of letters suffers."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """A character read, with the place of its centre across the line, in [0, 1], and the
    recogniser's confidence in [0, 1].
    """

    text: str
    centre: float
    confidence: float


class OcrEngine(Protocol):
    """Finds text on an upright page image and reads single lines of it.

    name: with its version; readings are kept by it.
    """

    @property
    def name(self) -> str:
        """The recogniser, its version and its models."""

    def detect(self, page: Gray, /) -> list[Box]:
        """Boxes of runs of text, in any order; empty where there is none."""
        ...

    def recognise(self, line: Gray, /) -> list[Glyph]:
        """The characters of one line, left to right, blanks included."""
        ...


class RapidEngine:
    """RapidOCR's detector and recogniser; its models are loaded, from the installed package,
    when the first page is read (about a second, 0.4 GB).
    """

    def __init__(self, threads: int) -> None:
        self._threads = threads

    @property
    def name(self) -> str:
        """See `OcrEngine.name`."""
        return f"rapidocr {version('rapidocr')}"

    @cached_property
    def _ocr(self) -> RapidOCR:
        from rapidocr import RapidOCR

        return RapidOCR(
            params={
                "Global.log_level": "critical",
                "Global.use_preprocess_img": False,
                "Global.text_score": 0.0,  # doubt is reported, not dropped
                "EngineConfig.onnxruntime.intra_op_num_threads": self._threads,
                "EngineConfig.onnxruntime.inter_op_num_threads": 1,
                "Det.limit_type": "max",
                "Det.limit_side_len": DETECTION_SIDE_PX,
                "Rec.rec_img_shape": [3, *LEAST_LINE_PX],
            }
        )

    def detect(self, page: Gray, /) -> list[Box]:
        """See `OcrEngine.detect`."""
        found = self._ocr(_three_channels(page), use_det=True, use_cls=False, use_rec=False)
        if getattr(found, "boxes", None) is None:
            return []
        height, width = page.shape
        low = np.floor(found.boxes.min(axis=1)).astype(int)
        high = np.ceil(found.boxes.max(axis=1)).astype(int)
        return [
            (max(x0, 0), max(top, 0), min(x1, width), min(bottom, height))
            for (x0, top), (x1, bottom) in zip(low.tolist(), high.tolist(), strict=True)
        ]

    def recognise(self, line: Gray, /) -> list[Glyph]:
        """See `OcrEngine.recognise`."""
        read = self._ocr(
            _three_channels(line), use_det=False, use_cls=False, use_rec=True, return_word_box=True
        )
        if not read.txts or not read.txts[0].strip():
            return []
        return _glyphs(read.txts[0], read.word_results[0])


def _glyphs(text: str, info: object) -> list[Glyph]:
    """The recogniser's characters with their places.

    It gives the CTC time steps of the characters that are not blank, in order, and the
    confidences of all characters; a blank stands where its left neighbour does.
    """
    steps = [step for word in info.word_cols for step in word]  # type: ignore[attr-defined]
    confidences = info.confs  # type: ignore[attr-defined]
    length = max(info.line_txt_len, 1.0)  # type: ignore[attr-defined]
    glyphs: list[Glyph] = []
    place = 0.0
    remaining = iter(steps)
    for character, confidence in zip(text, confidences, strict=True):
        if not character.isspace():
            place = (next(remaining) + 0.5) / length
        glyphs.append(Glyph(character, min(place, 1.0), float(confidence)))
    return glyphs


def _three_channels(image: Gray) -> NDArray[np.uint8]:
    """The image as the recogniser wants it, shape (height, width, 3)."""
    return np.repeat(image[:, :, np.newaxis], 3, axis=2)


@cache
def default_engine() -> OcrEngine:
    """The process's recogniser; ExtractionError when `ENGINE_VARIABLE` names no known one."""
    name, _, languages = os.environ.get(ENGINE_VARIABLE, "rapidocr").partition(":")
    if name == "tesseract":
        from extractors.ocr.tesseract import TesseractEngine

        return TesseractEngine(languages or "eng")
    if name != "rapidocr":
        raise ExtractionError(f"{ENGINE_VARIABLE}={name}: rapidocr and tesseract are known")
    return RapidEngine(threads=max(1, int(os.environ.get(THREADS_VARIABLE, "1"))))
