"""What a file holds, whatever its name says."""

import struct
import zipfile
from pathlib import Path

import pytest

from extractors import content
from extractors.content import content_of
from relatab.errors import ExtractionError

OPEN_TEXT_TYPE = "application/vnd.oasis.opendocument.text"


def compound_file(*streams: str, flags: int = 0) -> bytes:
    """A compound file with these directory entries; the first stream begins in sector 1."""
    header = bytearray(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".ljust(512, b"\0"))
    struct.pack_into("<H", header, 30, 9)
    directory = bytearray()
    for name in streams:
        entry = bytearray(name.encode("utf-16-le").ljust(128, b"\0"))
        struct.pack_into("<I", entry, 116, 1)
        directory += entry
    document = bytearray(512)
    struct.pack_into("<H", document, 10, flags)
    return bytes(header) + bytes(directory).ljust(512, b"\0") + bytes(document)


def open_document(path: Path, kind: str = OPEN_TEXT_TYPE, manifest: str = "") -> Path:
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("mimetype", kind)
        package.writestr("META-INF/manifest.xml", manifest)
    return path


def told(path: Path, data: bytes) -> content.Content | None:
    path.write_bytes(data)
    return content_of(path)


def refusal(path: Path) -> str:
    with pytest.raises(ExtractionError) as caught:
        content_of(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"{\\rtf1\\ansi Casing}", content.RICH_TEXT),
        (b"\xef\xbb\xbf\r\n{\\rtf1 }", content.RICH_TEXT),
        (b"<html><body/></html>", content.WEB_PAGE),
        (b"\n<!-- made by hand -->\n<!DOCTYPE HTML>", content.WEB_PAGE),
        ("<html><body/></html>".encode("utf-16"), content.WEB_PAGE),
        (b"Date: today\nMIME-Version: 1.0\nContent-Type: multipart/related\n", content.WEB_ARCHIVE),
        (
            b'<w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"/>',
            content.WORD_2003_XML,
        ),
        (
            b'<pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage"/>',
            content.FLAT_WORD,
        ),
        (
            b'<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>',
            content.FLAT_OPEN_TEXT,
        ),
        (b"Casing\tShoe\n", content.PLAIN_TEXT),
        (b"\x00\x01\x02 damage", None),
    ],
)
def test_a_doc_is_what_it_holds(
    data: bytes, expected: content.Content | None, tmp_path: Path
) -> None:
    assert told(tmp_path / "report.doc", data) == expected


def test_plain_text_counts_only_where_the_name_promises_a_document(tmp_path: Path) -> None:
    assert told(tmp_path / "notes.txt", b"Casing\tShoe\n") is None
    assert told(tmp_path / "cut.docx", b"Casing\tShoe\n") is None


def test_a_word_97_document_is_told_by_its_streams(tmp_path: Path) -> None:
    path = tmp_path / "old.doc"
    assert told(path, compound_file("Root Entry", "WordDocument")) == content.OLD_WORD
    path.write_bytes(compound_file("Root Entry", "Workbook"))
    assert "no Word document" in refusal(path)


def test_encrypted_files_are_refused_as_such(tmp_path: Path) -> None:
    path = tmp_path / "secret.doc"
    for data in (
        compound_file("EncryptedPackage"),
        compound_file("WordDocument", flags=0x0100),
    ):
        path.write_bytes(data)
        assert "password" in refusal(path)
    secret = open_document(tmp_path / "secret.odt", manifest="<manifest:encryption-data/>")
    assert "password" in refusal(secret)


def test_a_word_97_document_cut_short_counts_as_not_encrypted(tmp_path: Path) -> None:
    data = compound_file("WordDocument", flags=0x0100)[:900]
    assert told(tmp_path / "cut.doc", data) == content.OLD_WORD


def test_open_document_texts_and_templates_are_told_from_sheets(tmp_path: Path) -> None:
    assert content_of(open_document(tmp_path / "a.odt")) == content.OPEN_TEXT
    template = open_document(tmp_path / "a.ott", kind=f"{OPEN_TEXT_TYPE}-template")
    assert content_of(template) == content.OPEN_TEXT
    sheet = open_document(tmp_path / "a.ods", kind="application/vnd.oasis.opendocument.spreadsheet")
    assert "no Word document" in refusal(sheet)
