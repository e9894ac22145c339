from __future__ import annotations

import logging
import multiprocessing
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.geometry import PageContent, Rule, Word
from extractors.ocr import read_image
from extractors.ocr.cache import PageCache, page_key
from extractors.ocr.engine import Box, Glyph, Gray
from extractors.ocr.raster import Raster
from extractors.ocr.reader import Recognised
from relatab.model import Issue, ScanReading


class CountingEngine:
    """Reads one box as the same text and counts how often it is asked."""

    def __init__(self, name: str = "counting 1") -> None:
        self.name = name
        self.calls = 0

    def detect(self, _page: Gray, /) -> list[Box]:
        self.calls += 1
        return [(90, 290, 170, 330)]

    def recognise(self, _line: Gray, /) -> list[Glyph]:
        return [Glyph("7", 0.25, 0.9), Glyph("1", 0.75, 0.5)]


class FailingEngine(CountingEngine):
    def detect(self, _page: Gray, /) -> list[Box]:
        self.calls += 1
        raise RuntimeError("no memory")


def page_image(dpi: float = 200.0, at: int = 300) -> Raster:
    gray = np.full((1100, 850), 255, np.uint8)
    gray[at : at + 20, 100:160] = 0
    return Raster(gray, dpi)


def test_a_page_image_is_recognised_once(tmp_path: Path) -> None:
    engine, cache = CountingEngine(), tmp_path / "ocr.sqlite"
    first = read_image(page_image(), 4, engine=engine, cache=cache)
    second = read_image(page_image(), 4, engine=engine, cache=cache)
    assert engine.calls == 1
    assert second == first
    assert [issue.kind for issue in second.issues] == ["ocr doubtful"]
    assert second.reading == ScanReading(4, "ocr", pytest.approx(0.7))
    assert len(PageCache(cache)) == 1


def test_the_page_number_is_that_of_the_page_at_hand(tmp_path: Path) -> None:
    engine, cache = CountingEngine(), tmp_path / "ocr.sqlite"
    read_image(page_image(), 4, engine=engine, cache=cache)
    again = read_image(page_image(), 9, engine=engine, cache=cache)
    assert engine.calls == 1
    numbers = (again.content.number, again.reading.page, *(issue.page for issue in again.issues))
    assert numbers == (9, 9, 9)


def test_another_image_resolution_or_engine_is_read_anew(tmp_path: Path) -> None:
    cache = tmp_path / "ocr.sqlite"
    engine, newer = CountingEngine(), CountingEngine("counting 2")
    read_image(page_image(), 1, engine=engine, cache=cache)
    read_image(page_image(at=310), 1, engine=engine, cache=cache)
    read_image(page_image(dpi=300.0), 1, engine=engine, cache=cache)
    read_image(page_image(), 1, engine=newer, cache=cache)
    assert (engine.calls, newer.calls, len(PageCache(cache))) == (3, 1, 4)


def test_a_failure_is_tried_again(tmp_path: Path) -> None:
    engine, cache = FailingEngine(), tmp_path / "ocr.sqlite"
    for _ in range(2):
        recognised = read_image(page_image(), 1, engine=engine, cache=cache)
        assert [issue.kind for issue in recognised.issues] == ["ocr failed"]
    assert engine.calls == 2


def test_a_damaged_cache_costs_time_only(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    cache = tmp_path / "ocr.sqlite"
    cache.write_bytes(b"this is no database, whatever its name says" * 100)
    with caplog.at_level(logging.WARNING):
        recognised = read_image(page_image(), 1, engine=CountingEngine(), cache=cache)
    assert [word.text for word in recognised.content.words] == ["71"]
    assert "ocr.sqlite" in caplog.text


def test_a_damaged_entry_is_read_anew(tmp_path: Path) -> None:
    engine, path = CountingEngine(), tmp_path / "ocr.sqlite"
    first = read_image(page_image(), 1, engine=engine, cache=path)
    cache = PageCache(path)
    cache._connection().execute("UPDATE pages SET reading = x'00'")
    cache.close()
    assert read_image(page_image(), 1, engine=engine, cache=path) == first
    assert engine.calls == 2


def _fill(path: str, start: int) -> None:
    cache = PageCache(Path(path))
    for number in range(start, start + 25):
        content = PageContent(1, 10.0, 10.0, ())
        cache.put(number.to_bytes(32, "big"), Recognised(content, ScanReading(1, "ocr")))


def test_processes_share_a_cache(tmp_path: Path) -> None:
    path = tmp_path / "ocr.sqlite"
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_fill, args=(str(path), 100 * n)) for n in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    assert len(PageCache(path)) == 75


numbers = st.floats(-1e4, 1e4, allow_nan=False).map(lambda x: round(x, 3))
words = st.builds(
    Word,
    st.text(st.characters(exclude_categories=("Cs",)), min_size=1),
    numbers,
    numbers,
    numbers,
    numbers,
    size=numbers,
    confidence=st.none() | st.floats(0, 1),
    turn=st.sampled_from((0, 90, 270)),
    raised=st.booleans(),
)
contents = st.builds(
    PageContent,
    st.just(3),
    numbers,
    numbers,
    st.lists(words).map(tuple),
    st.lists(st.builds(Rule, numbers, numbers, numbers, numbers)).map(tuple),
    to_display=st.none() | st.tuples(*[numbers] * 6),
)


@given(
    contents, st.lists(st.builds(Issue, st.text(), st.text(), st.just(3), st.text()), max_size=2)
)
def test_what_is_kept_comes_back_equal(content: PageContent, issues: list[Issue]) -> None:
    cache = PageCache(Path(":memory:"))
    recognised = Recognised(content, ScanReading(3, "text layer", 0.99), tuple(issues))
    cache.put(b"key", recognised)
    assert cache.get(b"key", 3) == recognised
    assert cache.get(b"other", 3) is None


def test_keys_differ_by_shape_too() -> None:
    flat, square = np.zeros((1, 4), np.uint8), np.zeros((2, 2), np.uint8)
    assert page_key(Raster(flat, 200.0), "r") != page_key(Raster(square, 200.0), "r")


def test_a_text_layer_makes_another_key() -> None:
    raster = page_image()
    layers = [PageContent(1, 1.0, 1.0, (Word(text, 0, 0, 1, 1),)) for text in ("3072", "3012")]
    keys = {page_key(raster, "r"), *(page_key(raster, "r", layer) for layer in layers)}
    assert len(keys) == 3
