"""The pass over the roots: what becomes of documents as files come, change, move and go."""

import os
import shutil
from pathlib import Path

import pytest
from index_support import write_report
from refresh_support import TESTS, captions, counts, dump, refreshed

from relatab.index import workers
from relatab.index.corpus import Corpus
from relatab.index.roots import Wishes
from relatab.index.store import open_reader

pytestmark = pytest.mark.usefixtures("text_reports")


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
