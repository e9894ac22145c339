"""Whether documents are still in their place, also where the place gives no answer."""

from dataclasses import replace
from pathlib import Path
from threading import Event, Semaphore, Thread

import pytest
from answer_support import HIT

from relatab.retrieval import Answer, Conflict, Copy, Hop, Statement, presence
from relatab.retrieval.presence import availability, checked


def test_a_file_is_present_or_removed(tmp_path: Path) -> None:
    here = tmp_path / "here.pdf"
    here.touch()
    gone, below_a_file = tmp_path / "gone.pdf", here / "below.pdf"
    assert availability(map(str, (here, gone, below_a_file))) == {
        str(here): "present",
        str(gone): "removed",
        str(below_a_file): "removed",
    }
    assert availability([]) == {}


def test_a_place_that_cannot_be_looked_at_is_unreachable(tmp_path: Path) -> None:
    too_long = str(tmp_path / ("x" * 5000))
    assert availability([too_long]) == {too_long: "unreachable"}


def test_a_share_that_hangs_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look, never, settled = presence._state, Event(), Semaphore(0)

    def hang(path: str) -> presence.Availability:
        if path.startswith("/dead"):
            settled.release()
            never.wait(60)
        return look(path)

    class Looker(Thread):
        """A thread that has started once it hangs or has ended, however busy the machine is."""

        def start(self) -> None:
            super().start()
            settled.acquire()

        def run(self) -> None:
            super().run()
            settled.release()

    monkeypatch.setattr(presence, "_state", hang)
    monkeypatch.setattr(presence, "Thread", Looker)
    (tmp_path / "a.pdf").touch()
    dead = [f"/dead/{number}.pdf" for number in range(7)]
    found = availability([*dead, str(tmp_path / "a.pdf")], patience_seconds=0.01)
    never.set()
    assert found == dict.fromkeys(dead, "unreachable") | {str(tmp_path / "a.pdf"): "present"}


def test_copies_that_are_there_come_first_and_gone_ones_are_left_out(tmp_path: Path) -> None:
    gone, odd, here = (str(tmp_path / name) for name in ("a.pdf", "b" * 5000, "c.pdf"))
    Path(here).touch()
    hop = Hop("other", None, document=gone, page=1, association=0.5)
    copy = Copy("third", odd, None)
    hit = replace(HIT, document=gone, paths=(gone, odd, here), via=(hop,), copies=(copy,))
    said = [Statement("x", path, 1, 0, 0, "Depth", "12 m") for path in (here, gone)]
    answer = checked(Answer("mud", "relatab", (hit,), (Conflict(*said),)))
    (found,), (conflict,) = answer.hits, answer.conflicts
    assert (found.document, found.paths, found.availability) == (here, (here, odd), "present")
    assert (found.via[0].availability, found.copies[0].availability) == ("removed", "unreachable")
    assert conflict.first.availability == "present"
    assert conflict.second.availability == "removed"


def test_a_document_without_any_copy_is_named_and_marked(tmp_path: Path) -> None:
    paths = (str(tmp_path / "a.pdf"), str(tmp_path / "b.pdf"))
    (found,) = checked(Answer("mud", "relatab", (replace(HIT, paths=paths),))).hits
    assert (found.document, found.paths, found.availability) == (paths[0], paths, "removed")
