"""Runs a program that must not outlive the process that wants it, however that one ends.

    python guard.py FOLDER PROGRAM ARGUMENT ...

Standard input is a pipe whose other end the owner alone holds. When it closes, the program
ends with all processes that it has started, and FOLDER goes. The exit code is the
program's; `NOT_STARTED` where there is none, with the reason as the last line.

A process of its own does this because nothing else works everywhere: the owner may be killed
at once, and LibreOffice starts processes that outlive the one that was started.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from threading import Event, Thread

NOT_STARTED = 127
"""The exit code with which shells, too, say that a program cannot be started."""


def main(folder: str, *command: str) -> int:
    """The program's exit code, once it has ended by itself or with the owner."""
    try:
        program = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)  # noqa: S603 - a list, and no shell
    except OSError as error:
        sys.stdout.write(f"{error.strerror or error}\n")
        return NOT_STARTED
    owner_is_gone = Event()
    Thread(target=_end_with_owner, args=(program.pid, owner_is_gone), daemon=True).start()
    code = program.wait()
    if owner_is_gone.is_set():
        shutil.rmtree(folder, ignore_errors=True)
    return code


def _end_with_owner(program: int, owner_is_gone: Event) -> None:
    os.read(0, 1)  # returns at the end of the pipe: nobody writes to it
    owner_is_gone.set()
    _kill(program)


def _kill(program: int) -> None:
    """Ends a program with the processes it has started."""
    if sys.platform == "win32":
        tree = ["taskkill", "/F", "/T", "/PID", str(program)]
        subprocess.run(tree, check=False, capture_output=True)  # noqa: S603
    else:
        os.killpg(program, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
