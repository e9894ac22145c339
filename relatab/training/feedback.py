"""Which results were right: noted beside the index, read again for training.

`feedback.jsonl` in the index folder is only ever appended to, one line a judgement, each
flushed to the disk. A line that a crash cut short is left out by readers.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from relatab.errors import DatasetError, QueryError
from relatab.evaluation.records import Record
from relatab.index.records import Role
from relatab.training.material import Material
from relatab.training.pairs import RIGHT, WRONG, material_of_pairs

if TYPE_CHECKING:
    from relatab.index.store import Reader

FILE = "feedback.jsonl"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A question with ids of tables that answer it, and of tables that do not."""

    question: str
    right: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()


def note_feedback(index_folder: Path, judgement: Judgement) -> None:
    """Append a judgement; QueryError for one that judges nothing, or a table as both."""
    if not judgement.question.strip():
        raise QueryError("the question is empty")
    if not judgement.right and not judgement.wrong:
        raise QueryError("name tables that are right, or wrong")
    if both := set(judgement.right) & set(judgement.wrong):
        raise QueryError(f"{min(both)}: is named as right and as wrong")
    line = json.dumps(
        {"question": judgement.question, RIGHT: judgement.right, WRONG: judgement.wrong},
        ensure_ascii=False,
    )
    descriptor = os.open(index_folder / FILE, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        # In one write, so that lines of processes that note at once do not mix; behind a line
        # that was cut short, a new one.
        os.write(descriptor, f"{_mark(descriptor)}{line}\n".encode("utf-8", "replace"))
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_feedback(
    index_folder: Path, note: Callable[[str], None] = lambda _: None
) -> list[Judgement]:
    """What was noted, one judgement per question; [] where nothing was.

    What was said last of a table counts. note: told of lines that cannot be read.
    """
    try:
        lines = (index_folder / FILE).read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return []
    said: dict[str, dict[str, bool]] = {}
    for number, line in enumerate(lines, start=1):
        try:
            judgement = _parsed(line)
        except (ValueError, LookupError, TypeError):
            note(f"{index_folder / FILE}, line {number}: cannot be read, left out")
            continue
        tables = said.setdefault(judgement.question, {})
        tables |= dict.fromkeys(judgement.right, True) | dict.fromkeys(judgement.wrong, False)
    return [
        Judgement(
            question,
            tuple(table for table, right in tables.items() if right),
            tuple(table for table, right in tables.items() if not right),
        )
        for question, tables in said.items()
    ]


def feedback_pairs(
    reader: Reader, judgements: Sequence[Judgement], note: Callable[[str], None] = lambda _: None
) -> list[dict[str, Any]]:
    """Records of `training.pairs`, with the texts of tables as the index embeds them.

    Left out, with a note, are tables that the index no longer holds and questions of which
    no right table is left.
    """
    texts = _searched(reader)
    records = []
    for judgement in judgements:
        gone = [name for name in (*judgement.right, *judgement.wrong) if name not in texts]
        if gone:
            note(f"{judgement.question!r}: table {gone[0]} is not searched any more, left out")
        right = [texts[name] for name in judgement.right if name in texts]
        if right:
            wrong = [texts[name] for name in judgement.wrong if name in texts]
            records.append({"question": judgement.question, RIGHT: right, WRONG: wrong})
        else:
            note(f"{judgement.question!r}: no table is known to be right, left out")
    return records


def feedback_material(
    reader: Reader, index_folder: Path, note: Callable[[str], None] = lambda _: None
) -> Material:
    """The feedback of an index to train on.

    The other tables of the documents that were judged come along: they are what a right
    table must be told from. DatasetError where there is nothing to learn from.
    """
    records = feedback_pairs(reader, read_feedback(index_folder, note), note)
    if not records:
        raise DatasetError(
            f"{index_folder}: no feedback with a right table; note some by `relatab feedback`"
        )
    place = f"{index_folder / FILE}"
    judged = material_of_pairs(Record(record, place) for record in records)
    known = set(zip(judged.tables, judged.sources, strict=True))
    others = [
        (each["text"], each["source"])
        for each in _searched(reader).values()
        if each["source"] in judged.sources and (each["text"], each["source"]) not in known
    ]
    return Material(
        judged.tables + tuple(text for text, _ in others),
        judged.sources + tuple(source for _, source in others),
        judged.examples,
    )


def _searched(reader: Reader) -> dict[str, dict[str, str]]:
    """Text and source (the document's hash) by id of all tables that are searched."""
    names = {handle: name for name, handle in reader.handles().items()}
    texts = reader.texts(Role.DENSE)
    tables = reader.tables(names.values())
    return {
        names[handle]: {
            "text": texts[text],
            "source": tables[names[handle]].provenance.document_hash,
        }
        for handle, _, _, text in reader.uses(Role.DENSE).tolist()
    }


def _parsed(line: str) -> Judgement:
    record = json.loads(line)
    question, right, wrong = record["question"], record[RIGHT], record[WRONG]
    if not all(isinstance(text, str) for text in (question, *right, *wrong)):
        raise TypeError("no text")
    return Judgement(question, tuple(right), tuple(wrong))


def _mark(descriptor: int) -> str:
    """A line break where the file ends within a line."""
    size = os.fstat(descriptor).st_size
    if not size:
        return ""
    os.lseek(descriptor, size - 1, os.SEEK_SET)
    return "" if os.read(descriptor, 1) == b"\n" else "\n"
