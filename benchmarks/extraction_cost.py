"""Time and memory of extraction, beside camelot and pdfplumber in one run.

    RELATAB_BENCH=folder python benchmarks/extraction_cost.py

Every job has a process of its own, warmed by its first file. The ICDAR files are read by
relatab, by camelot's hybrid flavour with its vector engine (nothing is rendered) and by
pdfplumber's `find_tables`; camelot is left out where it is not installed (the extra `peers`).
A report of prose, one of 1,000 mixed pages and a Word table of 9,000 rows are made here.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from extraction_data import documents

from extractors import Options, extract

PROSE_PAGES = 200
LONG_REPORT = ("prose", "ruled", "prose", "open") * 250
WORD_ROWS = 9000
VOCABULARY = (
    *(
        "the",
        "of",
        "and",
        "to",
        "in",
        "was",
        "at",
        "with",
        "from",
        "well",
        "depth",
        "sand",
        "shale",
    ),
    *("casing", "formation", "core", "pressure", "drilled", "interval", "reservoir", "mud", "run"),
    *("set", "below", "sample", "section", "porosity", "minor", "test", "recovered"),
)
LINE_PT = 13.0
COLUMNS_PT = (72.0, 150.0, 225.0, 300.0, 375.0, 450.0, 525.0)

Cost = dict[str, float]


def measure_costs(folder: Path) -> dict[str, Cost]:
    """Costs by job, as `extraction_table.cost_lines` reads them; prints each."""
    icdar = documents("icdar2013", folder)
    with tempfile.TemporaryDirectory() as made:
        prose = write_report(Path(made) / "prose.pdf", ("prose",) * PROSE_PAGES)
        long = write_report(Path(made) / "long.pdf", LONG_REPORT)
        rows = write_word_table(Path(made) / "rows.docx", WORD_ROWS)
        jobs: dict[str, tuple[str, list[Path]]] = {
            "relatab ICDAR": ("relatab", icdar),
            "camelot ICDAR": ("camelot", icdar),
            "pdfplumber ICDAR": ("pdfplumber", icdar),
            "relatab prose": ("relatab", [prose]),
            "relatab long": ("relatab", [long]),
            "relatab rows": ("relatab", [rows]),
        }
        costs = {}
        for name, (tool, paths) in jobs.items():
            if find_spec(tool) is None:
                print(f"{name}: {tool} is not installed; install the extra `peers`")
                continue
            costs[name] = _in_own_process(tool, paths, warm=icdar[0])
            _print_cost(name, costs[name])
    return costs


def measure(tool: str, paths: Sequence[Path], warm: Path) -> Cost:
    """Seconds and pages of reading all files with a tool, and the process's peak memory in MB."""
    read = TOOLS[tool]
    read(warm)
    wall, cpu = time.perf_counter(), time.process_time()
    pages = sum(read(path) for path in paths)
    return {
        "pages": pages,
        "cpu": time.process_time() - cpu,
        "wall": time.perf_counter() - wall,
        "peak": peak_memory(),
    }


def peak_memory() -> float:
    """The most memory that this process has held, in MB."""
    status = Path("/proc/self/status")
    if status.exists():  # the peak of getrusage begins with that of the process that started it
        peak = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(peak.split()[1]) / 1024
    scale = 1024**2 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / scale


def _in_own_process(tool: str, paths: Sequence[Path], warm: Path) -> Cost:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(measure, tool, paths, warm).result()


def _print_cost(name: str, cost: Cost) -> None:
    print(
        f"{name}: {cost['pages']:.0f} pages, {cost['cpu'] / cost['pages']:.4f} s a page by the "
        f"processor, {cost['wall'] / cost['pages']:.4f} by the clock; "
        f"{cost['wall']:.1f} s in all; {cost['peak']:.0f} MB"
    )


def _read_with_relatab(path: Path) -> int:
    return extract(path, Options()).pages


