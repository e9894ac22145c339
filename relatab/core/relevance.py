"""Relevance of a table to a query, Eqs. (4-1) to (4-6), and its variant with maxima.

A missing part (no caption, no columns, no values) scores NaN. Where one of caption and
column names is missing, the other counts in full; a table without values takes the mean
value score of the corpus (`fill_missing`).

The equations' weighted means dilute one strong match among many columns and cells. The
default method keeps the match instead: `dual_level_maxima`, over flat arrays of a whole
corpus.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, cast

import numpy as np

from relatab.core.similarity import cosine
from relatab.core.vectors import Floats, Integers, TableVectors, maximum_per_segment
from relatab.core.weighting import critic_weights, critic_weights_of_cells

Score = TypeVar("Score", float, Floats)


def caption_relevance(query: Floats, caption: Floats | None) -> float:
    """Caption relevance, Eq. (4-1): shape (dim,) each, a cosine in [-1, 1], NaN without caption."""
    return float("nan") if caption is None else float(cosine(query, caption))


def column_name_relevance(
    query: Floats, names: Floats, weights: Floats, *, divide_by_count: bool = False
) -> float:
    """Column-name relevance, Eq. (4-2).

    query: (dim,); names: (m, dim); weights: (m,), summing to one. The print divides by m
    although the weights are normalised already, which punishes wide tables:
    `divide_by_count` follows the print. Returns a value in [-1, 1], NaN for m = 0.
    """
    if not len(names):
        return float("nan")
    mean = float(weights @ cosine(names, query))
    return mean / len(names) if divide_by_count else mean


def table_level_relevance(caption: Score, columns: Score, *, caption_weight: float) -> Score:
    """Table-level relevance, Eq. (4-3), of single scores or of arrays, NaN where missing.

    caption, columns: in [-1, 1]; caption_weight in [0, 1]. Returns a value in [-1, 1];
    where one part is missing the other one, where both are NaN.
    """
    return _blend(caption, columns, caption_weight)


def column_value_relevance(similarities: Floats, weights: Floats) -> float:
    """Column-value relevance, Eq. (4-4).

    similarities, weights: shape (n_values,); weights >= 0. Weights that are all zero, of a
    column in rows that tell nothing apart, count equally. Returns a weighted mean in
    [-1, 1]; ValueError if empty.
    """
    if not len(similarities):
        raise ValueError("a column without values has no value relevance")
    total = weights.sum()
    return float(similarities @ weights / total) if total > 0 else float(similarities.mean())


def value_level_relevance(columns: Floats, weights: Floats) -> float:
    """Value-level relevance, Eq. (4-5).

    columns: shape (m,), the columns' value relevance, NaN for a column without values,
    which does not count; weights: (m,), >= 0. Returns a weighted mean in [-1, 1], NaN
    where no column has values.
    """
    present = ~np.isnan(columns)
    if not present.any():
        return float("nan")
    return column_value_relevance(columns[present], weights[present])


def relevance(table_level: Score, value_level: Score, *, table_level_weight: float) -> Score:
    """Relevance of a table to a query, Eq. (4-6), of single scores or of arrays.

    table_level, value_level: in [-1, 1], NaN where missing; table_level_weight in [0, 1].
    Returns a value in [-1, 1]; where one level is missing the other one.
    """
    return _blend(table_level, value_level, table_level_weight)


def fill_missing(scores: Floats) -> Floats:
    """Scores with the mean of the known ones in place of NaN; zeros where none is known."""
    missing = np.isnan(scores)
    return np.where(missing, 0.0 if missing.all() else np.mean(scores[~missing]), scores)


def value_similarities(query: Floats, table: TableVectors) -> Floats:
    """Cosines of a query and a table's cells: shape (rows, columns), NaN where blank."""
    height = max((int(rows[-1]) + 1 for rows in table.rows if len(rows)), default=0)
    grid = np.full((height, len(table.values)), np.nan)
    for column, (values, rows) in enumerate(zip(table.values, table.rows, strict=True)):
        grid[rows, column] = cosine(values, query)
    return grid


def table_value_relevance(
    query: Floats, table: TableVectors, name_weights: Floats, *, use_critic: bool = True
) -> float:
    """Value-level relevance of one table, Eqs. (4-4) and (4-5), NaN without values.

    name_weights: (m,), the columns' EWM weights. `use_critic` False weighs a column's
    values equally, to which CRITIC over columns comes down: one weight per column cancels
    in (4-4).
    """
    grid = value_similarities(query, table)
    weights = critic_weights(grid) if use_critic else np.ones(len(grid))
    columns = np.full(len(table.values), np.nan)
    for column, rows in enumerate(table.rows):
        if len(rows):
            columns[column] = column_value_relevance(grid[rows, column], weights[rows])
    return value_level_relevance(columns, name_weights)


