"""Why a table is in an answer: the words and cells that match, and the chain of links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from relatab.domain.keys import query_keys
from relatab.domain.matching import link_features as key_features
from relatab.domain.terms import converted_terms, search_terms
from relatab.index.corpus import ReadTables
from relatab.retrieval.answer import Answer, Copy, Hit, Hop, Match
from relatab.retrieval.conflicts import conflicts
from relatab.retrieval.copies import without_copies
from relatab.retrieval.depths import shared_depths
from relatab.retrieval.matches import cell_matches, noted_cells, telling_phrases
from relatab.retrieval.wording import chain_in_words, quoted

if TYPE_CHECKING:
    import networkx as nx

    from relatab.core.evidence import LinkEvidence
    from relatab.index.corpus import Corpus
    from relatab.model import Table
    from relatab.retrieval.search import Ranking

MOST_QUOTED = 3
"""Columns or cells that are quoted as a reason."""
TELLING_SHARE = 0.03
"""Share of a score that a chain must add before the link is given as a reason."""


class Explainer:
    """Turns a ranking into hits with reasons; reads only the hits' tables."""

    def __init__(self, corpus: Corpus, ranking: Ranking) -> None:
        self._corpus = corpus
        self._tables = ReadTables(corpus)
        self._ranking = ranking
        self._question = ranking.question
        self._converted = converted_terms(ranking.question.text)
        self._asked = key_features(query_keys(ranking.question.text))

    def answer(self, method: str, limit: int) -> Answer:
        """The first `limit` tables; a copy of one before it comes with that one."""
        names = self._corpus.table_ids
        kept = without_copies(self._corpus, self._tables, self._ranking.order, limit)
        chains = self._chains(kept)
        chained = {table for chain in chains.values() for table in chain}
        self._tables.read({*map(names.__getitem__, kept), *chained})
        hits = tuple(
            replace(
                self._hit(rank, number, chains.get(names[number], ())),
                copies=tuple(_copy(self._tables[names[copy]]) for copy in group),
            )
            for rank, (number, group) in enumerate(kept.items(), start=1)
        )
        about = [(self._tables[names[number]], self._wells_asked(number)) for number in kept]
        asked = [term for term, weight in self._question.terms.items() if weight == 1.0]
        return Answer(self._question.text, method, hits, tuple(conflicts(about, asked)))

    def _wells_asked(self, number: int) -> frozenset[str]:
        """The wells of a table; where the question names some, those among them."""
        wells = frozenset(self._corpus.arrays.wells(number))
        return wells & self._question.wells if self._question.wells else wells

    def _chains(self, numbers: Iterable[int]) -> dict[str, tuple[str, ...]]:
        """How tables were reached: by a chain that adds to their score, else by the set."""
        names, ranking = self._corpus.table_ids, self._ranking
        chains: dict[str, tuple[str, ...]] = {}
        for number in numbers:
            gain = ranking.supplements.get(names[number])
            if number in ranking.partners and not (gain and self._adds(number)):
                chains[names[number]] = (names[ranking.partners[number]], names[number])
            elif gain:
                chains[names[number]] = gain.chain.tables
        return chains

    def _adds(self, number: int) -> bool:
        """Whether the chain to a table is a reason for its rank."""
        final, direct = float(self._ranking.final[number]), float(self._ranking.direct[number])
        return final - direct >= TELLING_SHARE * final

    def _hit(self, rank: int, number: int, chain: tuple[str, ...]) -> Hit:
        ranking = self._ranking
        table = self._tables[self._corpus.table_ids[number]]
        place = table.provenance
        gain = ranking.supplements.get(table.id)
        via = tuple(hops(self._corpus, chain, self._tables, ranking.graph))
        linked = {term for hop in via[-1:] for value in hop.values for term in search_terms(value)}
        matches, shown = cell_matches(table, self._question.terms, linked)
        body = table.body_texts()
        adds = tuple(telling_phrases(self._question.text, ranking.added.get(number, ())))
        told = via if number in ranking.partners or self._adds(number) else ()
        paths = tuple(self._corpus.paths(table)) or (place.path,)
        return Hit(
            rank=rank,
            table_id=table.id,
            caption=table.caption.text if table.caption else None,
            document=paths[0],
            paths=paths,
            page=table.page,
            pages=place.pages,
            page_label=place.page_label,
            page_exact=place.page_exact,
            scanned=table.scanned,
            confidence=table.confidence,
            page_confidence=place.page_confidence,
            doubtful_cells=sum(cell.doubtful for cell in table.cells),
            region=place.regions[0] if place.regions else None,
            score=float(ranking.final[number]),
            relevance=float(ranking.direct[number]),
            supplement=gain.score if gain else 0.0,
            selected=number in ranking.selected,
            columns=tuple(column.label for column in table.columns),
            matched_columns=self._matched_columns(table),
            preview=tuple(tuple(body[row - table.header_rows]) for row in shown),
            preview_rows=shown,
            preview_notes=noted_cells(table, shown),
            matches=matches,
            via=via,
            adds=adds,
            why=(
                *self._reasons(table, matches, float(ranking.direct[number])),
                *([f"adds {quoted(adds)} to the set"] if adds and rank > 1 else ()),
                *([chain_in_words(told, self._asked)] if told else ()),
            ),
        )

    def _reasons(self, table: Table, matches: tuple[Match, ...], direct: float) -> Iterator[str]:
        caption = self._printed(table.caption.text if table.caption else "")
        if caption:
            yield f"caption matches {quoted(caption)}"
        names = _distinct(table.columns[place].name for place in self._matched_columns(table))
        if names:
            yield f"{_noun('column', names)} {quoted(names)}"
        if texts := _distinct(match.stands_for or match.text for match in matches):
            yield f"{_noun('cell', texts)} {quoted(texts)}"
            yield from islice(self._conversions(texts), 1)
        yield from islice(self._inherited_wells(table), 1)
        if not (caption or names or matches):
            yield f"close in meaning (relevance {direct:.2f})"

    def _conversions(self, texts: Iterable[str]) -> Iterator[str]:
        """Which of some cells' texts were sought in place of a quantity of the question."""
        for text in texts:
            for term in search_terms(text):
                if term in self._converted:
                    yield f"{quoted([text])} sought for {self._converted[term]} in another unit"

    def _inherited_wells(self, table: Table) -> Iterator[str]:
        """The wells asked for that a table's surroundings name, the nearest first."""
        for identity in table.context.identities:
            meant = self._corpus.arrays.register.wells([identity]) & self._question.wells
            if meant and identity.source not in ("cell", "caption"):
                wells = ", ".join(sorted(meant))
                name = identity.printed
                if identity.value != wells:
                    name = f"{wells}, called {name}"
                yield f"well {name} (from the {identity.source})"

    def _matched_columns(self, table: Table) -> tuple[int, ...]:
        names = (column.name for column in table.columns)
        return tuple(place for place, name in enumerate(names) if self._printed(name))

    def _printed(self, text: str) -> list[str]:
        """The question's terms as a text prints them, the single words first."""
        return telling_phrases(text, self._question.terms)


