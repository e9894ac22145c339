"""Time of a search and size of the index, by the number of tables.

    python benchmarks/search.py [SIZE ...] [--model NAME] [--method NAME ...] [--repeat N]
        [--keep FOLDER] [--stages] [--linking] [--parts]

Indexes made-up well reports of ten tables each, the same ones at every run, and asks them
questions: cold, by the command line in a process of its own, and warm, in this process.
Times are medians, of the wall clock and, in brackets, of the processor: where other work
shares the machine, only the latter compares. With --stages also where a warm search by the
default method spends its time, with --linking the processor's time of linking all tables
anew and of bringing the index up to date with one changed report, and with --parts the
bytes a table that each part of the index takes.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import apsw

from relatab.embedding import Encoder, load_encoder
from relatab.index.corpus import Corpus
from relatab.index.derived import FOLDER
from relatab.index.features import index_fingerprint
from relatab.index.ingest import document_entry, ingest
from relatab.index.link import update_links
from relatab.index.store import DATABASE, Writer, open_writer
from relatab.model import Caption, Cell, Column, Context, Extraction, Provenance, Table, table_id
from relatab.retrieval.search import search
from relatab.settings import preset

TABLES_PER_REPORT = 10

Value = Callable[[Random], str]


def decimal(low: float, high: float, places: int = 1) -> Value:
    """A number printed with a fixed count of decimals."""
    return lambda random: f"{random.uniform(low, high):.{places}f}"


def one_of(*texts: str) -> Value:
    """One of a trade's usual entries."""
    return lambda random: random.choice(texts)


DEPTH = decimal(250, 5200)
SIZE = one_of('30"', '20"', "13 3/8", "9 5/8", "7", "5 1/2")
FORMATION = one_of("Utsira", "Balder", "Ekofisk", "Tor", "Hod", "Draupne", "Brent", "Statfjord")
SUBJECTS: tuple[tuple[str, dict[str, Value]], ...] = (
    (
        "Casing and cementing",
        {
            "Casing size (in)": SIZE,
            "Shoe depth (m)": DEPTH,
            "Grade": one_of("N-80", "K-55", "L-80", "P-110"),
            "Cement (sacks)": decimal(80, 1200, 0),
        },
    ),
    (
        "Drilling fluid properties",
        {
            "Depth (m)": DEPTH,
            "Mud weight (ppg)": decimal(8.6, 16.5),
            "Viscosity (sec)": decimal(35, 70, 0),
            "Type": one_of("gel", "lignosulphonate", "KCl polymer", "oil base"),
        },
    ),
    (
        "Bit record",
        {
            "Bit size (in)": one_of("26", "17 1/2", "12 1/4", "8 1/2"),
            "Maker": one_of("Hughes", "Smith", "Reed", "Security"),
            "Depth out (m)": DEPTH,
            "Hours": decimal(2, 90),
        },
    ),
    (
        "Leak-off tests",
        {
            "Casing size (in)": SIZE,
            "Depth (m)": DEPTH,
            "Equivalent mud weight (ppg)": decimal(11, 18),
        },
    ),
    (
        "Lithostratigraphy",
        {"Formation": FORMATION, "Top (m RKB)": DEPTH, "Thickness (m)": decimal(5, 600, 0)},
    ),
    (
        "Core analysis",
        {
            "Core no.": decimal(1, 12, 0),
            "Depth (m)": DEPTH,
            "Porosity (%)": decimal(4, 31),
            "Permeability (mD)": decimal(0.1, 2400, 2),
        },
    ),
    (
        "Drill stem tests",
        {
            "Test no.": decimal(1, 5, 0),
            "Interval (m)": DEPTH,
            "Choke (in)": one_of("1/4", "1/2", "3/4"),
            "Oil rate (bbl/d)": decimal(0, 9000, 0),
        },
    ),
    (
        "Formation pressures",
        {"Depth (m)": DEPTH, "Formation": FORMATION, "Pressure (bar)": decimal(150, 700)},
    ),
    (
        "Time distribution",
        {
            "Operation": one_of("Drilling", "Tripping", "Logging", "Waiting on weather", "Casing"),
            "Hours": decimal(1, 400),
            "Share (%)": decimal(0, 50),
        },
    ),
    (
        "Gas composition",
        {
            "Component": one_of("Methane", "Ethane", "Propane", "i-Butane", "n-Butane", "CO2"),
            "Mol %": decimal(0, 95, 2),
            "Sample": one_of("MDT-1", "MDT-2", "DST-1", "RFT-3"),
        },
    ),
)
QUESTIONS = (
    "at which depth was the 9 5/8 casing set in well {well}?",
    "mud weight while drilling the 12 1/4 section of well {well}",
    "porosity and permeability of the Brent formation",
    "leak-off tests and formation pressures in well {well}",
    "which tests flowed oil, and from which formation?",
)


