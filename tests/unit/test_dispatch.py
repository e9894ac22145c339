"""The reader is chosen by what a file holds; what cannot be read is said in one line."""

import shutil
import zipfile
from pathlib import Path

import pytest
from word_files import casing_table, write_docx

import extractors
from extractors import SUFFIXES, Options, extract, limits
from relatab.errors import ExtractionError
from relatab.model import Extraction


@pytest.fixture
def docx(tmp_path: Path) -> Path:
    return write_docx(tmp_path / "report.docx", casing_table())


def refusal(path: Path) -> str:
    with pytest.raises(ExtractionError) as caught:
        extract(path)
    message = str(caught.value)
    assert str(path) in message
    assert "\n" not in message
    return message


@pytest.mark.parametrize("name", ["r.DOCX", "r.docm", "r.dotx"])
def test_word_files_are_read_under_any_of_their_suffixes(name: str, docx: Path) -> None:
    result = extract(docx.rename(docx.with_name(name)))
    assert len(result.tables) == 1
    assert result.issues == ()


def test_content_decides_and_a_wrong_suffix_is_reported(docx: Path) -> None:
    result = extract(docx.rename(docx.with_name("report.pdf")))
    assert len(result.tables) == 1
    assert [issue.kind for issue in result.issues] == ["suffix and content disagree"]


@pytest.mark.parametrize(
    ("head", "reader"),
    [
        (b"junk before\n%PDF-1.4\n", "pdf"),
        (b"II*\0", "image"),
        (b"MM\0*", "image"),
        (b"\x89PNG\r\n\x1a\n", "image"),
        (b"\xff\xd8\xff\xe0", "image"),
    ],
)
def test_the_first_bytes_name_the_reader(
    head: bytes, reader: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def fake_reader(name: str) -> extractors.Extractor:
        asked.append(name)
        return lambda *_arguments: Extraction(())

    monkeypatch.setattr(extractors, "_reader", fake_reader)
    path = tmp_path / "file"
    path.write_bytes(head)
    extract(path, Options())
    assert asked == [reader]


def test_the_suffixes_that_a_scan_looks_for() -> None:
    assert {".docx", ".docm", ".dotx", ".pdf", ".tif", ".tiff", ".png", ".jpg"} <= SUFFIXES
    assert {".doc", ".dot", ".rtf", ".odt", ".ott", ".fodt"} <= SUFFIXES
    assert not {".xml", ".html", ".txt"} & SUFFIXES


def test_a_spreadsheet_and_a_plain_archive_are_no_word_documents(tmp_path: Path) -> None:
    for name, part in (("sheet.xlsx", "[Content_Types].xml"), ("a.zip", "readme.txt")):
        with zipfile.ZipFile(tmp_path / name, "w") as package:
            package.writestr(part, "x")
        assert "no Word document" in refusal(tmp_path / name)


def test_an_empty_an_unknown_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.docx").touch()
    (tmp_path / "notes.txt").write_text("7/11-1")
    assert "empty" in refusal(tmp_path / "empty.docx")
    assert "convert" in refusal(tmp_path / "notes.txt")
    assert "cannot be read" in refusal(tmp_path / "missing.docx")


def test_a_file_cut_short_is_refused(docx: Path) -> None:
    content = docx.read_bytes()
    docx.write_bytes(content[: len(content) // 2])
    assert "damaged" in refusal(docx)


def test_broken_xml_and_a_missing_body_are_refused(docx: Path) -> None:
    for content, reason in (("<w:document", "damaged"), ("<document/>", "no document body")):
        with zipfile.ZipFile(docx, "w") as package:
            package.writestr("word/document.xml", content)
        assert reason in refusal(docx)


def test_damaged_bytes_inside_the_package_are_refused(docx: Path) -> None:
    content = bytearray(docx.read_bytes())
    start = content.index(b"word/document.xml") + 40
    content[start : start + 20] = bytes(20)
    docx.write_bytes(content)
    assert "damaged" in refusal(docx)


def test_a_part_that_unpacks_without_end_is_refused(
    docx: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_PART_BYTES", 500)
    assert "unpacks to more" in refusal(docx)


def test_a_file_that_reaches_out_for_another_is_refused(tmp_path: Path) -> None:
    path = write_docx(tmp_path / "bomb.docx", casing_table())
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name).decode() for name in package.namelist()}
    declared = f'<!DOCTYPE d [<!ENTITY s SYSTEM "{secret.as_uri()}">]>'
    body = parts["word/document.xml"].replace("1874", "&s;")
    parts["word/document.xml"] = declared + body
    with zipfile.ZipFile(path, "w") as package:
        for name, content in parts.items():
            package.writestr(name, content)
    assert "declares entities" in refusal(path)


def test_trouble_in_one_table_costs_that_table_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from extractors.word import reader

    read_grid = reader.read_grid

    def failing(element: object) -> object:
        grid = read_grid(element)
        if grid.n_rows == 1:
            raise ValueError("no sense in it")
        return grid

    monkeypatch.setattr(reader, "read_grid", failing)
    one_row = "<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>"
    path = write_docx(tmp_path / "r.docx", casing_table("20") + one_row + casing_table("7"))
    result = extract(path)
    assert [found.cells[2].text for found in result.tables] == ["20", "7"]
    assert [(issue.kind, issue.action) for issue in result.issues] == [
        ("damaged table", "left out")
    ]


def test_the_same_bytes_give_the_same_ids_wherever_they_lie(docx: Path, tmp_path: Path) -> None:
    copy = shutil.copy(docx, tmp_path / "copy.docx")
    assert [found.id for found in extract(copy).tables] == [
        found.id for found in extract(docx).tables
    ]


def test_progress_ends_with_all_pages_done(docx: Path) -> None:
    calls: list[tuple[int, int]] = []
    result = extract(docx, progress=lambda done, total, _: calls.append((done, total)))
    assert calls[-1] == (result.pages, result.pages)


def test_tables_nested_without_end_are_refused(tmp_path: Path) -> None:
    depth = 600
    body = "<w:tbl><w:tr><w:tc>" * depth + "<w:p/>" + "</w:tc></w:tr></w:tbl>" * depth
    assert "nested too deeply" in refusal(write_docx(tmp_path / "deep.docx", body))
