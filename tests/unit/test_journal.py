"""The log of passes: whole lines, whatever becomes of the file between two writes."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from relatab.errors import RelatabError
from relatab.index.progress import Summary
from relatab.interfaces.journal import Journal, pass_events
from relatab.model import Issue


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "passes.jsonl"


@pytest.fixture
def journal(log: Path, tmp_path: Path) -> Journal:
    return Journal(log, tmp_path / "index")


def events(path: Path) -> list[dict[str, Any]]:
    text = path.read_text("ascii")
    assert not text or text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()]


def numbers(path: Path) -> list[int]:
    return [event["number"] for event in events(path)]


def test_each_event_is_a_line_with_time_and_index(
    log: Path, journal: Journal, tmp_path: Path
) -> None:
    journal.write([{"event": "trouble", "message": "brønn\n井"}])
    journal.write([])
    (event,) = events(log)
    assert event["time"].endswith("+00:00")
    assert (event["index"], event["message"]) == (str(tmp_path / "index"), "brønn\n井")


def test_a_file_that_was_renamed_is_made_anew(log: Path, journal: Journal) -> None:
    journal.write([{"number": 1}])
    log.rename(log.with_suffix(".1"))
    journal.write([{"number": 2}])
    assert (numbers(log.with_suffix(".1")), numbers(log)) == ([1], [2])


def test_a_file_that_was_copied_and_cut_is_gone_on_with(log: Path, journal: Journal) -> None:
    journal.write([{"number": 1}])
    shutil.copy(log, log.with_suffix(".1"))
    os.truncate(log, 0)
    journal.write([{"number": 2}])
    assert numbers(log) == [2]


def test_a_line_that_was_cut_short_spoils_no_other(log: Path, journal: Journal) -> None:
    log.write_text('{"number": 1}\n{"numb')
    journal.write([{"number": 2}])
    _, torn, whole = log.read_text().splitlines()
    assert (torn, json.loads(whole)["number"]) == ('{"numb', 2)


def test_a_log_that_cannot_be_written_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(RelatabError, match=r"nowhere.*--log"):
        Journal(tmp_path / "nowhere" / "log", tmp_path)


def test_a_pass_is_told_by_what_it_changed_and_what_was_irregular() -> None:
    summary = Summary(
        unchanged=3,
        issues=[("/share/a.pdf", Issue("failed", "cut short"))],
        unavailable=[("/other", Issue("root missing", "no such folder", action="kept"))],
        stopped=True,
        seconds=1.23456,
    )
    summary.note("new", ["/share/br\udce9.docx"])
    document, issue, place, last = pass_events(summary)
    assert document == {"event": "document", "change": "new", "path": "/share/br\\xe9.docx"}
    assert (issue["event"], issue["document"], issue["kind"]) == ("issue", "/share/a.pdf", "failed")
    assert (place["event"], place["document"], place["action"]) == ("unavailable", "/other", "kept")
    assert (last["event"], last["complete"], last["seconds"]) == ("pass", False, 1.235)
    assert (last["counts"]["new"], last["counts"]["unchanged"]) == (1, 3)
    json.dumps([document, issue, place, last])
