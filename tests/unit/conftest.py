"""Fixtures of the tests of an index: a share of reports in plain text, and a store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from index_support import FINGERPRINT, read_report, write_report
from refresh_support import CASING, MUD

from relatab.index import workers
from relatab.index.store import Writer, open_writer


@pytest.fixture
def text_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Documents are what `write_report` writes, whatever their suffix."""
    monkeypatch.setattr(workers, "extract", read_report)


@pytest.fixture
def share(tmp_path: Path) -> Path:
    """A folder of two reports, see `text_reports`."""
    share = tmp_path / "share"
    share.mkdir()
    write_report(share / "a.docx", CASING)
    write_report(share / "b.docx", MUD)
    return share


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """The folder of an index that is still to be made."""
    return tmp_path / "an index"


@pytest.fixture
def store(index: Path) -> Iterator[Writer]:
    """An empty index, open for writing."""
    with open_writer(index, FINGERPRINT) as writer:
        yield writer
