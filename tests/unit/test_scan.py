"""Tables on typed pages; the words stand as a typewriter of fixed pitch would put them."""

from dataclasses import replace

import pytest
from typed_pages import LEADING, PITCH, SIZE, rows_of, tables_of, typed

from extractors.geometry import PageContent, Rule, Word
from extractors.ocr.residue import overlooked
from extractors.page.blanks import without_blanks, without_page_frame
from extractors.page.scan import cut_into_blocks, find_on_scan
from extractors.page.strays import without_strays
from extractors.page.typed import with_whole_words


class TestFigures:
    def test_a_whole_number_and_its_fraction_are_one_figure(self) -> None:
        page = with_whole_words(typed("Casing   13 3/8   9 5/8   141"))
        assert [word.text for word in page.words] == ["Casing", "13 3/8", "9 5/8", "141"]

    def test_figures_of_two_columns_are_not_joined(self) -> None:
        page = with_whole_words(typed("13   3/8"))
        assert [word.text for word in page.words] == ["13", "3/8"]

    def test_a_dash_before_a_figure_is_its_sign(self) -> None:
        page = with_whole_words(typed("Upper Pliocene    1674   - 483   -1584"))
        assert [word.text for word in page.words][-2:] == ["- 483", "-1584"]

    def test_a_range_keeps_its_dash(self) -> None:
        page = with_whole_words(typed("Run      Interval\n 1     1483 - 5066 feet"))
        assert [word.text for word in page.words][-4:] == ["1483", "-", "5066", "feet"]

    def test_a_dash_between_headed_columns_stands_for_a_rule(self) -> None:
        page = with_whole_words(typed("Members   RKB     S.L.\nShale     9466 - 9376"))
        assert [word.text for word in page.words][-3:] == ["Shale", "9466", "9376"]

    def test_the_joined_figure_is_as_doubtful_as_its_worst_part(self) -> None:
        page = typed("13 3/8")
        doubtful = Word("3/8", *(getattr(page.words[1], name) for name in ("x0", "top", "x1", "bottom")),
                        size=SIZE, confidence=0.4)  # fmt: skip
        (word,) = with_whole_words(PageContent(1, 595.0, 842.0, (page.words[0], doubtful))).words
        assert (word.text, word.confidence) == ("13 3/8", 0.4)


class TestWholeWords:
    @staticmethod
    def words(text: str) -> list[str]:
        return [word.text for word in with_whole_words(typed(text)).words]

    def test_the_end_of_a_range_belongs_to_its_dash_over_a_wide_blank(self) -> None:
        assert self.words("0 -   1675 feet   8.8") == ["0", "- 1675", "feet", "8.8"]

    def test_a_range_whose_dash_touches_its_first_figure_is_one_word(self) -> None:
        assert self.words("(0-   1219 meters)") == ["(0- 1219", "meters)"]

    def test_the_end_of_a_range_may_be_shortened(self) -> None:
        assert self.words("4220-  260   3.5") == ["4220- 260", "3.5"]

    def test_a_range_does_not_count_down(self) -> None:
        assert self.words("25- 8") == ["25-", "8"]

    def test_figures_with_dashes_in_neighbouring_columns_stay_apart(self) -> None:
        assert self.words("9446-   9770-") == ["9446-", "9770-"]

    def test_a_figure_in_brackets_ends_no_range(self) -> None:
        assert self.words("470 -  (143 m)") == ["470", "-", "(143", "m)"]

    def test_a_ditto_mark_between_figures_is_a_dash(self) -> None:
        assert self.words('0 " 510 meters') == ["0", "-", "510", "meters"]

    def test_a_colon_in_a_column_of_its_own_ends_the_label(self) -> None:
        page = with_whole_words(typed("Rig type      :  Jack-up"))
        assert [word.text for word in page.words] == ["Rig", "type:", "Jack-up"]
        assert page.words[1].x1 < 110

    def test_the_colon_of_a_time_stays(self) -> None:
        assert self.words("at 12 : 30") == ["at", "12", ":", "30"]

    def test_letters_typed_one_by_one_are_words(self) -> None:
        assert self.words("M U D   R E C O R D") == ["MUD RECORD"]

    def test_letters_on_both_sides_of_a_rule_are_one_word(self) -> None:
        page = typed("NO PRODUC", rules=(Rule(104.4, 50, 105.4, 90),))
        left, right = page.words[1], Word("TION", 104, 60, 132.8, 72, size=SIZE, confidence=0.9)
        cut = PageContent(1, 595.0, 842.0, (page.words[0], left, right), page.rules)
        assert [word.text for word in with_whole_words(cut).words] == ["NO", "PRODUCTION"]

    def test_names_that_fill_their_boxes_are_two_words(self) -> None:
        page = typed("NO PRODUC", rules=(Rule(104.9, 50, 105.4, 90),))
        right = Word("TION", 106, 60, 134.8, 72, size=SIZE, confidence=0.9)
        assert len(with_whole_words(replace(page, words=(*page.words, right))).words) == 3

    def test_letters_without_a_rule_between_them_stay_apart(self) -> None:
        page = typed("NO PRODUC")
        right = Word("TION", 104, 60, 134.8, 72, size=SIZE, confidence=0.9)
        cut = PageContent(1, 595.0, 842.0, (*page.words, right))
        assert len(with_whole_words(cut).words) == 3


