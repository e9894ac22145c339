"""Every hyperparameter of the method: default, range and meaning.

Values are checked once, when a `Settings` is made; the functions of `relatab.core` take them
by keyword and check nothing. Greek letters are the paper's.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from relatab.errors import SettingsError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Chosen = TypeVar("Chosen", bound="DataclassInstance")
"""A dataclass of choices, such as `Settings`."""


class Range(NamedTuple):
    """Smallest and largest value of a setting, both allowed."""

    low: float
    high: float


Share = Annotated[float, Range(0.0, 1.0)]
Count = Annotated[int, Range(1, 100_000)]
Factor = Annotated[float, Range(0.0, 10.0)]

Method = Literal["relatab", "paper", "bm25", "dense", "jar"]
METHODS: tuple[str, ...] = get_args(Method)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Hyperparameters of one method; SettingsError for a value outside its range.

    method: "paper" computes relevance by Eqs. (4-1) to (4-6) and association by (4-9);
    "relatab" sums per-query z-scores of BM25, of the serialised table and of the dual-level
    maxima, and takes association from the evidence of a link. Three baselines know no chains:
    "bm25" is the words' score alone, "dense" the cosine to the serialised table alone, and
    "jar" selects among the best of "dense" the tables that join well (`core.join_aware`).
    Defaults are those of "relatab", measured as docs/equations.md reports; the published
    values are in `PAPER`.

    Relevance, Eqs. (4-1) to (4-6)
        caption_weight          alpha: caption against column names
        table_level_weight      beta: table level against value level
        divide_by_count         divide (4-2) by the number of columns, as printed
        entropy_source          what entropy weights of column names are computed from
        value_weighting         (4-4): CRITIC with rows as criteria; or uniform, to which
                                CRITIC with columns as criteria comes down
    Relevance of "relatab"
        lexical_weight          of the z-scores of BM25
        dense_weight            of those of the serialised table
        dual_level_weight       of those of the dual-level maxima
        identity_weight         added for a table about a well that the query names, taken
                                off for one about other wells only
        interaction_weight      of those of late interaction: the mean over the query's tokens
                                of the best cosine to a caption or column name; 0: left out
        shortlist_size          how many tables of a query are compared with each other
    Association, Eqs. (4-7) to (4-13)
        name_weight             gamma: names against contents of columns
        edges_per_table         how many associations of a table an index keeps
        decay                   lambda: factor per further hop
        max_hops                d_max: longest chain
        chain_threshold         theta: chains must score above it
    Association of "relatab": how far full evidence of a kind carries alone
        document_link_weight, word_link_weight, value_link_weight, key_link_weight
    Fusion and selection, Eqs. (4-14) to (4-17)
        normalisation           of relevance, per query, before (4-14)
        relevance_threshold     tau: least relevance in T_init
        initial_top             T_init is this many leading tables; 0: follow (4-14)
        supplement_weight       x: weight of the supplement; 0: no chains are followed
        selection_threshold     phi: least final relevance in E(Q); in "relatab" a share of
                                the best table's
    Order of the tables beyond E(Q)
        series_discount         taken off a table for each one of its series before it, as of
                                the sheets of a daily record
    Selection of all methods but "paper" and "jar"
        max_selected            largest E(Q)
    Joint selection of "relatab" (`core.selection.complete`); a weight of 0 leaves a part out
        joint_candidates        among how many leading tables; 1: each by its own score, by phi
        token_coverage_weight   of the share of the query that tables cover, token by token
        word_coverage_weight    of the share of its words that they hold
        well_coverage_weight    of each of several wells that it names, if a table is about it
        association_weight      of the link between two tables (`core.selection.affinity`)
        context_weight          of tables of one document or of one title, by its rarity
        pair_threshold          least gain of the second table in E(Q)
        gain_threshold          least gain of a further one
    Selection of "jar"
        join_tables             how many tables E(Q) has
        join_candidates         among how many of the most relevant they are chosen
        join_relevance_weight   a table's relevance against the strength of a join
        join_coverage_weight    how well a part of the question is covered, against the same
    """

    method: Method = "relatab"

    caption_weight: Share = 0.5
    table_level_weight: Share = 0.6
    divide_by_count: bool = False
    entropy_source: Literal["vocabulary", "embedding"] = "vocabulary"
    value_weighting: Literal["critic", "uniform"] = "critic"

    lexical_weight: Factor = 1.5
    dense_weight: Factor = 1.0
    dual_level_weight: Factor = 1.0
    identity_weight: Factor = 2.0
    interaction_weight: Factor = 0.0
    shortlist_size: Count = 100

    name_weight: Share = 0.5
    edges_per_table: Count = 32
    decay: Annotated[float, Range(0.01, 1.0)] = 0.7
    max_hops: Annotated[int, Range(1, 10)] = 2
    chain_threshold: Share = 0.1

    document_link_weight: Share = 0.5
    word_link_weight: Share = 0.8
    value_link_weight: Share = 0.8
    key_link_weight: Share = 0.8

    normalisation: Literal["min-max", "none"] = "min-max"
    relevance_threshold: Share = 0.85
    initial_top: Annotated[int, Range(0, 1_000)] = 0
    supplement_weight: Share = 0.2
    selection_threshold: Annotated[float, Range(0.0, 2.0)] = 0.8

    series_discount: Factor = 0.2

    max_selected: Count = 10

    joint_candidates: Annotated[int, Range(1, 50)] = 12
    token_coverage_weight: Factor = 1.45
    word_coverage_weight: Factor = 0.8
    well_coverage_weight: Factor = 1.0
    association_weight: Factor = 0.4
    context_weight: Factor = 0.0
    pair_threshold: Factor = 1.25
    gain_threshold: Factor = 1.6

    join_tables: Annotated[int, Range(1, 20)] = 2
    join_candidates: Annotated[int, Range(1, 100)] = 20
    join_relevance_weight: Factor = 10.0
    join_coverage_weight: Factor = 10.0

    def __post_init__(self) -> None:
        check_fields(self)


