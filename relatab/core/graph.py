"""The association graph: tables are nodes, associations are edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from relatab.core.association import column_similarity
from relatab.core.evidence import LinkMeasures, Score, link_strength
from relatab.core.vectors import Floats, Integers, segment_members, segment_numbers, segment_offsets

if TYPE_CHECKING:
    import networkx as nx

    from relatab.settings import Settings

MEASURE_SCALE = 1_000_000
"""Links' measures are kept as whole millionths: beyond what half-precision vectors know, half
the size of doubles, and the same strength from arrays as from a single link, to the last bit.
"""


class Strength(Protocol):
    """The association in [-1, 1] that the measures of one link, or of many, amount to."""

    def __call__(self, measures: LinkMeasures[Score], /) -> Score:
        """Of single numbers a number, of arrays an array."""
        ...


@dataclass(frozen=True, slots=True)
class LinkArrays:
    """The links of n tables as compressed sparse rows; each link stands with both its tables.

    Table i is linked to the tables `neighbours[offsets[i]:offsets[i + 1]]`; offsets of shape
    (n + 1,). measures: shape (2 links, 6), the `LinkMeasures` of each in parts of
    `MEASURE_SCALE`.
    """

    offsets: Integers
    neighbours: NDArray[np.int32]
    measures: NDArray[np.int32]

    @classmethod
    def of(cls, pairs: Integers, measures: NDArray[np.int32], tables: int) -> LinkArrays:
        """The arrays of links between `tables` tables.

        pairs: shape (links, 2), table numbers, each pair once; measures: shape (links, 6).
        """
        sources = np.concatenate([pairs[:, 0], pairs[:, 1]])
        neighbours = np.concatenate([pairs[:, 1], pairs[:, 0]])
        order = np.lexsort((neighbours, sources))
        counts = np.bincount(sources, minlength=tables)
        return cls(
            offsets=np.concatenate([[0], np.cumsum(counts)]).astype(np.intp),
            neighbours=neighbours[order].astype(np.int32),
            measures=np.concatenate([measures, measures])[order],
        )

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def leaving(self, tables: Integers) -> tuple[Integers, Integers]:
        """The links of some tables: for each the table it leaves and its place in the arrays."""
        places, within = segment_members(self.offsets, tables)
        return tables[segment_numbers(within)], places

    def pairs(self) -> tuple[Integers, NDArray[np.int32]]:
        """Each link once: the numbers of its tables, the smaller first, (links, 2), its measures."""
        sources = segment_numbers(self.offsets)
        once = sources < self.neighbours
        return np.column_stack([sources[once], self.neighbours[once]]), self.measures[once]

    def renumbered(self, places: Integers, tables: int) -> LinkArrays:
        """The links between the tables that stay.

        places: (n,), their numbers among `tables` ones, in the same order, or -1.
        """
        sources, neighbours = places[segment_numbers(self.offsets)], places[self.neighbours]
        stay = (sources >= 0) & (neighbours >= 0)
        return LinkArrays(
            offsets=segment_offsets(np.bincount(sources[stay], minlength=tables)),
            neighbours=neighbours[stay].astype(np.int32),
            measures=self.measures[stay],
        )

    def strengths(self, places: Integers, strength: Strength) -> Floats:
        """The associations of links by their places, at most 1."""
        measures: LinkMeasures[Floats] = LinkMeasures(*self.measures[places].T / MEASURE_SCALE)
        # Rounding may lift a cosine, and so an association, a little above 1.
        return np.asarray(np.minimum(strength(measures), 1.0))

    def among(self, tables: Integers, strength: Strength) -> Floats:
        """The associations of some tables with each other: (k, k), in [0, 1], 0 without a link."""
        position = np.full(len(self), -1)
        position[tables] = np.arange(len(tables))
        sources, places = self.leaving(tables)
        targets = position[self.neighbours[places]]
        inside = targets >= 0
        found = np.zeros((len(tables), len(tables)))
        found[position[sources[inside]], targets[inside]] = np.maximum(
            self.strengths(places[inside], strength), 0.0
        )
        return found


def association_graph(
    names: Sequence[str],
    links: LinkArrays,
    strength: Strength,
    seeds: Integers,
    *,
    decay: float,
    max_hops: int,
    chain_threshold: float,
) -> nx.Graph[str]:
    """Graph of all chains from the seeds that may score above the threshold, and no more.

    names: the tables' ids; seeds: numbers of the tables that chains start from, each of which
    is a node; decay, max_hops, chain_threshold: as for `propagation.propagate`. Edges carry
    `association` in (0, 1].

    Nothing is lost by it: `reach` is the largest product of associations over any walk of
    exactly so many hops from any seed, so no chain of a seed scores more when it has passed
    a link than `reach` at the link's start x association x decay. Where that is not above
    the threshold no chain over the link is kept, for scores never grow along a chain; a link
    that alone is not above it lies on none. Negative associations are never edges: two of
    them would multiply into a strong chain.
    """
    import networkx as nx

    passed = []
    reach = np.zeros(len(links))
    reach[seeds] = 1.0
    for hop in range(max_hops):
        sources, places = links.leaving(np.flatnonzero(reach))
        associations = links.strengths(places, strength)
        scores = reach[sources] * associations
        passing = scores * decay**hop > chain_threshold
        targets = links.neighbours[places[passing]]
        passed.append((sources[passing], targets, associations[passing]))
        reach = np.zeros(len(links))
        np.maximum.at(reach, targets, scores[passing])
    sources, targets, associations = map(np.concatenate, zip(*passed, strict=True))
    pairs = np.minimum(sources, targets) * len(links) + np.maximum(sources, targets)
    _, once = np.unique(pairs, return_index=True)
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(names[seed] for seed in seeds)
    graph.add_weighted_edges_from(
        (
            (names[source], names[target], association)
            for source, target, association in zip(
                sources[once].tolist(),
                targets[once].tolist(),
                associations[once].tolist(),
                strict=True,
            )
        ),
        weight="association",
    )
    return graph


def strength_of(settings: Settings) -> Strength:
    """How a method turns the measures of a link into an association."""

    def paper(measures: LinkMeasures[Score], /) -> Score:
        return column_similarity(
            measures.name_similarity,
            measures.content_similarity,
            name_weight=settings.name_weight,
        )

    def default(measures: LinkMeasures[Score], /) -> Score:
        return link_strength(
            measures,
            document_link_weight=settings.document_link_weight,
            word_link_weight=settings.word_link_weight,
            value_link_weight=settings.value_link_weight,
            key_link_weight=settings.key_link_weight,
        )

    return paper if settings.method == "paper" else default