class TestStrays:
    @staticmethod
    def words(text: str) -> list[str]:
        return [word.text for word in without_strays(typed(text)).words]

    def test_a_ditto_mark_under_text_stays_and_one_under_nothing_goes(self) -> None:
        text = """
Log        Interval   "
Neutron    feet
Dipmeter    "
"""
        assert self.words(text).count('"') == 1

    def test_a_series_of_ditto_marks_bears_a_gap(self) -> None:
        rows = ["Ctgs      1475", '"        1060', "          1030", "          1010"]
        rows += ["          1000", "           990", '"         980', '"         970']
        assert self.words("\n".join(rows)).count('"') == 3

    def test_a_nil_mark_stands_under_the_name_of_its_column(self) -> None:
        assert "-" in self.words("Depth    Loss\n4000      -")

    def test_a_dash_far_from_any_text_goes(self) -> None:
        assert "-" not in self.words("Depth    Loss\n4000     12              -")

    def test_strokes_at_the_sheets_edge_go(self) -> None:
        text = "Unit     Depth          |\nEocene   2666           1\nDanian   3072           :"
        assert self.words(text) == ["Unit", "Depth", "Eocene", "2666", "Danian", "3072"]

    def test_a_column_of_single_figures_stays(self) -> None:
        text = "Unit     Depth      Run\nEocene   2666        1\nDanian   3072        2"
        assert self.words(text)[-1] == "2"

    def test_no_word_of_an_empty_page_is_missed(self) -> None:
        assert without_strays(PageContent(1, 595.0, 842.0, ())).words == ()


TWO_TABLES = """
Mud Program:

Depth:          Weight      Viscosity
0 - 4000        9.0         40
4000 - 6500     9.5         60
6500 - 8100     11.6        60

A lime base system was used to a depth of ten thousand feet. At
this depth the system was converted to sodium chloride saturated
mud, which was used to total depth.

Logging Program:

Tool            Run         Interval
Laterolog       1           10249
Neutron         1           6444
Dipmeter        2           1483
"""

BETWEEN_DASHES = """
           - Mud Program -

Depth           Weight      Viscosity
0 - 4000        9.0         40
4000 - 6500     9.5         60

          - Drilling Problems -

A lime base system was used to a depth of ten thousand feet. At
this depth the system was converted to sodium chloride saturated
mud, which was used to total depth.
"""

LABEL_UNDER_HEADER = """
Unit:           Depth RKB       Thickness
               Meters  Feet   Meters  Feet
TERTIARY
Danian           3072  10078     94    308
Eocene           2666   8746    142    465
Oligocene        1969   6459    697   2286
"""

