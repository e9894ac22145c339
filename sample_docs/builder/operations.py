"""What was done and measured in the three wells: cementing, cores, tests, fluids."""

from __future__ import annotations

from dataclasses import dataclass

from builder.facts import Job, Slurry, Well, jitter

SLURRIES = (
    Slurry(
        "S-1101",
        "CJ-0688",
        "lead",
        1.56,
        1.21,
        88.0,
        118.0,
        "silicate extender",
        372,
        7.4,
        14.6,
        910,
        410,
        0.4,
        22,
    ),
    Slurry(
        "S-1102",
        "CJ-0688",
        "tail",
        1.92,
        0.76,
        44.0,
        24.0,
        "CaCl2",
        214,
        3.9,
        6.8,
        2260,
        360,
        0.1,
        22,
    ),
    Slurry(
        "S-1107",
        "CJ-0701",
        "lead",
        1.58,
        1.18,
        85.0,
        71.0,
        "silicate extender",
        398,
        6.2,
        12.1,
        1120,
        260,
        0.2,
        38,
    ),
    Slurry(
        "S-1108",
        "CJ-0701",
        "tail",
        1.90,
        0.78,
        45.5,
        19.5,
        "retarder, dispersant",
        263,
        4.4,
        7.3,
        2480,
        94,
        0.0,
        40,
    ),
    Slurry(
        "S-1114",
        "CJ-0713",
        "lead",
        1.65,
        1.09,
        77.0,
        16.0,
        "gas block, retarder",
        421,
        8.8,
        13.5,
        1390,
        62,
        0.0,
        66,
    ),
    Slurry(
        "S-1115",
        "CJ-0713",
        "tail",
        1.92,
        0.77,
        44.8,
        13.2,
        "gas block, 35 % silica",
        306,
        6.1,
        8.9,
        2910,
        38,
        0.0,
        68,
    ),
    Slurry(
        "S-1203",
        "CJ-0788",
        "lead",
        1.56,
        1.21,
        88.0,
        121.0,
        "silicate extender",
        365,
        7.6,
        15.2,
        880,
        425,
        0.5,
        21,
    ),
    Slurry(
        "S-1204",
        "CJ-0788",
        "tail",
        1.92,
        0.76,
        44.0,
        22.5,
        "CaCl2",
        209,
        3.7,
        6.5,
        2310,
        355,
        0.1,
        21,
    ),
    Slurry(
        "S-1209",
        "CJ-0802",
        "lead",
        1.60,
        1.15,
        82.0,
        68.5,
        "silicate extender",
        385,
        6.6,
        12.8,
        1060,
        240,
        0.2,
        39,
    ),
    Slurry(
        "S-1210",
        "CJ-0802",
        "tail",
        1.90,
        0.78,
        45.5,
        20.0,
        "retarder, dispersant",
        257,
        4.6,
        7.7,
        2410,
        98,
        0.0,
        41,
    ),
    Slurry(
        "S-1212",
        "CJ-0815",
        "tail",
        1.90,
        0.79,
        46.0,
        31.0,
        "gas block, retarder",
        334,
        5.8,
        9.4,
        2650,
        44,
        0.0,
        64,
    ),
    Slurry(
        "S-1215",
        "CJ-0821",
        "tail",
        1.94,
        0.75,
        43.6,
        11.8,
        "gas block, 35 % silica, latex",
        288,
        5.2,
        8.1,
        3120,
        29,
        0.0,
        78,
    ),
)

JOBS = (
    Job("CJ-0688", "20", "13 May 2011", 30.0, 12.4, 1800, None, 0.0, "I. Rognli"),
    Job("CJ-0701", "13 3/8", "29 May 2011", 18.0, 138.2, 2100, 105, 3.5, "I. Rognli"),
    Job("CJ-0713", "9 5/8", "30 June 2011", 15.0, 118.9, 1500, 172, 9.0, "T. Haugvik"),
    Job("CJ-0788", "20", "21 Jan 2012", 30.0, 12.1, 1800, None, 0.0, "T. Haugvik"),
    Job("CJ-0802", "13 3/8", "9 Feb 2012", 18.0, 142.0, 2100, 112, 0.0, "I. Rognli"),
    Job("CJ-0815", "9 5/8", "4 March 2012", 15.0, 112.6, 1400, None, 27.5, "T. Haugvik"),
    Job("CJ-0821", "7", "19 March 2012", 9.5, 47.3, 800, 190, 0.0, "B. Solli"),
)


def slurries_of(job: str) -> tuple[Slurry, ...]:
    """The slurries pumped in a job."""
    return tuple(slurry for slurry in SLURRIES if slurry.job == job)


