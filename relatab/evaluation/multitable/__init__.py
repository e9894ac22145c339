"""Multi-table data sets made of the originals of text-to-SQL data sets (Spider, BIRD).

    RESULT                  holds
    tables.jsonl.gz         what a method searches
    queries.jsonl.gz        questions with their gold tables
    originals.jsonl.gz      original names and foreign keys: for analysis alone
    renames.jsonl.gz        the renamed columns and what they referenced: for analysis alone
    stats.json              counts, and everything that was irregular

The same originals give the same bytes.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

from relatab.errors import DatasetError
from relatab.evaluation.multitable.sources import find_splits
from relatab.evaluation.multitable.splits import BuiltSplit, build_split

__all__ = ["BuiltSplit", "build"]

Watch = Callable[[str, int, int], None]
"""Told the split at work, and how many of its questions are done, of how many."""


def build(
    out: Path, originals: Mapping[str, Path], watch: Watch = lambda _, __, ___: None
) -> list[BuiltSplit]:
    """Make a multi-table data set in the folder `out`, which `datasets.load` reads.

    originals: the folder of the originals by data set, "spider" or "bird"; every split that
    is there is built. Single records that cannot be used are counted and told in the result.
    DatasetError where a folder lacks its questions or schemas, or no question is kept.
    """
    splits = [each for name, folder in originals.items() for each in find_splits(name, folder)]
    built = [build_split(each, partial(watch, f"{each.dataset}/{each.split}")) for each in splits]
    if not any(split.queries for split in built):
        places = ", ".join(map(str, originals.values()))
        raise DatasetError(f"{places}: no question that needs two tables or more")
    out.mkdir(parents=True, exist_ok=True)
    for name in ("tables", "queries", "originals", "renames"):
        records = (record for split in built for record in getattr(split, name))
        _write_lines(out / f"{name}.jsonl.gz", records)
    stats = {f"{split.dataset}/{split.split}": statistics_of(split) for split in built}
    _write(out / "stats.json", (json.dumps(stats, indent=1, ensure_ascii=False) + "\n").encode())
    return built


def statistics_of(split: BuiltSplit) -> dict[str, Any]:
    """Counts of a split, what became of its questions, and what was irregular."""
    return {
        "databases": split.databases,
        "tables": len(split.tables),
        "queries": len(split.queries),
        "gold_per_query": round(fmean([len(query["gold"]) for query in split.queries] or [0]), 3),
        "tables_without_values": sum(not table["rows"] for table in split.tables),
        "mean_rows": round(fmean([len(table["rows"]) for table in split.tables] or [0]), 1),
        "renamed_columns": len(split.renames),
        "detail": dict(sorted(split.counts.items())),
        "trouble": split.trouble,
    }


def _write_lines(path: Path, records: Iterable[Mapping[str, Any]]) -> None:
    """JSON lines, packed without a time stamp or a name, so that equal records are equal bytes."""
    lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    _write(path, gzip.compress(lines.encode(errors="replace"), mtime=0))


def _write(path: Path, content: bytes) -> None:
    """Write a file aside and put it in place, so that it is never there by half."""
    aside = path.with_name(f"{path.name}.new")
    aside.write_bytes(content)
    aside.replace(path)
