"""Which files a root's rules want, and which roots a pass goes over."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from index_support import FINGERPRINT

from relatab.errors import IndexFolderError, SettingsError
from relatab.index.records import RootRecord
from relatab.index.roots import Rules, below, covers, registered_roots
from relatab.index.store import Writer, open_writer


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Writer]:
    with open_writer(tmp_path / "index", FINGERPRINT) as store:
        yield store


@pytest.mark.parametrize(
    ("glob", "wanted", "unwanted"),
    [
        ("*.pdf", ["a.pdf", "x/y/b.PDF"], ["a.pdf.docx", "pdf"]),
        ("drafts/", ["drafts/a.pdf", "x/Drafts/y/a.pdf"], ["drafts.pdf", "my drafts/a.pdf"]),
        ("/final", ["final/a.pdf"], ["x/final/a.pdf"]),
        ("wells/*/dst*", ["wells/a/DST 1.pdf"], ["wells/dst.pdf", "x/wells/a/dst.pdf"]),
        ("wells/**/dst*", ["wells/dst.pdf", "wells/a/b/dst.pdf"], ["dst.pdf"]),
        ("rapport ?.docx", ["rapport 1.docx"], ["rapport 12.docx"]),
        ("[a-c]*.docx", ["Brønn.docx"], ["d.docx"]),
        ("BRØNN*", ["brønn 井.pdf"], ["bronn.pdf"]),
    ],
)
def test_globs_are_read_as_in_gitignore_in_either_case(
    glob: str, wanted: list[str], unwanted: list[str]
) -> None:
    include, exclude = Rules(include=(glob,)), Rules(exclude=(glob,))
    for name in wanted:
        path = name.replace("/", os.sep)
        assert (include.want(path), exclude.want(path)) == (True, False), name
    for name in unwanted:
        path = name.replace("/", os.sep)
        assert (include.want(path), exclude.want(path)) == (False, True), name


def test_a_name_that_is_not_valid_text_can_be_matched() -> None:
    assert Rules(include=("caf*.pdf",)).want(os.fsdecode(b"caf\xe9.pdf"))


def test_a_file_matches_one_include_and_no_exclude() -> None:
    rules = Rules(include=("*.pdf", "*.docx"), exclude=("old/", "~*"))
    wanted = [name for name in ("a.pdf", "b.docx", "c.tif", "old/a.pdf") if rules.want(name)]
    assert wanted == ["a.pdf", "b.docx"]


@pytest.mark.parametrize("glob", ["", "  ", "# comment", "!a.pdf", "!"])
def test_a_glob_that_means_nothing_is_refused(glob: str) -> None:
    with pytest.raises(SettingsError, match="glob"):
        Rules(exclude=(glob,))


@pytest.mark.parametrize("values", [{"most_lost": -0.1}, {"most_lost": 1.1}, {"ocr": "maybe"}])
def test_values_out_of_range_are_refused(values: dict) -> None:
    with pytest.raises(SettingsError):
        Rules(**values)


def test_rules_are_registered_and_come_back(store: Writer) -> None:
    rules = Rules(include=("*.pdf",), exclude=("drafts/",), most_lost=0.2, ocr="off")
    store.replace_roots([RootRecord("/share", settings=rules.registered())])
    assert [Rules.of(root) for root in store.roots()] == [rules]
    assert Rules.of(RootRecord("/older")) == Rules()


def test_a_path_below_a_root() -> None:
    assert below("/share", "/share/a/b.pdf") == "a/b.pdf"
    assert below("/share", "/share") == ""
    assert below("/", "/a.pdf") == "a.pdf"
    assert below("/share", "/share two/a.pdf") is None


def test_a_file_in_a_hidden_folder_belongs_only_to_a_root_inside_it() -> None:
    hidden = "/share/.cache/a.docx"
    assert not covers("/share", hidden, Rules())
    assert covers("/share/.cache", hidden, Rules())
    assert covers(hidden, hidden, Rules(include=("*.pdf",)))
    assert covers("/", "/a.docx", Rules())


def test_rules_that_are_not_revised_stay(store: Writer, tmp_path: Path) -> None:
    from dataclasses import replace

    share = str(tmp_path)
    registered_roots(tmp_path, store, [share], lambda rules: replace(rules, exclude=("old/",)))
    registered_roots(tmp_path, store, [share], lambda rules: replace(rules, ocr="off"))
    (root,) = registered_roots(tmp_path, store, [], lambda rules: rules)
    assert Rules.of(root) == Rules(exclude=("old/",), ocr="off")


def test_a_pass_over_a_folder_goes_over_the_roots_below_it(store: Writer, tmp_path: Path) -> None:
    inner, other = tmp_path / "share" / "inner", tmp_path / "share other"
    for folder in (inner, other):
        folder.mkdir(parents=True)
    roots = [str(folder) for folder in (inner, other)]
    registered_roots(tmp_path, store, roots, lambda rules: rules)
    found = registered_roots(tmp_path, store, [str(inner.parent)], lambda rules: rules)
    assert [root.path for root in found] == [str(inner.parent), str(inner)]


def test_a_new_path_must_exist_and_one_must_be_followed(store: Writer, tmp_path: Path) -> None:
    with pytest.raises(IndexFolderError, match="no such file"):
        registered_roots(tmp_path, store, [str(tmp_path / "no")], lambda rules: rules)
    with pytest.raises(IndexFolderError, match="relatab index PATH"):
        registered_roots(tmp_path, store, [], lambda rules: rules)
