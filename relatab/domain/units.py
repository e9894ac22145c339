"""Units of reports: their spellings, what they measure, and exact factors between them.

The factors are written as their definitions (a US gallon is 231 cubic inches), and a test holds
each against pint. At run time pint would cost a search half a second to a second, as much as
the search itself.

A unit's `reference` is what its values are counted from, where that is told: "gauge" or
"absolute" for pressures, "standard" for volumes of gas and oil at the surface.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from relatab.domain.text import fold

METRES_PER_FOOT = 0.3048
METRES_PER_INCH = 0.0254
KG_PER_POUND = 0.45359237
GRAVITY = 9.80665  # m/s2, standard
ATMOSPHERE_KPA = 101.325

_GALLON = 231 * METRES_PER_INCH**3  # m3
_BARREL = 42 * _GALLON
_CUBIC_FOOT = METRES_PER_FOOT**3
_PSI = KG_PER_POUND * GRAVITY / METRES_PER_INCH**2 / 1000  # kPa
_PPG = KG_PER_POUND / _GALLON  # kg/m3
# A column of mud of 1 kg/m3 adds 9.80665 Pa a metre: the density that a gradient stands for.
_PER_KPA_PER_METRE = 1000 / GRAVITY
_SACK = 94 * KG_PER_POUND  # of Portland cement
# Normal cubic metres are counted at 0 deg C, standard ones at 15 deg C.
_NORMAL_M3 = 288.15 / 273.15
_DAY, _HOURS, _MINUTES = 1.0, 24.0, 1440.0


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit; `value * factor + offset` is in the canonical unit of its kind (`CANONICAL`).

    name: letters and digits, also its search term; spellings: as printed, where a blank or
    a point may be missing and "per" may stand for "/"; cased: spellings that mean the unit in
    this case only; reference: see the module; decimals: how reports round values of this unit
    when they convert, () where they rarely print it.
    """

    name: str
    kind: str
    factor: float
    spellings: tuple[str, ...]
    cased: tuple[str, ...] = ()
    offset: float = 0.0
    reference: str = ""
    decimals: tuple[int, ...] = ()

    def canonical(self, value: float) -> float:
        """A value of this unit in the canonical unit of its kind."""
        return value * self.factor + self.offset

    def of_canonical(self, value: float) -> float:
        """A value in the canonical unit of the kind in this unit."""
        return (value - self.offset) / self.factor


def _unit(
    kind: str,
    name: str,
    factor: float,
    spelt: str,
    decimals: Iterable[int] = (),
    *,
    cased: str = "",
    offset: float = 0.0,
    reference: str = "",
) -> Unit:
    return Unit(
        name, kind, factor, tuple(spelt.split("|")) if spelt else (),
        tuple(cased.split("|")) if cased else (), offset, reference, tuple(decimals),
    )  # fmt: skip


