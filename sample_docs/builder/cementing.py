"""Cementing: the contractor's report on A-3 H and the operator's memo on A-7."""

from __future__ import annotations

from builder.blocks import Break, Document, Grid, Heading, Span, Text
from builder.facts import CEMENTER, Job
from builder.formats import Row, comma, dashed, facts_form, glyph
from builder.laboratory import laboratory_tests
from builder.operations import JOBS, jobs_of, slurries_of
from builder.wells import LOMVI, TERNA

A3 = TERNA.typed


def cementing_report() -> Document:
    """The Word report on the three jobs of A-3 H."""
    return Document(
        path="Havsule/A-3 H/Cementing_Report_39-8-A-3H.docx",
        title=f"Cementing report, well {A3}",
        header=f"{CEMENTER} | Well {A3} | Field Havsule | CONFIDENTIAL",
        footer="Doc. BC-2011-107 rev. 1",
        blocks=(
            Text(f"Cementing report, well {A3}", "title"),
            Heading("1 Summary"),
            _summary(),
            Text(
                "Three strings were cemented from Polar Sula. Returns were full on the first job; "
                "the two deeper jobs lost a little fluid to the formation during displacement. "
                "All slurries were tested ashore before they were sent out."
            ),
            _strings(),
            Break(),
            Heading("2 Slurries"),
            Text("Densities are those weighed with the pressurised balance during the job."),
            _slurries(),
            Heading("2.1 Spacer and centralisers", 2),
            _spacers(),
            Break(landscape=True),
            Heading("3 Job execution"),
            Heading("3.1 Intermediate string", 2),
            _schedule("CJ-0701", "Table 4: Pumping sequence, 13 ⅜” casing"),
            Heading("3.2 Production string", 2),
            _schedule("CJ-0713", "Table 5: Pumping sequence, 9 ⅝” casing"),
            Text("Lessons learned:"),
            Text(
                "Batch mix the tail slurry of the production string; it was on the fly this time.",
                "bullet",
            ),
            Text("Keep 15 m3 of spacer on board as contingency.", "bullet"),
            Break(),
            Heading("4 Results"),
            _displacement(),
            Text("The bond was logged on wireline before drilling out of the production string."),
            _bond(),
        ),
    )


def _summary() -> Grid:
    return facts_form(
        (
            ("Well", A3),
            ("Rig", "Polar Sula"),
            ("Client", "Skarvholm Energi AS"),
            ("Contractor", CEMENTER),
            ("Unit", "BCU-14, diesel, 2 x 650 hp"),
            ("Engineers", "I. Rognli / T. Haugvik"),
            ("Jobs", "CJ-0688, CJ-0701, CJ-0713"),
            ("Cement", "Class G, silo 2 and 4"),
        )
    )


def _strings() -> Grid:
    rows: tuple[Row, ...] = (
        (
            "Casing OD",
            "Hole size",
            Span("Setting depth", columns=2),
            Span("Pipe", columns=2),
            "Excess",
        ),
        ("", "", "MD", "TVD", "Weight", "Grade", "open hole"),
        ("[in]", "[in]", "[m]", "[m]", "[ppf]", "", "[%]"),
        *(
            (
                glyph(string.size),
                glyph(string.hole),
                f"{string.shoe:.0f}",
                f"{TERNA.tvd(string.shoe):.0f}",
                string.weight_ppf,
                string.grade,
                excess,
            )
            for string, excess in zip(TERNA.casings[1:4], ("150", "50", "30"), strict=True)
        ),
    )
    return Grid(rows, caption=f"Table 1: Casing and hole data, {A3}", header_rows=3)


def _slurries() -> Grid:
    rows: tuple[Row, ...] = (
        (
            Span("Slurry no.", rows=2),
            Span("Casing", rows=2),
            Span("Type", rows=2),
            Span("Design", columns=3),
            Span("Pumped", columns=2),
        ),
        ("Density", "Yield", "Mix water", "Density", "Volume"),
        ("", "", "", "[sg]", "[m3/t]", "[l/100 kg]", "[sg]", "[m3]"),
        *(
            (
                slurry.id,
                glyph(job.size),
                slurry.role,
                f"{slurry.density:.2f}",
                f"{slurry.yield_m3_t:.2f}",
                f"{slurry.water_l_100kg:.1f}",
                f"{slurry.density - 0.01:.2f}",
                f"{slurry.volume_m3:.1f}",
            )
            for job in jobs_of(TERNA)
            for slurry in slurries_of(job.number)
        ),
    )
    return Grid(rows, caption="Table 2: Cement slurries, design and as pumped", header_rows=3)


def _spacers() -> Grid:
    recipe = Grid(
        (
            ("Component", "kg/m3"),
            ("Viscosifier BV-3", "14"),
            ("Barite", "610"),
            ("Surfactant", "22"),
        )
    )
    rows: tuple[Row, ...] = (
        ("Job", "Spacer [m3]", "Recipe", "Centralisers"),
        ("CJ-0688", "30.0", "Dyed seawater", "8 bow, stinger job"),
        ("CJ-0701", "18.0", Span("Weighted spacer 1.48 sg:", nested=recipe), "24 bow"),
        ("CJ-0713", "15.0", "as CJ-0701, 1.60 sg", "41 solid, 1 per joint over the lowest 480 m"),
    )
    return Grid(rows, caption="Table 3: Spacers and centralisers")