CONTENTS = """
Dates of Operations..          1
Details of Operations .        1
Mud Program.                   2
Logging Program...             23
Drilling Problems.             3
Coring.                        3
Plugging and Abandonment.      4
"""

ABBREVIATIONS = """
Type        Depth       Density
INTERM.     1379        1.70
INTERM.     3156        1.80
PROD.       3492        1.83
LIN.        4912        1.91
"""

TITLE_OF_TWO_LINES = """
     Volumes of the Reservoir Fluid
         (Constant Composition)

Pressure          Volume           Factor
7000              0.8658           1.184
6500              0.8923           1.133
6000              0.9237           1.083
"""

LABELS_OF_TWO_LINES = """
Depth:                Weight      Viscosity
0 - 4000 feet         9.0         40
(0 - 1219 m)

4000 - 6500 feet      9.5         60
(1219 - 1981 m)

6500 - 7000 feet      11.6        60
(1981 - 2134 m)

7000 - 8100 feet      11.9        60
(2134 - 2469 m)
"""

CLOSE_NAMES = """
Unit     RKB     S.L. Thick
VII            Missing    0
VI       9528    9438    26
V        9554    9464    37
IV       9591    9501    52
"""

MEETING_NAMES = """
Rate        Shut in gas Flowing gas
1200          121.045     305.125
1100          122.125     307.250
1000          120.250     309.375
"""

GROUP_NAME = """
Unit            Depth RKB        Age
              Meters  Feet
Danian         3072   10078      62
Eocene         2666    8746      45
Oligocene      1969    6459      30
"""

FORM = """
Elevation                                        Ft.
Total depth                                      Ft.
Producing interval             9770              Ft.
Tubing size                    3.5               In.
"""

RUNNING_FORM = """
OPERATOR: Havsule CONTRACTOR: Dagny      RIG: Ocean Star
SPUDDED in February                      STATUS P + A
FIELD: Lomvi CLASSIFICATION: Wildcat     FORMATION Permian
"""

DESCRIPTIONS = """
Shale           dark gray, micaceous
Sandstone       light gray, fine grained
Marl            white, soft
"""

STROKES = """
I        F         l
l        T         I
F        I         H
I        l         T
"""

GROUPED = """
Stratigraphy:

Unit            Depth       Thickness
TERTIARY
Danian          3072        94
Eocene          2666        142
UPPER CRETACEOUS
Campanian       3475        16
Turonian        3499        244
"""


