"""The discovery well of 1984: scans and the Norwegian final report."""

from __future__ import annotations

from datetime import date, timedelta

from builder.blocks import Beside, Break, Document, Grid, Heading, Span, Text
from builder.facts import Mud, feet, jitter, ppg, progress, psi
from builder.formats import Row, comma, dashed, facts_form, grouped_tops, next_casing
from builder.operations import CORES, STEM_TESTS, StemTest
from builder.wells import SULE

FOLDER = "Havsule/Brønn 39_8-2"
BARRELS_PER_M3 = 6.2898


def final_report() -> Document:
    """The Norwegian final report, Word, with numbered "Tabell" captions."""
    return Document(
        path=f"{FOLDER}/Sluttrapport_brønn_39_8-2.docx",
        title="Sluttrapport brønn 39/8-2",
        header="Sluttrapport   Brønn 39/8-2   Havsule",
        footer="Skrevet av på nytt 1998 fra original 1985",
        long_fields=True,
        blocks=(
            Text("Sluttrapport, letebrønn 39/8-2", "title"),
            Heading("1 Innledning"),
            Text(
                "Brønnen påviste olje i Brentgruppen. Dybder er meter målt dybde under boredekk (RKB). "
                "Foringsrør ble satt etter program, bortsett fra forlengelsesrøret som ble satt 10 m grunnere."
            ),
            _well_data(),
            _casings(),
            Break(),
            Heading("2 Geologi"),
            Text(
                "Formasjonstoppene er tatt fra loggene. Alle dybder er vertikale, avviket er ubetydelig."
            ),
            Grid(
                (("Enhet", "Topp, m RKB", "Topp, m u. havet", "Tykkelse, m"), *grouped_tops(SULE)),
                caption="Tabell 3: Stratigrafi",
                repeat_header=True,
            ),
            Break(),
            _cores(),
            Heading("3 Boring"),
            Text(
                "Slamtap forekom i kalken i 12 1/4 tommers hull; 64 m3 gikk tapt før tapssonen var tettet."
            ),
            _muds(),
            Break(),
            Heading("4 Tilbakeplugging"),
            Text("Brønnen ble forlatt permanent etter tre produksjonstester."),
            _plugs(),
            Heading("5 Produksjonstester"),
            _tests(),
        ),
    )


def _well_data() -> Grid:
    return facts_form(
        (
            ("Brønn", "39/8-2"),
            ("Utvinningstillatelse", "PL 9039"),
            ("Borestart", "18.8.1984"),
            ("Avsluttet", "9.12.1984"),
            ("RKB", "25 m"),
            ("Vanndyp", "181 m"),
            ("Totalt dyp", f"{comma(SULE.depth)} m"),
            ("Temperatur ved TD", "119 °C"),
        ),
        caption="Tabell 1: Brønndata",
    )


def _casings() -> Grid:
    rows: tuple[Row, ...] = (
        (Span("Foringsrør", columns=3), Span("Dybde", columns=2), "Sement"),
        ("Diameter", "Vekt", "Stålkvalitet", "Sko", "Hull", "Topp"),
        ("tommer", "lb/ft", "", "m RKB", "m RKB", "m RKB"),
        *(
            (
                c.size,
                c.weight_ppf,
                c.grade,
                comma(c.shoe),
                comma(c.shoe + 6 + round(6 * jitter("rathole", c.size))),
                "havbunn" if c.top_of_cement == 206 else comma(c.top_of_cement or 0.0),
            )
            for c in SULE.casings
        ),
    )
    return Grid(rows, caption="Tabell 2: Foringsrør og sementering", header_rows=3)


def _cores() -> Grid:
    rows: tuple[Row, ...] = (
        ("Kjerne nr.", "Fra m", "Til m", "Utvinning %", "Formasjon"),
        *(
            (
                str(c.number),
                comma(c.top),
                comma(c.base),
                comma(100 * c.recovered / (c.base - c.top)),
                c.unit,
            )
            for c in CORES
        ),
    )
    return Grid(rows, caption="Tabell 4: Kjerneprøver")


