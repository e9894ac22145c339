"""The pure steps between words and grids, on lines laid out by hand."""

from __future__ import annotations

from extractors.base import RawTable
from extractors.geometry import Box, Line, PageContent, Rule, Word, text_lines
from extractors.page.areas import table_runs, without_prose
from extractors.page.columns import find_columns, part_tight_columns
from extractors.page.filters import reason_to_reject
from extractors.page.finder import find_on_page
from extractors.page.grid import Grid, GridCell, cell_text
from extractors.page.rows import TextRow, with_whole_labels
from extractors.page.sides import sides

EM = 10.0


def words(
    rows: list[list[tuple[float, str]]], top: float = 100.0, pitch: float = 14.0
) -> list[Word]:
    """Texts at x positions, 5 points a letter, one list a line."""
    out = []
    for number, row in enumerate(rows):
        y = top + pitch * number
        for start, text in row:
            x = start
            for part in text.split(" "):
                out.append(Word(part, x, y, x + 5 * len(part), y + EM, size=EM))
                x += 5 * len(part) + 3
    return out


def lines(rows: list[list[tuple[float, str]]]) -> list[Line]:
    return text_lines(words(rows))


def find_tables(page: PageContent, extractor: str = "pdf") -> list[RawTable]:
    return [found.raw for found in find_on_page(page, extractor)[1]]


FIGURES = [
    [(0, "Nordland"), (100, "95"), (160, "1205")],
    [(0, "Hordaland"), (100, "1300"), (160, "880")],
    [(0, "Rogaland"), (100, "2180"), (160, "310")],
]


def test_columns_are_the_intervals_of_aligned_text() -> None:
    assert [round(column.x0) for column in find_columns(lines(FIGURES), EM)] == [0, 100, 160]


def test_heading_over_two_columns_joins_them_not() -> None:
    over = [[(110, "Depth below"), (300, "x")], *FIGURES]
    assert len(find_columns(lines(over), EM)) == 3


def test_tight_columns_part_where_all_lines_have_a_gap_before_a_figure() -> None:
    tight = lines([[(0, "A"), (60, f"10.{n} (1{n}-2{n})")] for n in range(4)])
    columns = find_columns(tight, EM)
    assert len(part_tight_columns(columns, tight, EM)) == len(columns) + 1 == 3


def test_words_in_one_column_stay_together() -> None:
    names = lines(
        [
            [(0, "North Sea"), (80, "12")],
            [(0, "Barents Sea"), (80, "9")],
            [(0, "Norwegian Sea"), (80, "3")],
        ]
    )
    columns = find_columns(names, EM)
    assert len(part_tight_columns(columns, names, EM)) == 2


def test_prose_beside_figures_stays_and_prose_alone_goes() -> None:
    sentence = "the well was drilled through the sand"
    labels = lines([[(0, sentence), (250, str(100 + n))] for n in range(5)])
    assert len(without_prose(labels, EM)[0].segments) == 2
    assert without_prose(lines([[(0, sentence)] for _ in range(5)]), EM) == []


def test_numbered_caption_ends_a_run_of_lines() -> None:
    rows = [*FIGURES, [(0, "Table 2: Tops")], *FIGURES]
    assert len(table_runs(lines(rows), [], EM)) == 2


def test_lines_with_a_repeated_header_beyond_a_gutter_are_two_tables() -> None:
    header = [(0, "Depth"), (50, "Sand"), (200, "Depth"), (250, "Sand")]
    rows = [
        header,
        *([(0, str(10 + n)), (50, str(n)), (200, str(30 + n)), (250, str(n))] for n in range(4)),
    ]
    laid = lines(rows)
    box = Box(0, 90, 300, 200)
    assert [round(part.x0) for part in sides(box, laid, [], EM)] == [0, 200]


def test_wide_table_with_one_header_stays_one() -> None:
    header = [(0, "Depth"), (50, "Sand"), (200, "Shale"), (250, "Coal")]
    rows = [
        header,
        *([(0, str(10 + n)), (50, str(n)), (200, str(30 + n)), (250, str(n))] for n in range(4)),
    ]
    box = Box(0, 90, 300, 200)
    assert sides(box, lines(rows), [], EM) == [box]


def grid(rows: list[list[str]], ruling: str = "space") -> Grid:
    cells = tuple(
        GridCell(r, r + 1, c, c + 1, tuple(words([[(0, text)]])))
        for r, row in enumerate(rows)
        for c, text in enumerate(row)
        if text
    )
    return Grid(cells, len(rows), len(rows[0]), Box(0, 0, 1, 1), ruling)


def test_reasons_to_reject() -> None:
    assert reason_to_reject(grid([["a", "1"], ["b", "2"]])) is None
    assert reason_to_reject(grid([["a"], ["b"]])) == "fewer than two rows or columns"
    assert reason_to_reject(grid([["1.", "mud weight"], ["2.", "mud loss"]])) in (
        "list",
        "two lines of text",
    )
    assert (
        reason_to_reject(grid([["400", "x"], ["300", "y"], ["200", "z"], ["100", "q"]]))
        == "axis of a chart"
    )
    assert reason_to_reject(
        grid([["a", "", "", "", "", ""], ["", "b", "", "", "", ""], ["", "", "c", "d", "", ""]])
    ) in (
        "rows of one cell",
        "scattered labels",
    )