def _read_with_camelot(path: Path) -> int:
    import camelot
    import pypdfium2

    camelot.read_pdf(str(path), pages="all", flavor="hybrid", engine="vector", suppress_stdout=True)
    return len(pypdfium2.PdfDocument(path))


def _read_with_pdfplumber(path: Path) -> int:
    import pdfplumber

    with pdfplumber.open(path) as document:
        for page in document.pages:
            for table in page.find_tables():
                table.extract()
            page.close()
        return len(document.pages)


TOOLS: dict[str, Callable[[Path], int]] = {
    "relatab": _read_with_relatab,
    "camelot": _read_with_camelot,
    "pdfplumber": _read_with_pdfplumber,
}


def write_report(path: Path, pages: Iterable[str]) -> Path:
    """A made-up report: pages of prose alone, or of prose with a ruled or an open table."""
    from reportlab.pdfgen.canvas import Canvas

    random = Random(1)  # noqa: S311 - made-up data
    canvas = Canvas(str(path), pagesize=(595, 842))
    for number, kind in enumerate(pages, start=1):
        canvas.setFont("Times-Roman", 10)
        top = 780.0
        canvas.drawString(72, 810, "Final Well Report")
        canvas.drawString(500, 40, f"Page {number}")
        if kind != "prose":
            canvas.drawString(72, top, f"Table {number}: Core analysis, core {number}")
            top = _draw_table(canvas, top - LINE_PT, random, ruled=kind == "ruled") - 2 * LINE_PT
        _draw_prose(canvas, top, random)
        canvas.showPage()
    canvas.save()
    return path


def _draw_prose(canvas: Any, top: float, random: Random) -> None:
    """Paragraphs of lines filled up to a right margin, down to the foot of the page."""
    while top > 80:
        line = random.choice(VOCABULARY).capitalize()
        while canvas.stringWidth(f"{line} {VOCABULARY[0]}") < 430:
            line = f"{line} {random.choice(VOCABULARY)}"
        canvas.drawString(72, top, line)
        top -= LINE_PT if random.random() < 0.9 else 2 * LINE_PT


def _draw_table(canvas: Any, top: float, random: Random, *, ruled: bool) -> float:
    """A table of 20 rows; returns the height of its lower edge."""
    head = ["Depth m", "Porosity %", "Kh mD", "Kv mD", "So %", "Sw %"]
    body = [[f"{random.uniform(0, 400):.1f}" for _ in head] for _ in range(20)]
    edges = [top - index * 1.2 * LINE_PT for index in range(len(body) + 2)]
    for texts, edge in zip([head, *body], edges[1:], strict=True):
        for left, text in zip(COLUMNS_PT, texts, strict=False):
            canvas.drawString(left + 4, edge + 4, text)
    if ruled:
        canvas.grid(COLUMNS_PT, edges)
    return edges[-1]


def write_word_table(path: Path, rows: int, columns: int = 10) -> Path:
    """A Word file with one table, written as XML: libraries take quadratic time for it."""
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    package = "http://schemas.openxmlformats.org/package/2006"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{package}/content-types">'
            '<Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/word/document.xml" ContentType="{kind}"/></Types>',
        )
        file.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{package}/relationships">'
            f'<Relationship Id="a" Type="{office}" Target="word/document.xml"/></Relationships>',
        )
        body = "".join(_word_rows(rows, columns))
        file.writestr(
            "word/document.xml",
            f'<w:document xmlns:w="{w}"><w:body><w:tbl>{body}</w:tbl></w:body></w:document>',
        )
    return path


def _word_rows(rows: int, columns: int) -> Iterator[str]:
    for row in range(rows):
        texts = (f"{row}.{column}" if row else f"Log {column}" for column in range(columns))
        cells = (f"<w:tc><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>" for text in texts)
        yield f"<w:tr>{''.join(cells)}</w:tr>"


def main() -> int:
    """Measures and prints."""
    if not os.environ.get("RELATAB_BENCH"):
        print("RELATAB_BENCH must name the folder with the benchmark data", file=sys.stderr)
        return 2
    measure_costs(Path(os.environ["RELATAB_BENCH"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
