"""Numbers with their units as reports print them: in running text, in cells, in questions.

Recognised: `12.5 ppg`, `1,83 g/cm3`, `10,300.5 ft`, `10 300 ft`, `.433 psi/ft`, `11 1/2 bbl`,
`14983' 9"`, ranges (`1.02-1.20 s.g.`, `9770 to 9800 ft`, `between 300 and 350 bar`) and shortened
ones (`9975-05 ft`, `4220- 260 m`), lists that share a unit (`9944, 9975 and 10020 ft`), bounds
(`<0.001 mD`, `226+ bar`, `~350 bar`), measured values (`12.3 +/- 0.4 psi`), and a mud weight or
slurry density without a unit (`MW 12.5`), whose magnitude tells which.

Not recognised: numbers without unit, name or column that says what they are; units that mean
two things and no word around decides (`235 F`, `107 md`); powers of ten; numbers in words; nil
and ditto marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from relatab.domain.numerals import Numeral, bare_feet, numerals
from relatab.domain.text import fold, plain_marks
from relatab.domain.units import UNITS, Unit, converted, unit_of

_RANGE = re.compile(r"\s*(?:-|to|til|tot|bis|à|a)\s*", re.IGNORECASE)
_AND = re.compile(r"\s*(?:and|og|en|et|und|y)\s*", re.IGNORECASE)
_BETWEEN = re.compile(r"\b(?:between|mellom|tussen|entre|zwischen)\s*$", re.IGNORECASE)
_UNCERTAINTY = re.compile(r"\s*(?:±|\+/-)\s*")
_LIST = re.compile(r",\s|\s(?:and|og|en|et|und|y|&)\s", re.IGNORECASE)
# "samples 4, 12 and 18 m apart" lists no depths.
_LISTED = re.compile(r"[0-9]{3,5}")
_NOTHING_BEHIND = re.compile(r"\s*(?:$|[|,;.)\]])")
_LONGEST_SHORTENED = 5  # digits
_LEADING_ZERO = re.compile("0[0-9]")
_REACH = 60  # characters
# A number without a letter or a prime behind it has no unit; it spares most texts the rest.
_HINT = re.compile(r"[0-9]\+?\s?-?(?:[^\W\d_]|[°#'\"])")

_MUD_WEIGHT_WORDS = r"\b(?:mud (?:weight|wt|density)|mw|emw|ecd|slurry (?:weight|wt|density))s?\b"
_MUD_WEIGHT = re.compile(_MUD_WEIGHT_WORDS)
_SAID_OF_MUD = re.compile(
    rf"{_MUD_WEIGHT_WORDS}\s*(?:[:=]|of|was|is|at)?\s*(?=[0-9])", re.IGNORECASE
)
_DENSITIES = tuple(
    (low, high, unit_of(spelling))
    for low, high, spelling in (
        (0.8, 2.6, "g/cm3"),
        (6.5, 22.0, "ppg"),
        (50.0, 165.0, "pcf"),
        (800.0, 2600.0, "kg/m3"),
    )
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value or a range in `unit`, found at `start:end` of `plain_marks` of a text.

    low <= high, equal for a single value; reference: of the unit ("gauge"), or of a depth
    ("MD", "TVD", "TVDSS"), "" where none is told; bound: "<", ">" or "~" where printed, else "";
    assumed: whether the unit is printed nowhere but known by trade (`trade_unit`).
    """

    low: float
    high: float
    unit: Unit
    printed: str
    start: int
    end: int
    reference: str = ""
    bound: str = ""
    assumed: bool = False

    @property
    def kind(self) -> str:
        """What the unit measures: "pressure", "density" and so on."""
        return self.unit.kind

    @property
    def canonical(self) -> tuple[float, float]:
        """Low and high in the canonical unit of the kind (`units.CANONICAL`)."""
        return self.unit.canonical(self.low), self.unit.canonical(self.high)


def find_quantities(text: str, *, decimal_comma: bool = False) -> tuple[Quantity, ...]:
    """The quantities of running text in reading order, without overlaps.

    decimal_comma: whether the text's numbers have one, which settles "1,686" and "1.686".
    """
    text = plain_marks(text)
    if not (_HINT.search(text) or _SAID_OF_MUD.search(text)):
        return ()
    printed = numerals(text, decimal_comma=decimal_comma)
    pieces = [_with_trade_unit(text, piece) for piece in printed]
    return tuple(_quantities(text, _with_shared_units(text, pieces)))


def parse_quantity(
    text: str, default_unit: str | None = None, *, name: str = "", decimal_comma: bool = False
) -> Quantity | None:
    """The one quantity that a cell consists of, else None.

    default_unit: a spelling, that of the column; a unit in the cell overrules it. name: of the
    column, which may tell a unit that is not printed, or which of two a printed one is.
    decimal_comma: whether the column's numbers have one, which settles "1,686" and "1.686".
    Brackets, question marks and footnote marks around the number are left out.
    """
    text = plain_marks(text).strip(" ()[]?*")
    default = unit_of(default_unit) if default_unit else None
    if default and default.name == "ft" and (feet := bare_feet(text)):
        return Quantity(feet, feet, default, text, 0, len(text))
    pieces = list(numerals(text, default, about=name, decimal_comma=decimal_comma))
    if not any(piece.unit for piece in pieces):
        pieces = [
            replace(piece, unit=default) if default_unit else _by_trade(piece, name)
            for piece in pieces
        ]
    found = list(_quantities(text, pieces))
    if len(found) != 1 or (text[: found[0].start] + text[found[0].end :]).strip(" -()"):
        return None
    return found[0]


