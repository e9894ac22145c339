"""Precision of the petroleum knowledge on keyed tables of real reports."""

import csv
import json
from itertools import chain

import pytest

from relatab.domain.identifiers import find_identifiers
from relatab.domain.sizes import find_sizes, is_casing, is_hole
from relatab.domain.wells import find_wells, normalise_well

pytestmark = pytest.mark.bench


@pytest.fixture(scope="module")
def texts(bench):
    """Captions, column names and cells of all keyed tables."""
    folder = bench / "petroleum"
    tables = [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("truth/*.json"))]
    tables += json.loads((folder / "derived" / "truth.json").read_text("utf-8"))
    return [
        text
        for table in tables
        for text in (table["caption"], *table["headers"], *chain.from_iterable(table["cells"]))
    ]


@pytest.fixture(scope="module")
def wells(bench):
    """The wells that the reports are about."""
    with (bench / "petroleum" / "index.csv").open(encoding="utf-8", newline="") as file:
        named = {row["well"].split(" (")[0] for row in csv.DictReader(file)}
    return {well for well in map(normalise_well, named) if well}


def test_no_cell_is_taken_for_a_well_that_is_none(texts, wells):
    assert {well.value for text in texts for well in find_wells(text)} <= wells


def test_every_well_is_found(texts, wells):
    assert {well.value for text in texts for well in find_wells(text)} == wells


def test_every_size_in_the_cells_is_one_that_is_drilled_or_run(texts):
    sizes = {size.inches for text in texts for size in find_sizes(text)}
    assert sizes
    assert all(is_casing(size) or is_hole(size) for size in sizes)


def test_numbers_of_cells_are_no_identifiers(texts):
    numbers = [text for text in texts if text.replace(".", "").isdigit()]
    assert len(numbers) > 100
    assert not any(find_identifiers(number) for number in numbers)


def test_file_names_give_the_well_of_their_report(bench):
    with (bench / "petroleum" / "index.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        named = {well.value for well in find_wells(row["file"].rsplit("/", 1)[-1])}
        filed = row["well"].rpartition("filed under ")[2].strip(")")
        assert named <= {normalise_well(filed)}, row["file"]
