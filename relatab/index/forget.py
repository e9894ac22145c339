"""Roots an index no longer follows, with the documents that lie nowhere else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from relatab.errors import IndexFolderError
from relatab.index.link import update_links
from relatab.index.records import RootRecord, printable
from relatab.index.roots import Rules, covers, lies_in, root_path
from relatab.index.store import database, open_writer


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What went: documents, and files; kept: files that another root covers, too."""

    documents: int
    files: int
    kept: int


def forget_roots(folder: Path, paths: Iterable[Path], *, wait: float = 60.0) -> Forgotten:
    """Stops following roots, whether they can be reached or not.

    A document goes unless it also lies in a root that is still followed. wait: seconds to wait
    for another writer. Raises IndexFolderError for a path that is not followed, and nothing is
    done then; IndexMissingError, IndexBusyError.
    """
    database(folder)
    forgotten = {root_path(path) for path in paths}
    with open_writer(folder, None, wait) as store:
        roots = store.roots()
        _check_followed(folder, forgotten, roots)
        rest = [(root.path, Rules.of(root)) for root in roots if root.path not in forgotten]
        inside = [file.path for file in store.files() if lies_in(file.path, forgotten)]
        gone = [path for path in inside if not any(covers(r, path, rules) for r, rules in rest)]
        documents = store.forget(forgotten, gone)
        if not store.linked():
            update_links(folder, store)
    return Forgotten(len(documents), len(gone), len(inside) - len(gone))


def _check_followed(folder: Path, paths: Iterable[str], roots: Iterable[RootRecord]) -> None:
    followed = [root.path for root in roots]
    known = ", ".join(map(printable, followed)) or "nothing"
    for path in sorted(paths):
        if path not in followed:
            raise IndexFolderError(f"{printable(path)}: not followed; {folder} follows {known}")
