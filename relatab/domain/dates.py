"""Dates of reports, as ISO dates.

Recognised: `26 Feb 1968`, `08/feb/1968`, `8 de junio de 1968`, `June 8, 1968`, `5 марта 1968`,
`1968年3月5日`, `26.2.68` and `26.02.1968` (points: day first), `1968-02-26`, `82.12.29` (year
first, as it is no day), and slashes or dashes where one number can only be the day: `26/2-68`,
`02/26/1968`. A two-digit year is 1930-2029.

`07/05/1968` may be two days; it is read as the other dates of the text show, such as those of
its column, and not recognised where none does.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass

from relatab.domain.text import fold, plain_marks

# The first three letters of the months in English, Norwegian, Dutch, French, Spanish, German
# and Russian.
_MONTHS = {
    fold(letters): number
    for number, spellings in enumerate(
        ("jan ene янв", "feb fev фев", "mar maa mrt mae мар", "apr abr avr апр",
         "may mai mei май мая", "jun jui июн", "jul июл", "aug ago aou авг", "sep сен",
         "oct okt окт", "nov ноя", "dec des dic dez дек"),
        start=1,
    )
    for letters in spellings.split()
}  # fmt: skip
_FIRST_YEAR_OF_1900S = 30
_MONTHS_A_YEAR = 12

_MONTH = r"(?P<{0}>[^\W\d_]{{3,10}})\.?"
_DATE = re.compile(
    rf"(?<![\w/.-])(?:(?P<day>[0-9]{{1,2}})(?:\.| de)?[ /-]{_MONTH.format('month')}"
    r"(?:[ ,/-]*| de )(?P<year>[0-9]{4}|[0-9]{2})"
    rf"|{_MONTH.format('month_first')} (?P<day_second>[0-9]{{1,2}}),? (?P<year_last>[0-9]{{4}})"
    r"|(?P<a>[0-9]{1,4})(?P<mark>[./-])(?P<b>[0-9]{1,2})(?P<mark_b>[./-])(?P<c>[0-9]{4}|[0-9]{2}))"
    r"(?![\w/]|[.-][0-9])"
    r"|(?P<han_year>[0-9]{4})\s?年\s?(?P<han_month>[0-9]{1,2})\s?月\s?(?P<han_day>[0-9]{1,2})\s?日"
)


@dataclass(frozen=True, slots=True)
class Day:
    """A date, ISO formatted, and how it was printed."""

    iso: str
    printed: str


def find_dates(text: str) -> tuple[Day, ...]:
    """The unambiguous dates of a text, in reading order."""
    matches = list(_DATE.finditer(plain_marks(text)))
    month_first = _shown_order(matches)
    found = []
    for match in matches:
        day = _date(match, month_first=month_first)
        if day is not None:
            found.append(Day(day.isoformat(), match.group()))
    return tuple(found)


def _shown_order(matches: Iterable[re.Match[str]]) -> bool | None:
    """Whether dates of three numbers print the month first; None where they show neither or both."""
    orders = set()
    for match in matches:
        if match["a"] and _may_be_american(match):
            first, second = int(match["a"]), int(match["b"])
            if first <= _MONTHS_A_YEAR < second:
                orders.add(True)
            elif second <= _MONTHS_A_YEAR < first:
                orders.add(False)
    return orders.pop() if len(orders) == 1 else None


def _may_be_american(match: re.Match[str]) -> bool:
    """Whether three numbers stand as in 02/26/68 or 02-26-1968; 10-20-30 is a row of numbers."""
    if not match["mark"] == match["mark_b"] != "." or len(match["a"]) > len("12"):
        return False
    return match["mark"] == "/" or len(match["c"]) == len("1968")


def _date(match: re.Match[str], *, month_first: bool | None) -> dt.date | None:
    if match["month"]:
        return _named_month(match["year"], match["month"], match["day"])
    if match["month_first"]:
        return _named_month(match["year_last"], match["month_first"], match["day_second"])
    if match["han_year"]:
        return _valid(*map(int, match.group("han_year", "han_month", "han_day")))
    a, b, c = match["a"], match["b"], match["c"]
    one_mark = match["mark"] == match["mark_b"]
    if len(a) == 4 or int(a) > 31:  # year first
        told = one_mark and len(c) == 2 and len(a) != 3
        return _valid(_year(a), int(b), int(c)) if told else None
    day_first = _valid(_year(c), int(b), int(a))
    if (one_mark and match["mark"] == ".") or int(a) > _MONTHS_A_YEAR >= int(b) or a == b:
        return day_first
    if not _may_be_american(match):
        return None
    if int(b) > _MONTHS_A_YEAR or month_first:
        return _valid(_year(c), int(a), int(b))
    return day_first if month_first is False else None


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
