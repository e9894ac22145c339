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
    everything = np.arange(len(arrays.handles))
    if fully or _is_outdated(arrays, store):
        links = _link(store, arrays, everything, watch)
    else:
        links = _link(store, arrays, _unlinked(former, arrays, store), watch)
    token = store.linking().token
    derived.publish(folder, store, replace(arrays, links=links, links_token=token))


def _is_outdated(arrays: CorpusArrays, store: Writer) -> bool:
    """Whether so much has changed that all tables should be linked anew."""
    linking = store.linking()
    stayed = np.count_nonzero(arrays.handles <= linking.through)
    changed = linking.changed + linking.tables + len(arrays.handles) - 2 * stayed
    return len(arrays.handles) <= ALWAYS_FULLY or bool(changed > _MOST_CHANGED * linking.fully)


def _unlinked(former: CorpusArrays | None, arrays: CorpusArrays, store: Writer) -> Integers:
    """The tables that came since the last linking, or lost a link."""
    linking = store.linking()
    if former and former.links_token == linking.token:
        ends = former.handles[former.links.pairs()[0]]
    else:
        ends, _ = store.links()
    present = np.isin(ends, arrays.handles)
    bereft = ends[present & ~present[:, ::-1]]
    return np.flatnonzero((arrays.handles > linking.through) | np.isin(arrays.handles, bereft))


def _link(store: Writer, arrays: CorpusArrays, tables: Integers, watch: WatchLinks) -> LinkArrays:
    """Compares some tables with all, and stores the links that are strong enough.

    Links between other tables stay. Returns all links as they then are.
    """
    comparison = Comparison(arrays)
    stored, stored_measures = arrays.links.pairs()
    aged = np.isin(stored, tables).any(axis=1)
    found, fresh = _candidates(comparison, tables, watch)
    is_full = len(tables) == len(arrays.handles)
    pairs = (
        found if is_full else _distinct(np.concatenate([found, stored[aged]]), len(arrays.handles))
    )
    levels = _levels(store, arrays, tables, fresh)
    others, other_measures = stored[~aged], stored_measures[~aged]
    compared = comparison.compared(pairs, levels, _part(watch, 2, len(tables), len(pairs)))
    kept = _strongest(
        np.concatenate([pairs, others]),
        np.concatenate([compared.measures, other_measures]),
        len(arrays.handles),
    )
    links = compared.taken(np.flatnonzero(kept[: len(pairs)]))
    edges = Namer(store, comparison, tables).edges(links)
    new_levels = dict(zip(arrays.handles[tables].tolist(), fresh.tolist(), strict=True))
    if is_full:
        store.replace_edges(edges, new_levels)
    else:
        store.change_edges(edges, map(tuple, arrays.handles[stored[aged]].tolist()), new_levels)
    return LinkArrays.of(
        np.concatenate([links.pairs, others]),
        np.concatenate([links.measures, other_measures]),
        len(arrays.handles),
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
    keys = np.unique(pairs.min(axis=1) * tables + pairs.max(axis=1))
    return np.column_stack(np.divmod(keys, max(tables, 1)))


def _levels(store: Writer, arrays: CorpusArrays, tables: Integers, fresh: Floats) -> Floats:
    """The levels of all tables: as of now of the given ones, of the others as last linked."""
    known = store.levels()
    levels = np.array([known.get(handle, 0.0) for handle in arrays.handles.tolist()])
    levels[tables] = fresh
    return levels


def _strongest(pairs: Integers, measures: NDArray[np.int32], tables: int) -> NDArray[np.bool_]:
    """Which pairs are among a table's strongest by the paper or by the default.

    Ties go to the smaller number of the other table.
    """
    kept = np.zeros(len(pairs), dtype=bool)
    own, other = np.concatenate([pairs, pairs[:, ::-1]]).T
    places = np.tile(np.arange(len(pairs)), 2)
    scaled = LinkMeasures(*measures.T / MEASURE_SCALE)
    for settings in (PAPER, DEFAULT):
        associations = np.tile(strength_of(settings)(scaled), 2)
        order = np.lexsort((other, -associations, own))
        order = order[associations[order] > 0]
        offsets = segment_offsets(np.bincount(own[order], minlength=tables))
        ranks = np.arange(len(order)) - offsets[own[order]]
        kept[places[order[ranks < settings.edges_per_table]]] = True
    return kept
