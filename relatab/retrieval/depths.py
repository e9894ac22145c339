"""The depths by which two tables are tied, as each of them prints its own."""

from __future__ import annotations

from collections.abc import Sequence

from relatab.domain.depths import cell_intervals, find_intervals
from relatab.domain.matching import depth_interval, shared_keys
from relatab.domain.textkeys import LinkKey, depth_value


def shared_depths(
    source: Sequence[LinkKey], target: Sequence[LinkKey]
) -> tuple[str, str, str] | None:
    """The narrowest pair of depths or intervals that two tables share, in words.

    source, target: the tables' link keys. Returns the source's depth as printed, how it lies
    to the target's ("is", "lies in", "holds", "overlaps"), and the target's; None where they
    share no depth. Of equally narrow pairs the first.
    """
    pairs = [pair for pair in shared_keys(source, target) if pair[0].kind == "depth_m"]
    if not pairs:
        return None
    here, there = min(pairs, key=lambda pair: sum(map(_length, pair)))
    return depth_in_words(here), _relation(here, there), depth_in_words(there)


def depth_in_words(key: LinkKey) -> str:
    """A depth key as printed, with the unit of its column where the cell has none."""
    printed = " ".join(key.printed.split())
    if find_intervals(printed):
        return printed
    for unit in ("m", "ft"):
        if key.value in map(depth_value, cell_intervals(printed, unit)):
            return f"{printed} {unit}"
    top, bottom = depth_interval(key)
    return f"{printed} ({top:.0f} to {bottom:.0f} m)"


def _length(key: LinkKey) -> float:
    top, bottom = depth_interval(key)
    return bottom - top


def _relation(here: LinkKey, there: LinkKey) -> str:
    (top, bottom), (other_top, other_bottom) = depth_interval(here), depth_interval(there)
    if (top, bottom) == (other_top, other_bottom):
        return "is"
    if other_top <= top and bottom <= other_bottom:
        return "lies in"
    if top <= other_top and other_bottom <= bottom:
        return "holds"
    return "overlaps"
