"""Floors on public files with known tables, extracted and scored as the benchmark does it."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytestmark = pytest.mark.bench

BENCHMARK = Path(__file__).resolve().parents[2] / "benchmarks" / "extraction.py"
SCORERS = Path("bench/extraction")

LEAST_PDF_F1 = 0.95
"""Adjacency relations of ICDAR 2013 over all files; 0.98 when this was written."""

LEAST_WORD_HEADERS = 0.9
"""Of the tables whose header rows are known; some are forms on which people disagree."""

MOST_WRONG_FACTS = 2
"""About awkward files: the data misspell two villages of a table in another's cell."""

Document = dict[str, Any]
Predict = Callable[[str], list[Document]]


def load_module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def predictions(bench: Path) -> Predict:
    """The documents of a benchmark set as extracted, each set only once in a run."""
    return cache(lambda name: load_module(BENCHMARK).predict_set(name, bench))


@pytest.fixture(scope="module")
def score(bench: Path) -> Callable[[str, list[Document]], dict[str, Any]]:
    """Figures of predictions against a ground truth, by the scorer beside the data."""
    scorer = load_module(bench / SCORERS / "score.py")
    return lambda truth, predicted: scorer.score(read(bench / truth), predicted)[0]  # type: ignore[no-any-return]


def read(path: Path) -> list[Document]:
    return json.loads(path.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", ["icdar2013", "docx", "tricky", "petroleum"])
def test_no_file_fails(name: str, predictions: Predict) -> None:
    documents = predictions(name)
    assert documents
    assert not {
        document["file"]: document["error"] for document in documents if "error" in document
    }
    unreadable = [
        document["file"]
        for document in documents
        if "unreadable page" in {issue["kind"] for issue in document["issues"]}
    ]
    assert not unreadable


def test_relations_of_neighbouring_cells_in_public_pdfs(
    predictions: Predict, score: Callable[..., dict[str, Any]]
) -> None:
    figures = score(SCORERS / "icdar2013_gt.json", predictions("icdar2013"))
    assert figures["adjacency_micro"]["F1"] >= LEAST_PDF_F1


def test_every_petroleum_table_is_found_with_its_caption(
    predictions: Predict, score: Callable[..., dict[str, Any]]
) -> None:
    figures = score("petroleum/derived/truth_gt.json", predictions("petroleum"))
    assert figures["tables_gt"] > 0
    assert figures["missed"] == 0
    assert figures["caption"]["right"] == figures["caption"]["known"] == figures["tables_gt"]


def test_facts_about_awkward_files_hold(bench: Path, predictions: Predict, tmp_path: Path) -> None:
    written = tmp_path / "tricky.json"
    written.write_text(json.dumps(predictions("tricky")), encoding="utf-8")
    checked = subprocess.run(
        [sys.executable, bench / SCORERS / "check_tricky.py", written],
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    facts = re.search(r"facts right: (\d+) of (\d+)", checked.stdout)
    assert facts is not None
    assert int(facts[1]) >= int(facts[2]) - MOST_WRONG_FACTS, checked.stdout


def filled_cells(table: dict[str, Any]) -> frozenset[tuple[object, ...]]:
    """Filled cells; white space and bullets are set differently by different programs."""
    return frozenset(
        (cell["row"], cell["col"], cell["rowspan"], cell["colspan"], "".join(cell["text"].split()))
        for cell in table["cells"]
        if cell["text"].strip()
    )


@pytest.fixture(scope="module")
def word_documents(
    bench: Path, predictions: Predict
) -> list[tuple[Document, list[dict[str, Any]]]]:
    """Each public Word file's truth with the tables extracted from it."""
    found = {document["file"]: document["tables"] for document in predictions("docx")}
    return [(truth, found[truth["file"]]) for truth in read(bench / SCORERS / "docx_gt.json")]


def test_every_word_table_comes_out_cell_by_cell(word_documents: list[Any]) -> None:
    for document, found in word_documents:
        wanted = sorted(sorted(map(str, filled_cells(table))) for table in document["tables"])
        read = sorted(sorted(map(str, filled_cells(table))) for table in found)
        assert read == wanted, document["file"]


def test_word_header_rows_are_counted_as_people_count_them(word_documents: list[Any]) -> None:
    right = known = 0
    for document, found in word_documents:
        by_cells = {filled_cells(table): table for table in found}
        for table in document["tables"]:
            if "header_rows" in table:
                allowed = [table["header_rows"], *(table.get("header_rows_alt") or [])]
                known += 1
                right += by_cells[filled_cells(table)]["header_rows"] in allowed
    assert right >= LEAST_WORD_HEADERS * known
