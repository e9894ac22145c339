"""`relatab extract`: tables of files and folders without an index."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli_support import CASING, LOSSES, THICKENING, json_of, run, write_pdf, write_word
from PIL import Image

from extractors import extract
from relatab.model import Extraction
from relatab.model_json import table_from_json


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A good report between two broken files."""
    folder = tmp_path / "blandet æøå"
    folder.mkdir()
    (folder / "a broken.pdf").write_bytes(b"%PDF-1.7 cut short in copying")
    write_word(folder / "b good.docx", CASING, LOSSES)
    (folder / "c broken.docx").write_bytes(b"PK\x03\x04 cut short")
    return folder


def test_the_good_ones_among_broken_files_come_out(mixed: Path) -> None:
    result = run("extract", mixed)
    assert result.exit_code == 0
    assert CASING[0] in result.stdout
    assert LOSSES[0] in result.stdout
    assert "broken" not in result.stdout
    for name in ("a broken.pdf", "c broken.docx"):
        assert any(
            line.startswith("relatab: ") and name in line for line in result.stderr.splitlines()
        )
    assert "b good.docx: 2 tables" in result.stderr


def test_json_lists_every_file_with_tables_or_error(mixed: Path) -> None:
    result = run("extract", mixed, "--json")
    assert result.exit_code == 0
    first, good, last = json.loads(result.stdout)
    assert [each["file"] for each in (first, good, last)] == [
        "a broken.pdf",
        "b good.docx",
        "c broken.docx",
    ]
    assert first["error"]
    assert last["error"]
    assert "a broken.pdf" in result.stderr
    known = {"file", "path", "seconds", "pages", "page_readings", "tables", "issues"}
    assert good.keys() == known
    tables = [table_from_json(table) for table in good["tables"]]
    assert [table.body_texts() for table in tables] == [CASING[1][1:], LOSSES[1][1:]]


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_nothing_but_broken_files_ends_with_one(mixed: Path, options: tuple[str, ...]) -> None:
    broken = [mixed / "a broken.pdf", mixed / "missing.pdf"]
    result = run("extract", *broken, *options)
    assert result.exit_code == 1
    assert "none of the files could be read" in result.stderr
    assert "missing.pdf" in result.stderr
    if options:
        assert all(each["error"] for each in json.loads(result.stdout))


def test_a_defect_costs_the_file_it_shows_in(mixed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(path: Path, *arguments: Any) -> Extraction:
        if path.suffix == ".pdf":
            raise ZeroDivisionError("nobody foresaw this")
        return extract(path, *arguments)

    monkeypatch.setattr("relatab.index.workers.extract", failing)
    result = run("extract", mixed)
    assert result.exit_code == 0
    assert CASING[0] in result.stdout
    assert "a broken.pdf: cannot be read: ZeroDivisionError: nobody" in result.stderr


def test_a_folder_without_reports_says_so(tmp_path: Path) -> None:
    result = run("extract", tmp_path, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout) == []
    assert "no file that relatab reads" in result.stderr


def test_no_path_is_wrong_usage() -> None:
    assert run("extract").exit_code == 2


@pytest.mark.parametrize(
    ("name", "mark"), [("md", "| S-1107 |"), ("csv", "S-1107,"), ("html", "<td>S-1107</td>")]
)
def test_a_single_file_in_another_format(tmp_path: Path, name: str, mark: str) -> None:
    report = write_pdf(tmp_path / "slurries.PDF", *THICKENING)
    result = run("extract", report, "--format", name)
    assert result.exit_code == 0
    assert mark in result.stdout


def test_content_decides_where_the_suffix_is_wrong(tmp_path: Path) -> None:
    report = write_pdf(tmp_path / "slurries.pdf", *THICKENING).rename(tmp_path / "slurries.docx")
    result = run("extract", report)
    assert result.exit_code == 0
    assert "S-1107" in result.stdout


def test_json_tells_how_pages_without_text_were_read(tmp_path: Path) -> None:
    Image.new("L", (850, 1100), 255).save(tmp_path / "scan.tif", dpi=(100, 100))
    (document,) = json_of(run("extract", tmp_path / "scan.tif", "--json", "--ocr", "off"))
    assert document["page_readings"] == [{"page": 1, "source": "unread", "confidence": None}]
    (report,) = json_of(run("extract", write_word(tmp_path / "a.docx", CASING), "--json"))
    assert report["page_readings"] == []
