"""Texts of other programs are read through LibreOffice, which may be missing, slow or fail."""

import stat
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from docx import Document
from word_files import casing_table, write_docx

from extractors import extract, office
from relatab.errors import ExtractionError

RTF = (
    r"{\rtf1\ansi Table 1: Casing\par"
    r"\trowd\cellx2000\cellx4000\intbl Casing\cell Shoe (m)\cell\row"
    r"\trowd\cellx2000\cellx4000\intbl 9 5/8\cell 3120\cell\row"
    r"\trowd\cellx2000\cellx4000\intbl 7\cell 3900\cell\row"
    r"\pard\par}"
)

needs_libreoffice = pytest.mark.skipif(
    office.find_libreoffice() is None, reason="LibreOffice is not installed"
)
PATIENCE_SECONDS = 30.0
needs_shell = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")


@pytest.fixture
def rtf(tmp_path: Path) -> Path:
    path = tmp_path / "report.rtf"
    path.write_text(RTF, encoding="ascii")
    return path


def stand_in(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> Path:
    """A program in LibreOffice's place; $OUT is where the converted file is wanted."""
    program = folder / "soffice"
    last_arguments = (
        'while [ $# -gt 1 ]; do [ "$1" = --outdir ] && OUT="$2"; '
        '[ "${1#-env}" != "$1" ] && PROFILE="${1#*=file://}"; shift; done; mkdir -p "$OUT"\n'
    )
    program.write_text(f"#!/bin/sh\n{last_arguments}{script}\n", encoding="ascii")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv(office.PROGRAM_VARIABLE, str(program))
    return program


def refusal(path: Path) -> str:
    with pytest.raises(ExtractionError) as caught:
        extract(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message


@needs_libreoffice
def test_a_rich_text_is_read_with_its_caption_and_keeps_its_own_name(rtf: Path) -> None:
    result = extract(rtf)
    (found,) = result.tables
    assert found.caption is not None
    assert found.caption.text == "Table 1: Casing"
    assert [cell.text for cell in found.cells][-2:] == ["7", "3900"]
    assert found.provenance.path == str(rtf)
    assert found.provenance.pages == (1,)
    assert not found.provenance.page_exact
    assert result.issues == ()


@needs_libreoffice
def test_a_word_97_document_gives_the_same_table_as_its_docx(tmp_path: Path) -> None:
    source = tmp_path / "report.docx"
    document = Document()
    document.add_paragraph("Table 1: Casing")
    rows = (("Casing", "Shoe (m)"), ("9 5/8", "3120"), ("7", "3900"))
    written = document.add_table(len(rows), 2)
    for row, texts in zip(written.rows, rows, strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    document.add_paragraph()
    document.save(str(source))
    subprocess.run(
        [
            str(office.find_libreoffice()),
            f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}",
            "--headless",
            "--convert-to",
            "doc",
            "--outdir",
            str(tmp_path),
            str(source),
        ],
        check=True,
        capture_output=True,
    )
    ours, theirs = extract(source).tables, extract(source.with_suffix(".doc")).tables
    assert [cell.text for cell in theirs[0].cells] == [cell.text for cell in ours[0].cells]
    assert theirs[0].columns == ours[0].columns


@needs_libreoffice
def test_a_web_archive_named_doc_is_read_and_said_to_be_one(tmp_path: Path) -> None:
    archive = "MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n"
    page = "<html><table><tr><th>Casing<th>Shoe</tr><tr><td>7<td>Ø 3900</tr></table></html>"
    path = tmp_path / "report.doc"
    path.write_text(archive + page, encoding="utf-8")
    result = extract(path)
    assert [cell.text for cell in result.tables[0].cells] == ["Casing", "Shoe", "7", "Ø 3900"]
    assert [issue.kind for issue in result.issues] == ["suffix and content disagree"]


def test_without_libreoffice_the_remedy_is_told(rtf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(office.PROGRAM_VARIABLE, str(rtf.with_name("nothing")))
    message = refusal(rtf)
    assert "not installed" in message
    assert "save the file as .docx" in message


@needs_shell
def test_the_converted_file_is_read_under_the_name_of_the_original(
    rtf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    converted = write_docx(tmp_path / "other.docx", casing_table())
    stand_in(tmp_path, monkeypatch, f'cp "{converted}" "$OUT/document.docx"')
    (found,) = extract(rtf).tables
    assert found.provenance.path == str(rtf)
    assert found.id != extract(converted).tables[0].id


@needs_shell
def test_trouble_in_the_converted_file_is_told_of_the_original(
    rtf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path, monkeypatch, 'echo damage > "$OUT/document.docx"')
    assert "damaged" in refusal(rtf)


@needs_shell
def test_a_failed_conversion_says_what_libreoffice_said(
    rtf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path, monkeypatch, "echo warming up; echo 'Error: source file is odd'")
    assert "Error: source file is odd" in refusal(rtf)


@needs_shell
def test_a_conversion_that_hangs_is_ended_with_its_children(
    rtf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = stand_in(tmp_path, monkeypatch, "(sleep 60; :) & sleep 60")
    monkeypatch.setattr(office, "TIMEOUT_SECONDS", 0.3)
    assert "did not finish" in refusal(rtf)
    assert psutil.wait_procs(running(program), PATIENCE_SECONDS)[1] == []


def running(program: Path) -> list[psutil.Process]:
    """The processes that carry out a script."""
    every = psutil.process_iter(["cmdline"])
    return [process for process in every if str(program) in (process.info["cmdline"] or ())]


@needs_shell
def test_a_conversion_ends_with_the_process_that_wanted_it_and_leaves_nothing(
    rtf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = tmp_path / "note"
    script = f'sleep 60 & echo "$! $OUT" > "{note}.part"; mv "{note}.part" "{note}"; wait'
    stand_in(tmp_path, monkeypatch, script)
    owner = subprocess.Popen(
        [sys.executable, "-c", f"from extractors import extract; extract({str(rtf)!r})"]
    )
    while not note.exists():
        assert owner.poll() is None
        time.sleep(0.05)
    child, out = note.read_text("utf-8").split()
    (guard,) = psutil.Process(owner.pid).children()
    processes = [guard, *guard.children(), psutil.Process(int(child))]
    owner.kill()
    owner.wait()
    assert psutil.wait_procs(processes, PATIENCE_SECONDS)[1] == []
    assert not Path(out).parent.exists()


@needs_shell
def test_macros_are_off_and_nothing_is_left_behind(
    rtf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept"
    script = f'cp "$PROFILE/user/registrymodifications.xcu" "{kept}"; echo "$PROFILE" >> "{kept}"'
    stand_in(tmp_path, monkeypatch, script)
    refusal(rtf)
    settings, profile = kept.read_text("utf-8").rsplit("\n", 2)[:2]
    assert 'DisableMacrosExecution" oor:op="fuse"><value>true' in settings
    assert profile.startswith("/")
    assert not Path(profile).exists()


@needs_shell
def test_a_program_that_does_not_start_is_named(
    rtf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = stand_in(tmp_path, monkeypatch, "")
    program.chmod(0o600)
    assert f"LibreOffice at {program} does not start" in refusal(rtf)


@needs_shell
@pytest.mark.parametrize("charset", ["utf-8", "x-unheard-of"])
def test_the_page_of_a_web_archive_is_handed_over_in_one_encoding(
    charset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report.doc"
    head = f"MIME-Version: 1.0\nContent-Type: text/html; charset={charset}\n\n"
    path.write_bytes(f"{head}<html>Ø 7</html>".encode())
    kept = tmp_path / "kept"
    stand_in(tmp_path, monkeypatch, f'cp "$1" "{kept}"')
    refusal(path)
    assert kept.read_text("utf-8-sig").strip() == "<html>Ø 7</html>"


@needs_shell
def test_a_full_disk_is_told_in_one_line(rtf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    stand_in(rtf.parent, monkeypatch, "")
    monkeypatch.setattr(office.shutil, "copyfile", full)
    assert "No space left" in refusal(rtf)
