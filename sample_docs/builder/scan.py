"""Turns a clean PDF into what a flatbed scanner makes of a typed page: image only, skewed."""

from __future__ import annotations

import io

import numpy as np
import pypdfium2
from PIL import Image, ImageFilter
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

DPI = 200
POINTS_PER_INCH = 72
PAPER_GREY = 238
SPECKLES_PER_PAGE = 350
SKEW_DEGREES = 1.0
JPEG_QUALITY = 38


def scan(data: bytes, title: str, seed: int) -> bytes:
    """The pages of a PDF as images: grey paper, skew of about a degree, blur and dust."""
    generator = np.random.default_rng(seed)
    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1)
    canvas.setTitle(title)
    with pypdfium2.PdfDocument(data) as source:
        for page in source:
            clean = page.render(scale=DPI / POINTS_PER_INCH).to_pil().convert("L")
            _add_page(canvas, _worn(clean, generator), page.get_size())
    canvas.save()
    return buffer.getvalue()


def _worn(clean: Image.Image, generator: np.random.Generator) -> Image.Image:
    sign = 1 if generator.random() < 0.5 else -1
    angle = sign * (SKEW_DEGREES + 0.3 * float(generator.random()))
    turned = clean.rotate(angle, Image.Resampling.BICUBIC, fillcolor=255)
    ink = np.asarray(turned.filter(ImageFilter.GaussianBlur(0.7)), dtype=np.float32) / 255
    fading = np.linspace(0.92, 1.0, ink.shape[1], dtype=np.float32)
    grey = PAPER_GREY * fading * ink + 40 * (1 - ink) + 4 * generator.standard_normal(ink.shape)
    for x, y in zip(*_dust(generator, ink.shape), strict=True):
        grey[y : y + 2, x : x + 2] = 90
    return Image.fromarray(np.clip(grey, 0, 255).astype(np.uint8))


def _dust(generator: np.random.Generator, shape: tuple[int, ...]) -> tuple[list[int], list[int]]:
    places = generator.random((2, SPECKLES_PER_PAGE))
    return (places[0] * shape[1]).astype(int).tolist(), (places[1] * shape[0]).astype(int).tolist()


def _add_page(canvas: Canvas, image: Image.Image, size: tuple[float, float]) -> None:
    jpeg = io.BytesIO()
    image.save(jpeg, "JPEG", quality=JPEG_QUALITY)
    jpeg.seek(0)
    canvas.setPageSize(size)
    canvas.drawImage(ImageReader(jpeg), 0, 0, *size)
    canvas.showPage()
