"""What docs/operations.md tells to type and to install is right."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from relatab.index.progress import Summary
from relatab.interfaces.cli import COMMANDS, cli
from relatab.interfaces.journal import pass_events
from relatab.model import Issue

TEXT = (Path(__file__).parents[2] / "docs" / "operations.md").read_text("utf-8")
BLOCKS = re.findall(r"```\w*\n(.*?)```", TEXT, re.DOTALL)
CALL = re.compile(rf"relatab(?:\.exe)?\W* ({'|'.join(COMMANDS)})\b([^>]*?)(?: 2>>.*|\"?)$")
PROGRAM = "/opt/relatab/bin/relatab"


def commands() -> Iterator[list[str]]:
    """The words after relatab in every line of code and in every inline code."""
    lines = [line for block in BLOCKS for line in block.splitlines()]
    lines += re.findall(r"`(relatab [^`\n]+)`", TEXT)
    for line in lines:
        if found := CALL.search(line):
            yield [found[1], *shlex.split(found[2].replace("\\", "/"), comments=True)]


def units() -> dict[str, str]:
    """systemd's units, by the name of the file."""
    found = (re.match(r"# /etc/systemd/system/(\S+)\n", block) for block in BLOCKS)
    return {match[1]: match.string for match in found if match}


@pytest.mark.parametrize("arguments", [*commands()], ids=" ".join)
def test_every_command_can_be_typed_as_it_stands(arguments: list[str]) -> None:
    name, *options = arguments
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    if options:  # else the text only mentions it
        command.make_context(name, options, parent=click.Context(cli))


def test_there_are_commands_for_each_way_of_running() -> None:
    told = [" ".join(arguments) for arguments in commands()]
    assert sum("refresh" in each for each in told) >= 8
    assert any("--watch" in each for each in told)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    assert set(units()) == {"relatab.service", "relatab-pass.service", "relatab-pass.timer"}
    for name, text in units().items():
        (tmp_path / name).write_text(text.replace(PROGRAM, sys.executable), encoding="utf-8")
    command = ["systemd-analyze", "verify", *(str(tmp_path / name) for name in units())]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_line_for_cron_has_five_fields_and_a_command() -> None:
    (block,) = (block for block in BLOCKS if "*/15" in block)
    setting, line = block.splitlines()
    assert re.fullmatch(r"[A-Z_]+=\S+", setting)
    *fields, command = line.split(maxsplit=5)
    assert fields == ["*/15", "*", "*", "*", "*"]
    assert command.startswith(PROGRAM)
    assert "%" not in command  # cron would end the line there


def test_every_event_of_the_log_and_its_keys_are_documented() -> None:
    summary = Summary(issues=[("a", Issue("k", "m"))], unavailable=[("b", Issue("k", "m"))])
    summary.note("new", ["c"])
    rows = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", TEXT, re.MULTILINE))
    for event in pass_events(summary):
        told = rows[event["event"]]
        keys = event.keys() - {"event"}
        assert "the same" in told or all(f"`{key}`" in told for key in keys)
