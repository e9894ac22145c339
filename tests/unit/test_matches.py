"""Where the words of a question stand in a table."""

from dataclasses import replace

from index_support import make_table

from relatab.domain.terms import query_terms, search_terms
from relatab.model import RowGroup
from relatab.retrieval.matches import (
    PREVIEW_ROWS,
    cell_matches,
    noted_cells,
    printed_terms,
    telling_phrases,
)

SLURRIES = make_table(
    [
        ["Casing", "Type", "Density"],
        *(
            [casing, kind, density]
            for casing in ('20"', '13 3/8"', '9 5/8"')
            for kind, density in (("lead", "1.56"), ("tail", "1.92"))
        ),
    ]
)


def weights(query: str) -> dict[str, float]:
    return dict(query_terms(query))


def test_the_cells_of_the_row_that_holds_most_of_the_question_come_first() -> None:
    matches, _ = cell_matches(SLURRIES, weights("tail cement of the 9 5/8 casing"))
    assert [(match.row, match.text) for match in matches[:2]] == [(6, '9 5/8"'), (6, "tail")]


def test_the_preview_holds_that_row_in_the_order_of_the_table() -> None:
    _, shown = cell_matches(SLURRIES, weights("tail cement of the 9 5/8 casing"))
    assert shown == (2, 4, 5, 6)


def test_the_first_rows_fill_a_preview_without_matches() -> None:
    assert cell_matches(SLURRIES, weights("permeability")) == ((), (1, 2, 3, 4))
    assert cell_matches(make_table([["Casing"]]), weights("casing")) == ((), ())
    assert len(cell_matches(SLURRIES, weights("lead tail"))[1]) == PREVIEW_ROWS


def test_a_row_counts_by_the_label_over_it() -> None:
    grouped = replace(SLURRIES, row_groups=(RowGroup("Lomvi", 3, 5),))
    matches, _ = cell_matches(grouped, weights("tail cement Lomvi"))
    assert (matches[0].row, matches[0].text) == (4, "tail")


def test_rows_by_which_a_table_was_reached_go_before_others() -> None:
    rows = [["Slurry", "Time"], *([f"S-12{number:02}", "3:10"] for number in range(9))]
    linked = {term for code in ("s-1206", "s-1208") for term in search_terms(code)}
    assert cell_matches(make_table(rows), weights("thickening"), linked) == ((), (1, 2, 7, 9))


def test_a_preview_shows_the_labels_over_its_rows() -> None:
    rows = [["Casing"], ["Well A"], ['20"'], ['13 3/8"'], ["Well B"], ['20"'], ['13 3/8"']]
    groups = (RowGroup("Well A", 2, 4), RowGroup("Well B", 5, 7))
    table = replace(make_table(rows), row_groups=groups)
    assert cell_matches(table, weights("13 3/8"))[1] == (1, 2, 3, 4, 6)


def test_of_rows_that_hold_as_much_the_one_with_it_in_one_cell_comes_first() -> None:
    record = make_table([["Date", "Gels"], ["OCT 9", "4/15"], ["OCT 15", "3/16"]])
    matches, _ = cell_matches(record, weights("mud weight on 15 Oct"))
    assert matches[0].text == "OCT 15"


def test_header_cells_are_no_matches() -> None:
    assert cell_matches(SLURRIES, weights("density"))[0] == ()


def test_printed_terms_are_the_shortest_runs_that_stand_for_them() -> None:
    text = 'Table 4: Mud weight in the 12 1/4" hole'
    assert list(printed_terms(text, weights("mud weights of the 12 1/4 hole"))) == [
        "Mud",
        "weight",
        "hole",
        '12 1/4"',
    ]


def test_numbers_that_say_nothing_alone_are_not_quoted() -> None:
    asked = weights("pressure of DST 3 in 1984")
    assert telling_phrases("Table 3. Flow periods, DST no. 3", asked) == ["DST no. 3"]
    assert telling_phrases("Table 3. Fluids, 1984", asked) == ["1984"]


def test_a_ditto_mark_is_found_by_what_it_repeats() -> None:
    fluids = make_table([["Test", "Fluid"], ["1", "Brine"], ["2", '"'], ["3", "Gas"]])
    fluids = replace(
        fluids,
        cells=tuple(
            replace(cell, stands_for="Brine", confidence=0.95) if cell.text == '"' else cell
            for cell in fluids.cells
        ),
    )
    matches, _ = cell_matches(fluids, weights("tests with brine"))
    assert [(match.row, match.text, match.stands_for) for match in matches] == [
        (1, "Brine", None),
        (2, '"', "Brine"),
    ]


def test_the_cells_that_need_a_note_are_those_of_the_rows_shown() -> None:
    doubted = replace(
        SLURRIES,
        cells=tuple(
            replace(cell, confidence=0.5 if cell.column == 2 else 0.95) for cell in SLURRIES.cells
        ),
    )
    assert [(cell.row, cell.text, cell.confidence) for cell in noted_cells(doubted, (2, 4))] == [
        (2, "1.92", 0.5),
        (4, "1.92", 0.5),
    ]
    assert noted_cells(SLURRIES, (1, 2)) == ()
