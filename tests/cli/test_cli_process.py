"""The installed program: its exit codes, signals and pipes as a shell sees them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from cli_support import write_pdf

SCRIPT = Path(sysconfig.get_path("scripts")) / "relatab"
PROGRAMS = [[str(SCRIPT)], [sys.executable, "-m", "relatab"]]
ONLY_POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and shells of POSIX")


def environment(index: Path) -> dict[str, str]:
    own = {"RELATAB_INDEX": str(index), "RELATAB_MODEL": "hashing", "PYTHONWARNINGS": "error"}
    return {**os.environ, **own, "PYTHONIOENCODING": "ascii"}


@pytest.mark.parametrize("program", PROGRAMS, ids=["script", "module"])
def test_the_installed_program_answers_in_utf_8_whatever_the_code_page(
    index: Path, program: list[str]
) -> None:
    command = [*program, "search", "slurry S-1114", "--json"]
    done = subprocess.run(command, capture_output=True, env=environment(index), check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""
    answer = json.loads(done.stdout)
    assert any("水泥" in path for table in answer["tables"] for path in table["paths"])


@pytest.mark.parametrize(
    ("arguments", "code"), [(("--version",), 0), (("show", "nothing"), 1), (("search",), 2)]
)
def test_exit_codes_reach_the_shell(index: Path, arguments: tuple[str, ...], code: int) -> None:
    command = [*PROGRAMS[1], *arguments]
    done = subprocess.run(command, capture_output=True, env=environment(index), check=False)
    assert done.returncode == code
    assert b"Traceback" not in done.stderr


@ONLY_POSIX
@pytest.mark.parametrize("options", ["--json", ""])
def test_a_reader_that_goes_away_is_no_error(index: Path, options: str) -> None:
    questions = "yes 'casing slurry thickening' | head -200"
    search = f"'{sys.executable}' -m relatab search --from - {options}"
    command = f"{questions} | ({search}; echo code $? >&2) | head -c 1"
    shell = ["sh", "-c", command]
    done = subprocess.run(shell, capture_output=True, env=environment(index), check=False)
    assert len(done.stdout) == 1
    assert done.stderr == b"code 0\n"


@ONLY_POSIX
@pytest.mark.parametrize("jobs", ["0", "2"])
def test_ctrl_c_stops_a_pass_with_one_line(tmp_path: Path, jobs: str) -> None:
    share = tmp_path / "share"
    share.mkdir()
    for number in range(400):
        write_pdf(
            share / f"{number}.pdf", f"Table {number}", [["Depth", "Mud"], ["1", f"{number}"]]
        )
    with subprocess.Popen(
        [*PROGRAMS[1], "index", str(share), "--jobs", jobs],
        stderr=subprocess.PIPE,
        env=environment(tmp_path / "index"),
        text=True,
        start_new_session=True,
    ) as process:
        while not (tmp_path / "index" / "writer.lock").exists():
            assert process.poll() is None
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does, workers included
        _, messages = process.communicate()
    assert process.returncode == 130
    assert messages == "relatab: stopped\n"
