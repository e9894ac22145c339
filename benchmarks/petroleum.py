"""Scanned well reports with questions of engineers: sets of tables against whole pages.

    RELATAB_BENCH=folder python benchmarks/petroleum.py [--index FOLDER] [--method NAME ...]
        [--wells] [--misses]

Indexes the reports as `relatab index` does (an hour of OCR the first time; --index keeps it),
asks every question by every method, and ranks whole recognised pages for comparison: BM25 plus
the cosine to the beginning of the page's text, as full-text search with embeddings does it.
All are scored by the same rules (`samples.outcome`). --misses names per question the tables
that are not among the first ten. --wells leaves one well out: settings are searched for on
the questions about the other wells, from even weights, and measured on those that touch it;
what is written in code, such as patterns and vocabulary, is not held out by that.
The data are not part of the project.
"""

from __future__ import annotations

import argparse
import csv
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean

from samples import (
    DEPTH,
    Outcome,
    Question,
    complete_share,
    mean_recall,
    outcome,
    questions,
    report,
)

from extractors.base import Options
from extractors.pdf.opening import opened
from extractors.pdf.pages import PageReader
from extractors.pdf.triage import sketch_page
from relatab.core.fusion import z_sum
from relatab.core.lexical import BM25, tokens
from relatab.core.similarity import cosine
from relatab.core.vectors import ranking
from relatab.embedding import Encoder, load_encoder
from relatab.evaluation.remembering import RememberingEncoder
from relatab.index.corpus import Corpus
from relatab.index.features import index_fingerprint
from relatab.index.refresh import OCR_CACHE, update_index
from relatab.retrieval import search
from relatab.settings import DEFAULT, METHODS, Settings, preset
from relatab.training.calibrate import coordinate_search

# Even weights, and values around what other corpora led to; none is the product's by rule.
START = replace(
    DEFAULT,
    lexical_weight=1.0,
    identity_weight=1.0,
    token_coverage_weight=1.0,
    word_coverage_weight=1.0,
    association_weight=0.5,
    key_link_weight=0.5,
    supplement_weight=0.3,
)
GRIDS = {
    "lexical_weight": (0.5, 1.0, 1.5, 2.0),
    "dual_level_weight": (0.5, 1.0, 1.5),
    "identity_weight": (0.5, 1.0, 1.5, 2.0),
    "token_coverage_weight": (0.0, 0.5, 1.0, 1.5),
    "word_coverage_weight": (0.4, 0.8, 1.0, 1.2),
    "association_weight": (0.0, 0.2, 0.4, 0.5, 0.8),
    "key_link_weight": (0.2, 0.5, 0.8),
    "supplement_weight": (0.0, 0.1, 0.2, 0.3),
}


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a document as a search result; pages are counted from 1."""

    document: str
    page: int

    @property
    def pages(self) -> tuple[int, ...]:
        """The page alone."""
        return (self.page,)


@dataclass(frozen=True, slots=True)
class Pages:
    """Pages, best first, in the form of an answer."""

    hits: tuple[Page, ...]


def page_texts(document: Path, cache: Path) -> Iterator[tuple[Page, str]]:
    """Every page of a PDF with its text, recognised where it is a scan."""
    options = Options(ocr_cache=cache)
    with opened(document, None) as file:
        reader = PageReader(document, options, file)
        for number, shown in enumerate(file.pdfium, start=1):
            read = reader.read(number, sketch_page(shown), ())
            words = read.content.words if read.content else ()
            lines = (word for line in read.lines for word in line.words)
            text = " ".join(word.text for word in (*words, *lines))
            yield Page(str(document), number), text


def rank_pages(
    pages: Sequence[tuple[Page, str]], encoder: Encoder, asked: Sequence[Question]
) -> list[Outcome]:
    """The outcome of every question by BM25 plus dense search over whole pages."""
    bm25 = BM25(tokens(text) for _, text in pages)
    dense = encoder.encode([text for _, text in pages])
    outcomes = []
    for question in asked:
        query = question["query"]
        vector = encoder.encode_questions([query])[0]
        scores = z_sum([bm25.scores(tokens(query)), cosine(dense, vector)])
        best = tuple(pages[number][0] for number in ranking(scores, DEPTH))
        outcomes.append(outcome(question, Pages(best)))
    return outcomes


def ask(
    corpus: Corpus, encoder: Encoder, asked: Sequence[Question], settings: Settings
) -> list[Outcome]:
    """The outcome of every question."""
    return [
        outcome(each, search(corpus, encoder, each["query"], settings, limit=DEPTH))
        for each in asked
    ]


def wells_of(question: Question, wells: Mapping[str, str]) -> set[str]:
    """The wells of the reports that hold a question's tables."""
    return {wells[Path(each["file"]).name] for each in question["gold"]}


