import os
from pathlib import Path

import pytest

from relatab.index.changes import Changes, Verdict, compare, deletions, judge
from relatab.index.records import FileRecord, RootRecord, printable
from relatab.index.roots import Rules, root_path
from relatab.index.scan import document_files, hash_files, hashed_record, list_root


def write(path: Path, text: str = "x") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def records(*roots: Path) -> dict[str, FileRecord]:
    """What a pass over the roots would have recorded."""
    files = [file for root in roots for file in list_root(str(root)).files.values()]
    return {file.path: file.record(f"hash of {file.path}") for file in files}


def changes(known: dict[str, FileRecord], *roots: Path) -> Changes:
    registered = [RootRecord(str(root)) for root in roots]
    return compare([list_root(str(root)) for root in roots], known, registered)


def verdict(known: dict[str, FileRecord], root: Path) -> Verdict:
    return judge(list_root(str(root)), known, changes(known, root).missing, frozenset())


def gone(known: dict[str, FileRecord], *roots: Path) -> list[str]:
    return deletions(changes(known, *roots), [verdict(known, root) for root in roots])


def found(root: Path) -> list[str]:
    return sorted(os.path.relpath(path, root) for path in list_root(str(root)).files)


def test_documents_of_all_folders_are_found_whatever_the_case_of_the_suffix(tmp_path: Path) -> None:
    for name in ["a.DOCX", "b/c d.pdf", "Brønner 井/ø.Tiff", "b/x/y/z.jpeg"]:
        write(tmp_path / name)
    assert found(tmp_path) == sorted(["a.DOCX", "b/c d.pdf", "Brønner 井/ø.Tiff", "b/x/y/z.jpeg"])


def test_hidden_files_lock_files_and_other_formats_are_skipped(tmp_path: Path) -> None:
    for name in ["~$a.docx", ".a.docx", ".git/b.docx", "~$c/d.docx", "notes.txt", "good.docx"]:
        write(tmp_path / name)
    assert found(tmp_path) == ["good.docx"]


def test_report_formats_that_cannot_be_read_are_counted(tmp_path: Path) -> None:
    for name in ["a.ppt", "b/c.PPT", "d.xls", "e.txt"]:
        write(tmp_path / name)
    messages = [issue.message for _, issue in list_root(str(tmp_path)).issues]
    assert messages == ["2 files named *.ppt", "1 files named *.xls"]


def test_links_to_folders_are_not_followed_but_links_to_files_are(tmp_path: Path) -> None:
    share, other = tmp_path / "share", tmp_path / "other"
    write(other / "a.docx")
    (share / "deep").mkdir(parents=True)
    (share / "folder").symlink_to(other)
    (share / "deep" / "loop").symlink_to(share)
    (share / "circle").symlink_to(share / "circle of two")
    (share / "circle of two").symlink_to(share / "circle")
    (share / "file.docx").symlink_to(other / "a.docx")
    assert found(share) == ["file.docx"]
    told = {Path(path).name: issue.message for path, issue in list_root(str(share)).issues}
    assert told == {
        "folder": f"leads to the folder {other}",
        "loop": "leads back to a folder above it",
        "circle": "leads in a circle",
        "circle of two": "leads in a circle",
    }


def test_only_files_that_the_rules_want_are_listed(tmp_path: Path) -> None:
    names = ["a.pdf", "b.docx", "Drafts/c.pdf", "final/drafts/d.PDF", "final/e.pdf"]
    for name in names:
        write(tmp_path / name)
    rules = Rules(include=("*.pdf",), exclude=("drafts/",))
    listed = list_root(str(tmp_path), rules).files
    assert sorted(os.path.relpath(path, tmp_path) for path in listed) == ["a.pdf", "final/e.pdf"]


def test_what_the_rules_leave_out_is_not_reported_either(tmp_path: Path) -> None:
    write(tmp_path / "share" / "figures.xlsx")
    (tmp_path / "other").mkdir()
    (tmp_path / "share" / "old").symlink_to(tmp_path / "other")
    assert len(list_root(str(tmp_path / "share")).issues) == 2
    rules = Rules(include=("*.pdf",), exclude=("old/",))
    assert list_root(str(tmp_path / "share"), rules).issues == []


def test_excluded_folders_are_not_even_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "snapshots" / "deep" / "a.docx")
    opened = []
    scandir = os.scandir
    monkeypatch.setattr(os, "scandir", lambda path: opened.append(path) or scandir(path))
    list_root(str(tmp_path), Rules(exclude=("snapshots/",)))
    assert opened == [str(tmp_path)]


def test_a_file_named_as_root_counts_whatever_the_rules(tmp_path: Path) -> None:
    path = write(tmp_path / "a.docx")
    assert list(list_root(str(path), Rules(include=("*.pdf",))).files) == [str(path)]


