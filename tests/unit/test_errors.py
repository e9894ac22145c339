"""How errors of other libraries are told."""

import pytest

from relatab.errors import reason_of


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError("no sense\n  in it \n"), "ValueError: in it"),
        (KeyError(), "KeyError"),
        (MemoryError("of any kind"), "not enough memory"),
        (RuntimeError("\n"), "RuntimeError"),
    ],
)
def test_an_error_of_another_library_is_told_in_one_line(error: Exception, told: str) -> None:
    assert reason_of(error) == told
