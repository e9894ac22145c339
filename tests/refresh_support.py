"""What the tests of passes share: reports, and what a pass over them did."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from index_support import ENCODER, logical_dump

from relatab.index.progress import Summary
from relatab.index.refresh import update_index
from relatab.index.store import open_reader

CASING = ("Casing", [["Size (in)", "Depth (m)"], ["9 5/8", "2504"]])
MUD = ("Mud weights", [["Depth (m)", "Weight (ppg)"], ["2504", "10.3"]])
TESTS = ("Leak-off tests", [["Depth (m)", "Pressure"], ["1200", "88"]])


def refreshed(index: Path, *paths: Path, **options: Any) -> Summary:
    return update_index(index, paths, encoder=ENCODER, jobs=0, **options)


def counts(summary: Summary) -> dict[str, int]:
    """The counts that are not zero."""
    names = ("new", "changed", "moved", "copied", "deleted", "unchanged", "failed")
    return {name: count for name in names if (count := getattr(summary, name))}


def captions(index: Path) -> dict[str, str]:
    """Captions by the name of the file where they stand."""
    with open_reader(index) as reader:
        return {
            Path(table.provenance.path).name: table.caption.text
            for table in reader.tables(reader.table_ids()).values()
            if table.caption
        }


def dump(index: Path) -> dict[str, Any]:
    with open_reader(index) as reader:
        return logical_dump(reader)
