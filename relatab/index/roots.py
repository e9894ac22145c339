"""The files and folders an index follows: which of their files count, and what a pass may do.

Globs are read as in a .gitignore file, upper and lower case alike, against the path below
the root: `*.pdf` and `drafts/` match at any depth, a glob with a slash before its end from
the root on, `**` spans folders. A glob that matches a folder matches all it holds.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from relatab.errors import IndexFolderError, SettingsError
from relatab.index.records import RootRecord, printable
from relatab.index.store import Writer

if TYPE_CHECKING:
    from pathspec import PathSpec
    from pathspec.pattern import Pattern

OCR_WAYS = ("off", "auto", "force")
"""How image pages are read, from the least to the most."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What a root is followed by; registered with it.

    include: globs of which a file matches one, if there are any; exclude: globs of which it
    matches none. most_lost: share of a root's files, in [0, 1], that may vanish from one pass
    to the next before the root is held to be unavailable. ocr: one of `OCR_WAYS`, None for
    that of the pass. Raises SettingsError for a glob or a value that means nothing.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    most_lost: float = 0.5
    ocr: str | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.most_lost <= 1:
            raise SettingsError(f"most lost: {self.most_lost:g} is no share; give 0 to 1")
        if self.ocr not in (None, *OCR_WAYS):
            raise SettingsError(f"ocr: {self.ocr!r} is unknown; give one of {', '.join(OCR_WAYS)}")
        for globs in filter(None, (self.include, self.exclude)):
            _matcher(globs)

    @classmethod
    def of(cls, root: RootRecord) -> Rules:
        """The rules that are registered with a root."""
        globs = {name: tuple(root.settings.get(name, ())) for name in ("include", "exclude")}
        return cls(**{**root.settings, **globs})

    def registered(self) -> dict[str, object]:
        """The rules as `RootRecord.settings` keeps them."""
        return asdict(self) | {"include": list(self.include), "exclude": list(self.exclude)}

    def want(self, below: str) -> bool:
        """Whether a file counts; below: its path from the root on."""
        if self.include and not _matches(self.include, below):
            return False
        return not (self.exclude and _matches(self.exclude, below))

    def enter(self, below: str) -> bool:
        """Whether a folder may hold files that count; below: its path from the root on."""
        return not (self.exclude and _matches(self.exclude, below + os.sep))


Revision = Callable[[Rules], Rules]
"""From the rules registered for a root to those that hold from now on; new roots have `Rules()`."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a pass is asked to do beyond the usual.

    retry_failed: read again what failed before, or has pages that could not be read, though it
    did not change. accept_deletions: believe what unavailable roots seem to say, and remove
    what is missing there. deep: hash every file again, also where size and time did not move.
    relink: link all tables anew, however few have changed.
    """

    retry_failed: bool = False
    accept_deletions: bool = False
    deep: bool = False
    relink: bool = False


def root_path(path: str | Path) -> str:
    """The path under which a root is known: absolute, links as the user wrote them."""
    return os.path.abspath(path)  # noqa: PTH100 - `resolve` would follow the links


def skipped(name: str) -> bool:
    """Whether a file or folder name says to pass it over: hidden, or an Office lock file."""
    return name.startswith((".", "~$"))


def below(root: str, path: str) -> str | None:
    """The path from the root on, "" for the root itself; None for a path elsewhere."""
    if path == root:
        return ""
    stem = root if root.endswith(os.sep) else root + os.sep
    return path[len(stem) :] if path.startswith(stem) else None


def lies_in(path: str, roots: Iterable[str]) -> bool:
    """Whether a path is one of the roots or lies below one."""
    return any(below(root, path) is not None for root in roots)


def covers(root: str, path: str, rules: Rules) -> bool:
    """Whether listing a root by its rules would show a file of this path, if it existed."""
    place = below(root, path)
    if not place:
        return place is not None
    return not any(map(skipped, Path(place).parts)) and rules.want(place)


def registered_roots(
    folder: Path, store: Writer, wanted: Sequence[str], revision: Revision
) -> list[RootRecord]:
    """The roots of a pass: the wanted ones, registered with revised rules, and those below
    them; all, if none is wanted.

    Raises IndexFolderError when there is nothing to follow or a new path does not exist.
    """
    known = {root.path: root for root in store.roots()}
    for path in wanted:
        if path not in known and not Path(path).exists():
            raise IndexFolderError(f"{printable(path)}: no such file or folder")
    if not wanted and not known:
        raise IndexFolderError(f"{folder}: follows no folder yet; run `relatab index PATH...`")
    revised = {
        path: _revised(known.get(path, RootRecord(path)), revision) for path in wanted or known
    }
    store.replace_roots(root for path, root in revised.items() if root != known.get(path))
    nested = {path: root for path, root in known.items() if lies_in(path, revised)}
    return sorted((nested | revised).values(), key=lambda root: os.fsencode(root.path))


def _revised(root: RootRecord, revision: Revision) -> RootRecord:
    return replace(root, settings=revision(Rules.of(root)).registered())


def _matches(globs: tuple[str, ...], below: str) -> bool:
    return _matcher(globs).match_file(below.replace(os.sep, "/").casefold())


@lru_cache(maxsize=64)
def _matcher(globs: tuple[str, ...]) -> PathSpec[Pattern]:
    """Compiled globs; SettingsError for one that is a comment, a negation or nothing at all."""
    from pathspec import PathSpec

    matcher = PathSpec.from_lines("gitignore", [])
    for glob in globs:
        try:
            one = PathSpec.from_lines("gitignore", [glob.casefold()])
        except ValueError:
            one = None
        if one is None or not all(pattern.include for pattern in one.patterns) or not one.patterns:
            raise SettingsError(f"glob {glob!r}: matches nothing; write it as *.pdf or drafts/")
        matcher += one
    return matcher
