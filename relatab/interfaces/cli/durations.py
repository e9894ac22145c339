"""Durations as people write them ("90s", "15m", "1h30m") and as they read them ("3 h ago")."""

from __future__ import annotations

import re

_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}
_PART = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([smhdw])\s*")
_LONGEST = 3650 * _SECONDS["d"]
_NAMES = ((2 * _SECONDS["d"], _SECONDS["d"], "days"), (3600, 3600, "h"), (60, 60, "min"))


def seconds_of(text: str) -> float:
    """Seconds of a duration such as "90s", "15m", "2h", "1d" or "1h30m", in [1, ten years].

    ValueError for anything else.
    """
    parts = _PART.findall(text.strip().lower())
    seconds = sum(float(number) * _SECONDS[unit] for number, unit in parts)
    if not parts or _PART.sub("", text.strip().lower()):
        raise ValueError(f"{text!r} is no duration; write it like 90s, 15m, 2h, 1d or 1h30m")
    if not 1 <= seconds <= _LONGEST:
        raise ValueError(f"{text!r} is out of range; between one second and ten years")
    return seconds


def in_words(seconds: float) -> str:
    """A duration to one unit, cut: 45 s, 12 min, 3 h, 5 days."""
    for least, unit, name in _NAMES:
        if seconds >= least:
            return f"{seconds // unit:.0f} {name}"
    return f"{int(seconds)} s"


def ago(seconds: float) -> str:
    """How long ago something was that happened so many seconds before now.

    Below zero, which a clock that was set back gives, nothing is known.
    """
    if seconds < 0:
        return "clock set back since"
    return "just now" if seconds < 10 else f"{in_words(seconds)} ago"
