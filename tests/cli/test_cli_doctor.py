"""`relatab doctor`: what it says of a sound index, of a damaged one, and after a repair."""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from pathlib import Path

import apsw
import pytest
from cli_support import json_of, run

from relatab.index.derived import FOLDER
from relatab.index.lock import writer_lock


@pytest.fixture
def damaged(index: Path, tmp_path: Path) -> Path:
    """An index one of whose stored tables cannot be read any more."""
    folder = Path(shutil.copytree(index, tmp_path / "index"))
    with closing(apsw.Connection(os.fspath(folder / "index.sqlite"))) as connection:
        connection.execute("UPDATE tables SET json = x'00' WHERE id = 1")
    return folder


def test_a_sound_index_is_called_so(index: Path) -> None:
    result = run("doctor", index=index)
    assert (result.exit_code, result.stdout) == (0, f"{index}: sound\n")
    report = json_of(run("doctor", "--full", "--json", index=index))
    assert (report["sound"], report["findings"], report["writer"]) == (True, [], None)


def test_damage_is_told_with_its_remedy_and_mended(damaged: Path, reports: Path) -> None:
    told = run("doctor", index=damaged)
    assert told.exit_code == 1
    assert "cannot be read" in told.stdout
    assert told.stderr.endswith("not sound; run `relatab doctor --repair`\n")
    result = run("doctor", "--json", index=damaged)
    assert result.exit_code == 1
    repaired = json_of(run("doctor", "--repair", "--json", index=damaged))
    assert repaired["sound"]
    assert {finding["kind"] for finding in repaired["mended"]} >= {"tables"}
    assert all(finding["repairable"] and finding["remedy"] for finding in repaired["mended"])
    assert json_of(run("status", "--json", index=damaged))["documents"] == 1
    assert run("index", reports, "-j", "0", index=damaged).exit_code == 0
    assert json_of(run("status", "--json", index=damaged))["documents"] == 2
    assert run("doctor", index=damaged).exit_code == 0


def test_what_is_harmless_leaves_the_index_sound(index: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(index, tmp_path / "index"))
    (folder / FOLDER / "draft-1-abc").mkdir()
    result = run("doctor", index=folder)
    assert result.exit_code == 0
    assert f"{FOLDER}/draft-1-abc" in result.stdout
    assert result.stdout.endswith("sound\n")


def test_a_writer_is_named_and_a_repair_waits_for_it(index: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(index, tmp_path / "index"))
    with writer_lock(folder, wait=0):
        assert f"process {os.getpid()} on" in run("doctor", index=folder).stderr
        assert json_of(run("doctor", "--json", index=folder))["writer"]["pid"] == os.getpid()
        result = run("doctor", "--repair", "--wait", "0", index=folder)
    assert result.exit_code == 1
    assert f"in use for writing by process {os.getpid()}" in result.stderr


def test_no_index_is_one_clear_line(tmp_path: Path) -> None:
    result = run("doctor", index=tmp_path / "nothing")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
