"""A weekly status in Word, formation pressures on a turned page, strength tests of all wells."""

from __future__ import annotations

from builder.blocks import Break, Document, Grid, Heading, Span, Text
from builder.facts import Well, feet, jitter, ppg, psi
from builder.formats import Row, comma, inches
from builder.wells import LOMVI, SULE, TERNA

INITIAL_BAR = 328.0
DATUM_TVDSS_M = 3038.0
WATER_BAR_PER_M = 0.0981 * 1.02
DEPLETION_BAR = {"Tarbert Fm": 12.0, "Ness Fm": 3.5, "Etive Fm": 9.0, "Rannoch Fm": 8.0}
STATIONS = {
    "Tarbert Fm": (3124.0, 3142.5, 3161.0, 3188.5),
    "Ness Fm": (3240.0, 3301.0),
    "Etive Fm": (3399.0, 3420.5, 3447.0),
    "Rannoch Fm": (3490.0, 3533.0, 3588.0),
}


def weekly_report() -> Document:
    """A table that only arranges the page, tables inside it, a tracked change."""
    return Document(
        path="Havsule/A-3 H/Weekly_2011_23_A-3_H.docx",
        title="Weekly status, week 23",
        header="Havsule | weekly status | week 23, 2011",
        page_marks="explicit",
        blocks=(
            Heading("A-3 H (Terna), week 23"),
            Grid(
                ((Span("Cost, MNOK", nested=_cost()), Span("Stock", nested=_stock())),),
                header_rows=0,
                kind="layout",
                rules="none",
            ),
            Text('The 12 1/4" section was started on 3 June after the leak-off test.'),
            Grid(
                (
                    ("Activity", "Planned days", "Actual days", "Ahead (+) / behind (-)"),
                    ("Conductor and surface", "11,5", "12,1", "-0,6"),
                    ("Intermediate", "14,0", Span("16,3", was="15,9"), "-2,3"),
                    ("Production, so far", "4,0", "3,5", "+0,5"),
                ),
                caption="Table 1: Progress against plan",
            ),
            Grid(
                (
                    ("Role", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
                    ("Operator", "4", "4", "5", "5", "4", "4", "4"),
                    ("Drilling contractor", "52", "52", "51", "53", "53", "52", "52"),
                    ("Service", "21", "23", "26", "26", "24", "22", "22"),
                    ("Total", "77", "79", "82", "84", "81", "78", "78"),
                ),
                caption="Table 2: People on board",
            ),
        ),
    )


def _cost() -> Grid:
    return Grid(
        (
            ("Item", "To date", "Budget"),
            ("Rig", "88", "91"),
            ("Services", "49", "47"),
            ("Tangibles", "31", "33"),
        )
    )


def _stock() -> Grid:
    return Grid(
        (("Product", "Stock"), ("Barite", "205 t"), ("Cement G", "133 t"), ("Base oil", "412 m3"))
    )


def pressure_report() -> Document:
    """Two units side by side, ranges, nil marks; and a table pasted as a picture."""
    return Document(
        path="Havsule/A-7 Lomvi/Formation_pressures_Lomvi.pdf",
        title="Formation pressures",
        header="Lomvi - wireline formation pressures, 17 March 2012",
        footer="Quartz gauge; hydrostatic 1.32 sg",
        turned=True,
        blocks=(
            Heading("Formation pressures"),
            Text(
                "Twelve stations were tried before the liner was run. The Tarbert is depleted by the "
                "producers, the Ness hardly. The picture is copied from the prognosis of 2011."
            ),
            Grid(
                (
                    ("Unit", "Expected bar", "Range"),
                    ("Tarbert", "310", "300-325"),
                    ("Ness", "330", "320-335"),
                    ("Etive", "345", "335-350"),
                ),
                caption="Figure 1: Prognosed pressure at top of unit",
                picture=True,
                size=10,
            ),
            Break(landscape=True),
            _stations(),
            Break(),
            Heading("Fluid gradients"),
            Grid(
                (
                    ("Unit", "Gradient, bar/m", "Fluid"),
                    ("Tarbert", comma(WATER_BAR_PER_M, 3), "water"),
                    ("Ness", "n/a", "too few points"),
                    ("Etive-Rannoch", comma(WATER_BAR_PER_M, 3), "water"),
                ),
                caption="Table 2: Gradients",
            ),
        ),
    )


def _stations() -> Grid:
    rows: list[Row] = [
        (
            Span("No.", rows=2),
            Span("Depth", columns=3),
            Span("Formation pressure", columns=2),
            Span("Mobility mD/cP", rows=2),
            Span("Remark", rows=2),
        ),
        ("m MD", "m TVDSS", "ft TVDSS", "bar", "psi"),
    ]
    number = 0
    for unit, depths in STATIONS.items():
        rows.append((Span(unit.upper(), columns=8),))
        for depth in depths:
            number += 1
            rows.append(_station(number, unit, depth))
    return Grid(tuple(rows), caption="Table 1: Pressure stations", header_rows=2)


def _station(number: int, unit: str, depth: float) -> Row:
    below_sea = LOMVI.tvdss(depth)
    head: Row = (str(number), f"{depth:.1f}", f"{below_sea:.1f}", str(feet(below_sea)))
    if jitter("tight", number, depth) < 0.2:
        return (*head, "-", "-", "<0.1", "tight")
    bar = INITIAL_BAR + WATER_BAR_PER_M * (below_sea - DATUM_TVDSS_M) - DEPLETION_BAR[unit]
    mobility = 10 ** (1 + 2 * jitter("mobility", number))
    return (*head, f"{bar:.1f}", str(psi(bar)), f"{mobility:.0f}", "")


def strength_tests() -> Document:
    """Strength tests of all the wells in one table, grouped by well; and the pressure tests."""
    return Document(
        path="Havsule/FIT_LOT_summary_Havsule.pdf",
        title="Formation strength and pressure tests",
        header="Havsule wells - formation strength and pressure tests",
        footer="Updated April 2012",
        blocks=(
            Heading("Formation strength, all wells"),
            Text("Surface pressures are read at the cement unit. The old well was tested in ppg."),
            Grid(
                (
                    ("Casing", "Test", "Date", "Mud", "Surface pressure", "EMW"),
                    ("in", "", "", "sg", "bar", "sg"),
                    *(row for well in (SULE, TERNA, LOMVI) for row in _strengths(well)),
                ),
                caption="Table 1: Leak-off and integrity tests",
                header_rows=2,
                notes=(
                    "* Recomputed from ppg: "
                    + ", ".join(f"{ppg(s.emw)}" for s in SULE.strengths)
                    + " ppg; surface pressure "
                    + ", ".join(f"{psi(s.surface_bar)}" for s in SULE.strengths)
                    + " psi.",
                ),
            ),
            Heading("Casing pressure tests"),
            Grid(
                (
                    ("Well", "Casing", "Tested to, bar", "Held, min", "Drop, bar", "Fluid"),
                    ("A-3 H", '13 3/8"', "180", "15", "2", "1.36 sg"),
                    ("A-3 H", '9 5/8"', "310", "15", "1", "1.50 sg"),
                    ("A-7", '13 3/8"', "180", "15", "3", "1.38 sg"),
                    ("A-7", '9 5/8"', "250", "15", "0", "1.45 sg"),
                    ("A-7", '7" liner', "280", "30", "2", "1.30 sg"),
                ),
                caption="Table 2: Casing tested",
            ),
            Heading("BOP tests"),
            Grid(
                (
                    ("Date", "Rig", "Rams, bar", "Annular, bar", "Result"),
                    ("29.05.2011", "Polar Sula", "345", "240", "ok"),
                    ("30.06.2011", '"', "345", "240", "ok"),
                    ("10.02.2012", '"', "345", "240", "lower pipe ram retested"),
                    ("05.03.2012", '"', "345", "240", "ok"),
                ),
                caption="Table 3: BOP pressure tests",
            ),
        ),
    )


def _strengths(well: Well) -> tuple[Row, ...]:
    star = "*" if well is SULE else ""
    return (
        (Span(f"Well {well.name} ({well.nickname})", columns=6),),
        *(
            (
                inches(s.size),
                s.kind,
                s.date,
                f"{s.mud:.2f}",
                f"{s.surface_bar}{star}",
                f"{s.emw:.2f}{star}",
            )
            for s in well.strengths
        ),
    )


def status_documents() -> tuple[Document, ...]:
    """All documents of this module."""
    return weekly_report(), pressure_report(), strength_tests()