def well_name(number: int) -> str:
    """A different well for every report."""
    return f"{1 + number // 108}/{1 + number // 9 % 12}-{1 + number % 9}"


def report(number: int, count: int = TABLES_PER_REPORT) -> Extraction:
    """Report number `number`, of one well, with `count` tables."""
    random = Random(number)  # noqa: S311 - the same report at every run
    well = well_name(number)
    document = hashlib.sha256(well.encode()).hexdigest()
    tables = [made_table(random, well, document, position) for position in range(count)]
    return Extraction(tuple(tables), pages=count, title=f"Completion report, well {well}")


def made_table(random: Random, well: str, document: str, position: int) -> Table:
    """One table of a report; every other caption names the well."""
    subject, columns = SUBJECTS[position % len(SUBJECTS)]
    caption = f"Table {position + 1}: {subject}" + (f", well {well}" if position % 2 else "")
    body = [[value(random) for value in columns.values()] for _ in range(random.randint(4, 12))]
    rows = [list(columns), *body]
    return Table(
        id=table_id(document, position),
        cells=tuple(
            Cell(text, row, row + 1, column, column + 1, is_header=row == 0)
            for row, texts in enumerate(rows)
            for column, text in enumerate(texts)
        ),
        n_rows=len(rows),
        n_columns=len(columns),
        provenance=Provenance("", document, position, pages=(position + 1,)),
        header_rows=1,
        caption=Caption(caption, "numbered"),
        columns=tuple(map(Column, columns)),
        context=Context(title=f"Completion report, well {well}"),
        extractor="benchmark",
    )


