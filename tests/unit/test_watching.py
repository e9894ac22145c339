"""File events: which roots have them, which of them count, and what their loss does."""

from __future__ import annotations

import errno
import logging
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from threading import Event

import pytest
from watchdog.events import FileSystemEvent

from relatab.index import watching
from relatab.index.watching import Coverage, Mount, Watcher, mounts, why_polled

ONLY_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="inotify")
PATIENCE_SECONDS = 30.0


@pytest.mark.parametrize(
    ("mounted", "reason"),
    [
        ([("/", "ext4")], ""),
        ([("/", "overlay"), ("/proc", "proc")], ""),
        ([("/", "ext4"), ("{share}", "cifs")], "cifs"),
        ([("/", "ext4"), ("{share}", "nfs4")], "nfs4"),
        ([("/", "ext4"), ("{share}", "fuse.sshfs")], "fuse.sshfs"),
        ([("/", "nfs"), ("{share}", "xfs")], ""),
        ([("/", "ext4"), ("{share}/wells", "cifs")], "cifs"),
        ([("/", "ext4"), ("{share}s", "cifs")], ""),
        ([("/", "ext4"), ("{share}", "autofs"), ("{share}", "nfs4")], "nfs4"),
        ([], "unknown"),
    ],
)
def test_a_root_is_polled_where_another_machine_may_write(
    tmp_path: Path, mounted: list[tuple[str, str]], reason: str
) -> None:
    share = tmp_path / "share"
    share.mkdir()
    known = [Mount(place.format(share=share), kind) for place, kind in mounted]
    told = why_polled(str(share), known)
    assert told == (f"on a file system of kind {reason}" if reason else "")


def test_the_last_of_several_file_systems_at_one_place_counts(tmp_path: Path) -> None:
    at = str(tmp_path)
    assert why_polled(at, [Mount(at, "cifs"), Mount(at, "xfs")]) == ""
    assert "cifs" in why_polled(at, [Mount(at, "xfs"), Mount(at, "cifs")])


def test_a_link_is_followed_to_the_file_system_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "share").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "share")
    known = [Mount("/", "ext4"), Mount(str(tmp_path / "share"), "cifs")]
    assert "cifs" in why_polled(str(tmp_path / "link"), known)


def test_a_drive_of_another_machine_and_a_missing_root_are_polled(tmp_path: Path) -> None:
    assert why_polled(str(tmp_path), [Mount("/", "ntfs", is_remote=True)])
    assert why_polled(str(tmp_path / "gone"), [Mount("/", "ext4")]) == "not there"


def test_this_machine_has_file_systems() -> None:
    assert any(mount.place == Path(mount.place).anchor for mount in mounts())


