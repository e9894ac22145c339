"""Everything that is so in the invented Havsule field, said once.

Depths are metres MD below the rotary table unless a name says otherwise; densities are
specific gravities; pressures bar. The reports print these facts in their own units.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from itertools import pairwise

OPERATOR = "Skarvholm Energi AS"
LICENCE = "PL 9039"
RIG = "Polar Sula"
CEMENTER = "Bergmoen Cementing"
LABORATORY = "Kystlab"

FOOT_M = 0.3048
PPG_PER_SG = 8.345
PSI_PER_BAR = 14.504


def feet(metres: float) -> int:
    """Metres in whole feet."""
    return round(metres / FOOT_M)


def ppg(density: float) -> float:
    """Specific gravity in pounds per US gallon, one decimal."""
    return round(density * PPG_PER_SG, 1)


def psi(bar: float) -> int:
    """Bar in whole psi."""
    return round(bar * PSI_PER_BAR)


def jitter(*key: object) -> float:
    """A number in [0, 1) that depends on the key alone: stands in for nature's scatter."""
    digest = hashlib.sha256(repr(key).encode()).digest()
    return int.from_bytes(digest[:6], "big") / 2**48


@dataclass(frozen=True, slots=True)
class Casing:
    """A casing string, the hole drilled for it and where its shoe stands."""

    name: str
    size: str
    hole: str
    shoe: float
    weight_ppf: str
    grade: str
    connection: str
    top_of_cement: float | None
    run_date: str


@dataclass(frozen=True, slots=True)
class Strength:
    """A formation strength test below a shoe; emw: equivalent mud weight, sg."""

    size: str
    kind: str
    emw: float
    mud: float
    surface_bar: int
    date: str


@dataclass(frozen=True, slots=True)
class Mud:
    """Drilling fluid used in a hole section."""

    hole: str
    kind: str
    low: float
    high: float
    pv: int
    yp: int
    fluid_loss: float
    losses_m3: int


@dataclass(frozen=True, slots=True)
class Slurry:
    """A cement slurry and what the laboratory measured on it."""

    id: str
    job: str
    role: str
    density: float
    yield_m3_t: float
    water_l_100kg: float
    volume_m3: float
    additives: str
    thickening_min: int
    uca_50psi_h: float
    uca_500psi_h: float
    strength_24h_psi: int
    fluid_loss_ml: int
    free_fluid: float
    bhct_c: int


@dataclass(frozen=True, slots=True)
class Job:
    """A cementing job; bumped_bar: pressure at plug bump, None where the plug did not bump."""

    number: str
    size: str
    date: str
    spacer_m3: float
    displacement_m3: float
    rate_lpm: int
    bumped_bar: int | None
    losses_m3: float
    engineer: str


@dataclass(frozen=True, slots=True)
class Top:
    """The top of a stratigraphic unit."""

    unit: str
    age: str
    depth: float


@dataclass(frozen=True, slots=True)
class Bit:
    """A bit run."""

    number: int
    size: str
    maker: str
    type: str
    iadc: str
    serial: str
    bha: int
    depth_in: int
    depth_out: int
    hours: float
    dull: str
    reason: str


def progress(knots: tuple[tuple[int, float], ...], day: int) -> float:
    """Depth at the end of a day, linear between (day, depth) knots, which must enclose it."""
    for (first, above), (last, below) in pairwise(knots):
        if first <= day <= last:
            return above + (below - above) * (day - first) / (last - first)
    raise ValueError(f"day {day} lies outside the knots")


@dataclass(frozen=True, slots=True)
class Station:
    """A survey station; north, east: metres from the wellhead; dls: degrees per 30 m."""

    depth: float
    inclination: float
    azimuth: float
    tvd: float
    north: float
    east: float
    dls: float


@dataclass(frozen=True, slots=True)
class Well:
    """A well under its several names."""

    name: str
    typed: str
    short: str
    nickname: str
    kind: str
    spud: str
    finished: str
    rkb_m: float
    water_m: float
    depth: int
    survey: tuple[Station, ...]
    casings: tuple[Casing, ...]
    strengths: tuple[Strength, ...]
    muds: tuple[Mud, ...]
    tops: tuple[Top, ...]
    bits: tuple[Bit, ...] = ()

    def casing(self, size: str) -> Casing:
        """The string of that size."""
        return next(string for string in self.casings if string.size == size)

    def tvd(self, depth: float) -> float:
        """True vertical depth, linear between the survey stations."""
        above = max((s for s in self.survey[:-1] if s.depth <= depth), key=lambda s: s.depth)
        below = min((s for s in self.survey if s.depth > above.depth), key=lambda s: s.depth)
        share = (depth - above.depth) / (below.depth - above.depth)
        return above.tvd + share * (below.tvd - above.tvd)

    def tvdss(self, depth: float) -> float:
        """Vertical depth below mean sea level."""
        return self.tvd(depth) - self.rkb_m


def minimum_curvature(points: tuple[tuple[float, float, float], ...]) -> tuple[Station, ...]:
    """Stations from (depth, inclination, azimuth), by the minimum curvature method."""
    stations = [Station(*points[0], points[0][0], 0.0, 0.0, 0.0)]
    for depth, inclination, azimuth in points[1:]:
        last = stations[-1]
        i1, i2 = math.radians(last.inclination), math.radians(inclination)
        a1, a2 = math.radians(last.azimuth), math.radians(azimuth)
        cosine = math.cos(i2 - i1) - math.sin(i1) * math.sin(i2) * (1 - math.cos(a2 - a1))
        dogleg = math.acos(max(-1.0, min(1.0, cosine)))
        ratio = 2 / dogleg * math.tan(dogleg / 2) if dogleg else 1.0
        half = (depth - last.depth) / 2 * ratio
        stations.append(
            Station(
                depth,
                inclination,
                azimuth,
                last.tvd + half * (math.cos(i1) + math.cos(i2)),
                last.north + half * (math.sin(i1) * math.cos(a1) + math.sin(i2) * math.cos(a2)),
                last.east + half * (math.sin(i1) * math.sin(a1) + math.sin(i2) * math.sin(a2)),
                math.degrees(dogleg) * 30 / (depth - last.depth),
            )
        )
    return tuple(stations)


def planned_path(
    kick_off: float, rate: float, hold: float, azimuth: float, depth: float, step: float
) -> tuple[tuple[float, float, float], ...]:
    """Vertical to the kick-off, built at `rate` degrees per 30 m to `hold`, with a driller's scatter."""
    points = [(0.0, 0.0, 0.0)]
    at = 270.0
    while at < depth:
        ideal = min(hold, max(0.0, (at - kick_off) / 30 * rate))
        scatter = jitter("survey", azimuth, at) - 0.5
        points.append((at, round(max(0.1, ideal + scatter), 2), round(azimuth + 3 * scatter, 2)))
        at += step
    points.append((depth, hold, azimuth))
    return tuple(points)
