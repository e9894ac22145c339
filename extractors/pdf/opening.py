"""A PDF file opened twice: by PDFium, which forgives most, and by pdfminer, which tells most."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdfpage import PDFPage
from pdfminer.pdftypes import resolve1
from pdfminer.utils import decode_text

from extractors import limits
from extractors.pdf.fonts import FontStore
from extractors.pdf.streams import BoundedParser
from relatab.errors import ExtractionError, reason_of
from relatab.model import Issue

# What it remarks on damage would fill the screen; the issues tell what the damage cost.
logging.getLogger("pdfminer").setLevel(logging.CRITICAL)


@dataclass(slots=True)
class OpenedFile:
    """pdfium: the pypdfium2 document; pages: one pdfminer page each, None where it finds none;
    title: of the metadata; password: the one that fits, "" where none is needed.
    """

    pdfium: Any
    pages: list[Any]
    title: str | None
    password: str
    issues: list[Issue] = field(default_factory=list)
    resources: FontStore = field(default_factory=FontStore)


@contextmanager
def opened(path: Path, password: str | None) -> Iterator[OpenedFile]:
    """The opened file; ExtractionError where it is damaged beyond repair, has no pages, or
    is encrypted with another password.
    """
    pdfium, fitting = _pdfium(path, password)
    with closing(pdfium):
        if not len(pdfium):
            raise ExtractionError(f"{path}: the document has no pages; copy it again")
        if len(pdfium) > limits.MAX_PAGES:
            raise ExtractionError(
                f"{path}: names {len(pdfium):,} pages, more than the {limits.MAX_PAGES:,} that are"
                " read; split it, or copy it again if it has fewer"
            )
        with path.open("rb") as stream:
            yield _both(pdfium, stream, fitting)


def _pdfium(path: Path, password: str | None) -> tuple[Any, str]:
    """PDFium's document, and the password that opens it."""
    import pypdfium2

    for attempt in dict.fromkeys(("", password or "")):
        try:
            return pypdfium2.PdfDocument(path, password=attempt or None), attempt
        except pypdfium2.PdfiumError as error:
            if "password" in str(error).lower():
                continue
            raise ExtractionError(
                f"{path}: damaged or not a PDF ({error}); copy it again"
            ) from error
        except OSError as error:
            raise ExtractionError(f"{path}: cannot be read ({error})") from error
    remedy = "the password given does not open it" if password else "give its password"
    raise ExtractionError(f"{path}: encrypted; {remedy}")


def _both(pdfium: Any, stream: BinaryIO, password: str) -> OpenedFile:
    """The file as it is, or as PDFium mends it where pdfminer finds other pages than PDFium."""
    try:
        pages, title = _pages(stream, password)
        trouble = f"{len(pages)} of {len(pdfium)} pages" if len(pages) != len(pdfium) else ""
    except Exception as error:  # noqa: BLE001 - any defect; the mended file is tried
        pages, title, trouble = [], None, reason_of(error)
    if not trouble:
        return OpenedFile(pdfium, pages, title, password)
    try:
        pages, title = _pages(_mended(pdfium), "")
    except Exception as error:  # noqa: BLE001 - PDFium alone reads the pages that are missing
        trouble += f"; {reason_of(error)}"
    issue = Issue("damaged structure", f"the list of pages is damaged ({trouble})", action="mended")
    pages = [*pages, *[None] * len(pdfium)][: len(pdfium)]
    return OpenedFile(pdfium, pages, title, password, [issue])


def _pages(stream: BinaryIO, password: str) -> tuple[list[Any], str | None]:
    """The pages as pdfminer finds them, and the title in the metadata."""
    document = PDFDocument(BoundedParser(stream), password=password)
    return list(PDFPage.create_pages(document)), _title(document)


def _title(document: Any) -> str | None:
    for information in reversed(document.info):
        title = resolve1(information.get("Title")) if isinstance(information, dict) else None
        if isinstance(title, bytes):
            return str(decode_text(title))
    return None


def _mended(pdfium: Any) -> BinaryIO:
    """The document written anew by PDFium, without encryption."""
    import pypdfium2.raw

    out = io.BytesIO()
    pdfium.save(out, flags=pypdfium2.raw.FPDF_REMOVE_SECURITY)
    out.seek(0)
    return out
