"""Damaged documents, read by real workers with limits: what can be read is, the rest is told.

The table of kinds says what is done to a file and what must be said of it. The usual run reads
one input of each kind; `make faults` reads all of them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import bombs
import damage
import pytest
from documents import SAMPLES, report_docx, report_pdf, sample_documents
from fault_support import EXHAUSTIVE

from extractors.base import Options
from relatab.index.workers import Limits, Outcome, Pool

LIMITS = Limits(resident_bytes=1_200_000_000)
LEAST_INPUTS = 300
PICTURES = (".png", ".tif", ".jpg")
DEFECT = re.compile(r"Traceback|\n|cannot be read: \w*(Error|Exception|Iteration)\b")

Chance = random.Random
Make = Callable[[Chance], bytes]

SOUND = {
    suffix: [content for kind, content in sample_documents() if kind == suffix]
    for suffix in (".docx", ".pdf")
}


@dataclass(frozen=True)
class Kind:
    """A kind of damage: how a file of it is made, how many of them, and what is said of each.

    says: expression found in the reason or in an issue; "" where it depends on the chance;
    slow: the usual run leaves it out, as it takes the processor many seconds.
    """

    name: str
    suffix: str
    make: Make
    inputs: int = 1
    says: str = ""
    slow: bool = False


def by_chance(suffix: str, damages: dict[str, damage.Damage], inputs: int) -> Iterator[Kind]:
    """A kind for each way to damage a sample of a format."""
    for name, way in damages.items():

        def make(chance: Chance, way: damage.Damage = way) -> bytes:
            return way(chance.choice(SOUND[suffix]), chance)

        yield Kind(f"{name} in {suffix}", suffix, make, inputs)


def made(suffix: str, make: Callable[[], bytes], says: str = "", *, slow: bool = False) -> Kind:
    """A kind of one file, named for the function that makes it."""
    name = make.__name__.replace("_", " ")
    return Kind(f"{name} in {suffix}", suffix, lambda _: make(), says=says, slow=slow)


def named(suffix: str, what: str, content: Callable[[], bytes], says: str = "") -> Kind:
    """A file that holds something else than its name says, or nothing."""
    return Kind(f"{what} named {suffix}", suffix, lambda _: content(), says=says)


def double_flate_bomb() -> bytes:
    return bombs.flate_bomb(times=2)


def looping_tiff() -> bytes:
    return bombs.tiff(3, loops=True)


def scanned(name: str, make: Callable[[], bytes], inputs: int) -> Kind:
    """Noise in a picture, which is decoded when it is read."""
    return Kind(f"noise in a {name}", f".{name}", lambda c: damage.noise(make(), c), inputs)


OF_BYTES = {
    "noise": damage.noise,
    "flipped bits": damage.flipped_bits,
    "missing end": damage.cut_short,
    "hole": damage.hole,
    "zeros": damage.zeroed,
    "piece twice": damage.repeated,
    "pieces swapped": damage.swapped,
}
OF_PDF = {
    "absurd numbers": damage.absurd_numbers,
    "missing object": damage.missing_object,
    "crossed references": damage.crossed_references,
    "noise in a stream": damage.in_a_stream(damage.noise),
    "hole in a stream": damage.in_a_stream(damage.hole),
    "absurd numbers in a stream": damage.in_a_stream(damage.absurd_numbers),
}
OF_WORD = {
    "noise in the body": damage.in_a_part(damage.noise),
    "hole in the body": damage.in_a_part(damage.hole),
    "piece of the body twice": damage.in_a_part(damage.repeated),
    "absurd numbers in the body": damage.in_a_part(damage.absurd_numbers),
    "elements shuffled": damage.in_a_part(damage.shuffled_elements),
    "elements renamed": damage.in_a_part(damage.renamed_elements),
    "wrong encoding": damage.in_a_part(damage.recoded),
    "noise in all parts": damage.in_a_part(damage.noise, ".xml"),
    "noise in the links": damage.in_a_part(damage.noise, ".rels"),
    "styles shuffled": damage.in_a_part(damage.shuffled_elements, "styles.xml"),
}

LOCKED = "password"
KINDS = (
    *by_chance(".pdf", OF_BYTES, inputs=12),
    *by_chance(".docx", OF_BYTES, inputs=8),
    *by_chance(".pdf", OF_PDF, inputs=10),
    *by_chance(".docx", OF_WORD, inputs=8),
    made(".docx", bombs.entity_bomb, "declares entities"),
    made(".docx", bombs.entity_from_a_file, "declares entities"),
    made(".docx", bombs.zip_bomb, "more than 500 times its size; refused"),
    made(".docx", bombs.zip_bomb_in_styles, r"styles\.xml unpacks to more than 500 times"),
    made(".docx", bombs.bomb_within_a_bomb),
    made(".docx", bombs.wide_spans, "cells beyond the first 1000 columns"),
    made(".docx", bombs.tall_spans),
    made(".docx", bombs.million_rows, "rows beyond the first", slow=True),
    made(".docx", bombs.nested_tables, "nested too deeply|Excessive depth"),
    made(".docx", bombs.nested_elements, "nested too deeply|Excessive depth"),
    made(".docx", bombs.cyclic_styles),
    made(".docx", bombs.chained_styles, "nested too deeply"),
    made(".docx", bombs.cyclic_relationships),
    made(".docx", bombs.parts_outside),
    made(".docx", bombs.members_twice),
    made(".docx", bombs.unknown_packing, "compression"),
    made(".docx", bombs.with_a_zip_password, LOCKED),
    made(".docx", bombs.many_members),
    made(".docx", bombs.protected_docx, LOCKED),
    made(".pdf", bombs.cyclic_pages),
    made(".pdf", bombs.deep_pages),
    made(".pdf", bombs.million_pages, "more than the 20,000 that are read"),
    made(".pdf", bombs.thousand_pages, "999 of 1000 pages cannot be found"),
    made(".pdf", bombs.absurd_page, "measures"),
    made(".pdf", bombs.page_of_no_size),
    made(".pdf", bombs.flate_bomb, "more than 64 MB"),
    made(".pdf", double_flate_bomb, "more than 64 MB"),
    made(".pdf", bombs.form_bomb, "more than 64 MB", slow=True),
    made(".pdf", bombs.glyph_bomb, "more than 64 MB"),
    made(".pdf", bombs.pattern_bomb, "more than 64 MB"),
    made(".pdf", bombs.forms_in_a_circle, "more than 64 MB"),
    made(".pdf", bombs.picture_bomb),
    made(".pdf", bombs.endless_numbers),
    made(".pdf", bombs.deep_arrays),
    made(".pdf", bombs.looping_references),
    made(".pdf", bombs.many_words, "more content than is read", slow=True),
    made(".pdf", bombs.protected_pdf, LOCKED),
    named(".docx", "nothing", bytes, "empty"),
    named(".pdf", "nothing", bytes, "empty"),
    named(".tif", "nothing", bytes, "empty"),
    named(".docx", "zeros", lambda: bytes(4096), "damaged Word file"),
    named(".pdf", "zeros", lambda: bytes(4096), "not a Word|not a PDF"),
    named(".docx", "a PDF", report_pdf, "holds a PDF"),
    named(".pdf", "a Word document", report_docx, "holds a Word document"),
    named(".pdf", "a picture", lambda: bombs.png(20, 20, bytes(420)), "holds an image"),
    named(".png", "a PDF", report_pdf, "holds a PDF"),
    named(".docx", "a spreadsheet", bombs.other_office_file, "no Word document"),
    named(".pdf", "prose", lambda: b"Dear all,\nplease find attached" * 40, "not a"),
    named(".doc", "the head of a container", lambda: bombs.protected_docx()[:512], "damaged"),
    Kind("absurd picture", ".png", lambda _: bombs.png(2_000_000, 900_000), says="250 million"),
    Kind("picture without data", ".png", lambda _: bombs.png(900, 900), says="damaged"),
    Kind("picture of one line", ".png", lambda _: bombs.png(90_000, 1, bytes(90_001))),
    Kind("loop of TIFF pages", ".tif", lambda _: looping_tiff()),
    scanned("tif", lambda: bombs.tiff(2), inputs=12),
    scanned("png", lambda: bombs.png(200, 200, bytes(40_200)), inputs=6),
    scanned("jpg", bombs.jpeg, inputs=6),
)


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Outcome]]:
    """What became of every input, by kind, all read in one run by the same two workers."""
    folder = tmp_path_factory.mktemp("damaged")
    paths = {kind.name: list(write(kind, folder / str(n))) for n, kind in enumerate(KINDS)}
    found = read_all([path for files in paths.values() for path in files])
    return {name: [found[path] for path in files] for name, files in paths.items()}


def read_all(paths: Sequence[Path]) -> dict[Path, Outcome]:
    """The outcome of each file; only of pictures, which OCR decodes, is the text recognised."""
    pictures = [str(path) for path in paths if path.suffix in PICTURES]
    documents = [str(path) for path in paths if path.suffix not in PICTURES]
    found = []
    for files, ocr in ((documents, "off"), (pictures, "auto")):
        with closing(Pool(2, Options(ocr=ocr), limits=LIMITS)) as pool:
            found += pool.run(files)
    return {Path(outcome.path): outcome for outcome in found}


def write(kind: Kind, folder: Path) -> Iterator[Path]:
    folder.mkdir()
    for seed in range(kind.inputs if EXHAUSTIVE else int(not kind.slow)):
        chance = random.Random(f"{kind.name} {seed}")
        path = folder / f"{seed}{kind.suffix}"
        path.write_bytes(kind.make(chance))
        yield path


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_damaged_file_is_read_in_part_or_refused_in_one_line(
    kind: Kind, outcomes: dict[str, list[Outcome]]
) -> None:
    for outcome in outcomes[kind.name]:
        said = said_of(outcome)
        assert not any(map(DEFECT.search, said)), said
        assert outcome.extraction is not None or outcome.reason
        assert re.search(kind.says, "\n".join(said)), said


def said_of(outcome: Outcome) -> list[str]:
    """The reason of a refusal, or the issues of what was read; its tables are checked, too."""
    if outcome.extraction is None:
        return [outcome.reason]
    assert all(table.cells for table in outcome.extraction.tables)
    return [issue.message for issue in outcome.extraction.issues]


def test_there_are_inputs_enough() -> None:
    assert sum(kind.inputs for kind in KINDS) >= LEAST_INPUTS
    assert len({kind.name for kind in KINDS}) == len(KINDS)


def test_nothing_was_written_outside() -> None:
    assert not Path("/tmp/relatab-was-here").exists()  # noqa: S108
    assert not Path("/etc/relatab-was-here").exists()


def test_the_sound_documents_are_read(tmp_path: Path) -> None:
    """Damage to what cannot be read would prove nothing."""
    assert SAMPLES.is_dir()
    paths = []
    for suffix, contents in SOUND.items():
        for number, content in enumerate(contents):
            paths.append(tmp_path / f"{number}{suffix}")
            paths[-1].write_bytes(content)
    found = read_all(paths if EXHAUSTIVE else paths[::5])
    assert {path.name for path, outcome in found.items() if not outcome.extraction} == set()