UNITS: tuple[Unit, ...] = (
    _unit("length", "m", 1.0,
          "m|metre|metres|meter|meters|mtr|mtrs|mètre|mètres|metro|metros|м", [0]),
    _unit("length", "ft", METRES_PER_FOOT, "ft|feet|foot|pied|pieds|pies|voet|фут|футов", [0]),
    _unit("length", "inch", METRES_PER_INCH, "inch|inches"),
    _unit("length", "mm", 1e-3, "millimetre|millimetres|millimeter|millimeters", cased="mm"),
    _unit("length", "cm", 1e-2, "cm"),
    _unit("length", "km", 1e3, "km"),
    _unit("pressure", "psi", _PSI, "psi|lb/in2|lbs/in2|lb/sq in|lbs/sq in|pounds/sq in", [0]),
    _unit("pressure", "psia", _PSI, "psia", [0], reference="absolute"),
    _unit("pressure", "psig", _PSI, "psig", [0], reference="gauge"),
    _unit("pressure", "bar", 100.0, "bar|bars", [0, 1]),
    _unit("pressure", "bara", 100.0, "bara", [0, 1], reference="absolute"),
    _unit("pressure", "barg", 100.0, "barg", [0, 1], reference="gauge"),
    _unit("pressure", "kpa", 1.0, "kpa", [0]),
    _unit("pressure", "mpa", 1e3, "mpa", [1]),
    _unit("pressure", "pa", 1e-3, "", cased="Pa"),
    _unit("pressure", "kgcm2", GRAVITY * 10, "kg/cm2|kgf/cm2|kg/sq cm|kp/cm2|ksc", [0]),
    _unit("pressure", "atm", ATMOSPHERE_KPA, "atm|atmospheres"),
    _unit("density", "ppg", _PPG,
          "ppg|lb/gal|lbs/gal|lbm/gal|#/gal|lb/gallon|lbs/gallon|pounds/gallon", [1, 2]),
    _unit("density", "gcm3", 1e3,
          "g/cm3|gm/cm3|g/cc|gm/cc|gr/cc|g/ml|s.g.|kg/l|kg/dm3|gcm3|t/m3", [2]),
    _unit("density", "kgm3", 1.0, "kg/m3|kg/cu m", [0]),
    _unit("density", "pcf", KG_PER_POUND / _CUBIC_FOOT,
          "pcf|lb/ft3|lb/cuft|lbs/cuft|lb/cu ft|lbs/cu ft", [0, 1]),
    _unit("density", "psift", _PSI / METRES_PER_FOOT * _PER_KPA_PER_METRE,
          "psi/ft|psi/foot", [2, 3]),
    _unit("density", "psimft", _PSI / METRES_PER_FOOT / 1e3 * _PER_KPA_PER_METRE,
          "psi/1000 ft|psi/m ft"),
    _unit("density", "kpam", _PER_KPA_PER_METRE, "kpa/m", [1]),
    _unit("density", "bar10m", 10 * _PER_KPA_PER_METRE, "bar/10 m|bars/10 m", [2]),
    _unit("temperature", "degc", 1.0, "deg c|degs c|degree c|degrees c|°c|° c|celsius", [0, 1]),
    _unit("temperature", "degf", 5 / 9,
          "deg f|degs f|degree f|degrees f|°f|° f|fahrenheit", [0], offset=-160 / 9),
    _unit("temperature", "degr", 5 / 9, "deg r|degree r|degrees r|°r|° r|rankine", offset=-273.15),
    _unit("temperature", "kelvin", 1.0, "kelvin", offset=-273.15),
    _unit("angle", "deg", 1.0, "deg|degs|degree|degrees|°"),
    _unit("volume", "m3", 1.0, "m3|cu m|cubic metres|cubic meters", [0, 1]),
    _unit("volume", "sm3", 1.0, "sm3|std m3", [0], reference="standard"),
    _unit("volume", "nm3", _NORMAL_M3, "nm3", reference="standard"),
    _unit("volume", "bbl", _BARREL, "bbl|bbls|barrel|barrels", [0, 1]),
    _unit("volume", "stb", _BARREL, "stb", [0], reference="standard"),
    _unit("volume", "cuft", _CUBIC_FOOT, "cuft|cu ft|cubic feet|ft3|cf", [0]),
    _unit("volume", "scf", _CUBIC_FOOT, "scf", reference="standard"),
    _unit("volume", "mcf", 1e3 * _CUBIC_FOOT, "mcf|mscf", reference="standard"),
    _unit("volume", "mmcf", 1e6 * _CUBIC_FOOT, "mmcf|mmscf", reference="standard"),
    _unit("volume", "gal", _GALLON, "gal|gals|gallon|gallons", [0]),
    _unit("volume", "litre", 1e-3, "ltr|ltrs|litre|litres|liter|liters", [0], cased="l|L"),
    _unit("volume", "ml", 1e-6, "ml|cc|cm3"),
    _unit("rate", "m3d", 1 / _DAY, "m3/d|m3/day|sm3/d|sm3/day", [0]),
    _unit("rate", "m3h", _HOURS, "m3/h|m3/hr|m3/hour", [0, 1]),
    _unit("rate", "lpm", 1e-3 * _MINUTES, "lpm|l/min|ltr/min|liter/min|litres/min", [0]),
    _unit("rate", "bpd", _BARREL, "bpd|b/d|bbl/d|bbls/day|bbl/day|bbls/d|bopd|bwpd|stb/d", [0]),
    _unit("rate", "bph", _BARREL * _HOURS, "bph|bbl/h|bbl/hr|bbls/hr", [0]),
    _unit("rate", "bpm", _BARREL * _MINUTES, "bpm|bbl/min|bbls/min", [1]),
    _unit("rate", "gpm", _GALLON * _MINUTES, "gal/min|gals/min", [0], cased="gpm"),
    _unit("rate", "mcfd", 1e3 * _CUBIC_FOOT, "mcfd|mscfd|mcf/d|mscf/d|mcf/day|mscf/day"),
    _unit("rate", "mmcfd", 1e6 * _CUBIC_FOOT,
          "mmcfd|mmscfd|mmcf/d|mmscf/d|mmcf/day|mmscf/day", [1, 2]),
    _unit("gas ratio", "scfbbl", _CUBIC_FOOT / _BARREL,
          "scf/bbl|scf/stb|cf/bbl|cuft/bbl|cu ft/bbl", [0]),
    _unit("gas ratio", "m3m3", 1.0, "m3/m3|sm3/sm3|sm3/m3", [0, 1]),
    _unit("mass", "kg", 1.0, "kg|kgs|kilogram|kilograms", [0]),
    _unit("mass", "lb", KG_PER_POUND, "lb|lbs|lbm|pound|pounds", [0]),
    _unit("mass", "tonne", 1e3, "tonne|tonnes|metric ton|metric tons", [0, 1], cased="t"),
    _unit("mass", "gram", 1e-3, "gram|grams", cased="g"),
    _unit("linear weight", "lbft", KG_PER_POUND / METRES_PER_FOOT,
          "lb/ft|lbs/ft|lbm/ft|ppf|#/ft", [0, 1]),
    _unit("linear weight", "kgm", 1.0, "kg/m", [1, 2]),
    _unit("speed", "mh", 1.0, "m/h|m/hr|m/hour", [0, 1]),
    _unit("speed", "fth", METRES_PER_FOOT, "ft/h|ft/hr|ft/hour|fph", [0]),
    _unit("viscosity", "cp", 1.0, "cp|centipoise|mpa.s|mpa s"),
    _unit("yield stress", "lb100ft2", 1.0,
          "lb/100ft2|lbs/100ft2|lbf/100ft2|lb/100 ft2|lbs/100 ft2|lbf/100 ft2|lb/100 sq ft"),
    _unit("slurry yield", "cuftsk", _CUBIC_FOOT / _SACK * 1e3,
          "cuft/sk|cu ft/sk|ft3/sk|cuft/sack|cu ft/sack", [2]),
    _unit("slurry yield", "m3t", 1.0, "m3/t|m3/tonne", [3]),
    _unit("permeability", "md", 1.0, "millidarcy|millidarcies|millidarcys|mdarcy", cased="mD"),
    _unit("permeability", "darcy", 1e3, "darcy|darcies|darcys"),
    _unit("area", "km2", 1e6, "km2|sq km", [1]),
    _unit("area", "acre", 43560 * METRES_PER_FOOT**2, "acre|acres", [0]),
    _unit("area", "hectare", 1e4, "hectare|hectares", cased="ha"),
    _unit("sacks", "sack", 1.0, "sack|sacks|sx|sk|sks"),
)  # fmt: skip
"""A sack stands for itself: 94 lb of cement, but 100 lb of barite."""