def hops(
    corpus: Corpus, chain: tuple[str, ...], tables: Mapping[str, Table], graph: nx.Graph[str]
) -> Iterator[Hop]:
    """The hops of a chain of table ids, from its first table on."""
    for source, target in pairwise(chain):
        evidence = corpus.evidence(source, target)
        table = tables[source]
        yield Hop(
            table_id=source,
            caption=table.caption.text if table.caption else None,
            document=table.provenance.path,
            page=table.page,
            association=float(graph.edges[source, target]["association"]),
            columns=linking_columns(corpus, source, target, evidence),
            keys=evidence.keys,
            values=evidence.shared_values,
            depths=_tying_depths(corpus, source, target, evidence),
        )


def _tying_depths(
    corpus: Corpus, source: str, target: str, evidence: LinkEvidence
) -> tuple[str, str, str] | None:
    if not any(key.startswith("depth:") for key in evidence.keys):
        return None
    return shared_depths(corpus.link_keys(source), corpus.link_keys(target))


def linking_columns(
    corpus: Corpus, source: str, target: str, evidence: LinkEvidence
) -> tuple[str, ...]:
    """The names of the two columns that tie two tables, the source's first; none if unknown.

    Columns that share values tell more than columns that are merely alike.
    """
    pair = evidence.value_columns
    if pair is None and evidence.column_a is not None and evidence.column_b is not None:
        pair = (evidence.column_a, evidence.column_b)
    if pair is None:
        return ()
    first, second = pair if source < target else reversed(pair)
    names = []
    for table_id, position in ((source, first), (target, second)):
        number = corpus.number(table_id)
        columns = corpus.column_names(number) if number is not None else ()
        names.append(columns[position] if position < len(columns) else "")
    return tuple(names) if all(names) else ()


def _copy(table: Table) -> Copy:
    return Copy(table.id, table.provenance.path, table.page)


def _distinct(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(texts))[:MOST_QUOTED]


def _noun(noun: str, things: Sequence[str]) -> str:
    return noun if len(things) == 1 else f"{noun}s"
