"""Dates of reports, as ISO dates.

Recognised: `26 Feb 1968`, `8 June 1968`, `June 8, 1968`, `26.2.68` and `26.02.1968` (points:
day first), `1968-02-26`, `82.12.29` (year first, as it is no day), and slashes or dashes where
one number can only be the day: `26/2-68`, `02/26/1968`. A two-digit year is 1930-2029.

Not recognised: what stays ambiguous without knowing the country (`07/05/1968`).
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from relatab.domain.text import fold, plain_marks

# The first three letters of the months in English, Norwegian, Dutch, French and Spanish.
_MONTHS = {
    letters: number
    for number, spellings in enumerate(
        ("jan ene", "feb fev", "mar maa mrt", "apr abr avr", "may mai mei", "jun jui", "jul",
         "aug ago aou", "sep", "oct okt", "nov", "dec des dic"),
        start=1,
    )
    for letters in spellings.split()
}  # fmt: skip
_FIRST_YEAR_OF_1900S = 30

_MONTH = r"(?P<{0}>[^\W\d_]{{3,10}})\.?"
_DATE = re.compile(
    rf"(?<![\w/.-])(?:(?P<day>[0-9]{{1,2}})\.?[ -]{_MONTH.format('month')}[ ,-]*(?P<year>[0-9]{{4}}|[0-9]{{2}})"
    rf"|{_MONTH.format('month_first')} (?P<day_second>[0-9]{{1,2}}),? (?P<year_last>[0-9]{{4}})"
    r"|(?P<a>[0-9]{1,4})(?P<mark>[./-])(?P<b>[0-9]{1,2})(?P<mark_b>[./-])(?P<c>[0-9]{4}|[0-9]{2}))"
    r"(?![\w/]|[.-][0-9])"
)


@dataclass(frozen=True, slots=True)
class Day:
    """A date, ISO formatted, and how it was printed."""

    iso: str
    printed: str


def find_dates(text: str) -> tuple[Day, ...]:
    """The unambiguous dates of a text, in reading order."""
    found = []
    for match in _DATE.finditer(plain_marks(text)):
        day = _date(match)
        if day is not None:
            found.append(Day(day.isoformat(), match.group()))
    return tuple(found)


def _date(match: re.Match[str]) -> dt.date | None:
    if match["month"]:
        return _named_month(match["year"], match["month"], match["day"])
    if match["month_first"]:
        return _named_month(match["year_last"], match["month_first"], match["day_second"])
    a, b, c = match["a"], match["b"], match["c"]
    if len(a) == 4 or int(a) > 31:  # year first
        return _valid(_year(a), int(b), int(c)) if len(c) == 2 and len(a) != 3 else None
    if match["mark"] == "." == match["mark_b"] or int(a) > 12 >= int(b):
        return _valid(_year(c), int(b), int(a))
    # Month first, American; 10-20-30 is rather a row of numbers.
    if int(b) > 12 >= int(a) and (match["mark"] == "/" or len(c) == 4):
        return _valid(_year(c), int(a), int(b))
    return _valid(_year(c), int(b), int(a)) if a == b else None


def _named_month(year: str, month: str, day: str) -> dt.date | None:
    name = fold(month)
    if name.startswith("juil"):  # French: juin, juillet
        return _valid(_year(year), 7, int(day))
    number = _MONTHS.get(name[:3])
    return _valid(_year(year), number, int(day)) if number else None


def _year(printed: str) -> int:
    year = int(printed)
    if len(printed) > 2:
        return year
    return year + (1900 if year >= _FIRST_YEAR_OF_1900S else 2000)


def _valid(year: int, month: int, day: int) -> dt.date | None:
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None
