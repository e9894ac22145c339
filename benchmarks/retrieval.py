"""Retrieval quality on public questions with known sets of tables.

    RELATAB_BENCH=folder python benchmarks/retrieval.py [--dataset NAME ...] [--split dev]
        [--method NAME ...] [--with-context] [--set SETTING=VALUE ...] [--out FOLDER]

Every table becomes a document of an index (title as caption, column names as the header
row), made and searched by relatab's own code; the ranked tables and the selected sets are
scored by the scorer that lies beside the data. Names of databases and of tables reach the
index only with --with-context, as the title of the document. The data are not part of
the project.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from relatab.embedding import Encoder, load_encoder
from relatab.index import derived
from relatab.index.corpus import Corpus
from relatab.index.features import index_fingerprint
from relatab.index.ingest import document_entry, ingest
from relatab.index.link import corpus_links
from relatab.index.store import open_writer
from relatab.model import Caption, Cell, Column, Context, Extraction, Provenance, Table, table_id
from relatab.retrieval.search import rank
from relatab.settings import Settings, preset

DATA = "bench/retrieval"
DEPTH = 10  # the scorer's deepest cut
RANKED_MEASURES = ("R@2", "F1@2", "R@5", "full@5", "NDCG@5")
SET_MEASURES = ("P", "R", "F1", "exact")

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Run:
    """What a method answered: per question the ranked tables and the selected set."""

    ranked: dict[str, list[str]]
    sets: dict[str, list[str]]
    seconds: float


def records(folder: Path, name: str, dataset: str, split: str) -> list[Record]:
    """The tables or questions of one split of a data set."""
    with gzip.open(folder / DATA / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        every = map(json.loads, lines)
        return [each for each in every if (each["dataset"], each["split"]) == (dataset, split)]


def benchmark_table(record: Record, number: int, *, with_context: bool) -> Table:
    """A record as the table of a document; only `with_context` it names its database."""
    document = hashlib.sha256(f"{number} {record['id']}".encode()).hexdigest()
    rows = [record["columns"], *record["rows"]]
    return Table(
        id=table_id(document, 0),
        cells=tuple(
            Cell(text, row, row + 1, column, column + 1, is_header=row == 0)
            for row, texts in enumerate(rows)
            for column, text in enumerate(texts)
            if text
        ),
        n_rows=len(rows),
        n_columns=len(record["columns"]),
        # Without a path: the name of a file counts as what its document is about.
        provenance=Provenance(path="", document_hash=document, position=0),
        header_rows=1,
        caption=Caption(record["title"], "style"),
        columns=tuple(map(Column, record["columns"])),
        context=Context(title=record["db"].replace("_", " ") if with_context else None),
        extractor="benchmark",
    )


@contextmanager
def indexed(tables: Iterable[Table], encoder: Encoder) -> Iterator[Corpus]:
    """The corpus of a temporary index of the tables, one document each, linked."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with open_writer(folder, index_fingerprint(encoder)) as store:
            for table in tables:
                place = table.provenance
                extraction = Extraction((table,), pages=1, title=table.context.title)
                entry = document_entry(extraction, place.document_hash, place.path)
                ingest(store, entry, (), encoder)
            arrays = derived.build(store)
            store.replace_edges(corpus_links(store, arrays))
            derived.publish(folder, store, arrays)
        with Corpus.open(folder) as corpus:
            yield corpus


def answer(
    corpus: Corpus,
    encoder: Encoder,
    questions: Iterable[Record],
    settings: Settings,
    names: Mapping[str, str],
) -> Run:
    """Rank the corpus for every question; names: the benchmark's id by table id."""
    started = time.perf_counter()
    ranked, sets = {}, {}
    for question in questions:
        ranking = rank(corpus, encoder, question["question"], settings)
        order = [names[corpus.table_ids[number]] for number in ranking.order]
        chosen = {names[corpus.table_ids[number]] for number in ranking.selected}
        ranked[question["id"]] = order[:DEPTH]
        sets[question["id"]] = [name for name in order if name in chosen]
    return Run(ranked, sets, time.perf_counter() - started)


