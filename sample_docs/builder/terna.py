"""The end of well report of A-3 H."""

from __future__ import annotations

from builder.blocks import Beside, Break, Contents, Document, Grid, Heading, Span, Text
from builder.facts import LICENCE, OPERATOR, RIG
from builder.formats import (
    Row,
    comma,
    dashed,
    facts_form,
    grouped_tops,
    inches,
    station,
    thousands,
)
from builder.terna_log import casing_tally, time_log
from builder.wells import TERNA


def end_of_well_report() -> Document:
    """The long PDF report."""
    return Document(
        path="Havsule/A-3 H/EOWR_39_8-A-3_H.pdf",
        title="End of well report 39/8-A-3 H",
        header=f"{OPERATOR}  |  End of well report  |  39/8-A-3 H (Terna)",
        footer="Havsule Drilling & Wells, DW-11-093",
        front_pages=2,
        blocks=(
            Text("End of well report", "title"),
            Text("Well 39/8-A-3 H, Terna", "title"),
            Text(f"{LICENCE}, Havsule field. Rig {RIG}. Operator {OPERATOR}."),
            Text(
                "Prepared by Drilling and Wells, September 2011. All depths are m MD RKB unless stated."
            ),
            Break(),
            Heading("Contents"),
            Contents(),
            Break(),
            *_overview(),
            Break(),
            *_construction(),
            Break(),
            *_fluids(),
            Break(landscape=True),
            Heading("5 Bits and assemblies"),
            _bits(),
            Break(),
            *time_log(),
            Break(),
            *_geology(),
            Break(),
            *_survey(),
            Break(),
            *_completion(),
        ),
    )


def _overview() -> tuple[Heading | Text | Grid | Beside, ...]:
    return (
        Heading("1 Summary"),
        Text(
            "Terna is the third producer of the Havsule development. It was drilled from slot 5 and "
            "placed horizontally in the upper Tarbert sand. The well was drilled without a serious "
            "incident; the longest delay came from the motor failure in the 12 1/4 inch section. "
            "The objective length of reservoir was reached and the screens were run to bottom."
        ),
        facts_form(
            (
                ("Well name", "39/8-A-3 H"),
                ("Nickname", "Terna"),
                ("Purpose", TERNA.kind),
                ("Slot", "5"),
                ("Spudded", TERNA.spud),
                ("Rig released", TERNA.finished),
                ("RKB - MSL", comma(TERNA.rkb_m) + " m"),
                ("Water depth", comma(TERNA.water_m) + " m"),
                ("TD", f"{TERNA.depth} m MD / {TERNA.tvd(TERNA.depth):.0f} m TVD"),
                ("Cost", "412 MNOK"),
            ),
            caption="Table 1: Main data of the well",
        ),
        Heading("2 Time and cost"),
        Text(
            "Time is counted from spud to rig release. Planned time is the P50 of the programme; "
            "waiting on weather is not in the plan."
        ),
        Grid(
            (
                (Span("Phase", rows=2), Span("Days", columns=3), Span("Cost, MNOK", columns=2)),
                ("Plan", "Actual", "NPT", "Plan", "Actual"),
                ('36" and 26" sections', "11,5", "12,1", "0,6", "58", "61"),
                ('17 1/2" section', "14,0", "16,3", "0,9", "70", "79"),
                ('12 1/4" section', "24,0", "30,2", "5,4", "121", "149"),
                ('8 1/2" section', "13,0", "11,8", "0,2", "66", "62"),
                ("Completion", "11,0", "9,6", "0,0", "67", "61"),
                ("Total", "73,5", "80,0", "7,1", "382", "412"),
            ),
            caption="Table 2: Time and cost by phase",
            header_rows=2,
        ),
        Beside(
            (
                Grid(
                    (
                        ("Cause", "Hours"),
                        ("Downhole motor", "61,5"),
                        ("Cement manifold", "5,8"),
                        ("Top drive", "38,0"),
                        ("Weather", "51,1"),
                        ("Others", "14,0"),
                    ),
                    caption="Lost time by cause",
                ),
                Grid(
                    (
                        ("Phase", "Incidents", "Observations"),
                        ("Riserless", "0", "41"),
                        ("Intermediate", "1*", "63"),
                        ("Production", "0", "88"),
                        ("Reservoir", "0", "52"),
                    ),
                    caption="Safety",
                    notes=("* dropped shackle, 0,4 kg from 3 m",),
                ),
            )
        ),
    )


