r"""Casing, hole, bit and tubing sizes: every spelling as inches, and which fits which.

Recognised in running text: `9 5/8`, `9-5/8"`, `9 ⅝”`, `17-½"`, `12 1/4 in`, `9 5/8-inch`,
`95/8` (a lost blank), `20"`, `20 inch`, `20 in casing`, `9.625`, `8.5"`, `244.5 mm`, `3/4 in`, `26/64"`. A mixed
number with a denominator of 2 to 64 is a size by itself; a whole or decimal number needs a
mark or word of inches, except where it is exactly a casing size with three decimals.
Millimetres are a size where casings or holes have it (244.5 mm is 9 5/8, 215.9 mm 8 1/2).

Not recognised: a bare whole number (only `inches`, for a cell of a size column, takes it),
feet and inches (`14974 5"`, `10' 6"`), minutes of arc, "in" as a preposition (`core 1 in 7/11-1`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType

from relatab.domain.text import opens_quotation, plain_marks

# Outer diameters of casing and tubing: API 5CT, GOST 632 (146, 324 and 426 mm) and the large
# conductors in use.
_CASING = (
    2.375, 2.875, 3.5, 4.0, 4.5, 5.0, 5.5, 5.75, 6.625, 7.0, 7.625, 7.75, 8.625, 9.625, 9.875,
    10.75, 11.75, 11.875, 12.75, 13.375, 13.5, 13.625, 14.0, 16.0, 16.75, 18.625, 20.0, 22.0, 24.0,
    26.0, 30.0, 36.0,
)  # fmt: skip

# Casing size -> hole sizes drilled for it, the usual one first.
_HOLE_FOR = MappingProxyType(
    {
        4.5: (6.0, 6.125, 6.25),
        5.0: (6.0, 6.125, 6.5),
        5.5: (7.875, 8.5, 6.75),
        5.75: (8.5, 7.5),
        6.625: (8.5, 7.875),
        7.0: (8.5, 8.75, 8.375),
        7.625: (9.875, 8.5),
        8.625: (12.25, 11.0, 10.625),
        9.625: (12.25, 12.0, 11.625),
        9.875: (12.25,),
        10.75: (13.5, 14.75, 12.25),
        11.75: (14.75, 15.0, 14.5),
        12.75: (15.5,),
        13.375: (17.5, 16.0),
        13.625: (17.5, 16.0),
        14.0: (17.5, 16.0),
        16.0: (20.0, 22.0, 18.5),
        18.625: (24.0, 22.0, 23.0),
        20.0: (26.0, 24.0),
        24.0: (30.0, 28.0),
        26.0: (36.0, 32.0),
        30.0: (36.0,),
    }
)

# Casing size -> hole sizes drilled out of its shoe, the usual one first.
_HOLE_OUT_OF = MappingProxyType(
    {
        7.0: (6.0, 6.125, 5.875),
        7.625: (6.5, 6.75, 6.625),
        8.625: (7.875, 7.75),
        9.625: (8.5, 8.375, 8.75),
        9.875: (8.5,),
        10.75: (9.5, 9.875, 8.5),
        11.75: (10.625, 9.875, 10.5),
        12.75: (11.625,),
        13.375: (12.25, 12.0),
        13.625: (12.25,),
        14.0: (12.25,),
        16.0: (14.75, 14.5, 13.5),
        16.75: (15.5,),
        18.625: (17.5, 16.5),
        20.0: (17.5, 18.5),
        24.0: (22.0, 17.5),
        26.0: (24.0, 22.0, 17.5),
        30.0: (26.0, 24.0, 28.0),
        36.0: (26.0, 28.0),
    }
)

_HOLES = frozenset(
    hole for holes in (*_HOLE_FOR.values(), *_HOLE_OUT_OF.values()) for hole in holes
)

_KNOWN = tuple(sorted({*_CASING, *_HOLES}))
_MM_PER_INCH = 25.4
# 244.5 mm for 244.475: printed with one decimal, sometimes with none (245 mm, 426 mm).
_MM_TOLERANCE = 0.6
# The largest bits and conductors; a larger "size" is feet and inches or a plain length.
_LARGEST_INCHES = 48.0

# 95/8 for 9 5/8, as recognised text often has it; 21/2 may be a day in February.
_SMALLEST_JOINED = 5.0

_FRACTION = r"(?P<{0}top>[0-9]{{1,2}})/(?P<{0}bottom>64|32|16|8|4|2)(?![0-9/])"
_INCH_MARK = r"""\s?-?(?:"|''|inch(?:es)?\b|in\.(?!\w))"""
# The bare word "in" is inches only where the sentence goes on as for a size.
_IN_OF_SIZE = (
    r"\s?in(?=\s*(?:$|[.,;:)|x/]|casing|csg|liner|hole|conductor|tubing|tbg|section|shoe|bit|OD"
    r"|ID|drill|pipe|string|choke|surface|intermediate|production|open|mud))\b"
)
_MARKED = rf"(?:{_INCH_MARK}|{_IN_OF_SIZE})"
# 11 1/2 degrees or hours are no sizes.
_NO_SIZE_AFTER = r"(?!\s?(?:°|deg|hours?|hrs?|days?|%|ft|feet|met(?:er|re)s?|m)\b|\s?[°%])"
_SIZE = re.compile(
    r"(?<![\w/.,'\"°])(?<![0-9] )(?<![^']' )(?<!° )(?:"
    rf"(?P<whole>[0-9]{{1,2}})(?:\s|\s?-\s?){_FRACTION.format('mixed_')}(?:{_MARKED})?"
    rf"|{_FRACTION.format('')}{_MARKED}"
    rf"|(?P<decimal>[0-9]{{1,2}}(?:[.,][0-9]{{1,3}})?){_MARKED}"
    r"|(?P<joined>[0-9]{1,2})(?P<joined_top>[1357])/(?P<joined_bottom>[248])(?![0-9/]|\s?-\s?[0-9])"
    r"|(?P<exact>[0-9]{1,2}\.[0-9]{3})(?![0-9.])"
    r"|(?P<mm>[0-9]{2,3}(?:[.,][0-9]{1,2})?)\s?mm\b"
    rf"){_NO_SIZE_AFTER}",
    re.IGNORECASE,
)
_REACH = 60  # characters
_BARE = re.compile(r"[0-9]{1,2}(?:[.,][0-9]{1,4})?")
_BARE_MM = re.compile(r"[0-9]{2,4}(?:[.,][0-9]{1,2})?")
_HINT = re.compile(r"[0-9]\s?(?:[\"'/]|-?in|mm|\.[0-9]{3})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Size:
    """A size in inches, > 0, found at `start:end` of a text."""

    inches: float
    printed: str
    start: int
    end: int


def find_sizes(text: str) -> tuple[Size, ...]:
    """All sizes of a text in reading order; positions refer to `plain_marks(text)`."""
    text = plain_marks(text)
    if not _HINT.search(text):
        return ()
    found = []
    for match in _SIZE.finditer(text):
        value = _value(match)
        if value is not None and 0 < value <= _LARGEST_INCHES and not _is_quoted(match, text):
            found.append(Size(value, match.group(), match.start(), match.end()))
    return tuple(found)


def inches(text: str, *, millimetres: bool = False) -> float | None:
    """The size in inches that a cell of a size column holds, where a bare number is one too.

    millimetres: whether bare numbers are in millimetres. None where the cell holds no size or
    more than one.
    """
    text = plain_marks(text).strip()
    if millimetres and _BARE_MM.fullmatch(text):
        return _from_mm(float(text.replace(",", ".")))
    if _BARE.fullmatch(text):
        value = float(text.replace(",", "."))
        return value if 0 < value <= _LARGEST_INCHES else None
    found = find_sizes(text)
    return found[0].inches if len(found) == 1 else None


def hole_for(casing: float) -> tuple[float, ...]:
    """Hole sizes (inches) drilled for a casing size, the usual one first; () if unknown."""
    return _HOLE_FOR.get(casing, ())


def hole_out_of(casing: float) -> tuple[float, ...]:
    """Hole sizes (inches) drilled out of the shoe of a casing, the usual one first."""
    return _HOLE_OUT_OF.get(casing, ())


def casings_of(hole: float) -> tuple[float, ...]:
    """Casing sizes (inches) whose usual hole, for the casing or out of its shoe, is this one."""
    return tuple(
        casing for casing in _CASING if hole in (*hole_for(casing)[:1], *hole_out_of(casing)[:1])
    )


def is_hole(size: float) -> bool:
    """Whether holes of this size (inches) are drilled."""
    return size in _HOLES


def is_casing(size: float) -> bool:
    """Whether the size (inches) is one of casing or tubing."""
    return size in _CASING


def size_text(size: float) -> str:
    """The decimal form used as a key: 9.625 -> "9.625", 20.0 -> "20"."""
    return f"{size:.5f}".rstrip("0").rstrip(".")


def _is_quoted(match: re.Match[str], text: str) -> bool:
    """Whether the mark behind a plain number ends a quotation: "rig 20"."""
    plain = match["decimal"] and match.group().endswith('"')
    return bool(plain) and opens_quotation(
        text[max(0, match.start() - _REACH) : match.start()], '"'
    )


def _value(match: re.Match[str]) -> float | None:
    if match["whole"]:
        return int(match["whole"]) + int(match["mixed_top"]) / int(match["mixed_bottom"])
    if match["top"]:
        return int(match["top"]) / int(match["bottom"])
    if match["joined"]:
        return _joined(match)
    if match["mm"]:
        return _from_mm(float(match["mm"].replace(",", ".")))
    if match["exact"]:
        return float(match["exact"]) if is_casing(float(match["exact"])) else None
    return float(match["decimal"].replace(",", "."))


def _joined(match: re.Match[str]) -> float | None:
    """A mixed number that lost its blank, where it is a known size and can be no date."""
    size = int(match["joined"]) + int(match["joined_top"]) / int(match["joined_bottom"])
    known = is_casing(size) or is_hole(size)
    return size if known and size >= _SMALLEST_JOINED else None


def _from_mm(millimetres: float) -> float | None:
    nearest = min(_KNOWN, key=lambda size: abs(size * _MM_PER_INCH - millimetres))
    close = abs(nearest * _MM_PER_INCH - millimetres) <= _MM_TOLERANCE
    return nearest if close else None