class TestBlocks:
    def test_headings_and_running_text_part_tables(self) -> None:
        first, second = tables_of(typed(TWO_TABLES))
        assert first.caption is not None
        assert second.caption is not None
        assert (first.caption.text, second.caption.text) == ("Mud Program:", "Logging Program:")
        assert rows_of(first)[1] == ["0 - 4000", "9.0", "40"]
        assert (first.n_rows, second.n_rows) == (4, 4)

    def test_a_table_is_as_sure_as_its_cells_on_the_whole(self) -> None:
        assert {table.confidence for table in tables_of(typed(TWO_TABLES))} == {0.95}

    def test_running_text_is_a_block_without_tables(self) -> None:
        blocks = cut_into_blocks(typed(TWO_TABLES))
        (prose,) = [block for block in blocks if block.prose]
        assert prose.content.words[0].text == "A"
        assert prose.content.words[-1].text == "depth."

    def test_no_word_is_lost_between_blocks(self) -> None:
        page = typed(TWO_TABLES)
        cut = [word for block in cut_into_blocks(page) for word in block.content.words]
        assert sorted(word.text for word in cut) == sorted(word.text for word in page.words)

    def test_labels_over_groups_of_rows_do_not_part_a_table(self) -> None:
        (table,) = tables_of(typed(GROUPED))
        assert ["Turonian", "3499", "244"] in rows_of(table)
        assert ["UPPER CRETACEOUS", "", ""] in rows_of(table)

    def test_a_heading_between_dashes_names_its_table_and_parts_others(self) -> None:
        (table,) = tables_of(typed(BETWEEN_DASHES))
        assert table.caption is not None
        assert table.caption.text == "Mud Program"
        assert table.n_rows == 3

    def test_the_heading_of_running_text_is_no_part_of_the_table_above(self) -> None:
        prose = next(block for block in cut_into_blocks(typed(BETWEEN_DASHES)) if block.prose)
        assert [word.text for word in prose.content.words[:2]] == ["-", "Drilling"]

    def test_a_label_over_the_first_rows_is_no_part_of_the_header(self) -> None:
        (table,) = tables_of(typed(LABEL_UNDER_HEADER))
        assert rows_of(table)[2] == ["TERTIARY", "", "", "", ""]

    def test_the_second_line_of_the_last_label_is_part_of_it(self) -> None:
        (table,) = tables_of(typed(LABELS_OF_TWO_LINES))
        assert rows_of(table)[-1][0] == "7000 - 8100 feet (2134 - 2469 m)"

    def test_the_columns_below_part_names_that_a_plain_blank_parts(self) -> None:
        (table,) = tables_of(typed(CLOSE_NAMES))
        assert rows_of(table)[0] == ["Unit", "RKB", "S.L.", "Thick"]

    def test_names_whose_boxes_meet_are_parted_all_the_same(self) -> None:
        page = typed(MEETING_NAMES)
        words = [replace(w, x1=w.x1 + 1.2 * PITCH) if w.text == "gas" else w for w in page.words]
        (table,) = tables_of(replace(page, words=tuple(words)))
        assert rows_of(table)[0] == ["Rate", "Shut in gas", "Flowing gas"]

    def test_a_group_name_of_two_words_stays_whole_over_names_of_its_columns(self) -> None:
        (table,) = tables_of(typed(GROUP_NAME))
        assert rows_of(table)[0] == ["Unit", "Depth RKB", "", "Age"]

    def test_lines_that_say_the_same_in_a_column_are_rows_of_their_own(self) -> None:
        (table,) = tables_of(typed(FORM))
        assert [row[0] for row in rows_of(table)] == [
            "Elevation",
            "Total depth",
            "Producing interval",
            "Tubing size",
        ]

    def test_lines_to_write_on_are_no_rules_of_a_table(self) -> None:
        lines = [
            Rule(260, 60 + row * LEADING + SIZE, 380, 61 + row * LEADING + SIZE)
            for row in range(1, 6)
        ]
        blanks = without_blanks(typed(FORM, rules=tuple(lines)))
        assert blanks.rules == ()

    def test_rules_under_the_texts_of_a_column_stay(self) -> None:
        lines = [
            Rule(40, 60 + row * LEADING + SIZE, 120, 61 + row * LEADING + SIZE)
            for row in range(1, 6)
        ]
        assert len(without_blanks(typed(FORM, rules=tuple(lines))).rules) == 5

    def test_the_box_around_a_page_is_no_table(self) -> None:
        box = [Rule(30, y, 560, y + 1) for y in (40, 55, 800)]
        box += [Rule(x, 40, x + 1, 801) for x in (30, 559)]
        page = typed(TWO_TABLES, rules=tuple(box))
        assert without_page_frame(page).rules == ()
        assert len(tables_of(page)) == 2

    def test_a_table_that_fills_its_page_keeps_its_rules(self) -> None:
        rules = [Rule(30, y, 560, y + 1) for y in (40, 80, 800)]
        rules += [Rule(x, 40, x + 1, 801) for x in (30, 200, 559)]
        assert len(without_page_frame(typed(FORM, rules=tuple(rules))).rules) == 6

    def test_a_form_whose_labels_run_on_is_kept(self) -> None:
        (table,) = tables_of(typed(RUNNING_FORM))
        assert "RIG: Ocean Star" in {cell.text for cell in table.cells}

    def test_two_lines_of_text_in_columns_are_no_table(self) -> None:
        assert tables_of(typed(DESCRIPTIONS)) == []

    def test_strokes_of_a_drawing_are_no_table(self) -> None:
        assert tables_of(typed(STROKES)) == []

    def test_a_title_of_two_lines_of_which_one_is_underlined_names_the_table(self) -> None:
        underline = Rule(100, 60 + 2 * LEADING - 2, 270, 61 + 2 * LEADING - 2)
        (table,) = tables_of(typed(TITLE_OF_TWO_LINES, rules=(underline,)))
        assert table.caption is not None
        assert table.caption.text == "Volumes of the Reservoir Fluid (Constant Composition)"

    def test_a_contents_page_whose_leaders_were_half_read_is_no_table(self) -> None:
        assert tables_of(typed(CONTENTS)) == []

    def test_abbreviations_beside_rising_figures_are_no_contents(self) -> None:
        (table,) = tables_of(typed(ABBREVIATIONS))
        assert table.n_rows == 5

    def test_only_the_pages_first_and_last_tables_may_continue_over_pages(self) -> None:
        found = find_on_scan(typed(TWO_TABLES))[1]
        assert [table.first for table in found][1:] == [False]
        assert [table.last for table in found][:-1] == [False]

    def test_titles_side_by_side_name_the_ruled_frames_below_them(self) -> None:
        text = """
WELL ID:   7/11-1     LICENSEE:   Phillips
FIELD:     Cod        RIG:        Ocean Viking

CASING RECORD         LOGS RUN

 30    141             IES    452
 20    457             LL     3125
"""
        rules = tuple(
            Rule(x0, y, x1, y + 1) for x0, x1 in ((40, 150), (190, 300)) for y in (127, 143, 158)
        ) + tuple(Rule(x, 127, x + 1, 159) for x in (40, 80, 150, 190, 240, 300))
        ruled = tables_of(typed(text, rules=rules))[-2:]
        assert [table.caption.text if table.caption else None for table in ruled] == [
            "CASING RECORD",
            "LOGS RUN",
        ]

    def test_a_page_without_words_has_no_tables(self) -> None:
        assert find_on_scan(PageContent(1, 595.0, 842.0, ())) == ([], [])