def _construction() -> tuple[Heading | Text | Grid, ...]:
    rows: tuple[Row, ...] = (
        (
            Span("Hole", rows=2),
            Span("Casing", rows=2),
            Span("Shoe", columns=2),
            Span("Weight", rows=2),
            Span("Grade", rows=2),
            Span("Connection", rows=2),
            Span("Date", rows=2),
        ),
        ("MD", "TVD"),
        ("in", "in", "m", "m", "lb/ft", "", "", ""),
        *(
            (
                inches(c.hole),
                inches(c.size),
                thousands(c.shoe),
                thousands(TERNA.tvd(c.shoe)),
                c.weight_ppf,
                c.grade,
                c.connection,
                c.run_date,
            )
            for c in TERNA.casings
        ),
    )
    return (
        Heading("3 Well construction"),
        Text(
            "The conductor was drilled and cemented in one run. The intermediate string was set in "
            "the tuff to case off the reactive clays above, the production string in the top of the "
            "reservoir so that the horizontal section could be drilled with a lighter fluid."
        ),
        Grid(rows, caption="Table 3: Casing as run", header_rows=3),
        Text(
            "Formation strength was tested after drilling 3 to 5 m of new formation below each shoe. "
            "Values are equivalent mud weights at the shoe."
        ),
        Grid(
            (
                ("Shoe", "Depth, m MD", "Test", "Mud, sg", "EMW, sg"),
                *(
                    (
                        dashed(s.size),
                        thousands(TERNA.casing(s.size).shoe),
                        s.kind + ("1)" if s.kind == "FIT" else ""),
                        comma(s.mud, 2),
                        comma(s.emw, 2),
                    )
                    for s in TERNA.strengths
                ),
            ),
            caption="Table 4: Formation strength",
            notes=("1) Limit test: stopped before leak-off.",),
        ),
        Text("Cementing is described in the contractor's report; the results are repeated here."),
        Grid(
            (
                ("String", "Top of cement, m MD", "Plug"),
                ("30", "seabed", "n/a"),
                ("20", "seabed", "n/a"),
                ("13 3/8", "1 310", "bumped"),
                ("9 5/8", "2 465", "bumped"),
            ),
            caption="Table 5: Cementing results",
            rules="header",
        ),
    )


def _fluids() -> tuple[Heading | Text | Grid, ...]:
    return (
        Heading("4 Drilling fluids"),
        Text(
            "Water based fluid was used to the intermediate casing point, oil based fluid below. "
            "Losses were small. They were met while running the production string and while cementing."
        ),
        Grid(
            (
                ("Section", "Fluid", "Density", "PV", "YP", "Fluid loss", "Lost"),
                ("in", "", "sg", "cP", "lb/100ft2", "ml", "m3"),
                *(
                    (
                        m.hole,
                        m.kind,
                        f"{comma(m.low, 2)} - {comma(m.high, 2)}",
                        str(m.pv),
                        str(m.yp),
                        comma(m.fluid_loss) if m.fluid_loss else "-",
                        str(m.losses_m3) if m.losses_m3 else "nil",
                    )
                    for m in TERNA.muds
                ),
            ),
            caption="Table 6: Drilling fluid properties by section",
            header_rows=2,
            rules="none",
        ),
        Text(
            "Consumption is taken from the supplier's delivery notes and the stock on rig release."
        ),
        Grid(
            (
                ("Product", "Unit", '26"', '17 1/2"', '12 1/4"', '8 1/2"', "Total"),
                ("Barite", "t", "62", "288", "341", "44", "735"),
                ("Bentonite", "t", "48", "-", "-", "-", "48"),
                ("KCl", "t", "-", "154", "-", "-", "154"),
                ("Base oil", "m3", "-", "-", "318", "91", "409"),
                ("CaCO3", "t", "-", "2", "19", "33", "54"),
            ),
            caption="Table 7: Product consumption",
        ),
        Heading("4.1 Solids control and waste", 2),
        Text(
            "Cuttings from the oil based sections were shipped to shore. The figures below are the "
            "weights received by the treatment plant."
        ),
        Grid(
            (
                ("Section", "Cuttings to shore, t", "Slop, m3", "Oil on cuttings, %"),
                ('12 1/4"', "486", "212", "7,9"),
                ('8 1/2"', "231", "96", "6,4"),
            ),
            caption="Table 8: Waste sent ashore",
        ),
    )


