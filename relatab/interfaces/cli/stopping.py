"""Stopping in good order: the first signal asks, the second one ends the program."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event
from types import FrameType

_SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name)
]
_ASKED = b"relatab: stopping, after the document at hand if any; once more to stop at once\n"
_STDERR = 2


@contextmanager
def stop_requests() -> Iterator[Event]:
    """An event that Ctrl-C, SIGTERM or, on Windows, Ctrl-Break sets; the next one of these
    raises KeyboardInterrupt.
    """
    asked = Event()

    def handle(number: int, frame: FrameType | None) -> None:
        del number, frame
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()
        with suppress(OSError):  # a terminal that has gone
            os.write(_STDERR, _ASKED)  # a stream may be in the middle of writing and must not

    former = {number: signal.signal(number, handle) for number in _SIGNALS}
    try:
        yield asked
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)
