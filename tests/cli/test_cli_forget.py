"""`relatab forget`: folders that are no longer followed."""

from __future__ import annotations

from pathlib import Path

from cli_support import json_of, run, write_reports


def test_a_forgotten_folder_takes_its_documents_with_it(tmp_path: Path) -> None:
    share, folder = write_reports(tmp_path / "Brønner"), tmp_path / "index"
    laboratory = share / "Лаборатория"
    run("index", share, laboratory, "-j", "0", index=folder)
    result = run("forget", share, index=folder)
    assert (result.exit_code, result.stdout) == (0, "")
    assert "1 documents, 2 files; 1 files" in result.stderr
    status = json_of(run("status", "--json", index=folder))
    assert [root["path"] for root in status["roots"]] == [str(laboratory)]
    assert (status["documents"], status["linked"]) == (1, True)
    assert sorted(share.rglob("*.docx"))


def test_a_folder_that_is_not_followed_is_one_clear_line(tmp_path: Path) -> None:
    share, folder = write_reports(tmp_path / "Brønner"), tmp_path / "index"
    run("index", share, "-j", "0", index=folder)
    result = run("forget", tmp_path / "other", index=folder)
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1
    assert str(share) in result.stderr
    assert run("forget", index=folder).exit_code == 2
