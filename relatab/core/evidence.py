"""Evidence that two tables belong together, and how strong it is: the default association.

Similar columns alone, Eq. (4-9), link almost every two tables, because one generic column
name that both have is enough. Here four kinds of evidence are weighed by how rare they
are: documents of a like subject, shared words of captions and column names, shared values,
and shared link keys (a well, a test number). What many tables share links none of them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar, cast

import numpy as np

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

# Shared values that are named in an explanation.
NAMED = 5


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
    `excess_similarity`. word_overlap, value_overlap: in [0, 1). shared_values: the rarest of
    the value_columns, which share most values. keys: shared link keys, rarest first;
    key_rarity in [0, 1].
    """

    name_similarity: float = 0.0
    content_similarity: float = 0.0
    column_a: int | None = None
    column_b: int | None = None
    document_similarity: float = 0.0
    word_overlap: float = 0.0
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


def excess_similarity(cosine: Score, background: Score) -> Score:
    """A cosine of two tables by how far it stands out among their neighbours: in [0, 1].

    background: the mean of the two tables' levels, see `association.nearest`; single numbers or
    arrays. The cosine counts by a logistic function of its excess, so that a table that is like
    everything (a hub) is close to nothing in particular. After cross-domain similarity local
    scaling (Conneau et al., 2018).
    """
    excess: Any = background - cosine
    return cast("Score", np.maximum(cosine, 0.0) / (1.0 + np.exp(excess / EXCESS_SCALE)))


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