def _muds() -> Grid:
    rows: tuple[Row, ...] = (
        ("Seksjon", "Type", "Slamvekt", "Tap"),
        ("tommer", "", "g/cm3", "m3"),
        *(
            (
                dashed(m.hole),
                m.kind,
                f"{comma(m.low, 2)}-{comma(m.high, 2)}",
                str(m.losses_m3) if m.losses_m3 else "-",
            )
            for m in SULE.muds
        ),
    )
    return Grid(rows, caption="Tabell 5: Borevæske", header_rows=2)


def _plugs() -> Grid:
    return Grid(
        (
            ("Plugg", "Fra m", "Til m", "Sement tonn", "Prøvd"),
            ("1", "3155,0", "3105,0", "2,8", "-"),
            ("2 (EZSV)", "3045,0", "3025,0", "1,1", "tagget 5 t"),
            ("3", "2930,0", "2830,0", "6,4", "trykk 70 bar"),
            ("4", "1916,0", "1816,0", "11,9", "tagget 8 t"),
            ("5", "406,0", "256,0", "31,0", "-"),
        ),
        caption="Tabell 6: Sementplugger ved tilbakeplugging",
        caption_below=True,
    )


def _tests() -> Grid:
    rows: tuple[Row, ...] = (
        ("DST", "Intervall m", "Olje Sm3/d", "Gass 1000 Sm3/d", 'Dyse 1/64"'),
        *(
            (
                str(t.number),
                f"{comma(t.top)} - {comma(t.base)}",
                str(max(f.oil for f in t.flows)),
                str(max(f.gas for f in t.flows)),
                str(max(f.choke for f in t.flows)),
            )
            for t in STEM_TESTS
        ),
    )
    return Grid(rows, caption="Tabell 7: Største rater i testene")


def mud_record() -> Document:
    """The scanned mud record: feet, pounds per gallon, a page of use of material."""
    return Document(
        path=f"{FOLDER}/39-8-2_mud_record_1984.pdf",
        title="Scan0017",
        header="SKARVHOLM            WELL  39-8-2",
        face="typewriter",
        scan=1984,
        blocks=(
            Grid(_mud_days(0, 52), caption="DRILLING MUD RECORD", header_rows=2, size=8.5),
            Break(),
            Grid(_mud_days(52, 85), caption="DRILLING MUD RECORD (cont.)", header_rows=2, size=8.5),
            Grid(
                (
                    ("MATERIAL", "UNIT", '26"', '17 1/2"', '12 1/4"', '8 1/2"'),
                    ("Barite", "MT", "41", "286", "402", "38"),
                    ("Bentonite", "MT", "66", "52", "18", "3"),
                    ("Gypsum", "SX", "NIL", "940", "610", "NIL"),
                    ("Lignosulph.", "SX", "NIL", "515", "733", "120"),
                    ("Caustic", "DR", "22", "61", "74", "15"),
                    ("LCM mica", "SX", "NIL", "NIL", "184", "NIL"),
                ),
                caption="MATERIAL USED PER HOLE SECTION",
                rules="header",
                size=9.5,
            ),
        ),
    )


PROGRESS = (  # day from spud, depth at midnight
    (0, 216.0),
    (1, 230.0),
    (2, 230.0),
    (9, 613.0),
    (15, 613.0),
    (32, 1866.0),
    (38, 1866.0),
    (64, 3001.0),
    (70, 3001.0),
    (82, 3450.0),
    (87, 3450.0),
)


def _mud_days(first: int, last: int) -> tuple[Row, ...]:
    header: tuple[Row, ...] = (
        ("DATE", "DEPTH", "WT", "VIS", "PV", "YP", "GELS", "W.L.", "PH", "CL"),
        ("1984", "FT", "PPG", "SEC", "CP", "", "0/10", "CC", "", "PPM"),
    )
    return header + tuple(_mud_day(day) for day in range(first, last, 2))


def _mud_day(day: int) -> Row:
    depth = progress(PROGRESS, day)
    mud, share = _mud_at(depth)
    density = mud.low + share * (mud.high - mud.low)
    when = date(1984, 8, 18) + timedelta(days=day)
    water_loss = f"{mud.fluid_loss + jitter('wl', day):.1f}" if mud.fluid_loss else "N.C."
    return (
        f"{when:%b} {when.day}".upper(),
        str(feet(depth)),
        f"{ppg(density):.1f}",
        str(38 + round(14 * jitter("vis", day))),
        str(mud.pv + round(4 * jitter("pv", day))),
        str(mud.yp + round(3 * jitter("yp", day))),
        f"{2 + round(3 * jitter('gel', day))}/{9 + round(8 * jitter('gel10', day))}",
        water_loss,
        f"{9 + jitter('ph', day):.1f}",
        str(100 * round(140 + 60 * jitter("cl", day))),
    )


