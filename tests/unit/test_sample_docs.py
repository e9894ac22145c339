"""The sample documents: the committed files are what the builder writes, the questions hold."""

from __future__ import annotations

import importlib
import json
import re
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

SAMPLES = Path(__file__).resolve().parents[2] / "sample_docs"
QUESTION_KEYS = {
    "id", "query", "lang", "gold", "also_accept", "n_tables", "implicit", "link", "answer",
}  # fmt: skip
NUMBER = re.compile(r"\d+(?:[.,]\d+)?")


def name_table(table: dict[str, Any]) -> str:
    return f"{Path(table['file']).name}, {table['caption']}"


def read_questions() -> list[dict[str, Any]]:
    lines = (SAMPLES / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def read_tables(folder: Path = SAMPLES) -> list[dict[str, Any]]:
    return json.loads((folder / "tables.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


QUESTIONS = read_questions()
TABLES = read_tables()
DIGITAL = [t for t in TABLES if t["file"].endswith(".pdf") and not (t["scanned"] or t["picture"])]
FILES = sorted({table["file"] for table in TABLES})


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("samples")
    sys.path.insert(0, str(SAMPLES))
    try:
        importlib.import_module("build").main(folder)
        yield folder
    finally:
        sys.path.remove(str(SAMPLES))


@pytest.fixture(scope="module")
def password(rebuilt: Path) -> str:
    return importlib.import_module("builder.reservoir").PASSWORD if rebuilt else ""


def printed(path: Path, password: str) -> list[str]:
    """Text page by page of a PDF; the parts of a Word file that hold text."""
    if path.suffix == ".docx":
        with zipfile.ZipFile(path) as package:
            names = sorted(name for name in package.namelist() if name.startswith("word/"))
            return [package.read(name).decode() for name in names if name.endswith(".xml")]
    with pypdfium2.PdfDocument(path, password=password) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


def gold_tables(reference: dict[str, Any]) -> list[dict[str, Any]]:
    """Tables of the inventory that a reference names; "(...)" stands for no caption."""
    caption = None if reference["caption"].startswith("(") else reference["caption"]
    wanted = (reference["file"], reference["page"], caption)
    return [table for table in TABLES if (table["file"], table["page"], table["caption"]) == wanted]


def numbers(text: str) -> set[str]:
    return {number.replace(",", ".") for number in NUMBER.findall(text)}


@pytest.mark.parametrize("file", FILES)
def test_rebuilding_gives_the_committed_text(file: str, rebuilt: Path, password: str) -> None:
    assert printed(rebuilt / file, password) == printed(SAMPLES / file, password)


def test_rebuilding_gives_the_committed_inventory(rebuilt: Path) -> None:
    assert read_tables(rebuilt) == TABLES


def test_rebuilding_writes_no_other_documents_than_those_committed(rebuilt: Path) -> None:
    def names(folder: Path) -> set[str]:
        return {path.name for path in (folder / "Havsule").rglob("*") if path.is_file()}

    assert names(rebuilt) == names(SAMPLES)


def test_file_names_are_unique_because_answers_are_compared_by_them() -> None:
    names = [Path(file).name for file in FILES]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("table", DIGITAL, ids=name_table)
def test_every_word_of_a_digital_pdf_table_stands_on_its_pages(
    table: dict[str, Any], password: str
) -> None:
    pages = printed(SAMPLES / table["file"], password)
    text = "".join("".join(pages[page - 1] for page in table["pages"]).split())
    words = {word for cell in table["cells"] for word in cell["text"].split()}
    assert not {word for word in words if word not in text}


def test_scans_have_no_text_layer(password: str) -> None:
    scans = {table["file"] for table in TABLES if table["scanned"]}
    assert len(scans) == 2
    assert not any("".join(printed(SAMPLES / file, password)).strip() for file in scans)


@pytest.mark.parametrize("table", TABLES, ids=name_table)
def test_cells_of_the_inventory_tile_their_grid(table: dict[str, Any]) -> None:
    covered = sorted(
        (cell["row"] + down, cell["col"] + right)
        for cell in table["cells"]
        for down in range(cell["rowspan"])
        for right in range(cell["colspan"])
    )
    assert covered == [
        (row, column) for row in range(table["n_rows"]) for column in range(table["n_columns"])
    ]


def test_questions_are_enough_and_half_of_them_need_several_tables() -> None:
    several = [question for question in QUESTIONS if question["n_tables"] > 1]
    assert len(QUESTIONS) >= 28
    assert 2 * len(several) >= len(QUESTIONS)
    assert len({question["id"] for question in QUESTIONS}) == len(QUESTIONS)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q["id"])
def test_question_is_well_formed(question: dict[str, Any]) -> None:
    assert set(question) == QUESTION_KEYS
    assert question["lang"] in {"en", "no"}
    assert question["n_tables"] == len(question["gold"])
    assert question["implicit"] == bool(question["link"]) == (question["n_tables"] > 1)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q["id"])
def test_question_names_tables_of_the_inventory(question: dict[str, Any]) -> None:
    for reference in question["gold"] + question["also_accept"]:
        assert gold_tables(reference), reference


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q["id"])
def test_numbers_of_the_answer_stand_in_the_gold_tables(question: dict[str, Any]) -> None:
    cells = [c["text"] for g in question["gold"] for t in gold_tables(g) for c in t["cells"]]
    captions = [reference["caption"] for reference in question["gold"]]
    known = numbers(" ".join([*cells, *captions, question["query"]]))
    assert numbers(question["answer"]) <= known


def test_broken_files_cannot_be_opened() -> None:
    broken = sorted((SAMPLES / "Havsule" / "A-3 H" / "old").iterdir())
    assert [path.suffix for path in broken] == [".docx", ".pdf"]
    assert not zipfile.is_zipfile(broken[0])
    with pytest.raises(pypdfium2.PdfiumError):
        pypdfium2.PdfDocument(broken[1])


def test_encrypted_file_needs_its_password() -> None:
    with pytest.raises(pypdfium2.PdfiumError):
        pypdfium2.PdfDocument(SAMPLES / "Havsule/Laboratory/Fluid_study_bottles_8405-8421.pdf")
