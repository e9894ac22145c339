"""A model's calibration is what its searches and evaluations use."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from relatab.errors import EncoderError, SettingsError
from relatab.interfaces.cli.encoders import settings_of
from relatab.settings import DEFAULT, PAPER, preset


def calibrated(folder: Path, **settings: object) -> str:
    (folder / "calibration.json").write_text(json.dumps({"settings": settings}), encoding="utf-8")
    return str(folder)


def test_the_default_method_takes_what_its_model_was_calibrated_to(tmp_path: Path) -> None:
    model = calibrated(tmp_path, supplement_weight=0.4, max_selected=3)
    settings = settings_of("relatab", model)
    assert (settings.supplement_weight, settings.max_selected) == (0.4, 3)
    assert settings.lexical_weight == DEFAULT.lexical_weight


def test_other_methods_and_models_without_calibration_keep_their_settings(tmp_path: Path) -> None:
    assert settings_of("relatab", str(tmp_path)) == DEFAULT
    assert settings_of("relatab", "hashing") == DEFAULT
    model = calibrated(tmp_path, supplement_weight=0.4)
    assert settings_of("paper", model) == PAPER
    assert settings_of("dense", model) == preset("dense")


@pytest.mark.parametrize("settings", [{"supplement_weight": 7}, {"unheard_of": 1}])
def test_a_calibration_that_does_not_fit_is_one_line(
    tmp_path: Path, settings: dict[str, object]
) -> None:
    with pytest.raises(SettingsError, match=f"{tmp_path}: its calibration does not fit"):
        settings_of("relatab", calibrated(tmp_path, **settings))


def test_a_damaged_calibration_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "calibration.json").write_text("{", encoding="utf-8")
    with pytest.raises(EncoderError, match="calibrate again"):
        settings_of("relatab", str(tmp_path))
