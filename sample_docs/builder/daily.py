"""Daily drilling reports in Word: forms, time breakdowns, lists."""

from __future__ import annotations

from dataclasses import dataclass

from builder.blocks import Document, Grid, Heading, Text
from builder.facts import OPERATOR, RIG, Well
from builder.formats import facts_form
from builder.wells import LOMVI, TERNA


@dataclass(frozen=True, slots=True)
class Day:
    """What one morning report says; hours: (from, to, depth, code, what was done)."""

    well: Well
    folder: str
    number: int
    date: str
    printed_date: str
    depth: int
    progress: int
    hole: str
    casing: str
    hours: tuple[tuple[str, str, str, str, str], ...]
    mud: tuple[tuple[str, str], ...]
    remarks: tuple[str, ...]
    bulk: tuple[tuple[str, str, str], ...]


def daily_documents() -> tuple[Document, ...]:
    """All daily reports."""
    return tuple(_report(day) for day in DAYS)


def _report(day: Day) -> Document:
    well = day.well
    return Document(
        path=f"Havsule/{day.folder}/DDR_{well.typed}_{day.date}.docx",
        title="Daily drilling report",
        header=f"{OPERATOR}   DAILY DRILLING REPORT   {day.printed_date}",
        footer="Printed from RigLog",
        page_marks="explicit",
        blocks=(
            facts_form(
                (
                    ("Well", well.short),
                    ("Report no.", str(day.number)),
                    ("Date", day.printed_date),
                    ("Rig", RIG),
                    ("Depth 24:00", f"{day.depth} m MD"),
                    ("Progress", f"{day.progress} m"),
                    ("Hole size", f'{day.hole}"'),
                    ("Last casing", day.casing),
                    ("Supervisor", "H. Myrvang / K. Dale"),
                    ("Days from spud", str(day.number - 1)),
                )
            ),
            Grid(
                (("From", "To", "Depth m", "Code", "Description"), *day.hours),
                caption="Time breakdown, 00:00 to 24:00",
                caption_is_heading=True,
                size=8.5,
            ),
            Grid(
                (("Property", "Value"), *day.mud),
                caption="Mud check 22:00",
                caption_is_heading=True,
            ),
            Grid(
                (("Material", "Used", "On board"), *day.bulk),
                caption="Bulk and consumables",
                caption_is_heading=True,
            ),
            Heading("Remarks", 2),
            *(Text(remark, "bullet") for remark in day.remarks),
        ),
    )


