"""A-7: final summary, survey, bits and assemblies, liner tally."""

from __future__ import annotations

from builder.blocks import Beside, Break, Document, Grid, Heading, Span, Text
from builder.facts import OPERATOR, jitter
from builder.formats import (
    Row,
    dashed,
    facts_form,
    glyph,
    grouped_tops,
    station,
)
from builder.wells import LOMVI

LINER_SHOE_M = 3860.0
FLOW_LPM = {"36": 4200, "26": 4500, "17 1/2": 4100, "12 1/4": 2900, "8 1/2": 2000}


def final_summary() -> Document:
    """A PDF in serif type whose tables have rules around the header only."""
    return Document(
        path="Havsule/A-7 Lomvi/Final_well_summary_Lomvi.pdf",
        title="Final well summary, Lomvi",
        header=f"{OPERATOR} - Final well summary",
        footer="DW-12-066",
        face="serif",
        blocks=(
            Heading("Final well summary: Lomvi, water injector"),
            facts_form(
                (
                    ("Official name", LOMVI.name),
                    ("Also written", f"{LOMVI.typed}, A-7, Lomvi"),
                    ("Spud", LOMVI.spud),
                    ("Completed", LOMVI.finished),
                    ("TD MD/TVD", f"{LOMVI.depth} / {LOMVI.tvd(LOMVI.depth):.0f} m"),
                    ("RKB elevation", "31.0 m"),
                )
            ),
            Text(
                "Lomvi supports the pressure of the western segment. Severe losses in the chalk and "
                "again during the cementing of the production string cost nine days."
            ),
            _casings(),
            _muds(),
            Break(),
            Heading("Stratigraphy"),
            Grid(
                (("Unit", "Top m MD", "Top m TVDSS", "Interval m"), *grouped_tops(LOMVI)),
                caption="Table 3. Stratigraphic tops",
                rules="header",
            ),
            Heading("Completion"),
            Text("The liner was perforated under balance with 2 7/8 inch guns in three runs."),
            _perforations(),
            Break(),
            Heading("Injection test"),
            Text("Treated sea water was injected at three rates, each for six hours."),
            _injection(),
            _tops_of_equipment(),
        ),
    )


def _casings() -> Grid:
    rows: tuple[Row, ...] = (
        ("Hole", "Pipe", "Set at", "TVD", "Weight and grade", "Run"),
        ("in", "in", "m MD", "m", "", ""),
        *(
            (
                dashed(c.hole),
                dashed(c.size),
                f"{c.shoe:.0f}",
                f"{LOMVI.tvd(c.shoe):.0f}",
                f"{c.weight_ppf} # {c.grade}",
                c.run_date,
            )
            for c in LOMVI.casings
        ),
    )
    return Grid(rows, caption="Table 1. Strings set", header_rows=2, rules="header")


def _muds() -> Grid:
    rows: tuple[Row, ...] = (
        ("Section", "System", "Weight sg", "PV cP", "YP lb/100ft2", "Losses m3"),
        *(
            (
                dashed(m.hole),
                m.kind,
                f"{m.low:.2f}-{m.high:.2f}",
                str(m.pv),
                str(m.yp),
                str(m.losses_m3) if m.losses_m3 else "none",
            )
            for m in LOMVI.muds
        ),
    )
    return Grid(rows, caption="Table 2. Mud systems", rules="header")


def _perforations() -> Grid:
    return Grid(
        (
            ("Run", "From m MD", "To m MD", "Shots/ft", "Phasing", "Charge"),
            ("1", "3486", "3541", "6", "60°", "HMX 26 g"),
            ("2", "3396", "3452", "6", "60°", "HMX 26 g"),
            ("3", "3136", "3169", "4", "90°", "HMX 22 g"),
        ),
        caption="Table 4. Perforations",
        rules="header",
    )


def _injection() -> Grid:
    return Grid(
        (
            ("Rate m3/d", "Wellhead bar", "Bottom hole bar", "Injectivity m3/d/bar"),
            ("1000", "41", "358", "71"),
            ("2500", "77", "381", "68"),
            ("4000", "128", "406", "66"),
        ),
        caption="Table 5. Injectivity",
        caption_below=True,
        rules="header",
    )


def _tops_of_equipment() -> Beside:
    return Beside(
        (
            Grid(
                (
                    ("Upper completion", "m MD"),
                    ("DHSV", "412"),
                    ("Gauge mandrel", "2884"),
                    ("Packer", "2907"),
                ),
                caption="Equipment",
            ),
            Grid(
                (("Annulus", "bar"), ("A, after 30 min", "206"), ("B, after 30 min", "138")),
                caption="Pressure tests",
            ),
        )
    )


def survey_report() -> Document:
    """The surveyor's listing, landscape, header on every page."""
    return Document(
        path="Havsule/A-7 Lomvi/Directional_survey_39_8-A-7.pdf",
        title="Survey listing 39/8-A-7",
        header="Survey listing   Well: 39/8-A-7   Slot 9   Field: Havsule   Method: minimum curvature",
        footer="Vertical section azimuth 147.0 deg",
        face="typewriter",
        blocks=(
            Grid(
                (
                    ("Tool", "From (m)", "To (m)", "Error model", "Date"),
                    ("Gyro, drop", "0", "798", "GYD-CT", "21 Jan 2012"),
                    ("MWD + IFR", "798", "3044", "MWD-IFR1", "2 Mar 2012"),
                    ("MWD + IFR", "3044", "3868", "MWD-IFR1", "16 Mar 2012"),
                ),
                caption="Survey tool programme",
            ),
            Break(landscape=True),
            Grid(
                (
                    (
                        "Measured\ndepth",
                        "Hole\nangle",
                        "Azimuth",
                        "True vert.\ndepth",
                        "N(+)/S(-)",
                        "E(+)/W(-)",
                        "Dogleg\nseverity",
                    ),
                    ("(m)", "(deg)", "(deg)", "(m)", "(m)", "(m)", "(deg/30m)"),
                    *(station(s) for s in LOMVI.survey),
                ),
                caption="SURVEY LISTING",
                header_rows=2,
                rules="header",
                repeat_header=True,
                widths=(95.0,) * 7,
                size=9,
            ),
        ),
    )


