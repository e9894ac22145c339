"""What the tests of the evaluation share: a small made-up data set, whose names tell on leaks."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

TABLES: list[dict[str, Any]] = [
    {
        "id": "toy/zqdbpump_yard/zqidpump",
        "dataset": "toy",
        "split": "dev",
        "db": "zqdbpump_yard",
        "title": "pumps",
        "columns": ["pump code", "maker name", "power"],
        "rows": [["P1", "Storm", "90"], ["P2", "Gale", "120"]],
    },
    {
        "id": "toy/zqdbpump_yard/zqidrepair",
        "dataset": "toy",
        "split": "dev",
        "db": "zqdbpump_yard",
        "title": "repairs",
        "columns": ["repair no", "pump ref", "cost"],
        "rows": [["7", "P1", "1200"], ["8", "P2", "310"]],
    },
    {
        "id": "toy/zqdbharbour/zqidship",
        "dataset": "toy",
        "split": "dev",
        "db": "zqdbharbour",
        "title": "ships",
        "columns": ["ship key", "length", "home port"],
        "rows": [["S1", "80", "Bergen"]],
    },
    {
        "id": "toy/zqdbharbour/zqidberth",
        "dataset": "toy",
        "split": "dev",
        "db": "zqdbharbour",
        "title": "berths",
        "columns": ["berth", "ship label", "arrival"],
        "rows": [["B4", "S1", "Monday"]],
    },
    {
        "id": "toy/zqdbtrain/zqidother",
        "dataset": "toy",
        "split": "train",
        "db": "zqdbtrain",
        "title": "wagons",
        "columns": ["wagon"],
        "rows": [],
    },
]
QUESTIONS: list[dict[str, Any]] = [
    {
        "id": "zqquestion-1",
        "dataset": "toy",
        "split": "dev",
        "db": "zqdbpump_yard",
        "question": "What did the repairs of pumps by each maker cost?",
        "gold": ["toy/zqdbpump_yard/zqidpump", "toy/zqdbpump_yard/zqidrepair"],
        "evidence": "zqevidence",
    },
    {
        "id": "zqquestion-2",
        "dataset": "toy",
        "split": "dev",
        "db": "zqdbharbour",
        "question": "Which home port has the ship that arrived on Monday?",
        "gold": ["toy/zqdbharbour/zqidship", "toy/zqdbharbour/zqidberth"],
    },
    {
        "id": "zqquestion-3",
        "dataset": "toy",
        "split": "train",
        "db": "zqdbtrain",
        "question": "How many wagons are there?",
        "gold": ["toy/zqdbtrain/zqidother"],
    },
]
ORIGINALS = [{"id": "toy/zqdbpump_yard/zqidpump", "title": "zqoriginal", "foreign_keys": []}]
RENAMES = [{"table": "toy/zqdbpump_yard/zqidrepair", "from": "zqrename", "to": "pump ref"}]


def write_lines(path: Path, records: Iterable[Any]) -> Path:
    """A JSON-lines file, packed where its name ends in .gz."""
    text = "".join(json.dumps(record) + "\n" for record in records)
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "wt", encoding="utf-8") as file:
        file.write(text)
    return path


def write_toy(folder: Path) -> Path:
    """The data set as a folder, one of its files packed, with what no method may read."""
    folder.mkdir(parents=True, exist_ok=True)
    write_lines(folder / "tables.jsonl.gz", TABLES)
    write_lines(folder / "queries.jsonl", QUESTIONS)
    write_lines(folder / "originals.jsonl", ORIGINALS)
    write_lines(folder / "renames.jsonl", RENAMES)
    return folder
