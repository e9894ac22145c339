"""The reservoir of the discovery well: cores, special core analysis, stem tests, fluids."""

from __future__ import annotations

from builder.blocks import Break, Document, Grid, Heading, Span, Text
from builder.discovery import BARRELS_PER_M3, FOLDER
from builder.facts import feet, jitter, psi
from builder.formats import Row
from builder.operations import (
    CORES,
    FLUIDS,
    SPECIAL_PLUGS,
    STEM_TESTS,
    Core,
    Flow,
    Plug,
    StemTest,
    plugs_of,
)

PASSWORD = "terneegg84"  # noqa: S105 - a sample's, printed in the README
FEET3_PER_M3 = 35.3147


def core_analysis() -> Document:
    """Routine core analysis: borderless, two-level header, depths in feet and inches, A.A."""
    return Document(
        path=f"{FOLDER}/Core_analysis_39_8-2.pdf",
        title="Routine core analysis",
        header="COMPANY: SKARVHOLM     WELL: 39/8-2     FIELD: HAVSULE     DATE: FEBRUARY 1985",
        footer="A.A. = as above.  Helium porosity, air permeability at 400 psi sleeve pressure.",
        face="typewriter",
        blocks=(
            *(part for core in CORES[:1] for part in _core_page(core)),
            *(part for core in CORES[1:] for part in (Break(), *_core_page(core))),
            Break(),
            Grid(
                (
                    ("CORE", "CUT FT", "REC FT", "PLUGS", "MEAN POROSITY %"),
                    *(
                        (
                            str(c.number),
                            f"{feet(c.top)}-{feet(c.base)}",
                            f"{c.recovered / 0.3048:.1f}",
                            str(c.plugs),
                            f"{sum(p.porosity for p in plugs_of(c)) / c.plugs:.1f}",
                        )
                        for c in CORES
                    ),
                ),
                caption="SUMMARY OF CORES",
                rules="header",
            ),
        ),
    )


def _core_page(core: Core) -> tuple[Heading | Grid, ...]:
    rows: tuple[Row, ...] = (
        (
            Span("Plug\nNo.", rows=2),
            Span("Depth\n(feet)", rows=2),
            Span("Permeability (mD)", columns=2),
            Span("Porosity\n(%)", rows=2),
            Span("Sw\n(%)", rows=2),
            Span("Grain dens.\ng/cc", rows=2),
            Span("Lithology", rows=2),
        ),
        ("Horiz.", "Vert."),
        *_plug_rows(plugs_of(core)),
    )
    return (
        Heading(f"FINAL REPORT   CORE NO.: {core.number}"),
        Grid(
            rows,
            caption=f"Plug data, core no. {core.number}",
            header_rows=2,
            rules="none",
            size=8.5,
        ),
    )


def _plug_rows(plugs: tuple[Plug, ...]) -> tuple[Row, ...]:
    rows: list[Row] = []
    lithology = ""
    for plug in plugs:
        rows.append(
            (
                str(plug.number),
                _feet_inches(plug.depth),
                _permeability(plug.horizontal),
                "N.P.P." if jitter("broken", plug.number) < 0.1 else _permeability(plug.vertical),
                f"{plug.porosity:.1f}",
                f"{plug.water:.1f}",
                f"{plug.grain_density:.2f}",
                "A.A." if plug.lithology == lithology else plug.lithology,
            )
        )
        lithology = plug.lithology
    return tuple(rows)


def _feet_inches(metres: float) -> str:
    inches_in_all = round(metres / 0.0254)
    return f"{inches_in_all // 12}'{inches_in_all % 12}\""


def _permeability(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.2g}"


def special_core_analysis() -> Document:
    """Plugs by number only: no well, no depth."""
    return Document(
        path="Havsule/Laboratory/SCAL_electrical_1985.pdf",
        title="Electrical properties",
        header="Kystlab - special core analysis",
        footer="Brine 45 g/l NaCl, 20 °C",
        blocks=(
            Heading("Electrical properties"),
            Text(
                "Five plugs were chosen from the routine set. They were cleaned, saturated with brine "
                "under vacuum and measured at ambient conditions, then desaturated on a porous plate."
            ),
            Grid(
                (
                    ("Plug no.", "Formation resistivity factor", "m", "n"),
                    *((str(p), f"{f:.1f}", f"{m:.2f}", f"{n:.2f}") for p, f, m, n in SPECIAL_PLUGS),
                ),
                caption="Table 1: Formation factor and Archie exponents",
            ),
            Grid(
                (
                    (
                        Span("Plug no.", rows=2),
                        Span("Water saturation, %, at capillary pressure", columns=4),
                    ),
                    ("5 psi", "15 psi", "50 psi", "150 psi"),
                    *(_capillary(plug) for plug, *_ in SPECIAL_PLUGS),
                ),
                caption="Table 2: Capillary pressure, porous plate",
                header_rows=2,
            ),
        ),
    )


def _capillary(plug: int) -> Row:
    end = 12 + 10 * jitter("swi", plug)
    return (str(plug), *(f"{end + (100 - end) * factor:.1f}" for factor in (0.72, 0.31, 0.12, 0.0)))


