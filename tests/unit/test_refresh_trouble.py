"""A pass meets files and roots that cannot be read now: what was read stays, and it is told."""

import os
from pathlib import Path
from typing import Any

import pytest
from index_support import read_report, write_report
from refresh_support import CASING, TESTS, captions, counts, refreshed

from relatab.index import refresh, scan, workers
from relatab.index.roots import Wishes
from relatab.index.status import index_status
from relatab.index.store import open_reader

pytestmark = pytest.mark.usefixtures("text_reports")


def test_a_broken_file_fails_alone_and_is_not_tried_until_it_changes(
    share: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (share / "a.docx").write_text("damaged", encoding="utf-8")
    (share / "c.docx").write_text("defect", encoding="utf-8")
    summary = refreshed(index, share)
    assert counts(summary) == {"new": 1, "failed": 2}
    reasons = {Path(path).name: issue.message for path, issue in summary.issues}
    assert reasons["a.docx"] == "damaged; copy it again"
    assert "AssertionError" in reasons["c.docx"]
    again = refreshed(index)
    assert counts(again) == {"unchanged": 3}
    assert (summary.still_failed, again.still_failed) == (0, 2)
    monkeypatch.setattr(workers, "extract", read_report)
    write_report(share / "a.docx", CASING)
    assert counts(refreshed(index)) == {"changed": 1, "unchanged": 2}


def test_failed_documents_are_read_again_on_request(share: Path, index: Path) -> None:
    (share / "a.docx").write_text("damaged", encoding="utf-8")
    refreshed(index, share)
    assert counts(refreshed(index, wishes=Wishes(retry_failed=True))) == {
        "unchanged": 1,
        "failed": 1,
    }


def test_odd_tables_fail_their_document_only(
    share: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = refresh.document_entry

    def refuse(extraction: Any, content: str, path: str) -> Any:
        if path.endswith("a.docx"):
            raise RecursionError("too deep")
        return entry(extraction, content, path)

    monkeypatch.setattr(refresh, "document_entry", refuse)
    assert counts(refreshed(index, share)) == {"new": 1, "failed": 1}


def test_a_file_that_changes_while_it_is_read_waits(
    share: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_slowly(path: Path, *rest: Any) -> Any:
        extraction = read_report(path, *rest)
        if path.name == "a.docx":
            write_report(path, TESTS)
        return extraction

    monkeypatch.setattr(workers, "extract", read_slowly)
    summary = refreshed(index, share)
    assert counts(summary) == {"new": 1}
    assert [issue.kind for _, issue in summary.issues] == ["file changing"]
    monkeypatch.setattr(workers, "extract", read_report)
    assert counts(refreshed(index)) == {"new": 1, "unchanged": 1}
    assert captions(index)["a.docx"] == "Leak-off tests"


def test_a_file_that_is_replaced_before_it_is_read_waits_though_its_time_does_not_tell(
    share: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def replace_and_read(path: Path, *rest: Any) -> Any:
        status = path.stat()
        path.write_text(path.read_text("utf-8").replace("Casing", "Tubing"), encoding="utf-8")
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        return read_report(path, *rest)

    monkeypatch.setattr(workers, "extract", replace_and_read)
    assert counts(refreshed(index, share)) == {"new": 1}
    monkeypatch.setattr(workers, "extract", read_report)
    assert counts(refreshed(index)) == {"new": 1, "unchanged": 1}
    assert captions(index) == {"a.docx": "Tubing", "b.docx": "Mud weights"}


def test_a_file_that_becomes_unreadable_keeps_its_document_until_it_is_readable_again(
    share: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refreshed(index, share)
    before = captions(index)
    os.utime(share / "b.docx", (1, 1))
    refreshed(index)
    os.utime(share / "a.docx", (1, 1))
    with monkeypatch.context() as patch:

        def refuse(path: Path) -> str:
            raise PermissionError(13, "Permission denied", path)

        patch.setattr(scan, "document_hash", refuse)
        summary = refreshed(index)
    assert [(Path(path).name, issue.message) for path, issue in summary.issues] == [
        ("a.docx", "Permission denied")
    ]
    assert captions(index) == before
    assert index_status(index)["issues"][0]["message"] == "Permission denied"
    assert refreshed(index).issues == []
    assert index_status(index)["issues"] == []


def test_a_file_without_bytes_keeps_its_document(share: Path, index: Path) -> None:
    refreshed(index, share)
    (share / "a.docx").write_bytes(b"")
    (share / "new.docx").write_bytes(b"")
    summary = refreshed(index)
    assert [issue.kind for _, issue in summary.issues] == ["file empty", "file empty"]
    assert captions(index) == {"a.docx": "Casing", "b.docx": "Mud weights"}
    write_report(share / "a.docx", TESTS)
    assert counts(refreshed(index))["changed"] == 1


def test_a_document_open_in_office_is_read_anew_when_it_is_closed(share: Path, index: Path) -> None:
    refreshed(index, share)
    lock = share / "~$a.docx"
    lock.write_bytes(b"")
    write_report(share / "a.docx", TESTS)
    summary = refreshed(index)
    assert [issue.message for _, issue in summary.issues] == ["open in Office"]
    assert captions(index)["a.docx"] == "Casing"
    lock.unlink()
    assert counts(refreshed(index)) == {"changed": 1, "unchanged": 1}
    assert captions(index)["a.docx"] == "Leak-off tests"


def test_a_missing_root_keeps_its_documents_and_says_so(share: Path, index: Path) -> None:
    refreshed(index, share)
    before = captions(index)
    share.rename(share.with_name("unmounted"))
    summary = refreshed(index)
    assert counts(summary) == {}
    ((place, issue),) = summary.unavailable
    assert (place, issue.kind) == (str(share), "root unreachable")
    assert "--accept-deletions" in issue.action
    assert captions(index) == before
    with open_reader(index) as reader:
        assert [root.state for root in reader.roots()] == ["missing"]


def test_a_root_found_again_is_as_before(share: Path, index: Path) -> None:
    refreshed(index, share)
    share.rename(share.with_name("unmounted"))
    refreshed(index)
    share.with_name("unmounted").rename(share)
    assert counts(refreshed(index)) == {"unchanged": 2}


def test_a_root_that_lost_most_documents_keeps_them_until_that_is_confirmed(
    share: Path, index: Path
) -> None:
    for number in range(8):
        write_report(share / f"{number}.docx", (f"Report {number}", CASING[1]))
    refreshed(index, share)
    before = captions(index)
    for number in range(8):
        (share / f"{number}.docx").unlink()
    summary = refreshed(index)
    assert counts(summary) == {"unchanged": 2}
    assert [issue.message for _, issue in summary.unavailable] == ["8 of 10 documents are gone"]
    assert captions(index) == before
    with open_reader(index) as reader:
        assert [root.state for root in reader.roots()] == ["shrunk"]
    summary = refreshed(index, wishes=Wishes(accept_deletions=True))
    assert (counts(summary), summary.unavailable) == ({"deleted": 8, "unchanged": 2}, [])
    with open_reader(index) as reader:
        assert [root.state for root in reader.roots()] == ["ok"]