def _bits() -> Grid:
    rows: tuple[Row, ...] = (
        (
            Span("Bit", columns=6),
            Span("Run", columns=5),
            Span("Dull grading", rows=2),
            Span("Why pulled", rows=2),
        ),
        (
            "No.",
            "Size",
            "Maker",
            "Type",
            "IADC",
            "Serial no.",
            "BHA",
            "In, m",
            "Out, m",
            "Hours",
            "ROP, m/h",
        ),
        *(
            (
                str(b.number),
                inches(b.size),
                b.maker,
                b.type,
                b.iadc,
                b.serial,
                str(b.bha),
                thousands(b.depth_in),
                thousands(b.depth_out),
                comma(b.hours),
                comma((b.depth_out - b.depth_in) / b.hours),
                b.dull,
                b.reason,
            )
            for b in TERNA.bits
        ),
    )
    return Grid(rows, caption="Table 9: Bit record", header_rows=2)


def _geology() -> tuple[Heading | Text | Grid, ...]:
    return (
        Heading("7 Geology"),
        Text(
            "Tops are from cuttings and logs, those of the reservoir from logs alone. Depths below sea "
            "level are printed negative. The reservoir came in 9 m deep to prognosis."
        ),
        Grid(
            (("Unit", "Top, m MD", "Top, m TVDSS", "Length in well, m"), *grouped_tops(TERNA)),
            caption="Table 11: Formation tops",
        ),
        Heading("7.1 Logging", 2),
        Text("Logs were recorded while drilling; wireline was used for the bond log only."),
        Grid(
            (
                ("Run", "Tools", "Interval, m MD", "Max. temp. °C"),
                ("MWD 2", "GR, directional", "264 - 818", "24"),
                ("MWD 3", "GR, resistivity", "818 - 1 880", "47"),
                ("MWD 4-5", "GR, resistivity, sonic", "1 880 - 3 218", "88"),
                ("MWD 6", "GR, azimuthal resistivity, density, neutron", "3 218 - 4 655", "104"),
                ("1C", "CBL/VDL, CCL", "2 200 - 3 180", "91"),
            ),
            caption="Table 12: Logs recorded",
        ),
    )


def _survey() -> tuple[Heading | Text | Grid, ...]:
    return (
        Heading("8 Directional survey"),
        Text("Definitive survey, every fifth station. Grid north, minimum curvature, from slot 5."),
        Grid(
            (
                ("MD", "Incl.", "Azim.", "TVD", "North", "East", "DLS"),
                ("m", "deg", "deg", "m", "m", "m", "deg/30 m"),
                *(station(s) for s in TERNA.survey),
            ),
            caption="Table 13: Definitive survey",
            header_rows=2,
            repeat_header=True,
            size=9,
        ),
    )


def _completion() -> tuple[Heading | Text | Grid, ...]:
    return (
        Heading("9 Completion and clean-up"),
        Text(
            "The screens were run on drill pipe in conditioned fluid and the packer set with a ball."
        ),
        Grid(
            (
                ("Item", "OD, in", "ID, in", "Top, m MD", "Length, m"),
                ("Packer", "8 1/4", "4.892", "3 102,0", "2,4"),
                ("Blank pipe", "5 1/2", "4.892", "3 104,4", "141,6"),
                ("Screens, 250 micron", "5 1/2", "4.892", "3 246,0", "1 396,5"),
                ("Shoe", "5 3/4", "-", "4 642,5", "5,5"),
            ),
            caption="Table 14: Lower completion",
            caption_below=True,
        ),
        Text("The well was cleaned up to the rig before it was handed over to production."),
        Grid(
            (
                (
                    Span("Choke, 1/64 in", rows=2),
                    Span("Rate, Sm3/d", columns=3),
                    Span("Wellhead pressure, bar", rows=2),
                ),
                ("Oil", "Water", "Gas, 1000"),
                ("32", "820", "12", "117", "142"),
                ("48", "1 510", "9", "216", "126"),
                ("64", "2 240", "8", "321", "107"),
            ),
            caption="Table 15: Clean-up flow",
            header_rows=2,
        ),
    )


def terna_documents() -> tuple[Document, ...]:
    """All documents of this module."""
    return end_of_well_report(), casing_tally()
