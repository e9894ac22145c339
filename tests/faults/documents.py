"""Sound documents to be damaged: the samples of this repository and small ones made here."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

SAMPLES = Path(__file__).parents[2] / "sample_docs"
UNSOUND = (
    *("DDR_39-8-A-3H_2011-05-28.docx", "EOWR_39_8-A-3_H_draft.pdf"),  # cut short on purpose
    "Fluid_study_bottles_8405-8421.pdf",  # with a password
)
LARGEST_SAMPLE = 100_000  # bytes; larger ones are scans, whose pictures damage would hit

CELL = "<w:tc><w:tcPr>{}</w:tcPr><w:p><w:r><w:t>{}</w:t></w:r></w:p></w:tc>"


def sample_documents() -> list[tuple[str, bytes]]:
    """Suffix and bytes of each, smaller ones first."""
    made = [
        (".pdf", report_pdf()),
        (".pdf", report_pdf(packed=True)),
        (".pdf", report_pdf(encrypted=True)),
        (".docx", report_docx()),
    ]
    found = [
        (path.suffix, path.read_bytes())
        for path in sorted(SAMPLES.rglob("*.*"))
        if path.suffix in (".docx", ".pdf") and path.name not in UNSOUND
    ]
    return sorted(
        (*made, *(sample for sample in found if len(sample[1]) <= LARGEST_SAMPLE)),
        key=lambda sample: (len(sample[1]), sample),
    )


def report_pdf(*, encrypted: bool = False, packed: bool = False, password: str = "") -> bytes:
    """Two pages with a ruled table, a form field and a picture."""
    out = io.BytesIO()
    lock = StandardEncryption(password, "owner") if encrypted else None
    canvas = Canvas(out, pageCompression=int(packed), encrypt=lock, invariant=True)
    for _ in range(2):
        canvas.drawString(72, 720, "Table 1. Casing program")
        canvas.grid([72, 172, 272], [700, 682, 664, 646])
        for line in range(3):
            canvas.drawString(76, 687 - 18 * line, f"row {line}")
            canvas.drawString(176, 687 - 18 * line, f"{line * 411}")
        canvas.acroForm.textfield(name="a", value="1205", x=300, y=640, width=80, height=16)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def report_docx(body: str | None = None, **parts: str | bytes) -> bytes:
    """A Word file with a caption and a table, or this body; `parts` by their names, with _ for
    the dot and __ for the slash ("word__styles_xml").
    """
    w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006/relationships"
    files: dict[str, str | bytes] = {
        "word/document.xml": f'<w:document xmlns:w="{w}"><w:body>'
        f"{casing_table() if body is None else body}</w:body></w:document>",
        "_rels/.rels": f'<Relationships xmlns="{package}"><Relationship Id="d"'
        f' Type="{kinds}/officeDocument" Target="word/document.xml"/></Relationships>',
        "word/_rels/document.xml.rels": f'<Relationships xmlns="{package}"><Relationship Id="s"'
        f' Type="{kinds}/styles" Target="styles.xml"/></Relationships>',
        "word/styles.xml": f'<w:styles xmlns:w="{w}"><w:style w:type="paragraph"'
        ' w:styleId="a"><w:name w:val="caption"/></w:style></w:styles>',
    }
    named = {name.replace("__", "/").replace("_xml", ".xml"): part for name, part in parts.items()}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (files | named).items():
            archive.writestr(name, content)
    return out.getvalue()


def casing_table(lines: int = 4) -> str:
    """A caption and a table of two columns."""
    rows = "".join(
        "<w:tr>"
        + CELL.format('<w:gridSpan w:val="1"/>', f"r{line}")
        + CELL.format("", "812")
        + "</w:tr>"
        for line in range(lines)
    )
    return f"<w:p><w:r><w:t>Table 1. Tests</w:t></w:r></w:p><w:tbl><w:tblGrid/>{rows}</w:tbl>"
