"""Wells named by the numbers that an authority or a company register gives them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from relatab.domain.wells.names import WellName

_API = re.compile(
    r"(?<![\w+-])(?P<word>(?i:API|US\s?WI)(?i:\s*(?:no|number|nr))?[\s.:#]*)?(?P<name>"
    r"(?P<state>[0-9]{2})(?P<dash>-?)(?P<county>[0-9]{3})(?P=dash)(?P<unique>[0-9]{5})"
    r"(?P<bores>(?:(?P=dash)[0-9]{2}){0,2}))(?![\w-])"
)
# 1 to 51 on land, 55 and 56, 60 and 61 for the waters off the states.
_STATES = frozenset((*range(1, 52), 55, 56, 60, 61))
_FIRST_OFFSHORE = 55

_SURVEYED = (
    r"(?P<lsd>0?[1-9]|1[0-6])-(?P<section>0?[1-9]|[12][0-9]|3[0-6])-(?P<township>[01]?[0-9]{1,2})"
    r"-(?P<range>[0-3]?[0-9])\s?W(?P<meridian>[1-6])M?"
)
_UWI = re.compile(
    rf"(?<![\w/-])(?:(?P<exception>1[0-9A-Z][0-9])/)?{_SURVEYED}(?:/(?P<event>[0-9]{{1,2}}))?(?![\w/-])"
)
_UWI_CLOSED = re.compile(
    r"(?<![\w/-])(?P<exception>1[0-9A-Z][0-9])(?P<lsd>[01][0-9])(?P<section>[0-3][0-9])"
    r"(?P<township>[01][0-9]{2})(?P<range>[0-3][0-9])W(?P<meridian>[1-6])(?P<event>[0-9]{2})(?![\w/-])"
)
_UWI_MAPPED = re.compile(
    r"(?<![\w/-])(?P<exception>2[0-9]{2})/(?P<quarter>[A-Da-d])-(?P<unit>[0-9]{1,3})-(?P<block>[A-La-l])"
    r"/(?P<sheet>[0-9]{1,3}-[A-Pa-p]-[0-9]{1,2})(?:/(?P<event>[0-9]{1,2}))?(?![\w/-])"
)
_BRAZILIAN = re.compile(
    r"(?<![\w/-])[1-9]-(?P<name>[A-Z]{2,5})-[0-9]{1,4}[A-Z]{0,3}(?:-[A-Z]{2,4})?(?![\w/]|-\w)"
)
_MONTHS = frozenset(
    [
        "JAN",
        "FEB",
        "FEV",
        "MAR",
        "APR",
        "ABR",
        "MAY",
        "MAI",
        "JUN",
        "JUL",
        "AUG",
        "AGO",
        "SEP",
        "SET",
        "OCT",
        "OUT",
        "NOV",
        "DEC",
        "DEZ",
    ]
)


def american(text: str) -> Iterator[WellName]:
    """API numbers of 10, 12 or 14 digits: 42-123-12345-00-00, API 4212312345.

    Two final digits of 00 fall off: the first wellbore, the first completion. Without the
    word API the digits need their dashes and the county must be odd, as nearly all are,
    except offshore.
    """
    for match in _API.finditer(text):
        if int(match["state"]) not in _STATES:
            continue
        known = int(match["state"]) >= _FIRST_OFFSHORE or int(match["county"]) % 2 == 1
        if not match["word"] and not (match["dash"] and known):
            continue
        parts = [match["state"], match["county"], match["unique"]]
        parts += re.findall("[0-9]{2}", match["bores"])
        while len(parts) > 3 and parts[-1] == "00":
            parts.pop()
        yield WellName("-".join(parts), match["name"], match.start("name"), match.end("name"))


def canadian(text: str) -> Iterator[WellName]:
    """Unique well identifiers: 100/06-32-048-09W5/00, 100063204809W500, 200/D-096-H/094-A-15/00.

    A legal subdivision alone (6-32-48-9W5) is taken, too. The event 00 falls off.
    """
    for pattern in (_UWI_CLOSED, _UWI):
        for match in pattern.finditer(text):
            place = (
                f"{int(match['lsd']):02}-{int(match['section']):02}-{int(match['township']):03}"
                f"-{int(match['range']):02}W{match['meridian']}"
            )
            yield _uwi(match, place)
    for match in _UWI_MAPPED.finditer(text):
        letters = match["quarter"].upper(), match["block"].upper()
        sheet, letter, number = match["sheet"].upper().split("-")
        place = f"{letters[0]}-{int(match['unit']):03}-{letters[1]}"
        yield _uwi(match, f"{place}/{int(sheet):03}-{letter}-{int(number):02}")


def _uwi(match: re.Match[str], place: str) -> WellName:
    value = f"{match['exception']}/{place}" if match["exception"] else place
    if int(match["event"] or 0):
        value += f"/{int(match['event']):02}"
    return WellName(value, match.group(), match.start(), match.end())


def brazilian(text: str) -> Iterator[WellName]:
    """1-RJS-123, 7-MLL-54HP-RJS: kind of well, basin or field, number, state."""
    for match in _BRAZILIAN.finditer(text):
        if match["name"] not in _MONTHS:
            yield WellName(match.group(), match.group(), match.start(), match.end())