def jobs_of(well: Well) -> tuple[Job, ...]:
    """The jobs done in a well; none is kept for the old discovery well."""
    year = well.spud.split()[-1]
    return tuple(job for job in JOBS if job.date.endswith(year))


@dataclass(frozen=True, slots=True)
class Plug:
    """A core plug: depth in m, porosity and saturations in percent, permeability in mD."""

    number: int
    core: int
    depth: float
    porosity: float
    horizontal: float
    vertical: float
    grain_density: float
    water: float
    lithology: str


@dataclass(frozen=True, slots=True)
class Core:
    """A cored interval."""

    number: int
    top: float
    base: float
    recovered: float
    unit: str
    porosity: float
    permeability: float
    first_plug: int
    plugs: int


CORES = (
    Core(1, 3054.1, 3072.1, 17.6, "Tarbert Fm", 24.0, 900.0, 1, 22),
    Core(2, 3072.1, 3090.0, 15.9, "Tarbert Fm/Ness Fm", 21.0, 210.0, 23, 18),
    Core(3, 3134.6, 3151.0, 16.4, "Etive Fm", 26.0, 2600.0, 41, 20),
)


def plugs_of(core: Core) -> tuple[Plug, ...]:
    """The plugs of a core, evenly spaced, scattered about the core's averages."""
    step = core.recovered / core.plugs
    return tuple(
        _plug(core, core.first_plug + index, core.top + (index + 0.3) * step)
        for index in range(core.plugs)
    )


def _plug(core: Core, number: int, depth: float) -> Plug:
    tight = jitter("tight", number) < 0.15
    porosity = core.porosity + 5 * (jitter("phi", number) - 0.5) - (12 if tight else 0)
    permeability = core.permeability * 10 ** (
        1.2 * (jitter("k", number) - 0.5) - (3 if tight else 0)
    )
    return Plug(
        number,
        core.number,
        depth,
        round(porosity, 1),
        permeability,
        permeability * (0.35 + 0.5 * jitter("kv", number)),
        round((2.70 if tight else 2.65) + 0.02 * (jitter("rho", number) - 0.5), 2),
        round(18 + 14 * jitter("sw", number) + (30 if tight else 0), 1),
        "Sst calc cmt" if tight else "Sst lt brn f-m gr",
    )


@dataclass(frozen=True, slots=True)
class Flow:
    """A flow period of a drill stem test; choke in 64ths of an inch, rates Sm3/d and 1000 Sm3/d."""

    choke: int
    hours: float
    oil: int
    gas: int
    water: int
    wellhead_bar: int
    bottom_bar: int


@dataclass(frozen=True, slots=True)
class StemTest:
    """A drill stem test; initial_bar: initial reservoir pressure at the gauge."""

    number: int
    top: float
    base: float
    date: str
    initial_bar: int
    temperature_c: int
    gauge: str
    bottles: tuple[str, ...]
    flows: tuple[Flow, ...]


STEM_TESTS = (
    StemTest(
        1,
        3139.0,
        3147.0,
        "18 Nov 1984",
        334,
        113,
        "RPG-3 no. 571",
        ("8405",),
        (Flow(24, 6.0, 96, 11, 38, 88, 322), Flow(32, 8.0, 151, 17, 74, 71, 315)),
    ),
    StemTest(
        2,
        3089.5,
        3096.0,
        "25 Nov 1984",
        330,
        111,
        "RPG-3 no. 566",
        (),
        (Flow(16, 10.0, 21, 3, 0, 22, 241),),
    ),
    StemTest(
        3,
        3057.0,
        3069.0,
        "1 Dec 1984",
        328,
        109,
        "SSDR no. 2204",
        ("8417", "8421"),
        (
            Flow(24, 5.0, 240, 34, 0, 131, 321),
            Flow(32, 8.0, 418, 60, 0, 118, 316),
            Flow(48, 12.0, 735, 106, 0, 92, 303),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Fluid:
    """A reservoir fluid study on a sample bottle; gor Sm3/Sm3, density at stock tank."""

    bottle: str
    saturation_bar: int
    gor: int
    formation_factor: float
    density: float
    viscosity_cp: float
    h2s_ppm: str


FLUIDS = (
    Fluid("8405", 201, 113, 1.36, 0.861, 0.71, "2.5"),
    Fluid("8417", 238, 144, 1.45, 0.842, 0.48, "nil"),
    Fluid("8421", 236, 143, 1.45, 0.842, 0.49, "nil"),
)

SPECIAL_PLUGS = (  # plug, formation factor, cementation exponent, saturation exponent
    (4, 14.2, 1.86, 1.92),
    (11, 15.9, 1.89, 1.95),
    (34, 21.4, 1.93, 2.04),
    (45, 12.6, 1.84, 1.90),
    (53, 13.1, 1.85, 1.88),
)