def trade_unit(name: str, value: float) -> Unit | None:
    """The unit that the trade means by a bare number under a name, None where it is not known.

    A mud weight, a slurry density and an equivalent mud weight tell theirs by magnitude:
    0.8-2.6 is g/cm3, 6.5-22 ppg, 50-165 lb/ft3, 800-2600 kg/m3. Pressures and temperatures
    do not: 350 may be bar or psi.
    """
    if not _MUD_WEIGHT.search(fold(name)):
        return None
    return next((unit for low, high, unit in _DENSITIES if low <= value <= high), None)


def report_units(quantity: Quantity) -> tuple[Unit, ...]:
    """The units in which reports print a quantity's kind, its own among them; () if that is rare."""
    if not quantity.unit.decimals:
        return ()
    return tuple(unit for unit in UNITS if unit.kind == quantity.kind and unit.decimals)


def conversions(quantity: Quantity) -> tuple[str, ...]:
    """The ends of a quantity in each of its `report_units`, as reports round them.

    Plain decimals without units, each once.
    """
    return tuple(
        dict.fromkeys(
            f"{abs(converted(value, quantity.unit, unit)):.{decimals}f}"
            for unit in report_units(quantity)
            for decimals in unit.decimals
            for value in (quantity.low, quantity.high)
        )
    )


def _with_trade_unit(text: str, piece: Numeral) -> Numeral:
    """A number of running text, with the unit that the name in front of it implies."""
    if piece.unit:
        return piece
    said = _SAID_OF_MUD.finditer(text, max(0, piece.start - _REACH), piece.end)
    return next(
        (_by_trade(piece, name.group()) for name in said if name.end() == piece.start), piece
    )


def _by_trade(piece: Numeral, name: str) -> Numeral:
    unit = trade_unit(name, piece.value)
    return replace(piece, unit=unit, assumed=True) if unit else piece


def _with_shared_units(text: str, pieces: list[Numeral]) -> list[Numeral]:
    """The numbers of a list take the unit of its last: "9944, 9975 and" 10020 ft."""
    for i in range(len(pieces) - 2, -1, -1):
        here, following = pieces[i : i + 2]
        listed = _LIST.fullmatch(text, here.end, following.start) and _LISTED.fullmatch(here.digits)
        if listed and not here.unit:
            pieces[i] = replace(here, unit=following.unit, reference=following.reference)
    return pieces


def _quantities(text: str, pieces: Sequence[Numeral]) -> Iterator[Quantity]:
    place = 0
    while place < len(pieces):
        here = pieces[place]
        following = pieces[place + 1] if place + 1 < len(pieces) else None
        joint = _joint(text, here, following) if following else None
        if joint:
            yield joint
            place += 1
        elif here.unit and not _LEADING_ZERO.match(here.digits):  # codes have them
            yield _quantity(text, here, here, here.value, here.value)
        place += 1


def _joint(text: str, here: Numeral, following: Numeral) -> Quantity | None:
    """The one quantity that two neighbouring numbers make: a range, a value and its error."""
    if not _same_unit(text, here, following):
        return None
    if _UNCERTAINTY.fullmatch(text, here.end, following.place):
        measured = _quantity(text, here, following, here.value, here.value)
        return replace(measured, bound=here.bound)
    gap = here.end, following.place
    if not _RANGE.fullmatch(text, *gap) and not (
        _AND.fullmatch(text, *gap) and _is_between(text, here)
    ):
        return None
    high = _whole_end(here, following)
    return _quantity(text, here, following, here.value, high) if high >= here.value else None


def _is_between(text: str, here: Numeral) -> bool:
    """Whether "between" stands before a number, so that an "and" behind it makes a range."""
    return _BETWEEN.search(text, max(0, here.start - _REACH), here.start) is not None


def _same_unit(text: str, here: Numeral, following: Numeral) -> bool:
    """Whether two numbers have one unit, be it printed behind one of them only."""
    if here.unit and following.unit:
        return here.unit == following.unit
    if here.unit:
        return _NOTHING_BEHIND.match(text, following.end) is not None
    return following.unit is not None


def _whole_end(here: Numeral, following: Numeral) -> float:
    """The end of a range, also where its last digits only are printed: 4220-260 is 4260."""
    top, bottom = here.digits, following.digits
    end = abs(following.value) if following.start < following.place else following.value
    shortened = len(bottom) < len(top) <= _LONGEST_SHORTENED and (top + bottom).isdecimal()
    if not shortened or end >= here.value:
        return end
    step = float(10 ** len(bottom))
    whole = here.value // step * step + end
    return whole if whole >= here.value else whole + step


def _quantity(text: str, first: Numeral, last: Numeral, low: float, high: float) -> Quantity:
    unit = last.unit or first.unit
    if unit is None:
        raise ValueError(f"{text[first.start : last.end]!r} has no unit")
    return Quantity(
        low, high, unit, text[first.start : last.end].strip(), first.start, last.end,
        last.reference or first.reference or unit.reference, first.bound or last.bound,
        first.assumed or last.assumed,
    )  # fmt: skip
