"""The depths by which two tables are tied, as each of them prints its own."""

from __future__ import annotations

from collections.abc import Sequence

from relatab.domain.depths import cell_intervals, find_intervals
from relatab.domain.matching import depth_interval, shared_keys
from relatab.domain.text import squeezed
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
    """A depth key as printed, with what its column says of it where the cell does not."""
    printed = squeezed(key.printed)
    if find_intervals(printed):
        return printed
    here = depth_interval(key)
    for unit in ("m", "ft"):
        depths = cell_intervals(printed, unit, reference=here.reference)
        if key.value in map(depth_value, depths):
            return f"{printed} {unit} {here.reference}".rstrip()
    return f"{printed} ({here.top:.0f} to {here.bottom:.0f} m)"


def _length(key: LinkKey) -> float:
    interval = depth_interval(key)
    return interval.bottom - interval.top


def _relation(here: LinkKey, there: LinkKey) -> str:
    ours, theirs = depth_interval(here), depth_interval(there)
    if (ours.top, ours.bottom) == (theirs.top, theirs.bottom):
        return "is"
    if theirs.top <= ours.top and ours.bottom <= theirs.bottom:
        return "lies in"
    if ours.top <= theirs.top and theirs.bottom <= ours.bottom:
        return "holds"
    return "overlaps"
