"""Links over the whole corpus: for each table its strongest ones, with their evidence."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from relatab.core.association import (
    BLOCK,
    ColumnArrays,
    direct_association,
    nearest,
    neighbour_levels,
    strongest_associations,
)
from relatab.core.evidence import (
    LinkEvidence,
    LinkFeatures,
    LinkMeasures,
    Rarities,
    excess_similarity,
    link_evidence,
    sharing_candidates,
    value_feature,
)
from relatab.core.graph import strength_of
from relatab.core.similarity import mean_pool
from relatab.domain.keys import LinkKey
from relatab.domain.matching import link_features as key_features
from relatab.domain.terms import search_terms
from relatab.index import derived
from relatab.index.arrays import CorpusArrays, advance
from relatab.index.records import Edge, Role
from relatab.index.store import Reader, Writer
from relatab.settings import DEFAULT, PAPER

Pair = tuple[int, int]

# A feature of more tables than this is too common to propose a link, however large the
# corpus. As evidence of a pair proposed otherwise such words and keys still count; such
# values ("yes", "1") do not: they would take most of the time and say almost nothing.
_MAX_FREQUENCY = 200


def update_links(folder: Path, store: Writer) -> None:
    """Links the tables of an index and keeps the arrays derived from it."""
    arrays = advance(derived.former(folder, store), store)
    store.replace_edges(corpus_links(store, arrays))
    derived.publish(folder, store, arrays)


def corpus_links(reader: Reader, arrays: CorpusArrays) -> list[Edge]:
    """The strongest links of every table, by either method, in the order of the ids.

    Compares all pairs of tables by blocks of a matrix product: for corpora of some ten
    thousand tables.
    """
    columns = column_arrays(arrays)
    features = link_features(reader, arrays)
    rarities = Rarities.of(features)
    levels = neighbour_levels(arrays.dense)
    evidence = {}
    for a, b in sorted(_candidates(arrays, columns, features, rarities)):
        cosine = float(arrays.dense[a] @ arrays.dense[b])
        evidence[a, b] = link_evidence(
            features[a],
            features[b],
            rarities,
            match=direct_association(
                *columns.table(a), *columns.table(b), name_weight=PAPER.name_weight
            ),
            document_similarity=excess_similarity(cosine, float(levels[a] + levels[b]) / 2),
        )
    kept = _strongest(evidence, len(arrays.table_ids))
    return [Edge(arrays.table_ids[a], arrays.table_ids[b], evidence[a, b]) for a, b in sorted(kept)]


def column_arrays(arrays: CorpusArrays) -> ColumnArrays:
    """Names and mean-pooled contents of all columns."""
    contents = np.zeros((len(arrays.name_index), arrays.names.shape[1]), dtype=np.float32)
    for column in range(len(contents)):
        cells = slice(arrays.value_offsets[column], arrays.value_offsets[column + 1])
        if cells.start < cells.stop:
            contents[column] = mean_pool(arrays.values[arrays.value_index[cells]])
    return ColumnArrays(arrays.names[arrays.name_index], contents, arrays.column_offsets)


def link_features(reader: Reader, arrays: CorpusArrays) -> list[LinkFeatures]:
    """What each table can be linked by, in the order of the ids."""
    captions = _caption_words(reader)
    name_words = [search_terms(name) for name in arrays.name_texts]
    values = _column_values(reader)
    keys = reader.link_keys()
    features = []
    for number, handle in enumerate(arrays.handles.tolist()):
        columns = range(arrays.column_offsets[number], arrays.column_offsets[number + 1])
        words = {word for column in columns for word in name_words[arrays.name_index[column]]}
        wells = (LinkKey("well", well, None, well) for well in arrays.wells(number))
        features.append(
            LinkFeatures(
                words=frozenset(words | captions.get(handle, set())),
                columns=tuple(
                    frozenset(values.get((handle, position), ()))
                    for position in range(len(columns))
                ),
                keys=key_features((*keys.get(handle, ()), *wells)),
            )
        )
    return features


def _caption_words(reader: Reader) -> dict[int, set[str]]:
    texts = reader.texts(Role.CAPTION)
    return {
        owner: set(search_terms(texts[text]))
        for owner, _, _, text in reader.uses(Role.CAPTION).tolist()
    }


def _column_values(reader: Reader) -> Mapping[tuple[int, int], set[str]]:
    known = {number: value_feature(text) for number, text in reader.texts(Role.VALUE).items()}
    uses = [
        (owner, position, known[text])
        for owner, position, _, text in reader.uses(Role.VALUE).tolist()
        if known[text]
    ]
    tables = Counter(value for _, value in {(owner, value) for owner, _, value in uses})
    values: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    for owner, position, value in uses:
        if tables[value] <= _MAX_FREQUENCY:
            values[owner, position].add(value)
    return values


def _candidates(
    arrays: CorpusArrays,
    columns: ColumnArrays,
    features: Sequence[LinkFeatures],
    rarities: Rarities,
) -> set[Pair]:
    """Pairs that may be among a table's strongest links by some kind of evidence."""
    if not features:
        return set()
    count = PAPER.edges_per_table
    pairs = set(strongest_associations(columns, name_weight=PAPER.name_weight, count=count))
    count = DEFAULT.edges_per_table
    for start in range(0, len(features), BLOCK):
        stop = min(start + BLOCK, len(features))
        pairs.update(_pairs(nearest(arrays.dense, start, stop, count=count), start))
    for kind, weights in (
        ([table.words for table in features], rarities.words),
        ([table.values for table in features], rarities.values),
        ([table.keys for table in features], rarities.keys),
    ):
        sharing = sharing_candidates(kind, weights, count=count, max_frequency=_MAX_FREQUENCY)
        pairs.update(_pairs(sharing))
    return pairs


def _pairs(neighbours: Iterable[Iterable[int]], start: int = 0) -> Iterator[Pair]:
    for table, others in enumerate(neighbours, start=start):
        for other in others:
            yield min(table, other), max(table, other)


def _strongest(evidence: Mapping[Pair, LinkEvidence], tables: int) -> set[Pair]:
    """Pairs of which one is among the other's strongest by the paper or by the default."""
    kept: set[Pair] = set()
    measures = np.array([why.measures for why in evidence.values()]).reshape(
        -1, len(LinkMeasures._fields)
    )
    for settings in (PAPER, DEFAULT):
        associations = strength_of(settings)(LinkMeasures(*measures.T))
        ranked: list[list[tuple[float, Pair]]] = [[] for _ in range(tables)]
        for pair, association in zip(evidence, associations.tolist(), strict=True):
            if association > 0:
                for table in pair:
                    ranked[table].append((-association, pair))
        for links in ranked:
            kept.update(pair for _, pair in sorted(links)[: settings.edges_per_table])
    return kept