def dual_level_relevance(
    query: Floats,
    tables: Sequence[TableVectors],
    name_weights: Sequence[Floats],
    *,
    caption_weight: float,
    table_level_weight: float,
    divide_by_count: bool = False,
    use_critic: bool = True,
) -> Floats:
    """Relevance of every table of a corpus, Eqs. (4-1) to (4-6).

    query: (dim,); name_weights: per table (m,), summing to one. Returns shape (n,), in
    [-1, 1]; a table without caption, names and values scores NaN only in a corpus that has
    no values at all.
    """
    captions = np.array([caption_relevance(query, table.caption) for table in tables])
    columns = np.array(
        [
            column_name_relevance(query, table.names, weights, divide_by_count=divide_by_count)
            for table, weights in zip(tables, name_weights, strict=True)
        ]
    )
    values = np.array(
        [
            table_value_relevance(query, table, weights, use_critic=use_critic)
            for table, weights in zip(tables, name_weights, strict=True)
        ]
    )
    table_level = table_level_relevance(captions, columns, caption_weight=caption_weight)
    return relevance(table_level, fill_missing(values), table_level_weight=table_level_weight)


def dual_level_means(
    captions: Floats,
    names: Floats,
    name_weights: Floats,
    column_offsets: Integers,
    values: Floats,
    value_rows: Integers,
    value_offsets: Integers,
    *,
    caption_weight: float,
    table_level_weight: float,
    divide_by_count: bool = False,
    use_critic: bool = True,
) -> Floats:
    """`dual_level_relevance` over the flat arrays of a corpus, for many tables.

    captions: (n,) cosines to the query, NaN without caption; names, name_weights: (columns,),
    table after table as column_offsets (n + 1,) says; values: (cells,) cosines, column after
    column as value_offsets (columns + 1,) says; value_rows: (cells,), the row of each cell in
    its table. Returns shape (n,), in [-1, 1].
    """
    widths = np.diff(column_offsets)
    column_tables = np.repeat(np.arange(len(widths)), widths)
    name_scores = mean_per_group(names, name_weights, column_tables, len(widths))
    if divide_by_count:
        name_scores = name_scores / np.maximum(widths, 1)
    cell_columns = np.repeat(np.arange(len(names)), np.diff(value_offsets))
    weights = (
        _critic_per_cell(values, value_rows, cell_columns, column_tables)
        if use_critic
        else np.ones(len(values))
    )
    columns = mean_per_group(values, weights, cell_columns, len(names))
    filled = ~np.isnan(columns)
    value_level = mean_per_group(
        columns[filled], name_weights[filled], column_tables[filled], len(widths)
    )
    table_level = table_level_relevance(captions, name_scores, caption_weight=caption_weight)
    return relevance(table_level, fill_missing(value_level), table_level_weight=table_level_weight)


def mean_per_group(scores: Floats, weights: Floats, groups: Integers, count: int) -> Floats:
    """Weighted mean of each group, as in Eqs. (4-2), (4-4) and (4-5).

    scores, weights, groups: shape (total,), weights >= 0, groups in 0..count - 1; weights that
    are all zero in a group count equally. Returns shape (count,), NaN for an empty group.
    """
    sizes = np.bincount(groups, minlength=count)
    totals = np.bincount(groups, weights, count)
    equal = np.bincount(groups, scores, count) / np.where(sizes > 0, sizes, np.nan)
    weighted = np.bincount(groups, weights * scores, count) / np.where(totals > 0, totals, 1.0)
    return np.where(totals > 0, weighted, equal)


def dual_level_maxima(
    captions: Floats,
    names: Floats,
    name_offsets: Integers,
    values: Floats,
    value_offsets: Integers,
    *,
    caption_weight: float,
    table_level_weight: float,
) -> Floats:
    """Eqs. (4-3) and (4-6) over the best column name and the best value of each table.

    captions: (n,) cosines to the query, NaN without caption; names: (total columns,);
    values: (total values,), both table after table; offsets: (n + 1,), see
    `segment_offsets`. Returns shape (n,), in [-1, 1].
    """
    table_level = table_level_relevance(
        captions, maximum_per_segment(names, name_offsets), caption_weight=caption_weight
    )
    value_level = fill_missing(maximum_per_segment(values, value_offsets))
    return relevance(table_level, value_level, table_level_weight=table_level_weight)


def _critic_per_cell(
    similarities: Floats, cell_rows: Integers, cell_columns: Integers, column_tables: Integers
) -> Floats:
    """The CRITIC weight of each cell's row, over the rows of all tables."""
    if not len(similarities):
        return np.empty(0)
    height = int(cell_rows.max()) + 1
    places, rows = np.unique(column_tables[cell_columns] * height + cell_rows, return_inverse=True)
    weights = critic_weights_of_cells(similarities, rows, cell_columns, places // height)
    return weights[rows]


def _blend(first: Score, second: Score, weight: float) -> Score:
    """`weight * first + (1 - weight) * second`, or the one that is known."""
    blended = weight * first + (1.0 - weight) * second
    known = np.where(np.isnan(first), second, np.where(np.isnan(second), first, blended))
    return cast("Score", known if known.ndim else float(known))
