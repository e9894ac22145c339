"""`relatab show`: one table in every format, and a picture of its page."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path

import pytest
from cli_support import CASING, THICKENING, json_of, run, write_pdf, write_word
from openpyxl import load_workbook
from PIL import Image

from relatab.model_json import table_from_json


@pytest.fixture
def casing(table_ids: dict[str, str]) -> str:
    return table_ids[CASING[0]]


@pytest.fixture
def thickening(table_ids: dict[str, str]) -> str:
    return table_ids[THICKENING[0]]


@pytest.mark.parametrize("name", ["text", "md", "csv", "html", "json"])
def test_every_format_holds_the_values_as_printed(index: Path, casing: str, name: str) -> None:
    result = run("show", casing, "--format", name, index=index)
    assert result.exit_code == 0
    for printed in ("S-1107", "1874", "Slurry no."):
        assert printed in result.stdout


def test_text_starts_with_caption_and_place(index: Path, thickening: str) -> None:
    lines = run("show", thickening, index=index).stdout.splitlines()
    assert lines[0] == THICKENING[0]
    assert lines[1].endswith(".pdf, p. 1")


def test_csv_reads_back_to_the_rows(index: Path, casing: str) -> None:
    result = run("show", casing, "--format", "csv", index=index)
    assert list(csv.reader(io.StringIO(result.stdout)))[1:] == CASING[1][1:]


def test_json_is_the_table(index: Path, casing: str) -> None:
    result = run("show", casing, "--json", index=index)
    assert result.stdout == run("show", casing, "--format", "json", index=index).stdout
    table = table_from_json(json.loads(result.stdout))
    assert table.id == casing
    assert table.body_texts() == CASING[1][1:]


def test_a_file_is_written_in_place_of_stdout(index: Path, casing: str, tmp_path: Path) -> None:
    out = tmp_path / "foringsrør.md"
    result = run("show", casing, "--format", "md", "--out", out, index=index)
    assert (result.exit_code, result.stdout) == (0, "")
    assert out.read_text("utf-8") == run("show", casing, "--format", "md", index=index).stdout


def test_excel_needs_a_file_and_keeps_the_values(index: Path, casing: str, tmp_path: Path) -> None:
    assert run("show", casing, "--format", "xlsx", index=index).exit_code == 2
    out = tmp_path / "casing.xlsx"
    assert run("show", casing, "--format", "xlsx", "-o", out, index=index).exit_code == 0
    values = {
        cell
        for sheet in load_workbook(out)
        for row in sheet.iter_rows(values_only=True)
        for cell in row
    }
    assert {"S-1107", 1874, CASING[0]} <= values


def test_the_picture_outlines_the_table_where_it_stands(
    index: Path, thickening: str, tmp_path: Path
) -> None:
    out = tmp_path / "page.png"
    result = run("show", thickening, "--image", out, index=index)
    assert (result.exit_code, result.stdout) == (0, "")
    table = json_of(run("show", thickening, "--json", index=index))
    x0, top, x1, bottom = (value * 150 / 72 for value in table["bbox"])
    with Image.open(out) as picture:
        page = picture.convert("RGB")
    red = [
        (x, y)
        for x in range(page.width)
        for y in range(page.height)
        if page.getpixel((x, y)) == (200, 30, 30)
    ]
    assert min(x for x, _ in red) == pytest.approx(x0, abs=15)
    assert max(x for x, _ in red) == pytest.approx(x1, abs=15)
    assert min(y for _, y in red) == pytest.approx(top, abs=15)
    assert max(y for _, y in red) == pytest.approx(bottom, abs=15)
    middle = ((x0 + x1) / 2, (top + bottom) / 2)
    assert not any(abs(x - middle[0]) < 5 and abs(y - middle[1]) < 5 for x, y in red)


def test_a_word_table_has_no_page_to_picture(index: Path, casing: str, tmp_path: Path) -> None:
    result = run("show", casing, "--image", tmp_path / "page.png", index=index)
    assert result.exit_code == 1
    assert "--format html" in result.stderr
    assert not list(tmp_path.iterdir())


def test_the_start_of_an_id_is_enough(index: Path, thickening: str) -> None:
    assert (
        run("show", thickening[:6], index=index).stdout
        == run("show", thickening, index=index).stdout
    )


def test_a_start_that_several_ids_share_is_refused(index: Path, casing: str) -> None:
    result = run("show", casing[:12], index=index)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"relatab: {casing[:12]}: 2 tables start so")


@pytest.mark.parametrize("command", ["show", "related"])
def test_an_unknown_id_is_one_clear_line(index: Path, command: str) -> None:
    for typed in ("nothing", "", "%"):
        result = run(command, typed, index=index)
        assert (result.exit_code, result.stdout) == (1, "")
        assert "no such table" in result.stderr
        assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("option", ["--out", "--image"])
def test_a_place_that_cannot_be_written_is_named(
    index: Path, thickening: str, tmp_path: Path, option: str
) -> None:
    out = tmp_path / "missing" / "table.png"
    result = run("show", thickening, option, out, index=index)
    assert result.exit_code == 1
    assert result.stderr == f"relatab: {out}: No such file or directory\n"


def test_a_name_that_is_no_text_is_shown_escaped_and_still_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    share, folder = tmp_path / "share", tmp_path / "index"
    share.mkdir()
    name = os.fsdecode(b"sl\xf8ry.pdf")
    write_pdf(share / "plain.pdf", *THICKENING).rename(share / name)
    write_word(share / "other.docx", CASING)
    assert run("index", share, "--jobs", "0", index=folder).exit_code == 0
    hit = json_of(run("search", "thickening time", "--json", index=folder))["tables"][0]
    assert Path(hit["document"]).name == name
    for arguments in (("show", hit["table_id"]), ("search", "thickening")):
        result = run(*arguments, index=folder)
        assert result.exit_code == 0
        assert "sl\\xf8ry.pdf" in result.stdout
    picture = tmp_path / "page.png"
    assert run("show", hit["table_id"], "--image", picture, index=folder).exit_code == 0
    assert picture.stat().st_size > 0
    for suffix in (".xlsx", ".csv", ".jsonl"):
        result = run("export", tmp_path / f"all{suffix}", index=folder)
        assert result.exit_code == 0, result.output
    out = tmp_path / "table.md"
    assert run("show", hit["table_id"], "--format", "md", "-o", out, index=folder).exit_code == 0
    assert "ry.pdf" in out.read_text("utf-8")