DAYS = (
    Day(
        TERNA,
        "A-3 H",
        28,
        "2011-05-29",
        "29.05.2011",
        1880,
        0,
        "17 1/2",
        '20" at 812 m',
        (
            ("00:00", "04:30", "1 880", "CSG", 'Ran last joints of 13 3/8", landed hanger'),
            ("04:30", "06:00", "1 880", "CIRC", "Circulated 1,3 x string volume, gas 0,4 %"),
            ("06:00", "11:00", "1 880", "CMT", "Cemented as per programme, lost 3,5 m3 in all"),
            ("11:00", "11:15", '"', "CMT", "Bumped plug, held 10 min"),
            ("11:15", "19:00", '"', "BOP", "Set seal assembly, tested to 345 bar"),
            ("19:00", "24:00", '"', "WAIT", "WOC 5 h; laid down casing tools"),
        ),
        (
            ("Type", "KCl/polymer"),
            ("Density", "1,36 sg"),
            ("Funnel viscosity", "58 s"),
            ("PV / YP", "22 / 14"),
            ("API fluid loss", "3,8 ml"),
            ("KCl", "128 kg/m3"),
        ),
        (
            "Crane 2 out of service 02:00 - 07:30.",
            "Weather: NW 18 kn, Hs 1,4 m.",
            "Next: drill out and perform LOT.",
        ),
        (("Cement G", "96 t", "118 t"), ("Barite", "0 t", "212 t"), ("Diesel", "17 m3", "604 m3")),
    ),
    Day(
        TERNA,
        "A-3 H",
        60,
        "2011-06-30",
        "30.06.2011",
        3218,
        0,
        "12 1/4",
        '13 3/8" at 1 875 m',
        (
            ("00:00", "05:00", "3 218", "CSG", 'Landed 9 5/8" casing, rigged up cement head'),
            ("05:00", "06:00", '"', "CIRC", "Circulated at 1 500 l/min, no losses"),
            (
                "06:00",
                "09:20",
                '"',
                "CMT",
                "Pumped spacer, lead and tail; lost 9,0 m3 in displacement",
            ),
            ("09:20", "09:40", '"', "CMT", "Bumped plug with 172 bar, floats held"),
            ("09:40", "15:30", '"', "NPT-EQ", "Repaired leaking cement manifold valve"),
            ("15:30", "24:00", '"', "BOP", 'Tested BOP, picked up 8 1/2" BHA'),
        ),
        (
            ("Type", "Low-tox OBM"),
            ("Density", "1,50 sg"),
            ("PV / YP", "31 / 11"),
            ("HTHP fluid loss", "2,6 ml"),
            ("O/W ratio", "78/22"),
            ("ES", "742 V"),
        ),
        ("5,8 h lost on the valve, charged to contractor.", "Bond log planned with run 1C."),
        (("Cement G", "31 t", "74 t"), ("Barite", "12 t", "188 t"), ("Base oil", "9 m3", "143 m3")),
    ),
    Day(
        LOMVI,
        "A-7 Lomvi",
        48,
        "2012-02-27",
        "27.02.2012",
        2688,
        103,
        "12 1/4",
        '13 3/8" at 1 926 m',
        (
            ("00:00", "03:30", "2 585", "TRIP", "RIH with new bit, filled pipe every 500 m"),
            ("03:30", "14:00", "2 651", "DRLG", "Drilled ahead, 3 000 l/min, WOB 9 t"),
            ("14:00", "18:30", "2 651", "NPT-LC", "Lost 62 m3 in Shetland; spotted two LCM pills"),
            ("18:30", "24:00", "2 688", "DRLG", "Drilled with reduced rate, losses 1-2 m3/h"),
        ),
        (
            ("Type", "Low-tox OBM"),
            ("Density", "1,46 sg"),
            ("PV / YP", "29 / 12"),
            ("HTHP fluid loss", "2,4 ml"),
            ("LCM", "45 kg/m3"),
            ("ES", "688 V"),
        ),
        ("Mud weight cut from 1,49 to 1,46 sg after losses.", "Supply boat due 28.02."),
        (
            ("CaCO3 coarse", "8 t", "14 t"),
            ("Barite", "0 t", "230 t"),
            ("Base oil", "55 m3", "97 m3"),
        ),
    ),
    Day(
        LOMVI,
        "A-7 Lomvi",
        54,
        "2012-03-04",
        "04.03.2012",
        3050,
        0,
        "12 1/4",
        '13 3/8" at 1 926 m',
        (
            ("00:00", "07:00", "3 050", "CSG", 'Ran 9 5/8" to setting depth, no drag'),
            ("07:00", "08:30", '"', "CIRC", "Staged pumps to 1 400 l/min, seepage 0,5 m3/h"),
            ("08:30", "12:10", '"', "CMT", "Cemented; returns lost 11:05; plug did not bump"),
            ("12:10", "20:10", '"', "WAIT", "WOC 8 h"),
            ("20:10", "24:00", '"', "TEST", "Tested casing to 250 bar, good"),
        ),
        (
            ("Type", "Low-tox OBM"),
            ("Density", "1,45 sg"),
            ("PV / YP", "28 / 12"),
            ("HTHP fluid loss", "2,5 ml"),
            ("O/W ratio", "80/20"),
            ("ES", "701 V"),
        ),
        ("27,5 m3 lost during the job.", "USIT to be run before drilling out."),
        (("Cement G", "39 t", "92 t"), ("Barite", "0 t", "229 t"), ("Base oil", "12 m3", "85 m3")),
    ),
)
