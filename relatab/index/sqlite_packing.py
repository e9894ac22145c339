"""How values are kept in the columns of an index: texts, tables, evidence, vectors."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import fields, replace
from hashlib import blake2b
from operator import attrgetter
from typing import Any

import numpy as np

from relatab.core.evidence import LinkEvidence, LinkMeasures
from relatab.core.graph import MEASURE_SCALE
from relatab.index.records import Edge
from relatab.model import Identity, Table
from relatab.model_json import table_from_json, table_to_json

VECTOR_TYPE = np.dtype("<f2")
MEASURE_TYPE = np.dtype("<i4")
EVIDENCE_IN_WORDS = tuple(
    part.name for part in fields(LinkEvidence) if part.name not in LinkMeasures._fields
)
_in_words = attrgetter(*EVIDENCE_IN_WORDS)


def storable(text: str) -> str:
    """The text as SQLite can keep it: a lone surrogate becomes its escape."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def text_digest(text: str) -> bytes:
    """Content address of a text."""
    return blake2b(storable(text).encode(), digest_size=16).digest()


def pack_table(table: Table) -> bytes:
    """A table as `unpack_table` reads it."""
    anywhere = replace(table, provenance=replace(table.provenance, path=""))
    return zlib.compress(json.dumps(table_to_json(anywhere)).encode("ascii"), 6)


def unpack_table(data: bytes) -> Table:
    """A table as extracted; its path is empty, because files may move."""
    return table_from_json(json.loads(zlib.decompress(data)))


def unpack_identities(data: str) -> tuple[Identity, ...]:
    """The identities found for a table."""
    return tuple(Identity(**identity) for identity in json.loads(data))


def pack_evidence(evidence: LinkEvidence) -> tuple[bytes, str]:
    """The evidence's measures, and what else is known, in the order of its fields, as JSON."""
    measures = np.rint(np.array(evidence.measures) * MEASURE_SCALE).astype(MEASURE_TYPE)
    return measures.tobytes(), json.dumps(_in_words(evidence))


def unpack_edge(row: Sequence[Any]) -> Edge:
    """A link from its tables' ids and what `pack_evidence` made."""
    source, target, measures, evidence = row
    numbers = (np.frombuffer(measures, dtype=MEASURE_TYPE) / MEASURE_SCALE).tolist()
    known: dict[str, Any] = dict(zip(LinkMeasures._fields, numbers, strict=True))
    for name, value in zip(EVIDENCE_IN_WORDS, json.loads(evidence), strict=True):
        known[name] = tuple(value) if isinstance(value, list) else value
    return Edge(source, target, LinkEvidence(**known))
