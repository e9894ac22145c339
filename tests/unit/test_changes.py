"""Whether a root can be believed that documents are missing."""

import shutil
from pathlib import Path

import pytest

from relatab.index.changes import HANDFUL, Verdict, compare, deletions, judge, reappeared
from relatab.index.records import FileRecord, RootRecord
from relatab.index.roots import Rules
from relatab.index.scan import list_root


@pytest.fixture
def share(tmp_path: Path) -> Path:
    """Ten documents in two folders."""
    for number in range(10):
        path = tmp_path / "share" / "wells" / "ab"[number % 2] / f"{number}.docx"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(str(number), encoding="utf-8")
    return tmp_path / "share"


def records(*roots: Path) -> dict[str, FileRecord]:
    files = [file for root in roots for file in list_root(str(root)).files.values()]
    return {file.path: file.record(f"hash of {file.path}") for file in files}


def outcome(
    known: dict[str, FileRecord],
    *roots: Path,
    rules: Rules | None = None,
    moved: frozenset[str] = frozenset(),
    accept_deletions: bool = False,
) -> tuple[list[Verdict], list[str]]:
    """The verdict on each root of a pass, and the files that go."""
    rules = rules or Rules()
    listings = [list_root(str(root), rules) for root in roots]
    registered = [RootRecord(str(root), settings=rules.registered()) for root in roots]
    changes = compare(listings, known, registered)
    verdicts = [
        judge(each, known, changes.missing, moved, accept_deletions=accept_deletions)
        for each in listings
    ]
    return verdicts, [Path(path).name for path in deletions(changes, verdicts)]


def remove(share: Path, *numbers: int) -> None:
    for number in numbers:
        (share / "wells" / "ab"[number % 2] / f"{number}.docx").unlink()


def test_half_of_the_documents_may_go_at_once_but_not_more(share: Path) -> None:
    known = records(share)
    remove(share, 0, 1, 2, 3, 4)
    (verdict,), gone = outcome(known, share)
    assert (verdict.state, len(gone)) == ("ok", 5)
    remove(share, 5)
    (verdict,), gone = outcome(known, share)
    assert (verdict.state, gone) == ("shrunk", [])
    ((place, issue),) = verdict.troubles
    assert place == str(share)
    assert issue.message == "6 of 10 documents are gone"
    assert "--accept-deletions" in issue.action


@pytest.mark.parametrize(("most_lost", "state"), [(0.0, "shrunk"), (0.2, "ok"), (1.0, "ok")])
def test_how_much_may_go_is_a_rule_of_the_root(share: Path, most_lost: float, state: str) -> None:
    known = records(share)
    remove(share, 0, 1)
    (verdict,), gone = outcome(known, share, rules=Rules(most_lost=most_lost))
    assert (verdict.state, len(gone)) == (state, 2 if state == "ok" else 0)


def test_of_less_than_a_handful_all_but_one_may_go(share: Path) -> None:
    remove(share, *range(HANDFUL - 1, 10))
    known = records(share)
    remove(share, *range(1, HANDFUL - 1))
    (verdict,), gone = outcome(known, share)
    assert (verdict.state, len(gone)) == ("ok", HANDFUL - 2)


def test_deletions_are_believed_on_request(share: Path) -> None:
    known = records(share)
    shutil.rmtree(share / "wells")
    assert outcome(known, share)[1] == []
    (verdict,), gone = outcome(known, share, accept_deletions=True)
    assert (verdict, len(gone)) == (Verdict("ok", frozenset()), 10)
    share.rmdir()
    (verdict,), gone = outcome(known, share, accept_deletions=True)
    assert (verdict.state, len(gone)) == ("missing", 10)


def test_moved_documents_are_no_loss(share: Path) -> None:
    known = records(share)
    (share / "wells").rename(share / "brønner")
    found = list_root(str(share)).files
    hashed = [
        file.record(known[path.replace("brønner", "wells")].hash) for path, file in found.items()
    ]
    changes = compare([list_root(str(share))], known, [RootRecord(str(share))])
    moved = reappeared(changes, known, hashed)
    assert moved == set(known)
    (verdict,), gone = outcome(known, share, moved=frozenset(moved))
    assert (verdict.state, len(gone)) == ("ok", 10)


def test_a_folder_that_is_empty_now_may_be_a_share_that_is_not_mounted(share: Path) -> None:
    known = records(share)
    remove(share, 0, 2, 4, 6, 8, 1)
    (verdict,), gone = outcome(known, share, rules=Rules(most_lost=1.0))
    assert (verdict.state, gone) == ("ok", ["1.docx"])
    ((place, issue),) = verdict.troubles
    assert place == str(share / "wells" / "a")
    assert "5 documents were here" in issue.message
    (share / "wells" / "a").rmdir()
    assert len(outcome(known, share, rules=Rules(most_lost=1.0))[1]) == 6


def test_a_share_mounted_inside_another_root_keeps_its_documents(share: Path) -> None:
    inner = share / "wells" / "a"
    known = records(share)
    remove(share, 0, 2, 4, 6, 8)
    verdicts, gone = outcome(known, share, inner)
    assert [verdict.state for verdict in verdicts] == ["ok", "empty"]
    assert gone == []


def test_documents_that_globs_leave_out_are_dropped_without_a_question(share: Path) -> None:
    known = records(share)
    (verdict,), gone = outcome(known, share, rules=Rules(include=("0.docx",)))
    assert (verdict, len(gone)) == (Verdict("ok", frozenset()), 9)


def test_nothing_is_dropped_that_another_root_wants(share: Path) -> None:
    known = records(share)
    none = Rules(exclude=("*",))
    listing = list_root(str(share), none)
    registered = [
        RootRecord(str(share), settings=none.registered()),
        RootRecord(str(share / "wells" / "a")),
    ]
    changes = compare([listing], known, registered)
    assert {Path(path).parent.name for path in changes.dropped} == {"b"}


def test_nothing_is_dropped_of_a_root_that_is_not_there(share: Path) -> None:
    known = records(share)
    share.rename(share.with_name("elsewhere"))
    (verdict,), gone = outcome(known, share, rules=Rules(include=("0.docx",)))
    assert (verdict.state, gone) == ("missing", [])
