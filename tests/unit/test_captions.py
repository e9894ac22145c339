"""What counts as a caption, and which of several lines is the one."""

import pytest

from extractors.captions import (
    Line,
    choose_caption,
    choose_captions,
    looks_like_note,
    match_caption,
)
from relatab.model import Caption

NUMBERED = [
    ("Table 3.1 – Mud program, well 7/11-1X", "3.1", "Mud program, well 7/11-1X"),
    ("TABLE 1", "1", ""),
    ("tABLE 2. Small capitals", "2", "Small capitals"),
    ("Tab. 2: Bits", "2", "Bits"),
    ("Table A-3. Core analysis", "A-3", "Core analysis"),
    ("Table IV Casing", "IV", "Casing"),
    ("Table CA7. | Samples", "CA7", "Samples"),
    ("Exhibit 2a. Results", "2a", "Results"),
    ("Appendix B", "B", ""),
    ("Tabell 4: Slamprogram", "4", "Slamprogram"),
    ("Tabel 2.1 Putten", "2.1", "Putten"),
    ("Tableau 3 - Boue", "3", "Boue"),
    ("Tabla 5. Lodo", "5", "Lodo"),
    ("Tabelle 6: Bohrlöcher", "6", "Bohrlöcher"),
    ("Tabela 4. Revestimento", "4", "Revestimento"),
    ("Quadro 3 - Lama", "3", "Lama"),
    ("Tabella 2: Tubaggio", "2", "Tubaggio"),
    ("Taulukko 2. Putkitus", "2", "Putkitus"),
    ("Tbl. 3 Casing", "3", "Casing"),
    ("Table (3): Casing", "3", "Casing"),
    ("Table [A-1] Casing", "A-1", "Casing"),
    ("Таблица 2 — Скважины", "2", "Скважины"),
    ("表 1 固井数据", "1", "固井数据"),
    ("表3-2 水泥浆性能", "3-2", "水泥浆性能"),
]


@pytest.mark.parametrize(("text", "number", "title"), NUMBERED)
def test_numbered_captions_are_known_in_the_languages_of_reports(
    text: str, number: str, title: str
) -> None:
    match = match_caption(text)
    assert match is not None
    assert (match.number, match.title, match.continued) == (number, title, False)


@pytest.mark.parametrize(
    "text",
    [
        "Table 3 shows the mud weights used in each section.",
        "table 3 below",
        "Table of contents",
        "Tabular data",
        "Appendix to the report",
        "Figure 3: Pore pressure",
        "7/11-1X",
        "",
        "Table 3 " + "long prose " * 40,
        "Table 3: " + "long prose " * 80,
    ],
)
def test_other_text_is_no_caption(text: str) -> None:
    assert match_caption(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Table 3 (continued)",
        "Table 3 (cont'd)",
        "TABLE 3, CONTINUED",
        "Table 3: Casing—Continued",
        "Tabell 3 (forts.)",
        "Tabel 3 (vervolg)",
        "Tableau 3 (suite)",
        "Таблица 3 (продолжение)",
        "续表3",
        "表3（续）",
    ],
)
def test_a_continuation_says_so_and_keeps_its_number(text: str) -> None:
    match = match_caption(text)
    assert match is not None
    assert match.continued
    assert match.number == "3"


@pytest.mark.parametrize(
    "text",
    [
        "Note: from logs",
        "* estimated",
        "1) at 68 °F",
        "Source: NPD",
        "† lost",
        "Merknad: x",
        "注：井深",
    ],
)
def test_footnotes_and_sources_are_notes(text: str) -> None:
    assert looks_like_note(text)


@pytest.mark.parametrize("text", ["Noteworthy wells", "1 Introduction", "CASING RECORD", "7/11-1"])
def test_titles_are_no_notes(text: str) -> None:
    assert not looks_like_note(text)


def test_a_number_above_beats_one_below_and_both_beat_a_title() -> None:
    title = Line("CASING RECORD", bold=True)
    numbered = Line("Table 2: Casing", distance=1)
    below = Line("Table 3: Casing")
    assert choose_caption([title, numbered], [below]) == Caption("Table 2: Casing", "numbered")
    assert choose_caption([title], [below]) == Caption("Table 3: Casing", "numbered")
    assert choose_caption([title], []) == Caption("CASING RECORD", "box_title")


def test_a_title_nearer_to_the_table_beats_the_number_of_its_appendix() -> None:
    appendix = Line("Appendix 1 – Well tests", distance=1)
    title = Line("Flow periods of DST 2", bold=True)
    assert choose_caption([title, appendix], []) == Caption("Flow periods of DST 2", "box_title")
    assert choose_caption([appendix], []) == Caption("Appendix 1 – Well tests", "numbered")


def test_marks_of_the_source_say_how_a_caption_was_found() -> None:
    assert choose_caption([Line("Casing", caption_style=True)], []) == Caption("Casing", "style")
    marked = Line("Table 1 Casing", caption_style=True, sequence_field=True)
    assert choose_caption([marked], []) == Caption("Table 1 Casing", "sequence_field")


