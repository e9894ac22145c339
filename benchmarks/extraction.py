"""Extraction quality on public files with known tables, beside that of other tools.

    RELATAB_BENCH=folder python benchmarks/extraction.py [docx|icdar2013|tricky|petroleum ...]
        [--only NAME ...] [--ocr auto|off|force] [--out FOLDER]

Extracts every file of the sets, writes the predictions in the scorer's form, and prints the
figures of the scorer that lies beside the data. With no set named: all of them, time and
memory too (`extraction_cost.py`), and one table of targets, figures and peers at the end.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from extraction_cost import measure_costs
from extraction_data import SETS, Document, check_facts, peers, predict_set, score
from extraction_table import (
    Line,
    awkward_lines,
    cost_lines,
    icdar_lines,
    petroleum_lines,
    print_lines,
    word_lines,
)


def main() -> int:
    """Extract, write, score; 1 when a target is missed."""
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
    out = arguments.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    lines = [
        line
        for name in arguments.sets or SETS
        for line in run(name, folder, out, arguments.only, arguments.ocr)
    ]
    if not arguments.sets and not arguments.only:
        lines += cost_lines(measure_costs(folder))
    if not arguments.only:
        print_lines(lines)
    return int(not all(line.reached for line in lines))


def run(name: str, folder: Path, out: Path, only: Sequence[str], ocr: str) -> list[Line]:
    """One set: extract its files, print the scorer's figures, return its lines of the table."""
    predictions = predict_set(name, folder, only, ocr)
    predicted = out / f"{name}.json"
    predicted.write_text(json.dumps(predictions, ensure_ascii=False), encoding="utf-8")
    print(f"== {name}")
    _print_totals(predictions, predicted)
    if SETS[name].truth is None:
        facts = check_facts(folder, predicted)
        for file, fact in facts["wrong"]:
            if not only or file in only:
                print(f"wrong: {file} {fact}")
        return awkward_lines(facts)
    figures, rows = score(name, folder, predictions)
    tables = out / f"{name}-tables.json"
    tables.write_text(json.dumps(rows, indent=0, ensure_ascii=False), encoding="utf-8")
    for key, value in figures.items():
        print(f"{key:24s} {_rounded(value)}")
    if name == "icdar2013":
        return icdar_lines(figures, peers(folder))
    return word_lines(figures) if name == "docx" else petroleum_lines(figures)


def _print_totals(predictions: Sequence[Document], out: Path) -> None:
    seconds = sum(document.get("seconds", 0.0) for document in predictions)
    pages = sum(document.get("pages", 0) for document in predictions)
    failed = [document["file"] for document in predictions if "error" in document]
    print(f"{len(predictions)} documents, {pages} pages, {seconds:.1f} s; predictions in {out}")
    if failed:
        print(f"could not be read: {', '.join(failed)}")


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return round(value, 4) if isinstance(value, float) else value


if __name__ == "__main__":
    sys.exit(main())
