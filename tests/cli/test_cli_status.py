"""`relatab status`: for programs, by documented keys, and for people."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cli_support import CASING, LOSSES, json_of, run, write_word

from relatab.index.lock import writer_lock
from relatab.index.store import open_reader, open_writer

OPERATIONS = Path(__file__).parents[2] / "docs" / "operations.md"


def index(share: Path, folder: Path, *options: str) -> None:
    assert run("index", share, "-j", "0", *options, index=folder).exit_code == 0


def refresh(folder: Path) -> None:
    run("refresh", "-j", "0", index=folder)


def overview(folder: Path) -> str:
    """What people read, with every run of white space as one blank."""
    result = run("status", index=folder)
    assert result.exit_code == 0, result.stderr
    return " ".join(result.stdout.split())


def keys(value: Any) -> Iterator[str]:
    """Every key in a JSON value, but for the names of changes."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from keys(inner) if key != "counts" else ()
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner)


def test_every_key_is_documented(share: Path, folder: Path) -> None:
    (share / "avkortet.pdf").write_bytes(b"%PDF-1.7 cut short")
    refresh(folder)
    with writer_lock(folder, 0):
        status = json_of(run("status", "--json", index=folder))
    assert status["last_change"]["changes"]
    assert status["writer"]["pid"] == os.getpid()
    documented = set(re.findall(r"`(\w+)`", OPERATIONS.read_text("utf-8")))
    assert set(keys(status)) - documented == set()


def test_counts_are_integers(folder: Path, share: Path) -> None:
    status = json_of(run("status", "--json", index=folder))
    counts = ("documents", "tables", "pages", "values", "associations", "failed", "duplicates")
    assert all(type(status[name]) is int for name in (*counts, "size_bytes", "generation"))
    assert (status["documents"], status["tables"], status["duplicates"]) == (2, 3, 1)
    (root,) = status["roots"]
    assert (root["path"], root["documents"], root["state"]) == (str(share), 2, "ok")
    assert root["last_pass"] == root["last_deep"]
    assert root["last_pass"].endswith("+00:00")


def test_people_read_what_is_followed_and_what_failed(share: Path, folder: Path) -> None:
    (share / "[red]avkortet.pdf").write_bytes(b"%PDF-1.7 cut short")
    refresh(folder)
    told = overview(folder)
    assert "3 documents, 3 tables" in told
    assert re.search(r" ok \S* ?3 just now", told)
    assert "Last pass just now: 1 failed, 3 unchanged" in told
    assert "share/[red]avkortet.pdf" in told.partition("Could not be read:")[2]


def test_people_read_what_changed_when_something_last_did(share: Path, folder: Path) -> None:
    write_word(share / "nytt.docx", LOSSES)
    (share / "Лаборатория" / "slurry tests 水泥.pdf").rename(share / "moved.pdf")
    for _ in range(2):
        refresh(folder)
    told = overview(folder)
    assert "Last pass just now: 4 unchanged" in told
    change = told.partition("Last change just now: ")[2]
    assert change.startswith("1 new, 1 moved, 2 unchanged")
    assert "new share/nytt.docx" in change
    assert "moved share/moved.pdf" in change


def test_people_read_which_files_are_the_same_and_which_are_versions(
    share: Path, folder: Path
) -> None:
    write_word(share / "final.docx", CASING, LOSSES, ("Table 3", [["Mud", "sg"], ["WBM", "1.2"]]))
    refresh(folder)
    told = overview(folder)
    same = told.partition("Same content, read once: ")[2]
    assert same.startswith("share/Brønn 39_8 A-3/copy of slurry tests.pdf = share/Лаборатория/")
    assert "share/Brønn 39_8 A-3/Sementrapport åpent hull.docx ~ share/final.docx" in told


def test_an_unavailable_folder_comes_with_its_remedy(
    share: Path, folder: Path, tmp_path: Path
) -> None:
    share.rename(tmp_path / "unmounted")
    refresh(folder)
    status = json_of(run("status", "--json", index=folder))
    (root,) = status["roots"]
    assert (root["state"], root["documents"]) == ("missing", 2)
    told = overview(folder)
    assert " missing " in told
    assert root["trouble"] in told
    assert "nothing was removed" in root["remedy"]
    assert "nothing was removed" in told


def test_the_rules_of_a_folder_are_shown_where_they_are_not_the_usual_ones(
    share: Path, folder: Path
) -> None:
    assert "OCR" not in overview(folder)
    options = ("--include", "*.docx", "--exclude", "old/", "--ocr", "off", "--most-lost", "0.25")
    index(share, folder, *options)
    told = overview(folder)
    for part in ("only *.docx", "not old/", "OCR off", "up to 25% may vanish"):
        assert part in told


@pytest.mark.parametrize("days", [-8, 2])
def test_a_state_is_not_told_when_it_is_old_or_of_a_time_to_come(folder: Path, days: int) -> None:
    with open_reader(folder) as reader:
        (root,), fingerprint = reader.roots(), reader.fingerprint()
    with open_writer(folder, fingerprint) as writer:
        writer.replace_roots([replace(root, last_pass=time.time() + days * 86_400)])
    told = overview(folder)
    assert " not known " in told
    assert ("8 days ago" if days < 0 else "clock set back since") in told


def test_the_last_deep_pass_is_told(folder: Path) -> None:
    assert "compared" not in overview(folder)
    with open_reader(folder) as reader:
        (root,), fingerprint = reader.roots(), reader.fingerprint()
    for moment, words in ((None, "never compared"), (time.time() - 3 * 3600, "compared 3 h ago")):
        with open_writer(folder, fingerprint) as writer:
            writer.replace_roots([replace(root, last_deep=moment)])
        assert f"contents {words}" in overview(folder)


def test_who_writes_at_present_is_told(folder: Path) -> None:
    assert "Being written to" not in overview(folder)
    with writer_lock(folder, 0):
        assert f"Being written to by process {os.getpid()}" in overview(folder)


def test_an_index_that_follows_nothing_says_so(share: Path, folder: Path) -> None:
    assert run("forget", share, index=folder).exit_code == 0
    told = overview(folder)
    assert "Follows no folder" in told
    assert "followed state" not in told
