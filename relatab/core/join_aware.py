"""Join-aware selection of tables as a mixed-integer program, the baseline "jar".

Chen, Zhang and Roth, "Is Table Retrieval a Solved Problem? Exploring Join-Aware Multi-Table
Retrieval", ACL 2024 (arXiv 2404.09889). A set of k tables is chosen that are relevant, cover
the parts of the question, and can be joined: k - 1 joins connect them, each between the two
columns that fit best. docs/evaluation.md says where our reading departs from theirs.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from relatab.core.vectors import Floats, Integers, maximum_per_segment


def join_aware_selection(
    relevance: Floats,
    coverage: Floats,
    compatibility: Floats,
    *,
    count: int,
    relevance_weight: float,
    coverage_weight: float,
) -> Integers:
    """The set of `count` tables of the largest objective; all where there are not so many.

    relevance: (n,); coverage: (parts, n), how well a table covers a part of the question, not
    at all where it is negative;
    compatibility: (n, n), symmetric, how well two tables join; tables join where it is
    positive. The objective of a set is relevance_weight x the sum of its relevance +
    coverage_weight x the sum over the parts of the best coverage in the set + the sum of
    compatibility over the `count` - 1 joins that connect it best.

    Returns table numbers, ascending; empty where no `count` tables can be connected, or for
    n = 0. ValueError where the solver gives up, which it has no reason to.
    """
    from scipy.optimize import Bounds, milp

    tables = len(relevance)
    count = min(count, tables)
    if not count:
        return np.empty(0, dtype=np.intp)
    pairs = np.argwhere(np.triu(compatibility > 0, k=1))
    program = _Program(tables, len(coverage), pairs, count)
    gain = np.concatenate(
        [
            relevance_weight * relevance,
            coverage_weight * coverage.ravel(),
            compatibility[pairs[:, 0], pairs[:, 1]],
            np.zeros(2 * len(pairs) + tables),
        ]
    )
    solution = milp(
        -gain,
        integrality=program.integrality,
        bounds=Bounds(program.lower, program.upper),
        constraints=program.constraints(),
    )
    if solution.status == _INFEASIBLE:
        return np.empty(0, dtype=np.intp)
    if solution.x is None:
        raise ValueError(f"join-aware selection: {solution.message}")
    return np.flatnonzero(solution.x[:tables] > 0.5)


_INFEASIBLE = 2
"""scipy.optimize.milp's status for a program without a solution."""


