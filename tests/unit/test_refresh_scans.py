"""A folder of scans is indexed: pages are recognised once, and the index says how well."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import PIL.Image
import pytest
from click.testing import CliRunner
from index_support import ENCODER

import extractors.ocr
from extractors.base import Options
from extractors.ocr.engine import Box, Glyph, Gray
from relatab.index.progress import Progress, Summary
from relatab.index.records import DocumentEntry, waits_for_ocr
from relatab.index.refresh import OCR_CACHE, update_index
from relatab.index.roots import Wishes
from relatab.index.status import index_status
from relatab.interfaces.cli import cli
from relatab.model import Issue

DPI = 200
LEFT, TOPS = (100, 400, 700), (300, 340, 380, 420)
TEXTS = ("Depth", "Size", "Weight", "100", "200", "300")


class GridEngine:
    """Finds the boxes of the printed table and reads a header and figures; counts pages."""

    name = "grid"

    def __init__(self) -> None:
        self.pages = 0
        self.confidence = 0.9

    def detect(self, _page: Gray, /) -> list[Box]:
        self.pages += 1
        return [(x, top, x + 60, top + 20) for top in TOPS for x in LEFT]

    def recognise(self, line: Gray, /) -> list[Glyph]:
        text = str(int(line.sum()) % 900 + 100)
        return [Glyph(s, (n + 0.5) / len(text), self.confidence) for n, s in enumerate(text)]


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> GridEngine:
    engine = GridEngine()
    monkeypatch.setattr(extractors.ocr, "default_engine", lambda: engine)
    return engine


@pytest.fixture
def share(tmp_path: Path) -> Path:
    share = tmp_path / "share"
    share.mkdir()
    for number, shade in enumerate((0, 40)):
        page = np.full((1100, 850), 255, np.uint8)
        for top in TOPS:
            for x in LEFT:
                page[top : top + 20, x : x + 60] = shade
        PIL.Image.fromarray(page).save(share / f"scan{number}.png", dpi=(DPI, DPI))
    return share


def index(
    tmp_path: Path,
    share: Path,
    progress: list[int] | None = None,
    *,
    ocr: str = "auto",
    **how: Any,
) -> Summary:
    def watch(now: Progress) -> None:
        if progress is not None:
            progress.append(now.recognised)

    options = Options(ocr=ocr)
    return update_index(
        tmp_path / "index", [share], encoder=ENCODER, jobs=0, watch=watch, options=options, **how
    )


def test_pages_are_counted_while_they_are_recognised(
    tmp_path: Path, share: Path, engine: GridEngine
) -> None:
    seen: list[int] = []
    summary = index(tmp_path, share, seen)
    assert (summary.pages, summary.scanned, summary.recognised) == (2, 2, 2)
    assert engine.pages == 2
    assert (min(seen), max(seen)) == (0, 2)


def test_an_index_made_again_recognises_nothing(
    tmp_path: Path, share: Path, engine: GridEngine
) -> None:
    index(tmp_path, share)
    for file in (tmp_path / "index").iterdir():
        if file.is_file() and not file.name.startswith(OCR_CACHE):
            file.unlink()
    summary = index(tmp_path, share)
    assert (summary.new, summary.scanned, summary.recognised) == (2, 2, 0)
    assert engine.pages == 2


def test_a_run_that_was_killed_goes_on_at_the_page(
    tmp_path: Path, share: Path, engine: GridEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    from relatab.index import refresh

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(refresh, "ingest", killed)
        with pytest.raises(KeyboardInterrupt):
            index(tmp_path, share)
    assert engine.pages == 1
    assert index(tmp_path, share).recognised == 1
    assert engine.pages == 2


def test_status_tells_how_pages_were_read(tmp_path: Path, share: Path, engine: GridEngine) -> None:
    engine.confidence = 0.5
    index(tmp_path, share)
    status = index_status(tmp_path / "index")
    assert [
        (Path(reading["document"]).name, reading["page"], reading["source"])
        for reading in status["page_readings"]
    ] == [("scan0.png", 1, "ocr"), ("scan1.png", 1, "ocr")]
    assert status["page_readings"][0]["confidence"] == pytest.approx(0.5)
    assert {issue["kind"] for issue in status["issues"]} == {"ocr doubtful"}


@pytest.mark.parametrize("ocr", ["auto", "force"])
def test_scans_left_out_without_ocr_are_read_once_it_is_on(
    tmp_path: Path, share: Path, engine: GridEngine, ocr: str
) -> None:
    off = index(tmp_path, share, ocr="off")
    assert (off.new, off.tables, off.unread, engine.pages) == (2, 0, 2, 0)
    assert index(tmp_path, share, ocr="off").unchanged == 2
    on = index(tmp_path, share, ocr=ocr)
    assert (on.changed, on.scanned, on.unread, engine.pages) == (2, 2, 0, 2)
    again = index(tmp_path, share, ocr=ocr)
    assert (again.unchanged, again.changed, engine.pages) == (2, 0, 2)
    assert index(tmp_path, share, ocr="off").unchanged == 2


def test_pages_that_ocr_failed_on_are_tried_again_when_it_is_asked_for(
    tmp_path: Path, share: Path, engine: GridEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(engine, "detect", lambda _: 1 / 0)
        assert index(tmp_path, share).unread == 2
    assert index(tmp_path, share).unchanged == 2
    retried = index(tmp_path, share, wishes=Wishes(retry_failed=True))
    assert (retried.changed, retried.unread, retried.scanned) == (2, 0, 2)


def test_a_hidden_text_that_was_used_unchecked_is_checked_once_ocr_is_on() -> None:
    unchecked = Issue("hidden text layer", "page 1 is a scan", 1)
    failed = Issue("ocr failed", "no recogniser", 1)
    entry = DocumentEntry("ab" * 32, "/share/a.pdf", issues=(unchecked,))
    assert waits_for_ocr(entry)
    assert not waits_for_ocr(replace(entry, issues=(unchecked, failed)))
    assert not waits_for_ocr(replace(entry, issues=(Issue("hidden text", "x", 1),)))


def test_status_gives_the_mean_confidence_of_all_pages(
    tmp_path: Path, share: Path, engine: GridEngine
) -> None:
    engine.confidence = 0.8
    index(tmp_path, share)
    assert index_status(tmp_path / "index")["page_confidence"] == pytest.approx(0.8)


def test_people_see_doubtful_pages_by_document_and_those_not_read(
    tmp_path: Path,
    share: Path,
    engine: GridEngine,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "120")

    def status() -> str:
        return CliRunner().invoke(cli, ["status", "--index", str(tmp_path / "index")]).stdout

    index(tmp_path, share, ocr="off")
    left_out = status().partition("Images that were not read:\n")[2]
    assert left_out.split()[:6] == ["share/scan0.png:", "p.", "1", "share/scan1.png:", "p.", "1"]
    engine.confidence = 0.5
    index(tmp_path, share)
    out = status()
    assert "Scanned pages: 2 by OCR, mean confidence 0.50." in out
    assert "  share/scan1.png: p. 1 (0.50)" in out.partition("worst first:")[2]
    assert "not read" not in out
    assert "Notes:" not in out  # the doubt is told already
