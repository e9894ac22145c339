"""Floors on public files with known tables, extracted and scored as the benchmark does it."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from extraction_data import SETS, check_facts, predict_set, score, truth
from extraction_table import Line, awkward_lines, icdar_lines, petroleum_lines, word_lines

pytestmark = pytest.mark.bench

Document = dict[str, Any]
Predict = Callable[[str], list[Document]]


@pytest.fixture(scope="module")
def predictions(bench: Path) -> Predict:
    """The documents of a benchmark set as extracted, each set only once in a run."""
    return cache(lambda name: predict_set(name, bench))


@pytest.fixture(scope="module")
def figures(bench: Path, predictions: Predict) -> Callable[[str], dict[str, Any]]:
    """The scorer's figures of a set, each only once in a run."""
    return cache(lambda name: score(name, bench, predictions(name))[0])


@pytest.mark.parametrize("name", SETS)
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


def missed(lines: list[Line]) -> list[str]:
    assert lines
    return [
        f"{line.what}: {line.measured}, not {line.target}" for line in lines if not line.reached
    ]


def test_public_pdf_files_reach_every_target(figures: Callable[[str], dict[str, Any]]) -> None:
    assert not missed(icdar_lines(figures("icdar2013"), {}))


def test_word_files_reach_every_target(figures: Callable[[str], dict[str, Any]]) -> None:
    assert not missed(word_lines(figures("docx")))


def test_petroleum_files_reach_every_target(figures: Callable[[str], dict[str, Any]]) -> None:
    assert not missed(petroleum_lines(figures("petroleum")))
    assert figures("petroleum")["missed"] == 0


def test_facts_about_awkward_files_hold(bench: Path, predictions: Predict, tmp_path: Path) -> None:
    written = tmp_path / "tricky.json"
    written.write_text(json.dumps(predictions("tricky")), encoding="utf-8")
    facts = check_facts(bench, written)
    assert facts["facts"] > 0
    assert not missed(awkward_lines(facts)), facts["wrong"]


def plain(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split())


def filled_cells(table: dict[str, Any]) -> frozenset[tuple[object, ...]]:
    """Filled cells; white space, bullets and raised figures are set differently by programs."""
    return frozenset(
        (cell["row"], cell["col"], cell["rowspan"], cell["colspan"], plain(cell["text"]))
        for cell in table["cells"]
        if cell["text"].strip()
    )


@pytest.fixture(scope="module")
def word_documents(
    bench: Path, predictions: Predict
) -> list[tuple[Document, list[dict[str, Any]]]]:
    """Each public Word file's truth with the tables extracted from it."""
    found = {document["file"]: document["tables"] for document in predictions("docx")}
    return [(known, found[known["file"]]) for known in truth("docx", bench)]


def test_every_word_table_comes_out_cell_by_cell(word_documents: list[Any]) -> None:
    for document, found in word_documents:
        wanted = sorted(sorted(map(str, filled_cells(table))) for table in document["tables"])
        read = sorted(sorted(map(str, filled_cells(table))) for table in found)
        assert read == wanted, document["file"]