class _Program:
    """Variables and constraints.

    The variables are, in this order: chosen (n, binary), the table is in the set; covered
    (parts x n), it is the one that covers the part; joined (pairs, binary), the two tables are
    joined; flow (2 x pairs), from the first table of a pair to the second, then back; root (n,
    binary), the table that the flow enters.

    The flow makes the set connected: `count` units enter at the root, every chosen table keeps
    one, and they run over joins alone. `count` - 1 joins that connect `count` tables are a tree.
    Covered parts need not be binary: with the chosen tables fixed each part goes to the best.
    """

    def __init__(self, tables: int, parts: int, pairs: Integers, count: int) -> None:
        self._tables, self._parts, self._pairs, self._count = tables, parts, pairs, count
        sizes = {
            "chosen": tables,
            "covered": parts * tables,
            "joined": len(pairs),
            "flow": 2 * len(pairs),
            "root": tables,
        }
        ends = np.cumsum(list(sizes.values()))
        self._places = {
            name: np.arange(end - size, end)
            for (name, size), end in zip(sizes.items(), ends, strict=True)
        }
        self.integrality = np.zeros(ends[-1])
        for name in ("chosen", "joined", "root"):
            self.integrality[self._places[name]] = 1
        self.lower = np.zeros(ends[-1])
        self.upper = np.ones(ends[-1])
        self.upper[self._places["flow"]] = count

    def constraints(self) -> list[Any]:
        """The constraints of the program, for `scipy.optimize.milp`."""
        return [
            self._totals(),
            *([self._coverage()] if self._parts else []),
            *([self._joins()] if len(self._pairs) else []),
            self._flow(),
        ]

    def _totals(self) -> Any:
        """`count` tables, `count` - 1 joins, one root."""
        from scipy.optimize import LinearConstraint

        rows = np.zeros((3, len(self.lower)))
        for row, name in enumerate(("chosen", "joined", "root")):
            rows[row, self._places[name]] = 1.0
        totals = [self._count, self._count - 1, 1]
        return LinearConstraint(rows, totals, totals)

    def _coverage(self) -> Any:
        """Each part by one table at most, and only by a chosen one."""
        from scipy.optimize import LinearConstraint

        covered = self._places["covered"].reshape(self._parts, self._tables)
        once = np.zeros((self._parts, len(self.lower)))
        np.put_along_axis(once, covered, 1.0, axis=1)
        by_chosen = np.zeros((covered.size, len(self.lower)))
        rows = np.arange(covered.size)
        by_chosen[rows, covered.ravel()] = 1.0
        by_chosen[rows, rows % self._tables] = -1.0
        limits = np.concatenate([np.ones(len(once)), np.zeros(len(by_chosen))])
        return LinearConstraint(np.vstack([once, by_chosen]), -np.inf, limits)

    def _joins(self) -> Any:
        """A join needs both of its tables, and a flow, either way, its join."""
        from scipy.optimize import LinearConstraint

        joined, flow = self._places["joined"], self._places["flow"]
        rows = np.arange(len(joined))
        both = np.zeros((len(joined), len(self.lower)))
        both[rows, joined] = 2.0
        both[rows, self._pairs[:, 0]] = both[rows, self._pairs[:, 1]] = -1.0
        carried = np.zeros((len(flow), len(self.lower)))
        carried[np.arange(len(flow)), flow] = 1.0
        carried[np.arange(len(flow)), np.tile(joined, 2)] = -float(self._count)
        return LinearConstraint(np.vstack([both, carried]), -np.inf, 0.0)

    def _flow(self) -> Any:
        """What enters a table and does not leave it: one unit if it is chosen, else nothing."""
        from scipy.optimize import LinearConstraint

        kept = np.zeros((self._tables, len(self.lower)))
        tables = np.arange(self._tables)
        kept[tables, self._places["root"]] = float(self._count)
        kept[tables, self._places["chosen"]] = -1.0
        there, back = np.split(self._places["flow"], 2)
        first, second = self._pairs.T
        kept[first, there] = kept[second, back] = -1.0
        kept[second, there] = kept[first, back] = 1.0
        return LinearConstraint(kept, 0.0, 0.0)


def column_compatibility(
    names: Floats, word_overlap: Floats, value_overlap: Floats, uniqueness: Floats
) -> Floats:
    """How well columns join: shape (m, m), symmetric.

    names: (m, m), cosines of their names; word_overlap, value_overlap: (m, m), in [0, 1];
    uniqueness: (m,), share of a column's values that differ. Half of it is how alike the
    names are, half how many values both have, times the uniqueness of the more unique column:
    in one of two tables a join needs a key.
    """
    alike = 0.5 * value_overlap + 0.25 * names + 0.25 * word_overlap
    return np.asarray(alike * np.maximum.outer(uniqueness, uniqueness))


def table_compatibility(columns: Floats, offsets: Integers) -> Floats:
    """How well tables join: by the two columns that fit best, shape (n, n), the diagonal zero.

    columns: (m, m), see `column_compatibility`, table after table as offsets (n + 1,) says;
    a table without columns joins with none.
    """
    per_table = maximum_per_segment(columns, offsets)
    best = np.nan_to_num(maximum_per_segment(per_table.T, offsets), nan=0.0)
    np.fill_diagonal(best, 0.0)
    return best


def set_overlaps(incidence: Floats) -> tuple[Floats, Floats]:
    """Jaccard and overlap coefficient of all pairs of sets: shape (m, m) each, in [0, 1].

    incidence: (m, elements), 1 where a set holds an element, else 0. 0 for empty sets.
    """
    sizes = incidence.sum(axis=1)
    shared = incidence @ incidence.T
    union = sizes[:, None] + sizes - shared
    smaller = np.minimum.outer(sizes, sizes)
    return shared / np.maximum(union, 1.0), shared / np.maximum(smaller, 1.0)
