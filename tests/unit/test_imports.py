"""What importing relatab costs: no heavy library before it is used."""

import subprocess
import sys

import pytest

HEAVY = {
    "torch", "transformers", "sentence_transformers", "onnxruntime", "onnx", "tokenizers",
    "huggingface_hub", "camelot", "pdfplumber", "rapidocr", "cv2", "docx", "scipy", "pint",
}  # fmt: skip


def imported_by(module: str) -> set[str]:
    """Top-level names in `sys.modules` of a fresh process that imports `module`."""
    script = f"import sys, {module}\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "module",
    [
        "extractors",
        "relatab",
        "relatab.embedding",
        "relatab.index.corpus",
        "relatab.interfaces.cli",
        "relatab.model",
        "relatab.retrieval",
        "relatab.evaluation.sources",
        "relatab.evaluation.runs",
    ],
)
def test_importing_is_light(module):
    assert not imported_by(module) & HEAVY


def test_a_search_does_without_the_readers_of_documents():
    modules = "relatab.retrieval, relatab.index.corpus, relatab.index.features"
    assert "extractors" not in imported_by(modules)
