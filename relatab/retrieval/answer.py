"""An answer: the ranked tables of a question, each with where it stands and why it is there."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from relatab.model import Region

Json = dict[str, Any]

Availability = Literal["present", "removed", "unreachable"]
"""What became of a file since it was indexed: one that was moved counts as removed from its
place; unreachable is a file whose folder or share gives no answer, or no leave.
"""


@dataclass(frozen=True, slots=True)
class Match:
    """A cell of a table, such as one that holds words of the question; row and column count
    from 0 in the grid.

    confidence, stands_for: as those of `relatab.model.Cell`.
    """

    row: int
    column: int
    text: str
    confidence: float | None = None
    stands_for: str | None = None


@dataclass(frozen=True, slots=True)
class Hop:
    """One hop of the chain by which a table was reached.

    table_id, caption, document, page: the table the hop starts from; association in (0, 1];
    columns: the two columns that tie the tables, of this table first; keys: what both name;
    values: the rarest values that the two columns share, folded as they are compared; depths:
    where the keys name a depth, that of this table as printed, how it lies to the other's
    ("is", "lies in", "holds", "overlaps"), and the other's. availability: as that of `Hit`.
    """

    table_id: str
    caption: str | None
    document: str
    page: int | None
    association: float
    columns: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    depths: tuple[str, str, str] | None = None
    availability: Availability = "present"


@dataclass(frozen=True, slots=True)
class Copy:
    """Another reading of a hit's printed table, in another document; availability: as of `Hit`."""

    table_id: str
    document: str
    page: int | None
    availability: Availability = "present"


@dataclass(frozen=True, slots=True)
class Hit:
    """One table of an answer.

    score: final relevance, Eq. (4-16); relevance: direct relevance to the question,
    normalised per question; supplement: what it gains through linked tables, Eq. (4-15);
    scanned: read on an image; confidence, page_confidence: of the table's cells and of the worst of
    its pages, None for other tables; doubtful_cells: how many of its cells were read with doubt;
    selected: in the set E(Q), Eq. (4-17); columns: their names with units;
    matched_columns: places of those whose names hold words of the question; preview: body rows in the order of the table, those that match
    before others, preview_rows: their row numbers in the grid; preview_notes: the cells
    of these rows that were read with doubt or stand for another text; via: the chain from a directly relevant table to
    this one, or the link to the table of the set with which it was chosen; empty where there is
    neither; adds: phrases of the question that a table of the set holds and those before it
    lack; why: the reasons in words; availability: of the document, where that was looked up
    (`retrieval.presence`); copies: where the same printed table lies, too (`retrieval.copies`).
    """

    rank: int
    table_id: str
    caption: str | None
    document: str
    paths: tuple[str, ...]
    page: int | None
    pages: tuple[int, ...]
    page_label: str | None
    page_exact: bool
    scanned: bool
    confidence: float | None
    page_confidence: float | None
    doubtful_cells: int
    region: Region | None
    score: float
    relevance: float
    supplement: float
    selected: bool
    columns: tuple[str, ...]
    matched_columns: tuple[int, ...]
    preview: tuple[tuple[str, ...], ...]
    preview_rows: tuple[int, ...]
    preview_notes: tuple[Match, ...]
    matches: tuple[Match, ...]
    via: tuple[Hop, ...]
    adds: tuple[str, ...]
    why: tuple[str, ...]
    availability: Availability = "present"
    copies: tuple[Copy, ...] = ()


@dataclass(frozen=True, slots=True)
class Statement:
    """A value that a table states; row and column count from 0 in the grid; name: of its column
    or entry; value: as printed, with its unit; availability: as of `Hit`.
    """

    table_id: str
    document: str
    page: int | None
    row: int
    column: int
    name: str
    value: str
    availability: Availability = "present"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two values of the same thing that rounding does not explain (`retrieval.conflicts`)."""

    first: Statement
    second: Statement


@dataclass(frozen=True, slots=True)
class Answer:
    """The tables found for a question, best first, and where they contradict each other."""

    query: str
    method: str
    hits: tuple[Hit, ...]
    conflicts: tuple[Conflict, ...] = ()


def answer_to_json(answer: Answer) -> Json:
    """The JSON form of `relatab search --json`.

    "scanned" is true for a table that was read on an image; "confidence" and
    "page_confidence" are in [0, 1] then and null otherwise; "doubtful_cells" counts the cells
    below `relatab.model.DOUBTFUL`, and "preview_notes" are those of the preview, with the cells
    that stand for another text. A cell has "confidence" and "stands_for" where they are known,
    as in `relatab show --json`. "availability" is "present", "removed" or "unreachable".
    """
    return {
        "query": answer.query,
        "method": answer.method,
        "tables": [_hit_to_json(hit) for hit in answer.hits],
        "conflicts": [asdict(conflict) for conflict in answer.conflicts],
    }


def _hit_to_json(hit: Hit) -> Json:
    area = hit.region
    return {
        "rank": hit.rank,
        "table_id": hit.table_id,
        "caption": hit.caption,
        "document": hit.document,
        "paths": list(hit.paths),
        "availability": hit.availability,
        "page": hit.page,
        "pages": list(hit.pages),
        "page_label": hit.page_label,
        "page_exact": hit.page_exact,
        "scanned": hit.scanned,
        "confidence": hit.confidence,
        "page_confidence": hit.page_confidence,
        "doubtful_cells": hit.doubtful_cells,
        "bbox": [area.x0, area.top, area.x1, area.bottom] if area else None,
        "score": round(hit.score, 6),
        "relevance": round(hit.relevance, 6),
        "supplement": round(hit.supplement, 6),
        "selected": hit.selected,
        "columns": list(hit.columns),
        "matched_columns": list(hit.matched_columns),
        "preview_rows": list(hit.preview_rows),
        "preview": [list(row) for row in hit.preview],
        "preview_notes": [_match_to_json(cell) for cell in hit.preview_notes],
        "matches": [_match_to_json(match) for match in hit.matches],
        "via": [hop_to_json(hop) for hop in hit.via],
        "adds": list(hit.adds),
        "why": list(hit.why),
        "copies": [asdict(copy) for copy in hit.copies],
    }


def _match_to_json(match: Match) -> Json:
    known = {"confidence": match.confidence, "stands_for": match.stands_for}
    return {"row": match.row, "column": match.column, "text": match.text} | {
        name: value for name, value in known.items() if value is not None
    }


def hop_to_json(hop: Hop) -> Json:
    """One hop of a chain."""
    return {
        "table_id": hop.table_id,
        "caption": hop.caption,
        "document": hop.document,
        "availability": hop.availability,
        "page": hop.page,
        "association": round(hop.association, 6),
        "columns": list(hop.columns),
        "keys": list(hop.keys),
        "values": list(hop.values),
        "depths": list(hop.depths) if hop.depths else None,
    }
