"""Extraction quality on public files with known tables.

    RELATAB_BENCH=folder python benchmarks/extraction.py [docx|icdar2013|tricky|petroleum ...]
        [--only NAME ...] [--ocr auto|off|force] [--out FOLDER]

Extracts every file of the sets (all of them when none is named), writes the predictions in
the scorer's form (a table is what `relatab extract --json` prints) and runs the scorer that
lies beside the data. The data are not part of the project.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from extractors import SUFFIXES, Options, extract
from relatab.errors import RelatabError
from relatab.model import issue_to_json, table_to_json


@dataclass(frozen=True, slots=True)
class BenchmarkSet:
    """Where a set's documents and its scorer lie, relative to the data folder.

    scorer: the script and its arguments; "PRED" stands for the predictions. passwords: a
    list of objects with a "file" and its "password".
    """

    documents: str
    scorer: tuple[str, ...]
    passwords: str | None = None


EXTRACTION = "bench/extraction"

SETS = {
    "docx": BenchmarkSet(
        f"{EXTRACTION}/docx",
        (f"{EXTRACTION}/score.py", f"{EXTRACTION}/docx_gt.json", "PRED"),
    ),
    "icdar2013": BenchmarkSet(
        f"{EXTRACTION}/icdar2013",
        (
            f"{EXTRACTION}/score.py",
            f"{EXTRACTION}/icdar2013_gt.json",
            "PRED",
            "--chars",
            f"{EXTRACTION}/icdar2013_chars.json.gz",
        ),
    ),
    "tricky": BenchmarkSet(
        f"{EXTRACTION}/tricky",
        (f"{EXTRACTION}/check_tricky.py", "PRED"),
        passwords=f"{EXTRACTION}/tricky.json",
    ),
    "petroleum": BenchmarkSet(
        "petroleum/derived",
        (f"{EXTRACTION}/score.py", "petroleum/derived/truth_gt.json", "PRED"),
    ),
}


def predict(document: Path, options: Options) -> dict[str, Any]:
    """One document's tables as the scorer reads them; an error is a result too."""
    started = time.perf_counter()
    try:
        extraction = extract(document, options)
    except RelatabError as error:
        return {"file": document.name, "error": str(error), "tables": []}
    return {
        "file": document.name,
        "seconds": time.perf_counter() - started,
        "pages": extraction.pages,
        "tables": [table_to_json(table) for table in extraction.tables],
        "issues": [issue_to_json(issue) for issue in extraction.issues],
    }


def predict_set(
    name: str, folder: Path, only: Sequence[str] = (), ocr: str = "auto"
) -> list[dict[str, Any]]:
    """Every document of a set (or those of `only`), each as `predict` gives it."""
    chosen = SETS[name]
    passwords = _passwords(folder, chosen)
    predictions: list[dict[str, Any]] = []
    for document in sorted((folder / chosen.documents).iterdir()):
        if document.suffix.lower() in SUFFIXES and (not only or document.name in only):
            predictions.append(predict(document, Options(passwords.get(document.name), ocr)))
            print(f"{document.name}: {len(predictions[-1]['tables'])} tables", file=sys.stderr)
    return predictions


def main() -> int:
    """Extract, write, score; the worst exit status of the scorers."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(SETS)}; default all")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="these files only")
    parser.add_argument("--ocr", choices=("auto", "off", "force"), default="auto")
    parser.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "relatab-bench")
    arguments = parser.parse_args()
    if unknown := set(arguments.sets) - SETS.keys():
        parser.error(f"no such set: {', '.join(sorted(unknown))}")
    if not os.environ.get("RELATAB_BENCH"):
        parser.error("RELATAB_BENCH must name the folder with the benchmark data")
    folder = Path(os.environ["RELATAB_BENCH"])
    arguments.out.mkdir(parents=True, exist_ok=True)
    return max(
        run(name, folder, arguments.out.resolve(), arguments.only, arguments.ocr)
        for name in arguments.sets or SETS
    )


def run(name: str, folder: Path, out: Path, only: list[str], ocr: str) -> int:
    """One set: extract its files, print the scorer's figures, return its exit status."""
    chosen = SETS[name]
    predictions = predict_set(name, folder, only, ocr)
    predicted = out / f"{name}.json"
    predicted.write_text(json.dumps(predictions, ensure_ascii=False), encoding="utf-8")
    print(f"== {name}")
    _print_totals(predictions, predicted)
    command = [str(predicted) if word == "PRED" else word for word in chosen.scorer]
    if "score.py" in command[0]:
        command += ["--per-table", str(out / f"{name}-tables.json")]
        command += ["--only", ",".join(only)] if only else []
    return subprocess.run([sys.executable, *command], cwd=folder, check=False).returncode


def _passwords(folder: Path, chosen: BenchmarkSet) -> dict[str, str | None]:
    if chosen.passwords is None:
        return {}
    facts = json.loads((folder / chosen.passwords).read_text(encoding="utf-8"))
    return {fact["file"]: fact["password"] for fact in facts}


def _print_totals(predictions: list[dict[str, Any]], out: Path) -> None:
    seconds = sum(document.get("seconds", 0.0) for document in predictions)
    pages = sum(document.get("pages", 0) for document in predictions)
    failed = [document["file"] for document in predictions if "error" in document]
    print(f"{len(predictions)} documents, {pages} pages, {seconds:.1f} s; predictions in {out}")
    if failed:
        print(f"could not be read: {', '.join(failed)}")


if __name__ == "__main__":
    sys.exit(main())
