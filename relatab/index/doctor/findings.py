"""What an examination of an index finds, and how it can be mended."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from relatab.index.records import printable

if TYPE_CHECKING:
    import apsw

    from relatab.embedding.base import Encoder
    from relatab.index.sqlite_reader import SqliteReader

Thing = TypeVar("Thing")

_SEED = 1


class Repair(Enum):
    """How a finding is mended, in the order in which repairs are made."""

    REINDEX = "builds the database's own indexes again"
    REMOVE_DOCUMENT = "removes the document; the next pass reads its files again"
    FORGET_FILE = "forgets the file; the next pass reads it again"
    DROP_ORPHANS = "removes what belongs to nothing"
    DROP_TEXTS = "makes the texts again from the stored tables"
    REBUILD = "makes it again from the document's stored tables"
    RECOUNT = "counts them again"
    EMBED = "embeds the texts again"
    LINK = "links all tables anew"
    SWEEP = "deletes it; it is made again when it is needed"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong with an index.

    place: a path, or the part of the index; repair: how it is mended, None where the only help
    is `remedy`; subjects: what the repair works on, such as hashes of documents, numbers of
    texts, or paths. harmless: it costs time or room and changes no answer.
    """

    kind: str
    place: str
    message: str
    repair: Repair | None = None
    subjects: tuple[Any, ...] = ()
    remedy: str = ""
    harmless: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """An index under examination.

    full: all documents and texts are made again and compared, not a sample of them.
    """

    folder: Path
    store: SqliteReader
    encoder: Encoder
    full: bool = False

    @property
    def rows(self) -> Callable[..., apsw.Cursor]:
        """Runs a query."""
        return self.store.connection.execute

    def sample(self, things: Sequence[Thing], most: int) -> list[Thing]:
        """Some of the things, in their order, the same each time; all in a full examination."""
        if self.full or len(things) <= most:
            return list(things)
        chance = random.Random(_SEED)  # noqa: S311 - a choice, no secret
        return [things[number] for number in sorted(chance.sample(range(len(things)), most))]

    def below(self, path: Path) -> str:
        """A path in the index folder, as it is shown."""
        return printable(path.relative_to(self.folder))


Check = Callable[[Case], Iterator[Finding]]


def shown(path: bytes) -> str:
    """A path as the store keeps it, for people."""
    return printable(os.fsdecode(path))