@pytest.mark.parametrize("lock", ["~$report.docx", "~$port.docx", ".~lock.report.docx#"])
def test_changes_of_a_document_that_is_open_in_office_wait(tmp_path: Path, lock: str) -> None:
    path = write(tmp_path / "report.docx")
    known = records(tmp_path)
    write(tmp_path / lock)
    assert len(changes(known, tmp_path).unchanged) == 1
    write(path, "changed")
    assert [file.path for file in changes(known, tmp_path).waiting] == [str(path)]
    (tmp_path / lock).unlink()
    assert [file.path for file in changes(known, tmp_path).candidates] == [str(path)]


def test_a_new_document_that_is_open_in_office_is_read_as_last_saved(tmp_path: Path) -> None:
    path = write(tmp_path / "report.docx")
    write(tmp_path / "~$port.docx")
    assert [file.path for file in changes({}, tmp_path).candidates] == [str(path)]


def test_a_lock_file_of_yesterday_was_left_behind(tmp_path: Path) -> None:
    path = write(tmp_path / "report.docx")
    known = records(tmp_path)
    write(path, "changed")
    os.utime(write(tmp_path / "~$port.docx"), (0, 0))
    assert [file.path for file in changes(known, tmp_path).candidates] == [str(path)]


def test_every_file_is_looked_at_in_a_deep_pass(tmp_path: Path) -> None:
    path = write(tmp_path / "a.docx")
    found = compare([list_root(str(tmp_path))], records(tmp_path), [], deep=True)
    assert [file.path for file in found.candidates] == [str(path)]


def test_a_file_without_bytes_waits(tmp_path: Path) -> None:
    write(tmp_path / "a.docx", "")
    ((_, content, issue),) = hash_files(list_root(str(tmp_path)).files.values(), {})
    assert content is None
    assert issue is not None
    assert issue.kind == "file empty"


def test_a_link_to_nowhere_is_an_issue(tmp_path: Path) -> None:
    (tmp_path / "a.docx").symlink_to(tmp_path / "gone.docx")
    listing = list_root(str(tmp_path))
    assert listing.files == {}
    assert [issue.kind for _, issue in listing.issues] == ["file unreadable"]


def test_a_root_that_is_a_link_is_followed(tmp_path: Path) -> None:
    write(tmp_path / "real" / "a.docx")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert found(tmp_path / "link") == ["a.docx"]


def test_a_single_file_is_a_root_whatever_its_suffix(tmp_path: Path) -> None:
    path = write(tmp_path / "report")
    assert list(list_root(str(path)).files) == [str(path)]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_a_pipe_is_no_report(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    assert found(tmp_path) == []
    listing = list_root(str(tmp_path / "pipe.pdf"))
    assert (listing.state, listing.reason) == ("missing", "Not a directory")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_names_that_are_not_valid_text_are_found_and_shown_escaped(tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9.pdf")
    write(tmp_path / name)
    assert found(tmp_path) == [name]
    assert printable(name) == r"caf\xe9.pdf"


def test_document_files_are_sorted_paths(tmp_path: Path) -> None:
    paths = [write(tmp_path / name) for name in ("b/a.docx", "a.pdf")]
    assert document_files(tmp_path) == sorted(paths)


def test_files_with_the_same_size_and_times_are_unchanged(tmp_path: Path) -> None:
    write(tmp_path / "a.docx")
    result = changes(records(tmp_path), tmp_path)
    assert (len(result.unchanged), result.candidates, result.missing) == (1, (), ())


@pytest.mark.parametrize("change", ["size", "mtime_ns"])
def test_a_file_of_which_anything_moved_is_looked_at(tmp_path: Path, change: str) -> None:
    path = str(write(tmp_path / "a.docx"))
    record = records(tmp_path)[path]
    values = {name: getattr(record, name) for name in ("size", "mtime_ns")}
    values[change] += 1
    result = changes({path: FileRecord(path, **values, hash="h")}, tmp_path)
    assert [file.path for file in result.candidates] == [path]


def test_a_file_copied_in_with_an_old_date_is_found(tmp_path: Path) -> None:
    write(tmp_path / "a.docx")
    known = records(tmp_path)
    old = write(tmp_path / "old.docx")
    os.utime(old, (0, 0))
    assert [file.path for file in changes(known, tmp_path).candidates] == [str(old)]


def test_a_file_that_could_not_be_read_is_tried_again(tmp_path: Path) -> None:
    path = str(write(tmp_path / "a.docx"))
    (file,) = list_root(str(tmp_path)).files.values()
    result = changes({path: file.record(None, "permission denied")}, tmp_path)
    assert [file.path for file in result.candidates] == [path]


def test_a_deleted_file_and_a_deleted_folder_are_gone(tmp_path: Path) -> None:
    write(tmp_path / "keep.docx")
    paths = [str(write(tmp_path / name)) for name in ("a.docx", "b/c.docx")]
    known = records(tmp_path)
    (tmp_path / "a.docx").unlink()
    (tmp_path / "b" / "c.docx").unlink()
    (tmp_path / "b").rmdir()
    assert gone(known, tmp_path) == paths


def test_nothing_is_gone_from_a_missing_root(tmp_path: Path) -> None:
    root = tmp_path / "mnt" / "share"
    write(root / "a.docx")
    known = records(root)
    root.rename(tmp_path / "elsewhere")
    assert gone(known, root) == []
    assert verdict(known, root).state == "missing"
    assert [issue.kind for _, issue in verdict(known, root).troubles] == ["root unreachable"]


def test_nothing_is_gone_from_a_root_that_is_suddenly_empty(tmp_path: Path) -> None:
    root = tmp_path / "share"
    path = write(root / "a.docx")
    known = records(root)
    path.unlink()
    assert gone(known, root) == []
    assert verdict(known, root).state == "empty"
    assert "1 were here" in verdict(known, root).troubles[0][1].message


def test_a_root_that_always_was_empty_is_fine(tmp_path: Path) -> None:
    assert verdict({}, tmp_path) == Verdict("ok", frozenset())


def test_nothing_is_gone_from_a_folder_that_cannot_be_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "a.docx")
    kept = str(write(tmp_path / "closed" / "b.docx"))
    known = records(tmp_path)
    scandir = os.scandir

    def refuse(path: str) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)  # root reads everything, modes do not help
    assert kept in known
    assert gone(known, tmp_path) == []
    issues = list_root(str(tmp_path)).issues
    assert [issue.kind for _, issue in issues] == ["folder unreadable"]


