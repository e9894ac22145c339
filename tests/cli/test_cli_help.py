"""Every command explains itself, and the README mentions it."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_support import run

from relatab import __version__
from relatab.interfaces.cli import COMMANDS

README = Path(__file__).parents[2] / "README.md"


def test_help_lists_every_command_in_a_line_that_is_not_cut() -> None:
    result = run("--help")
    assert result.exit_code == 0
    listed = result.stdout.partition("Commands:")[2]
    assert "..." not in listed
    assert [line.split()[0] for line in listed.splitlines() if line.strip()] == list(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_a_command_explains_its_purpose_and_each_option(command: str, option: str) -> None:
    result = run(command, option)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: cli {command} ")
    options = result.stdout.partition("Options:")[2].splitlines()
    named = [line for line in options if line.startswith("  -")]
    explained = [
        line
        for line, after in zip(options, [*options[1:], ""], strict=True)
        if line.startswith("  -") and (len(line.split("  ")) > 2 or after.startswith(" " * 10))
    ]
    assert named == explained


@pytest.mark.parametrize("command", COMMANDS)
def test_the_readme_mentions_the_command(command: str) -> None:
    assert f"relatab {command}" in README.read_text("utf-8")


def test_the_version_is_printed() -> None:
    assert run("--version").stdout == f"relatab, version {__version__}\n"


def test_an_unknown_command_is_wrong_usage() -> None:
    result = run("find")
    assert result.exit_code == 2
    assert "find" in result.stderr


def test_debug_shows_where_an_error_comes_from(tmp_path: Path) -> None:
    result = run("--debug", "status", index=tmp_path / "nowhere")
    assert result.exception is not None
    assert type(result.exception).__name__ == "IndexMissingError"