def _mud_at(depth: float) -> tuple[Mud, float]:
    """The mud in use at a depth, and how far down its section that is, in [0, 1]."""
    above = 206.0
    for mud in SULE.muds:
        base = next_casing(SULE, mud.hole).shoe if mud.hole != "8 1/2" else SULE.depth
        if depth <= base:
            return mud, (depth - above) / (base - above)
        above = base
    raise ValueError(f"no mud at {depth} m")


def well_sheet() -> Document:
    """The scanned one-page sheet: a form and five boxes in two columns."""
    return Document(
        path=f"{FOLDER}/scan_well_sheet.pdf",
        title="Scan0003",
        header="WELL DATA SUMMARY SHEET",
        face="typewriter",
        scan=398,
        blocks=(
            facts_form(
                (
                    ("WELL ID:", "39/8-2X"),
                    ("FIELD:", "HAVSULE"),
                    ("KBE:", "25 M"),
                    ("WATER DEPTH:", "181 M"),
                    ("SPUD DATE:", "18.8.84"),
                    ("STATUS:", "P + A"),
                    ("T D:", f"{feet(SULE.depth)} FT"),
                    ("BHT:", "119 C"),
                ),
            ),
            Beside(
                (
                    Grid(
                        (
                            ("", "DIA. INCH", "DEPTH FT", "HOLE INCH", "SACKS"),
                            *(
                                (label, c.size, str(feet(c.shoe)), c.hole, sacks)
                                for label, c, sacks in zip(
                                    ("COND", "SFC CGS", "INT CGS", "INT CGS", "LINER"),
                                    SULE.casings,
                                    ("900", "2350", "2880", "1460", "420"),
                                    strict=True,
                                )
                            ),
                            ("PROD CGS", "", "", "", ""),
                        ),
                        caption="CASING RECORD",
                        size=8.5,
                    ),
                    Grid(
                        (
                            ("TYPE", "INTERVAL FT"),
                            ("DIL-SLS", "2012-6110"),
                            ("DIL-SLS", "6122-9840"),
                            ("LDL-CNL", "9846-11310"),
                            ("HDT", "9846-11305"),
                            ("CBL", "7400-9790"),
                            ("RFT", "10020-10420"),
                        ),
                        caption="LOGS RUN",
                        size=8.5,
                    ),
                )
            ),
            Beside(
                (
                    Grid(
                        (
                            ("NO", "INTERVAL FT", "REC", "STATIC BHP", "FFP"),
                            *(_sheet_test(t) for t in STEM_TESTS),
                        ),
                        caption="DST",
                        size=8.5,
                    ),
                    Grid(
                        (
                            ("DEPTH FT", "DEG"),
                            ("2012", "0.25"),
                            ("6135", "0.75"),
                            ("9846", "1.25"),
                            ("11319", "1.5"),
                        ),
                        caption="DEVIATION",
                        size=8.5,
                    ),
                )
            ),
            Grid(
                (
                    ("SIDEWALL CORES", "SHOT", "REC", "EMPTY"),
                    ("6200-9800 FT", "60", "51", "9"),
                    ("9860-11300 FT", "30", "22", "8"),
                ),
                size=8.5,
            ),
            Text("MISC: ALL DEPTHS BELOW KB"),
        ),
    )


def _sheet_test(test: StemTest) -> Row:
    best = max(test.flows, key=lambda flow: flow.choke)
    return (
        str(test.number),
        f"{feet(test.top)}-{feet(test.base)}",
        f"{best.oil * BARRELS_PER_M3:.0f} bpd",
        str(psi(test.initial_bar)),
        str(psi(best.bottom_bar)),
    )


def discovery_documents() -> tuple[Document, ...]:
    """All documents of this module."""
    return (
        final_report(),
        mud_record(),
        well_sheet(),
    )
