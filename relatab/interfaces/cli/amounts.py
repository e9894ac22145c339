"""Options whose values are written with their units: durations and sizes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import click

from relatab.interfaces.cli.durations import seconds_of

_PREFIXES = {"m": 10**6, "g": 10**9, "t": 10**12}
_SIZE = re.compile(rf"([0-9]+(?:\.[0-9]+)?)\s*([{''.join(_PREFIXES)}])b?")
_SMALLEST, _LARGEST = 500 * 10**6, 10**12


class Amount(click.ParamType[float]):
    """An option that `read` turns into a number; what that refuses by ValueError is wrong usage."""

    def __init__(self, name: str, read: Callable[[str], float]) -> None:
        self.name = name
        self._read = read

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number; one that is a default already stays."""
        if not isinstance(value, str):
            return float(value)
        try:
            return self._read(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


def bytes_of(text: str) -> float:
    """Bytes of a size such as "800MB", "2GB" or "1.5g", powers of ten, in [500 MB, 1 TB].

    ValueError for anything else.
    """
    found = _SIZE.fullmatch(text.strip().lower())
    if not found:
        raise ValueError(f"{text!r} is no size; write it like 800MB or 2GB")
    size = float(found[1]) * _PREFIXES[found[2]]
    if not _SMALLEST <= size <= _LARGEST:
        raise ValueError(f"{text!r} is out of range; between 500MB and 1TB")
    return size


DURATION = Amount("duration", seconds_of)
SIZE = Amount("size", bytes_of)
