"""Titles that stand apart from their tables: which lines are, and which tables they name."""

from dataclasses import replace

import pytest
from raw_tables import raw_table
from typed_pages import typed, underline

from extractors.continuation import Found, join_continued
from extractors.geometry import PageContent, Rule
from extractors.letterheads import is_entry, is_firm, is_marking
from extractors.page.assembly import Assembly, ReadPage
from extractors.page.document import recognised_title
from relatab.model import Caption, ScanReading, Table

GRID = """
Time      Choke     Rate
0605      16/64     3.54
0705      20/64     5.10
0805      24/64     7.25
0905      28/64     9.80
"""
ENTRIES = """
Well:  31/5-4            Field:  Heron
Date:  2 Oct 1968        Rig:  Ocean Tern



"""


def read(*pages: PageContent) -> tuple[Table, ...]:
    assembly = Assembly.of(None, [])
    for page in pages:
        assembly.add(ReadPage.of_scan(page, ScanReading(page.number, "ocr", 0.95)))
    return assembly.tables("a.pdf", "0" * 64)[0]


def grid_of(*pages: PageContent) -> Table:
    """The one table of the pages with the columns of `GRID`."""
    (table,) = [table for table in read(*pages) if "Choke" in table.cells[1].text]
    return table


def page(head: str, sizes: dict[int, float] | None = None, *rules: Rule) -> PageContent:
    """`head` over entries of a form and the grid; its first line is that below the quotes."""
    return typed(head.strip("\n") + "\n\n" + ENTRIES + GRID, sizes=sizes, rules=rules)


def title(table: Table) -> str | None:
    """The text of a caption that is a title of the page."""
    named = table.caption is not None and table.caption.source == "page_title"
    return table.caption.text if named and table.caption else None


class TestTitles:
    def test_capitals_over_the_entries_of_a_form_name_its_table(self) -> None:
        assert title(grid_of(page("        FLOW TEST SUMMARY"))) == "FLOW TEST SUMMARY"

    def test_larger_type_is_a_title(self) -> None:
        assert title(grid_of(page("   Flow test summary", {0: 20.0}))) == "Flow test summary"

    def test_an_underlined_line_is_a_title(self) -> None:
        head = page("      Flow periods at 235 F.", None, underline(0, 6, 28))
        assert title(grid_of(head)) == "Flow periods at 235 F."

    def test_the_underline_may_run_below_the_remark_of_the_title(self) -> None:
        lines = "     Relations of Fluids at 235 F.\n     (Constant Composition)"
        assert (
            title(grid_of(page(lines, None, underline(1, 5, 33))))
            == "Relations of Fluids at 235 F."
        )

    def test_lines_set_alike_are_one_title(self) -> None:
        lines = "FLUID SAMPLES\n\nDATA SHEET"
        assert title(grid_of(page(lines))) == "FLUID SAMPLES DATA SHEET"

    def test_the_well_under_the_title_belongs_to_it(self) -> None:
        assert title(grid_of(page("FLOW TEST\nWELL 31/5-4"))) == "FLOW TEST WELL 31/5-4"

    def test_between_the_entries_of_a_form_stands_its_title(self) -> None:
        lines = "Started:  0605          FLOW TEST SUMMARY          Page:  3"
        assert title(grid_of(page(lines))) == "FLOW TEST SUMMARY"

    def test_a_blank_filled_in_belongs_to_the_title(self) -> None:
        lines = "          FLOW TEST NO.     2     SUMMARY"
        assert title(grid_of(page(lines))) == "FLOW TEST NO. 2 SUMMARY"

    def test_longer_titles_are_told_from_labels_without_a_colon(self) -> None:
        lines = "DAILY MUD RECORD    COMPANY    STATE    CASING PROGRAM:   20 in"
        assert title(grid_of(page(lines))) == "DAILY MUD RECORD"

    def test_a_single_word_centred_in_a_block_of_its_own_is_a_title(self) -> None:
        assert title(grid_of(page("              SUMMARY"))) == "SUMMARY"

    def test_a_title_among_the_first_rows_of_its_table_names_it(self) -> None:
        head = "Run: 2    FLOW TEST SUMMARY    Page: 3"
        (table,) = read(typed(head + "\n" + GRID.strip("\n")))
        assert table.n_rows > 5
        assert title(table) == "FLOW TEST SUMMARY"

    def test_a_bare_number_takes_the_title(self) -> None:
        (table,) = read(typed("FLOW TEST SUMMARY\n\n\n\nAPPENDIX 1 (6)\n" + GRID))
        assert table.caption == Caption("APPENDIX 1 (6) FLOW TEST SUMMARY", "numbered")

    def test_a_letterhead_above_the_title_is_no_part_of_it(self) -> None:
        lines = "     HERON LABORATORIES, INC.\n     BERGEN, NORWAY\n\n\n     FLOW TEST SUMMARY"
        assert title(grid_of(page(lines))) == "FLOW TEST SUMMARY"

    @pytest.mark.parametrize(
        "text", ["RESULTADOS DE LAS PRUEBAS", "RÉSULTATS DES ESSAIS", "РЕЗУЛЬТАТЫ ИСПЫТАНИЙ"]
    )
    def test_titles_of_any_language(self, text: str) -> None:
        assert title(grid_of(page(text))) == text

    def test_all_tables_below_have_the_title(self) -> None:
        tables = read(typed("FLOW TEST SUMMARY\n\n" + ENTRIES + GRID + "\n\n\n\n" + GRID))
        assert [title(table) for table in tables[-2:]] == ["FLOW TEST SUMMARY"] * 2

    def test_a_caption_that_ends_a_title_becomes_all_of_it(self) -> None:
        (table,) = read(typed("FLUID SAMPLES\n\nDATA SHEET\n" + GRID))
        assert table.caption is not None
        assert table.caption.text == "FLUID SAMPLES DATA SHEET"

    def test_the_title_stands_before_a_sub_heading_of_one_word(self) -> None:
        (table,) = read(typed("FLOW TEST SUMMARY\n\n\nDATA\n" + GRID))
        assert title(table) == "FLOW TEST SUMMARY DATA"

    def test_a_caption_of_its_own_stays(self) -> None:
        (table,) = read(typed("FLOW TEST SUMMARY\n\n\n\nTable 3: Flow periods\n" + GRID))
        assert table.caption == Caption("Table 3: Flow periods", "numbered")


