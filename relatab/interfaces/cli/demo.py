"""`relatab demo`: the sample reports indexed and three questions answered."""

from __future__ import annotations

from pathlib import Path

import click

from relatab.errors import RelatabError
from relatab.interfaces.cli.console import say
from relatab.interfaces.cli.encoders import named_encoder
from relatab.interfaces.cli.options import model_option

QUESTIONS = (
    "Compressive strength after a day of the cement on the Lomvi job that lost 27 m3",
    "How accurate was the gauge that read the initial pressure of DST 3?",
    "MW on 15 Oct 1984, well 39-8-2",
)
"""Losses lead through a job number and a slurry number to a laboratory that names no well; a
pressure leads through a gauge number to its calibration; and a value in a scan."""

SHOWN = 3


@click.command("demo", short_help="Index the sample reports and answer three questions.")
@click.option(
    "--samples",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="The sample reports, where they are not found by themselves.",
)
@model_option
def command(samples: Path | None, model: str | None) -> None:
    """Index the sample reports and answer three questions, to see relatab work.

    The reports are about three invented wells: cementing, drilling, core and laboratory
    reports as Word, PDF and scans. The index is kept in relatab's cache folder.
    """
    from relatab.embedding.cache import cache_folder
    from relatab.index.corpus import Corpus
    from relatab.index.features import index_fingerprint
    from relatab.index.refresh import update_index
    from relatab.interfaces.cli.index import progress_on_stderr, report
    from relatab.interfaces.cli.render import print_answer
    from relatab.retrieval import search
    from relatab.settings import DEFAULT

    samples = samples or sample_folder()
    encoder = named_encoder(model)
    index_folder = cache_folder() / "demo-index"
    say(f"Indexing the sample reports in {samples}")
    with progress_on_stderr() as watch:
        summary = update_index(index_folder, [samples], encoder=encoder, watch=watch)
    report(summary, index_folder)
    with Corpus.open(index_folder, index_fingerprint(encoder)) as corpus:
        for question in QUESTIONS:
            say("")
            print_answer(search(corpus, encoder, question, DEFAULT, limit=SHOWN))
    say(f'Ask more: relatab search --index "{index_folder}" "YOUR QUESTION"')
    say("Your own reports: relatab index FOLDER, then relatab search QUESTION")


def sample_folder() -> Path:
    """The samples of a checkout, which lie beside the packages; they are not installed."""
    import relatab

    folder = Path(relatab.__file__).parents[1] / "sample_docs"
    if folder.is_dir():
        return folder
    raise RelatabError(
        f"{folder}: the sample reports come with the source, not with the installation; "
        "name their folder with --samples DIR"
    )
