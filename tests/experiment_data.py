"""A small data set on disk that the tests of experiments measure with."""

from __future__ import annotations

import json
from pathlib import Path

TABLES = {
    "casing": ("Casing as run", ["casing", "shoe depth", "slurry"], [["9 5/8", "3212", "S-1114"]]),
    "slurry": ("Slurry recipes", ["slurry", "density"], [["S-1114", "1.92"], ["S-1101", "1.9"]]),
    "test": ("Thickening time", ["slurry", "time to 70 Bc"], [["S-1114", "5:34"]]),
    "losses": ("Mud losses", ["hole", "lost volume"], [["12 1/4", "118"]]),
    "bits": ("Bit record", ["bit", "hole", "metres drilled"], [["PDC 3", "12 1/4", "902"]]),
    "crew": ("Crew list", ["name", "role"], [["Dagny", "driller"]]),
}
QUESTIONS = [
    ("thickening time of the slurry behind the casing shoe", ["casing", "test"]),
    ("density of the slurry of each casing", ["casing", "slurry"]),
    ("metres drilled by the bits in holes with mud losses", ["bits", "losses"]),
    ("density, thickening time and casing of slurry S-1114", ["casing", "slurry", "test"]),
]


def write_data_set(folder: Path, dataset: str = "rig", split: str = "dev") -> Path:
    """Six tables and four questions with two and three gold tables."""
    both = {"dataset": dataset, "split": split}
    tables = [
        both | {"id": name, "title": title, "columns": columns, "rows": rows}
        for name, (title, columns, rows) in TABLES.items()
    ]
    questions = [
        both | {"id": f"q{number}", "question": text, "gold": gold}
        for number, (text, gold) in enumerate(QUESTIONS)
    ]
    folder.mkdir(parents=True, exist_ok=True)
    for name, records in (("tables", tables), ("queries", questions)):
        lines = "".join(json.dumps(record) + "\n" for record in records)
        (folder / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    return folder
