"""Objective weights: the entropy weight method (EWM) and CRITIC.

Both give non-negative weights that sum to one, and equal weights where the input tells
nothing apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from relatab.core.vectors import (
    Floats,
    Integers,
    segment_members,
    segment_numbers,
    segment_offsets,
)

# A sum of weights or a conflict below this is rounding, not information.
NEGLIGIBLE = 1e-9


def normalised_entropy(frequencies: Floats) -> Floats:
    """Entropy of each column of a matrix as a share of the largest possible one.

    frequencies: shape (alternatives, criteria), non-negative. Returns shape (criteria,) in
    [0, 1]: 0 where all of a column's mass lies in one place, 1 where it is spread evenly
    or there is none. A single alternative cannot tell criteria apart: 1.
    """
    alternatives, criteria = frequencies.shape
    totals = frequencies.sum(axis=0)
    if alternatives < 2:
        return np.ones(criteria)
    shares = frequencies / np.where(totals > 0, totals, 1.0)
    logs = np.log(shares, out=np.zeros_like(shares), where=shares > 0)
    entropy = -(shares * logs).sum(axis=0) / np.log(alternatives)
    return np.clip(np.where(totals > 0, entropy, 1.0), 0.0, 1.0)


def weights_from_entropy(entropies: Floats) -> Floats:
    """EWM weights from normalised entropies: the less evenly spread, the heavier.

    entropies: shape (m,) in [0, 1]. Returns shape (m,), summing to one; empty for m = 0.
    """
    return _to_unit_sum(1.0 - entropies)


def entropy_weights(frequencies: Floats) -> Floats:
    """The entropy weight method in its textbook form.

    frequencies: shape (alternatives, criteria), non-negative. Returns shape (criteria,).
    """
    return weights_from_entropy(normalised_entropy(frequencies))


def name_weights_from_embeddings(names: Floats) -> Floats:
    """EWM weights of column names from their vectors, for Eq. (4-2).

    A name's distribution is that of its vector's absolute components. names: shape
    (m, dim). Returns shape (m,).
    """
    return entropy_weights(np.abs(names.astype(np.float64)).T)


def name_weights_from_vocabulary(
    vocabulary: Sequence[Sequence[str]], names: Integers, offsets: Integers
) -> Floats:
    """EWM weights of all column names of a corpus from word frequencies, for Eq. (4-2).

    vocabulary: the words of each distinct name; names: (columns,), which of them each column
    has, table after table as offsets (n + 1,) says. A name's entropy is the mean of its words'
    (`word_entropies`); a name without words tells nothing (1). Returns shape (columns,),
    summing to one for each table with columns.
    """
    numbers: dict[str, int] = {}
    words = np.array(
        [numbers.setdefault(word, len(numbers)) for own in vocabulary for word in own],
        dtype=np.intp,
    )
    word_offsets = segment_offsets(map(len, vocabulary))
    places, within = segment_members(word_offsets, names)
    columns = segment_numbers(within)
    tables = segment_numbers(offsets)
    entropies = word_entropies(words[places], tables[columns], len(numbers), len(offsets) - 1)
    lengths = np.diff(word_offsets)
    sums = np.bincount(segment_numbers(word_offsets), entropies[words], len(vocabulary))
    means = np.where(lengths > 0, sums / np.maximum(lengths, 1), 1.0)
    diversities = 1.0 - means[names]
    totals = np.bincount(tables, diversities, len(offsets) - 1)[tables]
    equal = 1.0 / np.diff(offsets)[tables]
    informative = totals > NEGLIGIBLE
    return np.where(informative, diversities / np.where(informative, totals, 1.0), equal)


def word_entropies(words: Integers, tables: Integers, count: int, size: int) -> Floats:
    """Entropy of each word's frequency over the tables of a corpus: shape (count,), in [0, 1].

    words, tables: (occurrences,), each word of a column name in 0..count - 1 and its table in
    0..size - 1. A word in one table only has entropy 0, one spread evenly over all tables has
    1; a single table cannot tell words apart: 1.
    """
    if size < 2:
        return np.ones(count)
    pairs, counts = np.unique(words * size + tables, return_counts=True)
    owners = pairs // size
    shares = counts / np.bincount(owners, counts, count)[owners]
    entropies = np.bincount(owners, -shares * np.log(shares), count)
    return np.clip(entropies / math.log(size), 0.0, 1.0)


def critic_weights(similarities: Floats) -> Floats:
    """CRITIC weights of a table's rows, for Eq. (4-4).

    similarities: shape (rows, columns), a query's similarity to each cell, NaN where the
    cell is blank. Rows are the criteria and columns the alternatives, the reading that
    leaves a weight per value: contrast is the standard deviation of a row, conflict the
    sum of 1 - correlation with the other rows. A blank cell takes its row's mean, and so
    adds neither. Returns shape (rows,), summing to one.
    """
    present = ~np.isnan(similarities)
    rows, columns = np.nonzero(present)
    return critic_weights_of_cells(
        similarities[present], rows, columns, np.zeros(len(similarities), dtype=np.intp)
    )


def critic_weights_of_cells(
    similarities: Floats, rows: Integers, columns: Integers, row_tables: Integers
) -> Floats:
    """`critic_weights` of the rows of many tables at once.

    similarities: shape (cells,), without blanks; rows, columns: (cells,), which row and
    column a cell stands in, numbered through all tables; row_tables: (rows,), the table of
    each row. Returns shape (rows,), summing to one for each table.
    """
    count = len(row_tables)
    filled = np.bincount(rows, minlength=count)
    means = np.bincount(rows, similarities, count) / np.maximum(filled, 1)
    deviations = similarities - means[rows]
    # The number of columns, by which a standard deviation divides, cancels in a table.
    contrast = np.sqrt(np.bincount(rows, deviations**2, count))
    contrast[contrast < NEGLIGIBLE] = 0.0
    standard = deviations / np.where(contrast > 0, contrast, 1.0)[rows]
    # A row's correlations with all rows sum to its product with the summed rows, so the
    # matrix of correlations is never built.
    summed = np.bincount(columns, standard)
    agreement = np.bincount(rows, standard * summed[columns], count)
    criteria = np.bincount(row_tables, filled > 0)[row_tables]
    conflict = criteria - agreement
    conflict[conflict < NEGLIGIBLE * criteria] = 0.0
    weights = contrast * conflict
    totals = np.bincount(row_tables, weights)[row_tables]
    equal = 1.0 / np.bincount(row_tables)[row_tables]
    informative = totals > NEGLIGIBLE
    return np.where(informative, weights / np.where(informative, totals, 1.0), equal)


def _to_unit_sum(weights: Floats) -> Floats:
    total = weights.sum()
    if total <= NEGLIGIBLE:
        return np.full(len(weights), 1.0 / max(len(weights), 1))
    return np.asarray(weights / total)