def quality(outcomes: Sequence[Outcome]) -> float:
    """What the settings are chosen by: the mean of R@5, R@10 and full@10."""
    return mean((mean_recall(outcomes, 5), mean_recall(outcomes, 10), complete_share(outcomes, 10)))


def leave_one_well_out(
    corpus: Corpus, encoder: Encoder, asked: Sequence[Question], wells: Mapping[str, str]
) -> None:
    """Prints the figures of each well's questions with settings found on the others', and the mean."""
    found = []
    for well in sorted(set(wells.values())):
        touching = [each for each in asked if well in wells_of(each, wells)]
        others = [each for each in asked if well not in wells_of(each, wells)]

        def value_of(settings: Settings, kept: Sequence[Question] = others) -> float:
            return quality(ask(corpus, encoder, kept, settings))

        chosen = coordinate_search(START, GRIDS, value_of, rounds=1)
        print(f"without {well}: {len(others)} questions chose {chosen.settings or 'nothing else'}")
        outcomes = ask(corpus, encoder, touching, replace(START, **chosen.settings))
        report(well, outcomes)
        found.append(outcomes)
    single = [[each for each in fold if each.gold == 1] for fold in found]
    several = [[each for each in fold if each.gold > 1] for fold in found]
    print(
        "mean of the wells: "
        f"one table R@5 {100 * mean(mean_recall(fold, 5) for fold in single if fold):.1f}; "
        f"several R@10 {100 * mean(mean_recall(fold, 10) for fold in several if fold):.1f}, "
        f"full@10 {100 * mean(complete_share(fold, 10) for fold in several if fold):.1f}"
    )


def print_misses(asked: Sequence[Question], outcomes: Sequence[Outcome]) -> None:
    """Each question with tables that are not among the first ten."""
    for question, each in zip(asked, outcomes, strict=True):
        if not each.complete(10):
            print(f"{each.question}: ranks {list(each.ranks)} of {each.gold} | {question['query']}")


def main() -> None:
    """Index, ask, compare."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--index", type=Path, help="keep the index here and use it again")
    parser.add_argument("--method", nargs="+", default=["relatab", "paper"], choices=METHODS)
    parser.add_argument("--wells", action="store_true", help="leave one well out")
    parser.add_argument("--misses", action="store_true", help="what the default does not find")
    arguments = parser.parse_args()
    if not os.environ.get("RELATAB_BENCH"):
        parser.error("RELATAB_BENCH must name the folder with the benchmark data")
    folder = Path(os.environ["RELATAB_BENCH"]) / "petroleum"
    asked = questions(folder / "queries.jsonl")
    encoder = RememberingEncoder(load_encoder(note=print))
    with tempfile.TemporaryDirectory() as temporary:
        index = arguments.index or Path(temporary) / "index"
        summary = update_index(index, [folder / "docs"], encoder=encoder)
        print(
            f"{summary.new} documents read anew in {summary.seconds:.0f} s, {summary.failed} failed"
        )
        documents = sorted((folder / "docs").iterdir())
        pages = [page for each in documents for page in page_texts(each, index / OCR_CACHE)]
        report("pages", rank_pages(pages, encoder, asked))
        with Corpus.open(index, index_fingerprint(encoder)) as corpus:
            for method in arguments.method:
                outcomes = ask(corpus, encoder, asked, preset(method))
                report(method, outcomes)
                if arguments.misses and method == "relatab":
                    print_misses(asked, outcomes)
            if arguments.wells:
                with (folder / "index.csv").open(encoding="utf-8", newline="") as file:
                    # "7/11-1 (filed under 7/11-3)": the first name is that of the content.
                    rows = [(Path(row["file"]).name, row["well"]) for row in csv.DictReader(file)]
                    wells = {name: well.split()[0] for name, well in rows}
                leave_one_well_out(corpus, encoder, asked, wells)


if __name__ == "__main__":
    main()