def bit_record() -> Document:
    """Word: bits, and assemblies listed by their number."""
    return Document(
        path="Havsule/A-7 Lomvi/Bit_and_BHA_record_Lomvi.docx",
        title="Bit and BHA record",
        header="Well A-7 | Bit and BHA record",
        footer="Directional drilling, Polar Sula",
        blocks=(
            Heading("Bit record"),
            _bits(),
            Heading("Parameters"),
            _parameters(),
            Break(),
            Heading("Assemblies"),
            Text("Items are listed from the bit up. Lengths as measured on the pipe deck."),
            *(_assembly(number, items) for number, items in ASSEMBLIES),
        ),
    )


def _bits() -> Grid:
    rows: tuple[Row, ...] = (
        (
            Span("Bit no.", rows=2),
            Span("Size", rows=2),
            Span("Make and type", rows=2),
            Span("Serial", rows=2),
            Span("Depth m", columns=2),
            Span("Hrs", rows=2),
            Span("Dull", rows=2),
            Span("RP", rows=2),
        ),
        ("In", "Out"),
        *(
            (
                str(b.number),
                glyph(b.size),
                f"{b.maker} {b.type}",
                b.serial,
                str(b.depth_in),
                str(b.depth_out),
                f"{b.hours:.1f}",
                b.dull,
                b.reason,
            )
            for b in LOMVI.bits
        ),
    )
    return Grid(
        rows,
        caption="Table 1: Bits run",
        header_rows=2,
        notes=(
            "RP: reason pulled; PR penetration rate, DTF downhole tool failure, TD total depth of section.",
        ),
    )


def _parameters() -> Grid:
    rows: tuple[Row, ...] = (
        ("Bit no.", "BHA no.", "WOB t", "RPM", "Flow l/min", "SPP bar", "Max. torque kNm"),
        *(
            (
                str(b.number),
                str(b.bha),
                f"{2 + 12 * jitter('wob', b.serial):.0f}",
                f"{80 + 80 * jitter('rpm', b.serial):.0f}",
                f"{FLOW_LPM[b.size] + 200 * jitter('flow', b.serial):.0f}",
                f"{110 + 160 * jitter('spp', b.serial):.0f}",
                f"{9 + 24 * jitter('torque', b.serial):.0f}",
            )
            for b in LOMVI.bits
        ),
    )
    return Grid(rows, caption="Table 2: Drilling parameters")


ASSEMBLIES = (
    (
        3,
        (
            ("PDC bit", '17 1/2"', "0.41"),
            ('Motor 9 5/8", 1.2° bend', '9 5/8"', "9.15"),
            ("Stabiliser", '17 1/4"', "2.10"),
            ("MWD", '9 1/2"', "10.32"),
            ("Jar", '8"', "9.60"),
        ),
    ),
    (
        5,
        (
            ("PDC bit", '12 1/4"', "0.36"),
            ("Rotary steerable", '9"', "7.42"),
            ("MWD/LWD", '8 1/4"', "14.80"),
            ("Stabiliser", '12 1/8"', "1.95"),
            ("Jar", '6 1/2"', "9.44"),
        ),
    ),
    (
        7,
        (
            ("PDC bit", '8 1/2"', "0.29"),
            ("Rotary steerable", '6 3/4"', "7.10"),
            ("LWD density/neutron", '6 3/4"', "11.26"),
            ("MWD", '6 3/4"', "9.87"),
            ("Jar", '6 1/2"', "9.44"),
        ),
    ),
)


def _assembly(number: int, items: tuple[tuple[str, str, str], ...]) -> Grid:
    table = {3: 3, 5: 4, 7: 5}[number]
    return Grid((("Item", "OD", "Length m"), *items), caption=f"Table {table}: BHA no. {number}")


def liner_tally() -> Document:
    """A PDF tally without a repeated header."""
    rows: list[Row] = [("No.", "Length", "Total", "Top of joint"), ("", "m", "m", "m MD")]
    total = 0.0
    for number in range(1, 78):
        length = round(11.6 + 0.5 * jitter("liner", number), 2)
        total = round(total + length, 2)
        rows.append((str(number), f"{length:.2f}", f"{total:.2f}", f"{LINER_SHOE_M - total:.2f}"))
    return Document(
        path="Havsule/A-7 Lomvi/Liner_tally_7in.pdf",
        title="Liner tally",
        header='Well 39-8-A-07   7" liner, 29#, 13Cr L80, VAM TOP',
        footer="Shoe at 3860 m, liner hanger at 2941 m",
        blocks=(
            Heading("Liner tally"),
            Text("Joints counted from the shoe. Joint 3 carries the landing collar."),
            Grid(tuple(rows), caption="Joints run", header_rows=2, size=8.5),
        ),
    )


def lomvi_documents() -> tuple[Document, ...]:
    """All documents of this module."""
    return final_summary(), survey_report(), bit_record(), liner_tally()
