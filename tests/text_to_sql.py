"""A made-up pair of databases in the folder forms of Spider and of BIRD."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

RIGS = {
    "db_id": "rigs",
    "table_names_original": ["Rig", "Crew", "Shift"],
    "table_names": ["rig", "crew member", "shift"],
    "column_names_original": [
        [-1, "*"],
        [0, "rig_id"], [0, "RigName"],
        [1, "id"], [1, "rig_id"], [1, "name"], [1, "boss"],
        [2, "id"], [2, "hours"],
    ],
    "column_names": [
        [-1, "*"],
        [0, "rig id"], [0, "rig name"],
        [1, "id"], [1, "rig id"], [1, "name"], [1, "boss"],
        [2, "id"], [2, "hours worked"],
    ],
    "foreign_keys": [[4, 1], [6, 3], [7, 3]],
}  # fmt: skip
CORES = {
    "db_id": "cores",
    "table_names_original": ["well", "core"],
    "table_names": ["well", "core  sample"],
    "column_names_original": [[-1, "*"], [0, "name"], [1, "well"], [1, "depth"], [1, "photo"]],
    "column_names": [[-1, "*"], [0, "name"], [1, "well"], [1, "depth"], [1, "photo"]],
    "foreign_keys": [[2, 1]],
}

RIGS_SCRIPT = """
    CREATE TABLE Rig (rig_id INTEGER, RigName TEXT);
    INSERT INTO Rig VALUES (1, 'Sea Otter'), (2, 'Grey Heron');
    CREATE TABLE Crew (id INTEGER PRIMARY KEY, rig_id INTEGER, name TEXT, boss INTEGER);
    INSERT INTO Crew VALUES (7, 1, 'Dagny', NULL), (8, 2, 'Olav', 7);
    CREATE TABLE Shift (id INTEGER, hours REAL);
    INSERT INTO Shift VALUES (7, 11.5);
"""
CORES_SCRIPT = """
    CREATE TABLE well (name TEXT PRIMARY KEY);
    INSERT INTO well VALUES ('39/8-C'), ('39/8-A'), ('39/8-B');
    CREATE TABLE core (well TEXT, depth REAL, photo BLOB);
    INSERT INTO core SELECT '39/8-A', 2000 + value, x'00FF' FROM json_each('NUMBERS');
    INSERT INTO core VALUES ('39/8-B', 1, NULL);
""".replace("NUMBERS", str(list(range(40))))

JOINED = "SELECT T1.name FROM Crew AS T1 JOIN rig AS T2 ON T1.rig_id = T2.rig_id"
QUESTIONS = [
    {"db_id": "rigs", "question": "Who works on which  rig?", "query": JOINED},
    {"db_id": "rigs", "question": "Who works on which rig?", "query": JOINED},
    {"db_id": "rigs", "question": "Rig names?", "query": "SELECT RigName FROM Rig"},
    {"db_id": "rigs", "question": "Broken?", "query": "SELECT FROM (WHERE"},
    {"db_id": "rigs", "question": "Gone?", "query": "SELECT * FROM Rig JOIN Pump"},
    {"db_id": "pumps", "question": "Elsewhere?", "query": JOINED},
    {"db_id": "rigs", "question": " ", "query": JOINED},
    {
        "db_id": "rigs",
        "question": "Hours per rig?",
        "query": "SELECT RigName, (SELECT sum(hours) FROM Shift WHERE id IN (SELECT id FROM Crew "
        "WHERE rig_id = Rig.rig_id)) FROM Rig",
    },
]
"""Of eight questions two are kept: the first and the last."""
BIRD_QUESTIONS = [
    {
        "question_id": 0,
        "db_id": "cores",
        "question": "How deep were the cores of well 39/8-A?",
        "evidence": "deep refers to depth",
        "SQL": "SELECT `depth` FROM core INNER JOIN well ON core.well = well.name",
    }
]


def write_spider(folder: Path) -> Path:
    """Spider's form: one folder with the schemas, the questions and `database/`."""
    _write(folder / "tables.json", [RIGS, {"db_id": "torn"}])
    _write(folder / "train_spider.json", QUESTIONS[:4])
    _write(folder / "train_others.json", QUESTIONS[4:])
    _database(folder / "database" / "rigs" / "rigs.sqlite", RIGS_SCRIPT)
    return folder


def write_bird(folder: Path) -> Path:
    """BIRD's form: a folder per split with `dev_databases/`."""
    _write(folder / "dev_2024" / "dev_tables.json", [CORES])
    _write(folder / "dev_2024" / "dev.json", BIRD_QUESTIONS)
    _database(folder / "dev_2024" / "dev_databases" / "cores" / "cores.sqlite", CORES_SCRIPT)
    return folder


def _write(path: Path, records: list[Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(records), encoding="utf-8")


def _database(path: Path, script: str) -> None:
    path.parent.mkdir(parents=True)
    connection = sqlite3.connect(path)
    connection.executescript(script)
    connection.close()
