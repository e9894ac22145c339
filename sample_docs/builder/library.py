"""All sample documents, and how each is written."""

from __future__ import annotations

from builder.blocks import Document, Json, inventory_entry
from builder.cementing import cement_documents
from builder.daily import daily_documents
from builder.discovery import discovery_documents
from builder.lomvi import lomvi_documents
from builder.pdf import write_pdf
from builder.reservoir import reservoir_documents
from builder.scan import scan
from builder.status import status_documents
from builder.terna import terna_documents
from builder.word import write_docx

KEPT_SHARE = 0.4
"""How much of a broken file is left: past its beginning, short of the index at its end."""


def documents() -> tuple[Document, ...]:
    """Every readable document, in the order of the inventory."""
    return (
        *cement_documents(),
        *daily_documents(),
        *terna_documents(),
        *lomvi_documents(),
        *discovery_documents(),
        *reservoir_documents(),
        *status_documents(),
    )


def write(document: Document) -> tuple[bytes, list[Json]]:
    """The file's bytes and the inventory of its tables."""
    writer = write_docx if document.path.endswith(".docx") else write_pdf
    data, layout = writer(document)
    if document.scan is not None:
        data = scan(data, document.title, document.scan)
    return data, [inventory_entry(document, grid, pages) for grid, pages in layout.tables]


def broken_files() -> dict[str, bytes]:
    """Files cut short in copying: a PDF without its cross-references, a Word zip without its directory."""
    by_name = {document.path.rsplit("/", 1)[-1]: document for document in documents()}
    report, _ = write(by_name["EOWR_39_8-A-3_H.pdf"])
    daily, _ = write(by_name["DDR_39-8-A-3H_2011-05-29.docx"])
    return {
        "Havsule/A-3 H/old/EOWR_39_8-A-3_H_draft.pdf": report[: int(KEPT_SHARE * len(report))],
        "Havsule/A-3 H/old/DDR_39-8-A-3H_2011-05-28.docx": daily[: int(KEPT_SHARE * len(daily))],
    }
