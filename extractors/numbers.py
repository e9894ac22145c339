"""Numbers and units as reports print them.

Decimal comma and point, thousands separators, inch fractions in their many spellings,
a unit behind the number. A range, a bound, a date, an id or a well name is no number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

DecimalMark = Literal[".", ","]

MAX_PLAIN_DIGITS = 9
"""More digits without a separator are an id: API well numbers have 10 to 14."""

FRACTION_DENOMINATORS = frozenset({2, 4, 8, 16, 32, 64})
"""Inches are halved; 7/11-1 and 15/9-F-12 are wells."""

_VULGAR = {"½": 0.5, "¼": 0.25, "¾": 0.75, "⅛": 0.125, "⅜": 0.375, "⅝": 0.625, "⅞": 0.875}
_THIN_SPACES = str.maketrans({"\u00a0": " ", "\u2009": " ", "\u202f": " ", "\u2044": "/"})
_RAISED_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")

_APPROXIMATE = r"(?:(?:~|≈|±|\+/[-−–]|approx\.?|about|circa|ca\.?|c\.)\s?)?"
_SIGN = r"(?P<sign>[-+−–]\s?)?"
_WHOLE = r"(?P<whole>\d{1,5})"
_FRACTION = r"(?P<over>\d{1,2})\s?/\s?(?P<under>\d{1,2})(?![\d/])"
_MIXED = rf"(?:{_WHOLE}(?:\s?[-–‑]\s?|\s))?{_FRACTION}"
_VULGAR_MIXED = rf"(?:(?P<vulgar_whole>\d{{1,5}})\s?[-–‑]?\s?)?(?P<vulgar>[{''.join(_VULGAR)}])"
_PLAIN = (
    r"(?P<plain>\d(?:[.,'’ ]?\d)*[.,]?|[.,]\d+)"
    r"(?:(?:\s?[eE]|\s?[x×·]\s?10\^?)(?P<exponent>[-+−]?\d{1,2}|[⁺⁻]?[⁰¹²³⁴-⁹]{1,2})(?!\d))?"
)
_NUMBER = re.compile(
    rf"{_APPROXIMATE}{_SIGN}(?:{_MIXED}|{_VULGAR_MIXED}|{_PLAIN})(?P<rest>.*)", re.DOTALL
)
_GROUPED = re.compile(r"(\d{1,3})([ '’,.])\d{3}(?:\2\d{3})*(?:([.,])(\d+))?")
_SIMPLE = re.compile(r"(\d*)(?:([.,])(\d*))?")
_POWER_OF_TEN = re.compile(r"10(?P<exponent>[⁺⁻]?[⁰¹²³⁴-⁹]{1,2})")
_FOOTNOTE_MARKS = re.compile(r"^\s?[*†‡§]{1,3}")
_UNCERTAINTY = re.compile(r"^\s?(?:±|\+/[-−–]|\+-)\s?\d+(?:[.,]\d+)?")
_MONEY = re.compile(
    r"[$€£¥]|\b(?:(?:[kmb]n?|mill?\.?)?(?:USD?|NOK|EUR|GBP|DKK|SEK|CAD|AUD|NLG|BRL|RUB)|costs?|budget|variance|balance"
    r"|profits?|loss(?:es)?|income|revenues?|cash ?flow|earnings|tax(?:es)?|NPV|expenditures?|expenses?"
    r"|assets|equity|liabilities)\b",
    re.IGNORECASE,
)
_BRACKETED_NUMBER = re.compile(r"\(\s?[$€£¥]?\s?\d[\d.,'’ ]*\)")

_INCH = '"”“″'
_FOOT = "'’′"

# Printed spellings of units, in any case but where marked; exponents and quotients are
# added by the grammar below.
_ATOMS = (
    # length and area
    r"m|metres?|meters?|mtrs?|ft|feet|foot|in|ins|inch|inches|mm|cm|km|dm|[µμ]m|microns?|miles?|mi",
    r"acres?|ha|(?-i:m[dD])|darcy|mdarcy|millidarc(?:y|ies|ys)|sq\.? ?(?:ft|m|mi|km|in)",
    r"mètres?|metros?|pieds?|pies|pouces?|pulgadas?|fot|tommer|voet|м|фут(?:ы|ов)?|дюйм(?:ы|ов)?",
    # volume and rate
    r"bbls?|barrels?|stb|bopd|bwpd|bpd|bpm|gals?|gallons?|quarts?|qt|gpm|l|lit(?:er|re)s?|ltrs?|lpm|ml|cc",
    r"cu\.? ?(?:ft|m|in)|cuft|cf|m{0,2}s?cf[dg]?(?: ?g)?|m?m?stb|[sn]m(?=\s?\^?[3³])",
    # mass, density, concentration
    r"lbs?|lb[fm]|kgf?|mg|g|gms?|grams?|tonn?e?s?|t|sx|sks?|sacks?|pp[gbf]|pcf|s\.?g\.?|ppm|#",
    # pressure, force, torque, power
    r"psi[ag]?|kpsi|psf|bar[ag]?|mbar|[kmgh]?pa|atm|kn|knm|nm|klbs?|klbf|kips?|ft[- ]?lbf?s?|kw|hp",
    # time and frequency
    r"s|secs?|seconds?|mins?|minutes?|hrs?|h|hours?|d|days?|ms|[µμ]s|us|usec|yrs?|years?|ma|k?hz",
    r"rpm|spm|mph|kts?|knots?",
    # temperature, angle, gravity
    r"(?-i:[CF])|[°º]\s?(?:[cfr]|api)?|degs?\.?(?: ?[cfr])?|degrees?(?: ?[cfr])?|g?api|rad",
    # viscosity, electricity, shares
    r"cps?|cst|m?pa\.?s|poise|bc|ohms?|ohm\.?m|Ω(?: ?m)?|m?v|ma|meq|pu|p\.u\.",
    r"%|‰|pct|per ?cent|(?:mol|vol|wt)\.? ?(?:%|per ?cent)|frac(?:tion)?|nok|usd|eur",
)
_FACTOR = rf"(?:{'|'.join(_ATOMS)})\.?(?:\s?\^?[23²³])?"
_DATUM = (
    r"(?:\s?(?-i:MD|TVD|TVDSS|MDRT|MDRKB|TVDRT|TVDRKB|AHD?|AHRT|RKB|B?RT|KB|DF|SS|MSL|EMW|NAP))"
)
_UNIT = rf"{_FACTOR}(?:\s?(?:/|·|\*|per)\s?(?:\d+\s?)?{_FACTOR})*{_DATUM}{{0,2}}"
_UNIT_PATTERN = re.compile(
    rf"{_UNIT}(?:\s?(?:[(\[]\s?{_UNIT}\s?[)\]]|[/,-]\s?{_UNIT}))?", re.IGNORECASE
)
_BRACKETS = re.compile(r"[(\[]\s*([^()\[\]]{1,24}?)\s*[)\]]")
_WORD_BREAK = re.compile(r"[\s,]+|(?<=[A-Za-z])-(?=[A-Za-z]{2,}$)")  # "HOLE DIA-INCH"
_NEEDS_BRACKETS = frozenset(
    {"c", "f", "s", "d", "h", "l", "t", "g", "in", "ins", "ma", "api", "mi", "min", "mins", "us"}
)
"""Also words, names or marks ("Min" is a minimum): units only inside brackets."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with the unit printed behind it; None where there is none.

    size: True for an inch fraction or a number with an inch mark, as pipes and bits have.
    """

    value: float
    unit: str | None = None
    size: bool = False


def parse_quantity(
    text: str, decimal_mark: DecimalMark = ".", *, brackets_negate: bool = False
) -> Quantity | None:
    """The number and unit a printed text consists of, or None.

    decimal_mark settles "1,686" and "1.686"; every other form explains itself. Brackets
    round the whole are dropped and do not negate (reports bracket uncertain values) unless
    `brackets_negate`. A measured value stands without its uncertainty: "12.3 ± 0.4" is 12.3.
    """
    stripped = text.translate(_THIN_SPACES).strip()
    if bracketed := stripped[:1] == "(" and stripped[-1:] == ")":
        stripped = stripped[1:-1].strip()
    if power := _POWER_OF_TEN.fullmatch(stripped):
        return Quantity(_power_of_ten(power["exponent"]))
    match = _NUMBER.fullmatch(stripped)
    if match is None:
        return None
    value, fraction = _magnitude(match, decimal_mark)
    rest = _FOOTNOTE_MARKS.sub("", _UNCERTAINTY.sub("", match["rest"])).strip()
    unit = _trailing_unit(rest.removeprefix("-"))  # 9 5/8-inch
    if value is None or (rest and unit is None):
        return None
    if (match["sign"] and match["sign"][0] != "+") or (bracketed and brackets_negate):
        value = -value
    return Quantity(value, unit, size=_is_inch(unit) if unit else fraction)


def decimal_mark_of(texts: Iterable[str], default: DecimalMark = ".") -> DecimalMark:
    """The decimal mark that the numbers of one column or table agree on; else the default."""
    comma = point = 0
    for text in texts:
        compact = text.translate(_THIN_SPACES).strip()
        comma += bool(re.search(r"(?<![\d,])(?:\d+,(?:\d{1,2}|\d{4,})|0,\d{3})(?![\d,])", compact))
        comma += bool(re.search(r"\d\.\d{3}(?:\.\d{3}|,\d)", compact))
        point += bool(re.search(r"\d,\d{3}(?:,\d{3}|\.\d)", compact))
        point += bool(
            re.search(r"(?<![\d.])(?:\d+\.(?:\d{1,2}|\d{4,})|0\.\d{3})(?![\d.])", compact)
        )
    if comma == point:
        return default
    return "," if comma > point else "."


def is_accounting(column: Sequence[str], about: str) -> bool:
    """Whether a column's bracketed numbers are negative, as accountants write them.

    about: its name and the table's caption; money must be named there, or in the cells.
    """
    bracketed = [text for text in column if _BRACKETED_NUMBER.fullmatch(text.strip())]
    return bool(bracketed) and bool(_MONEY.search(about) or any(map(_MONEY.search, column)))


def is_unit(text: str) -> bool:
    """Whether the whole text is a unit, bracketed or not: "ppg", "(m)", "ft (m)"."""
    return bool(_UNIT_PATTERN.fullmatch(_unwrap(text)))


def unit_in_header(text: str) -> str | None:
    """The unit a column header prints: "(m)", "[ppg]", ", psi", "WEIGHT g/cm3", "TEMP°C"."""
    for inner in reversed(_BRACKETS.findall(text)):
        if is_unit(inner):
            return str(inner)
    words = _WORD_BREAK.split(text.strip())
    if words and words[-1][:1] in "([" and len(words) > 1:  # "Depth m (RKB)"
        words.pop()
    for length in (3, 2, 1):  # "Ω m" is one unit, and so is "mol per cent"
        candidate = " ".join(words[-length:])
        if len(words) >= length and is_unit(candidate) and not _needs_brackets(candidate):
            return candidate
    degree = re.search(r"[°º]\s?[CFR]$", text.strip())
    return degree[0] if degree else None


def _magnitude(match: re.Match[str], decimal_mark: DecimalMark) -> tuple[float | None, bool]:
    """Unsigned value and whether it was written as a fraction."""
    if match["vulgar"]:
        return float(match["vulgar_whole"] or 0) + _VULGAR[match["vulgar"]], True
    if match["under"]:
        over, under = int(match["over"]), int(match["under"])
        if under not in FRACTION_DENOMINATORS or not 0 < over < under:
            return None, True
        if over % 2 == 0 and under != 64:  # chokes are counted in 64ths; 2/4-1 is a well
            return None, True
        return float(match["whole"] or 0) + over / under, True
    value = _plain_number(match["plain"], decimal_mark)
    if value is not None and match["exponent"]:
        value *= _power_of_ten(match["exponent"])
    return value, False


def _power_of_ten(exponent: str) -> float:
    """10 to a printed exponent of at most two digits, raised or not."""
    return float(10.0 ** int(exponent.translate(_RAISED_DIGITS).replace("−", "-")))


def _plain_number(digits: str, decimal_mark: DecimalMark) -> float | None:
    grouped = _GROUPED.fullmatch(digits)
    if grouped and _is_grouping(grouped, decimal_mark):
        decimals = grouped[4] or ""
        whole = digits[: len(digits) - len(decimals) - 1] if decimals else digits
        return float(re.sub(r"\D", "", whole) + "." + (decimals or "0"))
    simple = _SIMPLE.fullmatch(digits)
    if simple is None or len(simple[1]) > MAX_PLAIN_DIGITS:
        return None
    if len(simple[1]) > 1 and simple[1][0] == "0":  # 007 is an id
        return None
    return float(f"{simple[1] or '0'}.{simple[3] or '0'}")


def _is_grouping(match: re.Match[str], decimal_mark: DecimalMark) -> bool:
    """Whether the separator of `_GROUPED` groups thousands and is no decimal mark."""
    separator, mark = match[2], match[3]
    if mark == separator or match[1].startswith("0"):
        return False
    once = match[0].count(separator) == 1 and mark is None
    return not (once and separator == decimal_mark)


def _trailing_unit(rest: str) -> str | None:
    if rest and rest[0] in _INCH + _FOOT and rest.strip(_INCH + _FOOT) == "":
        return rest
    return rest if rest and is_unit(rest) else None


def _is_inch(unit: str) -> bool:
    return unit[0] in _INCH or unit.casefold().startswith("in")


def _needs_brackets(unit: str) -> bool:
    return unit.strip(".").casefold() in _NEEDS_BRACKETS


def _unwrap(text: str) -> str:
    stripped = " ".join(text.split())
    if stripped[:1] in "([" and stripped[-1:] in ")]" and not _BRACKETS.search(stripped[1:-1]):
        return stripped[1:-1].strip()
    return stripped
