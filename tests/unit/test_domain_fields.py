"""Field names, and what only looks like one."""

import pytest

from relatab.domain.fields import find_fields


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("FIELD: HERON", ["HERON"]),
        ("the Heron field", ["HERON"]),
        ("WELL: 34/8-2 FIELD: HERON DATE: MAY 1985", ["HERON"]),
        ("FIELD: BLUE HERON", ["BLUE HERON"]),
        ("an oil field", []),
    ],
)
def test_a_field_ends_before_the_next_label_of_a_form(text: str, expected: list[str]) -> None:
    assert [field.value for field in find_fields(text)] == expected
