"""Word files written byte by byte, so that a test shows the XML it is about."""

import zipfile
from collections.abc import Mapping
from pathlib import Path

from extractors import extract
from relatab.model import Extraction, Table

W_NS = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R_NS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
STRICT_W_NS = "http://purl.oclc.org/ooxml/wordprocessingml/main"
MC_NS = "http://schemas.openxmlformats.org/markup-compatibility/2006"
M_NS = "http://schemas.openxmlformats.org/officeDocument/2006/math"

RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships"
CORE_KIND = f"{RELATIONSHIPS}/metadata/core-properties"
CORE_NS = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"


def write_docx(
    path: Path,
    body: str,
    *,
    styles: str = "",
    title: str = "",
    parts: Mapping[str, str] | None = None,
    namespace: str = W_NS,
) -> Path:
    """A Word file with this body; `parts` are its headers and footers ("header1", ...)."""
    links = [("styles", "styles.xml")] if styles else []
    files = {
        "word/document.xml": f'<w:document xmlns:w="{namespace}" xmlns:mc="{MC_NS}"'
        f' xmlns:m="{M_NS}" xmlns:r="{R_NS}"><w:body>{body}</w:body></w:document>'
    }
    if styles:
        files["word/styles.xml"] = f'<w:styles xmlns:w="{W_NS}">{styles}</w:styles>'
    for name, content in (parts or {}).items():
        files[f"word/{name}.xml"] = f'<w:hdr xmlns:w="{W_NS}">{content}</w:hdr>'
        links.append((name.rstrip("0123456789"), f"{name}.xml"))
    document_links = "".join(
        f'<Relationship Id="{target.removesuffix(".xml")}" Type="{R_NS}/{kind}" Target="{target}"/>'
        for kind, target in links
    )
    files["word/_rels/document.xml.rels"] = (
        f'<Relationships xmlns="{RELATIONSHIPS}">{document_links}</Relationships>'
    )
    files["_rels/.rels"] = (
        f'<Relationships xmlns="{RELATIONSHIPS}"><Relationship Id="d"'
        f' Type="{R_NS}/officeDocument" Target="word/document.xml"/><Relationship Id="c"'
        f' Type="{CORE_KIND}" Target="docProps/core.xml"/></Relationships>'
    )
    files["docProps/core.xml"] = (
        f'<cp:coreProperties xmlns:cp="{CORE_NS}" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:title>{title}</dc:title></cp:coreProperties>"
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in files.items():
            package.writestr(name, content)
    return path


def read_body(folder: Path, body: str, **parts: str) -> Extraction:
    """What is extracted from a file with this body."""
    styles, title = parts.pop("styles", ""), parts.pop("title", "")
    path = write_docx(folder / "report.docx", body, styles=styles, title=title, parts=parts)
    return extract(path)


def paragraph(text: str, style: str = "") -> str:
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{properties}{run(text)}</w:p>"


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def bold(text: str) -> str:
    return f"<w:p>{run(text, '<w:b/>')}</w:p>"


def cell(content: str, properties: str = "") -> str:
    """A cell; plain text is put into a paragraph."""
    inner = content if content.startswith("<") else paragraph(content)
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{inner}</w:tc>"


def row(*cells: str, properties: str = "") -> str:
    """A row; cells may be plain texts."""
    content = "".join(text if text.startswith("<w:tc") else cell(text) for text in cells)
    return f"<w:tr><w:trPr>{properties}</w:trPr>{content}</w:tr>"


def table(*rows: str, properties: str = "") -> str:
    return f"<w:tbl><w:tblPr>{properties}</w:tblPr><w:tblGrid/>{''.join(rows)}</w:tbl>"


def casing_table(first: str = '13 3/8"') -> str:
    """A small table with a header and numbers."""
    return table(row("Casing", "Shoe (m)"), row(first, "1874"), row('9 5/8"', "3120"))


def spans(found: Table) -> list[tuple[str, int, int, int, int]]:
    """Cells as (text, row, row_end, column, column_end)."""
    return [
        (cell.text, cell.row, cell.row_end, cell.column, cell.column_end) for cell in found.cells
    ]


def texts(found: Table) -> list[list[str | None]]:
    """The dense grid's texts; None where no cell stands."""
    return [[None if cell is None else cell.text for cell in line] for line in found.grid()]
