"""Documents that have gone since they were indexed: never named without saying so."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from cli_support import CASING, THICKENING, json_of, run, write_reports

NOTE = "moved or removed since it was indexed"


@pytest.fixture
def share(tmp_path: Path) -> Path:
    return write_reports(tmp_path / "share")


@pytest.fixture
def index(share: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "index"
    assert run("index", share, "--jobs", "0", index=folder).exit_code == 0
    return folder


def file_of(share: Path, name: str) -> Path:
    (path,) = share.rglob(name)
    return path


def test_search_and_related_mark_what_is_gone(share: Path, index: Path) -> None:
    report = file_of(share, "Sement*")
    report.unlink()
    found = json_of(run("search", "casing shoe and slurry", "--json", index=index))["tables"]
    states = {table["caption"]: table["availability"] for table in found}
    assert (states[CASING[0]], states[THICKENING[0]]) == ("removed", "present")
    printed = run("search", "casing shoe and slurry", index=index).stdout
    assert f"{report.name}: {NOTE}" in printed
    thickening = next(t["table_id"] for t in found if t["caption"] == THICKENING[0])
    linked = json_of(run("related", thickening, "--json", index=index))["related"]
    assert {table["availability"] for table in linked} == {"removed"}
    assert NOTE in run("related", thickening, index=index).stdout


def test_a_copy_stands_in_for_the_one_that_is_gone(share: Path, index: Path) -> None:
    copy = file_of(share, "copy of*")
    copy.unlink()
    (table, *_) = json_of(run("search", "thickening time", "--json", index=index))["tables"]
    assert (table["caption"], table["availability"]) == (THICKENING[0], "present")
    assert table["paths"] == [str(file_of(share, "slurry tests*"))]


def test_show_and_export_say_so_too(share: Path, index: Path, tmp_path: Path) -> None:
    report = file_of(share, "Sement*")
    report.unlink()
    out = tmp_path / "out.jsonl"
    done = run("export", out, index=index)
    assert (done.exit_code, f"{report}: {NOTE}" in done.stderr) == (0, True)
    lines = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    states = {Path(table["document"]).name: table["availability"] for table in lines}
    assert states[report.name] == "removed"
    assert set(states.values()) == {"removed", "present"}
    gone = next(table["table_id"] for table in lines if table["availability"] == "removed")
    assert f"{report}: {NOTE}" in run("show", gone, index=index).stderr
    assert run("export", tmp_path / "out.csv", index=index).exit_code == 0
    with (tmp_path / "out.csv").open(encoding="utf-8-sig", newline="") as file:
        assert {row["availability"] for row in csv.DictReader(file)} == {"removed", "present"}
