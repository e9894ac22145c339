"""A pass as a whole: its roots, its progress, its end, and what is recorded of it."""

import os
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from index_support import ENCODER, read_report, write_report
from refresh_support import CASING, TESTS, captions, counts, dump, refreshed

from extractors.base import Options
from extractors.normalize import document_hash
from relatab.errors import FingerprintError, IndexFolderError
from relatab.index import refresh, scan, workers
from relatab.index.progress import Progress
from relatab.index.refresh import update_index
from relatab.index.roots import Rules, Wishes
from relatab.index.store import open_reader

pytestmark = pytest.mark.usefixtures("text_reports")


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


def test_documents_that_globs_leave_out_go_at_once(share: Path, index: Path) -> None:
    for number in range(8):
        write_report(share / f"draft {number}.docx", (f"Draft {number}", CASING[1]))
    refreshed(index, share)
    rules = Rules(exclude=("draft*",))
    summary = refreshed(index, share, rules=lambda _: rules)
    assert (counts(summary), summary.unavailable) == ({"deleted": 8, "unchanged": 2}, [])
    assert counts(refreshed(index)) == {"unchanged": 2}


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


@pytest.fixture
def hashings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that passes hash, in order."""
    names: list[str] = []

    def hash_and_note(path: Path) -> str:
        names.append(path.name)
        return document_hash(path)

    monkeypatch.setattr(scan, "document_hash", hash_and_note)
    return names


def set_old(share: Path) -> None:
    """So that no file may have changed since it was hashed without its time telling."""
    for path in share.iterdir():
        os.utime(path, (10**9, 10**9))


def test_what_a_stopped_pass_has_hashed_is_not_hashed_again(
    share: Path, index: Path, hashings: list[str]
) -> None:
    write_report(share / "c.docx", TESTS)
    set_old(share)
    assert refreshed(index, share, stop=lambda: len(hashings) == 2).stopped
    assert hashings == ["a.docx", "b.docx"]
    assert counts(refreshed(index)) == {"new": 3}
    assert hashings == ["a.docx", "b.docx", "c.docx"]
    with open_reader(index) as reader:
        assert reader.hashed() == []


def test_what_was_hashed_before_the_reading_was_killed_is_not_hashed_again(
    share: Path, index: Path, hashings: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: Any) -> Any:
        raise KeyboardInterrupt

    set_old(share)
    with monkeypatch.context() as patch:
        patch.setattr(workers, "extract", interrupt)
        with pytest.raises(KeyboardInterrupt):
            refreshed(index, share)
    write_report(share / "b.docx", TESTS)
    assert counts(refreshed(index)) == {"new": 2}
    assert hashings == ["a.docx", "b.docx", "b.docx"]
    assert captions(index) == {"a.docx": "Casing", "b.docx": "Leak-off tests"}


def test_hashes_are_kept_while_a_pass_hashes_and_a_deep_one_goes_by_none(
    share: Path, index: Path, hashings: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refresh, "_KEEP_SECONDS", 0.0)
    set_old(share)

    def kill(now: Progress) -> None:
        if now.path.endswith("b.docx"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        refreshed(index, share, watch=kill)
    with open_reader(index) as reader:
        assert [Path(file.path).name for file in reader.hashed()] == ["a.docx"]
    refreshed(index, wishes=Wishes(deep=True))
    assert hashings == ["a.docx", "b.docx", "a.docx", "b.docx"]


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
