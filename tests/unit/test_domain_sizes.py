"""Sizes in inches and what fits what."""

import pytest

from relatab.domain.sizes import (
    casings_of,
    find_sizes,
    hole_for,
    hole_out_of,
    inches,
    is_casing,
    is_hole,
    size_text,
)


def test_a_bare_number_is_a_size_only_in_a_size_column():
    assert inches("20") == 20.0
    assert inches("8,5") == 8.5
    assert inches('7" 29 lb/ft') == 7.0
    assert find_sizes("20") == ()


@pytest.mark.parametrize("cell", ["", "-", "1500", "0", '9 5/8 x 7"', "n/a"])
def test_a_cell_without_one_size_gives_none(cell):
    assert inches(cell) is None


def test_the_hole_for_a_casing_is_the_one_drilled_out_of_the_casing_before():
    assert hole_for(9.625)[0] == 12.25 == hole_out_of(13.375)[0]
    assert hole_for(7.0)[0] == 8.5 == hole_out_of(9.625)[0]


def test_holes_are_wider_than_their_casing_and_narrower_than_the_one_above():
    for casing in filter(is_casing, (n / 8 for n in range(16, 300))):
        assert all(hole > casing for hole in hole_for(casing))
        assert all(hole < casing for hole in hole_out_of(casing))


def test_a_hole_leads_back_to_its_casings():
    assert casings_of(12.25) == (8.625, 9.625, 9.875, 13.375, 13.625, 14.0)
    assert casings_of(1.0) == ()


def test_unknown_sizes_have_no_relations():
    assert hole_for(9.0) == hole_out_of(9.0) == ()
    assert not is_hole(9.0)


@pytest.mark.parametrize(("size", "text"), [(9.625, "9.625"), (20.0, "20"), (0.40625, "0.40625")])
def test_size_text_is_the_shortest_decimal(size, text):
    assert size_text(size) == text
