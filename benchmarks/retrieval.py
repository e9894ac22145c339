"""Retrieval quality on public questions with known sets of tables, by `relatab evaluate`.

    RELATAB_BENCH=folder python benchmarks/retrieval.py [options of `relatab evaluate`]

Both public data sets, dev parts, by the default method and the paper's. The data are not
part of the project.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from relatab.interfaces.cli import cli

DATA = "bench/retrieval"
DATASETS = ("spider", "bird")


def main() -> int:
    """Evaluate on each data set."""
    if not os.environ.get("RELATAB_BENCH"):
        sys.exit("RELATAB_BENCH must name the folder with the benchmark data")
    data = str(Path(os.environ["RELATAB_BENCH"]) / DATA)
    chosen = sys.argv[1:] or ["--method", "relatab", "--method", "paper"]
    for dataset in DATASETS:
        arguments = ["evaluate", data, "--dataset", dataset, "--split", "dev", *chosen]
        cli(arguments, standalone_mode=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
