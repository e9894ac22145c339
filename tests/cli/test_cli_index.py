"""`relatab index` and `relatab demo`: from folders to an index."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from cli_support import CASING, LOSSES, json_of, run, write_reports, write_word

from relatab.index.lock import writer_lock
from relatab.index.store import open_reader


@pytest.fixture
def share(tmp_path: Path) -> Path:
    """A folder of reports that a test may change."""
    return write_reports(tmp_path / "Brønner, eldre")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the index of `share` goes."""
    return tmp_path / "index folder"


def test_a_pass_sums_up_on_stderr_and_the_next_finds_nothing_changed(
    share: Path, folder: Path
) -> None:
    first = run("index", share, "-j", "0", index=folder)
    assert (first.exit_code, first.stdout) == (0, "")
    assert "Documents: 2 new" in first.stderr
    assert "3 tables" in first.stderr
    assert str(folder) in first.stderr
    before = json_of(run("status", "--json", index=folder))
    second = run("index", share, "-j", "0", index=folder)
    assert second.exit_code == 0
    assert "unchanged" in second.stderr
    assert "new" not in second.stderr
    after = json_of(run("status", "--json", index=folder))
    assert after["tables"] == before["tables"] == 3


def test_all_tables_are_linked_anew_on_request(share: Path, folder: Path) -> None:
    run("index", share, "-j", "0", index=folder)
    with open_reader(folder) as reader:
        before, edges = reader.linking(), reader.edges()
    assert run("index", share, "-j", "0", index=folder).exit_code == 0
    with open_reader(folder) as reader:
        assert reader.linking() == before
    assert run("index", share, "-j", "0", "--relink", index=folder).exit_code == 0
    with open_reader(folder) as reader:
        assert reader.linking().token != before.token
        assert reader.edges() == edges != []


def test_an_added_and_a_deleted_report_are_counted(share: Path, folder: Path) -> None:
    assert run("index", share, "-j", "0", index=folder).exit_code == 0
    write_word(share / "nytt.docx", LOSSES)
    shutil.rmtree(share / "Лаборатория")
    (share / "Brønn 39_8 A-3" / "copy of slurry tests.pdf").unlink()
    result = run("index", share, "-j", "0", index=folder)
    assert "1 new" in result.stderr
    assert "1 deleted" in result.stderr
    captions = {
        table["caption"]
        for table in json_of(run("search", "casing losses", "--json", index=folder))["tables"]
    }
    assert captions <= {CASING[0], LOSSES[0]}


def test_a_broken_file_is_reported_and_the_pass_is_complete(share: Path, folder: Path) -> None:
    (share / "avkortet.pdf").write_bytes(b"%PDF-1.7 cut short")
    result = run("index", share, "-j", "0", index=folder)
    assert result.exit_code == 0
    assert "1 failed" in result.stderr
    assert "avkortet.pdf" in result.stderr
    for again in ((), ("--retry-failed",)):
        strict = run("index", share, "-j", "0", "--strict", *again, index=folder)
        assert strict.exit_code == 1
    assert "--strict" in strict.stderr
    status = json_of(run("status", "--json", index=folder))
    assert status["failed"] == 1
    assert [Path(issue["document"]).name for issue in status["issues"]] == ["avkortet.pdf"]


def test_a_single_file_is_indexed(share: Path, folder: Path) -> None:
    report = share / "Brønn 39_8 A-3" / "Sementrapport åpent hull.docx"
    assert run("index", report, "-j", "0", index=folder).exit_code == 0
    found = json_of(run("search", "mud losses", "--json", index=folder))["tables"]
    assert {table["document"] for table in found} == {str(report)}


def test_globs_are_kept_with_the_folder_until_others_are_given(share: Path, folder: Path) -> None:
    def indexed(*arguments: str) -> set[str]:
        assert run("index", share, "-j", "0", *arguments, index=folder).exit_code == 0
        found = json_of(run("search", "casing slurry", "--json", index=folder))["tables"]
        return {Path(table["document"]).suffix for table in found}

    assert indexed("--include", "*.docx") == {".docx"}
    assert indexed() == {".docx"}
    assert indexed("--exclude", "*åpent*") == set()
    assert indexed("--include", "") == {".pdf"}
    assert indexed("--exclude", "") == {".docx", ".pdf"}


