"""Shared fixtures; the whole run is offline."""

import os
from pathlib import Path

import pytest

os.environ["HF_HUB_OFFLINE"] = "1"


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update-golden` rewrites recorded results and then fails the run."""
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite the recorded results of tests/golden, then fail",
    )


@pytest.fixture(scope="session")
def bench() -> Path:
    """The benchmark data folder named by RELATAB_BENCH; the test skips without it."""
    folder = os.environ.get("RELATAB_BENCH")
    if not folder:
        pytest.skip("RELATAB_BENCH names no folder")
    return Path(folder)