def test_a_single_file_deleted_from_a_living_folder_is_gone(tmp_path: Path) -> None:
    path = write(tmp_path / "a.docx")
    write(tmp_path / "other.txt")
    known = records(path)
    path.unlink()
    assert gone(known, path) == [str(path)]


def test_a_single_file_of_a_missing_or_empty_folder_is_not_gone(tmp_path: Path) -> None:
    path = write(tmp_path / "mnt" / "a.docx")
    known = records(path)
    path.unlink()
    assert gone(known, path) == []
    path.parent.rmdir()
    assert gone(known, path) == []


def test_files_of_roots_that_are_not_part_of_the_pass_are_left_alone(tmp_path: Path) -> None:
    write(tmp_path / "one" / "a.docx")
    write(tmp_path / "one two" / "b.docx")
    known = records(tmp_path / "one", tmp_path / "one two")
    assert len(changes(known, tmp_path / "one").unchanged) == 1
    assert gone(known, tmp_path / "one") == []


def test_a_file_in_two_roots_counts_once(tmp_path: Path) -> None:
    write(tmp_path / "a" / "b.docx")
    assert len(changes({}, tmp_path, tmp_path / "a").candidates) == 1


def test_a_root_is_absolute_and_keeps_its_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    monkeypatch.chdir(tmp_path)
    assert root_path("real/../link") == str(tmp_path / "link")


def test_hashing_names_equal_contents_alike(tmp_path: Path) -> None:
    for name, text in (("a.docx", "1"), ("b.docx", "1"), ("c.docx", "2")):
        write(tmp_path / name, text)
    hashed = list(hash_files(list_root(str(tmp_path)).files.values(), {}))
    contents = {Path(file.path).name: content for file, content, _ in hashed}
    assert contents["a.docx"] == contents["b.docx"] != contents["c.docx"]
    assert all(issue is None for *_, issue in hashed)


def test_a_file_changed_just_now_is_hashed_once_more(tmp_path: Path) -> None:
    path = write(tmp_path / "a.docx")
    (fresh,) = list_root(str(tmp_path)).files.values()
    known = {str(path): hashed_record(fresh, "h", fresh.mtime_ns + 1_000_000_000)}
    assert changes(known, tmp_path).candidates == (fresh,)
    known = {str(path): hashed_record(fresh, "h", fresh.mtime_ns + 3_000_000_000)}
    assert changes(known, tmp_path).candidates == ()


def test_a_file_that_grows_while_it_is_hashed_waits(tmp_path: Path) -> None:
    path = write(tmp_path / "a.docx")
    (listed,) = list_root(str(tmp_path)).files.values()
    path.write_text("longer", encoding="utf-8")
    ((_, content, issue),) = hash_files([listed], {})
    assert content is None
    assert issue is not None
    assert issue.kind == "file changing"


def test_a_file_that_cannot_be_opened_is_an_issue(tmp_path: Path) -> None:
    path = write(tmp_path / "a.docx")
    (listed,) = list_root(str(tmp_path)).files.values()
    path.unlink()
    ((_, content, issue),) = hash_files([listed], {})
    assert content is None
    assert issue is not None
    assert issue.kind == "file unreadable"