class TestOverlooked:
    @pytest.fixture
    def ink(self):  # type: ignore[no-untyped-def]
        import numpy as np

        ink = np.zeros((100, 400), np.uint8)
        ink[40:60, 20:100] = ink[40:60, 200:300] = 1
        return ink

    BOXES = ((15, 35, 105, 65), (195, 35, 305, 65))
    BANDS = ((40, 60), (40, 60))

    def test_a_dash_between_texts_is_found_with_the_rows_of_its_line(self, ink) -> None:  # type: ignore[no-untyped-def]
        ink[48:51, 140:154] = 1
        (((x0, top, x1, bottom),), _) = overlooked(ink, self.BOXES, self.BANDS)
        assert x0 < 140
        assert x1 > 154
        assert top < 40
        assert bottom > 60

    def test_a_lone_dash_is_found_once(self, ink) -> None:  # type: ignore[no-untyped-def]
        ink[48:51, 140:154] = 1
        assert list(map(len, overlooked(ink, self.BOXES, self.BANDS))) == [1, 0]

    def test_the_signs_of_a_word_are_found_together(self, ink) -> None:  # type: ignore[no-untyped-def]
        ink[41:59, 140:150] = ink[41:59, 154:164] = 1
        assert list(map(len, overlooked(ink, self.BOXES, self.BANDS))) == [1, 0]

    @pytest.mark.parametrize(
        "piece",
        [
            (slice(58, 60), slice(140, 154)),
            (slice(40, 60), slice(140, 143)),
            (slice(5, 25), slice(140, 155)),
        ],
        ids=["underline", "piece of a vertical rule", "outside every line"],
    )
    def test_what_is_no_text_is_not(self, ink, piece) -> None:  # type: ignore[no-untyped-def]
        ink[piece] = 1
        assert overlooked(ink, self.BOXES, self.BANDS) == ([], [])
