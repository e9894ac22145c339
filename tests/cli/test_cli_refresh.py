"""`relatab refresh`: one pass, what it tells, logs and refuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cli_support import LOSSES, json_of, run, write_word
from click.testing import Result

from relatab.index.lock import writer_lock
from relatab.index.store import open_reader, open_writer


def refresh(folder: Path, *options: str | Path) -> Result:
    return run("refresh", "-j", "0", *options, index=folder)


def logged(log: Path, event: str) -> list[dict[str, Any]]:
    lines = map(json.loads, log.read_text("ascii").splitlines())
    return [line for line in lines if line["event"] == event]


def test_a_pass_is_one_line_with_what_changed(share: Path, folder: Path) -> None:
    write_word(share / "nytt.docx", LOSSES)
    first, second = refresh(folder), refresh(folder)
    assert [first.exit_code, second.exit_code] == [0, 0]
    assert [first.stdout, second.stdout] == ["", ""]
    (line,) = first.stderr.splitlines()
    assert "  1 new, 3 unchanged in " in line
    (line,) = second.stderr.splitlines()
    assert "  4 unchanged in " in line
    assert json_of(run("status", "--json", index=folder))["tables"] == 4


def test_the_log_holds_each_pass_with_its_changes_and_issues(
    share: Path, folder: Path, tmp_path: Path
) -> None:
    log = tmp_path / "passes.jsonl"
    (share / "avkortet.pdf").write_bytes(b"%PDF-1.7 cut short")
    write_word(share / "nytt.docx", LOSSES)
    for _ in range(2):
        assert refresh(folder, "--log", log).exit_code == 0
    first, second = logged(log, "pass")
    assert (first["counts"]["new"], first["counts"]["failed"]) == (1, 1)
    assert (second["counts"]["new"], second["counts"]["unchanged"]) == (0, 5)
    assert {first["index"], second["index"]} == {str(folder)}
    changes = {(each["change"], each["path"]) for each in logged(log, "document")}
    assert changes == {
        ("new", str(share / "nytt.docx")),
        ("failed", str(share / "avkortet.pdf")),
    }
    (issue,) = logged(log, "issue")
    assert (issue["document"], issue["kind"]) == (str(share / "avkortet.pdf"), "failed")


def test_a_failed_document_is_an_error_only_when_it_is_asked_for(share: Path, folder: Path) -> None:
    (share / "avkortet.pdf").write_bytes(b"%PDF-1.7 cut short")
    assert refresh(folder).exit_code == 0
    strict = refresh(folder, "--strict")
    assert strict.exit_code == 1
    assert "1 documents could not be read (--strict)" in strict.stderr


def test_an_unavailable_folder_is_told_and_keeps_its_documents(
    share: Path, folder: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    write_word(other / "nytt.docx", LOSSES)
    assert run("index", other, "-j", "0", index=folder).exit_code == 0
    share.rename(tmp_path / "unmounted")
    log = tmp_path / "passes.jsonl"
    result = refresh(folder, "--log", log)
    assert result.exit_code == 0
    assert str(share) in result.stderr
    assert json_of(run("status", "--json", index=folder))["tables"] == 4
    (place,) = logged(log, "unavailable")
    assert place["document"] == str(share)
    assert refresh(folder, "--strict").exit_code == 1
    assert refresh(folder, "--accept-deletions").exit_code == 0
    assert json_of(run("status", "--json", index=folder))["tables"] == 1


def test_nothing_reached_is_an_error(share: Path, folder: Path, tmp_path: Path) -> None:
    share.rename(tmp_path / "unmounted")
    result = refresh(folder)
    assert result.exit_code == 1
    assert "no followed folder can be reached; see `relatab status`" in result.stderr
    assert json_of(run("status", "--json", index=folder))["tables"] == 3


def test_another_writer_is_named_and_logged(folder: Path, tmp_path: Path) -> None:
    log = tmp_path / "passes.jsonl"
    with writer_lock(folder, 0):
        result = refresh(folder, "--wait", "0", "--log", log)
    assert result.exit_code == 1
    assert f"process {os.getpid()}" in result.stderr
    (trouble,) = logged(log, "trouble")
    assert f"process {os.getpid()}" in trouble["message"]


def test_no_index_is_an_error_and_makes_none(tmp_path: Path) -> None:
    for interval in ((), ("--every", "1s")):
        result = refresh(tmp_path / "nowhere", *interval)
        assert result.exit_code == 1
        assert "no index here" in result.stderr
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    "options",
    [
        ("--every", "often"),
        ("--every", "0s"),
        ("--every", "1h", "--accept-deletions"),
        ("--watch", "--strict"),
    ],
)
def test_wrong_usage_is_refused(folder: Path, options: tuple[str, ...]) -> None:
    result = refresh(folder, *options)
    assert result.exit_code == 2
    assert "Traceback" not in result.stderr


def test_a_log_that_cannot_be_written_is_told_before_the_pass(share: Path, folder: Path) -> None:
    write_word(share / "nytt.docx", LOSSES)
    result = refresh(folder, "--log", share / "nowhere" / "log")
    assert result.exit_code == 1
    assert "--log" in result.stderr
    assert json_of(run("status", "--json", index=folder))["tables"] == 3


DAY = 86_400.0


def last_deep(folder: Path) -> float:
    with open_reader(folder) as reader:
        (root,) = reader.roots()
    assert root.last_deep is not None
    return root.last_deep


def set_last_deep(folder: Path, moment: float) -> None:
    with open_reader(folder) as reader:
        (root,) = reader.roots()
        fingerprint = reader.fingerprint()
    with open_writer(folder, fingerprint) as writer:
        writer.replace_roots([replace(root, last_deep=moment)])


def test_same_size_and_time_but_other_content_is_found_by_a_deep_pass(
    share: Path, folder: Path
) -> None:
    report = next(share.rglob("Sementrapport*"))
    status = report.stat()
    os.utime(report, ns=(status.st_atime_ns, status.st_mtime_ns - 10_000_000_000))
    assert refresh(folder).exit_code == 0
    status = report.stat()
    report.write_bytes(bytes(status.st_size))
    os.utime(report, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert "  3 unchanged in " in refresh(folder, "--deep-every", "7d").stderr
    set_last_deep(folder, time.time() - 8 * DAY)
    assert "  1 failed, 2 unchanged" in refresh(folder, "--deep-every", "7d").stderr


@pytest.mark.parametrize(("days", "is_due"), [(-6, False), (-8, True), (1, True)])
def test_a_deep_pass_is_due_after_its_interval_or_when_the_clock_was_set_back(
    folder: Path, days: float, is_due: bool
) -> None:
    moment = time.time() + days * DAY
    set_last_deep(folder, moment)
    assert refresh(folder, "--deep-every", "7d").exit_code == 0
    assert (last_deep(folder) != moment) == is_due


@pytest.mark.model
def test_a_pass_that_finds_nothing_changed_loads_no_model(share: Path, tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "from relatab.interfaces.cli import cli\n"
        "cli(sys.argv[1:], standalone_mode=False)\n"
        "print('onnxruntime' in sys.modules)"
    )
    common = ["-j", "0", "--index", str(tmp_path / "index")]
    environment = {name: value for name, value in os.environ.items() if name != "RELATAB_MODEL"}
    loaded = [
        subprocess.run(
            [sys.executable, "-c", script, *arguments, *common],
            capture_output=True,
            text=True,
            check=True,
            env=environment,
        ).stdout.strip()
        for arguments in (["index", str(share)], ["refresh"])
    ]
    assert loaded == ["True", "False"]
