"""Whether the documents of an answer are still where they were indexed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from relatab.retrieval.answer import Answer, Availability, Conflict, Copy, Hit, Hop, Statement

if TYPE_CHECKING:
    from relatab.retrieval.linked import Linked

Placed = TypeVar("Placed", Hop, Copy, Statement)

PATIENCE_SECONDS = 2.0
"""How long no file at all may answer before the others count as unreachable."""

IN_WORDS: Mapping[Availability, str] = {
    "present": "",
    "removed": "moved or removed since it was indexed",
    "unreachable": "cannot be reached now",
}
"""What people must know about a document's place."""

_LOOKING = 8  # threads: so many files of a dead share do not hold up those of others


def availability(
    paths: Iterable[str], patience_seconds: float = PATIENCE_SECONDS
) -> dict[str, Availability]:
    """What became of files, by path.

    A share that has died lets a look at a file hang for minutes. The looking is therefore left
    to threads that nobody waits for at the end, and files that do not answer are unreachable.
    """
    found: dict[str, Availability] = dict.fromkeys(paths, "unreachable")
    waiting: SimpleQueue[str] = SimpleQueue()
    answers: SimpleQueue[tuple[str, Availability]] = SimpleQueue()
    for path in found:
        waiting.put(path)
    for _ in range(min(_LOOKING, len(found))):
        Thread(target=_look, args=(waiting, answers), daemon=True).start()
    with suppress(Empty):
        for _ in range(len(found)):
            path, state = answers.get(timeout=patience_seconds)
            found[path] = state
    return found


def checked(answer: Answer) -> Answer:
    """The answer with what became of each document since it was indexed.

    A copy that is there comes before one that cannot be reached. One that is gone is named only
    where no other is left, and then marked.
    """
    known = availability(
        (
            *(path for hit in answer.hits for path in hit.paths),
            *(hop.document for hit in answer.hits for hop in hit.via),
            *(copy.document for hit in answer.hits for copy in hit.copies),
            *(conflict.first.document for conflict in answer.conflicts),
            *(conflict.second.document for conflict in answer.conflicts),
        )
    )
    return replace(
        answer,
        hits=tuple(_checked_hit(hit, known) for hit in answer.hits),
        conflicts=tuple(
            Conflict(*_marked((conflict.first, conflict.second), known))
            for conflict in answer.conflicts
        ),
    )


def checked_links(found: Sequence[Linked]) -> list[Linked]:
    """Linked tables with what became of each document since it was indexed."""
    known = availability(
        path
        for linked in found
        for path in (linked.table.provenance.path, *(hop.document for hop in linked.via))
    )
    return [
        replace(
            linked,
            availability=known[linked.table.provenance.path],
            via=_marked(linked.via, known),
        )
        for linked in found
    ]


def _checked_hit(hit: Hit, known: Mapping[str, Availability]) -> Hit:
    present = [path for path in hit.paths if known[path] == "present"]
    unreachable = [path for path in hit.paths if known[path] == "unreachable"]
    paths = (*present, *unreachable) or hit.paths
    return replace(
        hit,
        document=paths[0],
        paths=paths,
        availability=known[paths[0]],
        via=_marked(hit.via, known),
        copies=_marked(hit.copies, known),
    )


def _marked(things: Iterable[Placed], known: Mapping[str, Availability]) -> tuple[Placed, ...]:
    return tuple(replace(thing, availability=known[thing.document]) for thing in things)


def _look(waiting: SimpleQueue[str], answers: SimpleQueue[tuple[str, Availability]]) -> None:
    with suppress(Empty):
        while True:
            path = waiting.get_nowait()
            answers.put((path, _state(path)))


def _state(path: str) -> Availability:
    try:
        Path(path).stat()
    except (FileNotFoundError, NotADirectoryError):
        return "removed"
    except OSError:
        return "unreachable"
    return "present"
