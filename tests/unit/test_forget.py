"""Roots that are no longer followed."""

from pathlib import Path

import pytest
from index_support import ENCODER, write_report
from refresh_support import CASING, MUD

from relatab.errors import IndexFolderError, IndexMissingError
from relatab.index.forget import Forgotten, forget_roots
from relatab.index.refresh import update_index
from relatab.index.roots import Rules
from relatab.index.store import open_reader

pytestmark = pytest.mark.usefixtures("text_reports")


@pytest.fixture
def share(tmp_path: Path) -> Path:
    share = tmp_path / "share"
    (share / "inner").mkdir(parents=True)
    write_report(share / "a.docx", CASING)
    write_report(share / "inner" / "b.docx", MUD)
    return share


@pytest.fixture
def index(tmp_path: Path, share: Path) -> Path:
    folder = tmp_path / "index"
    update_index(folder, [share, share / "inner"], encoder=ENCODER, jobs=0)
    return folder


def held(index: Path) -> tuple[list[str], list[str]]:
    """Names of the roots and of the files."""
    with open_reader(index) as reader:
        assert reader.linked()
        paths = [root.path for root in reader.roots()], [file.path for file in reader.files()]
    return tuple([Path(path).name for path in each] for each in paths)


def test_documents_that_no_other_root_covers_go(index: Path, share: Path) -> None:
    assert forget_roots(index, [share]) == Forgotten(documents=1, files=1, kept=1)
    assert held(index) == (["inner"], ["b.docx"])
    assert forget_roots(index, [share / "inner"]) == Forgotten(documents=1, files=1, kept=0)
    assert held(index) == ([], [])


def test_a_root_around_another_one_keeps_its_documents(index: Path, share: Path) -> None:
    assert forget_roots(index, [share / "inner"]) == Forgotten(documents=0, files=0, kept=1)
    assert held(index) == (["share"], ["a.docx", "b.docx"])


def test_a_document_goes_that_the_other_root_excludes(index: Path, share: Path) -> None:
    rules = Rules(exclude=("inner/",))
    update_index(index, [share], encoder=ENCODER, jobs=0, rules=lambda _: rules)
    assert forget_roots(index, [share / "inner"]) == Forgotten(documents=1, files=1, kept=0)


def test_a_root_that_cannot_be_reached_is_forgotten(index: Path, share: Path) -> None:
    share.rename(share.with_name("elsewhere"))
    forget_roots(index, [share, share / "inner"])
    assert held(index) == ([], [])


def test_an_unknown_root_names_those_that_are_followed(index: Path, share: Path) -> None:
    with pytest.raises(IndexFolderError, match=rf"not followed; .* follows {share}, {share}/inner"):
        forget_roots(index, [share, share / "no"])
    assert held(index) == (["share", "inner"], ["a.docx", "b.docx"])


def test_nothing_is_made_where_there_is_no_index(tmp_path: Path) -> None:
    with pytest.raises(IndexMissingError):
        forget_roots(tmp_path / "none", [tmp_path])
    assert not (tmp_path / "none").exists()
