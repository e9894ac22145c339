"""Evidence that two tables belong together, and how strong it is: the default association.

Similar columns alone, Eq. (4-9), link almost every two tables, because one generic column
name that both have is enough. Here four kinds of evidence are weighed by how rare they
are: documents of a like subject, shared words of captions and column names, shared values,
and shared link keys (a well, a test number). What many tables share links none of them.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar, cast

from relatab.core.association import ColumnMatch
from relatab.core.lexical import document_frequencies, rarity, smoothed_overlap
from relatab.core.vectors import Floats

Score = TypeVar("Score", float, Floats)

# Weight, in rarest features, that an overlap must outweigh: one shared rare value of two
# single-valued columns is a third of full evidence, eight of eight are four fifths.
WORD_PRIOR = 1.0
VALUE_PRIOR = 2.0

_DECIMAL = re.compile(r"\+?(-?)([0-9]+)(?:\.([0-9]*))?")

# How far a cosine must exceed its neighbourhood to count by 73 % instead of 50 %. From 0.03
# to 0.12 the links found hardly change.
EXCESS_SCALE = 0.08

# Shared words and values that are named in an explanation.
NAMED = 5


@dataclass(frozen=True, slots=True)
class LinkFeatures:
    """What a table can be linked by.

    words: tokens of caption and column names; columns: distinct values of each column,
    normalised by `value_feature` or better; keys: normalised link keys such as "well:7/11-1".
    """

    words: frozenset[str] = frozenset()
    columns: tuple[frozenset[str], ...] = ()
    keys: frozenset[str] = frozenset()

    @property
    def values(self) -> frozenset[str]:
        """Distinct values of all columns."""
        return frozenset(chain.from_iterable(self.columns))


@dataclass(frozen=True, slots=True)
class Rarities:
    """Squared rarity in [0, 1] of every word, value and key of a corpus.

    Squared, as in a cosine of TF-IDF vectors, since both tables have the feature: it doubles
    the average precision of the links found (docs/equations.md).
    """

    words: Mapping[str, float]
    values: Mapping[str, float]
    keys: Mapping[str, float]

    @classmethod
    def of(cls, corpus: Sequence[LinkFeatures]) -> Rarities:
        """Rarities over the tables of a corpus."""
        return cls(
            words=_squared_rarities(table.words for table in corpus),
            values=_squared_rarities(table.values for table in corpus),
            keys=_squared_rarities(table.keys for table in corpus),
        )


class LinkMeasures(NamedTuple, Generic[Score]):
    """What the strength of a link is computed from, of one link or of an array of links.

    See `LinkEvidence`; similarities of columns lie in [-1, 1], all else in [0, 1].
    """

    name_similarity: Score
    content_similarity: Score
    document_similarity: Score
    word_overlap: Score
    value_overlap: Score
    key_rarity: Score


@dataclass(frozen=True, slots=True)
class LinkEvidence:
    """Why two tables are linked; a is the table of the smaller id.

    name_similarity, content_similarity: of the columns column_a and column_b, the pair of
    Eq. (4-9); None where a table has no columns. document_similarity: see
    `excess_similarity`. word_overlap, value_overlap: in
    [0, 1), with the rarest shared words and values; value_columns: the columns that share
    most values. keys: shared link keys, rarest first; key_rarity in [0, 1].
    """

    name_similarity: float = 0.0
    content_similarity: float = 0.0
    column_a: int | None = None
    column_b: int | None = None
    document_similarity: float = 0.0
    word_overlap: float = 0.0
    shared_words: tuple[str, ...] = ()
    value_overlap: float = 0.0
    shared_values: tuple[str, ...] = ()
    value_columns: tuple[int, int] | None = None
    keys: tuple[str, ...] = ()
    key_rarity: float = 0.0

    @property
    def measures(self) -> LinkMeasures[float]:
        """The numbers, without what they came from."""
        return LinkMeasures._make(_measures(self))


_measures = attrgetter(*LinkMeasures._fields)


def _squared_rarities(tables: Iterable[Collection[str]]) -> dict[str, float]:
    features = list(tables)
    frequencies = document_frequencies(features)
    return {feature: rarity(count, len(features)) ** 2 for feature, count in frequencies.items()}


def value_feature(text: str) -> str:
    """A cell's text as a value to compare: case and spacing folded, "+12.50" read as "12.5".

    "" for a text without letters or digits: a dash says that there is no value.
    """
    folded = " ".join(text.casefold().split())
    if not any(character.isalnum() for character in folded):
        return ""
    if number := _DECIMAL.fullmatch(folded):
        sign, whole, fraction = number.groups(default="")
        fraction = fraction.rstrip("0")
        return f"{sign}{whole}.{fraction}" if fraction else f"{sign}{whole}"
    return folded


def link_evidence(
    a: LinkFeatures,
    b: LinkFeatures,
    rarities: Rarities,
    *,
    match: ColumnMatch | None = None,
    document_similarity: float = 0.0,
) -> LinkEvidence:
    """All evidence of a link between two tables; a is the table of the smaller id.

    match: their most similar columns, Eq. (4-9); document_similarity: see
    `excess_similarity`, in [0, 1].
    """
    word_overlap, words = smoothed_overlap(a.words, b.words, rarities.words, prior=WORD_PRIOR)
    value_overlap, values, value_columns = best_value_overlap(a, b, rarities.values)
    key_rarity, keys = shared_keys(a.keys, b.keys, rarities.keys)
    return LinkEvidence(
        name_similarity=match.name_similarity if match else 0.0,
        content_similarity=match.content_similarity if match else 0.0,
        column_a=match.column_a if match else None,
        column_b=match.column_b if match else None,
        document_similarity=document_similarity,
        word_overlap=word_overlap,
        shared_words=words[:NAMED],
        value_overlap=value_overlap,
        shared_values=values[:NAMED],
        value_columns=value_columns,
        keys=keys,
        key_rarity=key_rarity,
    )


def best_value_overlap(
    a: LinkFeatures, b: LinkFeatures, weights: Mapping[str, float]
) -> tuple[float, tuple[str, ...], tuple[int, int] | None]:
    """Largest overlap of two columns' distinct values, the shared values and the columns.

    Ties go to the first columns. (0, (), None) where no columns share a value of weight.
    """
    best: tuple[float, tuple[str, ...], tuple[int, int] | None] = (0.0, (), None)
    for i, first in enumerate(a.columns):
        for j, second in enumerate(b.columns):
            if first.isdisjoint(second):
                continue
            overlap, shared = smoothed_overlap(first, second, weights, prior=VALUE_PRIOR)
            if overlap > best[0]:
                best = (overlap, shared, (i, j))
    return best


def shared_keys(
    a: Collection[str], b: Collection[str], weights: Mapping[str, float]
) -> tuple[float, tuple[str, ...]]:
    """Noisy-or of the rarities of shared keys in [0, 1], and the keys, rarest first.

    a, b: keys as "kind:value". Of a kind only the rarest shared key counts: two depth profiles of
    one well share dozens of depths, which is one piece of evidence and not dozens.
    """
    shared = [key for key in set(a) & set(b) if weights.get(key, 0.0) > 0]
    shared.sort(key=lambda key: (-weights[key], key))
    rarest = {key.partition(":")[0]: weights[key] for key in reversed(shared)}
    return noisy_or(rarest.values()), tuple(shared)


def excess_similarity(cosine: float, background: float) -> float:
    """A cosine of two tables by how far it stands out among their neighbours: in [0, 1].

    background: the mean of the two tables' `association.neighbour_levels`. The cosine counts
    by a logistic function of its excess, so that a table that is like everything (a hub)
    is close to nothing in particular. After cross-domain similarity local scaling (Conneau
    et al., 2018).
    """
    return max(cosine, 0.0) / (1.0 + math.exp((background - cosine) / EXCESS_SCALE))


def noisy_or(strengths: Iterable[Score]) -> Score:
    """Strength of independent pieces of evidence together: 1 - product of (1 - s), in [0, 1].

    strengths: in [0, 1], single ones or arrays; none gives 0. More evidence never weakens a
    link.
    """
    doubt: Any = math.prod(1.0 - strength for strength in strengths)
    return cast("Score", 1.0 - doubt)


def link_strength(
    measures: LinkMeasures[Score],
    *,
    document_link_weight: float,
    word_link_weight: float,
    value_link_weight: float,
    key_link_weight: float,
) -> Score:
    """Association of two tables, or of many pairs, from what their link rests on: in [0, 1].

    The weights, in [0, 1], say how far full evidence of a kind carries alone.
    """
    return noisy_or(
        (
            document_link_weight * measures.document_similarity,
            word_link_weight * measures.word_overlap,
            value_link_weight * measures.value_overlap,
            key_link_weight * measures.key_rarity,
        )
    )


def sharing_candidates(
    features: Sequence[Collection[str]],
    weights: Mapping[str, float],
    *,
    count: int,
    max_frequency: int,
) -> list[list[int]]:
    """For each table the `count` others that share the most feature weight with it.

    features: per table, words, values or keys; features of more than max_frequency tables
    are passed over, which bounds the work to tables x features x max_frequency. Ties go to
    the smaller table number.
    """
    postings: defaultdict[str, list[int]] = defaultdict(list)
    for table, own in enumerate(features):
        for feature in own:
            postings[feature].append(table)
    return [
        _sharing(table, sorted(own), postings, weights, count, max_frequency)
        for table, own in enumerate(features)
    ]


def _sharing(
    table: int,
    own: Sequence[str],
    postings: Mapping[str, Sequence[int]],
    weights: Mapping[str, float],
    count: int,
    max_frequency: int,
) -> list[int]:
    shared: defaultdict[int, float] = defaultdict(float)
    for feature in own:
        if 1 < len(postings[feature]) <= max_frequency and weights.get(feature, 0.0) > 0:
            for other in postings[feature]:
                shared[other] += weights[feature]
    shared.pop(table, None)
    return sorted(shared, key=lambda other: (-shared[other], other))[:count]
