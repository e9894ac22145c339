"""The pass over the roots: what becomes of documents as files come, change, move and go."""

import os
import shutil
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from index_support import ENCODER, logical_dump, read_report, write_report

from extractors.base import Options
from relatab.errors import FingerprintError, IndexFolderError
from relatab.index import refresh, scan, workers
from relatab.index.corpus import Corpus
from relatab.index.progress import Progress, Summary
from relatab.index.refresh import update_index
from relatab.index.roots import Rules, Wishes
from relatab.index.status import index_status
from relatab.index.store import open_reader

CASING = ("Casing", [["Size (in)", "Depth (m)"], ["9 5/8", "2504"]])
MUD = ("Mud weights", [["Depth (m)", "Weight (ppg)"], ["2504", "10.3"]])
TESTS = ("Leak-off tests", [["Depth (m)", "Pressure"], ["1200", "88"]])


@pytest.fixture(autouse=True)
def _text_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "extract", read_report)


@pytest.fixture
def share(tmp_path: Path) -> Path:
    share = tmp_path / "share"
    share.mkdir()
    write_report(share / "a.docx", CASING)
    write_report(share / "b.docx", MUD)
    return share


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return tmp_path / "index"


def refreshed(index: Path, *paths: Path, **options: Any) -> Summary:
    return update_index(index, paths, encoder=ENCODER, jobs=0, **options)


def counts(summary: Summary) -> dict[str, int]:
    """The counts that are not zero."""
    names = ("new", "changed", "moved", "copied", "deleted", "unchanged", "failed")
    return {name: count for name in names if (count := getattr(summary, name))}


def captions(index: Path) -> dict[str, str]:
    """Captions by the name of the file where they stand."""
    with open_reader(index) as reader:
        return {
            Path(table.provenance.path).name: table.caption.text
            for table in reader.tables(reader.table_ids()).values()
            if table.caption
        }


def dump(index: Path) -> dict[str, Any]:
    with open_reader(index) as reader:
        return logical_dump(reader)


def test_a_first_pass_takes_every_document_in(share: Path, index: Path) -> None:
    summary = refreshed(index, share)
    assert counts(summary) == {"new": 2}
    assert (summary.tables, summary.pages) == (2, 2)
    assert captions(index) == {"a.docx": "Casing", "b.docx": "Mud weights"}
    with open_reader(index) as reader:
        assert reader.linked()
        assert [root.path for root in reader.roots()] == [str(share)]


