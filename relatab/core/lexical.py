"""Words as evidence: tokens, rarity, BM25."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from relatab.core.vectors import Floats, Integers

# BM25's saturation of repeated terms and weight of a text's length, as usual.
K1, B = 1.2, 0.75

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


def rarity(frequency: Floats | Integers | int, documents: int) -> Floats:
    """How rare features are: log(N / df) / log(N), in [0, 1].

    1 for a feature of one document, 0 for one of all; 0 in a corpus of one document,
    where nothing can be shared.
    """
    if documents < 2:
        return np.zeros(np.shape(frequency))
    shares = np.log(documents / np.maximum(frequency, 1)) / math.log(documents)
    return np.asarray(np.clip(shares, 0.0, 1.0))


def inverse_document_frequency(frequency: int, documents: int) -> float:
    """BM25's: log(1 + (N - df + 0.5) / (df + 0.5)), never negative."""
    return math.log(1.0 + (documents - frequency + 0.5) / (frequency + 0.5))


def text_number(text: str) -> int:
    """A number of 64 bits that stands for a text wherever texts are compared in arrays.

    A hash: of a hundred million texts two share a number with a probability of .0003.
    """
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest())


def text_numbers(texts: Iterable[str]) -> NDArray[np.uint64]:
    """`text_number` of each text: shape (n,)."""
    return np.fromiter(map(text_number, texts), dtype=np.uint64)


@dataclass(frozen=True, slots=True)
class Postings:
    """Which tables hold which terms how often, term after term, for BM25 over arrays.

    terms: (t,) ascending `text_numbers`; term i stands in the tables
    `tables[offsets[i]:offsets[i + 1]]`, ascending, as often as `frequencies` says there;
    lengths: (n,), the number of terms of each table.
    """

    terms: NDArray[np.uint64]
    offsets: Integers
    tables: NDArray[np.int32]
    frequencies: NDArray[np.float32]
    lengths: NDArray[np.int32]

    @classmethod
    def of(
        cls,
        terms: NDArray[np.uint64],
        tables: Integers,
        frequencies: NDArray[np.float32],
        lengths: NDArray[np.int32],
    ) -> Postings:
        """Of entries in any order, each term once per table."""
        order = np.lexsort((tables, terms))
        distinct, first = np.unique(terms[order], return_index=True)
        offsets = np.append(first, len(order)).astype(np.intp)
        return cls(distinct, offsets, tables[order].astype(np.int32), frequencies[order], lengths)

    def scores(self, term: str, *, k1: float = K1, b: float = B) -> tuple[Integers, Floats]:
        """The tables that hold a term, ascending, and what it adds to the BM25 of each."""
        number = np.uint64(text_number(term))
        place = int(np.searchsorted(self.terms, number))
        if place == len(self.terms) or self.terms[place] != number:
            return np.empty(0, dtype=np.intp), np.empty(0)
        entries = slice(self.offsets[place], self.offsets[place + 1])
        tables = self.tables[entries].astype(np.intp)
        counts = self.frequencies[entries].astype(np.float64)
        norms = k1 * (1.0 - b + b * self.lengths[tables] / self.lengths.mean())
        idf = inverse_document_frequency(len(tables), len(self.lengths))
        return tables, idf * counts * (k1 + 1.0) / (counts + norms)


class BM25:
    """Okapi BM25 over documents held in memory (Robertson and Zaragoza, 2009).

    score = sum over query terms of idf * f (k1 + 1) / (f + k1 (1 - b + b length / mean)),
    with idf = `inverse_document_frequency`.
    """

    def __init__(self, documents: Iterable[Sequence[str]], *, k1: float = K1, b: float = B) -> None:
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
