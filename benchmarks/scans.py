"""Scanned reports: what is read on pages with known tables, and what reading costs.

    RELATAB_BENCH=folder python benchmarks/scans.py [truth] [cost] [--jobs N] [--out FOLDER]

`truth` extracts the pages whose tables were keyed by eye, each as a file of its own, and
runs the scorer that lies beside the data. `cost` indexes all reports in one command, prints
time a page and core and the peak memory of a process, then indexes them again, beside a copy
of what OCR had read. The data are not part of the project.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from extraction_data import predict

from extractors.base import Options
from relatab.index.refresh import OCR_CACHE

NUMBER = re.compile(r"\d+(?:[.,/]\d+)*")


def one_page(document: Path, number: int, out: Path) -> Path:
    """A file of one page (1-based) of a PDF."""
    import pypdfium2

    target = out / f"{document.stem}-{number}.pdf"
    whole, part = pypdfium2.PdfDocument(document), pypdfium2.PdfDocument.new()
    part.import_pages(whole, [number - 1])
    part.save(target)
    return target


def predictions(folder: Path, out: Path) -> Iterator[dict[str, Any]]:
    """The tables of the truth's pages, by document, as the scorer reads them."""
    options = Options(ocr_cache=out / OCR_CACHE)
    for known in json.loads((folder / "truth_gt.json").read_text(encoding="utf-8")):
        document = folder / "docs" / known["file"]
        tables = []
        for page in sorted({table["page"] for table in known["tables"]}):
            found = predict(one_page(document, page, out), options)
            tables += [{**t, "page": page, "pages": [page], "regions": []} for t in found["tables"]]
        yield {"file": known["file"], "tables": tables}


def exact_numbers(folder: Path, predicted: list[dict[str, Any]]) -> tuple[int, int]:
    """Numbers printed in the keyed tables: those found as printed on their pages, and all."""
    found = total = 0
    by_file = {document["file"]: document["tables"] for document in predicted}
    for document in json.loads((folder / "truth_gt.json").read_text(encoding="utf-8")):
        for table in document["tables"]:
            wanted = _numbers([table])
            there = _numbers([t for t in by_file[document["file"]] if t["page"] == table["page"]])
            found += (wanted & there).total()
            total += wanted.total()
    return found, total


def _numbers(tables: list[dict[str, Any]]) -> Counter[str]:
    return Counter(
        number
        for table in tables
        for cell in table["cells"]
        for number in NUMBER.findall(cell["text"])
    )


def truth(folder: Path, out: Path) -> int:
    """Prints the scorer's figures and the share of numbers read exactly."""
    predicted = list(predictions(folder, out))
    path = out / "scans.json"
    path.write_text(json.dumps(predicted, ensure_ascii=False), encoding="utf-8")
    scorer = folder.parent / "bench" / "extraction" / "score.py"
    command = [sys.executable, scorer, folder / "truth_gt.json", path]
    status = subprocess.run([*command, "--per-table", out / "scans-tables.json"], check=False)
    found, total = exact_numbers(folder, predicted)
    print(f"numbers as printed       {found} of {total} ({found / total:.1%})")
    return status.returncode


def cost(folder: Path, out: Path, jobs: int) -> None:
    """Indexes all reports twice; prints time, memory and how much was recognised."""
    for name in ("first", "second"):
        index = out / name
        shutil.rmtree(index, ignore_errors=True)
        index.mkdir(parents=True)
        if name == "second":
            shutil.copy(out / "first" / OCR_CACHE, index)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        started = time.perf_counter()
        command = ["relatab", "index", folder / "docs", "--index", index, "--jobs", str(jobs)]
        subprocess.run([sys.executable, "-m", *command], check=True)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
        status = subprocess.run(
            [sys.executable, "-m", "relatab", "status", "--json", "--index", index],
            check=True,
            capture_output=True,
        )
        facts = json.loads(status.stdout)
        print(
            f"{name}: {facts['documents']} documents, {facts['failed']} failed, "
            f"{facts['pages']} pages, {facts['tables']} tables; "
            f"{time.perf_counter() - started:.0f} s, {seconds / facts['pages']:.2f} CPU s a page"
        )
        if name == "first":  # the system keeps one maximum for all children so far
            print(f"peak memory of a process: {used.ru_maxrss / 1e6:.2f} GB")


def main() -> int:
    """Runs what is named, by default both."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help="truth, cost; default both")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "relatab-scans")
    arguments = parser.parse_args()
    if not os.environ.get("RELATAB_BENCH"):
        parser.error("RELATAB_BENCH must name the folder with the benchmark data")
    if unknown := set(arguments.parts) - {"truth", "cost"}:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    folder = Path(os.environ["RELATAB_BENCH"]) / "petroleum"
    arguments.out.mkdir(parents=True, exist_ok=True)
    wanted = arguments.parts or ["truth", "cost"]
    status = truth(folder, arguments.out) if "truth" in wanted else 0
    if "cost" in wanted:
        cost(folder, arguments.out, arguments.jobs)
    return status


if __name__ == "__main__":
    sys.exit(main())