def score(folder: Path, run: Path, dataset: str, split: str, *options: str) -> dict[str, float]:
    """The measures of a run file, in percent, by the scorer beside the data."""
    scorer = folder / DATA / "bench.py"
    command = [sys.executable, str(scorer), "score", str(run), "--dataset", dataset]
    command += ["--split", split, *options]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    measures: dict[str, float] = json.loads(printed)["all"]
    return measures


def with_values(settings: Settings, assignments: Iterable[str]) -> Settings:
    """Settings with "NAME=VALUE" assignments; values are read as JSON, else as text."""
    known = {field.name for field in fields(Settings)}
    changes: dict[str, Any] = {}
    for assignment in assignments:
        name, _, value = assignment.partition("=")
        if name not in known:
            raise SystemExit(f"{name}: no such setting")
        try:
            changes[name] = json.loads(value)
        except json.JSONDecodeError:
            changes[name] = value
    return replace(settings, **changes)


def measure(arguments: argparse.Namespace, folder: Path, dataset: str, encoder: Encoder) -> None:
    """Index one data set, answer its questions by every method, print the scores."""
    split = arguments.split
    found = records(folder, "tables", dataset, split)
    questions = records(folder, "queries", dataset, split)
    tables = [
        benchmark_table(record, number, with_context=arguments.with_context)
        for number, record in enumerate(found)
    ]
    names = {table.id: record["id"] for table, record in zip(tables, found, strict=True)}
    started = time.perf_counter()
    with indexed(tables, encoder) as corpus:
        print(
            f"{dataset}/{split}: {len(corpus)} tables indexed in "
            f"{time.perf_counter() - started:.0f} s, {len(questions)} questions",
            flush=True,
        )
        for method in arguments.method:
            settings = with_values(preset(method), arguments.set)
            run = answer(corpus, encoder, questions, settings, names)
            context = "-context" if arguments.with_context else ""
            place = arguments.out / f"{dataset}-{split}-{method}{context}"
            report(folder, run, place, dataset, split, method)


def report(folder: Path, run: Run, place: Path, dataset: str, split: str, method: str) -> None:
    """Write the run files `place`.json and `place`-sets.json and print their scores."""
    ranked, sets = place.with_suffix(".json"), place.with_name(f"{place.name}-sets.json")
    ranked.write_text(json.dumps(run.ranked), encoding="utf-8")
    sets.write_text(json.dumps(run.sets), encoding="utf-8")
    of_ranked = score(folder, ranked, dataset, split)
    of_sets = score(folder, sets, dataset, split, "--sets")
    print(f"  {method:8}", *(f"{name} {of_ranked[name]:.1f}" for name in RANKED_MEASURES), end="")
    print("  set:", *(f"{name} {of_sets[name]:.1f}" for name in SET_MEASURES), end="")
    print(
        f" tables {of_sets['size/100']:.1f}  {1000 * run.seconds / max(len(run.ranked), 1):.0f} ms",
        flush=True,
    )


def main() -> int:
    """Measure every chosen data set."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dataset", nargs="+", default=["spider", "bird"], metavar="NAME")
    parser.add_argument("--split", default="dev")
    parser.add_argument("--method", nargs="+", default=["paper", "relatab"], metavar="NAME")
    parser.add_argument("--model", help="as for `relatab index`")
    parser.add_argument("--with-context", action="store_true", help="database name as title")
    parser.add_argument("--set", action="append", default=[], metavar="SETTING=VALUE")
    parser.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()), metavar="FOLDER")
    arguments = parser.parse_args()
    if not os.environ.get("RELATAB_BENCH"):
        parser.error("RELATAB_BENCH must name the folder with the benchmark data")
    arguments.out.mkdir(parents=True, exist_ok=True)
    encoder = load_encoder(arguments.model)
    for dataset in arguments.dataset:
        measure(arguments, Path(os.environ["RELATAB_BENCH"]), dataset, encoder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