def test_note_mark_leaves_a_figure_but_stays_with_a_word() -> None:
    mark = Word("2", 25, 98, 28, 103, size=5.0, raised=True)
    assert cell_text([Word("24.91", 0, 100, 25, 110, size=EM), mark]) == ("24.91", ["2"])
    assert cell_text([Word("Kerala", 0, 100, 25, 110, size=EM), mark]) == ("Kerala²", [])


def test_word_broken_at_the_line_end_is_joined() -> None:
    broken = [Word("perme-", 0, 100, 30, 110, size=EM), Word("ability", 0, 112, 35, 122, size=EM)]
    assert cell_text(broken)[0] == "perme-ability"


def test_recognised_words_with_confidence_keep_it_in_their_cells() -> None:
    recognised = [
        Word(w.text, w.x0, w.top, w.x1, w.bottom, w.size, confidence=0.9) for w in words(FIGURES)
    ]
    (table,) = find_tables(PageContent(4, 600, 800, tuple(recognised)), extractor="ocr")
    assert {cell.confidence for cell in table.cells} == {0.9}
    assert table.extractor == "ocr/space"
    assert table.pages == (4,)


def test_units_stand_on_a_header_row_of_their_own() -> None:
    page = words(
        [[(0, "Zone"), (100, "Depth"), (160, "Porosity")], [(100, "m"), (160, "%")], *FIGURES]
    )
    flat = (Rule(0, 98, 200, 98), Rule(0, 126, 200, 126), Rule(0, 168, 200, 168))
    (table,) = find_tables(PageContent(1, 600, 800, tuple(page), flat))
    assert [cell.text for cell in table.cells if cell.row == 1] == ["m", "%"]
    assert table.header_rows == 2


def page_of(laid: list[Word], *rules: Rule) -> PageContent:
    return PageContent(1, 600, 800, tuple(laid), rules)


def spans(page: PageContent) -> dict[str, tuple[int, int, int, int]]:
    """Row, row end, column and column end of each cell of the only table, by its text."""
    (table,) = find_tables(page)
    return {
        " ".join(cell.text.split()): (cell.row, cell.row_end, cell.column, cell.column_end)
        for cell in table.cells
    }


def test_name_half_a_line_down_keeps_its_column_from_names_of_two_lines() -> None:
    figures = [[(x, f"{n}{x}.5") for x in (0, 100, 200, 300, 400)] for n in range(1, 6)]
    page = page_of(
        [
            *words([[(0, "Hole"), (196, "Vertical"), (396, "Dogleg")]], top=100),
            *words([[(95, "Azimuth"), (298, "North")]], top=106),
            *words([[(0, "angle"), (200, "depth"), (390, "severity")]], top=112),
            *words(figures, top=130),
        ],
        Rule(0, 126, 440, 126),
    )
    found = spans(page)
    assert found["Vertical depth"] == (0, 1, 2, 3)
    assert found["Azimuth"] == (0, 1, 1, 2)
    assert found["North"] == (0, 1, 3, 4)


def test_column_without_a_unit_leaves_the_units_row_blank() -> None:
    rows = [[(0, "Hole"), (100, "Set at"), (200, "Run")], [(0, "in"), (100, "m")]]
    body = [[(0, str(n)), (100, f"{n}61"), (200, f"{n} Jan")] for n in range(1, 5)]
    found = spans(page_of(words([*rows, *body]), Rule(0, 126, 240, 126)))
    assert found["Run"] == (0, 1, 2, 3)
    assert found["m"] == (1, 2, 1, 2)


def test_short_section_label_spans_its_row_as_a_long_one_does() -> None:
    labels = [[(0, "UPPER CRETACEOUS SYSTEM")], [(0, "EOCENE")]]
    rows = [FIGURES[0], labels[0], FIGURES[1], labels[1], FIGURES[2]]
    found = spans(page_of(words([[(0, "Unit"), (100, "Top"), (160, "Base")], *rows])))
    assert found["UPPER CRETACEOUS SYSTEM"][2:] == found["EOCENE"][2:] == (0, 3)


def test_section_label_in_two_parts_spans_its_row() -> None:
    label, parts, row = lines([[(0, "PERMIAN")], [(0, "oil"), (25, "gas")], [(0, "a"), (99, "b")]])
    rows = [
        TextRow(label.segments, ((0, 2),), label.top, label.bottom),
        TextRow(parts.segments, ((0, 1), (0, 1)), parts.top, parts.bottom),
        TextRow(row.segments, ((0, 1), (1, 2)), row.top, row.bottom),
    ]
    whole = with_whole_labels([[text_row] for text_row in rows], 2)
    assert [text_row.ranges for (text_row,) in whole] == [
        ((0, 2),),
        ((0, 2), (0, 2)),
        ((0, 1), (1, 2)),
    ]


def test_row_without_figures_is_no_section_where_no_label_runs_over() -> None:
    rows = [FIGURES[0], [(0, "EOCENE")], *FIGURES[1:]]
    found = spans(page_of(words([[(0, "Unit"), (100, "Top"), (160, "Base")], *rows])))
    assert found["EOCENE"][2:] == (0, 1)


def test_page_without_words_has_no_table() -> None:
    assert find_tables(PageContent(1, 600, 800, ())) == []
