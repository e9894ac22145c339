"""Extraction quality on public files with known tables.

    RELATAB_BENCH=folder python benchmarks/extraction.py docx|icdar2013|tricky|petroleum
        [--only NAME ...] [--out PRED.json] [-- SCORER OPTIONS]

Extracts every file of the set, writes the predictions in the scorer's form (a table is
what `relatab extract --json` prints) and runs the scorer that lies beside the data. The
data are not part of the project.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
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


def main() -> int:
    """Extract, write, score; the scorer's exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("set", choices=SETS)
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="these files only")
    parser.add_argument("--out", type=Path, help="keep the predictions here")
    parser.add_argument("--ocr", choices=("auto", "off", "force"), default="auto")
    parser.add_argument("scorer_options", nargs="*", help="passed on to the scorer, after --")
    arguments = parser.parse_args()
    if not os.environ.get("RELATAB_BENCH"):
        parser.error("RELATAB_BENCH must name the folder with the benchmark data")
    folder = Path(os.environ["RELATAB_BENCH"])
    chosen = SETS[arguments.set]
    documents = [
        path
        for path in sorted((folder / chosen.documents).iterdir())
        if path.suffix.lower() in SUFFIXES and (not arguments.only or path.name in arguments.only)
    ]
    out = arguments.out or Path(tempfile.gettempdir()) / f"relatab-{arguments.set}.json"
    passwords = _passwords(folder, chosen)
    predictions: list[dict[str, Any]] = []
    for document in documents:
        options = Options(passwords.get(document.name), arguments.ocr)
        predictions.append(predict(document, options))
        print(f"{document.name}: {len(predictions[-1]['tables'])} tables", file=sys.stderr)
    out.write_text(json.dumps(predictions, ensure_ascii=False), encoding="utf-8")
    _print_totals(predictions, out)
    scorer = [str(out) if word == "PRED" else word for word in chosen.scorer]
    if arguments.only and "score.py" in scorer[0]:
        scorer += ["--only", ",".join(arguments.only)]
    command = [sys.executable, *scorer, *arguments.scorer_options]
    return subprocess.run(command, cwd=folder, check=False).returncode


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
