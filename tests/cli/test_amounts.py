"""Sizes as people write them, and options that are written with a unit."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from relatab.interfaces.cli.amounts import DURATION, SIZE, bytes_of


@pytest.mark.parametrize(
    ("text", "size"),
    [("800MB", 8e8), ("2GB", 2e9), ("1.5g", 1.5e9), (" 2 gb ", 2e9), ("500m", 5e8), ("1TB", 1e12)],
)
def test_a_size_is_a_number_with_its_unit(text: str, size: float) -> None:
    assert bytes_of(text) == size


@pytest.mark.parametrize(
    "text",
    ["", "2", "GB", "2 gigabytes", "-2GB", "2GB!", "2,5GB", "499MB", "1.1TB", "1e3GB", "٢GB"],
)
def test_what_is_no_size_says_how_to_write_one(text: str) -> None:
    with pytest.raises(ValueError, match=r"write it like 800MB or 2GB|out of range"):
        bytes_of(text)


@given(st.integers(500, 1_000_000))
def test_a_size_is_the_same_in_any_unit(megabytes: int) -> None:
    assert bytes_of(f"{megabytes}MB") == megabytes * 10**6
    assert bytes_of(f"{megabytes / 1000:.3f}GB") == pytest.approx(bytes_of(f"{megabytes}M"))


@click.command()
@click.option("--wait", type=DURATION, default=1.5)
@click.option("--room", type=SIZE)
def amounts(wait: float, room: float | None) -> None:
    click.echo(f"{wait} {room}")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ([], "1.5 None\n"),
        (["--wait", "1h30m", "--room", "2GB"], "5400.0 2000000000.0\n"),
    ],
)
def test_an_option_has_its_number_or_its_default(options: list[str], told: str) -> None:
    assert CliRunner().invoke(amounts, options).stdout == told


@pytest.mark.parametrize("options", [["--wait", "soon"], ["--room", "much"]])
def test_an_option_that_cannot_be_read_is_wrong_usage(options: list[str]) -> None:
    result = CliRunner().invoke(amounts, options)
    assert result.exit_code == 2
    assert f"Invalid value for '{options[0]}': '{options[1]}' is no" in result.stderr
