"""What tables state, and where two of them contradict each other."""

from __future__ import annotations

from dataclasses import replace

import pytest
from index_support import make_table

from relatab.domain.facts import Fact, facts
from relatab.domain.terms import content_terms
from relatab.model import Caption, Column, Table
from relatab.retrieval.conflicts import conflicts

ASKED = frozenset(content_terms("shoe depth, leak-off, top, temperature"))


def grid(*rows: list[str], units: tuple[str | None, ...] = (), content: str = "a") -> Table:
    table = make_table([list(row) for row in rows], content=content * 64)
    units = units or (None,) * len(rows[0])
    columns = tuple(Column(name, unit) for name, unit in zip(rows[0], units, strict=True))
    return replace(table, columns=columns)


def form(*entries: list[str], content: str = "b") -> Table:
    table = make_table([list(entry) for entry in entries], content=content * 64, kind="key_value")
    cells = tuple(replace(cell, is_header=cell.column == 0) for cell in table.cells)
    return replace(table, cells=cells, header_rows=0, columns=())


def told(table: Table) -> list[tuple[set[str], set[str], str]]:
    return [(set(f.subject), set(f.what), f.value) for f in facts(table, ASKED)]


def test_a_row_tells_of_what_and_a_column_which_quantity() -> None:
    casing = grid(
        ["Casing", "Shoe depth", "Grade"], ['13 3/8"', "1 874", "P110"], units=(None, "m", None)
    )
    assert told(casing) == [({"size 13.375"}, {"shoe"}, "1 874 m")]


def test_the_first_column_says_what_a_depth_is_the_depth_of() -> None:
    tests = grid(["Shoe", "Depth, m MD", "Test"], ["9-5/8", "3212", "LOT"])
    (fact,) = facts(tests, ASKED)
    assert (fact.subject, fact.what, fact.reference) == ({"size 9.625"}, {"shoe"}, "MD")
    assert (fact.row, fact.column) == (1, 1)


def test_a_row_is_about_the_casing_where_a_hole_stands_before_it() -> None:
    casing = grid(["Hole", "Casing", "Shoe / MD (m)"], ['17 1/2"', '13 3/8"', "1 874"])
    assert told(casing) == [({"size 13.375"}, {"shoe"}, "1 874 m")]


def test_what_the_caption_names_belongs_to_the_subject() -> None:
    rows = ["Period", "Shoe temperature"], ["First flow", "61"]
    units = (None, "degC")
    flow = replace(grid(*rows, units=units), caption=Caption("Flow periods, DST no. 2", "numbered"))
    assert told(flow) == [
        ({"test 2", "first", "flow"}, set(content_terms("shoe temperature")), "61 degC")
    ]


def test_a_form_is_about_its_one_casing() -> None:
    tally = form(["String", "13 ⅜”, 72 ppf"], ["Shoe depth by tally", "1875 m"])
    assert told(tally) == [({"size 13.375"}, {"shoe", "tally"}, "1875 m")]


@pytest.mark.parametrize(
    "table",
    [
        grid(["Depth", "Temperature"], ["1200", "61"], units=("m", "degC")),  # a profile
        grid(["Casing", "Shoe depth"], ['9 5/8"', "-"], units=(None, "m")),
        grid(["Casing", "Shoe depth"], ['9 5/8"', "1200"]),  # no unit
        grid(["Casing", "Grade"], ['9 5/8"', "P110"]),
        grid(["Casing", "Shoe (m)"], ['9 5/8"', "1200"], ['9 5/8"', "1400"]),  # stated twice
        form(["Casing", '9 5/8"'], ["Liner", '7"'], ["Shoe depth", "1200 m"]),  # of which?
    ],
)
def test_what_is_not_told_is_no_fact(table: Table) -> None:
    assert told(table) == []


def one(table: Table) -> Fact:
    (fact,) = facts(table, ASKED)
    return fact


def shoe(value: str, unit: str = "m", *, size: str = "13 3/8", name: str = "Shoe depth") -> Fact:
    return one(grid(["Casing", name], [size + '"', value], units=(None, unit)))


def test_a_density_without_a_unit_is_in_the_one_that_the_trade_means() -> None:
    printed, bare, other = (
        one(grid(["Casing", "Leak-off EMW"], ['9 5/8"', value], units=(None, unit)))
        for value, unit in (("1.83", "s.g."), ("15.3", None), ("15.8", None))
    )
    assert bare.value == "15.3 (ppg, not printed)"
    assert not printed.disagrees(bare)
    assert printed.disagrees(other)


@pytest.mark.parametrize(
    ("other", "disagrees"),
    [
        (shoe("1875"), True),
        (shoe("1873.4"), True),
        (shoe("1874"), False),
        (shoe("1874.4"), False),  # rounds to the same metre
        (shoe("6148", "ft"), False),  # 1873.9 m
        (shoe("6152", "ft"), True),  # 1875.1 m
        (shoe("1875", size="9 5/8"), False),
        (shoe("1866", name="Shoe depth TVD"), False),  # a depth is along the hole if not told
        (shoe("1875", name="Shoe depth MD"), True),
        (shoe("12", name="Shoe depth"), False),  # hardly the same thing
    ],
)
def test_only_values_that_rounding_does_not_explain_disagree(other: Fact, disagrees: bool) -> None:
    known = shoe("1874")
    assert known.disagrees(other) is disagrees
    assert other.disagrees(known) is disagrees


def test_depths_of_told_references_are_not_compared() -> None:
    along, vertical = shoe("1874", name="Shoe MD"), shoe("1866", name="Shoe TVD")
    assert not along.disagrees(vertical)


def test_tables_of_one_well_are_set_side_by_side() -> None:
    casing = grid(["Casing", "Shoe"], ['13 3/8"', "1874"], units=(None, "m"))
    tally = form(["String", "13 ⅜”, 72 ppf"], ["Shoe depth by tally", "1875 m"])
    (conflict,) = conflicts([(casing, ["7/11-1"]), (tally, ["7/11-1", "7/11-2"])], ASKED)
    assert (conflict.first.value, conflict.second.value) == ("1874 m", "1875 m")
    assert conflict.second.name == "Shoe depth by tally"
    assert not list(conflicts([(casing, ["7/11-1"]), (tally, ["7/11-2"])], ASKED))
    again = replace(casing, id="c-001")
    assert len(list(conflicts([(t, ["7/11-1"]) for t in (casing, again, tally)], ASKED))) == 1
    assert not list(conflicts([(casing, ["7/11-1"]), (tally, [])], ASKED))
    assert not list(conflicts([(casing, ["7/11-1"]), (tally, ["7/11-1"])], {"mud"}))
