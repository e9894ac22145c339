"""`relatab feedback`: note which results of a search were right."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from relatab.errors import QueryError
from relatab.interfaces.cli.console import say
from relatab.interfaces.cli.lookup import complete
from relatab.interfaces.cli.options import index_option, method_option, model_option, question

if TYPE_CHECKING:
    from relatab.index.store import Reader


@click.command("feedback", short_help="Note which results of a search were right.")
@click.argument("query", required=False, callback=question)
@click.option("--right", multiple=True, metavar="TABLE", help="Answers the question: id or @RANK.")
@click.option("--wrong", multiple=True, metavar="TABLE", help="Does not: id or @RANK.")
@click.option(
    "--export",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write all that was noted, with the tables' texts, for `relatab train FILE`.",
)
@method_option
@model_option
@index_option
def command(
    query: str | None,
    right: Sequence[str],
    wrong: Sequence[str],
    export: Path | None,
    method: str,
    model: str | None,
    index_folder: Path,
) -> None:
    """Note which tables answer a question and which do not, for later training.

    Tables are named by their ids, or the starts of them, or as @1, @2 and so on by their rank
    in the answer that `relatab search` gives to the same question with the same options.
    """
    if export:
        if query or right or wrong:
            raise click.UsageError("--export takes no question and no tables")
        _export(index_folder, export)
        return
    if not query:
        raise click.UsageError("give a question, or --export FILE")
    from relatab.index.store import open_reader
    from relatab.training.feedback import Judgement, note_feedback

    ranked = _ranking(index_folder, query, method, model, [*right, *wrong])
    with open_reader(index_folder) as reader:
        judgement = Judgement(
            query,
            tuple(_table(reader, typed, ranked) for typed in right),
            tuple(_table(reader, typed, ranked) for typed in wrong),
        )
    note_feedback(index_folder, judgement)
    say(f"noted: {len(right)} right, {len(wrong)} wrong; `relatab train --feedback` learns from it")


def _ranking(
    index_folder: Path, query: str, method: str, model: str | None, typed: Sequence[str]
) -> list[str]:
    """Table ids of the answer, as far down as a rank was named; [] where none was."""
    ranks = [_rank(each) for each in typed if each.startswith("@")]
    if not ranks:
        return []
    from relatab.index.corpus import Corpus
    from relatab.interfaces.cli.encoders import encoder_of, settings_of
    from relatab.retrieval import search

    encoder, fingerprint = encoder_of(index_folder, model)
    with Corpus.open(index_folder, fingerprint) as corpus:
        answer = search(corpus, encoder, query, settings_of(method, model), limit=max(ranks))
    return [hit.table_id for hit in answer.hits]


def _rank(typed: str) -> int:
    number = typed.removeprefix("@")
    if not number.isdecimal() or not int(number):
        raise QueryError(f"{typed}: a rank is @1, @2 and so on")
    return int(number)


def _table(reader: Reader, typed: str, ranked: Sequence[str]) -> str:
    if not typed.startswith("@"):
        return complete(reader, typed)
    if (rank := _rank(typed)) > len(ranked):
        raise QueryError(f"{typed}: the answer has only {len(ranked)} tables")
    return ranked[rank - 1]


def _export(index_folder: Path, path: Path) -> None:
    from relatab.index.store import open_reader
    from relatab.training.feedback import feedback_pairs, read_feedback

    with open_reader(index_folder) as reader:
        records = feedback_pairs(reader, read_feedback(index_folder, say), say)
    lines = [json.dumps(record, ensure_ascii=False) for record in records]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    say(f"{path}: {len(records)} questions")
