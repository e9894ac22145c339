"""`relatab search`: the set of tables that answers a question."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from relatab.errors import QueryError
from relatab.interfaces.cli.console import write_json
from relatab.interfaces.cli.options import (
    index_option,
    json_option,
    limit_option,
    method_option,
    model_option,
    question,
)

if TYPE_CHECKING:
    from relatab.retrieval import Answer


@click.command("search", short_help="Find the tables that answer a question.")
@click.argument("query", required=False, callback=question)
@click.option(
    "--from",
    "questions",
    type=click.File(encoding="utf-8-sig"),  # Windows editors write a mark first
    metavar="FILE",
    help='Questions from a file ("-": standard input): one a line, or JSON lines with '
    '"id" and "query".',
)
@limit_option
@method_option
@model_option
@index_option
@json_option
def command(
    query: str | None,
    questions: IO[str] | None,
    limit: int,
    method: str,
    model: str | None,
    index_folder: Path,
    *,
    as_json: bool,
) -> None:
    """Find the tables that answer a question, also those linked only implicitly.

    The tables of the answer's set are marked; the others follow by score, further
    sheets of a series behind other tables.
    """
    if (query is None) == (questions is None):
        raise click.UsageError("give a question, or --from FILE with one question a line")

    from relatab.index.corpus import Corpus
    from relatab.interfaces.cli.encoders import encoder_of, settings_of
    from relatab.retrieval import answer_to_json, search
    from relatab.retrieval.presence import checked

    encoder, fingerprint = encoder_of(index_folder, model)
    settings = settings_of(method, model)
    with Corpus.open(index_folder, fingerprint) as corpus:
        for identifier, text in _questions(query, questions):
            answer: Answer = checked(search(corpus, encoder, text, settings, limit=limit))
            if as_json:
                known = {} if identifier is None else {"id": identifier}
                write_json(known | answer_to_json(answer))
            else:
                from relatab.interfaces.cli.render import print_answer

                print_answer(answer)


def _questions(query: str | None, file: IO[str] | None) -> Iterator[tuple[str | None, str]]:
    """(id, question); a plain line's id is its number."""
    if query is not None:
        yield None, query
    if file is None:
        return
    name = getattr(file, "name", "the file")
    try:
        for number, line in enumerate(file, start=1):
            if text := line.strip():
                yield _parsed(text, number, f"{name}, line {number}")
    except UnicodeDecodeError as error:
        raise QueryError(f"{name}: not UTF-8 text ({error}); save it as UTF-8") from error


def _parsed(text: str, number: int, place: str) -> tuple[str, str]:
    """(id, question) of a plain line or of a line of JSON."""
    if not text.startswith("{"):
        return str(number), text
    try:
        record = json.loads(text)
    except json.JSONDecodeError as error:
        raise QueryError(f"{place}: not JSON ({error}); write one question a line") from error
    query = record.get("query")
    if not isinstance(query, str) or not query.strip():
        raise QueryError(f'{place}: the JSON has no question in "query"')
    return str(record.get("id", number)), query
