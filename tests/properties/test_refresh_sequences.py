"""Whatever happens to the files between two passes, the second makes the index what a fresh one
of them would be; where a root is unavailable, nothing of it is lost.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any
from unittest.mock import patch

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from index_support import ENCODER, logical_dump, read_report, write_report

from relatab.index import workers
from relatab.index.progress import Summary
from relatab.index.refresh import update_index
from relatab.index.roots import Wishes
from relatab.index.store import open_reader

IN_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - a pass syncs often

CASING = ("Casing", [["Size (in)", "Depth (m)"], ["9 5/8", "2504"]])
MUD = ("Mud weights", [["Depth (m)", "Weight (ppg)"], ["2504", "10.3"]])
TESTS = ("Leak-off tests", [["Depth (m)", "Pressure"], ["1200", "88"]])

ROOTS = ("one", "two")
NAMES = [
    f"{root}/{name}"
    for root in ROOTS
    for name in (
        "a.docx",
        "b.docx",
        "well 7-11-1/a.docx",
        "well 7-11-1/c 井.docx",
        "x/y/\udce9.docx",
    )
]
NAME = st.sampled_from(NAMES)
REPORT = st.sampled_from([[CASING], [MUD], [TESTS], [CASING, MUD], [MUD, TESTS], None])
CHANGE = st.one_of(
    st.tuples(st.just("write"), NAME, REPORT),
    st.tuples(st.sampled_from(["move", "copy"]), NAME, NAME),
    st.tuples(st.sampled_from(["delete", "delete_folder", "touch", "change_unseen"]), NAME),
    st.tuples(st.just("mount_or_unmount"), st.sampled_from(ROOTS)),
)
DAY = st.tuples(st.lists(CHANGE, min_size=1, max_size=4), st.booleans())


class Share:
    """Two roots whose files change, and an index of them."""

    def __init__(self, place: Path) -> None:
        self.place, self.base, self.away = place, place / "share", place / "unmounted"
        self.away.mkdir()
        self.roots = [self.base / root for root in ROOTS]
        self.is_hidden_change = False
        self.clock = 1_000_000_000
        for root in self.roots:
            root.mkdir(parents=True)
        for name, tables in zip(NAMES[:3], ([CASING], [MUD], [CASING, MUD]), strict=True):
            self.write(name, tables)

    def write(self, name: str, tables: list[Any] | None) -> None:
        """A new or changed file, damaged without tables, with any date but today's."""
        path = self.folder_made(name)
        if tables:
            write_report(path, *tables)
        else:
            path.write_text("damaged", encoding="utf-8")
        self.touch(name)

    def move(self, old: str, new: str) -> None:
        self.folder_made(new)
        (self.base / old).replace(self.base / new)

    def copy(self, old: str, new: str) -> None:
        if old != new:
            shutil.copy2(self.base / old, self.folder_made(new))

    def delete(self, name: str) -> None:
        (self.base / name).unlink()

    def delete_folder(self, name: str) -> None:
        folder = (self.base / name).parent
        if folder not in self.roots:
            shutil.rmtree(folder)

    def touch(self, name: str) -> None:
        self.clock += 1
        os.utime(self.base / name, (self.clock, self.clock))

    def change_unseen(self, name: str) -> None:
        """Another content of the same size with the same time."""
        path = self.base / name
        status, content = path.stat(), path.read_bytes()
        path.write_bytes(content.swapcase())
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        self.is_hidden_change = self.is_hidden_change or content != content.swapcase()

    def mount_or_unmount(self, root: str) -> None:
        here, there = self.base / root, self.away / root
        if here.exists():
            here.rename(there)
        else:
            there.rename(here)

    def folder_made(self, name: str) -> Path:
        root = self.base / name.partition("/")[0]
        if not root.exists():
            raise FileNotFoundError(root)
        path = self.base / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def all_mounted(self) -> bool:
        return all(root.exists() for root in self.roots)

    def refresh(self, *, deep: bool) -> Summary:
        wishes = Wishes(deep=deep)
        summary = update_index(self.place / "i", self.roots, encoder=ENCODER, jobs=0, wishes=wishes)
        self.is_hidden_change = self.is_hidden_change and not (deep and self.all_mounted())
        return summary

    def records(self) -> dict[str, str | None]:
        with open_reader(self.place / "i") as reader:
            return {file.path: file.hash for file in reader.files()}

    def dump(self) -> dict[str, Any]:
        with open_reader(self.place / "i") as reader:
            return logical_dump(reader, self.base)

    def fresh_dump(self) -> dict[str, Any]:
        fresh = self.place / "fresh"
        shutil.rmtree(fresh, ignore_errors=True)
        update_index(fresh, self.roots, encoder=ENCODER, jobs=0)
        with open_reader(fresh) as reader:
            return logical_dump(reader, self.base)


@given(st.lists(DAY, min_size=1, max_size=4))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_changes_of_files_end_in_the_index_of_a_fresh_start(days: list[Any]) -> None:
    with (
        patch.object(workers, "extract", read_report),
        tempfile.TemporaryDirectory(dir=IN_MEMORY) as place,
    ):
        share = Share(Path(place))
        share.refresh(deep=False)
        for changes, deep in days:
            before = share.records()
            for kind, *details in changes:
                try:
                    getattr(share, kind)(*details)
                except FileNotFoundError:  # nothing there to be changed
                    continue
            summary = share.refresh(deep=deep)
            if summary.unavailable:
                nothing_is_lost(share, before, [Path(each) for each, _ in summary.unavailable])
            elif not share.is_hidden_change:
                assert share.all_mounted()
                assert share.dump() == share.fresh_dump()


def nothing_is_lost(share: Share, before: dict[str, str | None], places: list[Path]) -> None:
    """Missing files below the places have their records and documents as before."""
    after = share.records()
    with open_reader(share.place / "i") as reader:
        documents = {document.hash for document in reader.documents()}
    for path, content in before.items():
        if not os.path.lexists(path) and any(place in Path(path).parents for place in places):
            assert after[path] == content
            assert content in documents