class TestNoTitles:
    @pytest.mark.parametrize(
        "head",
        [
            "HERON PETROLEUM COMPANY",
            "HERON LABORATORIES, INC.\nRESERVOIR ENGINEERING\nBERGEN, NORWAY",
            "STRICTLY CONFIDENTIAL",
            "WELL NO 31/5-4 OPERATOR HERON",
            "OPERATOR: HERON OIL",
            "PAGE 3 OF 12",
            "POROSITY HISTOGRAM",
            "FIG. 3 FLOW PERIODS",
            "TOTAL",
            "NOTE: RATES AT STANDARD CONDITIONS",
            "Rates are those of the separator",
            "RATE = 3.54 + 5.10",
            "Rates were measured at the separator during the second flow period",
            "1968 1969 1970 1971",
            " " * 60 + "RECEIVED AT THE OFFICE",
        ],
    )
    def test_what_is_no_title_names_no_table(self, head: str) -> None:
        assert grid_of(page(head)).caption is None

    def test_a_header_with_a_colon_among_its_names_is_none(self) -> None:
        header = "TIME   PRESS:   TEMP   PRESS   RIG OBSERVATIONS   FLOW   GOR"
        row = "0605   3.54     21     4.10    none               5.1    11"
        (table,) = read(typed(f"{header}\n{row}\n{row}\n{row}"))
        assert table.caption is None

    def test_the_misread_letterhead_of_other_pages_is_none(self) -> None:
        pages = [page("HERON PETROLEUM COMPANY"), page("HERON PETROLEUM COMPANY")]
        pages += [page("HERON PETROLEUM COMPA Y")]
        numbered = [replace(each, number=number) for number, each in enumerate(pages, 1)]
        assert all(table.caption is None for table in read(*numbered))

    def test_running_text_parts_a_title_from_what_follows_it(self) -> None:
        text = (
            "The well was opened on a small choke and flowed clean gas\nuntil it was shut in again."
        )
        assert grid_of(page(f"GENERAL REMARKS\n\n{text}")).caption is None

    def test_a_table_with_a_caption_parts_them_too(self) -> None:
        first = "FLOW TEST SUMMARY\n\n\nTable 3: Flow periods\n" + GRID
        tables = read(typed(first + "\n\n\n\n" + GRID))
        assert [table.caption and table.caption.text for table in tables] == [
            "Table 3: Flow periods",
            None,
        ]

    def test_the_head_of_a_form_leaves_the_title_to_the_table_below(self) -> None:
        form = """
Well:      31/5-4      Field:     Heron
Rig:       Tern        Zone:      Heimdal
Operator:  Heron       Country:   Norway
"""
        head, table = read(typed("FLOW TEST SUMMARY\n\n\n" + form + "\n\n\n" + GRID))
        assert (head.caption, title(table)) == (None, "FLOW TEST SUMMARY")

    def test_a_title_below_the_table_is_none(self) -> None:
        assert grid_of(typed(GRID + "\n\n\n\nAPPROVED BY THE MANAGER")).caption is None

    @pytest.mark.parametrize(
        "line", ["WELL: 31/5-4", "Company name: Heron", "HERON OIL CO. 31/5-4"]
    )
    def test_what_stands_right_above_a_table_is_no_caption_either(self, line: str) -> None:
        assert grid_of(typed(line + "\n\n" + GRID)).caption is None

    def test_a_row_of_another_table_is_none(self) -> None:
        rows = GRID.strip("\n") + "\n1005      SHUT IN FOR BUILDUP\n1105      32/64     9.91"
        tables = read(typed(rows + "\n\n\n\n\n" + GRID))
        assert all(table.caption is None for table in tables)

    def test_the_head_of_a_page_with_a_chart_is_none(self) -> None:
        head = "FLUID RELATIONS\n\n" + ENTRIES
        chart = "\n".join(["", ""] * 14 + ["            PRESSURE, PSIG"])
        assert all(title(table) is None for table in read(typed(head + chart)))


