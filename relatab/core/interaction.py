"""Late interaction: each token of a question meets the parts of a table on its own.

One vector of a whole question says what it is about at large; its tokens say of which part
of it a table knows something. After ColBERT (Khattab and Zaharia, 2020), with the vectors of
captions and column names in place of the vectors of all tokens of a table: these are stored
anyway, once for all tables that share a name, and found as much (docs/equations.md).
"""

from __future__ import annotations

import numpy as np

from relatab.core.similarity import cosine
from relatab.core.vectors import Floats, Integers, maximum_per_segment


def token_similarities(
    tokens: Floats, captions: Floats, names: Floats, offsets: Integers
) -> Floats:
    """How close each table comes to each token: the best cosine of its caption and column names.

    tokens: (t, dim); captions: (n, dim); names: (columns, dim), table after table as offsets
    (n + 1,) says; a zero row is missing and similar to nothing. Returns shape (n, t), in
    [-1, 1].
    """
    columns = maximum_per_segment(cosine(names, tokens), offsets)
    return np.fmax(cosine(captions, tokens), columns)


def maximum_similarity(similarities: Floats) -> Floats:
    """MaxSim of every table, per token: shape (n,), in [-1, 1]; zeros for no tokens.

    similarities: (n, t), see `token_similarities`.
    """
    count = similarities.shape[1]
    return similarities.mean(axis=1) if count else np.zeros(len(similarities))


def token_coverage(similarities: Floats) -> Floats:
    """The share of the question that each table covers, token by token.

    similarities: (n, t) of the n tables that are compared, see `token_similarities`. A token
    is covered from 0, at the mean of the tables, to 1, at the best of them, and counts by the
    square of the distance between the two: what tells no table from another, such as "show" or
    "the", says nothing of what is missing. Returns shape (n, t), >= 0; no row sums to more
    than 1, and the best of all columns sum to 1 unless no token tells anything.
    """
    level = similarities.mean(axis=0)
    spread = similarities.max(axis=0, initial=-1.0) - level
    total = float((spread**2).sum())
    if total <= 0.0:
        return np.zeros(similarities.shape)
    # spread² / total is the weight of a token, (similarity - level) / spread how far it is covered
    return np.asarray(np.maximum(similarities - level, 0.0) * spread / total)


def word_coverage(held: Floats, rarities: Floats) -> Floats:
    """The share of the question's words that each table holds, word by word.

    held: (n, w), 1 where a table holds a word, else 0; rarities: (w,), >= 0, such as inverse
    document frequencies. Returns shape (n, w), >= 0; no row sums to more than 1.
    """
    total = float(rarities.sum())
    return np.asarray(held * rarities / total) if total > 0.0 else np.zeros(held.shape)
