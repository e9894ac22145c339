"""Tables of PDF files: the pages are read here and their tables found in `extractors.page`."""

from extractors.pdf.driver import extract_pdf

__all__ = ["extract_pdf"]
