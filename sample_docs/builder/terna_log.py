"""Day by day and joint by joint: the long tables of A-3 H."""

from __future__ import annotations

from datetime import date, timedelta

from builder.blocks import Document, Grid, Heading, Text
from builder.facts import jitter, progress
from builder.formats import Row, comma, facts_form, glyph, thousands

TALLIED_SHOE_M = 1875.0  # the tally, and who copied from it, put the shoe 1 m deeper
JOINT_M = 12.1
TALLY_ROWS_PER_PAGE = 42
PROGRESS = (  # day from spud, depth at midnight
    (0, 215.0),
    (1, 264.0),
    (3, 264.0),
    (9, 818.0),
    (15, 818.0),
    (24, 1880.0),
    (31, 1880.0),
    (42, 2710.0),
    (46, 2710.0),
    (56, 3218.0),
    (62, 3218.0),
    (72, 4655.0),
    (79, 4655.0),
)
SPECIAL_DAYS = {  # day from spud: what was done when the hole did not grow
    2: ("CSG", 'Ran and cemented 30" conductor'),
    10: ("CSG", 'Ran 20" casing'),
    11: ("CMT", 'Cemented 20", stinger job'),
    14: ("TEST", "Drilled out, FIT"),
    25: ("CIRC", "Circulated, wiper trip"),
    26: ("CSG", 'Ran and landed 13 3/8" casing'),
    27: ("CMT", 'Cemented 13 3/8", tested seal'),
    31: ("TEST", "Drilled out, leak-off test"),
    43: ("NPT", "Pulled out, motor failed"),
    44: ("NPT", "Changed motor and bit"),
    57: ("CIRC", "Circulated, wiper trip"),
    58: ("CSG", 'Ran 9 5/8" casing'),
    59: ("CMT", 'Cemented 9 5/8"'),
    62: ("TEST", "Drilled out, FIT"),
    75: ("COMP", "Ran screens"),
    76: ("COMP", "Set packer"),
    78: ("COMP", "Cleaned up to rig"),
}


def time_log() -> tuple[Heading | Text | Grid, ...]:
    """The section on operations: the main activity of each day, over two pages."""
    rows: list[Row] = [("Date", "Hours", "Depth, m", "Code", "Operation")]
    rows += [_day(day) for day in range(80)]
    return (
        Heading("6 Operations"),
        Text("One line is given for each day, for the activity that took most of it."),
        Grid(tuple(rows), caption="Table 10: Main activity by day"),
        Text("Waiting on weather is booked under the activity that it held up."),
    )


def _day(day: int) -> Row:
    when = date(2011, 5, 2) + timedelta(days=day)
    depth = progress(PROGRESS, day)
    drilled = day > 0 and depth > progress(PROGRESS, day - 1)
    usual = ("DRLG", "Drilled ahead") if drilled else ("BOP", "BOP and rig work")
    code, text = SPECIAL_DAYS.get(day, usual)
    hours = comma(13 + 9 * jitter("hours", day))
    return (f"{when:%d.%m}", hours, thousands(depth), code, text)


def casing_tally() -> Document:
    """The tally of the intermediate string in Word, from the shoe upwards, over several pages."""
    rows: list[Row] = [
        ("Joint", "OD", "Weight ppf", "Grade", "Length m", "Cumulative m", "Top at m")
    ]
    total = 0.0
    items = [("Shoe", 0.62), ("1", JOINT_M), ("2", JOINT_M), ("Float collar", 0.48)]
    items += [(str(n), round(11.8 + 0.6 * jitter("joint", n), 2)) for n in range(3, 137)]
    for label, length in items:
        total = round(total + length, 2)
        rows.append(
            (
                label,
                glyph("13 3/8"),
                "72",
                "P110",
                f"{length:.2f}",
                f"{total:.2f}",
                f"{TALLIED_SHOE_M - total:.2f}",
            )
        )
    breaks = tuple(range(TALLY_ROWS_PER_PAGE - 8, len(rows), TALLY_ROWS_PER_PAGE))
    return Document(
        path="Havsule/A-3 H/Casing_tally_A-03_H.docx",
        title="Casing tally",
        header="Skarvholm Energi AS   CASING TALLY",
        footer="Tally man: A. Ness",
        page_marks="rendered",
        blocks=(
            facts_form(
                (
                    ("Well", "A-03 H"),
                    ("String", "13 ⅜”, 72 ppf, P110, VAM 21"),
                    ("Date", "27.-28.05.2011"),
                    ("Shoe depth by tally", f"{TALLIED_SHOE_M:.0f} m"),
                    ("Drift", '12.259"'),
                    ("Make-up torque", "18 600 ft-lb"),
                )
            ),
            Grid(
                tuple(rows),
                caption="Running tally, from the shoe up",
                repeat_header=True,
                breaks=breaks,
            ),
            Text(
                f"Joints left out: 137 to 142. Last joint cut on surface; {thousands(total)} m run."
            ),
        ),
    )