class Watched:
    """A watcher of one share, with the index inside of it."""

    def __init__(self, share: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.share = share
        self.index = share / "index"
        self.index.mkdir(parents=True)
        self.hinted = Event()
        self.hints = 0
        self.told: list[str] = []
        self.watcher = Watcher(self.index, self._hint, self.told.append)
        self._marks = count()
        self._marked: dict[str, Event] = {}
        monkeypatch.setattr(watching, "mounts", lambda: [Mount("/", "ext4")])
        monkeypatch.setattr(watching, "_Handler", partial(_Noting, self._marked))

    def follow(self) -> Coverage | None:
        return self.watcher.follow([str(self.share)])

    def hints_at(self, change: Callable[[], object]) -> bool:
        self._settle()
        self.hinted.clear()
        change()
        return self.hinted.wait(PATIENCE_SECONDS)

    def ignores(self, change: Callable[[], object]) -> bool:
        self._settle()
        before = self.hints
        change()
        self._settle()
        return self.hints == before + 1  # that of the mark

    def _settle(self) -> None:
        """Returns when all that happened so far was dispatched: events come in their order."""
        mark = self.share / f"mark-{next(self._marks)}"
        self._marked[str(mark)] = Event()
        mark.mkdir()
        assert self._marked[str(mark)].wait(PATIENCE_SECONDS)

    def _hint(self) -> None:
        self.hints += 1
        self.hinted.set()


class _Noting(watching._Handler):
    """Notes, in `marked`, which of the marks have been dispatched."""

    def __init__(
        self, marked: dict[str, Event], root: str, index: str, hint: Callable[[], None]
    ) -> None:
        super().__init__(root, index, hint)
        self._marked = marked

    def dispatch(self, event: FileSystemEvent) -> None:
        super().dispatch(event)
        if mark := self._marked.get(os.fsdecode(event.src_path)):
            mark.set()


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    watched = Watched(tmp_path / "share", monkeypatch)
    yield watched
    watched.watcher.close()


@ONLY_LINUX
def test_changed_documents_and_folders_are_hinted_at_and_nothing_else(watched: Watched) -> None:
    share = watched.share
    assert watched.follow() == Coverage((str(share),), {})
    assert watched.follow() is None
    assert watched.hints_at((share / "wells").mkdir)
    report = share / "wells" / "report.PDF"
    assert watched.hints_at(lambda: report.write_text("1"))
    assert watched.ignores(report.read_text)
    assert not watched.ignores(lambda: report.write_text("2"))
    assert watched.ignores(lambda: (share / "wells" / "notes.txt").write_text("1"))
    assert watched.ignores(lambda: (share / "wells" / "~$report.docx").write_text("1"))
    assert watched.ignores((watched.index / "generation-1").mkdir)
    assert watched.ignores(lambda: (watched.index / "generation-1" / "a.pdf").write_text("1"))
    assert watched.hints_at(partial((share / "wells").rename, share / "fields"))
    assert watched.hints_at(lambda: (share / "fields" / "new.docx").write_text("1"))
    assert watched.hints_at((share / "fields" / "report.PDF").unlink)


@ONLY_LINUX
def test_a_root_that_goes_and_comes_back_is_watched_again(watched: Watched) -> None:
    watched.follow()
    assert watched.hints_at(partial(shutil.rmtree, watched.share))
    assert watched.follow() == Coverage((), {str(watched.share): "not there"})
    watched.index.mkdir(parents=True)
    assert watched.follow() == Coverage((str(watched.share),), {})
    assert watched.hints_at(lambda: (watched.share / "new.docx").write_text("1"))


@ONLY_LINUX
def test_lost_events_are_told_made_up_for_and_the_watches_set_again(watched: Watched) -> None:
    watched.follow()
    overflow = logging.getLogger("watchdog.observers.inotify_c").warning
    assert watched.hints_at(partial(overflow, "queue overflowed"))
    assert watched.hints_at(partial(overflow, "queue overflowed"))
    assert watched.told == ["File events were lost; a pass makes up for it."]
    assert watched.follow() is not None
    assert watched.hints_at(lambda: (watched.share / "new.docx").write_text("1"))
    watched.watcher.close()
    watched.hinted.clear()
    overflow("queue overflowed")
    assert not watched.hinted.is_set()
    assert len(watched.told) == 1


@ONLY_LINUX
@pytest.mark.parametrize("refused", ["share", "index"])
def test_where_the_system_has_no_watches_left_every_root_is_polled(
    watched: Watched, monkeypatch: pytest.MonkeyPatch, refused: str
) -> None:
    from watchdog.observers.inotify_c import InotifyFD

    add = InotifyFD.add_callback

    def add_until_full(self: InotifyFD, path: bytes, *rest: object) -> object:
        if path.decode().endswith(refused):
            raise OSError(errno.ENOSPC, "inotify watch limit reached")
        return add(self, path, *rest)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(InotifyFD, "add_callback", add_until_full)
        reason = "without file events: inotify watch limit reached"
        assert watched.follow() == Coverage((), {str(watched.share): reason})
        assert watched.follow() is None  # tried again in silence
    assert watched.follow() == Coverage((str(watched.share),), {})
