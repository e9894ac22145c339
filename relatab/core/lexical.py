"""Words as evidence: tokens, rarity, BM25."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np

from relatab.core.vectors import Floats

# A number keeps its inner punctuation ("7/11-1", "13.375", "8-1/2"), a word is letters; an
# identifier ("well_id", "MudType") falls into its words.
_TOKEN = re.compile(
    r"\d+(?:[.,/:-]\d+)*"
    r"|[^\W\d_]*?[^\W\d_A-Z](?=[A-Z])"
    r"|[^\W\d_]+"
)

# Function words say nothing of a table's subject, however rare they are in captions.
_FUNCTION_WORDS = """
    a an and are as at be by did do does for from had has have how in into is it its of off on or
    per that the their there these they this those to was were what when where which who whose
    will with
"""
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())


def tokens(text: str) -> list[str]:
    """Lower-case words and numbers of a text in their order, without function words.

    Compatibility forms are unified (a ligature is its letters) and a plural s is dropped
    from words of four letters and more.
    """
    normal = unicodedata.normalize("NFKC", text)
    words = (match.group().casefold() for match in _TOKEN.finditer(normal))
    return [_singular(word) for word in words if word not in FUNCTION_WORDS]


def document_frequencies(documents: Iterable[Iterable[str]]) -> Counter[str]:
    """In how many documents each feature occurs; repetition within one does not count."""
    frequencies: Counter[str] = Counter()
    for document in documents:
        frequencies.update(set(document))
    return frequencies


def rarity(frequency: int, documents: int) -> float:
    """How rare a feature is: log(N / df) / log(N), in [0, 1].

    1 for a feature of one document, 0 for one of all; 0 in a corpus of one document,
    where nothing can be shared.
    """
    if documents < 2:
        return 0.0
    return min(max(math.log(documents / max(frequency, 1)) / math.log(documents), 0.0), 1.0)


def inverse_document_frequency(frequency: int, documents: int) -> float:
    """BM25's: log(1 + (N - df + 0.5) / (df + 0.5)), never negative."""
    return math.log(1.0 + (documents - frequency + 0.5) / (frequency + 0.5))


def smoothed_overlap(
    first: Collection[str], second: Collection[str], weights: Mapping[str, float], *, prior: float
) -> tuple[float, tuple[str, ...]]:
    """Weighted overlap coefficient of two feature sets, and the features they share.

    weights: per feature, >= 0, a feature not listed weighs nothing. The shared weight is
    divided by the smaller set's weight plus `prior` > 0, so that a chance agreement of tiny
    sets stays weak while a large set inside a larger one comes close to 1. Returns a value
    in [0, 1) and the shared features of positive weight, heaviest first, ties in
    alphabetical order.
    """
    small, large = sorted((set(first), set(second)), key=len)
    shared = [feature for feature in small if feature in large and weights.get(feature, 0.0) > 0]
    if not shared:
        return 0.0, ()
    shared.sort(key=lambda feature: (-weights[feature], feature))
    totals = (sum(sorted(weights.get(feature, 0.0) for feature in side)) for side in (small, large))
    return sum(weights[feature] for feature in shared) / (min(totals) + prior), tuple(shared)


class BM25:
    """Okapi BM25 over documents held in memory (Robertson and Zaragoza, 2009).

    score = sum over query terms of idf * f (k1 + 1) / (f + k1 (1 - b + b length / mean)),
    with idf = `inverse_document_frequency`.
    """

    def __init__(
        self, documents: Iterable[Sequence[str]], *, k1: float = 1.2, b: float = 0.75
    ) -> None:
        lengths: list[int] = []
        postings: dict[str, list[tuple[int, int]]] = {}
        for number, words in enumerate(documents):
            lengths.append(len(words))
            for word, count in Counter(words).items():
                postings.setdefault(word, []).append((number, count))
        self._size = len(lengths)
        mean = sum(lengths) / self._size if any(lengths) else 1.0
        norms = k1 * (1.0 - b + b * np.array(lengths, dtype=np.float64) / mean)
        self._postings = {
            word: _posting(entries, norms, self._size, k1) for word, entries in postings.items()
        }

    def scores(self, query: Iterable[str]) -> Floats:
        """Scores of all documents, shape (n,), >= 0; a repeated query term counts once."""
        totals = np.zeros(self._size)
        for word in sorted(set(query)):
            if word in self._postings:
                numbers, weights = self._postings[word]
                totals[numbers] += weights
        return totals


def _posting(
    entries: Sequence[tuple[int, int]], norms: Floats, size: int, k1: float
) -> tuple[np.ndarray[tuple[int], np.dtype[np.intp]], Floats]:
    """Numbers and term weights of the documents that hold one term."""
    numbers = np.array([number for number, _ in entries], dtype=np.intp)
    counts = np.array([count for _, count in entries], dtype=np.float64)
    idf = inverse_document_frequency(len(entries), size)
    return numbers, idf * counts * (k1 + 1.0) / (counts + norms[numbers])


def _singular(word: str) -> str:
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
