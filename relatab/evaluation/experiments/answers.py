"""What the variants answered, kept in a file, so that nothing is measured twice."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from functools import cache, partial
from importlib import resources
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from relatab.evaluation.corpus import indexed
from relatab.evaluation.datasets import digest
from relatab.evaluation.remembering import RememberingEncoder
from relatab.evaluation.runs import Run, answer_all

if TYPE_CHECKING:
    from relatab.embedding.base import Encoder
    from relatab.evaluation.datasets import Dataset
    from relatab.evaluation.experiments.plan import Variant

DEPTH = 10
"""Ranked tables that are kept of a question: more than any measure looks at."""
MEASURED_CODE = (
    *("core", "domain", "embedding", "index", "retrieval", "settings.py"),
    *("evaluation/corpus.py", "evaluation/runs.py"),
)
"""Parts of the package on which an answer depends."""

Watch = Callable[[int, int, str], None]
"""Told how many answers of how many are there, and what is being measured."""
Answered = tuple["Dataset", list[tuple["Variant", Run]]]
"""A data set, and what each variant answered to all its questions."""


class AnswerStore:
    """Answers by a key of everything they depend on, appended to a file as they are found.

    A line holds the key, what was measured in words, and per question the numbers of the
    ranked tables and of the set, as they stand in the data set.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, dict[str, Any]] = {}
        if path.is_file():
            for line in path.read_text(encoding="utf-8").splitlines():
                try:
                    record = json.loads(line)
                except json.JSONDecodeError:
                    continue  # the last line of a run that was killed: measured again
                self._known[record["key"]] = record

    def __contains__(self, key: str) -> bool:
        return key in self._known

    def run(self, key: str, dataset: Dataset) -> Run:
        """The kept answers to the questions of a data set; KeyError if there are none."""
        record = self._known[key]
        names = [table.id for table in dataset.tables]
        ids = [question.id for question in dataset.questions]

        def by_question(kept: list[list[int]]) -> dict[str, tuple[str, ...]]:
            chosen = (tuple(names[number] for number in numbers) for numbers in kept)
            return dict(zip(ids, chosen, strict=True))

        return Run(by_question(record["ranked"]), by_question(record["sets"]), record["seconds"])

    def add(self, key: str, words: dict[str, Any], dataset: Dataset, run: Run) -> None:
        """Keep the answers to the questions of a data set."""
        numbers = {table.id: number for number, table in enumerate(dataset.tables)}
        record = words | {
            "key": key,
            "seconds": round(run.seconds, 3),
            "ranked": [
                [numbers[name] for name in run.ranked[question.id][:DEPTH]]
                for question in dataset.questions
            ],
            "sets": [
                [numbers[name] for name in run.sets[question.id]] for question in dataset.questions
            ],
        }
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record, separators=(",", ":")) + "\n")
        self._known[key] = record


def answer_variants(
    datasets: Iterable[Dataset],
    variants: Sequence[Variant],
    encoder: Encoder,
    store: AnswerStore,
    watch: Watch = lambda _, __, ___: None,
) -> dict[str, Answered]:
    """The answers of all variants to the questions of the data sets, by name of the data set.

    What the store lacks is measured and kept there. A data set is indexed once, and only where
    something is missing.
    """
    keys = {dataset: keys_of(dataset, variants, encoder) for dataset in datasets}
    missing = {
        dataset: {key: variant for variant, key in of_variant.items() if key not in store}
        for dataset, of_variant in keys.items()
    }
    total = sum(len(wanted) * len(dataset.questions) for dataset, wanted in missing.items())
    done = 0
    for dataset, wanted in missing.items():
        if not wanted:
            continue
        watch(done, total, f"{dataset.label}: indexing")
        with indexed(dataset, encoder) as corpus:
            remembering = RememberingEncoder(encoder)
            for key, variant in wanted.items():
                words = {"dataset": dataset.label, "method": variant.method}
                words["variant"] = variant.label
                counted = partial(_count, watch, count(done + 1), total, " ".join(words.values()))
                run = answer_all(corpus, remembering, dataset.questions, variant.settings, counted)
                store.add(key, words, dataset, run)
                done += len(dataset.questions)
    return {
        dataset.label: (
            dataset,
            [(variant, store.run(key, dataset)) for variant, key in of_variant.items()],
        )
        for dataset, of_variant in keys.items()
    }


def _count(watch: Watch, numbers: Iterator[int], total: int, note: str) -> None:
    watch(next(numbers), total, note)


def keys_of(dataset: Dataset, variants: Sequence[Variant], encoder: Encoder) -> dict[Variant, str]:
    """Keys that are equal only where data, settings, encoder and the code that answers are."""
    shared = [digest(dataset), encoder.fingerprint, code_digest()]
    depends = {variant: [*shared, asdict(variant.settings)] for variant in variants}
    return {
        variant: hashlib.sha256(json.dumps(all_of_it).encode()).hexdigest()[:20]
        for variant, all_of_it in depends.items()
    }


@cache
def code_digest() -> str:
    """A digest of the source of everything that an answer depends on, as this process found it."""
    source = hashlib.sha256()
    package = Path(str(resources.files("relatab")))
    for part in MEASURED_CODE:
        place = package / part
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            source.update(path.relative_to(package).as_posix().encode() + path.read_bytes())
    return source.hexdigest()[:16]
