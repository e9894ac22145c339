"""What a worker may take of the machine: bounds that the system keeps, and a look from outside."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from multiprocessing import parent_process
from threading import Thread

import psutil

_PR_SET_PDEATHSIG = 1  # linux/prctl.h


def confine(allocated_bytes: int) -> None:
    """Binds this process, and those it starts from now on; called in a worker, once.

    More memory than allocated_bytes is refused, which Python reports as MemoryError (on Linux;
    elsewhere a look at `resident_bytes` has to do). A crash leaves no core file of that size. The process
    ends when the one that started it does, even if that is killed.
    """
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if sys.platform == "linux":  # others do not count mapped memory under this limit
            resource.setrlimit(resource.RLIMIT_DATA, (allocated_bytes, allocated_bytes))
    _end_with_parent()


def resident_bytes(pid: int, *, with_children: bool = False) -> int:
    """Memory of a process, and of all that it has started if asked; 0 when it has ended."""
    try:
        process = psutil.Process(pid)
        family = process.children(recursive=True) if with_children else []
        return int(process.memory_info().rss) + sum(map(_resident, family))
    except psutil.Error:
        return 0


def _resident(child: psutil.Process) -> int:
    try:
        return int(child.memory_info().rss)
    except psutil.Error:  # it ended meanwhile
        return 0


def _end_with_parent() -> None:
    """The system's own signal where there is one: a thread waits in vain while code that was
    not made for threads holds the interpreter.
    """
    parent = parent_process()
    if parent is None:
        return
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if not parent.is_alive():  # it ended before it could be told of
            os._exit(1)
    else:
        Thread(target=_wait_for_end, args=(parent,), daemon=True).start()


def _wait_for_end(parent: object) -> None:
    parent.join()  # type: ignore[attr-defined]  # the class is no public name
    os._exit(1)