class TestHeadings:
    def test_a_recognised_page_has_its_titles_as_headings(self) -> None:
        text = "The well flowed clean gas through the separator for three hours\nand was shut in."
        (table,) = read(typed(f"TESTING\n\n{text}\n\nFLOW PERIODS\n\n{text}\n\n\n" + GRID))
        assert table.context.headings == ("TESTING", "FLOW PERIODS")

    def test_no_heading_of_a_recognised_page_reaches_the_next(self) -> None:
        other = "Plug    Porosity\n1       0.21\n2       0.19\n3       0.24"
        titled, table = read(page("FLOW TEST SUMMARY"), typed(other, number=2))
        assert (titled.context.headings, table.context.headings) == (("FLOW TEST SUMMARY",), ())

    def test_entries_above_a_table_are_its_context(self) -> None:
        (table,) = read(typed("WELL ID: 31/5-4   FIELD: Heron\n\n\n\n\n" + GRID))
        assert table.context.page_facts == ("WELL ID: 31/5-4 FIELD: Heron",)

    def test_a_sentence_with_a_colon_is_no_entry(self) -> None:
        text = "Remark: the well was opened again at noon and flowed until it was dead"
        (table,) = read(typed(text + "\n\n\n\n\n" + GRID))
        assert table.context.page_facts == ()

    def test_larger_ink_alone_is_no_heading(self) -> None:
        text = "The well flowed clean gas through the separator for three hours"
        (table,) = read(typed(f"{text}\n{text}\n{text}\n\n\n" + GRID, sizes={1: 14.5}))
        assert table.context.headings == ()


class TestContinuation:
    @staticmethod
    def part(number: int, caption: str) -> Found:
        raw = raw_table(
            [f"{number}605", f"{number}.54"],
            [f"{number}705", f"{number}.10"],
            pages=(number,),
            header_rows=0,
            caption=Caption(caption, "page_title"),
        )
        return Found(raw, 100.0, 200.0, ((40.0, 80.0), (120.0, 160.0)), first=True, last=True)

    def test_a_table_goes_on_under_the_title_of_the_page_before(self) -> None:
        parts = [self.part(1, "FLOW TEST SUMMARY"), self.part(2, "Flow Test Summary")]
        assert [table.n_rows for table in join_continued(parts)] == [4]

    def test_another_title_begins_another_table(self) -> None:
        parts = [self.part(1, "FLOW TEST SUMMARY"), self.part(2, "BUILDUP SUMMARY")]
        assert len(join_continued(parts)) == 2


class TestWords:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("HERON LABORATORIES, INC.", True),
            ("Heron Petroleum Co.", True),
            ("HERON OIL TOOLS (UK) LTD.", True),
            ("Heron Norge A/S", True),
            ("Reiher Erdöl GmbH", True),
            ("STATENS OLJEDIREKTORAT", True),
            ("ООО Цапля", True),
            ("苍鹭石油公司", True),
            ("Licence shares by company", False),
            ("INCIDENTS AND LIMITS", False),
            ("Company mud program", False),
        ],
    )
    def test_firms(self, text: str, expected: bool) -> None:
        assert is_firm(text) is expected

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("CONFIDENTIAL", True),
            ("Strengt fortrolig", True),
            ("Copy no. 3", True),
            ("ORIGINAL GAS IN PLACE", False),
            ("Confidential wells of 1968", False),
        ],
    )
    def test_markings(self, text: str, expected: bool) -> None:
        assert is_marking(text) is expected

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("Well: 31/5-4", True),
            ("WELL NO 31/5-4", True),
            ("WELL NO 31/5-4 OPERATOR HERON", True),
            ("井号：清河12", True),
            ("Pozo 1582", True),
            ("FLOW TEST 2 SUMMARY", False),
            ("WELL COMPLETION REPORT", False),
            ("WELL 31/5-4 GEOLOGICAL TOPS", False),
            ("FIELD DATA 1984", False),
        ],
    )
    def test_entries(self, text: str, expected: bool) -> None:
        assert is_entry(text) is expected


class TestTitleOfADocument:
    COVER = """
                2225
        HERON OIL COMPANY



        WELL COMPLETION REPORT
            HERON WILDCAT

                                     720.3

        PRODUCTION LICENCE
"""

    def test_the_titles_of_a_scan_are_that_of_its_document_not_stamps_and_firms(self) -> None:
        cover = typed(self.COVER, sizes={0: 24.0, 8: 30.0})
        assert recognised_title(cover) == "WELL COMPLETION REPORT HERON WILDCAT PRODUCTION LICENCE"

    @pytest.mark.parametrize("text", ["2225", "", "The tests went well and no trouble was met."])
    def test_a_scan_without_titles_gives_its_document_none(self, text: str) -> None:
        assert recognised_title(typed(text, sizes={0: 24.0})) is None
        assert recognised_title(None) is None