def stem_tests() -> Document:
    """The contractor's test report, written for 39/8-2X in feet and psi."""
    return Document(
        path=f"{FOLDER}/DST_report_39_8-2X.pdf",
        title="Drill stem tests 39/8-2X",
        header="Drill stem test report    Well 39/8-2X",
        footer="Fjordtest A/S, January 1985",
        face="serif",
        blocks=(
            Heading("Drill stem tests"),
            Text(
                "Three intervals were tested through the 7 inch liner, from the bottom up. The second "
                "test was short because the sand was tight. The third flowed clean oil."
            ),
            Grid(
                (
                    (
                        "Test",
                        "Perforations, ft",
                        "Date",
                        "Initial pressure, psi",
                        "Temp. °F",
                        "Gauge",
                    ),
                    *(
                        (
                            str(t.number),
                            f"{feet(t.top)} - {feet(t.base)}",
                            t.date,
                            str(psi(t.initial_bar)),
                            f"{t.temperature_c * 1.8 + 32:.0f}",
                            t.gauge,
                        )
                        for t in STEM_TESTS
                    ),
                ),
                caption="Table 1. Intervals tested",
            ),
            *(_flow_grid(test) for test in STEM_TESTS),
            Break(),
            Heading("Samples and gauges"),
            Grid(
                (
                    ("Bottle no.", "Test", "Taken at", "Date", "Remark"),
                    *(
                        (
                            bottle,
                            f"DST {t.number}",
                            "separator" if bottle == "8421" else "bottom hole",
                            t.date,
                            "good",
                        )
                        for t in STEM_TESTS
                        for bottle in t.bottles
                    ),
                    ("8419", "DST 3", "bottom hole", "1 Dec 1984", "leaked, discarded"),
                ),
                caption="Table 5. Fluid samples",
            ),
            Grid(
                (
                    ("Gauge", "Depth ft", "Range psi", "Clock h", "Accuracy"),
                    ("RPG-3 no. 566", str(feet(3078.0)), "0-10000", "72", "0.2 %"),
                    ("RPG-3 no. 571", str(feet(3128.0)), "0-10000", "72", "0.2 %"),
                    ("SSDR no. 2204", str(feet(3046.0)), "0-15000", "-", "0.05 %"),
                ),
                caption="Table 6. Pressure gauges",
                rules="header",
            ),
        ),
    )


def _flow_grid(test: StemTest) -> Grid:
    rows: tuple[Row, ...] = (
        (
            Span("Choke", rows=2),
            Span("Hours", rows=2),
            Span("Rates", columns=3),
            Span("Flowing pressure, psi", columns=2),
        ),
        ("Oil, bbl/d", "Gas, MMscf/d", "Water, bbl/d", "Wellhead", "Bottom hole"),
        *(_flow(flow) for flow in test.flows),
    )
    return Grid(
        rows, caption=f"Table {test.number + 1}. Flow periods, DST no. {test.number}", header_rows=2
    )


def _flow(flow: Flow) -> Row:
    return (
        f'{flow.choke}/64"',
        f"{flow.hours:.1f}",
        f"{flow.oil * BARRELS_PER_M3:.0f}",
        f"{flow.gas * FEET3_PER_M3 / 1000:.2f}",
        f"{flow.water * BARRELS_PER_M3:.0f}" if flow.water else "nil",
        str(psi(flow.wellhead_bar)),
        str(psi(flow.bottom_bar)),
    )


def fluid_study() -> Document:
    """The encrypted fluid study: bottles, no tests, no well."""
    return Document(
        path="Havsule/Laboratory/Fluid_study_bottles_8405-8421.pdf",
        title="Reservoir fluid study",
        header="Kystlab - reservoir fluids - RESTRICTED",
        password=PASSWORD,
        blocks=(
            Heading("Reservoir fluid study"),
            Text(
                "Bottles were opened at reservoir temperature. Single flash to stock tank conditions."
            ),
            Grid(
                (
                    (
                        "Bottle no.",
                        "Bubble point, bar",
                        "GOR, Sm3/Sm3",
                        "Bo, m3/Sm3",
                        "Density, g/cm3",
                        "Viscosity, cP",
                        "H2S, ppm",
                    ),
                    *(
                        (
                            f.bottle,
                            str(f.saturation_bar),
                            str(f.gor),
                            f"{f.formation_factor:.2f}",
                            f"{f.density:.3f}",
                            f"{f.viscosity_cp:.2f}",
                            f.h2s_ppm,
                        )
                        for f in FLUIDS
                    ),
                ),
                caption="Table 1: Flash results",
            ),
            _composition(),
        ),
    )


def _composition() -> Grid:
    parts = ("N2", "CO2", "C1", "C2", "C3", "iC4", "nC4", "C5", "C6", "C7+")
    shares = {
        "8405": (0.4, 1.1, 38.2, 6.1, 5.4, 1.0, 2.6, 2.9, 3.3, 39.0),
        "8417": (0.3, 0.6, 45.9, 7.2, 6.0, 1.1, 2.8, 2.9, 3.1, 30.1),
    }
    rows: tuple[Row, ...] = (
        (Span("Component", rows=2), Span("Bottle no., mol %", columns=2)),
        tuple(shares),
        *(
            (part, *(f"{share[i]:.1f}" for share in shares.values()))
            for i, part in enumerate(parts)
        ),
    )
    return Grid(rows, caption="Table 2: Composition of reservoir fluid", header_rows=2)


def reservoir_documents() -> tuple[Document, ...]:
    """All documents of this module."""
    return core_analysis(), special_core_analysis(), stem_tests(), fluid_study()
