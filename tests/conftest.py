"""Shared fixtures; the whole run is offline."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

os.environ["HF_HUB_OFFLINE"] = "1"

# A loaded machine makes single examples slow; tests say nothing about times.
settings.register_profile("relatab", deadline=None)
settings.load_profile("relatab")


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