def check_fields(settings: DataclassInstance) -> None:
    """SettingsError unless every field is of its Literal, a bool, or a number in its `Range`."""
    hints = get_type_hints(type(settings), include_extras=True)
    for field in fields(settings):
        _check(field.name, getattr(settings, field.name), hints[field.name])


def _check(name: str, value: Any, hint: Any) -> None:
    """SettingsError unless a value is one of a Literal's, a bool, or a number in range."""
    if get_origin(hint) is Literal:
        if value not in get_args(hint):
            raise SettingsError(f"{name}: {value!r} is not one of {', '.join(get_args(hint))}")
    elif hint is bool:
        if not isinstance(value, bool):
            raise SettingsError(f"{name}: {value!r} is neither true nor false")
    else:
        kind, limits = get_args(hint)
        accepted = int if kind is int else (int, float)
        if isinstance(value, bool) or not isinstance(value, accepted):
            noun = "a whole number" if kind is int else "a number"
            raise SettingsError(f"{name}: {value!r} is not {noun}")
        if not limits.low <= value <= limits.high:  # not-a-number fails too
            raise SettingsError(f"{name}: {value} is outside {limits.low} to {limits.high}")


PAPER = Settings(
    method="paper",
    caption_weight=0.5,
    table_level_weight=0.6,
    name_weight=0.5,  # the paper gives no gamma
    decay=0.7,
    max_hops=2,
    chain_threshold=0.45,
    relevance_threshold=0.65,
    supplement_weight=0.3,
    selection_threshold=0.7,
    series_discount=0.0,
)
DEFAULT = Settings()
BASELINES = (
    Settings(method="bm25", supplement_weight=0.0, series_discount=0.0, selection_threshold=0.5),
    Settings(method="dense", supplement_weight=0.0, series_discount=0.0),
    Settings(method="jar", supplement_weight=0.0, series_discount=0.0),
)


def preset(method: str) -> Settings:
    """The settings of a method by its name; SettingsError for an unknown name."""
    for settings in (DEFAULT, PAPER, *BASELINES):
        if settings.method == method:
            return settings
    raise SettingsError(f"method: {method!r} is not one of {', '.join(METHODS)}")


def with_assignments(settings: Chosen, assignments: Iterable[str]) -> Chosen:
    """A frozen dataclass with changes written "NAME=VALUE", the values as JSON writes them or as plain text.

    SettingsError for an unknown name, a value out of its range, or a text of another form.
    """
    changes: dict[str, Any] = {}
    for assignment in assignments:
        name, equals, value = assignment.partition("=")
        if not equals:
            raise SettingsError(f"{assignment!r}: write NAME=VALUE with the name of a setting")
        known = [field.name for field in fields(settings)]
        if name not in known:
            raise SettingsError(f"{name!r} is not a setting; there are {', '.join(known)}")
        try:
            changes[name] = json.loads(value)
        except json.JSONDecodeError:
            changes[name] = value
    return replace(settings, **changes)
