"""A data set in whatever form it lies: the form is detected."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from relatab.errors import DatasetError
from relatab.evaluation.datasets import Dataset, load
from relatab.evaluation.wikitable import read_pairs


def read_dataset(
    data: Path,
    dataset: str | None = None,
    split: str | None = None,
    *,
    tables: Path | None = None,
    relevant_above: float = 0.0,
    note: Callable[[str], None] = lambda _: None,
) -> Dataset:
    """The data set in a folder (`datasets.load`) or in a file of pairs (`wikitable.read_pairs`).

    DatasetError where an option does not fit the form, or as these functions raise it.
    """
    if data.is_dir():
        if tables:
            raise DatasetError(f"{tables}: a folder has its tables in tables.jsonl")
        return load(data, dataset, split)
    if dataset or split:
        raise DatasetError(f"{data}: a file of pairs has no named data sets or splits")
    return read_pairs(data, tables, relevant_above=relevant_above, note=note)