def make_index(folder: Path, size: int, encoder: Encoder) -> None:
    """An index of `size` tables."""
    with open_writer(folder, index_fingerprint(encoder)) as store:
        for number in range(-(-size // TABLES_PER_REPORT)):
            count = min(TABLES_PER_REPORT, size - number * TABLES_PER_REPORT)
            store_report(store, number, report(number, count), encoder)
        update_links(folder, store)


def store_report(store: Writer, number: int, extraction: Extraction, encoder: Encoder) -> None:
    """Stores a report under the path of its number."""
    content = extraction.tables[0].provenance.document_hash
    path = f"/share/{number // 100}/report {number}.pdf"
    ingest(store, document_entry(extraction, content, path), (), encoder)


def linking(folder: Path, size: int, encoder: Encoder) -> Iterator[str]:
    """Processor time of linking all tables, and after a change of one report in the middle."""
    number = size // TABLES_PER_REPORT // 2
    with open_writer(folder, index_fingerprint(encoder)) as store:
        yield _seconds("all tables linked anew", lambda: update_links(folder, store, fully=True))

        def change() -> None:
            # With one table less everything else of the report is other numbers, too.
            changed = report(number, TABLES_PER_REPORT - 1)
            store.delete_document(changed.tables[0].provenance.document_hash)
            store_report(store, number, changed, encoder)
            update_links(folder, store)

        yield _seconds("one report changed, linked", change)
    with Corpus.open(folder, index_fingerprint(encoder)) as corpus:
        assert len(corpus) == size - 1


def _seconds(name: str, action: Callable[[], object]) -> str:
    started = time.process_time()
    action()
    return f"{'':8}    {name:28}{time.process_time() - started:7.1f} s"


def parts(folder: Path, size: int) -> Iterator[str]:
    """Bytes a table of what the database and the derived arrays hold, the largest first."""
    database = apsw.Connection(os.fspath(folder / DATABASE))
    stored = dict(iter(database.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name")))
    database.close()
    stored |= {path.name: path.stat().st_size for path in (folder / FOLDER).glob("*/*")}
    for name, count in sorted(stored.items(), key=lambda part: -part[1]):
        if count >= size * 50:  # less is nothing beside the 20 kB of a whole table
            yield f"{'':8}    {name:28}{count / size:7.0f} B"


def questions(size: int) -> list[str]:
    """The questions, about a well in the middle of the corpus."""
    well = well_name(size // TABLES_PER_REPORT // 2)
    return [question.format(well=well) for question in QUESTIONS]


def cold(folder: Path, size: int, model: str, method: str, repeat: int) -> str:
    """Time of `relatab search` from the shell, the interpreter's start included."""
    command = [sys.executable, "-m", "relatab", "search", questions(size)[0], "--json"]
    command += ["--index", os.fspath(folder), "--model", model, "--method", method]

    def run() -> None:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    return timed([run] * repeat, 1.0, "s")


def warm(folder: Path, size: int, encoder: Encoder, method: str, repeat: int) -> str:
    """Time of a question in a process that has asked one before."""
    settings = preset(method)
    with Corpus.open(folder, index_fingerprint(encoder)) as corpus:
        search(corpus, encoder, questions(size)[0], settings)
        asked = [
            lambda question=question: search(corpus, encoder, question, settings)
            for _ in range(repeat)
            for question in questions(size)
        ]
        return timed(asked, 1000.0, "ms")


def stages(folder: Path, size: int, encoder: Encoder, repeat: int) -> Iterator[str]:
    """Median milliseconds of each stage of a warm search by the default method."""
    # The package exports a function of the module's name.
    steps = sys.modules["relatab.retrieval.search"]
    places = {
        "question's vectors": (encoder, "encode_question"),
        "words (BM25)": (Corpus, "term_scores"),
        "relevance, words included": (steps, "relevance"),
        "chains": (steps, "_supplements"),
        "joint selection": (steps, "team"),
        "reasons": (steps.Explainer, "answer"),
    }
    spent: dict[str, list[float]] = {name: [] for name in places}
    with ExitStack() as stack:
        corpus = stack.enter_context(Corpus.open(folder, index_fingerprint(encoder)))
        search(corpus, encoder, questions(size)[0], preset("relatab"))
        for name, (owner, attribute) in places.items():
            clocked = _clocked(getattr(owner, attribute), spent[name])
            stack.enter_context(patch.object(owner, attribute, clocked))
        for question in questions(size) * repeat:
            search(corpus, encoder, question, preset("relatab"))
    for name, seconds in spent.items():
        yield f"{'':8}    {name:28}{1000 * statistics.median(seconds):7.1f} ms"


def _clocked(function: Callable[..., Any], seconds: list[float]) -> Callable[..., Any]:
    """A function that notes how long each call takes."""

    def call(*values: Any, **named: Any) -> Any:
        started = time.perf_counter()
        result = function(*values, **named)
        seconds.append(time.perf_counter() - started)
        return result

    return call


def timed(actions: list[Callable[[], object]], scale: float, unit: str) -> str:
    """Median wall time and, in brackets, processor time of actions, children included."""
    walls, processors = [], []
    for action in actions:
        wall, processor = time.perf_counter(), sum(os.times()[:4])
        fine = time.process_time()
        action()
        walls.append(time.perf_counter() - wall)
        own = time.process_time() - fine
        # os.times counts in hundredths of a second: enough for a child, too coarse for us.
        children = sum(os.times()[:4]) - processor
        processors.append(own if unit == "ms" else children)
    wall, processor = statistics.median(walls) * scale, statistics.median(processors) * scale
    places = 2 if unit == "s" else 1
    return f"{wall:.{places}f} ({processor:.{places}f}) {unit}"


@contextmanager
def place(keep: Path | None) -> Iterator[Path]:
    """The folder for the indexes: a given one, or one that goes afterwards."""
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
        yield keep
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield Path(folder)


def main() -> int:
    """Print a line per size and method."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sizes", nargs="*", type=int, default=[100, 1000], metavar="SIZE")
    parser.add_argument("--model", default="hashing", help="as for `relatab index`")
    parser.add_argument("--method", nargs="+", default=["relatab", "paper"], metavar="NAME")
    parser.add_argument("--repeat", type=int, default=5, metavar="N")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the indexes here")
    parser.add_argument("--stages", action="store_true", help="where a warm search spends its time")
    parser.add_argument("--linking", action="store_true", help="time linking, of all and a change")
    parser.add_argument("--parts", action="store_true", help="what of the index takes how much")
    arguments = parser.parse_args()
    encoder = load_encoder(arguments.model)
    print(f"{'tables':>8}  {'method':8} {'cold':>16} {'warm':>20} {'index':>9} {'made in':>9}")
    with place(arguments.keep) as folder:
        for size in arguments.sizes:
            index = folder / f"{arguments.model}-{size}"
            started = time.perf_counter()
            if not index.exists():
                make_index(index, size, encoder)
            seconds = time.perf_counter() - started
            stored = sum(file.stat().st_size for file in index.rglob("*") if file.is_file())
            for method in arguments.method:
                print(
                    f"{size:8}  {method:8}",
                    f"{cold(index, size, arguments.model, method, arguments.repeat):>16}",
                    f"{warm(index, size, encoder, method, arguments.repeat):>20}",
                    f"{stored / 1e6:6.1f} MB {seconds:7.0f} s",
                    flush=True,
                )
            if arguments.parts:
                print(*parts(index, size), sep="\n", flush=True)
            if arguments.stages:
                print(*stages(index, size, encoder, arguments.repeat), sep="\n", flush=True)
            if arguments.linking:
                print(*linking(index, size, encoder), sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
