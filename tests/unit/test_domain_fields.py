"""Field names, and what only looks like one."""

import pytest

from relatab.domain.fields import find_fields, normalise_field


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("FIELD: HERON", ["HERON"]),
        ("the Heron field", ["HERON"]),
        ("WELL: 34/8-2 FIELD: HERON DATE: MAY 1985", ["HERON"]),
        ("FIELD: BLUE HERON", ["BLUE HERON"]),
        ("an oil field", []),
        ("FIELD: CO", []),
        ("FIELD: LEASE", []),
        ("Field: Cod", ["COD"]),
        ("drilling fluid field tests", []),
        ("Campo: Nereida", ["NEREIDA"]),
    ],
)
def test_a_field_ends_before_the_next_label_of_a_form(text: str, expected: list[str]) -> None:
    assert [field.value for field in find_fields(text)] == expected


@pytest.mark.parametrize(
    ("entry", "field"),
    [("Heron", "HERON"), ("the Heron", "HERON"), ("清河", "清河"), ("BLOCK 7", None), ("", None)],
)
def test_an_entry_of_a_form_is_a_field_where_it_is_a_name(entry: str, field: str | None) -> None:
    assert normalise_field(entry) == field
