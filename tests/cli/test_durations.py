"""Durations as people write and read them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relatab.interfaces.cli.durations import ago, in_words, seconds_of


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("90s", 90),
        ("15m", 900),
        ("2h", 7200),
        ("1d", 86_400),
        ("2w", 1_209_600),
        ("1h30m", 5400),
        (" 1H 30 M ", 5400),
        ("1.5h", 5400),
        ("1s", 1),
    ],
)
def test_a_duration_is_a_number_with_its_unit(text: str, seconds: float) -> None:
    assert seconds_of(text) == seconds


@pytest.mark.parametrize(
    "text",
    ["", "15", "m", "-5m", "5 minutes", "15m!", "1h30", "0s", "0.5s", "11000d", "1e9s", "٣m"],
)
def test_what_is_no_duration_says_how_to_write_one(text: str) -> None:
    with pytest.raises(ValueError, match=r"write it like 90s, 15m|out of range"):
        seconds_of(text)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 s"),
        (59.4, "59 s"),
        (60, "1 min"),
        (3599, "59 min"),
        (3600, "1 h"),
        (172_799, "47 h"),
        (172_800, "2 days"),
    ],
)
def test_a_duration_is_read_in_one_unit_and_never_as_longer_than_it_is(
    seconds: float, words: str
) -> None:
    assert in_words(seconds) == words


@given(st.floats(0, 59.999))
def test_less_than_a_minute_is_never_sixty_seconds(seconds: float) -> None:
    assert int(in_words(seconds).split()[0]) < 60


def test_how_long_ago_something_was() -> None:
    assert ago(3) == "just now"
    assert ago(10_900) == "3 h ago"
    assert ago(-60) == "clock set back since"
