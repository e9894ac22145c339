"""Fixtures of the command line's tests: folders of reports and their indexes."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_support import json_of, run, write_reports


@pytest.fixture(scope="session")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three files, two of the same content, with three tables in all."""
    return write_reports(tmp_path_factory.mktemp("share") / "Rapporter, eldre")


@pytest.fixture(scope="session")
def index(reports: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The index of `reports`; tests only read it."""
    folder = tmp_path_factory.mktemp("index") / "of reports"
    result = run("index", reports, "--jobs", "0", index=folder)
    assert result.exit_code == 0, result.stderr
    return folder


@pytest.fixture(scope="session")
def table_ids(index: Path) -> dict[str, str]:
    """The id of each table by its caption."""
    found = json_of(run("search", "casing slurry thickening losses", "--json", index=index))
    return {table["caption"]: table["table_id"] for table in found["tables"]}


@pytest.fixture
def share(tmp_path: Path) -> Path:
    """A folder of reports that a test may change."""
    return write_reports(tmp_path / "share")


@pytest.fixture
def folder(tmp_path: Path, share: Path) -> Path:
    """The index of `share`."""
    folder = tmp_path / "index"
    result = run("index", share, "-j", "0", index=folder)
    assert result.exit_code == 0, result.stderr
    return folder
