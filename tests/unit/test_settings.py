from dataclasses import fields, replace
from typing import Any

import pytest

from relatab.errors import SettingsError
from relatab.settings import DEFAULT, METHODS, PAPER, Settings, preset, with_assignments


def test_the_paper_preset_has_the_published_values() -> None:
    published = {
        "caption_weight": 0.5,
        "table_level_weight": 0.6,
        "decay": 0.7,
        "relevance_threshold": 0.65,
        "chain_threshold": 0.45,
        "selection_threshold": 0.7,
        "supplement_weight": 0.3,
        "max_hops": 2,
    }

    assert {name: getattr(PAPER, name) for name in published} == published


def test_presets_are_found_by_method() -> None:
    assert preset("paper") is PAPER
    assert preset("relatab") is DEFAULT
    assert [preset(method).method for method in METHODS] == list(METHODS)


def test_the_baselines_follow_no_chains() -> None:
    assert {preset(method).supplement_weight for method in ("bm25", "dense", "jar")} == {0.0}


def test_an_unknown_method_is_named_with_the_choices() -> None:
    with pytest.raises(SettingsError, match="method: 'tabert' is not one of relatab, paper, bm25"):
        preset("tabert")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("decay", 0.0, "decay: 0.0 is outside 0.01 to 1.0"),
        ("caption_weight", 1.1, "caption_weight: 1.1 is outside 0.0 to 1.0"),
        ("caption_weight", float("nan"), "caption_weight: nan is outside 0.0 to 1.0"),
        ("max_hops", 2.5, "max_hops: 2.5 is not a whole number"),
        ("max_hops", True, "max_hops: True is not a whole number"),
        ("supplement_weight", "0.3", "supplement_weight: '0.3' is not a number"),
        ("divide_by_count", 1, "divide_by_count: 1 is neither true nor false"),
        ("entropy_source", "words", "'words' is not one of vocabulary, embedding"),
    ],
)
def test_a_value_out_of_range_is_named_with_its_range(name: str, value: Any, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        replace(DEFAULT, **{name: value})


def test_a_whole_number_will_do_for_a_share() -> None:
    assert replace(DEFAULT, decay=1).decay == 1


def test_every_setting_is_described() -> None:
    description = Settings.__doc__ or ""

    assert [each.name for each in fields(Settings) if each.name not in description] == []


def test_settings_are_changed_as_a_command_line_writes_them() -> None:
    changed = with_assignments(
        PAPER, ["decay=0.5", "divide_by_count=true", "entropy_source=embedding", "initial_top=3"]
    )
    assert changed == replace(
        PAPER, decay=0.5, divide_by_count=True, entropy_source="embedding", initial_top=3
    )


@pytest.mark.parametrize("written", ["decay", "dekay=0.5", "decay=9", "decay=half"])
def test_a_change_that_cannot_be_made_is_refused(written: str) -> None:
    with pytest.raises(SettingsError, match=written.partition("=")[0]):
        with_assignments(PAPER, [written])


def test_an_unknown_setting_is_answered_by_those_there_are() -> None:
    with pytest.raises(SettingsError, match=r"'dekay' is not a setting; there are .*\bdecay\b"):
        with_assignments(PAPER, ["dekay=0.5"])
