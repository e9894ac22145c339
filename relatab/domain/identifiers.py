"""Numbers and codes that name a thing: a test, a core, a plug, a slurry, a recorder.

Recognised in text: `DST 1`, `DST NO. 2`, `Test no-1`, `cores 1-3`, `samples 4, 12 and 18`,
`slurry CMT-07`, `slurry AB-11-02`, `recorder 566`, `job no 4711`. In a table the column's name
says what its codes are, in any language of the vocabulary. Codes compare upper case, without
leading zeros and separators, but for those between digits: `CMT-07` is `CMT7`.

Not identifiers: decimals, numbers with a unit (`core 30 ft`), depth ranges of three or more
digits (`core 9944-9975`), the year of a report.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from relatab.domain.columns import numbered_thing
from relatab.domain.text import fold, plain_marks

# What is numbered -> the kind of its key. Plugs and samples share the numbers of a report.
_THINGS = {
    "drill stem test": "test", "drillstem test": "test", "drill-stem test": "test",
    "production test": "test", "dst": "test", "test": "test", "prove": "test",
    "core": "core", "kjerne": "core", "kern": "core", "carotte": "core", "nucleo": "core",
    "sample": "sample", "plug": "sample", "echantillon": "sample", "muestra": "sample",
    "slurry": "slurry", "slurrie": "slurry",
    "job": "job", "bit": "bit", "run": "run", "barrena": "bit",
    "recorder": "serial", "gauge": "serial", "serial": "serial", "instrument": "serial",
    "cylinder": "cylinder", "bottle": "cylinder",
    "report": "report", "file": "report", "lab": "report", "permit": "permit", "licence": "licence",
    "license": "licence", "production licence": "licence", "pl": "licence", "utvinningstillatelse": "licence",
}  # fmt: skip

# Columns in other languages are known by the vocabulary's concepts.
_CONCEPTS = {
    "core": "core", "sample": "sample", "slurry": "slurry", "bit record": "bit",
    "drill stem test": "test",
}  # fmt: skip

_THING = "|".join(sorted(_THINGS, key=len, reverse=True))
_NUMBER_WORD = r"(?:no|nr|num|number|nummer|nos|id|#|№)"
_CODE = (
    r"(?:[a-z]{1,6}[-_]?[0-9]{1,7}(?:[-_][0-9]{1,6}){1,2}[a-z]?(?![-_]?[0-9])"
    r"|[a-z]{0,6}[-_]?[0-9]{1,7}[a-z]?)"
)
_NO_UNIT_AFTER = (
    r"(?![0-9]|[.,/][0-9]|\s?(?:%|\"|'(?!s)|ft\b|feet\b|m\b|met(?:re|er)s?\b|psi|bar\b|deg|°|inch"
    r"|min|h\b|hrs?\b|hours?\b|days?\b|sec\b|bbl|ppg|lb|mm\b|cm\b|gal|md\b|cc\b|kg))"
)
_MENTION = re.compile(
    rf"(?<![^\W_])(?P<thing>{_THING})s?(?:[\s._:#-]+|(?=[0-9]))(?:{_NUMBER_WORD}s?[\s._:#-]*)?"
    rf"(?P<first>{_CODE}){_NO_UNIT_AFTER}"
    rf"(?P<more>(?:\s*(?:,|;|&|\+|and|og|en|et|y|-|to)\s*{_CODE}{_NO_UNIT_AFTER})*)(?![^\W_])"
)
_MORE = re.compile(rf"\s*(?P<link>,|;|&|\+|and|og|en|et|y|-|to)\s*(?P<code>{_CODE})")
_CELL_CODE = re.compile(
    rf"(?:(?:{_THING})s?[\s.:#-]*)?(?:{_NUMBER_WORD}[\s.:#-]*)?(?P<code>{_CODE})", re.IGNORECASE
)
_COLUMN = re.compile(
    rf"^(?:.*/ )?(?:\w+ )?(?P<thing>{_THING})s?[\s.]*(?:{_NUMBER_WORD}\b|#|№|code|\Z)"
)
_BARE_NUMBER_COLUMN = re.compile(rf"^(?:.*/ )?{_NUMBER_WORD}s?\.?$")
_IN_CAPTION = re.compile(rf"(?<![^\W_])(?P<thing>{_THING})s?(?![^\W_])")
_YEAR = re.compile("(?:19|20)[0-9]{2}")
# Between digits they tell sample 1 of core 12 from sample 11 of core 2.
_SEPARATORS = re.compile(r"(?<![0-9])[\s._-]+|[\s._-]+(?![0-9])")
_LEADING_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")

# "cores 1-3" lists three cores; "core 9944-9975" is an interval of depth.
_LONGEST_LIST = 20
_LARGEST_LISTED = 100


@dataclass(frozen=True, slots=True)
class Identifier:
    """A numbered thing: kind such as "test" or "sample", normalised code, printed form."""

    kind: str
    value: str
    printed: str


def normalise_code(printed: str) -> str:
    """Upper case without leading zeros and separators, but for those between digits.

    "cmt-07" -> "CMT7", "007A" -> "7A", "ab-11_02" -> "AB11-2".
    """
    return _LEADING_ZEROS.sub("", _SEPARATORS.sub("", printed).replace("_", "-").upper())


def find_identifiers(text: str) -> tuple[Identifier, ...]:
    """The numbered things that a text names, lists and short ranges written out."""
    found: dict[Identifier, None] = {}
    for match in _MENTION.finditer(fold(plain_marks(text))):
        kind = _THINGS[match["thing"]]
        for code in _codes(match):
            if kind == "report" and _YEAR.fullmatch(code):
                continue
            found.setdefault(Identifier(kind, normalise_code(code), match.group().strip()))
    return tuple(found)


def identifier_kind(column: str, caption: str = "") -> str | None:
    """What the codes of a column name, or None where it is no column of identifiers.

    A column that is only called "No." takes the thing that the caption speaks of.
    """
    name = fold(column).strip()
    if match := _COLUMN.search(name):
        return _THINGS[match["thing"]]
    if (thing := numbered_thing(column)) in _CONCEPTS:
        return _CONCEPTS[thing]
    if _BARE_NUMBER_COLUMN.search(name) and (match := _IN_CAPTION.search(fold(caption))):
        return _THINGS[match["thing"]]
    return None


def cell_code(text: str) -> str | None:
    """The normalised code that a cell of an identifier column holds, or None."""
    match = _CELL_CODE.fullmatch(plain_marks(text).strip(" .()[]"))
    return normalise_code(match["code"]) if match else None


def _codes(match: re.Match[str]) -> Iterator[str]:
    codes = [match["first"]]
    for more in _MORE.finditer(match["more"]):
        code = more["code"]
        if more["link"] in ("-", "to"):
            span = _span(codes[-1], code)
            if span is None:
                return  # an interval of depth or of values, not of numbered things
            codes += span
        else:
            codes.append(code)
    yield from codes


def _span(first: str, last: str) -> list[str] | None:
    """The numbers after `first` up to `last`, where both look like the numbers of a list."""
    if not (first.isdigit() and last.isdigit()):
        return None
    low, high = int(first), int(last)
    if not low < high < _LARGEST_LISTED or high - low > _LONGEST_LIST:
        return None
    return [str(number) for number in range(low + 1, high + 1)]
