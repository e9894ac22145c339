"""Public benchmark PDFs, where their folder is at hand."""

from __future__ import annotations

import contextlib
import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

from extractors import extract
from extractors.base import Options
from relatab.errors import ExtractionError
from relatab.model import table_to_json

pytestmark = pytest.mark.bench

EVERY = 6  # a sample of the files; the whole set is for the benchmark scripts
LEAST_F1 = 0.9  # adjacency relations, over all sampled files; 0.98 when this was written


def load_scorer(bench: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("score", bench / "extraction" / "score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_icdar_sample_keeps_its_score(bench: Path) -> None:
    folder = bench / "bench" / "extraction" / "icdar2013"
    files = sorted(folder.glob("*.pdf"))[::EVERY]
    predicted = []
    for file in files:
        extraction = extract(file, Options(ocr="off"))
        assert "unreadable page" not in {issue.kind for issue in extraction.issues}
        predicted.append(
            {"file": file.name, "tables": [table_to_json(table) for table in extraction.tables]}
        )
    truth = json.loads((folder.parent / "icdar2013_gt.json").read_text(encoding="utf-8"))
    documents = truth["documents"] if isinstance(truth, dict) else truth
    names = {file.name for file in files}
    scorer = load_scorer(bench / "bench")
    result, _ = scorer.score([doc for doc in documents if doc["file"] in names], predicted)
    assert result["adjacency_micro"]["F1"] >= LEAST_F1


def test_awkward_files_never_crash(bench: Path) -> None:
    for file in sorted((bench / "bench" / "extraction" / "tricky").glob("*.pdf")):
        with contextlib.suppress(ExtractionError):  # the encrypted ones
            extraction = extract(file, Options(ocr="off"))
            assert "unreadable page" not in {issue.kind for issue in extraction.issues}, file.name
