"""Links over the whole corpus: for each table its strongest ones, with their evidence.

Up to some size all tables are compared with all whenever anything has changed. In a larger
index only the tables that came, or lost a link, are compared with all others; the rarities
behind the other links age a little, and when a tenth of the tables has changed, all are
linked anew. Which tables are to be linked is told by the store alone, so that it does not
matter where a pass was interrupted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from relatab.core.association import Done, nearest, strongest_associations
from relatab.core.evidence import LinkMeasures
from relatab.core.graph import MEASURE_SCALE, LinkArrays, strength_of
from relatab.core.vectors import Floats, Integers, segment_offsets
from relatab.index import derived
from relatab.index.arrays import CorpusArrays, advance
from relatab.index.comparison import MAX_FREQUENCY, Comparison, Namer
from relatab.index.store import Writer
from relatab.settings import DEFAULT, PAPER

WatchLinks = Callable[[int, int], None]
"""Is told how many tables are linked, of how many."""

# An index of fewer tables is always linked with all evidence anew: that takes seconds.
ALWAYS_FULLY = 2000

# The share of tables that may have come or gone before all are linked anew.
_MOST_CHANGED = 0.1

_PARTS = 3  # columns, subjects, evidence


def update_links(
    folder: Path, store: Writer, *, fully: bool = False, watch: WatchLinks = lambda *_: None
) -> None:
    """Links the tables of an index and keeps the arrays derived from it.

    fully: links all tables anew, however few have changed.
    """
    former = derived.former(folder, store)
    arrays = advance(former, store)
    if fully or _is_outdated(arrays, store):
        links = _link_all(store, arrays, watch)
    else:
        links = _link_some(store, arrays, _former_ends(former, store), watch)
    token = store.linking().token
    derived.publish(folder, store, replace(arrays, links=links, links_token=token))


def _is_outdated(arrays: CorpusArrays, store: Writer) -> bool:
    """Whether so much has changed that all tables should be linked anew."""
    linking = store.linking()
    stayed = np.count_nonzero(arrays.handles <= linking.through)
    changed = linking.changed + linking.tables + len(arrays.handles) - 2 * stayed
    return len(arrays.handles) <= ALWAYS_FULLY or bool(changed > _MOST_CHANGED * linking.fully)


def _former_ends(former: CorpusArrays | None, store: Writer) -> NDArray[np.int64]:
    """The handles of the tables of all stored links, (n, 2), also of those that went."""
    if former and former.links_token == store.linking().token:
        return former.handles[former.links.pairs()[0]]
    return store.links()[0]


def _link_all(store: Writer, arrays: CorpusArrays, watch: WatchLinks) -> LinkArrays:
    """Compares all tables with all; the strongest links are stored in place of all former ones."""
    tables = np.arange(len(arrays.handles))
    comparison = Comparison(arrays)
    pairs, levels = _candidates(comparison, tables, watch)
    compared = comparison.compared(pairs, levels, _part(watch, 2, len(tables), len(pairs)))
    links = compared.taken(_strongest(pairs, compared.measures, len(tables)))
    edges = Namer(store, comparison, tables).edges(links)
    store.replace_edges(edges, dict(zip(arrays.handles.tolist(), levels.tolist(), strict=True)))
    return LinkArrays.of(links.pairs, links.measures, len(tables))


def _link_some(
    store: Writer, arrays: CorpusArrays, ends: NDArray[np.int64], watch: WatchLinks
) -> LinkArrays:
    """Compares tables that came, or lost a link, with all.

    ends: see `_former_ends`. A link is stored in addition to those that there are where it
    belongs to the strongest of either table; the others stay as they are.
    """
    size = len(arrays.handles)
    present = np.isin(ends, arrays.handles)
    bereft = ends[present & ~present[:, ::-1]]
    is_new = arrays.handles > store.linking().through
    tables = np.flatnonzero(is_new | np.isin(arrays.handles, bereft))
    comparison = Comparison(arrays)
    candidates, fresh = _candidates(comparison, tables, watch)
    stored, measures = arrays.links.pairs()
    pairs = candidates[~_are_among(_keys(candidates, size), _keys(stored, size))]
    levels = _levels(store, arrays, tables, fresh)
    compared = comparison.compared(pairs, levels, _part(watch, 2, len(tables), len(pairs)))
    is_end = np.zeros(size, dtype=bool)
    is_end[pairs] = True
    touched = is_end[stored].any(axis=1)
    kept = _strongest(
        np.concatenate([pairs, stored[touched]]),
        np.concatenate([compared.measures, measures[touched]]),
        size,
    )
    links = compared.taken(kept[kept < len(pairs)])
    store.change_edges(
        Namer(store, comparison, tables).edges(links),
        map(tuple, ends[~present.all(axis=1)].tolist()),
        dict(zip(arrays.handles[tables].tolist(), fresh.tolist(), strict=True)),
    )
    return LinkArrays.of(
        np.concatenate([stored, links.pairs]), np.concatenate([measures, links.measures]), size
    )


def _candidates(
    comparison: Comparison, tables: Integers, watch: WatchLinks
) -> tuple[Integers, Floats]:
    """Pairs that may be among a table's strongest links by some kind of evidence.

    Returns them with the levels of the tables, see `core.association.nearest`.
    """
    like_columns = strongest_associations(
        comparison.columns,
        tables,
        name_weight=PAPER.name_weight,
        count=PAPER.edges_per_table,
        done=_part(watch, 0, len(tables), len(tables)),
    )
    count = DEFAULT.edges_per_table
    like_subjects, levels = nearest(
        comparison.arrays.dense, tables, count=count, done=_part(watch, 1, len(tables), len(tables))
    )
    sharing = (
        held.candidates(tables, count=count, max_frequency=MAX_FREQUENCY)
        for held in (comparison.words, comparison.values, comparison.keys)
    )
    pairs = np.concatenate([like_columns, like_subjects, *sharing])
    return _distinct(pairs, len(comparison.arrays.handles)), levels


def _part(watch: WatchLinks, part: int, tables: int, steps: int) -> Done:
    """Tells how far the tables are in one of the `_PARTS` of their linking, of so many steps."""
    return lambda done: watch(int(tables * (part + done / steps) / _PARTS), tables)


def _distinct(pairs: Integers, tables: int) -> Integers:
    """The pairs once each, the smaller number first, in order."""
    keys = np.unique(_keys(np.sort(pairs, axis=1), tables))
    return np.column_stack(np.divmod(keys, max(tables, 1)))


def _keys(pairs: Integers, tables: int) -> Integers:
    """Each pair as one number, in the order of the pairs."""
    return pairs[:, 0] * tables + pairs[:, 1]


def _are_among(wanted: Integers, known: Integers) -> NDArray[np.bool_]:
    """Which numbers stand in an ascending array."""
    places = np.searchsorted(known, wanted)
    return np.asarray(np.append(known, -1)[places] == wanted)


def _levels(store: Writer, arrays: CorpusArrays, tables: Integers, fresh: Floats) -> Floats:
    """The levels of all tables: as of now of the given ones, of the others as last linked."""
    known = store.levels()
    levels = np.array([known.get(handle, 0.0) for handle in arrays.handles.tolist()])
    levels[tables] = fresh
    return levels


def _strongest(pairs: Integers, measures: NDArray[np.int32], tables: int) -> Integers:
    """Which pairs are among a table's strongest by the paper or by the default.

    Ties go to the smaller number of the other table.
    """
    kept = np.zeros(len(pairs), dtype=bool)
    own, other = np.concatenate([pairs, pairs[:, ::-1]]).T
    by_table = np.argsort(own * tables + other, kind="stable")
    own, places = own[by_table], np.tile(np.arange(len(pairs)), 2)[by_table]
    scaled = LinkMeasures(*measures.T / MEASURE_SCALE)
    for settings in (PAPER, DEFAULT):
        associations = strength_of(settings)(scaled)[places]
        # One number sorts by table, then by strength: associations lie in [-1, 1].
        order = np.argsort(own + (1.0 - associations) / 4.0, kind="stable")
        order = order[associations[order] > 0]
        offsets = segment_offsets(np.bincount(own[order], minlength=tables))
        ranks = np.arange(len(order)) - offsets[own[order]]
        kept[places[order[ranks < settings.edges_per_table]]] = True
    return np.flatnonzero(kept)
