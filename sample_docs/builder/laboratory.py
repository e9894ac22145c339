"""The cement laboratory's tests of the slurries of both development wells."""

from __future__ import annotations

from builder.blocks import Break, Document, Grid, Heading, Span, Text
from builder.facts import LABORATORY, Slurry
from builder.formats import Row
from builder.operations import JOBS, SLURRIES, slurries_of


def laboratory_tests() -> Document:
    """The laboratory knows slurries and jobs, no wells."""
    return Document(
        path="Havsule/Laboratory/Kystlab_slurry_tests_2011-2012.pdf",
        title="Slurry test results",
        header=f"{LABORATORY} - cement laboratory - test results 2011-2012",
        footer="API RP 10B-2 procedures",
        blocks=(
            Heading("Slurry tests"),
            Text(
                "Tests were run on rig samples of cement, water and additives. Each slurry is known by "
                "its number on the request form. Thickening time was run on a pressurised consistometer "
                "at the circulating temperature given by the client."
            ),
            _thickening(SLURRIES[:6], "Table 1: Thickening time and fluid loss, 2011"),
            _thickening(SLURRIES[6:], "Table 2: Thickening time and fluid loss, 2012"),
            Text("Strength was measured in the ultrasonic cement analyser (UCA)."),
            _strength(SLURRIES, "Table 3: UCA compressive strength"),
            Break(landscape=True),
            Heading("Rheology"),
            _rheology(),
            Break(),
            Heading("Requests"),
            Grid(
                (
                    ("Request", "Received", "Job no.", "Slurries", "Client's remark"),
                    *(
                        (
                            f"R-{100 + 7 * index}",
                            job.date,
                            job.number,
                            ", ".join(s.id for s in slurries_of(job.number)),
                            remark,
                        )
                        for index, (job, remark) in enumerate(
                            zip(
                                JOBS,
                                (
                                    "",
                                    "",
                                    "gas above",
                                    "",
                                    "",
                                    "loss zone expected",
                                    "liner, rotate",
                                ),
                                strict=True,
                            )
                        )
                    ),
                ),
                caption="Table 5: Test requests",
            ),
        ),
    )


def _thickening(slurries: tuple[Slurry, ...], caption: str) -> Grid:
    rows: tuple[Row, ...] = (
        (
            Span("Slurry", rows=2),
            Span("BHCT\n°C", rows=2),
            Span("Thickening time, h:min", columns=2),
            Span("Fluid loss\nml/30 min", rows=2),
            Span("Free fluid\n%", rows=2),
        ),
        ("40 Bc", "100 Bc"),
        *(
            (
                s.id,
                str(s.bhct_c),
                _clock(s.thickening_min - 35),
                _clock(s.thickening_min),
                str(s.fluid_loss_ml),
                f"{s.free_fluid:.1f}" if s.free_fluid else "trace",
            )
            for s in slurries
        ),
    )
    return Grid(rows, caption=caption, header_rows=2)


def _clock(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02d}"


def _strength(slurries: tuple[Slurry, ...], caption: str) -> Grid:
    rows: tuple[Row, ...] = (
        ("Slurry", "Time to 50 psi, h", "Time to 500 psi, h", "Strength at 24 h, psi"),
        *(
            (s.id, f"{s.uca_50psi_h:.1f}", f"{s.uca_500psi_h:.1f}", f"{s.strength_24h_psi}")
            for s in slurries
        ),
    )
    return Grid(rows, caption=caption, rules="header")


def _rheology() -> Grid:
    speeds = (300, 200, 100, 60, 30, 6, 3)
    rows: list[Row] = [
        (
            Span("Slurry", rows=2),
            Span("Temp. °C", rows=2),
            Span("Dial reading at rpm", columns=7),
            Span("10 s gel", rows=2),
        ),
        tuple(str(speed) for speed in speeds),
    ]
    for slurry in SLURRIES:
        thin = slurry.role == "lead"
        for temperature in ("20", str(slurry.bhct_c)):
            factor = (38 if thin else 72) * (1.0 if temperature == "20" else 0.72)
            readings = tuple(f"{4 + factor * (speed / 300) ** 0.6:.0f}" for speed in speeds)
            first: Row = (Span(slurry.id, rows=2),) if temperature == "20" else ()
            rows.append((*first, temperature, *readings, f"{factor / 6:.0f}"))
    return Grid(tuple(rows), caption="Table 4: Rheology at 20 °C and at BHCT", header_rows=2)