CANONICAL = {
    "length": "m", "pressure": "kpa", "density": "kgm3", "temperature": "degc", "angle": "deg",
    "volume": "m3", "rate": "m3d", "gas ratio": "m3m3", "mass": "kg", "linear weight": "kgm",
    "speed": "mh", "viscosity": "cp", "yield stress": "lb100ft2", "slurry yield": "m3t",
    "permeability": "md", "area": "m2", "sacks": "sack",
}  # fmt: skip
"""The name of the unit in which values of a kind are kept."""


@lru_cache(maxsize=1024)
def unit_of(spelling: str) -> Unit | None:
    """The unit that a text as a whole spells; None where it is none, or could mean others."""
    cased, folded = _spellings()
    return cased.get(spelling.strip(" .")) or folded.get(_key(spelling))


def converted(value: float, source: Unit, target: Unit) -> float:
    """A value in another unit of the same kind; ValueError for units of different kinds.

    An atmosphere lies between gauge and absolute pressure, where both units say which.
    """
    if source.kind != target.kind:
        raise ValueError(f"{source.name} measures {source.kind}, {target.name} {target.kind}")
    canonical = source.canonical(value)
    if source.reference != target.reference and source.reference and target.reference:
        canonical += ATMOSPHERE_KPA if target.reference == "absolute" else -ATMOSPHERE_KPA
    return target.of_canonical(canonical)


def spelling_pattern(spellings: Iterable[str]) -> str:
    """A regular expression for spellings, the longest first, blanks and points at will."""
    return "|".join(map(_loose, sorted(set(spellings), key=lambda text: (-len(text), text))))


_LOOSE_MARKS = {
    " ": r"\.?\s?", ".": r"\.?\s?", "/": r"\.?\s?(?:/|per\s)\s?", "2": "[2²]", "3": "[3³]",
}  # fmt: skip
_UNSEEN = str.maketrans("", "", " .\t\n")


def _loose(spelling: str) -> str:
    return "".join(_LOOSE_MARKS.get(mark) or re.escape(mark) for mark in spelling)


def _key(spelling: str) -> str:
    return re.sub(r"per\s", "/", fold(spelling).strip()).translate(_UNSEEN)


@cache
def _spellings() -> tuple[dict[str, Unit], dict[str, Unit]]:
    """Units by the spellings that count in one case only, and by the keys of the others."""
    cased = {spelling: unit for unit in UNITS for spelling in unit.cased}
    folded = {_key(text): unit for unit in UNITS for text in unit.spellings}
    return cased, folded
