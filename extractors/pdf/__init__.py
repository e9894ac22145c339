"""Tables of PDF files; `extract_pdf` is the driver, `finder.find_on_page` the pure core."""

from extractors.pdf.driver import extract_pdf

__all__ = ["extract_pdf"]
