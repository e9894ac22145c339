"""PDF files written object by object, so that a test shows the operators it is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

A4 = "0 0 595 842"
FONTS = "/Font << /F1 3 0 R >>"

Rows = Sequence[Sequence[str]]
CASING: Rows = (
    ("Casing", "Shoe (m)", "Weight (kg/m)"),
    ("30", "412", "461"),
    ("20", "1205", "198"),
    ("13 3/8", "2430", "101"),
)


def write_raw(
    path: Path,
    *contents: str,
    page: str = f"/MediaBox [{A4}]",
    resources: str = "",
    objects: Mapping[int, str] | None = None,
    catalog: str = "",
    font: str = "/Type /Font /Subtype /Type1 /BaseFont /Helvetica",
) -> Path:
    """A PDF with one page per content stream; `objects` are further ones, from 50 on.

    page, resources and catalog are further entries of these dictionaries.
    """
    numbers = [10 + 2 * index for index in range(len(contents))]
    kids = " ".join(f"{number} 0 R" for number in numbers)
    bodies = {
        1: f"<< /Type /Catalog /Pages 2 0 R {catalog} >>",
        2: f"<< /Type /Pages /Kids [{kids}] /Count {len(contents)} >>",
        3: f"<< {font} >>",
    }
    for number, content in zip(numbers, contents, strict=True):
        bodies[number] = (
            f"<< /Type /Page /Parent 2 0 R {page} /Contents {number + 1} 0 R"
            f" /Resources << {'' if '/Font' in resources else FONTS} {resources} >> >>"
        )
        bodies[number + 1] = stream(content)
    return write_objects(path, bodies | dict(objects or {}))


def write_objects(path: Path, bodies: Mapping[int, str]) -> Path:
    """A PDF of these objects, number 1 being the catalog, with its cross-reference table."""
    out = b"%PDF-1.7\n"
    table = b"xref\n0 1\n0000000000 65535 f \n"
    for number, body in sorted(bodies.items()):
        table += f"{number} 1\n{len(out):010d} 00000 n \n".encode()
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    end = f"trailer\n<< /Root 1 0 R /Size {max(bodies) + 1} >>\nstartxref\n{len(out)}\n%%EOF\n"
    path.write_bytes(out + table + end.encode())
    return path


def stream(content: str, entries: str = "") -> str:
    """A stream object with its length."""
    return f"<< /Length {len(content)} {entries} >>\nstream\n{content}\nendstream"


def show(x: float, y: float, text: str, size: float = 9.0, before: str = "") -> str:
    """Operators that show a text at a place measured from the lower left."""
    escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT {before} /F1 {size} Tf {x} {y} Td ({escaped}) Tj ET\n"


def rows(x: float, y: float, texts: Rows = CASING, width: float = 100.0) -> str:
    """Texts of a table in rows of 18 points, the first row's upper edge at y."""
    return "".join(
        show(x + column * width + 4, y - 18 * row - 13, text)
        for row, line in enumerate(texts)
        for column, text in enumerate(line)
        if text
    )


def rules(x: float, y: float, n_rows: int, n_columns: int, width: float = 100.0) -> str:
    """The rules of a grid whose upper left corner is at (x, y)."""
    right, bottom = x + n_columns * width, y - 18 * n_rows
    across = [f"{x} {y - 18 * row} m {right} {y - 18 * row} l S\n" for row in range(n_rows + 1)]
    down = [f"{x + c * width} {y} m {x + c * width} {bottom} l S\n" for c in range(n_columns + 1)]
    return "".join(across + down)


def grid(x: float, y: float, texts: Rows = CASING, width: float = 100.0) -> str:
    """A ruled table with its upper left corner at (x, y)."""
    return rules(x, y, len(texts), len(texts[0]), width) + rows(x, y, texts, width)
