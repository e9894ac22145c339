"""A document's habit of setting headers off decides where a table says nothing."""

from raw_tables import raw_table

from extractors.base import RawTable
from extractors.habits import MIN_TABLES, with_header_habit
from extractors.headers import count_header_rows


def headed(bold_rows: int = 1) -> RawTable:
    return raw_table(["Term", "Meaning"], ["Shoe", "Lower end"], bold_rows=bold_rows)


def terms(*rows: list[str], **facts: object) -> RawTable:
    return raw_table(["Liner", "Pipe hung in casing"], *rows, **facts)


def header_rows(*tables: RawTable) -> list[int]:
    return [count_header_rows(table) for table in with_header_habit(tables)]


def test_plain_words_are_no_header_where_headers_are_bold_as_a_rule() -> None:
    plain = terms(["Tieback", "Pipe to surface"])
    assert header_rows(*[headed()] * MIN_TABLES, plain) == [*[1] * MIN_TABLES, 0]


def test_without_that_habit_the_first_row_stays_a_header() -> None:
    plain = terms(["Tieback", "Pipe to surface"])
    assert header_rows(*[headed()] * (MIN_TABLES - 1), plain)[-1] == 1
    assert header_rows(*[headed()] * MIN_TABLES, *[headed(0)] * MIN_TABLES, plain)[-1] == 1


def test_words_over_numbers_and_marked_headers_stay_headers() -> None:
    casing = raw_table(["Casing", "Shoe"], ["Surface", "812"])
    marked = terms(["Tieback", "Pipe to surface"], header_rows=1)
    assert header_rows(*[headed()] * MIN_TABLES, casing, marked)[-2:] == [1, 1]
