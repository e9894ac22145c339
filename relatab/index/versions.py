"""Documents that are versions of each other: most of their tables hold the same.

Two tables hold the same where their filled cells, read row by row, have the same texts but
for case, accents, blanks and typeset marks. Tables with hardly any cells, and those that
stand in many documents like a title block, tell nothing and do not count. Two documents are
versions of each other when they share more than half of the tables that count in the
smaller one, and at least two of them, or its only one; a group is what such pairs connect.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from hashlib import blake2b
from itertools import combinations

import networkx as nx

from relatab.domain.text import fold, plain_marks
from relatab.index.store import Reader
from relatab.model import Table

FEWEST_CELLS = 4
"""Filled cells below which a table tells nothing about its document."""

MOST_HOLDERS = 50
"""Documents above which a table tells nothing; also bounds the pairs to be counted."""

Group = tuple[str, ...]
"""Hashes of documents, in order."""


def content_digest(table: Table) -> bytes | None:
    """Equal for tables that hold the same; None for one that tells nothing."""
    if table.kind == "layout":
        return None
    cells = sorted(table.cells, key=lambda cell: (cell.row, cell.column))
    texts = ["".join(fold(plain_marks(cell.text)).split()) for cell in cells]
    filled = [text.encode("utf-8", "backslashreplace") for text in texts if text]
    if len(filled) < FEWEST_CELLS:
        return None
    return blake2b(b"\0".join(filled), digest_size=16).digest()


def versions(reader: Reader) -> list[Group]:
    """The documents of an index that are versions of each other, in order."""
    return version_groups(reader.table_digests())


def version_groups(tables: Iterable[tuple[str, bytes]]) -> list[Group]:
    """Groups of at least two documents; tables: (document, digest) of each that tells something.

    Takes time in proportion to the number of tables, because none is compared with more than
    `MOST_HOLDERS` others.
    """
    holders: defaultdict[bytes, set[str]] = defaultdict(set)
    for document, digest in tables:
        holders[digest].add(document)
    telling = [sorted(held) for held in holders.values() if len(held) <= MOST_HOLDERS]
    sizes = Counter(document for held in telling for document in held)
    shared = Counter(pair for held in telling for pair in combinations(held, 2))
    alike: nx.Graph[str] = nx.Graph()
    for (one, two), count in shared.items():
        smaller = min(sizes[one], sizes[two])
        if 2 * count > smaller and (count > 1 or smaller == 1):
            alike.add_edge(one, two)
    return sorted(tuple(sorted(group)) for group in nx.connected_components(alike))