def test_an_emptied_folder_keeps_its_documents_until_that_is_confirmed(
    share: Path, folder: Path
) -> None:
    run("index", share, "-j", "0", index=folder)
    shutil.rmtree(share)
    share.mkdir()
    kept = run("index", share, "-j", "0", index=folder)
    assert kept.exit_code == 1
    (line,) = [line for line in kept.stderr.splitlines() if line.startswith(str(share))]
    assert "3 were here" in line
    assert "--accept-deletions" in line
    assert json_of(run("status", "--json", index=folder))["documents"] == 2
    assert "2 deleted" in run("index", share, "--accept-deletions", index=folder).stderr
    assert json_of(run("status", "--json", index=folder))["documents"] == 0


def test_a_folder_that_only_can_be_read_is_left_as_it_is(share: Path, folder: Path) -> None:
    before = sorted(share.rglob("*"))
    for each in (*share.rglob("*"), share):
        each.chmod(0o555 if each.is_dir() else 0o444)
    try:
        assert run("index", share, "-j", "0", index=folder).exit_code == 0
        assert json_of(run("search", "mud losses", "--json", index=folder))["tables"]
    finally:
        for each in (share, *share.rglob("*")):
            each.chmod(0o755)
    assert sorted(share.rglob("*")) == before


def test_the_index_folder_may_lie_in_the_reports(
    share: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(share)
    assert run("index", ".", "-j", "0").exit_code == 0
    assert (share / ".relatab").is_dir()
    again = run("index", ".", "-j", "0")
    assert "new" not in again.stderr
    assert json_of(run("status", "--json"))["documents"] == 2


def test_the_option_goes_before_the_environment(share: Path, tmp_path: Path, index: Path) -> None:
    other = tmp_path / "other"
    assert run("index", share, "-j", "0", "--index", other, index=index).exit_code == 0
    assert json_of(run("status", "--json", "--index", other, index=index))["index"] == str(other)
    assert json_of(run("status", "--json", index=index))["index"] == str(index)


def test_a_missing_folder_is_one_clear_line(folder: Path, tmp_path: Path) -> None:
    result = run("index", tmp_path / "missing", "-j", "0", index=folder)
    assert result.exit_code == 1
    assert result.stderr.startswith("relatab: ")
    assert len(result.stderr.splitlines()) == 1
    assert "missing" in result.stderr


def test_an_index_held_by_another_process_is_named(share: Path, folder: Path) -> None:
    with writer_lock(folder, 0):
        result = run("index", share, "-j", "0", "--wait", "0", index=folder)
    assert result.exit_code == 1
    assert "in use for writing by process" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [(), ("x", "--jobs", "-1"), ("x", "--ocr", "maybe"), ("x", "--wait", "-3"),
     ("x", "--include", "!a"), ("x", "--most-lost", "2"), ("x", "--time-limit", "5"),
     ("x", "--memory-limit", "2 GiB"), ("x", "-j", "0", "--memory-limit", "2GB")],
)  # fmt: skip
def test_wrong_usage_ends_with_two(folder: Path, arguments: tuple[str, ...]) -> None:
    assert run("index", *arguments, index=folder).exit_code == 2
    assert not folder.exists()


@pytest.mark.parametrize(
    "arguments",
    [("search", "mud"), ("show", "ab"), ("related", "ab"), ("status",), ("export", "out.csv"),
     ("export", "out.csv", "-q", "mud")],
)  # fmt: skip
def test_no_index_is_one_clear_line_with_the_remedy(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    result = run(*arguments, index=tmp_path / "nowhere")
    assert (result.exit_code, result.stdout) == (1, "")
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("relatab: ")
    assert "relatab index" in result.stderr
    assert not list(tmp_path.iterdir())


def test_the_demo_indexes_and_answers_three_questions(
    reports: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RELATAB_CACHE", str(tmp_path / "cache"))
    result = run("demo", "--samples", reports)
    assert result.exit_code == 0, result.stderr
    assert CASING[0] in result.stdout
    assert result.stdout.count("answer") >= 3
    assert "relatab search --index" in result.stderr
