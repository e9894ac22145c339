"""Passes over a share of many small reports: time and memory.

    python benchmarks/refresh.py [--documents N] [--model NAME] [--jobs N] [--repeat N]
        [--keep FOLDER]

Writes Word reports of three tables each, the same ones at every run, all different. Indexes
them, goes over them again unchanged, changes one and asks for it, and goes over them again and
again. Times are of the wall clock and, in brackets, of the processor, worker processes not
counted: where other work shares the machine, only the latter compares. Memory is what this
process holds (the workers' is bounded by their limits).
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import psutil
from search import place, report

from relatab.embedding import Encoder, load_encoder
from relatab.index.corpus import Corpus
from relatab.index.features import index_fingerprint
from relatab.index.progress import Progress, Summary
from relatab.index.refresh import update_index
from relatab.model import Caption, Extraction, Table
from relatab.retrieval.search import search
from relatab.settings import DEFAULT

TABLES = 3
FOLDER_SIZE = 100

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override '
    'PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.'
    'wordprocessingml.document.main+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" '
    f'Type="{_OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>',
}


def write_share(folder: Path, count: int) -> None:
    """Report `n` of a well, in folders of a hundred; those that are there stay."""
    for number in range(count):
        path = report_path(folder, number)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            write_word(path, report(number, TABLES))


def report_path(folder: Path, number: int) -> Path:
    """Where report `number` lies."""
    return folder / f"{number // FOLDER_SIZE:03}" / f"report {number:05}.docx"


def write_word(path: Path, extraction: Extraction) -> None:
    """The least that a Word file is made of."""
    body = _paragraph(extraction.title or "") + "".join(map(_table, extraction.tables))
    document = f'<w:document xmlns:w="{_WORD}"><w:body>{body}</w:body></w:document>'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in (*PARTS.items(), ("word/document.xml", document)):
            package.writestr(name, f'<?xml version="1.0" encoding="UTF-8"?>{content}')


def _table(table: Table) -> str:
    texts = table.body_texts()
    rows = [[column.label for column in table.columns], *texts]
    cells = ("".join(f"<w:tc>{_paragraph(text)}</w:tc>" for text in row) for row in rows)
    caption = table.caption.text if table.caption else ""
    grid = "".join(f"<w:tr>{row}</w:tr>" for row in cells)
    return f"{_paragraph(caption)}<w:tbl>{grid}</w:tbl>{_paragraph('')}"


def _paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{escape(text)}</w:t></w:r></w:p>"


def timed(action: Callable[[], Any]) -> tuple[Any, float, float]:
    """What an action gives, and its seconds by the wall clock and of this processor."""
    wall, processor = time.perf_counter(), time.process_time()
    result = action()
    return result, time.perf_counter() - wall, time.process_time() - processor


def megabytes() -> float:
    """Memory that this process holds."""
    return float(psutil.Process().memory_info().rss) / 1e6


class Memory:
    """A watch that notes the memory at each tenth of the documents, and the highest."""

    def __init__(self) -> None:
        self.at: list[float] = []
        self.stages: dict[str, float] = {}

    def __call__(self, progress: Progress) -> None:
        """Called at every step of a pass."""
        tenth = max(1, progress.files // 10)
        if progress.files_done // tenth > len(self.at) or progress.stage not in self.stages:
            held = megabytes()
            self.at += [held] if progress.files_done // tenth > len(self.at) else []
            self.stages[progress.stage] = held


def first_pass(index: Path, share: Path, encoder: Encoder, jobs: int | None) -> None:
    """All reports are new."""
    memory = Memory()

    def action() -> Summary:
        return update_index(index, [share], encoder=encoder, jobs=jobs, watch=memory)

    summary, wall, processor = timed(action)
    print(
        f"first pass: {summary.new} reports, {summary.tables} tables, {wall:.0f} s ({processor:.0f})"
    )
    print(f"  memory at each tenth: {' '.join(f'{held:.0f}' for held in memory.at)} MB")
    print(f"  after linking: {memory.stages['done']:.0f} MB", flush=True)


def unchanged_passes(index: Path, encoder: Encoder, repeat: int) -> None:
    """Nothing changed: in this process again and again, and by the command line."""
    walls, processors, held = [], [], []
    for _ in range(repeat):
        summary, wall, processor = timed(lambda: update_index(index, encoder=encoder))
        assert summary.new == summary.changed == 0
        walls.append(wall)
        processors.append(processor)
        held.append(megabytes())
    print(
        f"unchanged, {repeat} passes: {statistics.median(walls):.2f} s "
        f"({statistics.median(processors):.2f}) for {summary.unchanged} files; memory from "
        f"{held[0]:.0f} to {held[-1]:.0f} MB, at most {max(held):.0f}",
        flush=True,
    )


def unchanged_from_the_shell(index: Path, model: str) -> None:
    """Nothing changed: `relatab refresh` in a process of its own."""
    command = [sys.executable, "-m", "relatab", "refresh", "--index", str(index), "--model", model]
    before = sum(_children())
    _, wall, _ = timed(lambda: subprocess.run(command, check=True, capture_output=True))
    print(f"unchanged, from the shell: {wall:.2f} s ({sum(_children()) - before:.2f})", flush=True)


def _children() -> tuple[float, float]:
    times = psutil.Process().cpu_times()
    return times.children_user, times.children_system


def changed_files(index: Path, share: Path, encoder: Encoder, count: int, repeat: int) -> None:
    """One report changes; a pass later it is found by a word that it alone holds."""
    walls, processors = [], []
    for turn in range(repeat):
        number, word = (count // 2 + turn) % count, f"zirkonium{time.time_ns()}"
        first, *others = report(number, TABLES).tables
        changed = replace(first, caption=Caption(f"Table 1: {word}", "numbered"))
        write_word(report_path(share, number), Extraction((changed, *others)))

        def action(word: str = word) -> str:
            update_index(index, encoder=encoder)
            return found(index, encoder, word)

        path, wall, processor = timed(action)
        assert path == str(report_path(share, number)), path
        walls.append(wall)
        processors.append(processor)
    print(
        f"one changed report until it is found: {statistics.median(walls):.2f} s "
        f"({statistics.median(processors):.2f})",
        flush=True,
    )


def found(index: Path, encoder: Encoder, question: str) -> str:
    """The document of the first hit."""
    with Corpus.open(index, index_fingerprint(encoder)) as corpus:
        hit = search(corpus, encoder, question, DEFAULT, limit=1).hits[0]
        return str(hit.document)


def main() -> int:
    """Print a line or two for each kind of pass."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--documents", type=int, default=10_000, metavar="N")
    parser.add_argument("--model", default="hashing", help="as for `relatab index`")
    parser.add_argument("--jobs", type=int, metavar="N", help="as for `relatab index`")
    parser.add_argument("--repeat", type=int, default=5, metavar="N")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep share and index here")
    arguments = parser.parse_args()
    encoder = load_encoder(arguments.model)
    with place(arguments.keep) as folder:
        share, index = folder / "share", folder / "index"
        _, seconds, _ = timed(lambda: write_share(share, arguments.documents))
        print(f"{arguments.documents} reports written in {seconds:.0f} s", flush=True)
        first_pass(index, share, encoder, arguments.jobs)
        unchanged_passes(index, encoder, arguments.repeat)
        unchanged_from_the_shell(index, arguments.model)
        changed_files(index, share, encoder, arguments.documents, arguments.repeat)
        unchanged_passes(index, encoder, arguments.repeat)
    return 0


if __name__ == "__main__":
    sys.exit(main())
