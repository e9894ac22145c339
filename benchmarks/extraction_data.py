"""Public files with known tables: their places, what relatab makes of them, their scorers.

The data are not part of the project; places are relative to the folder that RELATAB_BENCH
names. A prediction is a document in the scorer's form, whose tables are what
`relatab extract --json` prints.
"""

from __future__ import annotations

import gzip
import importlib.util
import json
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from extractors import SUFFIXES, Options, extract
from relatab.errors import RelatabError
from relatab.model_json import issue_to_json, table_to_json

EXTRACTION = "bench/extraction"


@dataclass(frozen=True, slots=True)
class BenchmarkSet:
    """Where a set's documents and its truth lie.

    truth: the tables of the documents; None where only facts about them are known (the
    awkward files). characters: places of all characters, for detection by content.
    passwords: a list of objects with a "file" and its "password".
    """

    documents: str
    truth: str | None = None
    characters: str | None = None
    passwords: str | None = None


SETS = {
    "icdar2013": BenchmarkSet(
        f"{EXTRACTION}/icdar2013",
        f"{EXTRACTION}/icdar2013_gt.json",
        characters=f"{EXTRACTION}/icdar2013_chars.json.gz",
    ),
    "tricky": BenchmarkSet(f"{EXTRACTION}/tricky", passwords=f"{EXTRACTION}/tricky.json"),
    "docx": BenchmarkSet(f"{EXTRACTION}/docx", f"{EXTRACTION}/docx_gt.json"),
    "petroleum": BenchmarkSet("petroleum/derived", "petroleum/derived/truth_gt.json"),
}

Document = dict[str, Any]
Figures = dict[str, Any]


def documents(name: str, folder: Path) -> list[Path]:
    """The files of a set that relatab reads, by name."""
    files = sorted((folder / SETS[name].documents).iterdir())
    return [file for file in files if file.suffix.lower() in SUFFIXES]


def predict(document: Path, options: Options) -> Document:
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
) -> list[Document]:
    """Every document of a set (or those of `only`), each as `predict` gives it."""
    passwords = _passwords(folder, SETS[name])
    predictions: list[Document] = []
    for document in documents(name, folder):
        if not only or document.name in only:
            predictions.append(predict(document, Options(passwords.get(document.name), ocr)))
            print(f"{document.name}: {len(predictions[-1]['tables'])} tables", file=sys.stderr)
    return predictions


def score(
    name: str, folder: Path, predictions: Sequence[Document]
) -> tuple[Figures, list[dict[str, Any]]]:
    """The scorer's figures for the predicted documents of a set, and its rows by table."""
    predicted = {document["file"] for document in predictions}
    known = [document for document in truth(name, folder) if document["file"] in predicted]
    places = SETS[name].characters
    characters = None if places is None else _read(folder / places)
    figures, rows = scorer(folder).score(known, predictions, characters)
    return figures, rows


def truth(name: str, folder: Path) -> list[Document]:
    """The documents of a set with their tables as they are; ValueError where unknown."""
    place = SETS[name].truth
    if place is None:
        raise ValueError(f"the tables of {name} are not known")
    return list(_read(folder / place))


def check_facts(folder: Path, predicted: Path) -> Figures:
    """What holds of the facts about the awkward files, predicted in the file `predicted`.

    "facts": their number; "wrong": file and fact of those that do not hold; "images": files
    of which no page has a text layer.
    """
    checked = subprocess.run(
        [sys.executable, str(folder / EXTRACTION / "check_tricky.py"), str(predicted)],
        capture_output=True,
        check=True,
        encoding="utf-8",
    ).stdout
    total = re.search(r"facts right: \d+ of (\d+)", checked)
    if total is None:
        raise ValueError(f"the scorer printed no count of facts: {checked}")
    wrong = re.findall(r"^FAIL (\S+) (.*)$", checked, re.MULTILINE)
    passwords = _passwords(folder, SETS["tricky"])
    images = [
        path.name
        for path in documents("tricky", folder)
        if _is_image(path, passwords.get(path.name))
    ]
    return {"facts": int(total[1]), "wrong": wrong, "images": images}


def peers(folder: Path) -> dict[str, dict[str, Any]]:
    """Figures of other tools on the ICDAR files, as measured with the same scorer."""
    return dict(_read(folder / EXTRACTION / "peer_scores.json"))


def scorer(folder: Path) -> ModuleType:
    """The scorer's own module."""
    path = folder / EXTRACTION / "score.py"
    spec = importlib.util.spec_from_file_location("extraction_scorer", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no module")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _is_image(path: Path, password: str | None) -> bool:
    import pypdfium2

    try:
        pages = pypdfium2.PdfDocument(path, password=password)
        return not any(page.get_textpage().count_chars() for page in pages)
    except pypdfium2.PdfiumError:
        return False


def _read(path: Path) -> Any:
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def _passwords(folder: Path, chosen: BenchmarkSet) -> dict[str, str | None]:
    if chosen.passwords is None:
        return {}
    return {fact["file"]: fact["password"] for fact in _read(folder / chosen.passwords)}
