"""Which link keys meet: pairs of two tables' keys, and features that compare as equal texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from relatab.domain.depths import Interval
from relatab.domain.references import ALONG_HOLE
from relatab.domain.sizes import casings_of, hole_for, hole_out_of, size_text
from relatab.domain.textkeys import LinkKey
from relatab.domain.wells import short_name

# Two tables speak of the same depth of a well when they share a stretch of this length:
# longer than a core or a perforated interval, shorter than a casing string or a formation.
STRETCH_M = 50

# Kinds that mean the same wherever they are printed; all others count within one well.
_OF_NO_WELL = frozenset(
    {"well", "field", "formation", "casing_size", "hole_size", "size", "licence", "permit", "date"}
)


def link_features(keys: Sequence[LinkKey]) -> frozenset[str]:
    """Texts "kind:value" of a table's keys, so that tables with a common text are linked.

    A test, a core or a depth is only the same in the same well, so these carry the wells
    that the keys name ("test:3 of 7/11-1"); where none is named they stand alone. Depths
    become the stretches of STRETCH_M metres that they touch, and the depths themselves
    where they are single ones; vertical and subsea ones say so, the others count as measured
    along the hole. A casing also gives the holes that belong to it.
    """
    wells = sorted({key.value for key in keys if key.kind == "well"})
    features = set()
    for key in keys:
        for text in _feature_texts(key):
            if key.kind in _OF_NO_WELL or not wells:
                features.add(text)
            else:
                features.update(f"{text} of {well}" for well in wells)
    return frozenset(features)


def _feature_texts(key: LinkKey) -> Iterator[str]:
    if not _is_depth(key):
        yield f"{key.kind}:{key.value}"
        if key.kind == "well" and (short := short_name(key.value)):
            yield f"well:{short}"
        for kind, value in _holes_of(key):
            yield f"{kind}:{value}"
        return
    here = depth_interval(key)
    unit = "m" if here.reference in ("", ALONG_HOLE) else f"m {here.reference}"
    if here.top == here.bottom:
        yield f"depth:{here.top:.0f} {unit}"
    for stretch in range(int(here.top) // STRETCH_M, int(here.bottom) // STRETCH_M + 1):
        yield f"depth:{stretch * STRETCH_M}-{(stretch + 1) * STRETCH_M} {unit}"


def shared_keys(
    left: Sequence[LinkKey], right: Sequence[LinkKey]
) -> tuple[tuple[LinkKey, LinkKey], ...]:
    """Pairs of keys that tie two tables, at most one pair for each key of `left`.

    Equal values pair. A casing size pairs with the hole drilled for it or out of its shoe.
    A depth interval pairs with the shortest interval of `right` that overlaps it.
    """
    by_value = {(key.kind, key.value): key for key in reversed(right)}
    intervals = sorted(
        ((depth_interval(key), key) for key in right if _is_depth(key)),
        key=lambda item: item[0].bottom - item[0].top,
    )
    pairs = []
    for key in left:
        partner = by_value.get((key.kind, key.value))
        if partner is None and _is_depth(key):
            here = depth_interval(key)
            partner = next((other for there, other in intervals if here.overlaps(there)), None)
        elif partner is None:
            partner = next(filter(None, map(by_value.get, _related_sizes(key))), None)
        if partner is not None:
            pairs.append((key, partner))
    return tuple(pairs)


def depth_interval(key: LinkKey) -> Interval:
    """The interval of a key of kind "depth_m"; ValueError for another kind."""
    if not _is_depth(key):
        raise ValueError(f"a {key.kind} key has no depth")
    ends, _, reference = key.value.partition(" ")
    top, _, bottom = ends.partition(":")
    return Interval(float(top), float(bottom), key.printed, reference)


def _is_depth(key: LinkKey) -> bool:
    return key.kind == "depth_m"


def _related_sizes(key: LinkKey) -> Iterator[tuple[str, str]]:
    yield from _holes_of(key)
    if key.kind == "hole_size":
        for casing in casings_of(float(key.value)):
            yield "casing_size", size_text(casing)


def _holes_of(key: LinkKey) -> Iterator[tuple[str, str]]:
    if key.kind == "casing_size":
        size = float(key.value)
        for hole in (*hole_for(size)[:1], *hole_out_of(size)[:1]):
            yield "hole_size", size_text(hole)
