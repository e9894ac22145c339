"""Names of stratigraphic units."""

import pytest

from relatab.domain.stratigraphy import find_units


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("?Lower Eocene-?Palaeocene", ["eocene", "paleocene"]),
        ("Upper Maestrichtian", ["maastrichtian"]),
        ("Heron Fm and Tern Formation", ["heron", "tern"]),
        ("Top Heron Formation", ["heron"]),
        ("UPPER JURASSIC", ["late jurassic"]),
        ("Jura", ["jurassic"]),
        ("Oberkreide - Trias", ["late cretaceous", "triassic"]),
        ("Cretácico Superior, Mioceno", ["late cretaceous", "miocene"]),
        ("Юрская система, валанжинский ярус", ["jurassic", "valanginian"]),
        ("上侏罗统", ["late jurassic"]),
        ("Formación Garza y Miembro Mirlo", ["garza", "mirlo"]),
        ("Petrel Formatie", ["petrel"]),
        ("Krijt, Trias, Perm", ["cretaceous", "triassic", "permian"]),
        ("PERM, MD", []),
        ("Perm.", []),
        ("Devon Energy", []),
        ("which formation was open", []),
        ("The group met", []),
        ("permeability", []),
    ],
)
def test_units_are_ages_and_names_with_a_rank(text, values):
    assert [unit.value for unit in find_units(text)] == values