def test_nothing_is_read_again_while_nothing_changes(
    share: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refreshed(index, share)
    before = dump(index)
    monkeypatch.setattr(workers, "extract", None)
    assert counts(refreshed(index)) == {"unchanged": 2}
    assert dump(index) == before


def test_a_touched_file_is_hashed_but_not_read_again(
    share: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refreshed(index, share)
    os.utime(share / "a.docx", (1, 1))
    monkeypatch.setattr(workers, "extract", None)
    assert counts(refreshed(index)) == {"unchanged": 2}
    with open_reader(index) as reader:
        assert reader.files()[0].mtime_ns == 1_000_000_000


def test_a_changed_file_replaces_its_document(share: Path, index: Path) -> None:
    refreshed(index, share)
    write_report(share / "a.docx", TESTS)
    assert counts(refreshed(index)) == {"changed": 1, "unchanged": 1}
    assert captions(index) == {"a.docx": "Leak-off tests", "b.docx": "Mud weights"}


def test_a_new_and_a_deleted_file(share: Path, index: Path) -> None:
    refreshed(index, share)
    (share / "a.docx").unlink()
    write_report(share / "c.docx", TESTS)
    assert counts(refreshed(index)) == {"new": 1, "deleted": 1, "unchanged": 1}
    assert captions(index) == {"b.docx": "Mud weights", "c.docx": "Leak-off tests"}


def test_moved_files_keep_their_tables_without_being_read(
    share: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refreshed(index, share)
    (share / "Brønn 7").mkdir()
    (share / "a.docx").rename(share / "Brønn 7" / "renamed.docx")
    monkeypatch.setattr(workers, "extract", None)
    assert counts(refreshed(index)) == {"moved": 1, "unchanged": 1}
    assert captions(index) == {"renamed.docx": "Casing", "b.docx": "Mud weights"}


def test_a_moved_document_is_known_by_its_new_names_only(share: Path, index: Path) -> None:
    (share / "a.docx").rename(share / "well 7-11-1.docx")
    refreshed(index, share)
    (share / "well 7-11-1.docx").rename(share / "well 15-9-F-12.docx")
    refreshed(index)
    fresh = index.with_name("fresh")
    refreshed(fresh, share)
    assert dump(index) == dump(fresh)
    assert "15/9-F-12" in str(dump(index))
    assert "7/11-1" not in str(dump(index))


def test_a_copy_adds_a_path_and_no_document(share: Path, index: Path) -> None:
    refreshed(index, share)
    shutil.copy(share / "a.docx", share / "copy of a.docx")
    assert counts(refreshed(index)) == {"copied": 1, "unchanged": 2}
    with open_reader(index) as reader:
        assert reader.counts()["documents"] == 2
        assert reader.counts()["duplicates"] == 1


def test_two_new_files_of_one_content_are_read_once(share: Path, index: Path) -> None:
    shutil.copy(share / "a.docx", share / "z.docx")
    assert counts(refreshed(index, share)) == {"new": 2}


def test_files_that_swap_their_names_keep_their_tables(share: Path, index: Path) -> None:
    refreshed(index, share)
    (share / "a.docx").rename(share / "x.docx")
    (share / "b.docx").rename(share / "a.docx")
    (share / "x.docx").rename(share / "b.docx")
    assert counts(refreshed(index)) == {"moved": 2}
    assert captions(index) == {"a.docx": "Mud weights", "b.docx": "Casing"}


def test_a_file_overwritten_by_a_copy_of_another_one(share: Path, index: Path) -> None:
    refreshed(index, share)
    shutil.copy(share / "a.docx", share / "b.docx")
    summary = refreshed(index)
    assert counts(summary) == {"copied": 1, "deleted": 1, "unchanged": 1}
    assert ("deleted", str(share / "b.docx")) in summary.changes
    assert captions(index) == {"a.docx": "Casing"}


def test_a_renamed_file_whose_name_is_taken_by_a_new_one(share: Path, index: Path) -> None:
    refreshed(index, share)
    (share / "a.docx").rename(share / "old.docx")
    write_report(share / "a.docx", TESTS)
    refreshed(index)
    assert captions(index) == {
        "a.docx": "Leak-off tests", "b.docx": "Mud weights", "old.docx": "Casing",
    }  # fmt: skip


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


def test_only_the_given_roots_are_scanned_and_the_rest_stays(
    share: Path, index: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    write_report(other / "c.docx", TESTS)
    refreshed(index, share, other)
    (other / "c.docx").unlink()
    write_report(other / "d.docx", CASING, TESTS)
    assert counts(refreshed(index, share)) == {"unchanged": 2}
    assert counts(refreshed(index)) == {"new": 1, "deleted": 1, "unchanged": 2}


def test_a_single_file_can_be_followed(share: Path, index: Path) -> None:
    assert counts(refreshed(index, share / "a.docx")) == {"new": 1}
    assert captions(index) == {"a.docx": "Casing"}


def test_an_index_that_follows_nothing_says_what_to_do(index: Path) -> None:
    with pytest.raises(IndexFolderError, match="relatab index PATH"):
        refreshed(index)


def test_a_path_that_does_not_exist_is_an_error_and_is_not_followed(
    share: Path, index: Path
) -> None:
    with pytest.raises(IndexFolderError, match="no such file"):
        refreshed(index, share, share / "missing")
    with pytest.raises(IndexFolderError, match="follows no folder"):
        refreshed(index)


def test_another_model_is_refused(share: Path, index: Path) -> None:
    from relatab.embedding import HashingEncoder

    refreshed(index, share)
    with pytest.raises(FingerprintError, match="dimension=256"):
        update_index(index, [share], encoder=HashingEncoder(64), jobs=0)


def test_progress_tells_stages_and_counts(share: Path, index: Path) -> None:
    seen: list[tuple[str, int, int, int]] = []

    def watch(now: Progress) -> None:
        seen.append((now.stage, now.files_done, now.files, now.tables))

    refreshed(index, share, watch=watch)
    assert list(dict.fromkeys(stage for stage, *_ in seen)) == ["scan", "read", "link", "done"]
    assert seen[-1] == ("done", 2, 2, 2)


def test_an_interrupted_link_is_made_up_for(
    share: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(refresh, "update_links", interrupt)
        with pytest.raises(KeyboardInterrupt):
            refreshed(index, share)
    with open_reader(index) as reader:
        assert not reader.linked()
    refreshed(index)
    fresh = index.with_name("fresh")
    refreshed(fresh, share)
    assert dump(index) == dump(fresh)


def test_derived_arrays_of_former_generations_go(share: Path, index: Path) -> None:
    refreshed(index, share)
    write_report(share / "c.docx", TESTS)
    refreshed(index)
    with open_reader(index) as reader:
        kept = [folder.name for folder in (index / "derived").iterdir()]
        assert kept == [reader.state()]


def test_the_time_of_the_last_pass_is_recorded(share: Path, index: Path) -> None:
    before = time.time()
    refreshed(index, share)
    with open_reader(index) as reader:
        (root,) = reader.roots()
    assert root.last_pass is not None
    assert before <= root.last_pass <= time.time()


def test_results_do_not_depend_on_the_number_of_workers(share: Path, index: Path) -> None:
    docx = pytest.importorskip("docx")
    for name in ("a", "b"):
        report = docx.Document()
        report.add_table(rows=2, cols=2).cell(0, 0).text = name
        report.save(os.fspath(share / f"{name}.docx"))
    dumps = []
    for jobs in (1, 2):
        folder = index.with_name(f"index {jobs}")
        update_index(folder, [share], encoder=ENCODER, jobs=jobs)
        dumps.append(dump(folder))
    assert dumps[0] == dumps[1]
    assert len(dumps[0]["documents"]) == 2


def test_what_a_pass_changed_is_kept_with_the_index(share: Path, index: Path) -> None:
    refreshed(index, share)
    (share / "a.docx").rename(share / "c.docx")
    (share / "b.docx").unlink()
    refreshed(index)
    refreshed(index)
    with open_reader(index) as reader:
        last, changing = reader.passes()
    assert (last.changes, last.counts["unchanged"], last.complete) == ((), 1, True)
    assert dict(changing.changes) == {
        "moved": str(share / "c.docx"),
        "deleted": str(share / "b.docx"),
    }
    assert abs(last.ended - time.time()) < 3600
    assert (changing.counts["moved"], changing.counts["deleted"]) == (1, 1)


def test_a_pass_that_is_asked_to_stop_ends_after_the_document_at_hand(
    share: Path, index: Path
) -> None:
    write_report(share / "c.docx", TESTS)
    read: list[str] = []

    def watch(now: Progress) -> None:
        read[:] = [now.path] * now.files_done

    first = refreshed(index, share, watch=watch, stop=lambda: bool(read))
    assert (first.stopped, counts(first)) == (True, {"new": 1})
    with open_reader(index) as reader:
        assert not reader.linked()
        assert [root.last_pass for root in reader.roots()] == [None]
    second = refreshed(index)
    assert (second.stopped, counts(second)) == (False, {"new": 2, "unchanged": 1})
    fresh = index.with_name("fresh")
    refreshed(fresh, share)
    assert dump(index) == dump(fresh)


def test_a_pass_that_is_stopped_while_it_compares_files_changes_nothing(
    share: Path, index: Path
) -> None:
    refreshed(index, share)
    before = dump(index)
    (share / "a.docx").rename(share / "moved.docx")
    summary = refreshed(index, stop=lambda: True)
    assert (summary.stopped, counts(summary)) == (True, {})
    assert dump(index) == before


def test_a_content_that_changed_under_the_same_size_and_time_is_found_by_a_deep_pass(
    share: Path, index: Path
) -> None:
    path = share / "a.docx"
    os.utime(path, (1, 1))
    refreshed(index, share)
    path.write_text(path.read_text("utf-8").replace("Casing", "Tubing"), encoding="utf-8")
    os.utime(path, (1, 1))
    assert counts(refreshed(index)) == {"unchanged": 2}
    assert counts(refreshed(index, wishes=Wishes(deep=True))) == {"changed": 1, "unchanged": 1}
    assert captions(index)["a.docx"] == "Tubing"


def test_each_root_knows_when_all_its_files_were_last_hashed(share: Path, index: Path) -> None:
    def last_deep() -> float | None:
        with open_reader(index) as reader:
            return reader.roots()[0].last_deep

    refreshed(index, share)
    first = last_deep()
    assert first is not None
    refreshed(index)
    assert last_deep() == first
    refreshed(index, wishes=Wishes(deep=True))
    later = last_deep()
    assert later is not None
    assert later > first
    share.rename(share.with_name("unmounted"))
    refreshed(index, wishes=Wishes(deep=True))
    assert last_deep() == later


def test_nothing_depends_on_the_clock(
    share: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refreshed(index, share)
    monkeypatch.setattr(time, "time", lambda: 0.0)
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    write_report(share / "a.docx", TESTS)
    assert counts(refreshed(index)) == {"changed": 1, "unchanged": 1}
    (share / "b.docx").unlink()
    assert counts(refreshed(index)) == {"deleted": 1, "unchanged": 1}
    assert captions(index) == {"a.docx": "Leak-off tests"}


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


def test_documents_that_globs_leave_out_go_at_once(share: Path, index: Path) -> None:
    for number in range(8):
        write_report(share / f"draft {number}.docx", (f"Draft {number}", CASING[1]))
    refreshed(index, share)
    rules = Rules(exclude=("draft*",))
    summary = refreshed(index, share, rules=lambda _: rules)
    assert (counts(summary), summary.unavailable) == ({"deleted": 8, "unchanged": 2}, [])
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


def test_image_pages_are_read_as_the_innermost_root_says(
    share: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ways: dict[str, str] = {}

    def extract(path: Path, options: Options, progress: Any = None) -> Any:
        ways[path.name] = options.ocr
        return read_report(path, options, progress)

    monkeypatch.setattr(workers, "extract", extract)
    (share / "scans").mkdir()
    write_report(share / "scans" / "c.docx", TESTS)
    write_report(share / "scans" / "d.docx", CASING)  # the content of a.docx
    refreshed(index, share / "scans", rules=lambda rules: replace(rules, ocr="force"))
    refreshed(index, share, options=Options(ocr="off"))
    assert ways == {"c.docx": "force", "d.docx": "force", "b.docx": "off"}


def test_all_places_of_a_document_are_known(share: Path, index: Path) -> None:
    shutil.copy(share / "a.docx", share / "z.docx")
    refreshed(index, share)
    with Corpus.open(index) as corpus:
        (table,) = (
            table
            for table in corpus.tables(corpus.table_ids).values()
            if table.caption and table.caption.text == "Casing"
        )
        assert [Path(path).name for path in corpus.paths(table)] == ["a.docx", "z.docx"]
