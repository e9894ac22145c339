"""Retrieval quality on the sample reports, by the questions that lie beside them.

    python benchmarks/samples.py [--method NAME ...] [--index FOLDER] [--verbose]

The reports are indexed and searched as `relatab index` and `relatab search` do it. A gold
table is found at rank r when result r is on its file and page. A result on the page of a
table that is accepted as well takes no rank, and stands in for the gold table of the same
caption. Printed per method: mean recall among the first k, and how often all tables of a
question are among them, for questions with one and with several tables.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from relatab.embedding import Encoder, load_encoder
from relatab.index.corpus import Corpus
from relatab.index.features import index_fingerprint
from relatab.index.refresh import update_index
from relatab.retrieval import Answer, search
from relatab.settings import preset

SAMPLES = Path(__file__).parents[1] / "sample_docs"
DEPTH = 20
CUTS = (1, 2, 5, 8, 10, 20)

Question = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Of one question: how many gold tables it has, and the ranks of those found."""

    question: str
    gold: int
    ranks: tuple[int, ...]

    def recall(self, cut: int) -> float:
        """Share of the gold tables among the first `cut` results."""
        return sum(rank <= cut for rank in self.ranks) / self.gold

    def complete(self, cut: int) -> bool:
        """Whether all gold tables are among the first `cut` results."""
        return self.recall(cut) == 1.0


def questions(path: Path = SAMPLES / "questions.jsonl") -> list[Question]:
    """The questions of a file, one a line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def outcome(question: Question, answer: Answer) -> Outcome:
    """Where the gold tables of a question stand in its answer."""
    gold = [(Path(each["file"]).name, each["page"]) for each in question["gold"]]
    captions = [each["caption"] for each in question["gold"]]
    found: dict[int, int] = {}
    rank = 0
    for hit in answer.hits:
        here = {(Path(hit.document).name, page) for page in hit.pages}
        meant = [number for number, place in enumerate(gold) if place in here]
        if not meant:
            stands_for = {
                each["caption"]
                for each in question["also_accept"]
                if (Path(each["file"]).name, each["page"]) in here
            }
            if stands_for:
                for number, caption in enumerate(captions):
                    if caption in stands_for:
                        found.setdefault(number, rank + 1)
                continue
        elif all(number in found for number in meant):
            continue
        rank += 1
        for number in meant:
            found.setdefault(number, rank)
    return Outcome(str(question["id"]), len(gold), tuple(sorted(found.values())))


def ask(index: Path, encoder: Encoder, method: str, asked: Iterable[Question]) -> list[Outcome]:
    """The outcome of every question by a method."""
    with Corpus.open(index, index_fingerprint(encoder)) as corpus:
        return [
            outcome(
                question,
                search(corpus, encoder, question["query"], preset(method), limit=DEPTH),
            )
            for question in asked
        ]


def mean_recall(outcomes: Sequence[Outcome], cut: int) -> float:
    """Mean recall among the first `cut` results; outcomes must not be empty."""
    return sum(each.recall(cut) for each in outcomes) / len(outcomes)


def complete_share(outcomes: Sequence[Outcome], cut: int) -> float:
    """Share of the questions with all tables among the first `cut` results."""
    return sum(each.complete(cut) for each in outcomes) / len(outcomes)


def report(method: str, outcomes: Sequence[Outcome]) -> None:
    """Print the figures of a method."""
    groups = {
        "one table": [each for each in outcomes if each.gold == 1],
        "several": [each for each in outcomes if each.gold > 1],
        "all": list(outcomes),
    }
    for name, group in groups.items():
        recalls = "  ".join(f"R@{cut} {100 * mean_recall(group, cut):5.1f}" for cut in CUTS)
        full = "  ".join(f"full@{cut} {100 * complete_share(group, cut):5.1f}" for cut in (5, 8))
        print(f"{method:8s} {name:9s} n={len(group):3d}  {recalls}  |  {full}")


def main() -> None:
    """Index the samples, ask the questions, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--method", nargs="+", default=["relatab", "paper"])
    parser.add_argument("--index", type=Path, help="keep the index here and use it again")
    parser.add_argument("--verbose", action="store_true", help="the ranks of every question")
    arguments = parser.parse_args()
    encoder = load_encoder(note=print)
    with tempfile.TemporaryDirectory() as temporary:
        index = arguments.index or Path(temporary) / "index"
        summary = update_index(index, [SAMPLES], encoder=encoder)
        print(
            f"{summary.new} documents, {summary.pages} pages, {summary.tables} tables "
            f"read in {summary.seconds:.0f} s; {summary.failed} could not be read"
        )
        for method in arguments.method:
            outcomes = ask(index, encoder, method, questions())
            if arguments.verbose:
                for each in outcomes:
                    print(f"  {each.question}: ranks {list(each.ranks)} of {each.gold} tables")
            report(method, outcomes)


if __name__ == "__main__":
    main()