@pytest.mark.parametrize(
    ("line", "source"),
    [
        (Line("Casing", heading=True), "heading"),
        (Line("Casing", bold=True), "box_title"),
        (Line("Casing", centred=True), "box_title"),
        (Line("CASING RECORD"), "box_title"),
        (Line("MUD RECORD (cont.)"), "box_title"),
        (Line("Mud Program:"), "box_title"),
        (Line("Plug data, core no. 1", alone=True), "box_title"),
    ],
)
def test_a_line_set_off_right_above_is_a_title(line: Line, source: str) -> None:
    caption = choose_caption([line], [])
    assert caption is not None
    assert (caption.text, caption.source) == (line.text, source)


@pytest.mark.parametrize(
    "line",
    [
        Line("Casing data"),
        Line("below the last casing shoe", alone=True),
        Line("- 12 -", bold=True),
        Line("Page 2 of 7", bold=True),
        Line("* from drillers' log", bold=True),
        Line("Figure 2: Pore pressure", caption_style=True),
        Line("The following sizes were run:", bold=True),
        Line("• higher than in the first well", bold=True),
        Line("All depths are given in metres below the rotary table.", bold=True),
        Line("CASING RECORD", bold=True, distance=9),
        Line("Table 2: Casing", distance=9),
        Line("Phillips Petroleum Company", bold=True, furniture=True),
        Line("Table 2: Casing", furniture=True),
    ],
)
def test_when_in_doubt_there_is_no_caption(line: Line) -> None:
    assert choose_caption([line], []) is None


def test_a_title_below_a_table_is_not_its_own() -> None:
    assert choose_caption([], [Line("MUD PROPERTIES", bold=True)]) is None


def test_prose_cuts_a_table_off_from_captions_beyond() -> None:
    prose = Line("The casing was run without trouble and cemented to the sea bed as planned.")
    assert choose_caption([prose, Line("Table 2: Casing", distance=1)], []) is None


def test_a_paragraph_about_the_table_may_stand_between_it_and_its_caption() -> None:
    about = Line("This table gives the depths of all casing shoes, measured from the rotary table.")
    caption = Line("Table 2: Casing", distance=2)
    assert choose_caption([about, caption], []) == Caption("Table 2: Casing", "numbered")


def test_a_line_in_brackets_is_looked_across() -> None:
    lines = [Line("(all depths in m RKB)", bold=True), Line("CASING RECORD", distance=1)]
    assert choose_caption(lines, []) == Caption("CASING RECORD", "box_title")


def test_a_bare_number_takes_the_title_under_it() -> None:
    lines = [Line("Casing and cement"), Line("Table 2", distance=1)]
    assert choose_caption(lines, []) == Caption("Table 2 Casing and cement", "numbered")
    note = [Line("* estimated"), Line("Table 2", distance=1)]
    assert choose_caption(note, []) == Caption("Table 2", "numbered")


@pytest.mark.parametrize(
    "text",
    [
        'R> Lines <- "',
        "R> time(z)",
        '> z[format(time(z), "%w") == "5", ]',
        "t(sapply(fm, round))",
        "k++th,",
        "n",
        "For the 12 1/4 in section:",
        "The results contain the estimates of the parameters:",
    ],
)
def test_program_text_formulas_and_openings_of_sentences_are_no_titles(text: str) -> None:
    assert choose_caption([Line(text, bold=True)], []) is None


@pytest.mark.parametrize("text", ["In-situ stresses:", "Porosity (%) and Sw", "Depth (m, ft)"])
def test_titles_with_hyphens_and_brackets_are_titles(text: str) -> None:
    assert choose_caption([Line(text, bold=True)], []) == Caption(text, "box_title")


def test_typed_underlining_is_no_part_of_a_title() -> None:
    typed = Line("CASING RECORD -------------")
    ruled = [Line("-------------", distance=0), Line("CASING RECORD", distance=1)]
    assert choose_caption([typed], []) == Caption("CASING RECORD", "box_title")
    assert choose_caption(ruled, []) == Caption("CASING RECORD", "box_title")


def test_caption_between_two_tables_goes_with_the_habit_below() -> None:
    first, second = Line("Table 1: Casing", distance=0.5), Line("Table 2: Mud", distance=0.5)
    found = choose_captions([([], [first]), ([first], [second])])
    assert [caption and caption.text for caption in found] == ["Table 1: Casing", "Table 2: Mud"]


def test_caption_between_two_tables_names_the_lower_unless_the_upper_is_nearer() -> None:
    near, far = Line("Table 2: Mud", distance=0.4), Line("Table 2: Mud", distance=1.6)
    lower = choose_captions([([], [near]), ([near], [])])
    upper = choose_captions([([], [near]), ([far], [])])
    assert [caption and caption.text for caption in lower] == [None, "Table 2: Mud"]
    assert [caption and caption.text for caption in upper] == ["Table 2: Mud", None]


def test_long_caption_is_one_where_its_number_is_set_off() -> None:
    assert match_caption("Table 3: " + "explained at length " * 20) is not None


def test_caption_below_the_notes_of_a_table_is_within_reach() -> None:
    notes = [Line("1 at rest", distance=0.5, note=True), Line("2 in flow", distance=2, note=True)]
    caption = Line("Table 4: Pressures", distance=5)
    assert choose_caption([], [*notes, caption]) == Caption("Table 4: Pressures", "numbered")
    assert choose_caption([], [Line("Some text", distance=0.5), caption]) is None


@pytest.mark.parametrize(
    "text", ["The correct likelihood is", "## Warning ##", "Shoe depth of the"]
)
def test_unfinished_sentences_are_no_titles(text: str) -> None:
    assert choose_caption([Line(text, bold=True)], []) is None
