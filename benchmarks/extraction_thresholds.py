"""Whether the thresholds of the page finder are fitted to the files they were looked at with.

    RELATAB_BENCH=folder python benchmarks/extraction_thresholds.py

The thresholds that say most are each multiplied by `FACTORS`, one at a time, and the ICDAR files
are read anew: a flat response means that the figure does not hang on the value. Then, over
documents: every threshold takes the value that is best on one half, all at once, and the other
half is scored; and the halves change places.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from extraction_data import documents, scorer, truth

import extractors.geometry as geometry
import extractors.pdf.driver as driver
from extractors import Options, extract
from relatab.model_json import table_to_json

FACTORS = (0.75, 1.0, 1.25)
THRESHOLDS = (
    *("SEGMENT_GAP", "NUMBER_GAP", "PROSE_WORDS", "PROSE_FORCED", "BLANK", "CUT_GAP", "WIDE_GAP"),
    *("PAIRED_ROWS", "SPARSE", "WALL_SHARE", "TIGHT", "AGREES"),
)


@dataclass(frozen=True, slots=True)
class Counts:
    """Relations of cells and tables, right, predicted and true, of some documents."""

    right: int = 0
    predicted: int = 0
    true: int = 0
    tables: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.right + other.right,
            self.predicted + other.predicted,
            self.true + other.true,
            self.tables + other.tables,
        )

    @property
    def f1(self) -> float:
        """Micro F1 of the relations, in [0, 1]."""
        return 2 * self.right / max(1, self.predicted + self.true)


Result = Mapping[str, Counts]
"""Counts by document."""


def main() -> int:
    """Prints the response to every threshold, and the figures of the halves."""
    folder = Path(os.environ["RELATAB_BENCH"])
    paths = documents("icdar2013", folder)
    known = {document["file"]: document["tables"] for document in truth("icdar2013", folder)}
    measure = scorer(folder)
    readings: dict[Any, Any] = {}

    def result(factors: Mapping[str, float]) -> Result:
        counts = {}
        with _changed(factors):
            for path in paths:
                with _pages_read_once(path, readings):
                    counts[path.name] = _counts(path, known[path.name], measure)
        return counts

    start = result({})
    print(f"as they are: {_total(start).f1:.4f}, {_total(start).tables} tables")
    results: dict[tuple[str, float], Result] = {}
    for name in THRESHOLDS:
        for factor in FACTORS:
            results[name, factor] = start if factor == 1.0 else result({name: factor})
        response = [_total(results[name, factor]) for factor in FACTORS]
        print(
            f"{name:15s}",
            *(f"{counts.f1:.4f} ({counts.tables})" for counts in response),
            flush=True,
        )
    names = [path.name for path in paths]
    for chosen_on, reported_on in ((names[::2], names[1::2]), (names[1::2], names[::2])):
        _cross(result, results, set(chosen_on), set(reported_on))
    return 0


def _cross(
    result: Callable[[Mapping[str, float]], Result],
    results: Mapping[tuple[str, float], Result],
    chosen_on: set[str],
    reported_on: set[str],
) -> None:
    """Chooses on one half and reports on the other; ties leave a threshold as it is."""
    moved = {}
    for name in THRESHOLDS:
        figures = {factor: _total(results[name, factor], chosen_on).f1 for factor in FACTORS}
        best = max(FACTORS, key=lambda factor: (figures[factor], -abs(factor - 1.0)))
        if figures[best] > figures[1.0]:
            moved[name] = best
    start, after = results[THRESHOLDS[0], 1.0], result(moved)
    print(f"chosen on {len(chosen_on)} documents: {moved or 'all as they are'}")
    for title, half in (("there", chosen_on), ("on the others", reported_on)):
        print(f"    {title}: {_total(start, half).f1:.4f} -> {_total(after, half).f1:.4f}")


def _total(result: Result, among: set[str] | None = None) -> Counts:
    return sum(
        (counts for name, counts in result.items() if among is None or name in among), Counts()
    )


def _counts(path: Path, tables: list[dict[str, Any]], measure: Any) -> Counts:
    """Relations by the scorer's rule: a table takes the unused one of its pages that fits best."""
    found = [table_to_json(table) for table in extract(path, Options(ocr="off")).tables]
    predicted = [measure.relations(table) for table in found]
    free = set(range(len(found)))
    right = true = 0
    for table in tables:
        wanted = measure.relations(table)
        true += wanted.total()
        shared = {
            index: (wanted & predicted[index]).total()
            for index in free
            if measure.pages_of(table) & measure.pages_of(found[index])
        }
        best = max(shared, key=lambda index: shared[index], default=None)
        if best is not None and shared[best]:
            right += shared[best]
            free.discard(best)
    return Counts(right, sum(relations.total() for relations in predicted), true, len(found))


@contextmanager
def _changed(factors: Mapping[str, float]) -> Iterator[None]:
    """Thresholds multiplied in every module that holds them."""
    changed = []
    for module in [module for name, module in sys.modules.items() if name.startswith("extractors")]:
        for name, factor in factors.items():
            if (value := getattr(module, name, None)) is not None:
                changed.append((module, name, value))
                setattr(module, name, value * factor)
    defaults = geometry.text_lines.__defaults__
    geometry.text_lines.__defaults__ = (geometry.SEGMENT_GAP,)
    try:
        yield
    finally:
        geometry.text_lines.__defaults__ = defaults
        for module, name, value in changed:
            setattr(module, name, value)


@contextmanager
def _pages_read_once(path: Path, readings: dict[Any, Any]) -> Iterator[None]:
    """Pages are read from the file at the first time only; the finder works on them anew."""
    original = driver.read_page

    def remembered(page: Any, number: int, label: str | None, resources: Any) -> Any:
        key = path, number, label
        if key not in readings:
            readings[key] = original(page, number, label, resources)
        return readings[key]

    driver.read_page = remembered
    try:
        yield
    finally:
        driver.read_page = original


if __name__ == "__main__":
    sys.exit(main())