def _schedule(number: str, caption: str) -> Grid:
    job = next(job for job in JOBS if job.number == number)
    start = 6 * 60 + 10
    rows: list[Row] = [
        ("Start", "Fluid", "Slurry no.", "Volume", "Rate", "Density"),
        ("", "", "", "[m3]", "[l/min]", "[sg]"),
    ]
    steps = [
        ("Spacer", "-", job.spacer_m3, 900, 1.48 if job.size == "13 3/8" else 1.60),
        *(
            (f"{s.role} cement".capitalize(), s.id, s.volume_m3, 850, s.density)
            for s in slurries_of(number)
        ),
        (
            "Displacement, mud",
            "-",
            job.displacement_m3,
            job.rate_lpm,
            1.36 if job.size == "13 3/8" else 1.50,
        ),
    ]
    for fluid, slurry, volume, rate, density in steps:
        rows.append(
            (
                f"{start // 60:02d}:{start % 60:02d}",
                fluid,
                slurry,
                f"{volume:.1f}",
                str(rate),
                f"{density:.2f}",
            )
        )
        start += round(volume * 1000 / rate) + 5
    return Grid(tuple(rows), caption=caption, header_rows=2)


def _displacement() -> Grid:
    rows: tuple[Row, ...] = (
        (
            "Job no.",
            "Date",
            "Displacement m3",
            "Final rate l/min",
            "Plug bumped bar",
            "Losses m3",
            "Engineer",
        ),
        *(_job(job) for job in jobs_of(TERNA)),
    )
    return Grid(
        rows,
        caption="Table 6: Displacement and plug bump",
        notes=("Stinger job: no plug was run on CJ-0688.",),
    )


def _job(job: Job) -> Row:
    bumped = str(job.bumped_bar) if job.bumped_bar else "no bump"
    return (
        job.number,
        job.date,
        f"{job.displacement_m3:.1f}",
        str(job.rate_lpm),
        bumped if job.size != "20" else "n/a",
        f"{job.losses_m3:.1f}" if job.losses_m3 else "nil",
        job.engineer,
    )


def _bond() -> Grid:
    rows: tuple[Row, ...] = (
        ("Casing", "TOC planned [m MD]", "TOC found [m MD]", "Method", "Bond"),
        ("20”", "seabed", "seabed", "ROV, returns seen", "-"),
        ("13 ⅜”", "1 300", "1 310", "Pressure lift", "not logged"),
        ("9 ⅝”", "2 450", "2 465", "CBL/VDL, run 1C", "good below 2 610 m, patchy above"),
    )
    return Grid(rows, caption="Table 7: Top of cement and bond", caption_below=True)


def lomvi_jobs() -> Document:
    """A borderless PDF with decimal commas; the jobs of A-7."""
    return Document(
        path="Havsule/A-7 Lomvi/Lomvi_cement_jobs_2012.pdf",
        title="Lomvi cement jobs",
        header="Skarvholm Energi AS - Lomvi, cementing",
        footer="Internal memo DW-12-041",
        face="serif",
        blocks=(
            Heading("Lomvi: cement jobs January to March 2012"),
            Text(
                "The production casing lost returns when the tail came round the shoe and the plug did "
                "not bump. The lost volume is our estimate from the trip tank. A remedial job was not "
                "needed because the bond log showed cement well above the reservoir."
            ),
            Grid(
                (
                    ("Job", "String", "Date", "Displaced", "Rate", "Bump", "Lost"),
                    ("", "", "", "m3", "l/min", "bar", "m3"),
                    *(
                        (
                            job.number,
                            dashed(job.size),
                            job.date,
                            comma(job.displacement_m3),
                            str(job.rate_lpm),
                            str(job.bumped_bar) if job.bumped_bar else "-",
                            comma(job.losses_m3),
                        )
                        for job in jobs_of(LOMVI)
                    ),
                ),
                caption="Table 1. Cement jobs, pumping result",
                header_rows=2,
                rules="header",
            ),
            Text("Slurries were made up offshore from the recipes agreed with the laboratory."),
            Grid(
                (
                    ("Slurry", "Job", "Density", "Volume", "Additives"),
                    ("", "", "sg", "m3", ""),
                    *(
                        (s.id, s.job, comma(s.density, 2), comma(s.volume_m3), s.additives)
                        for job in jobs_of(LOMVI)
                        for s in slurries_of(job.number)
                    ),
                ),
                caption="Table 2. Slurries pumped",
                header_rows=2,
                rules="header",
            ),
            Grid(
                (
                    ("String", "TOC, m MD", "How found"),
                    *(
                        (dashed(c.size), f"{c.top_of_cement:.0f}", how)
                        for c, how in zip(
                            LOMVI.casings[1:],
                            (
                                "returns to seabed",
                                "pressure match",
                                "USIT run 2B",
                                "top of liner, tagged",
                            ),
                            strict=True,
                        )
                    ),
                ),
                caption="Table 3. Top of cement",
                rules="none",
            ),
        ),
    )


def cement_documents() -> tuple[Document, ...]:
    """All documents of this module."""
    return cementing_report(), lomvi_jobs(), laboratory_tests()
