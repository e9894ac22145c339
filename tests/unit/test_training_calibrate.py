"""Calibration: the search for settings, and the file that keeps them."""

from __future__ import annotations

from pathlib import Path

from evaluation_support import write_toy

from relatab.embedding import HashingEncoder
from relatab.embedding.calibration import load_calibration
from relatab.evaluation.datasets import load
from relatab.settings import DEFAULT, Settings
from relatab.training.calibrate import Calibration, calibrate, coordinate_search, write_calibration

GRIDS = {"decay": (0.2, 0.5, 0.9), "dense_weight": (1.0, 3.0)}


def test_the_search_finds_the_top_of_a_hill() -> None:
    def height(settings: Settings) -> float:
        return -abs(settings.decay - 0.2) - abs(settings.dense_weight - 3.0)

    found = coordinate_search(DEFAULT, GRIDS, height)
    assert found.settings == {"decay": 0.2, "dense_weight": 3.0}
    assert (found.before, found.after) == (height(DEFAULT), 0.0)


def test_a_gain_by_chance_changes_nothing_and_nothing_is_asked_twice() -> None:
    asked: list[Settings] = []

    def flat(settings: Settings) -> float:
        asked.append(settings)
        return 0.5 + (0.0001 if settings.decay == 0.9 else 0.0)

    assert coordinate_search(DEFAULT, GRIDS, flat).settings == {}
    assert len(asked) == len(set(asked))


def test_calibration_never_makes_the_objective_worse(tmp_path: Path) -> None:
    dataset = load(write_toy(tmp_path / "toy"), "toy", "dev")
    grids = {"pair_threshold": (0.2, 1.25), "lexical_weight": (0.0, 1.5)}
    found = calibrate(HashingEncoder(), [dataset], grids=grids, rounds=1)
    assert 0.0 <= found.before <= found.after <= 1.0
    assert calibrate(HashingEncoder(), [dataset], grids=grids, rounds=1) == found


def test_the_written_file_is_what_searches_read(tmp_path: Path) -> None:
    found = Calibration({"pair_threshold": 0.9}, 0.5, 0.6)
    write_calibration(tmp_path, found, [])
    assert load_calibration(str(tmp_path)) == {"pair_threshold": 0.9}
