"""Damaged files never crash a run: what can be read is, the rest is an issue or a clear refusal."""

from __future__ import annotations

import io
import random
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from extractors import extract
from extractors.base import Options
from relatab.errors import ExtractionError

SEEDS = range(40)

CELL = "<w:tc><w:tcPr>{}</w:tcPr><w:p><w:r><w:t>{}</w:t></w:r></w:p></w:tc>"
ABSURD = (b"0", b"-1", b"99999999999", b"1e30", b"7 0 R", b"/X", b"null", b"[1]", b"<<")


def report_pdf(encrypted: bool = False) -> bytes:
    """Two pages with a ruled table, a form and a picture's worth of operators."""
    out = io.BytesIO()
    lock = StandardEncryption("", "owner") if encrypted else None
    canvas = Canvas(out, pageCompression=0, encrypt=lock)
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


def report_docx() -> bytes:
    """A caption and a table with spans, in the parts that Word writes."""
    lines = "".join(
        "<w:tr>"
        + CELL.format('<w:gridSpan w:val="1"/>', f"r{line}")
        + CELL.format("", "812")
        + "</w:tr>"
        for line in range(4)
    )
    document = (
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        f"<w:body><w:p><w:r><w:t>Table 1. Tests</w:t></w:r></w:p><w:tbl><w:tblGrid/>{lines}"
        "</w:tbl></w:body></w:document>"
    )
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    links = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="d" Type="{kind}" Target="word/document.xml"/></Relationships>'
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("word/document.xml", document)
        package.writestr("_rels/.rels", links)
    return out.getvalue()


def with_noise(content: bytes, chance: random.Random) -> bytes:
    noisy = bytearray(content)
    for _ in range(chance.choice((1, 8, 60))):
        noisy[chance.randrange(len(noisy))] = chance.randrange(256)
    return bytes(noisy)


def cut_short(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randrange(20, len(content))]


def with_a_hole(content: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(content))
    return content[:start] + content[start + chance.randrange(1, 400) :]


def without_an_object(content: bytes, chance: random.Random) -> bytes:
    spans = [match.span() for match in re.finditer(rb"\n\d+ 0 obj.*?endobj", content, re.S)]
    start, end = chance.choice(spans)
    return content[:start] + content[end:]


def with_absurd_numbers(content: bytes, chance: random.Random) -> bytes:
    numbers = [match.span() for match in re.finditer(rb"(?<=[ \[\"])-?\d+(?=[ \]\n\"/])", content)]
    for start, end in sorted(chance.sample(numbers, min(5, len(numbers))), reverse=True):
        content = content[:start] + chance.choice(ABSURD) + content[end:]
    return content


def in_the_document_part(
    damage: Callable[[bytes, random.Random], bytes],
) -> Callable[[bytes, random.Random], bytes]:
    """Damage inside a Word package, which stays a sound archive."""

    def damaged(content: bytes, chance: random.Random) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(content)) as before, zipfile.ZipFile(out, "w") as after:
            for name in before.namelist():
                part = before.read(name)
                after.writestr(name, damage(part, chance) if "document" in name else part)
        return out.getvalue()

    return damaged


PDF_DAMAGE = (with_noise, cut_short, with_a_hole, without_an_object, with_absurd_numbers)
WORD_DAMAGE = (
    with_noise,
    cut_short,
    with_a_hole,
    in_the_document_part(with_noise),
    in_the_document_part(with_a_hole),
    in_the_document_part(with_absurd_numbers),
)


def read_damaged(path: Path) -> None:
    """Extraction ends in tables and issues, or in one line that names the file."""
    refusal, extraction = None, None
    try:
        extraction = extract(path, Options(ocr="off"))
    except ExtractionError as error:
        refusal = str(error)
    if extraction is None:
        assert refusal is not None
        assert path.name in refusal
        assert "\n" not in refusal
        return
    assert all(found.cells for found in extraction.tables)
    assert all(issue.message for issue in extraction.issues)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_damaged_pdf_is_read_in_part_or_refused(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)  # noqa: S311 - a reproducible choice, no secret
    content = report_pdf(encrypted=seed % 8 == 0)
    for _ in range(chance.choice((1, 1, 3))):
        content = chance.choice(PDF_DAMAGE)(content, chance)
    path = tmp_path / "damaged.pdf"
    path.write_bytes(content)
    read_damaged(path)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_damaged_word_file_is_read_in_part_or_refused(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)  # noqa: S311
    content = chance.choice(WORD_DAMAGE)(report_docx(), chance)
    path = tmp_path / "damaged.docx"
    path.write_bytes(content)
    read_damaged(path)


def test_the_undamaged_files_are_read(tmp_path: Path) -> None:
    for name, content in (("a.pdf", report_pdf()), ("b.docx", report_docx())):
        path = tmp_path / name
        path.write_bytes(content)
        assert extract(path, Options(ocr="off")).tables
